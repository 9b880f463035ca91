"""`python -m footnoted` is the same as `footnoted`."""

from footnoted.cli import main

main(prog_name="footnoted")

"""The command line. Each module here is a command, found by its name: ``ask.py`` has ``footnoted ask`` as ``command``.
A new command is a new file; it imports what it needs inside, so that --help is quick.

What commands share is in ``terminal/``.
"""

from __future__ import annotations

import difflib
import importlib
import os
import pkgutil
import sys
from typing import Any

import click

from footnoted import __version__

click.UsageError.exit_code = 3
"""Wrong options count as bad input; click's own code 2 means a failed connection here."""

_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _Commands(click.Group):
    """Loads a command when it is called, and turns our errors into a line on standard error and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__) if not module.ispkg)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"{__name__}.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        names = self.list_commands(ctx)
        if args[0] not in names and (close := difflib.get_close_matches(args[0], names, n=1)):
            ctx.fail(f"There is no command '{args[0]}'. Did you mean '{close[0]}'?")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        from footnoted.domain.errors import FootnotedError

        if os.environ.get("NO_COLOR"):  # https://no-color.org
            ctx.color = False
        try:
            return super().invoke(ctx)
        except FootnotedError as error:
            click.secho(f"footnoted: {error.message}", fg="red", err=True)
            sys.exit(exit_code(error))
        except KeyboardInterrupt:
            sys.exit(130)
        except BrokenPipeError:  # the reading end of a pipe was closed
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if os.environ.get("FOOTNOTED_LOG_LEVEL", "").upper() == "DEBUG":
                raise
            click.secho(f"footnoted: {_in_words(error)}", fg="red", err=True)
            sys.exit(exit_code(error))


def _in_words(error: Exception) -> str:
    """A file that cannot be used names the fix by itself; of anything else, where it happened must be looked up."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename} cannot be read or written: {error.strerror.lower()}."
    return f"{type(error).__name__}: {error}. Set FOOTNOTED_LOG_LEVEL=DEBUG to see where."


def exit_code(error: Exception) -> int:
    """1 configuration, 2 connection, 3 bad input, 4 anything else."""
    from footnoted.domain import errors

    match error:
        case errors.Misconfigured():
            return 1
        case errors.IndexDown() | errors.DatabaseDown() | errors.EmbedderDown() | errors.ModelDown():
            return 2
        case (
            errors.BadSource() | errors.BadQuestion() | errors.BadKey() | errors.BookUnknown() | errors.SessionUnknown()
        ):
            return 3
        case OSError(filename=str()):
            return 3
        case _:
            return 4


@click.group(cls=_Commands, context_settings=_CONTEXT, epilog="Start with: footnoted serve path/to/your/book")
@click.version_option(__version__, prog_name="footnoted")
def main() -> None:
    """Makes a book answer for itself: every sentence footnoted, or an honest "the book does not say"."""

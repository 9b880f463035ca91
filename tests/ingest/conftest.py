"""Keeps pytest out of the sample sites, whose conf.py is somebody else's program."""

collect_ignore_glob = ["*/site/*"]

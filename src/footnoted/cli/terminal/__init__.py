"""Shared by commands: options, and how answers, progress and logs look on a terminal."""

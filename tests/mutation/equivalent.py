"""Mutants that behave as the code does, by module: the line's text and the change, with the reason."""

from __future__ import annotations

EQUIVALENT: dict[str, dict[tuple[str, str], str]] = {}

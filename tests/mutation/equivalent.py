"""Mutants that behave as the code does, by module: the line's text and the change, with the reason."""

from __future__ import annotations

EQUIVALENT: dict[str, dict[tuple[str, str], str]] = {
    "contracts/door/hosts": {
        (
            'self._exact = {name for name in known if not name.startswith("*.")}',
            "'*.' → '*.X'",
        ): "a name with an asterisk among the exact ones is no Host's: none may hold one",
    },
}

"""Values that JavaScript has names for, and UNKNOWN for values that only running it would give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final


class _Unknown:
    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = _Unknown()
"""A value that only running the program would give."""
UNSET: Final = _Unknown()
"""A variable of the environment: what stands behind ``||`` or ``??`` takes its place, else it is unknown."""
ENVIRONMENT = (["process", "env"], ["import", "meta", "env"])
WORDS: Mapping[str, object] = {"true": True, "false": False, "null": None, "undefined": None}
PUBLISHING: Mapping[str, object] = {
    "process.env.NODE_ENV": "production",
    "import.meta.env.PROD": True,
    "import.meta.env.DEV": False,
}
"""What holds whenever a site is built to be published."""


def is_true(value: Any) -> bool:
    return bool(value) or isinstance(value, list | dict)


def is_known(value: Any) -> bool:
    return value is not UNKNOWN and value is not UNSET


def unset_as_unknown(value: Any) -> Any:
    """A setting's final value: a variable that is not set is unknown once there is no alternative left."""
    return UNKNOWN if value is UNSET else value

"""Reads settings from the environment; an error names the one to fix. Also refuses unsafe settings."""

from __future__ import annotations

import difflib
import logging
import os
from typing import Any

from pydantic import ValidationError
from pydantic_settings import DotEnvSettingsSource

from footnoted.domain.errors import Misconfigured
from footnoted.settings.fields import PREFIX, Settings

_log = logging.getLogger("footnoted")


def read_settings(**overrides: Any) -> Settings:
    """Settings from the environment, overridden by the caller's; Misconfigured names the one to fix."""
    _refuse_slips()
    for name in overrides:
        if name not in Settings.model_fields:
            close = difflib.get_close_matches(name, Settings.model_fields, n=1, cutoff=0)
            raise Misconfigured(f"'{name}' is not a setting. Did you mean '{close[0]}'? docs/settings.md has them all.")
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        settings = Settings(
            **{str(Settings.model_fields[name].validation_alias or name): given[name] for name in given}
        )
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "?"
        variable = name if name.isupper() else PREFIX + name.upper()
        reason = first["msg"].removeprefix("Value error, ").lower()
        raise Misconfigured(f"{variable} is wrong: {reason}. Set it to a valid value or unset it.") from error
    return settings


def _refuse_slips() -> None:
    """Refuse a misspelt name; a name that is like none of ours may belong to another program."""
    known = [name.upper() for name in Settings.model_fields]
    in_file = {name.upper() for name in DotEnvSettingsSource(Settings).env_vars}
    for variable in sorted(in_file.union(os.environ)):
        name = variable.removeprefix(PREFIX)
        if name == variable or name in known:
            continue
        if close := difflib.get_close_matches(name, known, n=1, cutoff=0.8):
            raise Misconfigured(f"{variable} is not a setting. Did you mean {PREFIX}{close[0]}?")
        _log.warning("%s is not a setting of this version", variable)


def refuse_open_doors(settings: Settings, *, has_keys: bool = False) -> None:
    """Serving beyond this machine needs keys, or the explicit setting that anyone may ask.

    ``has_keys`` says whether `footnoted keys` created any.
    """
    if set(settings.api_keys) & set(settings.admin_keys):
        raise Misconfigured(
            "A key is in both FOOTNOTED_API_KEYS and FOOTNOTED_ADMIN_KEYS, so readers would open the author's pages. "
            "Leave it in one; an admin key may ask as well."
        )
    if settings.public and settings.visitors:
        raise Misconfigured(
            "FOOTNOTED_PUBLIC lets anyone ask, FOOTNOTED_VISITORS only those with a token. Unset one of them."
        )
    if not (settings.on_loopback or settings.api_keys or has_keys or settings.public):
        raise Misconfigured(
            f"Serving on {settings.host} lets other machines in. Set FOOTNOTED_API_KEYS to keys of your choice, "
            "create keys with `footnoted keys create NAME`, set FOOTNOTED_VISITORS=true to let pages of "
            "FOOTNOTED_ORIGINS in, or FOOTNOTED_PUBLIC=true to let anyone ask."
        )

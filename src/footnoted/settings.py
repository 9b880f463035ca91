"""Every setting, read once from the environment and `.env`, in one flat frozen class. Only doors and wiring read it."""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from footnoted.domain.errors import Misconfigured

_PREFIX = "FOOTNOTED_"


class Settings(BaseSettings):
    """What can be configured. Our own names start with FOOTNOTED_; vendors' variables keep their names."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, env_file=".env", extra="ignore", frozen=True)

    data_dir: Path = Field(Path(".footnoted"), description="Holds all local state.")
    embedder: str = Field("local:granite-embedding-30m-english", description="provider:model that makes vectors.")
    llm: str = Field("", description="provider:model that writes answers; empty answers in the book's own sentences.")
    site_url: str | None = Field(None, description="Where the book is published; else its generator's config says.")
    host: str = Field("127.0.0.1", description="Address to serve on.")
    port: int = Field(8000, ge=0, le=65535, description="Port to serve on.")
    origins: str = Field("", description="Web origins allowed to call, comma-separated; * stands for any characters.")
    api_keys: str = Field("", description="Keys that may ask, comma-separated.")
    public: bool = Field(False, description="Let anyone ask when serving beyond loopback.")
    root_contract: str = Field("005-rag-agent-api", description="The contract that is also served at /.")
    max_body_bytes: int = Field(2_000_000, ge=1_000, description="Larger request bodies are refused.")
    deadline_seconds: float = Field(30.0, gt=0, allow_inf_nan=False, description="Longest time one question may take.")
    log_level: str = Field("INFO", description="DEBUG, INFO, WARNING or ERROR.")

    qdrant_url: str | None = Field(None, validation_alias="QDRANT_URL", description="A Qdrant server; else embedded.")
    qdrant_api_key: str | None = Field(None, validation_alias="QDRANT_API_KEY", repr=False)
    database_url: str | None = Field(None, validation_alias="DATABASE_URL", repr=False, description="Else SQLite.")

    @property
    def on_loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in {"127.0.0.1", "localhost", "::1"} or self.host.startswith("127.")

    @property
    def database(self) -> str:
        """URL of the database: the configured one, or a SQLite file in the data folder."""
        return self.database_url or f"sqlite:///{self.data_dir / 'footnoted.db'}"


def read_settings(**overrides: Any) -> Settings:
    """Settings from the environment, with the command line's own on top; Misconfigured names the one to mend."""
    _refuse_unknown_names()
    try:
        settings = Settings(**{name: value for name, value in overrides.items() if value is not None})
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "?"
        variable = name if name.isupper() else _PREFIX + name.upper()
        raise Misconfigured(
            f"{variable} is wrong: {first['msg'].lower()}. Set it to a valid value or unset it."
        ) from error
    return settings


def _refuse_unknown_names() -> None:
    known = {_PREFIX + name.upper() for name in Settings.model_fields}
    for name in os.environ:
        if name.startswith(_PREFIX) and name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f" Did you mean {close[0]}?" if close else " See the settings page in the docs."
            raise Misconfigured(f"{name} is not a setting.{hint}")


def refuse_open_doors(settings: Settings) -> None:
    """Serving beyond this machine needs keys, or the explicit word that anyone may ask."""
    if not (settings.on_loopback or settings.api_keys or settings.public):
        raise Misconfigured(
            f"Serving on {settings.host} lets other machines in. Set FOOTNOTED_API_KEYS to keys of your choice, "
            "or FOOTNOTED_PUBLIC=true to let anyone ask."
        )

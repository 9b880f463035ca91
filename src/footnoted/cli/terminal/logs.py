"""The format of the server's log: lines of text, or with FOOTNOTED_LOG_FORMAT=json a JSON object a line."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from footnoted.settings import Settings

_ODD = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line ends of Unicode, changes of direction, halves of characters."""


def set_up_logs(settings: Settings) -> None:
    """Write the log to standard error, as the settings say."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if settings.log_format == "json" else TextFormatter())
    logging.basicConfig(level=settings.log_level, handlers=[handler])
    # As INFO, one tells of every call to Qdrant and to a model, several lines for each answer; the other repeats what a
    # client asked for, in its words.
    if not logging.getLogger().isEnabledFor(logging.DEBUG):
        for name in ("httpx", "mcp"):
            logging.getLogger(name).setLevel(logging.WARNING)


def escaped(text: str, *, keeps_lines: bool = False) -> str:
    """The text without characters that begin a line or that a terminal obeys.

    >>> print(escaped("a\\n2026 INFO b\\x1b[31m\\x9b"))
    a\\n2026 INFO b\\x1b[31m\\x9b
    """
    return _ODD.sub(lambda found: found[0] if keeps_lines and found[0] == "\n" else repr(found[0])[1:-1], text)


class TextFormatter(logging.Formatter):
    """A line of text; what belongs to it, such as a traceback, is indented, so that it cannot be taken for another."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - its name in logging
        return escaped(super().formatMessage(record))

    def formatException(self, given: Any) -> str:  # noqa: N802 - as above
        return "    " + escaped(super().formatException(given), keeps_lines=True).replace("\n", "\n    ")


class JsonFormatter(logging.Formatter):
    """A JSON object a line; lines about a request have its id."""

    def format(self, record: logging.LogRecord) -> str:
        from footnoted.contracts.door.state import REQUEST_ID

        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := REQUEST_ID.get():
            line["request_id"] = str(request_id)
        line |= getattr(record, "request", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        written = json.dumps(line, ensure_ascii=False, default=str)
        return _ODD.sub(lambda found: f"\\u{ord(found[0]):04x}", written)

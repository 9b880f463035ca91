"""The format of the server's log: lines of text, or with FOOTNOTED_LOG_FORMAT=json a JSON object a line."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from footnoted.settings import Settings


def set_up_logs(settings: Settings) -> None:
    """Write the log to standard error, as the settings say."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s")
    handler.setFormatter(JsonFormatter() if settings.log_format == "json" else text)
    logging.basicConfig(level=settings.log_level, handlers=[handler])


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
        return json.dumps(line, ensure_ascii=False, default=str)

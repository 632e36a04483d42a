"""Log formats: short lines for a terminal, or one JSON object per line."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

logger = logging.getLogger("tavolino.server")


def log(event: str, **parts: Any) -> None:
    """Logs an event with its fields."""
    if logger.isEnabledFor(logging.INFO):
        logger.info(event, extra={"parts": parts})


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "parts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class ShortLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        parts = " ".join(_on_one_line(part) for part in getattr(record, "parts", {}).values())
        line = " ".join(filter(None, (at, record.getMessage(), parts)))
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _on_one_line(part: object) -> str:
    text = str(part)
    return text if text.isprintable() else repr(text)


def set_up_logs(as_json: bool) -> None:
    """Configures the root logger, so that the web server's own messages have this format too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else ShortLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logger.setLevel(logging.INFO)

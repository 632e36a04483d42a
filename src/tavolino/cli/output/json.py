"""States, records and standings as JSON data, for ``--json``."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any

from tavolino.cards import Card
from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame, options_of


def as_json(value: Any) -> Any:
    """A state as JSON data: cards become names, tuples become lists."""
    if is_dataclass(value):
        return {f.name: as_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Card):
        return value.name
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: as_json(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple):
        return [as_json(part) for part in value]
    return str(value) if isinstance(value, str) else value


def game_json(game: AnyGame) -> dict[str, Any]:
    return {"game": game.name, "version": game.version, "options": options_of(game)}


def print_json(terminal: Terminal, value: Any) -> None:
    terminal.print_plain(json.dumps(value, ensure_ascii=False))

"""Played games: history, statistics, replay, verification, uploads."""

from tavolino.extras import require

require("server")

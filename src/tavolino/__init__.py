"""Tavolino, a games table: four Italian games to play, compete at, prove and study."""

__version__ = "0.1.0"
"""The only place that tells the version of this package; ``pyproject.toml`` reads it here."""

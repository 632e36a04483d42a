"""Tavolino, a games table: four Italian games to play, compete at, prove and study."""

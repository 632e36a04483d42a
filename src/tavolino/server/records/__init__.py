"""Played games: history, statistics, playback, verification, uploads."""

"""Played games: history, statistics, replay, verification, uploads."""

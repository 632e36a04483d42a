"""Processes and compiled code: the bot pool, and the referee."""

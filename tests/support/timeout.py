"""The time limit of everything that tests wait for."""

TIMEOUT = 120.0
"""Seconds after which a wait has failed. Reached only by a broken test: a busy machine may take
long, the compiler most of all."""

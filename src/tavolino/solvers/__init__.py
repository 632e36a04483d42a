"""Solvers: whether a deal can be won and how, stalls and dead ends, hints.

Importing a solver loads the compiler, which takes a moment, so import it where it is needed.
"""

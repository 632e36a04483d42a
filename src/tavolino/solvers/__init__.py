"""Solvers: whether a deal can be won and how, stalls and dead ends, hints.

Importing a solver imports Numba, which takes a moment: import it inside the function that uses it.
"""

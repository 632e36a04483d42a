"""Games for OpenSpiel, one file per game: those whose entry in the catalogue names one.

Importing this package registers them::

    import pyspiel, tavolino.envs.open_spiel

    game = pyspiel.load_game("tavolino_aftaebr", {"players": 3})
"""

from __future__ import annotations

from tavolino.catalogue import entries

for _entry in entries():
    if _entry.open_spiel:
        _entry.open_spiel.load()

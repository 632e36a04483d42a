"""AFTAEBR and Azul in solitario as OpenSpiel games.

Importing this package registers them::

    import pyspiel, tavolino.envs.open_spiel

    game = pyspiel.load_game("tavolino_aftaebr", {"players": 3})
"""

from __future__ import annotations

import pyspiel

from tavolino.envs.open_spiel import aftaebr, azul_solo

pyspiel.register_game(aftaebr.TYPE, aftaebr.AftaebrGame)
pyspiel.register_game(azul_solo.TYPE, azul_solo.AzulSoloGame)

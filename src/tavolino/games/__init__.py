"""The rules of the four games, one module per game.

``tavolino.catalogue`` finds them by name, together with the games of other installed packages.
"""

from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40

__all__ = ["Aftaebr", "AzulSolo", "NoveColonne", "Solitario40"]

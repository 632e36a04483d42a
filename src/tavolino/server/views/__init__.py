"""A view as a board_view: what a client draws, typed, for JSON.

A board_view is made of a view, never of a state, so that nothing hidden can be in it. The field
``game`` tells which board_view it is. Cards are names such as ``7S``, those nobody has seen ``??``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from tavolino.game import AnyGame
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.server.views.aftaebr import AftaebrPicture, aftaebr_picture
from tavolino.server.views.azul_solo import AzulPicture, azul_picture
from tavolino.server.views.nove_colonne import NoveColonnePicture, nove_colonne_picture
from tavolino.server.views.solitario40 import Solitario40Picture, solitario40_picture

BoardView: TypeAlias = AzulPicture | Solitario40Picture | NoveColonnePicture | AftaebrPicture


def board_view(game: AnyGame, view: Any, is_over: bool | None = None) -> BoardView:
    """``is_over``, if the caller knows: to find out costs more than the rest of the board_view."""
    if isinstance(game, AzulSolo):
        return azul_picture(game, view)
    if isinstance(game, Aftaebr):
        return aftaebr_picture(game, view)
    over = game.actor(view) is None if is_over is None else is_over
    if isinstance(game, NoveColonne):
        return nove_colonne_picture(game, view, over)
    if isinstance(game, Solitario40):
        return solitario40_picture(game, view, over)
    raise TypeError(f"expected a game that has a board_view, got {game.name}")

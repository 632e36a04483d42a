"""Board views: the part of a position that is sent to clients, as JSON.

They are made from a ``Game.view``, never from a state, so they cannot contain anything hidden. The
field ``game`` is the tag of the union. Cards are names such as ``7S``, unseen ones are ``??``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from tavolino.catalogue import entry_of
from tavolino.game import AnyGame
from tavolino.server.views.aftaebr import AftaebrView
from tavolino.server.views.azul_solo import AzulView
from tavolino.server.views.nove_colonne import NoveColonneView
from tavolino.server.views.plain import PlainView
from tavolino.server.views.solitario40 import Solitario40View

BoardView: TypeAlias = AzulView | Solitario40View | NoveColonneView | AftaebrView | PlainView
"""A plug-in game has a ``PlainView``."""


def board_view(game: AnyGame, view: Any, is_over: bool | None = None) -> BoardView:
    """Pass ``is_over`` if it is known: computing it costs more than the rest."""
    board: BoardView = entry_of(game.name).view.load()(game, view, is_over)
    return board

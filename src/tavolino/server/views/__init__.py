"""What of a position goes to a client, typed, for JSON.

It is made of a view, never of a state, so that nothing hidden can be in it. The field ``game``
tells which kind it is. Cards are names such as ``7S``, those nobody has seen ``??``.
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
"""Everything that clients can draw: a game of another package is a ``PlainView``."""


def board_view(game: AnyGame, view: Any, is_over: bool | None = None) -> BoardView:
    """``is_over``, if the caller knows: to find out costs more than the rest."""
    shown: BoardView = entry_of(game.name).view.load()(game, view, is_over)
    return shown

"""A view as a picture: what a client draws, typed, for JSON.

A picture is made of a view, never of a state, so that nothing hidden can be in it. The field
``game`` tells which picture it is. Cards are names such as ``7S``, those nobody has seen ``??``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from tavolino.game import AnyGame
from tavolino.server.pictures.aftaebr import AftaebrPicture, aftaebr_picture
from tavolino.server.pictures.azul_solo import AzulPicture, azul_picture
from tavolino.server.pictures.nove_colonne import NoveColonnePicture, nove_colonne_picture
from tavolino.server.pictures.solitario40 import Solitario40Picture, solitario40_picture

Picture: TypeAlias = AzulPicture | Solitario40Picture | NoveColonnePicture | AftaebrPicture

PICTURES: dict[str, Callable[[Any, Any], Picture]] = {
    "azul_solo": azul_picture,
    "solitario40": solitario40_picture,
    "nove_colonne": nove_colonne_picture,
    "aftaebr": aftaebr_picture,
}


def picture(game: AnyGame, view: Any) -> Picture:
    return PICTURES[game.name](game, view)

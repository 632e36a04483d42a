"""The environments of one board, by game: options of the rules are keyword arguments."""

from __future__ import annotations

from typing import Any

from tavolino.envs.board_env import BoardEnv
from tavolino.envs.boards import AzulSoloBoard, NoveColonneBoard, Solitario40Board
from tavolino.envs.codecs.azul_solo import AzulSoloCodec
from tavolino.envs.codecs.nove_colonne import NoveColonneCodec
from tavolino.envs.codecs.solitario40 import Solitario40Codec
from tavolino.envs.options import game_of
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40


def solitario40(render_mode: str | None = None, **options: Any) -> BoardEnv:
    game = game_of(Solitario40, options)
    return BoardEnv(game, Solitario40Codec(game), Solitario40Board(game), render_mode)


def nove_colonne(render_mode: str | None = None, **options: Any) -> BoardEnv:
    game = game_of(NoveColonne, options)
    return BoardEnv(game, NoveColonneCodec(game), NoveColonneBoard(game), render_mode)


def azul_solo(render_mode: str | None = None, **options: Any) -> BoardEnv:
    game = game_of(AzulSolo, options)
    return BoardEnv(game, AzulSoloCodec(game), AzulSoloBoard(game), render_mode)

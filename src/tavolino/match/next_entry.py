"""What chance or the referee has to enter next."""

from __future__ import annotations

from typing import TypeVar

from tavolino.catalogue import entry_of
from tavolino.chance import Rng
from tavolino.contest import WINNABLE
from tavolino.game import CHANCE, REFEREE, IllegalMoveError, Stop
from tavolino.match.board import Board
from tavolino.match.entry import Call, Entry, Lots
from tavolino.match.referee import Referee, by_the_rules
from tavolino.match.state import MatchState

S = TypeVar("S")
M = TypeVar("M")

STREAMS_PER_GAME = 1 << 32
"""Each new game after a tie has as many streams of the seed to itself."""
LOTS_STREAM = (1 << 64) - 1
"""The stream of the seed from which lots are drawn."""


def due(match: MatchState[S, M], referee: Referee = by_the_rules) -> Entry[M] | None:
    """The entry that chance or the referee has to make before any player's next entry."""
    if len(match.boards) > 1 and not match.lots:
        return Entry(CHANCE, None, Lots(_rng(match, LOTS_STREAM).shuffled(range(match.players))))
    for number, board in enumerate(match.boards):
        if match.actor(number) == CHANCE:
            # The k-th event of every board draws from stream k: all players get the same deal.
            stream = match.new_games * STREAMS_PER_GAME + board.chances
            return Entry(CHANCE, number, _chance_move(match, board, stream, referee))
    return _ruling(match, referee) or (
        Entry(REFEREE, None, Call.NEW_GAME) if match.needs_new_game() else None
    )


def _chance_move(match: MatchState[S, M], board: Board[S], stream: int, referee: Referee) -> M:
    if match.contest is None or match.contest.deals != WINNABLE:
        return match.game.chance_move(board.state, _rng(match, stream))
    _rng(match, stream)
    # A deal that needs a search is a question too: a referee with a small budget refuses it.
    referee(match.game, board.history)
    deal: M = entry_of(match.game.name).winnable_deal.load()(match.game, match.seed, stream)
    return deal


def _rng(match: MatchState[S, M], stream: int) -> Rng:
    if match.seed is None:
        raise IllegalMoveError("the seed of this match is not known, so chance cannot act")
    return Rng(match.seed, stream)


def _ruling(match: MatchState[S, M], referee: Referee) -> Entry[M] | None:
    """A stall can only follow from the last entry, so only its board is checked."""
    last = match.log[-1] if match.log else None
    if last is None or last.board is None or isinstance(last.act, Stop):
        return None
    board = match.boards[last.board]
    if board.has_call:
        return None
    stop = referee(match.game, board.history)
    return Entry(REFEREE, last.board, stop) if stop else None

"""What many tests need: every game with every option, and random matches."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

from noughts_and_crosses import State as NoughtsState

from tavolino.cards import DECK_40, DECK_52, Pile
from tavolino.chance import deal_seed
from tavolino.contest import Contest
from tavolino.game import AnyGame
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.aftaebr import State as AftaebrState
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.azul_solo import State as AzulState
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.nove_colonne import State as NoveState
from tavolino.games.solitario40 import Solitario40
from tavolino.games.solitario40 import State as SolitarioState
from tavolino.match import Match, new_match, settle
from tavolino.record import Record

EVERY_GAME: tuple[AnyGame, ...] = (
    AzulSolo(),
    AzulSolo(marker_home="first_round_only"),
    *(Solitario40(*o) for o in product((40, 52), (3, 1), ("king", "any"))),
    NoveColonne(),
    Aftaebr(2),
    Aftaebr(3),
    Aftaebr(4, time_limit=90),
)
ONE_SEAT = tuple(game for game in EVERY_GAME if game.seats == 1)


def start_match(game: AnyGame, number: int, *, boards: int = 1, **more: Any) -> Match[Any, Any]:
    """A match in which the first player is to move."""
    return settle(new_match(game, deal_seed(number), boards=boards, **more))


def play_randomly(match: Match[Any, Any], rnd: Random, plies: int) -> Match[Any, Any]:
    """The match after some random moves by any player who may move."""
    for _ in range(plies):
        open_boards = [i for i in range(len(match.boards)) if not match.is_board_over(i)]
        if not open_boards:
            break
        board = rnd.choice(open_boards)
        state = match.boards[board].state
        seat = match.game.actor(state)
        assert seat is not None and seat >= 0
        move = rnd.choice(match.game.legal_moves(state))
        match = match.move(board * match.game.seats + seat, move)
    return match


def record_of(match: Match[Any, Any], origin: Any) -> Record:
    return Record(match, tuple(f"Giocatore {n + 1}" for n in range(match.players)), origin)


def three_way_contest(game: AnyGame, number: int, **rules: Any) -> Match[Any, Any]:
    return start_match(game, number, boards=3, contest=Contest(**rules))


def material(state: Any) -> Counter[Any]:
    """Every card, tile or piece of the position."""
    if isinstance(state, AzulState):
        heaps = (*state.trays, *state.lines, *state.wall)
        out = "".join(heaps) + state.centre + state.floor + state.discards + state.pile
        return Counter((out + state.bag).replace("M", ""))
    if isinstance(state, AftaebrState):
        laid = Counter(piece.number for stack in state.board for piece in stack)
        for hand in state.hands:
            laid.update(dict(enumerate(hand, 1)))
        return laid
    if isinstance(state, NoughtsState):
        return Counter(cells=len(state.cells))
    assert isinstance(state, SolitarioState | NoveState)
    on_bases = [card for card in whole_deck(state) if card.rank <= state.bases[card.suit]]
    loose = state.reserve if isinstance(state, NoveState) else state.mazzetto + state.mazzo
    return Counter(card for pile in (*state.columns, loose, on_bases) for card in pile if card)


def face_up(state: Any) -> Counter[Any]:
    """What is face up in a position."""
    if isinstance(state, AzulState):
        return material(state._replace(bag=""))
    if isinstance(state, AftaebrState | NoughtsState):
        return material(state)
    assert isinstance(state, SolitarioState | NoveState)
    columns = tuple(c[h:] for c, h in zip(state.columns, state.hidden, strict=True))
    on_bases = [card for card in whole_deck(state) if card.rank <= state.bases[card.suit]]
    loose = state.reserve if isinstance(state, NoveState) else state.mazzetto
    return Counter(card for pile in (*columns, loose, on_bases) for card in pile if card)


def whole_deck(state: SolitarioState | NoveState) -> Pile:
    is_40 = isinstance(state, SolitarioState) and state.size == 40
    return DECK_40 if is_40 else DECK_52

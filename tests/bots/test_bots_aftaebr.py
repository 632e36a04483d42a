"""The bots of AFTAEBR: what each promises, checked by the plain rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from tavolino.bots import bots_of
from tavolino.bots.advice import advise
from tavolino.bots.aftaebr.endgame import EndgameSearch
from tavolino.bots.aftaebr.lookahead import CAPTURES, GIVING, LATER, LOOK, THREATS, look_around
from tavolino.bots.aftaebr.search import SearchBot
from tavolino.bots.arena import play_game
from tavolino.bots.bot import Bot, seed_of
from tavolino.chance import Rng, deal_seed
from tavolino.games.aftaebr import CELLS, NEIGHBOURS, Aftaebr, Colour, Move, Piece, Place, State
from tavolino.kernels.aftaebr import bit_of, pack, pack_move

AFTAEBR = bots_of("aftaebr")
CHEAP = ("random", "greedy", "safe", "facile")


@cache
def line(players: int, number: int) -> tuple[State, ...]:
    """The positions of a random game in which somebody is to place."""
    game, rnd = Aftaebr(players), Random(number)
    state = game.apply(game.start(), game.chance_move(game.start(), Rng(deal_seed(number), 0)))
    positions = []
    while game.actor(state) is not None:
        if None not in state.colours:
            positions.append(state)
        state = game.apply(state, rnd.choice(game.legal_moves(state)))
    return tuple(positions)


@cache
def careful_line(players: int) -> tuple[State, ...]:
    """The same of a game in which all are careful, so that captures are still to be avoided."""
    game, states = Aftaebr(players), [line(players, 5)[0]]
    while game.actor(states[-1]) is not None:
        states.append(game.apply(states[-1], chosen("safe", states[-1])))
    return tuple(states[:-1])


def some_positions(every: int) -> list[State]:
    return [s for players in (2, 3, 4) for s in line(players, 5)[::every]]


def game_of(state: State) -> Aftaebr:
    return Aftaebr(len(state.hands))


def chosen(bot: str | Bot, state: State, seed: int = 1) -> Move:
    player = AFTAEBR[bot] if isinstance(bot, str) else bot
    assert state.turn is not None
    move: Move = player.choose(game_of(state), state, state.turn, seed_of(seed))
    return move


def captured(state: State, move: Move) -> int:
    return game_of(state).apply(state, move).note.captured


def most_captured(state: State) -> int:
    return max((captured(state, move) for move in game_of(state).legal_moves(state)), default=0)


def leaves_a_capture(state: State, move: Move) -> bool:
    after = game_of(state).apply(state, move)
    return after.turn not in (None, state.turn) and most_captured(after) > 0


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", CHEAP)
def test_no_bot_plays_an_illegal_move(name: str, players: int) -> None:
    """The gate of the match would refuse it."""
    for number in range(1, 6):
        played = play_game(
            Aftaebr(players), [AFTAEBR[name]] * players, deal_seed(number), (0,) * players
        )
        assert len(played.winners) >= 1 and played.moves > 32


@pytest.mark.parametrize("name", AFTAEBR)
def test_the_same_seed_chooses_the_same_move_and_nothing_is_changed(name: str) -> None:
    bot = SearchBot(150) if name == "maestro" else AFTAEBR[name]
    for state in some_positions(20):
        before = str(state)
        move = chosen(bot, state)
        assert move in game_of(state).legal_moves(state)
        assert chosen(bot, state) == move
        assert str(state) == before


@pytest.mark.parametrize("name", ["random", "greedy", "safe"])
def test_other_seeds_choose_other_moves(name: str) -> None:
    state = line(2, 5)[3]
    assert len({chosen(name, state, seed) for seed in range(30)}) > 5


def test_greedy_captures_when_it_can_and_most() -> None:
    chances = 0
    for state in some_positions(1):
        most = most_captured(state)
        assert captured(state, chosen("greedy", state)) == most
        chances += most > 0
    assert chances > 10


def test_safe_captures_and_leaves_no_capture_if_it_can_avoid_it() -> None:
    avoided = 0
    for state in [*some_positions(8), *careful_line(3)[::9]]:
        move = chosen("safe", state)
        assert captured(state, move) == most_captured(state)
        if not captured(state, move):
            leaves = [leaves_a_capture(state, m) for m in game_of(state).legal_moves(state)]
            assert leaves_a_capture(state, move) == all(leaves)
            avoided += any(leaves) and not all(leaves)
    assert avoided > 5


def kinds(state: State, move: Place) -> list[int]:
    look = np.zeros(LOOK, np.int64)
    look_around(pack(state).core, look)
    bit, at = bit_of(move.cell), move.number - 1
    return [kind for kind in range(0, LOOK, 4) if look[kind + at] >> bit & 1]


def test_a_look_sorts_all_placements() -> None:
    """By the rules; while the player keeps a piece."""
    for state in some_positions(11):
        assert state.turn is not None
        if sum(state.hands[state.turn]) > 1:
            for move in game_of(state).legal_moves(state):
                assert isinstance(move, Place)
                (kind,) = kinds(state, move)
                assert (kind == CAPTURES) == (captured(state, move) > 0)
                assert (kind == GIVING) == leaves_a_capture(state, move)


def test_a_look_knows_who_could_end_what_a_placement_opens() -> None:
    seen = set()
    for state in [*careful_line(2)[40:], *careful_line(3)[30::3]]:
        game, seat = game_of(state), state.turn
        assert seat is not None
        for move in game.legal_moves(state):
            assert isinstance(move, Place)
            (kind,) = kinds(state, move)
            if kind in (THREATS, LATER):
                seen.add(kind)
                after = game.apply(state, move)
                able = {
                    other
                    for other in range(game.players)
                    if any(after.hands[other]) and most_captured(replace(after, turn=other))
                }
                assert (seat in able) if kind == THREATS else able - {seat}
    assert seen == {THREATS, LATER}


# Ends


def ending(hands: str, rows: list[str], players: int = 2, turn: int = 1) -> State:
    """A position with these hands; what else there would be lies under the last cell's piece."""
    game = Aftaebr(players)
    held = [tuple(map(int, hand.split())) for hand in hands.split(", ")]
    cells = " / ".join(rows).split(" ")
    buried = ""
    for number in (1, 2, 3, 4):
        shown = sum(cell.count(str(number)) for cell in cells)
        missing = 8 * players - shown - sum(hand[number - 1] for hand in held)
        buried += f"{number}A" * missing
    cells[-1] = buried + (cells[-1] if cells[-1] != "." else "")
    colours = "verde azzurro fucsia arancione".split()[:players]
    black = " ".join(map(str, range(players, 0, -1)))
    text = f"{black} | {' '.join(colours)} | {hands} | {turn} | {' '.join(cells)}"
    return game.parse_state(f"{text} | captured 0 passed -")


def plain_winners(
    game: Aftaebr, state: State, known: dict[State, frozenset[int]]
) -> frozenset[int]:
    """Max^n by the rules: the winners with best play. Winning alone cannot be bettered."""
    seat = game.actor(state)
    if seat is None:
        return frozenset(game.winners(state))
    if state not in known:
        results = []
        for move in game.legal_moves(state):
            results.append(plain_winners(game, game.apply(state, move), known))
            if results[-1] == {seat}:
                break
        known[state] = max(
            results, key=lambda won: ((seat in won) / len(won), -sum(1 << s for s in won))
        )
    return known[state]


def small_endings(players: int, pieces: int) -> list[State]:
    """The last positions of careful games with so few pieces in all hands."""
    found = []
    for number in range(1, 9):
        game = Aftaebr(players)
        state = game.apply(game.start(), game.chance_move(game.start(), Rng(deal_seed(number), 0)))
        while game.actor(state) is not None:
            if sum(map(sum, state.hands)) == pieces:
                found.append(state)
                break
            state = game.apply(state, chosen("safe", state, number))
    return found


@pytest.mark.parametrize(("players", "pieces"), [(2, 2), (2, 3), (3, 3), (4, 4)])
def test_the_end_is_solved_as_by_plain_search(players: int, pieces: int) -> None:
    endings = small_endings(players, pieces)
    assert len(endings) >= 3
    for state in endings:
        won = EndgameSearch().winners(pack(state), 1_000_000)
        expected = plain_winners(Aftaebr(players), state, {})
        assert {seat for seat in range(players) if won >> seat & 1} == expected


def test_an_end_that_is_too_long_stays_unsolved() -> None:
    state = line(2, 5)[4]
    assert EndgameSearch().winners(pack(state), 50) == 0
    assert EndgameSearch().winning_move(pack(state), 50) is None


def forced_win() -> State:
    """A 4 on a2 makes 4-3-2 in column a. The other player has only 3s, which may cover none of
    the three, nor keep the 1 from a5: there the first player ends the sequence."""
    rows = [". . . . . .", ". . . . . .", "3A . . . . .", "2A . . . . ."]
    return ending("1 0 0 1, 0 0 2 0", [*rows, ". . . . . .", ". . . . . ."])


def test_there_is_one_winning_move_in_the_forced_win() -> None:
    game, state = Aftaebr(2), forced_win()
    known: dict[State, frozenset[int]] = {}
    winning = [
        str(move)
        for move in game.legal_moves(state)
        if plain_winners(game, game.apply(state, move), known) == {0}
    ]
    assert winning == ["4@a2"]


@pytest.mark.parametrize("name", ["difficile", "maestro"])
def test_a_forced_win_is_found(name: str) -> None:
    assert EndgameSearch().winning_move(pack(forced_win()), 2000) == pack_move(Place(6, 4))
    for seed in (1, 2, 3):
        assert str(chosen(name, forced_win(), seed)) == "4@a2"


def test_a_forced_win_is_found_by_the_tree_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavolino.bots.aftaebr.search.FEW_PIECES", 0)
    for seed in (1, 2, 3):
        assert str(chosen(SearchBot(300), forced_win(), seed)) == "4@a2"


# Budgets


def counting(limit: int) -> tuple[list[int], Callable[[], bool]]:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(len(asked))
        return len(asked) >= limit

    return asked, stop


def test_a_search_that_is_stopped_moves_at_once() -> None:
    state, (asked, stop) = line(2, 5)[10], counting(3)
    assert state.turn is not None
    move = SearchBot(1_000_000_000).choose(Aftaebr(2), state, state.turn, seed_of(1), stop)
    assert move in Aftaebr(2).legal_moves(state)
    assert len(asked) == 3


def test_a_search_ends_when_its_time_is_over() -> None:
    state = line(2, 5)[10]
    move = chosen(SearchBot(1_000_000_000, seconds=0.01), state)
    assert move in Aftaebr(2).legal_moves(state)


def test_a_search_stops_by_itself_when_all_is_proven() -> None:
    asked, stop = counting(1_000_000)
    state = small_endings(2, 3)[0]
    assert state.turn is not None
    SearchBot(1_000_000_000).choose(Aftaebr(2), state, state.turn, seed_of(1), stop)
    assert len(asked) < 1000


def test_more_simulations_play_better() -> None:
    """Ten games from the front and ten from the back: chance alone gives 17 once in 800."""
    won = 0
    for number in range(1, 21):
        seats = [SearchBot(150), AFTAEBR["greedy"]]
        seating = (0, 1) if number % 2 else (1, 0)
        bots = [seats[at] for at in seating]
        played = play_game(Aftaebr(2), bots, deal_seed((number + 1) // 2), seating)
        won += [seating[winner] for winner in played.winners] == [0]
    assert won >= 17


@pytest.mark.parametrize("name", ["facile", "medio", "difficile"])
def test_a_tall_stack_is_not_built_on_without_need(name: str) -> None:
    """All stacks but those of the last row have three pieces; a 2 may go on any of them."""
    stack = (Piece(2, 0), Piece(2, 1), Piece(2, 0))
    board = tuple(stack if cell < 30 else (Piece(2, 1),) for cell in CELLS)
    state = State(((4, 4, 4, 4),) * 2, board, (4, 3), (Colour.VERDE, Colour.FUCSIA), 0)
    for seed in range(5):
        move = chosen(name, state, seed)
        assert isinstance(move, Place) and move.cell >= 30


@pytest.mark.parametrize("name", ["medio", "difficile"])
def test_the_opening_is_that_of_a_person(name: str) -> None:
    """Beside other pieces, on empty cells, with many numbers; and it is not always the same."""
    openings = []
    for number in (1, 2, 3):
        game, state = Aftaebr(2), line(2, number)[0]
        placed: list[Place] = []
        for ply in range(12):
            move = chosen(name, state, 100 * number + ply)
            assert isinstance(move, Place) and not state.board[move.cell]
            placed.append(move)
            state = game.apply(state, move)
        beside = [any(state.board[cell] for cell in NEIGHBOURS[one.cell]) for one in placed]
        assert beside.count(True) >= 10
        assert len({one.number for one in placed}) >= 3
        openings.append(tuple(placed))
    assert len(set(openings)) == 3


def advised(**tops: int) -> tuple[Move, list[str]]:
    """The hint for the player to move, with these numbers on the board: ``b1=2``."""
    cells = {"abcdef".index(name[0]) + 6 * (int(name[1]) - 1): n for name, n in tops.items()}
    board = tuple((Piece(cells[cell], 1),) if cell in cells else () for cell in CELLS)
    state = State(((4, 4, 4, 4),) * 2, board, (4, 3), (Colour.VERDE, Colour.FUCSIA), 0)
    (hint,) = advise(Aftaebr(), state, 0)
    return hint.move, [str(one.key) for one in hint.reasons]


def test_a_hint_says_what_the_move_does() -> None:
    move, why = advised(a1=1, b1=2, c1=3)
    assert str(move) == "4@d1" and why == ["hint.captures"]
    assert advised(c3=1)[1] == ["hint.safe"]


def test_a_hint_says_what_the_move_prevents() -> None:
    """No 4 in hand: the others' capture on d1 can only be prevented."""
    board = tuple((Piece(cell + 1, 1),) if cell < 3 else () for cell in CELLS)
    state = State(((4, 4, 4, 0), (4, 4, 4, 4)), board, (4, 3), (Colour.VERDE, Colour.FUCSIA), 0)
    (hint,) = advise(Aftaebr(), state, 0)
    assert [(one.key, one.values) for one in hint.reasons] == [("hint.prevents", {"cells": "d1"})]

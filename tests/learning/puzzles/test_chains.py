"""Chains of captures: every claim of the shipped ones again, by the plain rules and the kernel."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice

import numpy as np
import pytest

from tavolino.bots.aftaebr.simple import rate_moves
from tavolino.chance import Rng
from tavolino.game import Seat, dealt
from tavolino.games.aftaebr import Aftaebr, State
from tavolino.kernels.aftaebr import CAPTURED, MAX_MOVES, TURN, Position, apply, moves, pack, undo
from tavolino.kernels.aftaebr import unpack_move as move_of
from tavolino.learning.puzzles.aftaebr import chain_search
from tavolino.learning.puzzles.aftaebr.chain_search import captures, capturing
from tavolino.learning.puzzles.attempt import Attempt, Verdict, begin
from tavolino.learning.puzzles.files import shipped
from tavolino.learning.puzzles.judging import proceed
from tavolino.learning.puzzles.make import check_puzzle
from tavolino.learning.puzzles.puzzle import PuzzleError, Theme, position_of
from tavolino.learning.puzzles.sentences import hint, progress, refutation

GAME = Aftaebr()
CHAINS = [puzzle for puzzle in shipped("aftaebr") if puzzle.theme is Theme.CHAIN]
SAMPLE = CHAINS[::6]


@cache
def most_by_the_rules(state: State, seat: Seat) -> int:
    """The most pieces that captures of ``seat`` take before one placement takes none."""
    if GAME.actor(state) != seat:
        return 0
    afters = [GAME.apply(state, move) for move in GAME.legal_moves(state)]
    taking = [after for after in afters if after.note.captured]
    return max((one.note.captured + most_by_the_rules(one, seat) for one in taking), default=0)


def totals_by_the_rules(state: State) -> dict[str, int]:
    """For every placement, what a turn that begins with it takes at most."""
    seat, totals = GAME.actor(state), dict[str, int]()
    assert seat is not None
    for move in GAME.legal_moves(state):
        after = GAME.apply(state, move)
        captured = after.note.captured
        totals[str(move)] = captured and captured + most_by_the_rules(after, seat)
    return totals


def totals_by_the_kernel(position: Position) -> dict[str, int]:
    core, stacks, trail = position
    out, seat, totals = np.zeros(MAX_MOVES, np.int64), core[TURN], dict[str, int]()
    for move in out[: moves(core, out)]:
        apply(core, stacks, trail, move)
        totals[str(move_of(int(move)))] = captured = int(core[CAPTURED])
        if captured and core[TURN] == seat:
            totals[str(move_of(int(move)))] += max(totals_by_the_kernel(position).values())
        undo(core, stacks, trail)
    return totals


def test_all_that_are_shipped_are_proved_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(CHAINS) >= 40
    for puzzle in CHAINS:
        check_puzzle(puzzle)
        assert position_of(puzzle).note.captured == 0, "a turn begins here"
        assert {"greedy", "safe"} <= set(puzzle.fails)
    with capsys.disabled():
        print(f" aftaebr: all {len(CHAINS)} chains proved", end="")


def test_one_placement_alone_leads_to_the_most_by_the_plain_rules() -> None:
    for puzzle in SAMPLE:
        totals = totals_by_the_rules(position_of(puzzle))
        assert sum(total > 0 for total in totals.values()) == len(puzzle.traps) + 1
        assert all(totals[trap] > 0 for trap in puzzle.traps)
        assert totals.pop(puzzle.line[0]) == int(puzzle.key) > max(totals.values())


def test_the_kernel_finds_the_same_chains() -> None:
    for puzzle in SAMPLE:
        state = position_of(puzzle)
        assert totals_by_the_kernel(pack(state)) == totals_by_the_rules(state)


def test_neither_greedy_nor_safe_may_choose_the_key() -> None:
    """They choose among the placements that they rate best: the key is none of these."""
    out, rates = np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_MOVES, np.int64)
    for puzzle in CHAINS:
        for looks_on in (False, True):
            count = rate_moves(*pack(position_of(puzzle)), out, rates, looks_on)
            best = out[:count][rates[:count] == rates[:count].max()]
            assert puzzle.line[0] not in [str(move_of(int(move))) for move in best]


@pytest.mark.parametrize("deal", range(1, 3))
def test_the_captures_of_a_game_are_all_found(deal: int) -> None:
    state, rng, compared = dealt(GAME, deal), Rng(b"any placements", deal), 0
    while GAME.actor(state) is not None and compared < 60:
        legal = GAME.legal_moves(state)
        if None not in state.colours:
            taking = [move for move in legal if GAME.apply(state, move).note.captured]
            assert capturing(state) == taking
            totals = totals_by_the_rules(state)
            assert {str(one.move): one.total for one in captures(state)} == {
                text: total for text, total in totals.items() if total
            }
            compared += 1
            quiet = [move for move in legal if move not in taking]
            legal = quiet or legal
        state = GAME.apply(state, legal[rng.below(len(legal))])
    assert compared == 60


def expected(attempt: Attempt) -> Verdict:
    """What the brute force says about an attempt that was open before its last placement."""
    wanted, state = int(attempt.puzzle.key), attempt.state
    rest = most_by_the_rules(state, attempt.seat) if state.note.captured else 0
    if attempt.taken >= wanted:
        return Verdict.SOLVED
    return Verdict.OPEN if attempt.taken + rest >= wanted else Verdict.FAILED


def test_every_placement_of_every_turn_is_judged_as_the_rules_say() -> None:
    """Not the stored line decides, but whether the rest of the turn can take what is missing."""
    seen, other_ways = set[Verdict](), 0
    for puzzle in SAMPLE[:6]:
        attempts = [begin(puzzle)]
        for attempt in islice(attempts, 12):  # it grows
            for move in attempt.game.legal_moves(attempt.state):
                after = proceed(attempt, str(move))
                assert after.verdict is expected(after)
                seen.add(after.verdict)
                other_ways += after.verdict is Verdict.SOLVED and after.played != puzzle.line
                attempts += [after] if after.verdict is Verdict.OPEN else []
    assert seen == set(Verdict) and other_ways


def test_hints_progress_and_refutations_tell_the_numbers() -> None:
    for puzzle in SAMPLE:
        wanted, start = int(puzzle.key), begin(puzzle)
        assert hint(start)[1] is None and not list(progress(start))
        for trap in puzzle.traps:
            (told,) = refutation(start, trap)
            most = totals_by_the_rules(start.state)[trap]
            assert told.key == "puzzle.wrong_chain" and told.values == {
                "most": most,
                "pieces": wanted,
            }
        attempt = proceed(start, puzzle.line[0])
        quiet = next(text for text, n in totals_by_the_rules(attempt.state).items() if not n)
        (told,) = refutation(attempt, quiet)
        taken = attempt.state.note.captured
        assert told.key == "puzzle.wrong_chain_end"
        assert told.values == {"taken": taken, "pieces": wanted}
        while attempt.verdict is Verdict.OPEN:
            (told,) = progress(attempt)
            assert told.values == {"taken": attempt.taken, "pieces": wanted}
            move = hint(attempt)[1]
            assert move is not None, "from here on a hint points at a placement"
            attempt = proceed(attempt, move)
        assert attempt.verdict is Verdict.SOLVED and attempt.taken == wanted


def test_wrong_ones_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = CHAINS[-1]
    first, *rest = puzzle.line
    wrong = {
        "expected 99 pieces": replace(puzzle, key="99"),
        "expected many pieces": replace(puzzle, key="many"),
        f"got {first}": replace(puzzle, line=(puzzle.traps[0], *rest)),
        f"{puzzle.id}: expected .*, got {first}": replace(puzzle, line=()),
        "a line that solves it": replace(puzzle, line=(first,)),
        "the beginning of a turn": replace(puzzle, moves=(*puzzle.moves, first), line=tuple(rest)),
    }
    for why, one in wrong.items():
        with pytest.raises(PuzzleError, match=why):
            check_puzzle(one)
    monkeypatch.setattr(chain_search, "MOST_POSITIONS", 2)
    with pytest.raises(PuzzleError, match="at most 2 positions"):
        check_puzzle(puzzle)

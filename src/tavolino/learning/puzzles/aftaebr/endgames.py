"""Puzzles of AFTAEBR: endgames, searched to the last piece, with one placement that wins.

The line goes on while a reply of the opponent leaves one winning placement again. Of the endgames
of a deal the hardest is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tavolino.bots.aftaebr.endgame import EndgameSearch
from tavolino.bots.aftaebr.simple import SafeBot
from tavolino.bots.bot import seed_of
from tavolino.chance import Rng
from tavolino.game import Seat, dealt
from tavolino.games.aftaebr import Aftaebr, Place, State
from tavolino.kernels.aftaebr import pack
from tavolino.learning.puzzles.grading import graded
from tavolino.learning.puzzles.puzzle import Puzzle, PuzzleError, Theme, play, position_of

GAME = Aftaebr()
BUDGET = 60_000
"""Positions of one search to the last piece."""
LEAST_CHOICES = 5
MOST_LINE = 7
CAREFUL = SafeBot()
CARELESS_PIECES = 24
"""In both hands; from then on nobody captures, so that there is something to win."""
ROOT_PIECES = 6
"""In both hands, where the endgames begin; with more, few are decided within the budget."""
PLIES, POSITIONS = 3, 40
"""How far from there, and how many positions at each distance are looked at."""
MOST_TRIED, MOST_REPLIES = 6, 8
"""Endgames whose lines are compared; replies of the opponent that are compared."""


class Found(NamedTuple):
    """An endgame with one winning placement."""

    moves: tuple[str, ...]
    state: State
    key: Place
    traps: tuple[str, ...]
    """Captures that do not win."""

    @property
    def is_plain(self) -> bool:
        """The only capture wins: easy to see."""
        return GAME.apply(self.state, self.key).note.captured > 0 and not self.traps


def find(deal: int) -> Puzzle | None:
    """The hardest puzzle that is found at the end of a game of this deal."""
    search, plain, subtle = EndgameSearch(), list[Found](), list[Found]()
    for state, moves in _positions(deal):
        if len(GAME.legal_moves(state)) < LEAST_CHOICES:
            continue
        if only := only_win(state, search):
            one = Found(moves, state, *only)
            (plain if one.is_plain else subtle).append(one)
    tried = (subtle or plain)[:MOST_TRIED]
    puzzles = [_puzzle(deal, one, search) for one in tried]
    return max(filter(None, puzzles), key=lambda puzzle: puzzle.grade, default=None)


def _puzzle(deal: int, found: Found, search: EndgameSearch) -> Puzzle | None:
    """None if a search of its own, as the proof does it, leaves something undecided."""
    line, choices = winning_line(found.state, search)
    theme = theme_of(found.state, line)
    puzzle = Puzzle(
        GAME.name, deal, found.moves, theme, line[0], tuple(line), tuple(map(str, found.traps))
    )
    try:
        prove(puzzle)
    except PuzzleError:
        return None
    return graded(puzzle, choices)


def theme_of(state: State, line: list[str]) -> Theme:
    seat, after = GAME.actor(state), play(GAME, state, line[0])
    if not after.note.captured:
        return Theme.QUIET
    return Theme.EXTRA_TURN if len(line) > 1 and GAME.actor(after) == seat else Theme.CAPTURE


def _positions(deal: int) -> Iterator[tuple[State, tuple[str, ...]]]:
    """The end of a game, and some of the positions that can follow, with the moves so far."""
    level, rng = [_ending(deal)], Rng(seed_of("puzzle", GAME.name, deal), 0)
    for _ in range(PLIES + 1):
        yield from level
        following = [
            (GAME.apply(state, move), (*moves, str(move)))
            for state, moves in level
            for move in GAME.legal_moves(state)
        ]
        open_ones = [one for one in following if GAME.actor(one[0]) is not None]
        count = min(POSITIONS, len(open_ones))
        level = [open_ones.pop(rng.below(len(open_ones))) for _ in range(count)]


def _ending(deal: int) -> tuple[State, tuple[str, ...]]:
    """Careful bots play; towards the end they place any piece and capture nothing."""
    state, moves = dealt(GAME, deal), list[str]()
    while (actor := GAME.actor(state)) is not None:
        pieces = sum(map(sum, state.hands))
        if pieces <= ROOT_PIECES:
            break
        seed = seed_of("puzzle", GAME.name, deal, len(moves))
        if pieces > CARELESS_PIECES:
            move = CAREFUL.choose(GAME, state, actor, seed)
        else:
            move = careless(state, actor, Rng(seed, 0))
        moves.append(str(move))
        state = GAME.apply(state, move)
    return state, tuple(moves)


def careless(state: State, actor: Seat, rng: Rng) -> Any:
    """Any piece of the hand: bots place the twos and threes first, which fit in more places."""
    legal, hand = GAME.legal_moves(state), state.hands[actor]
    quiet = [move for move in legal if not GAME.apply(state, move).note.captured] or legal
    pieces = [number for number, count in enumerate(hand, 1) for _ in range(count)]
    number = pieces[rng.below(len(pieces))]
    chosen = [move for move in quiet if getattr(move, "number", 0) == number] or quiet
    return chosen[rng.below(len(chosen))]


def prove(puzzle: Puzzle) -> None:
    """Raises ``PuzzleError`` unless each placement of the line is the only one that wins."""
    state = position_of(puzzle)
    seat = GAME.actor(state)
    for at, text in enumerate(puzzle.line):
        if GAME.actor(state) == seat:
            only = only_win(state)
            if only is None or str(only[0]) != text:
                raise PuzzleError(f"{puzzle.id}: expected {text} as move {at + 1}, got {only}")
        state = play(GAME, state, text)


def only_win(
    state: State, search: EndgameSearch | None = None
) -> tuple[Any, tuple[str, ...]] | None:
    """The only placement after which the player to move wins alone; and captures that do not."""
    seat, search = GAME.actor(state), search or EndgameSearch()
    assert seat is not None and seat >= 0, "a player is to move"
    found: list[Any] = []
    traps: list[str] = []
    for move in GAME.legal_moves(state):
        after = GAME.apply(state, move)
        won = _winners(after, search)
        if not won:
            return None
        if won == 1 << seat:
            found.append(move)
            if len(found) > 1:
                return None
        elif after.note.captured:
            traps.append(str(move))
    return (found[0], tuple(traps)) if found else None


def _winners(state: State, search: EndgameSearch) -> int:
    """As bits; 0 if the budget was not enough."""
    if GAME.actor(state) is None:
        return sum(1 << seat for seat in GAME.winners(state))
    return search.winners(pack(state), BUDGET)


def winning_line(state: State, search: EndgameSearch) -> tuple[list[str], int]:
    """Forced placements with the replies that make the line longest, and all choices in it."""
    return _line(state, GAME.actor(state), search, MOST_LINE)


def _line(
    state: State, seat: int | None, search: EndgameSearch, most: int
) -> tuple[list[str], int]:
    if most <= 0 or GAME.actor(state) is None:
        return [], 1
    legal = GAME.legal_moves(state)
    if GAME.actor(state) == seat:
        only = only_win(state, search) if len(legal) > 1 else None
        if only is None:
            return [], 1
        rest, choices = _line(GAME.apply(state, only[0]), seat, search, most - 1)
        return [str(only[0]), *rest], choices * len(legal)
    best: tuple[list[str], int] = ([], 1)
    for reply in legal[:: max(1, len(legal) // MOST_REPLIES)]:
        rest, choices = _line(GAME.apply(state, reply), seat, search, most - 1)
        if len(rest) >= len(best[0]) and rest:
            best = ([str(reply), *rest], choices)
    return best

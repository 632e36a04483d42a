"""Puzzles of AFTAEBR: endgames, searched to the last piece, with one placement that wins.

The line goes on while the opponent's best reply leaves one winning placement again.
"""

from __future__ import annotations

from typing import Any

from tavolino.bots.aftaebr.endgame import EndgameSearch
from tavolino.bots.aftaebr.simple import SafeBot
from tavolino.bots.bot import seed_of
from tavolino.bots.random_bot import RandomBot
from tavolino.games.aftaebr import Aftaebr, State
from tavolino.kernels.aftaebr import pack
from tavolino.study.puzzles.grading import graded
from tavolino.study.puzzles.puzzle import Puzzle, PuzzleError, Theme, dealt, play, position_of

GAME = Aftaebr()
BUDGET = 60_000
"""Positions of one search to the last piece."""
MOST_PIECES = 9
"""In both hands; with more, few endgames are decided within the budget."""
LEAST_CHOICES = 5
MOST_LINE = 9
CAREFUL, CARELESS = SafeBot(), RandomBot()
CARELESS_PIECES = 12
"""From so many pieces in both hands on the bots play at random, so that there is something to win.
"""


def find(deal: int) -> Puzzle | None:
    """The puzzle of a deal, if one is found: at the end of a game of careful bots."""
    state, moves = dealt(GAME, deal), list[str]()
    while (actor := GAME.actor(state)) is not None:
        pieces = sum(map(sum, state.hands))
        if pieces <= MOST_PIECES:
            line, traps, choices = winning_line(state)
            if line and len(GAME.legal_moves(state)) >= LEAST_CHOICES:
                captures = GAME.apply(state, GAME.parse_move(line[0])).note.captured > 0
                theme = Theme.CAPTURE if captures else Theme.QUIET
                puzzle = Puzzle(
                    GAME.name, deal, tuple(moves), theme, line[0], tuple(line), tuple(traps)
                )
                return graded(puzzle, choices)
        seed = seed_of("puzzle", GAME.name, deal, len(moves))
        bot = CAREFUL if pieces > CARELESS_PIECES else CARELESS
        move = bot.choose(GAME, state, actor, seed)
        moves.append(str(move))
        state = GAME.apply(state, move)
    return None


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


def only_win(state: State) -> tuple[Any, list[str]] | None:
    """The only placement after which the player to move wins alone; and captures that do not."""
    seat, search = GAME.actor(state), EndgameSearch()
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
    return (found[0], traps) if found else None


def _winners(state: State, search: EndgameSearch) -> int:
    """As bits; 0 if the budget was not enough."""
    if GAME.actor(state) is None:
        return sum(1 << seat for seat in GAME.winners(state))
    return search.winners(pack(state), BUDGET)


def winning_line(state: State) -> tuple[list[str], list[str], int]:
    """Forced placements with replies between them, the traps of the first, and all choices."""
    seat, line, traps, kept, choices = GAME.actor(state), list[str](), list[str](), 0, 1
    while GAME.actor(state) is not None and len(line) < MOST_LINE:
        if GAME.actor(state) == seat:
            only = only_win(state)
            if only is None or len(GAME.legal_moves(state)) < 2:
                break
            traps = traps if line else only[1]
            choices *= len(GAME.legal_moves(state))
            line.append(str(only[0]))
            state, kept = GAME.apply(state, only[0]), len(line)
        else:
            reply = _reply(state)
            line.append(str(reply))
            state = GAME.apply(state, reply)
    return line[:kept], traps, choices


def _reply(state: State) -> Any:
    """The reply of a careful opponent: all of them lose."""
    actor = GAME.actor(state)
    assert actor is not None, "an opponent is to move"
    return SafeBot().choose(GAME, state, actor, seed_of("puzzle", state))

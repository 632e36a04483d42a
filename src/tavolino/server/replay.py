"""A record as positions, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from tavolino.game import CHANCE, options_of
from tavolino.games.azul_solo import Fill
from tavolino.games.patience import Deal
from tavolino.match import Entry, Match
from tavolino.narration import Told, outcome, told
from tavolino.record import Record, before_first_entry
from tavolino.server.errors import BadMessage, NotFound
from tavolino.server.pictures import Picture, picture
from tavolino.server.saved import Sight

MAX_STEPS = 200
"""On one page."""
OPENED = ("solitario40", "nove_colonne")
"""Games whose hidden cards can be laid open."""


class Place(Struct, frozen=True):
    place: int
    player: int
    points: int


class ReplayStep(Struct, frozen=True):
    number: Annotated[int, Meta(description="0 is the table before the first entry")]
    seq: Annotated[int, Meta(description="entries of the whole log so far")]
    entry: Annotated[
        str | None,
        Meta(
            description="the line of the record; what is hidden in it only once all may be told",
            examples=["player 1: 7D>b"],
        ),
    ]
    view: Picture
    points: Annotated[list[int], Meta(description="the scores of this board")]
    told: list[Told]
    standings: Annotated[list[Place] | None, Meta(description="of a contest, at this step")]


class Replay(Struct, frozen=True):
    game: str
    options: dict[str, str]
    names: list[str]
    boards: int
    board: int
    total: Annotated[int, Meta(description="steps there are, the empty table included")]
    is_open: Annotated[bool, Meta(description="are hidden cards shown?")]
    steps: list[ReplayStep]


def check_page(start: int, end: int) -> None:
    if not 0 <= start <= end <= start + MAX_STEPS:
        raise BadMessage(
            f"expected steps from 0 on, at most {MAX_STEPS} at once, got {start} to {end}"
        )


def replay(record: Record, sight: Sight, board: int, start: int, end: int, is_open: bool) -> Replay:
    """Steps ``start`` to ``end``, this one not included."""
    match = record.match
    if not 0 <= board < len(match.boards):
        raise NotFound(f"expected a board from 0 to {len(match.boards) - 1}, got {board}")
    can_open = is_open and sight.is_open and match.game.name in OPENED
    projector = _Projector(board, sight.seat(board), sight.is_open, can_open)
    moments = enumerate(_moments(record, board))
    return Replay(
        game=match.game.name,
        options=options_of(match.game),
        names=list(record.names),
        boards=len(match.boards),
        board=board,
        total=1 + sum(_concerns(entry, board) for entry in match.log),
        is_open=can_open,
        steps=[projector.step(n, *moment) for n, moment in islice(moments, start, end)],
    )


_Moment: TypeAlias = tuple[Match[Any, Any] | None, Match[Any, Any]]
"""The match before an entry, if there was one, and after it."""


def _moments(record: Record, board: int) -> Iterator[_Moment]:
    """Before the first entry, then after each that concerns the board."""
    here = before_first_entry(record.match)
    yield None, here
    for entry in record.match.log:
        before, here = here, here.play(entry)
        if _concerns(entry, board):
            yield before, here


def _concerns(entry: Entry[Any], board: int) -> bool:
    return entry.board in (None, board)


@dataclass(frozen=True)
class _Projector:
    board: int
    seat: int | None
    is_told: bool
    is_open: bool

    def step(
        self, number: int, before: Match[Any, Any] | None, after: Match[Any, Any]
    ) -> ReplayStep:
        state = after.boards[self.board].state
        seen = state if self.is_open else after.game.view(state, self.seat)
        entry = after.log[-1] if before else None
        return ReplayStep(
            number=number,
            seq=len(after.log),
            entry=self._line(entry) if entry else None,
            view=picture(after.game, seen),
            points=list(after.game.scores(state)),
            told=self._told(entry, before, after) if entry and before else [],
            standings=_standings(after) if after.contest else None,
        )

    def _line(self, entry: Entry[Any]) -> str:
        """Of a deal and a bag that are still secret only the word."""
        text = str(entry)
        is_secret = entry.actor == CHANCE and isinstance(entry.act, Deal | Fill)
        return text if self.is_told or not is_secret else " ".join(text.split(" ", 3)[:3])

    def _told(
        self, entry: Entry[Any], before: Match[Any, Any], after: Match[Any, Any]
    ) -> list[Told]:
        happened = list(told(entry, before, after))
        is_end = after.is_board_over(self.board) and not before.is_board_over(self.board)
        return [*happened, *outcome(after, self.board)] if is_end else happened


def _standings(match: Match[Any, Any]) -> list[Place]:
    return [Place(place, player, tally.points) for place, player, tally, _ in match.standings()]

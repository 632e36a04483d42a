"""The replay of a record: its positions, in pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from tavolino.catalogue import entry_of
from tavolino.game import CHANCE, options_of
from tavolino.match import Entry, Match
from tavolino.narration import Sentence, describe_entry, describe_outcome
from tavolino.record import Record, before_first_entry
from tavolino.server.errors import BadMessage, NotFound
from tavolino.server.records.stored_tables import Visibility
from tavolino.server.views import BoardView, board_view

MAX_STEPS = 200
"""On one page."""


class ReplayStanding(Struct, frozen=True):
    place: int
    player: int
    points: int


class ReplayStep(Struct, frozen=True):
    number: Annotated[int, Meta(description="0 is the position before the first entry.")]
    seq: Annotated[int, Meta(description="Number of log entries so far, of all boards.")]
    entry: Annotated[
        str | None,
        Meta(
            description="The line of the record; a deal only once it may be revealed.",
            examples=["player 1: 7D>b"],
        ),
    ]
    view: BoardView
    points: Annotated[list[int], Meta(description="The scores on this board.")]
    told: list[Sentence]
    standings: Annotated[
        list[ReplayStanding] | None, Meta(description="Of a contest, at this step.")
    ]
    has_hidden: Annotated[
        bool, Meta(description="Is there anything that players did not see here?")
    ] = False


class Replay(Struct, frozen=True):
    game: str
    options: dict[str, str]
    names: list[str]
    boards: int
    board: int
    total: Annotated[int, Meta(description="Number of steps, step 0 included.")]
    is_open: Annotated[bool, Meta(description="Are hidden cards shown?")]
    steps: list[ReplayStep]
    is_revealed: Annotated[
        bool, Meta(description="May hidden cards be shown? Not before the game is over.")
    ] = False


class Page(NamedTuple):
    """What is asked for: steps of a board from ``start`` up to, but not including, ``end``."""

    board: int
    start: int
    end: int
    is_open: bool

    def check(self) -> None:
        if not 0 <= self.start <= self.end <= self.start + MAX_STEPS:
            raise BadMessage(
                f"expected steps from 0 on, at most {MAX_STEPS} at once, "
                f"got {self.start} to {self.end}"
            )


def replay(record: Record, visibility: Visibility, page: Page) -> Replay:
    match, (board, start, end, is_open) = record.match, page
    if not 0 <= board < len(match.boards):
        raise NotFound(f"expected a board from 0 to {len(match.boards) - 1}, got {board}")
    entry = entry_of(match.game.name)
    shows_hidden = is_open and visibility.is_full and entry.can_lay_open
    builder = _StepBuilder(
        board, visibility.seat(board), visibility.is_full, shows_hidden, entry.public_chance
    )
    transitions = enumerate(_transitions(record, board))
    return Replay(
        game=match.game.name,
        options=options_of(match.game),
        names=list(record.names),
        boards=len(match.boards),
        board=board,
        total=1 + sum(_concerns(entry, board) for entry in match.log),
        is_open=shows_hidden,
        steps=[builder.step(n, *matches) for n, matches in islice(transitions, start, end)],
        is_revealed=visibility.is_full,
    )


_Transition: TypeAlias = tuple[Match[Any, Any] | None, Match[Any, Any]]
"""The match before an entry and after it; for step 0 there is none before."""


def _transitions(record: Record, board: int) -> Iterator[_Transition]:
    """The start, then every entry that concerns the board."""
    after = before_first_entry(record.match)
    yield None, after
    for entry in record.match.log:
        before, after = after, after.play(entry)
        if _concerns(entry, board):
            yield before, after


def _concerns(entry: Entry[Any], board: int) -> bool:
    return entry.board in (None, board)


@dataclass(frozen=True)
class _StepBuilder:
    board: int
    seat: int | None
    is_full: bool
    shows_hidden: bool
    public_chance: tuple[type, ...]

    def step(
        self, number: int, before: Match[Any, Any] | None, after: Match[Any, Any]
    ) -> ReplayStep:
        state = after.boards[self.board].state
        seen = after.game.view(state, self.seat)
        view = state if self.shows_hidden else seen
        entry = after.log[-1] if before else None
        return ReplayStep(
            number=number,
            seq=len(after.log),
            entry=self._line(entry) if entry else None,
            view=board_view(after.game, view),
            points=list(after.game.scores(state)),
            told=self._describe(entry, before, after) if entry and before else [],
            standings=_standings(after) if after.contest else None,
            has_hidden=seen != state,
        )

    def _line(self, entry: Entry[Any]) -> str:
        """The entry's line; a deal or bag that is still secret without its content."""
        text = str(entry)
        is_secret = entry.actor == CHANCE and not isinstance(entry.act, self.public_chance)
        return text if self.is_full or not is_secret else " ".join(text.split(" ", 3)[:3])

    def _describe(
        self, entry: Entry[Any], before: Match[Any, Any], after: Match[Any, Any]
    ) -> list[Sentence]:
        sentences = list(describe_entry(entry, before, after))
        is_end = after.is_board_over(self.board) and not before.is_board_over(self.board)
        return [*sentences, *describe_outcome(after, self.board)] if is_end else sentences


def _standings(match: Match[Any, Any]) -> list[ReplayStanding]:
    return [
        ReplayStanding(place, player, tally.points) for place, player, tally, _ in match.standings()
    ]

"""The lessons over HTTP: a step is asked for, its move is sent, and the rules judge it.

Nothing is stored here; ``lesson_progress`` keeps where a user has stopped.
"""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from tavolino.learning.lessons import Step, lesson_games, lesson_of
from tavolino.narration import Sentence
from tavolino.server.errors import BadMessage, IllegalMove, NotFound
from tavolino.server.games.listing import check_game
from tavolino.server.http.error_handlers import READING, WRITING, refusals
from tavolino.server.live.domain.messages import MoveText
from tavolino.server.views.position import Position, position, positions

Number = Annotated[int, PathParameter(description="From 1.")]


class LessonStep(Struct, frozen=True):
    game: str
    number: int
    total: Annotated[int, Meta(description="The number of steps of this lesson.")]
    say: Annotated[Sentence, Meta(description="What to look at or do.")]
    position: Position
    hint: Annotated[
        str | None,
        Meta(description="A move that the step asks for; null if there is only something to see."),
    ]


class LessonMove(Struct, frozen=True, forbid_unknown_fields=True):
    move: Annotated[MoveText, Meta(description="One of the moves of the position.")]


class LessonAnswer(Struct, frozen=True):
    is_right: Annotated[bool, Meta(description="Is it what the step asks for?")]
    told: Annotated[Sentence, Meta(description="What the teacher says.")]
    positions: Annotated[
        list[Position],
        Meta(description="After the move and each that follows; empty if it was not right."),
    ]


def steps_of(game: str) -> tuple[Step, ...]:
    if check_game(game) not in lesson_games():
        raise NotFound(f"there is no lesson for {game}")
    return lesson_of(game).steps


def find_step(game: str, number: int) -> tuple[Step, int]:
    """A step, and how many there are."""
    steps = steps_of(game)
    if not 1 <= number <= len(steps):
        raise NotFound(f"expected a step from 1 to {len(steps)}, got {number}")
    return steps[number - 1], len(steps)


@get(
    "/api/lessons/{game:str}/{number:int}",
    tags=["games"],
    summary="Get a step of a lesson",
    responses=refusals(*READING, NotFound),
    sync_to_thread=True,
)
def lesson_step(game: FromPath[str], number: Number) -> LessonStep:
    """The sentences are translation keys, as in the narration."""
    step, total = find_step(game, number)
    hint = step.moves[0] if step.moves else None
    return LessonStep(game, number, total, step.say, position(None, step.start), hint)


@post(
    "/api/lessons/{game:str}/{number:int}",
    tags=["games"],
    summary="Make a move in a step of a lesson",
    status_code=HTTP_200_OK,
    responses=refusals(*WRITING, NotFound, IllegalMove),
    sync_to_thread=True,
)
def lesson_move(game: FromPath[str], number: Number, data: JSONBody[LessonMove]) -> LessonAnswer:
    """Judged by the rules. A legal move that the step does not ask for changes nothing."""
    step, _ = find_step(game, number)
    if not step.moves:
        raise BadMessage(f"step {number} has nothing to move")
    answer = step.play(data.move)
    shown = positions(step.start, answer.after) if answer.is_right else []
    return LessonAnswer(answer.is_right, answer.sentence, shown)


handlers = [lesson_step, lesson_move]

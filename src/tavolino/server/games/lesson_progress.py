"""How far each user is in the lesson of each game, so that another device goes on there."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_204_NO_CONTENT
from msgspec import Meta, Struct
from sqlalchemy import insert, literal, select, update

from tavolino.learning.lessons import lesson_games
from tavolino.server.accounts.dependencies import CurrentUser, Visitor
from tavolino.server.accounts.requester import CurrentRequester
from tavolino.server.clock import now
from tavolino.server.errors import NotFound, NotSignedIn, TooMany, Unavailable
from tavolino.server.games.lessons import find_step, steps_of
from tavolino.server.http.error_handlers import WRITING, refusals
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import lesson_progress
from tavolino.server.storage.writer import Statement

Step = Annotated[int, Meta(description="To go on with, from 1; 0 if the lesson is finished.")]


class LessonProgress(Struct, frozen=True, forbid_unknown_fields=True):
    step: Step


class MyLesson(Struct, frozen=True):
    game: str
    total: Annotated[int, Meta(description="The number of steps of this lesson.")]
    step: Annotated[
        Step | None, Meta(description="Null if you have not begun, or if there is no such step.")
    ]


class MyLessons(Struct, frozen=True):
    lessons: list[MyLesson]


@get(
    "/api/lessons",
    tags=["games"],
    summary="List the lessons and how far I am",
    responses=refusals(TooMany, Unavailable),
)
async def all_lessons(
    database: NamedDependency[Database], requester: CurrentRequester, visitor: Visitor
) -> MyLessons:
    """Without a session, no lesson has begun."""
    steps: dict[str, int] = {}
    if visitor:
        mine = select(lesson_progress).where(lesson_progress.c.person == visitor.id)
        steps = {row.game: row.step for row in await database.rows(mine, requester)}
    return MyLessons([_lesson(game, steps.get(game)) for game in lesson_games()])


def _lesson(game: str, step: int | None) -> MyLesson:
    """A lesson may have become shorter since."""
    total = len(steps_of(game))
    return MyLesson(game, total, step if step is not None and step <= total else None)


@post(
    "/api/lessons/{game:str}/progress",
    tags=["games"],
    summary="Save how far I am in a lesson",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(*WRITING, NotSignedIn, NotFound),
)
async def save_progress(
    database: NamedDependency[Database],
    user: CurrentUser,
    game: FromPath[str],
    data: JSONBody[LessonProgress],
) -> None:
    """The last one counts, on any device."""
    find_step(game, data.step or 1)
    values = {"step": data.step, "at": now()}
    mine = (lesson_progress.c.person == user.id, lesson_progress.c.game == game)
    row = {"person": user.id, "game": game, **values}
    missing = select(*map(literal, row.values())).where(
        ~select(lesson_progress).where(*mine).exists()
    )
    await database.writer.write(
        Statement(update(lesson_progress).where(*mine).values(values)),
        Statement(insert(lesson_progress).from_select(list(row), missing)),
    )


handlers = [all_lessons, save_progress]

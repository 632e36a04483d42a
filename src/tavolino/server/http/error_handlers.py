"""Every refusal in one form: a code that a program can tell apart, and one sentence."""

from __future__ import annotations

import logging
from collections import defaultdict
from typing import Annotated, Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.types import ExceptionHandlersMap
from msgspec import Meta, Struct
from sqlalchemy.exc import DataError, OperationalError

from tavolino.game import IllegalMoveError, TavolinoError
from tavolino.server import errors
from tavolino.server.errors import Refusal
from tavolino.server.storage.writer import ConflictError

logger = logging.getLogger("tavolino.server")


class Problem(Struct, frozen=True):
    """Why a request was refused; nothing has changed."""

    code: Annotated[str, Meta(description="What a program tells apart.", examples=["not_found"])]
    text: Annotated[
        str, Meta(description="One sentence, in English.", examples=["there is no table abc"])
    ]


READING: tuple[type[Refusal], ...] = (errors.BadMessage,)
"""What every request with parameters may be told."""
WRITING: tuple[type[Refusal], ...] = (
    errors.BadMessage,
    errors.ForeignOrigin,
    errors.TooLarge,
    errors.WrongMedia,
)
"""What every request that changes something may be told."""

BY_STATUS: dict[int, type[Refusal]] = {
    401: errors.NotSignedIn,
    403: errors.NotAllowed,
    404: errors.NotFound,
    405: errors.WrongMethod,
    413: errors.TooLarge,
    415: errors.WrongMedia,
    429: errors.TooFast,
    503: errors.Unavailable,
}


def refusals(*kinds: type[Refusal]) -> dict[int, ResponseSpec]:
    """For a handler's ``responses=``: what it may refuse, with an example of each code."""
    grouped: defaultdict[int, dict[str, type[Refusal]]] = defaultdict(dict)
    for kind in kinds:
        grouped[kind.status][kind.code] = kind
    return {status: _spec(codes) for status, codes in sorted(grouped.items())}


def _spec(codes: dict[str, type[Refusal]]) -> ResponseSpec:
    examples = [
        Example(id=code, summary=code, value={"code": code, "text": "one sentence that says why"})
        for code in codes
    ]
    description = "Refused: " + ", ".join(f"`{code}`" for code in codes)
    return ResponseSpec(
        Problem, generate_examples=False, description=description, examples=examples
    )


def refusal_of(error: Exception) -> Refusal:
    """What the outside is told about an error of any kind."""
    match error:
        case Refusal():
            return error
        case IllegalMoveError():
            return errors.IllegalMove(str(error))
        case TavolinoError():
            return errors.BadMessage(str(error))
        case HTTPException():
            return _of_framework(error)
        case DataError():
            return errors.BadMessage("something in this request cannot be written in a database")
        case ConflictError():
            return errors.Stale("somebody else wrote first: look again, then try again")
        case OperationalError():
            return errors.Unavailable("the database does not answer: try again later")
    return errors.Broken("the server failed at this request; the failure has been logged")


def _of_framework(error: HTTPException) -> Refusal:
    if error.status_code >= 500 and error.status_code not in BY_STATUS:
        return errors.Broken("the server failed at this request; the failure has been logged")
    kind = BY_STATUS.get(error.status_code, errors.BadMessage)
    return kind(_sentence(error))


def _sentence(error: HTTPException) -> str:
    wrong = [part for part in error.extra or () if isinstance(part, dict)]
    parts = [f"{part.get('key', 'body')}: {part.get('message', 'not valid')}" for part in wrong]
    return "; ".join(parts) or error.detail


def _with_place(refusal: Refusal, request: Request[Any, Any, Any]) -> Refusal:
    """A sentence where the framework has only a word."""
    path = request.url.path[:80]
    match str(refusal):
        case "Not Found":
            return errors.NotFound(f"there is nothing at {path!r}")
        case "Method Not Allowed":
            return errors.WrongMethod(f"{path!r} knows no {request.method[:20]}")
        case "Request Entity Too Large":
            return errors.TooLarge(f"the body is larger than {path!r} takes")
    return refusal


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    refusal = _with_place(refusal_of(error), request)
    if refusal.status >= 500:
        logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    headers = error.headers if isinstance(error, HTTPException) else None
    problem = Problem(refusal.code, str(refusal))
    return Response(
        problem, status_code=refusal.status, headers=headers, media_type="application/json"
    )


EXCEPTION_HANDLERS: ExceptionHandlersMap = {HTTPException: answer, Exception: answer}

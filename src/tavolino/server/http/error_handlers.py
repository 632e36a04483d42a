"""Turns every error into one kind of response: a machine-readable code and a sentence."""

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
from sqlalchemy.exc import DataError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tavolino.game import IllegalMoveError, TavolinoError
from tavolino.server import errors
from tavolino.server.errors import Refusal
from tavolino.server.storage.writer import ConflictError

logger = logging.getLogger("tavolino.server")


class Problem(Struct, frozen=True):
    """Why a request was refused. A refused request changes nothing."""

    code: Annotated[str, Meta(description="Machine-readable.", examples=["not_found"])]
    text: Annotated[
        str, Meta(description="One sentence, in English.", examples=["there is no table abc"])
    ]


READING: tuple[type[Refusal], ...] = (errors.BadMessage,)
"""Refusals of every route with parameters."""
WRITING: tuple[type[Refusal], ...] = (
    errors.BadMessage,
    errors.ForeignOrigin,
    errors.TooLarge,
    errors.WrongMedia,
)
"""Refusals of every route that changes something."""

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


BROKEN = "the server failed to handle this request; the failure has been logged"


def refusals(*kinds: type[Refusal]) -> dict[int, ResponseSpec]:
    """The ``responses=`` of a handler that may refuse in these ways, with an example of each."""
    grouped: defaultdict[int, dict[str, type[Refusal]]] = defaultdict(dict)
    for kind in kinds:
        grouped[kind.status][kind.code] = kind
    return {status: _spec(codes) for status, codes in sorted(grouped.items())}


def _spec(codes: dict[str, type[Refusal]]) -> ResponseSpec:
    examples = [
        Example(id=code, summary=code, value={"code": code, "text": "a sentence that says why"})
        for code in codes
    ]
    description = "Refused: " + ", ".join(f"`{code}`" for code in codes)
    return ResponseSpec(
        Problem, generate_examples=False, description=description, examples=examples
    )


def refusal_of(error: Exception) -> Refusal:
    """The refusal that a client gets for any error."""
    match error:
        case Refusal():
            return error
        case IllegalMoveError():
            return errors.IllegalMove(str(error))
        case TavolinoError():
            return errors.BadMessage(str(error))
        case HTTPException():
            return _of_framework(error)
        case RecursionError():  # of the JSON decoder
            return errors.BadMessage("the body of this request is nested too deeply")
        case DataError():
            return errors.BadMessage("a value in this request cannot be stored")
        case ConflictError():
            return errors.Stale("somebody else changed this first: reload, then try again")
        case OperationalError() | InterfaceError() | PoolTimeout():
            return errors.Unavailable("the database is not responding: try again later")
    return errors.InternalError(BROKEN)


def _of_framework(error: HTTPException) -> Refusal:
    if error.status_code >= 500 and error.status_code not in BY_STATUS:
        return errors.InternalError(BROKEN)
    kind = BY_STATUS.get(error.status_code, errors.BadMessage)
    return kind(_sentence(error))


def _sentence(error: HTTPException) -> str:
    details = [detail for detail in error.extra or () if isinstance(detail, dict)]
    parts = [f"{part.get('key', 'body')}: {part.get('message', 'not valid')}" for part in details]
    return "; ".join(parts) or error.detail


def _with_path(refusal: Refusal, request: Request[Any, Any, Any]) -> Refusal:
    """Replaces the framework's standard phrases with a sentence that names the path."""
    path = request.url.path[:80]
    match str(refusal):
        case "Not Found":
            return errors.NotFound(f"there is nothing at {path!r}")
        case "Method Not Allowed":
            return errors.WrongMethod(f"{path!r} does not support {request.method[:20]}")
        case "Request Entity Too Large":
            return errors.TooLarge(f"the body is larger than {path!r} accepts")
    return refusal


def handle_error(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    refusal = _with_path(refusal_of(error), request)
    if refusal.status >= 500:
        logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    headers = error.headers if isinstance(error, HTTPException) else None
    problem = Problem(refusal.code, str(refusal))
    return Response(
        problem, status_code=refusal.status, headers=headers, media_type="application/json"
    )


EXCEPTION_HANDLERS: ExceptionHandlersMap = {HTTPException: handle_error, Exception: handle_error}

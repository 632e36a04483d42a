"""Routes for a user's own data: ``/api/account/export``, and the deletion of the account."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import Meta, Struct

from tavolino.server.accounts.dependencies import AnyRequest, CurrentUser, address_of
from tavolino.server.accounts.routes import sign_out_response
from tavolino.server.accounts.sessions import Sessions
from tavolino.server.errors import NotSignedIn, TooFast, Unavailable, WrongPassword
from tavolino.server.http.error_handlers import WRITING, refusals
from tavolino.server.http.limits.rate_limit import RateLimits
from tavolino.server.lobby.lobby import Lobby
from tavolino.server.storage.database import Database
from tavolino.server.users.personal_data.deletion import delete_user
from tavolino.server.users.personal_data.export import export
from tavolino.server.workers.readers import Readers

ZIP = "application/zip"


class Deletion(Struct, frozen=True, forbid_unknown_fields=True):
    password: (
        Annotated[str, Meta(max_length=200, description="Of the account; a guest has none.")] | None
    ) = None


@get(
    "/api/account/export",
    tags=["accounts"],
    summary="Export my data",
    media_type=ZIP,
    responses={
        HTTP_200_OK: ResponseSpec(
            bytes, generate_examples=False, media_type=ZIP, description="A zip archive."
        ),
        **refusals(NotSignedIn, TooFast),
    },
)
async def export_account(
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    rate_limits: NamedDependency[RateLimits],
    user: CurrentUser,
) -> Stream:
    """All that the server knows about the user: account, friends, notices, games and uploads.

    `account.json` has everything but the records, which are text files of their own; a game that
    is still being played, and a daily deal of today, have none yet.
    """
    rate_limits.exports.acquire(user.id)
    headers = {"content-disposition": 'attachment; filename="tavolino.zip"'}
    return Stream(export(database, readers, user), media_type=ZIP, headers=headers)


@delete(
    "/api/account",
    tags=["accounts"],
    summary="Delete my account",
    response_description="Deleted.",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(*WRITING, NotSignedIn, WrongPassword, TooFast, Unavailable),
)
async def delete_account(
    request: AnyRequest,
    sessions: NamedDependency[Sessions],
    lobby: NamedDependency[Lobby],
    user: CurrentUser,
    data: JSONBody[Deletion],
) -> Response[None]:
    """For good: practice games, uploads, friends, subscriptions and the e-mail address are removed.

    Games with others, and daily deals, stay for them under a neutral name.
    """
    await sessions.check_password(user, data.password, address_of(request))
    await delete_user(sessions, lobby, user)
    return sign_out_response(sessions)


handlers = [export_account, delete_account]

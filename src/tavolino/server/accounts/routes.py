"""Routes for guests and accounts: ``/api/me``, ``/api/account``, signing in and out."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar import Response, get, patch, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT
from msgspec import Meta, Struct

from tavolino.server.accounts import cookies, passwords, users
from tavolino.server.accounts.dependencies import AnyRequest, CurrentUser, Visitor, address_of
from tavolino.server.accounts.sessions import Sessions
from tavolino.server.accounts.users import User
from tavolino.server.clock import now
from tavolino.server.errors import (
    NameTaken,
    NotAllowed,
    NotSignedIn,
    TooFast,
    Unavailable,
    WrongPassword,
)
from tavolino.server.http.error_handlers import WRITING, refusals
from tavolino.translations import LANGUAGES

Name: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=users.MAX_NAME_LENGTH,
        description="Printable characters, no leading or trailing spaces.",
        examples=["Anna"],
    ),
]
Password: TypeAlias = Annotated[
    str,
    Meta(
        min_length=passwords.MIN_LENGTH,
        max_length=passwords.MAX_LENGTH,
        examples=["una frase che ricordo"],
    ),
]


class Me(Struct, frozen=True):
    """The user of this session."""

    id: Annotated[str, Meta(examples=["kP3vX0c1Qm8sWn2e"])]
    name: Annotated[str, Meta(examples=["Ospite 4821"])]
    is_guest: Annotated[bool, Meta(description="A user without an account.")]


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    old: Password
    new: Password


def session_cookie(sessions: Sessions, value: str, max_age: int = cookies.MAX_AGE) -> Cookie:
    return Cookie(
        cookies.NAME,
        value=value,
        max_age=max_age,
        httponly=True,
        samesite="lax",
        secure=sessions.is_secure,
    )


def sign_in_response(sessions: Sessions, user: User, status: int = HTTP_200_OK) -> Response[Me]:
    """The user, with a new cookie."""
    me = Me(user.id, user.name, user.is_guest)
    cookie = session_cookie(sessions, sessions.cookie_for(user))
    return Response(me, status_code=status, cookies=[cookie])


def sign_out_response(sessions: Sessions) -> Response[None]:
    expired = session_cookie(sessions, "", max_age=0)
    return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=[expired])


def language_of(request: AnyRequest) -> str:
    """The first supported language in Accept-Language."""
    tags = request.headers.get("accept-language", "")[:200].lower().split(",")
    return next((tag.strip()[:2] for tag in tags if tag.strip()[:2] in LANGUAGES), LANGUAGES[0])


@post(
    "/api/me",
    tags=["accounts"],
    summary="Create or resume a guest session",
    response_description="A new guest.",
    responses={
        HTTP_200_OK: ResponseSpec(
            Me, generate_examples=False, description="The user of the existing session."
        ),
        **refusals(*WRITING, TooFast),
    },
)
async def create_session(
    request: AnyRequest, sessions: NamedDependency[Sessions], visitor: Visitor
) -> Response[Me]:
    """Without a valid session cookie, creates a guest and sets the cookie."""
    if visitor:
        return sign_in_response(sessions, visitor)
    guest = await sessions.new_guest(address_of(request), language_of(request))
    return sign_in_response(sessions, guest, HTTP_201_CREATED)


@get(
    "/api/me",
    tags=["accounts"],
    summary="Get the current user",
    response_description="The current user.",
    responses=refusals(NotSignedIn),
)
async def get_me(
    request: AnyRequest, sessions: NamedDependency[Sessions], user: CurrentUser
) -> Response[Me]:
    """Renews the cookie if it is older than a day."""
    token = sessions.token_of(request.headers.get("cookie"))
    if token and token.is_old(now() // 1000):
        return sign_in_response(sessions, user)
    return Response(Me(user.id, user.name, user.is_guest))


@patch(
    "/api/me",
    tags=["accounts"],
    summary="Change my name",
    response_description="The user with the new name.",
    responses=refusals(*WRITING, NotSignedIn, NameTaken, TooFast),
)
async def rename(
    request: AnyRequest,
    sessions: NamedDependency[Sessions],
    user: CurrentUser,
    data: JSONBody[NewName],
) -> Me:
    """Not to the name of another account. Games that have begun keep the old name.

    An account signs in by its new name, and the old one is free for others.
    """
    renamed = await sessions.rename(user, data.name, address_of(request))
    return Me(renamed.id, renamed.name, renamed.is_guest)


@post(
    "/api/account",
    tags=["accounts"],
    summary="Create an account",
    response_description="The account.",
    responses=refusals(*WRITING, NotAllowed, NameTaken, TooFast, Unavailable),
)
async def create_account(
    request: AnyRequest,
    sessions: NamedDependency[Sessions],
    visitor: Visitor,
    data: JSONBody[Credentials],
) -> Response[Me]:
    """Turns the guest of this session into an account, which keeps the guest's games.

    Sets a new cookie; the guest's cookies are revoked and their sockets closed.
    """
    user = await sessions.create_account(visitor, data.name, data.password, address_of(request))
    return sign_in_response(sessions, user, HTTP_201_CREATED)


@post(
    "/api/sign-in",
    tags=["accounts"],
    summary="Sign in",
    response_description="The account.",
    status_code=HTTP_200_OK,
    responses=refusals(*WRITING, WrongPassword, TooFast, Unavailable),
)
async def sign_in(
    request: AnyRequest,
    sessions: NamedDependency[Sessions],
    visitor: Visitor,
    data: JSONBody[Credentials],
) -> Response[Me]:
    """Moves the guest's games to the account, except daily deals and tables it has a seat at."""
    user = await sessions.sign_in(visitor, data.name, data.password, address_of(request))
    return sign_in_response(sessions, user)


@post(
    "/api/sign-out",
    tags=["accounts"],
    summary="Sign out",
    response_description="Signed out.",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(*WRITING),
)
async def sign_out(sessions: NamedDependency[Sessions]) -> Response[None]:
    """Deletes this browser's cookie. A guest cannot sign in again."""
    return sign_out_response(sessions)


@post(
    "/api/sign-out-everywhere",
    tags=["accounts"],
    summary="Sign out everywhere",
    response_description="Signed out.",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(*WRITING, NotSignedIn),
)
async def sign_out_everywhere(
    sessions: NamedDependency[Sessions], user: CurrentUser
) -> Response[None]:
    """Revokes all cookies of the user and closes their sockets."""
    await sessions.sign_out_everywhere(user)
    return sign_out_response(sessions)


@post(
    "/api/password",
    tags=["accounts"],
    summary="Change the password",
    response_description="The account.",
    status_code=HTTP_200_OK,
    responses=refusals(*WRITING, NotSignedIn, NotAllowed, WrongPassword, TooFast, Unavailable),
)
async def change_password(
    request: AnyRequest,
    sessions: NamedDependency[Sessions],
    user: CurrentUser,
    data: JSONBody[NewPassword],
) -> Response[Me]:
    """Signs out all other devices."""
    changed = await sessions.change_password(user, data.old, data.new, address_of(request))
    return sign_in_response(sessions, changed)


handlers = [
    create_session,
    get_me,
    rename,
    create_account,
    sign_in,
    sign_out,
    sign_out_everywhere,
    change_password,
]

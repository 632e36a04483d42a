"""Who am I: guests, accounts, signing in and out."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Annotated, TypeAlias

from litestar import Response, get, patch, post
from litestar.datastructures import Cookie
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT
from msgspec import Meta, Struct

from tavolino.server.accounts import cookies, passwords, users
from tavolino.server.accounts.users import User
from tavolino.server.clock import now
from tavolino.server.dependencies import AnyRequest, GivenRuntime, GivenUser, GivenVisitor
from tavolino.server.errors import (
    NameTaken,
    NotAllowed,
    NotSignedIn,
    TooFast,
    Unavailable,
    WrongPassword,
)
from tavolino.server.http.error_handlers import WRITING, refusals
from tavolino.server.runtime import Runtime
from tavolino.translations import LANGUAGES

Name: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=users.LONGEST_NAME,
        description="Printable characters, no blanks at the ends.",
        examples=["Anna"],
    ),
]
Password: TypeAlias = Annotated[
    str,
    Meta(
        min_length=passwords.SHORTEST,
        max_length=passwords.LONGEST,
        examples=["una frase che ricordo"],
    ),
]


class Me(Struct, frozen=True):
    """The user of this browser."""

    id: Annotated[str, Meta(examples=["kP3vX0c1Qm8sWn2e"])]
    name: Annotated[str, Meta(examples=["Ospite 4821"])]
    is_guest: Annotated[bool, Meta(description="Known to this browser only.")]


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    old: Password
    new: Password


def cookie_of(runtime: Runtime, value: str, life: int = cookies.LIFE) -> Cookie:
    return Cookie(
        cookies.NAME,
        value=value,
        max_age=life,
        httponly=True,
        samesite="lax",
        secure=runtime.config.is_secure,
    )


def welcome(runtime: Runtime, user: User, status: int = HTTP_200_OK) -> Response[Me]:
    """The user, with a new cookie."""
    me = Me(user.id, user.name, user.is_guest)
    cookie = cookie_of(runtime, runtime.sessions.cookie_for(user))
    return Response(me, status_code=status, cookies=[cookie])


def goodbye(runtime: Runtime) -> Response[None]:
    return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=[cookie_of(runtime, "", life=0)])


def address_of(request: AnyRequest) -> str:
    """Whose attempts are counted together: of IPv6, a household has a whole /64."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return str(int(address) >> 64) if isinstance(address, IPv6Address) else host


def language_of(request: AnyRequest) -> str:
    """The first of ours that the browser asks for."""
    asked = request.headers.get("accept-language", "")[:200].lower().split(",")
    return next((tag.strip()[:2] for tag in asked if tag.strip()[:2] in LANGUAGES), LANGUAGES[0])


@post(
    "/api/me",
    tags=["identity"],
    summary="Be somebody",
    response_description="A new guest.",
    responses={
        HTTP_200_OK: ResponseSpec(
            Me, generate_examples=False, description="You were somebody already."
        ),
        **refusals(*WRITING, TooFast),
    },
)
async def be_somebody(
    request: AnyRequest, runtime: GivenRuntime, visitor: GivenVisitor
) -> Response[Me]:
    """A browser that nobody knows gets a guest at once, with a cookie; others stay who they are."""
    if visitor:
        return welcome(runtime, visitor)
    guest = await runtime.sessions.new_guest(address_of(request), language_of(request))
    return welcome(runtime, guest, HTTP_201_CREATED)


@get(
    "/api/me",
    tags=["identity"],
    summary="Who am I?",
    response_description="You.",
    responses=refusals(NotSignedIn),
)
async def who_am_i(request: AnyRequest, runtime: GivenRuntime, user: GivenUser) -> Response[Me]:
    """The cookie is renewed here, when it is older than a day."""
    shown = runtime.sessions.token_of(request.headers.get("cookie"))
    if shown and shown.is_old(now() // 1000):
        return welcome(runtime, user)
    return Response(Me(user.id, user.name, user.is_guest))


@patch(
    "/api/me",
    tags=["identity"],
    summary="Change a guest's name",
    response_description="The guest with the new name.",
    responses=refusals(*WRITING, NotSignedIn, NotAllowed, NameTaken),
)
async def rename(runtime: GivenRuntime, user: GivenUser, data: JSONBody[NewName]) -> Me:
    """Not to the name of an account; an account keeps its own."""
    renamed = await runtime.sessions.rename(user, data.name)
    return Me(renamed.id, renamed.name, renamed.is_guest)


@post(
    "/api/account",
    tags=["identity"],
    summary="Make an account",
    response_description="The account.",
    responses=refusals(*WRITING, NotAllowed, NameTaken, TooFast, Unavailable),
)
async def make_account(
    request: AnyRequest, runtime: GivenRuntime, visitor: GivenVisitor, data: JSONBody[Credentials]
) -> Response[Me]:
    """The guest becomes an account and keeps everything."""
    user = await runtime.sessions.make_account(
        visitor, data.name, data.password, address_of(request)
    )
    return welcome(runtime, user, HTTP_201_CREATED)


@post(
    "/api/sign-in",
    tags=["identity"],
    summary="Sign in",
    response_description="The account.",
    status_code=HTTP_200_OK,
    responses=refusals(*WRITING, WrongPassword, TooFast, Unavailable),
)
async def sign_in(
    request: AnyRequest, runtime: GivenRuntime, visitor: GivenVisitor, data: JSONBody[Credentials]
) -> Response[Me]:
    """A guest's games go to the account, but for daily deals and tables where the account sits."""
    user = await runtime.sessions.sign_in(visitor, data.name, data.password, address_of(request))
    return welcome(runtime, user)


@post(
    "/api/sign-out",
    tags=["identity"],
    summary="Sign out here",
    response_description="Signed out.",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(*WRITING),
)
async def sign_out(runtime: GivenRuntime) -> Response[None]:
    """This browser forgets who you are. A guest cannot come back."""
    return goodbye(runtime)


@post(
    "/api/sign-out-everywhere",
    tags=["identity"],
    summary="Sign out everywhere",
    response_description="Signed out.",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(*WRITING, NotSignedIn),
)
async def sign_out_everywhere(runtime: GivenRuntime, user: GivenUser) -> Response[None]:
    """No cookie of yours is good any more, and your sockets are closed."""
    await runtime.sessions.sign_out_everywhere(user)
    return goodbye(runtime)


@post(
    "/api/password",
    tags=["identity"],
    summary="Change the password",
    response_description="The account.",
    status_code=HTTP_200_OK,
    responses=refusals(*WRITING, NotSignedIn, NotAllowed, WrongPassword, TooFast, Unavailable),
)
async def change_password(
    request: AnyRequest, runtime: GivenRuntime, user: GivenUser, data: JSONBody[NewPassword]
) -> Response[Me]:
    """All your other devices are signed out."""
    fresh = await runtime.sessions.change_password(user, data.old, data.new, address_of(request))
    return welcome(runtime, fresh)


handlers = [
    be_somebody,
    who_am_i,
    rename,
    make_account,
    sign_in,
    sign_out,
    sign_out_everywhere,
    change_password,
]

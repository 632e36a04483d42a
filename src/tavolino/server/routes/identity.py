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

from tavolino.server import cookies, passwords, people
from tavolino.server.answers import WRITING, refusals
from tavolino.server.clock import now
from tavolino.server.errors import (
    NameTaken,
    NotAllowed,
    NotSignedIn,
    TooFast,
    Unavailable,
    WrongPassword,
)
from tavolino.server.given import AnyRequest, GivenHouse, GivenPerson, GivenVisitor
from tavolino.server.house import House
from tavolino.server.people import Person
from tavolino.translations import LANGUAGES

Name: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=people.LONGEST_NAME,
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
    """The person of this browser."""

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


def cookie_of(house: House, value: str, life: int = cookies.LIFE) -> Cookie:
    return Cookie(
        cookies.NAME,
        value=value,
        max_age=life,
        httponly=True,
        samesite="lax",
        secure=house.config.is_secure,
    )


def welcome(house: House, person: Person, status: int = HTTP_200_OK) -> Response[Me]:
    """The person, with a new cookie."""
    me = Me(person.id, person.name, person.is_guest)
    cookie = cookie_of(house, house.identity.cookie_for(person))
    return Response(me, status_code=status, cookies=[cookie])


def goodbye(house: House) -> Response[None]:
    return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=[cookie_of(house, "", life=0)])


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
    request: AnyRequest, house: GivenHouse, visitor: GivenVisitor
) -> Response[Me]:
    """A browser that nobody knows gets a guest at once, with a cookie; others stay who they are."""
    if visitor:
        return welcome(house, visitor)
    guest = await house.identity.new_guest(address_of(request), language_of(request))
    return welcome(house, guest, HTTP_201_CREATED)


@get(
    "/api/me",
    tags=["identity"],
    summary="Who am I?",
    response_description="You.",
    responses=refusals(NotSignedIn),
)
async def who_am_i(request: AnyRequest, house: GivenHouse, person: GivenPerson) -> Response[Me]:
    """The cookie is renewed here, when it is older than a day."""
    shown = house.identity.pass_of(request.headers.get("cookie"))
    if shown and shown.is_old(now() // 1000):
        return welcome(house, person)
    return Response(Me(person.id, person.name, person.is_guest))


@patch(
    "/api/me",
    tags=["identity"],
    summary="Change a guest's name",
    response_description="The guest with the new name.",
    responses=refusals(*WRITING, NotSignedIn, NotAllowed, NameTaken),
)
async def rename(house: GivenHouse, person: GivenPerson, data: JSONBody[NewName]) -> Me:
    """Not to the name of an account; an account keeps its own."""
    renamed = await house.identity.rename(person, data.name)
    return Me(renamed.id, renamed.name, renamed.is_guest)


@post(
    "/api/account",
    tags=["identity"],
    summary="Make an account",
    response_description="The account.",
    responses=refusals(*WRITING, NotAllowed, NameTaken, TooFast, Unavailable),
)
async def make_account(
    request: AnyRequest, house: GivenHouse, visitor: GivenVisitor, data: JSONBody[Credentials]
) -> Response[Me]:
    """The guest becomes an account and keeps everything."""
    person = await house.identity.make_account(
        visitor, data.name, data.password, address_of(request)
    )
    return welcome(house, person, HTTP_201_CREATED)


@post(
    "/api/sign-in",
    tags=["identity"],
    summary="Sign in",
    response_description="The account.",
    status_code=HTTP_200_OK,
    responses=refusals(*WRITING, WrongPassword, TooFast, Unavailable),
)
async def sign_in(
    request: AnyRequest, house: GivenHouse, visitor: GivenVisitor, data: JSONBody[Credentials]
) -> Response[Me]:
    """A guest's games go to the account, but for daily deals and tables where the account sits."""
    person = await house.identity.sign_in(visitor, data.name, data.password, address_of(request))
    return welcome(house, person)


@post(
    "/api/sign-out",
    tags=["identity"],
    summary="Sign out here",
    response_description="Signed out.",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(*WRITING),
)
async def sign_out(house: GivenHouse) -> Response[None]:
    """This browser forgets who you are. A guest cannot come back."""
    return goodbye(house)


@post(
    "/api/sign-out-everywhere",
    tags=["identity"],
    summary="Sign out everywhere",
    response_description="Signed out.",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(*WRITING, NotSignedIn),
)
async def sign_out_everywhere(house: GivenHouse, person: GivenPerson) -> Response[None]:
    """No cookie of yours is good any more, and your sockets are closed."""
    await house.identity.sign_out_everywhere(person)
    return goodbye(house)


@post(
    "/api/password",
    tags=["identity"],
    summary="Change the password",
    response_description="The account.",
    status_code=HTTP_200_OK,
    responses=refusals(*WRITING, NotSignedIn, NotAllowed, WrongPassword, TooFast, Unavailable),
)
async def change_password(
    request: AnyRequest, house: GivenHouse, person: GivenPerson, data: JSONBody[NewPassword]
) -> Response[Me]:
    """All your other devices are signed out."""
    fresh = await house.identity.change_password(person, data.old, data.new, address_of(request))
    return welcome(house, fresh)


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

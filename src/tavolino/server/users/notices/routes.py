"""Routes for notices: ``/api/notices`` for the settings, ``/api/mail`` for links in mails."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Controller, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import Meta, Struct

from tavolino.server.accounts.dependencies import AnyRequest, CurrentUser, address_of
from tavolino.server.accounts.requester import CurrentRequester
from tavolino.server.accounts.users import User
from tavolino.server.errors import (
    NeedsAccount,
    NotAllowed,
    NotFound,
    NotSignedIn,
    TooFast,
    TooMany,
)
from tavolino.server.http.error_handlers import READING, WRITING, refusals
from tavolino.server.http.limits.rate_limit import RateLimits
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.users.notices.mail import check_address
from tavolino.server.users.notices.notifier import Notifier

Language = Literal["it", "en"]
Token = Annotated[str, PathParameter(description="From a mail.", max_length=64)]
Endpoint = Annotated[str, Meta(max_length=1000, examples=["https://push.example.org/send/1"])]
Key = Annotated[str, Meta(max_length=200, pattern="^[A-Za-z0-9_-]+=*$")]


class Mail(Struct, frozen=True):
    address: str
    is_confirmed: bool


class Notices(Struct, frozen=True):
    """How the user is told about turns and invitations while offline."""

    push_key: Annotated[str, Meta(description="The server's key, for `PushManager.subscribe`.")]
    subscriptions: Annotated[int, Meta(description="Browsers that get push messages.")]
    has_mail: Annotated[bool, Meta(description="Can this server send mails?")]
    mail: Mail | None


class NewSubscription(Struct, frozen=True, forbid_unknown_fields=True):
    """As in `PushSubscription.toJSON()`, and the language of the messages."""

    endpoint: Endpoint
    p256dh: Key
    auth: Key
    language: Language = "it"


class OldSubscription(Struct, frozen=True, forbid_unknown_fields=True):
    endpoint: Endpoint


class NewMail(Struct, frozen=True, forbid_unknown_fields=True):
    address: Annotated[str, Meta(max_length=254, examples=["anna@example.org"])]
    language: Language = "it"


async def _notices(notifier: Notifier, user: User, requester: Requester) -> Notices:
    row = await notifier.addresses.of(user.id, requester)
    return Notices(
        push_key=notifier.push_key,
        subscriptions=len(await notifier.subscriptions.of(user.id, requester)),
        has_mail=notifier.mailer is not None,
        mail=Mail(row.address, bool(row.is_confirmed)) if row else None,
    )


def _check_account(user: User) -> None:
    if user.is_guest:
        raise NeedsAccount("notifications need an account: a guest's session can be lost")


class NoticeRoutes(Controller):
    path = "/api/notices"
    tags = ("notices",)

    @get(summary="Get my notification settings", responses=refusals(NotSignedIn, NeedsAccount))
    async def notice_settings(
        self, notifier: NamedDependency[Notifier], requester: CurrentRequester, user: CurrentUser
    ) -> Notices:
        _check_account(user)
        return await _notices(notifier, user, requester)

    @post(
        "/push",
        summary="Turn on push messages in a browser",
        status_code=HTTP_200_OK,
        responses=refusals(*WRITING, NotSignedIn, NeedsAccount, TooMany, TooFast),
    )
    async def subscribe(
        self,
        notifier: NamedDependency[Notifier],
        rate_limits: NamedDependency[RateLimits],
        requester: CurrentRequester,
        user: CurrentUser,
        data: JSONBody[NewSubscription],
    ) -> Notices:
        """The endpoint must use HTTPS and have public addresses."""
        _check_account(user)
        rate_limits.subscriptions.acquire(user.id)
        browser = (data.endpoint, data.p256dh, data.auth)
        await notifier.subscriptions.add(user.id, *browser, data.language, requester)
        return await _notices(notifier, user, requester)

    @delete(
        "/push",
        summary="Turn off push messages in a browser",
        status_code=HTTP_200_OK,
        responses=refusals(*WRITING, NotSignedIn, NeedsAccount),
    )
    async def unsubscribe(
        self,
        notifier: NamedDependency[Notifier],
        requester: CurrentRequester,
        user: CurrentUser,
        data: JSONBody[OldSubscription],
    ) -> Notices:
        _check_account(user)
        await notifier.subscriptions.remove(user.id, data.endpoint)
        return await _notices(notifier, user, requester)

    @post(
        "/mail",
        summary="Set my e-mail address",
        status_code=HTTP_200_OK,
        responses=refusals(*WRITING, NotSignedIn, NeedsAccount, NotAllowed, TooFast),
    )
    async def set_mail(
        self,
        request: AnyRequest,
        notifier: NamedDependency[Notifier],
        rate_limits: NamedDependency[RateLimits],
        requester: CurrentRequester,
        user: CurrentUser,
        data: JSONBody[NewMail],
    ) -> Notices:
        """Sends a link there; only after it was followed are notices sent."""
        _check_account(user)
        if notifier.mailer is None:
            raise NotAllowed("this server sends no mails")
        check_address(data.address)
        for key in (user.id, address_of(request), data.address.lower()):
            rate_limits.confirmations.acquire(key)
        token = await notifier.addresses.set(user.id, data.address, data.language)
        notifier.confirm(user, data.address, token, data.language)
        return await _notices(notifier, user, requester)

    @delete(
        "/mail",
        summary="Remove my e-mail address",
        status_code=HTTP_200_OK,
        responses=refusals(*WRITING, NotSignedIn, NeedsAccount),
    )
    async def remove_mail(
        self, notifier: NamedDependency[Notifier], requester: CurrentRequester, user: CurrentUser
    ) -> Notices:
        _check_account(user)
        await notifier.addresses.remove(user.id)
        return await _notices(notifier, user, requester)


class MailRoutes(Controller):
    """The reader of a mail can use its links, without a session."""

    path = "/api/mail/{token:str}"
    tags = ("notices",)

    @get(summary="Get the address of a link in a mail", responses=refusals(*READING, NotFound))
    async def mail_address(
        self, notifier: NamedDependency[Notifier], requester: CurrentRequester, token: Token
    ) -> Mail:
        row = await notifier.addresses.by_token(token, requester)
        return Mail(row.address, bool(row.is_confirmed))

    @post(
        "/confirm",
        summary="Confirm an e-mail address",
        status_code=HTTP_204_NO_CONTENT,
        responses=refusals(*WRITING, NotFound),
    )
    async def confirm_mail(self, notifier: NamedDependency[Notifier], token: Token) -> None:
        await notifier.addresses.confirm(token)

    @post(
        "/stop",
        summary="Stop mails, and remove the address",
        status_code=HTTP_204_NO_CONTENT,
        opt={"media": "application/x-www-form-urlencoded"},
        responses=refusals(*WRITING),
    )
    async def stop_mail(self, notifier: NamedDependency[Notifier], token: Token) -> None:
        """Mail programs send this as a form (RFC 8058)."""
        await notifier.addresses.stop(token)


handlers = [NoticeRoutes, MailRoutes]

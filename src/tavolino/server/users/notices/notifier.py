"""Delivers notices in the background, from a bounded queue: no request waits for it.

Users take turns, and each has one notice under way. The endpoint of a push message may be
anybody's and answer slowly or never: users whose last one failed wait for all others, and hold at
most half of the slots. What a push service or the mail server does not accept now is sent again
later, a few times.
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
from collections import OrderedDict
from functools import partial
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from sqlalchemy import Row, select

from tavolino.server.accounts.users import User
from tavolino.server.clock import now
from tavolino.server.config import Config
from tavolino.server.errors import TooMany, Unavailable
from tavolino.server.live.cancellation import end_tasks
from tavolino.server.queues.fair_queue import FairQueue, Requester
from tavolino.server.storage.database import Database
from tavolino.server.storage.keys import stored_key
from tavolino.server.storage.schema import turn_notices
from tavolino.server.users.notices import web_push
from tavolino.server.users.notices.mail import Mailer
from tavolino.server.users.notices.mail_addresses import MailAddresses
from tavolino.server.users.notices.notice import Notice
from tavolino.server.users.notices.push_endpoints import PushError, post
from tavolino.server.users.notices.retries import Attempt, Retries, Work
from tavolino.server.users.notices.subscriptions import Subscriptions
from tavolino.translations import text

KEY = "vapid"
MAX_WAITING, MAX_OF_USER = 1_000, 20
SLOTS = 16
"""Notices that are delivered at the same time: that is mostly waiting."""
MAX_FAILING = 10_000
GONE = (404, 410)
"""The push service does not know the subscription any more (RFC 8030, section 7.3)."""
BUSY = (429, *range(500, 600))
"""The push service may accept the message later."""
TTL_SECONDS = 24 * 3600
"""How long a push service keeps a message for a browser that is off."""

log = logging.getLogger("tavolino.notices")


class Notifier:
    def __init__(self, config: Config, database: Database, key: EllipticCurvePrivateKey) -> None:
        self._config, self._database, self._key = config, database, key
        self.subscriptions = Subscriptions(database, config.may_push_anywhere)
        self.addresses = MailAddresses(database)
        self.mailer = Mailer(config.smtp, config.mail_from) if config.smtp else None
        self._queue = FairQueue[Work](MAX_WAITING, MAX_OF_USER)
        self._retries = Retries(config.notice_retry_seconds, self._put)
        self._running: dict[asyncio.Task[None], Requester] = {}
        self._failing: OrderedDict[str, None] = OrderedDict()
        """Users whose last push message was not delivered."""
        self.sent = self.failed = 0
        """Push messages and mails, for the metrics; every attempt that fails counts."""

    @property
    def push_key(self) -> str:
        """For ``PushManager.subscribe``."""
        return web_push.encode64(web_push.public_bytes(self._key))

    @property
    def waiting(self) -> int:
        return len(self._queue) + len(self._retries)

    async def can_reach(self, user: str) -> bool:
        """Has the user asked for notices?"""
        if await self.subscriptions.of(user):
            return True
        return await self._mail_of(user) is not None

    def put(self, notice: Notice) -> None:
        self._put(notice.user, partial(self._deliver, notice))

    def confirm(self, user: User, address: str, token: str, language: str) -> None:
        """Sends the link that confirms an address."""
        self._put(user.id, partial(self._send_confirmation, user, address, token, language))

    def _put(self, user: str, work: Work) -> None:
        try:
            self._queue.put(Requester(user, is_background=user in self._failing), work)
        except (TooMany, Unavailable):
            self.failed += 1
            log.warning("a notice was dropped: %d are waiting", self.waiting)
        self._give_turns()

    def _give_turns(self) -> None:
        while len(self._running) < SLOTS and (taken := self._queue.take(self._may_run)):
            requester, work = taken
            task = asyncio.get_running_loop().create_task(self._work(work))
            self._running[task] = requester
            task.add_done_callback(self._done)

    def _may_run(self, requester: Requester) -> bool:
        running = self._running.values()
        if any(one.owner == requester.owner for one in running):
            return False
        return not requester.is_background or sum(one.is_background for one in running) < SLOTS // 2

    async def _work(self, work: Work) -> None:
        try:
            await work()
        except Exception:  # the next notice may be luckier
            self.failed += 1
            log.exception("a notice was not delivered")

    def _done(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        if not task.cancelled():
            self._give_turns()

    async def close(self) -> None:
        self._retries.close()
        await end_tasks(list(self._running))
        if self.mailer:
            self.mailer.close()

    async def _deliver(self, notice: Notice) -> None:
        subscriptions = await self.subscriptions.of(notice.user)
        arrived = await asyncio.gather(*(self._push(notice, one) for one in subscriptions))
        self._note(notice.user, has_failed=not all(arrived))
        address = await self._mail_of(notice.user)
        if address:
            await self._mail(notice, address)

    def _note(self, user: str, has_failed: bool) -> None:
        self._failing.pop(user, None)
        if has_failed:
            self._failing[user] = None
            if len(self._failing) > MAX_FAILING:
                self._failing.popitem(last=False)

    def _try_later(self, user: str, attempt: Attempt, earlier: int, why: str) -> None:
        self.failed += 1
        self._retries.later(user, attempt, earlier, why)

    async def _is_due(self, notice: Notice) -> bool:
        """Since an attempt that failed, the user may have looked at the table."""
        if notice.kind != "turn":
            return True
        of_user = (turn_notices.c.table_id == notice.table) & (turn_notices.c.person == notice.user)
        return await self._database.row(select(turn_notices).where(of_user)) is not None

    async def _mail_of(self, user: str) -> Row[Any] | None:
        address = await self.addresses.of(user) if self.mailer else None
        return address if address and address.is_confirmed else None

    # Web Push

    async def _push_again(self, notice: Notice, subscription: str, earlier: int) -> None:
        """If the browser is still subscribed."""
        for row in await self.subscriptions.of(notice.user):
            if row.id == subscription and await self._is_due(notice):
                arrived = await self._push(notice, row, earlier)
                self._note(notice.user, has_failed=not arrived)

    async def _push(self, notice: Notice, subscription: Row[Any], earlier: int = 0) -> bool:
        """False if there was no answer."""
        language = subscription.language
        message = {
            "title": notice.title(language),
            "body": notice.body(language),
            "url": notice.path,
            "tag": f"{notice.kind} {notice.table}",
        }
        browser = web_push.BrowserKeys.parse(subscription.p256dh, subscription.auth)
        endpoint = subscription.endpoint
        headers = {
            "Authorization": web_push.authorization(
                self._key, endpoint, self._contact, now() // 1000
            ),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL_SECONDS),
            "Urgency": "normal",
        }
        body = web_push.encrypt(msgspec.json.encode(message), browser)
        again = partial(self._push_again, notice, subscription.id)
        try:
            status = await post(endpoint, headers, body, self._config.may_push_anywhere)
        except PushError as error:
            self._try_later(notice.user, again, earlier, str(error))
            return False
        if status in GONE:
            await self.subscriptions.drop(subscription.id)
        elif status in BUSY:
            self._try_later(notice.user, again, earlier, f"status {status}")
        elif status >= 300:
            self.failed += 1
            log.warning("a push message was refused with status %d", status)
        else:
            self.sent += 1
        return True

    @property
    def _contact(self) -> str:
        """For push services that have something to say to the operator."""
        if self._config.mail_from:
            return f"mailto:{self._config.mail_from}"
        return self._config.public_url or "https://tavolino.invalid"

    # E-mail

    async def _mail_again(self, notice: Notice, earlier: int) -> None:
        """If there is still an address."""
        row = await self._mail_of(notice.user)
        if row and await self._is_due(notice):
            await self._mail(notice, row, earlier)

    async def _mail(self, notice: Notice, row: Row[Any], earlier: int = 0) -> None:
        url, language = self._config.public_url, row.language
        content = text(
            language,
            "notice.mail",
            body=notice.body(language),
            url=url + notice.path,
            stop_url=f"{url}/mail/{row.token}",
        )
        stop_url = f"{url}/api/mail/{row.token}/stop"
        error = await self._send(row.address, notice.title(language), content, stop_url)
        if error:
            self._try_later(notice.user, partial(self._mail_again, notice), earlier, error)

    async def _send_confirmation(
        self, user: User, address: str, token: str, language: str, earlier: int = 0
    ) -> None:
        url = f"{self._config.public_url}/mail/{token}"
        content = text(language, "notice.confirm_mail", name=user.name, url=url)
        error = await self._send(address, text(language, "notice.confirm"), content)
        if error:
            again = partial(self._send_confirmation, user, address, token, language)
            self._try_later(user.id, again, earlier, error)

    async def _send(self, address: str, subject: str, content: str, stop_url: str = "") -> str:
        """The reason why it should be sent again, or nothing."""
        assert self.mailer is not None
        try:
            await self.mailer.send(address, subject, content, stop_url)
        except (OSError, smtplib.SMTPException) as error:
            if not _is_final(error):
                return str(error) or type(error).__name__
            self.failed += 1
            log.warning("a mail was refused: %s", error)
        else:
            self.sent += 1
        return ""


def _is_final(error: Exception) -> bool:
    """Did the mail server say that another attempt would fail too (RFC 5321, section 4.2.1)?"""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPResponseException) and error.smtp_code >= 500


async def open_notifier(config: Config, database: Database) -> Notifier:
    key = web_push.parse_key(await stored_key(database, KEY, web_push.new_key))
    return Notifier(config, database, key)

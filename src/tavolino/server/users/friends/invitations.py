"""Invites a friend to a table that waits for players."""

from __future__ import annotations

from contextlib import suppress

from tavolino.server.accounts.users import User
from tavolino.server.errors import NotAllowed, NotFound, NotSeated, TableFull, TableOver, TooFast
from tavolino.server.http.limits.rate_limit import RateLimit
from tavolino.server.live.domain.messages import Invitation
from tavolino.server.live.registry import OpenTable
from tavolino.server.lobby.lobby import Lobby
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.sockets.endpoint import LiveEndpoint
from tavolino.server.users.friends.friends import Friends, check_account
from tavolino.server.users.notices.notice import Notice
from tavolino.server.users.notices.notifier import Notifier


class Invitations:
    def __init__(
        self, lobby: Lobby, friends: Friends, endpoint: LiveEndpoint, notifier: Notifier
    ) -> None:
        self._lobby, self._friends = lobby, friends
        self._endpoint, self._notifier = endpoint, notifier
        self._notices = RateLimit(5, 600)
        """From one friend to another who is offline: an invitation may be a mail."""

    async def invite(self, user: User, code: str, friend: str, requester: Requester) -> None:
        """On the friend's pages, and by push and mail if they are offline and asked for it."""
        check_account(user)
        table = await self._lobby.table(code, user.id)
        _check_table(table, user, friend)
        if not await self._friends.is_friend(user.id, friend, requester):
            raise NotFound("expected a friend of yours")
        game = table.settings.game.name
        self._endpoint.send(friend, Invitation(table.id, game, user.name))
        if not await self._lobby.registry.presence.online([friend]):
            with suppress(TooFast):  # enough for now
                self._notices.acquire(f"{user.id} {friend}")
                self._notifier.put(Notice("invitation", friend, table.id, game, user.name))


def _check_table(table: OpenTable, user: User, friend: str) -> None:
    settings = table.settings
    if settings.phase != "lobby" or settings.is_alone:
        raise TableOver("this table does not wait for players")
    if not settings.players_of(user.id):
        raise NotSeated("only players of this table can invite others")
    if settings.players_of(friend):
        raise NotAllowed("this friend has a seat already")
    if len(settings.seats) >= settings.players:
        raise TableFull("this table is full")

"""Friendships and the links by which they are made. Accounts only: a guest can be lost."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_urlsafe
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, or_, select

from tavolino.server.accounts.users import User
from tavolino.server.clock import DAY_MS, now
from tavolino.server.errors import NeedsAccount, NotAllowed, NotFound, TooMany
from tavolino.server.live.domain.messages import FriendPresence, FriendsChanged
from tavolino.server.live.presence import Presence
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.sockets.endpoint import LiveEndpoint
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import blocks, friend_links, friendships, users
from tavolino.server.storage.writer import ConflictError, Statement

MAX_FRIENDS = 200
LINK_MS = 7 * DAY_MS


class Link(NamedTuple):
    token: str
    expires_at: int


class Friends:
    def __init__(self, database: Database, presence: Presence, endpoint: LiveEndpoint) -> None:
        self._database, self._presence, self._endpoint = database, presence, endpoint
        presence.on_change = self._tell_friends

    async def of(self, user: User, requester: Requester) -> tuple[Sequence[Row[Any]], set[str]]:
        """The friends of a user by name, and those who are online."""
        check_account(user)
        query = (
            select(users.c.id, users.c.name)
            .join(friendships, friendships.c.friend == users.c.id)
            .where(friendships.c.person == user.id)
        )
        rows = sorted(
            await self._database.rows(query, requester), key=lambda row: row.name.casefold()
        )
        return rows, await self._presence.online([row.id for row in rows])

    async def is_friend(self, user: str, other: str, requester: Requester) -> bool:
        pair = and_(friendships.c.person == user, friendships.c.friend == other)
        return await self._database.row(select(friendships).where(pair), requester) is not None

    # Links

    async def link_of(self, user: User, requester: Requester) -> Link | None:
        query = select(friend_links).where(friend_links.c.person == user.id, _is_valid())
        row = await self._database.row(query, requester)
        return Link(row.token, row.expires_at) if row else None

    async def new_link(self, user: User) -> Link:
        """Replaces an earlier one, which then opens nothing."""
        check_account(user)
        link = Link(token_urlsafe(18), now() + LINK_MS)
        await self._database.writer.write(
            _delete_link(user.id),
            Statement(insert(friend_links), [{"person": user.id, **link._asdict()}]),
        )
        return link

    async def revoke_link(self, user: User) -> None:
        await self._database.writer.write(_delete_link(user.id))

    async def owner_of(self, token: str, visitor: str, requester: Requester) -> Row[Any]:
        """Who made the link; for somebody whom the owner has blocked it opens nothing."""
        query = (
            select(users.c.id, users.c.name)
            .join(friend_links, friend_links.c.person == users.c.id)
            .where(friend_links.c.token == token, _is_valid())
        )
        row = await self._database.row(query, requester)
        if row is None or await self._has_blocked(row.id, visitor, requester):
            raise NotFound("this link has expired, or was revoked: ask for a new one")
        return row

    # Making and ending a friendship

    async def accept(self, user: User, token: str, requester: Requester) -> Row[Any]:
        """The new friend, who is not blocked any more; accepting twice is as good as once."""
        check_account(user)
        owner = await self.owner_of(token, user.id, requester)
        if owner.id == user.id:
            raise NotAllowed("this is your own link: send it to a friend")
        if not await self.is_friend(user.id, owner.id, requester):
            for one in (user.id, owner.id):
                await self._check_count(one, requester)
            pair = {"person": user.id, "friend": owner.id, "created_at": now()}
            both = [pair, pair | {"person": owner.id, "friend": user.id}]
            try:
                await self._database.writer.write(
                    Statement(insert(friendships), both), _delete_block(user.id, owner.id)
                )
            except ConflictError:  # accepted in two places at once
                pass
            self._tell_both(user.id, owner.id)
        return owner

    async def remove(self, user: User, friend: str) -> None:
        """Revokes the user's link too, by which the other could come back."""
        await self._end(user, friend)

    async def _end(self, user: User, friend: str, *more: Statement) -> None:
        check_account(user)
        one = and_(friendships.c.person == user.id, friendships.c.friend == friend)
        other = and_(friendships.c.person == friend, friendships.c.friend == user.id)
        gone = Statement(delete(friendships).where(or_(one, other)), must_change=True)
        try:
            await self._database.writer.write(gone, _delete_link(user.id), *more)
        except ConflictError:
            raise NotFound("expected a friend of yours") from None
        self._tell_both(user.id, friend)

    # Blocked users

    async def blocked_by(self, user: User, requester: Requester) -> Sequence[Row[Any]]:
        """By name."""
        query = (
            select(users.c.id, users.c.name)
            .join(blocks, blocks.c.blocked == users.c.id)
            .where(blocks.c.person == user.id)
        )
        return sorted(
            await self._database.rows(query, requester), key=lambda row: row.name.casefold()
        )

    async def block(self, user: User, friend: str) -> None:
        """Removes a friend, who cannot come back by any link of the user's."""
        row = {"person": user.id, "blocked": friend, "created_at": now()}
        await self._end(user, friend, Statement(insert(blocks), [row]))

    async def unblock(self, user: User, blocked: str) -> None:
        """They are not friends again: that takes a link."""
        check_account(user)
        try:
            await self._database.writer.write(_delete_block(user.id, blocked, must_change=True))
        except ConflictError:
            raise NotFound("expected a user whom you have blocked") from None

    async def _has_blocked(self, user: str, other: str, requester: Requester) -> bool:
        pair = and_(blocks.c.person == user, blocks.c.blocked == other)
        return await self._database.row(select(blocks).where(pair), requester) is not None

    async def _check_count(self, user: str, requester: Requester) -> None:
        query = select(func.count().label("n")).where(friendships.c.person == user)
        row = await self._database.row(query, requester)
        if row and row.n >= MAX_FRIENDS:
            raise TooMany(f"expected at most {MAX_FRIENDS} friends of one user")

    def _tell_both(self, *both: str) -> None:
        for one in both:
            self._endpoint.send(one, FriendsChanged())

    async def _tell_friends(self, user: str, is_online: bool) -> None:
        query = select(friendships.c.friend).where(friendships.c.person == user)
        friends = [row.friend for row in await self._database.rows(query)]
        for friend in await self._presence.online(friends):
            self._endpoint.send(friend, FriendPresence(user, is_online))


def check_account(user: User) -> None:
    if user.is_guest:
        raise NeedsAccount("friends need an account: a guest's session can be lost")


def _is_valid() -> ColumnElement[bool]:
    return friend_links.c.expires_at > now()


def _delete_block(user: str, blocked: str, must_change: bool = False) -> Statement:
    pair = and_(blocks.c.person == user, blocks.c.blocked == blocked)
    return Statement(delete(blocks).where(pair), must_change=must_change)


def _delete_link(user: str) -> Statement:
    return Statement(delete(friend_links).where(friend_links.c.person == user))

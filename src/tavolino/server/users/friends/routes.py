"""Routes for friends, the links that make them, and invitations to tables."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from tavolino.server.accounts.dependencies import AnyRequest, CurrentUser, Visitor, address_of
from tavolino.server.accounts.requester import CurrentRequester
from tavolino.server.errors import (
    NeedsAccount,
    NotAllowed,
    NotFound,
    NotSeated,
    NotSignedIn,
    OtherRules,
    TableFull,
    TableOver,
    TooFast,
    TooMany,
)
from tavolino.server.http.error_handlers import READING, WRITING, refusals
from tavolino.server.http.limits.rate_limit import RateLimits
from tavolino.server.users.friends.friends import Friends
from tavolino.server.users.friends.invitations import Invitations

Token = Annotated[str, PathParameter(description="From a friend's link.", max_length=64)]
UserId = Annotated[str, PathParameter(description="The id of a friend.", max_length=64)]
Code = Annotated[str, PathParameter(description="The code of a table.", max_length=32)]


class Friend(Struct, frozen=True):
    id: str
    name: str
    is_online: bool


class FriendLink(Struct, frozen=True):
    """Everybody who opens it and accepts becomes a friend."""

    token: Annotated[str, Meta(description="The page is `/friends/{token}`.")]
    expires_at: int


class BlockedUser(Struct, frozen=True):
    id: str
    name: str


class FriendList(Struct, frozen=True):
    friends: list[Friend]
    blocked: Annotated[list[BlockedUser], Meta(description="They cannot become friends again.")]
    link: FriendLink | None


class FriendOffer(Struct, frozen=True):
    """Who has made a link."""

    name: str
    is_you: bool
    is_friend: bool


class InvitedFriend(Struct, frozen=True, forbid_unknown_fields=True):
    friend: Annotated[str, Meta(max_length=64, description="The id of a friend.")]


class FriendRoutes(Controller):
    path = "/api/friends"
    tags = ("friends",)

    @get(summary="List my friends", responses=refusals(NotSignedIn, NeedsAccount))
    async def my_friends(
        self, friends: NamedDependency[Friends], requester: CurrentRequester, user: CurrentUser
    ) -> FriendList:
        rows, online = await friends.of(user, requester)
        link = await friends.link_of(user, requester)
        return FriendList(
            [Friend(row.id, row.name, row.id in online) for row in rows],
            [BlockedUser(row.id, row.name) for row in await friends.blocked_by(user, requester)],
            FriendLink(*link) if link else None,
        )

    @post(
        "/link",
        summary="Make a link for new friends",
        status_code=HTTP_200_OK,
        responses=refusals(*WRITING, NotSignedIn, NeedsAccount, TooFast),
    )
    async def new_friend_link(
        self,
        friends: NamedDependency[Friends],
        rate_limits: NamedDependency[RateLimits],
        user: CurrentUser,
    ) -> FriendLink:
        """Valid for seven days; it replaces an earlier one."""
        rate_limits.friend_links.acquire(user.id)
        return FriendLink(*await friends.new_link(user))

    @delete(
        "/link",
        summary="Revoke my link",
        responses=refusals(*WRITING, NotSignedIn),
    )
    async def revoke_friend_link(
        self, friends: NamedDependency[Friends], user: CurrentUser
    ) -> None:
        await friends.revoke_link(user)

    @delete(
        "/{friend_id:str}",
        summary="Remove a friend",
        responses=refusals(*WRITING, NotSignedIn, NeedsAccount, NotFound),
    )
    async def remove_friend(
        self, friends: NamedDependency[Friends], user: CurrentUser, friend_id: UserId
    ) -> None:
        """For both; neither sees any more whether the other is online. My link is revoked too."""
        await friends.remove(user, friend_id)

    @post(
        "/{friend_id:str}/block",
        summary="Remove and block a friend",
        status_code=HTTP_204_NO_CONTENT,
        responses=refusals(*WRITING, NotSignedIn, NeedsAccount, NotFound),
    )
    async def block_friend(
        self, friends: NamedDependency[Friends], user: CurrentUser, friend_id: UserId
    ) -> None:
        """As when a friend is removed; besides, no link of mine makes us friends again."""
        await friends.block(user, friend_id)

    @delete(
        "/{friend_id:str}/block",
        summary="Unblock a user",
        responses=refusals(*WRITING, NotSignedIn, NeedsAccount, NotFound),
    )
    async def unblock_user(
        self, friends: NamedDependency[Friends], user: CurrentUser, friend_id: UserId
    ) -> None:
        await friends.unblock(user, friend_id)


class FriendLinkRoutes(Controller):
    path = "/api/friend-links/{token:str}"
    tags = ("friends",)

    @get(summary="Get the owner of a friend link", responses=refusals(*READING, NotFound, TooFast))
    async def friend_offer(
        self,
        request: AnyRequest,
        friends: NamedDependency[Friends],
        rate_limits: NamedDependency[RateLimits],
        requester: CurrentRequester,
        visitor: Visitor,
        token: Token,
    ) -> FriendOffer:
        rate_limits.friend_tokens.acquire(address_of(request))
        me = visitor.id if visitor else ""
        owner = await friends.owner_of(token, me, requester)
        return FriendOffer(
            owner.name, owner.id == me, await friends.is_friend(me, owner.id, requester)
        )

    @post(
        "/accept",
        summary="Accept a friend's link",
        status_code=HTTP_200_OK,
        responses=refusals(
            *WRITING, NotSignedIn, NeedsAccount, NotAllowed, NotFound, TooMany, TooFast
        ),
    )
    async def accept_friend(
        self,
        request: AnyRequest,
        friends: NamedDependency[Friends],
        rate_limits: NamedDependency[RateLimits],
        requester: CurrentRequester,
        user: CurrentUser,
        token: Token,
    ) -> FriendOffer:
        rate_limits.friend_tokens.acquire(address_of(request))
        owner = await friends.accept(user, token, requester)
        return FriendOffer(owner.name, False, True)


@post(
    "/api/tables/{code:str}/invitations",
    tags=["friends"],
    summary="Invite a friend to a table",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(
        *WRITING,
        NeedsAccount,
        NotAllowed,
        NotFound,
        NotSeated,
        NotSignedIn,
        OtherRules,
        TableFull,
        TableOver,
        TooFast,
    ),
)
async def invite_friend(
    invitations: NamedDependency[Invitations],
    rate_limits: NamedDependency[RateLimits],
    requester: CurrentRequester,
    user: CurrentUser,
    code: Code,
    data: JSONBody[InvitedFriend],
) -> None:
    """The friend is told on every open page; if offline, by push and mail if they asked for it."""
    rate_limits.invitations.acquire(user.id)
    rate_limits.repeated_invitations.acquire(f"{user.id} {code} {data.friend}")
    await invitations.invite(user, code, data.friend, requester)


handlers: list[ControllerRouterHandler] = [FriendRoutes, FriendLinkRoutes, invite_friend]

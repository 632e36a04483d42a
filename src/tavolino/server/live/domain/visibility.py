"""Who may watch a table, and which boards they see."""

from __future__ import annotations

from tavolino.server.errors import NotAllowed
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.domain.table_settings import TableSettings


def visible_boards(
    settings: TableSettings, projection: Projection | None, user: str
) -> tuple[int, ...]:
    """Players who still play the same deal must not see each other's boards."""
    if projection is None:
        return ()
    match = projection.match
    boards = tuple(range(len(match.boards)))
    own = {player // match.game.seats for player in settings.players_of(user)}
    are_shown = settings.host_settings.onlookers == "boards"
    if match.is_over or (own and len(boards) == 1):
        return boards
    if not own:
        return boards if are_shown else ()
    is_playing = any(not match.is_board_over(board) for board in own)
    return boards if are_shown and not is_playing else tuple(sorted(own))


def check_may_watch(settings: TableSettings, user: str) -> None:
    """In the lobby everybody with the code may watch, to be able to join."""
    is_shown = settings.host_settings.onlookers != "none" or settings.phase == "lobby"
    is_past = settings.phase == "over" and settings.kind in ("table", "contest")
    if not is_shown and not is_past and not settings.players_of(user):
        raise NotAllowed("this table does not admit onlookers")

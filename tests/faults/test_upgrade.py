"""A new version with a changed schema replaces the old one, server by server, while people play."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import create_engine, inspect
from support.servers.fleet import Fleet
from support.servers.groups import Group, table_of_two, table_with_bot
from support.servers.networks.tcp_proxy import TcpProxy
from support.servers.players import Progress

from tavolino.server.storage.database import MIGRATIONS, newest_revision

MIGRATION = """
from alembic import op
import sqlalchemy as sa

revision, down_revision = "{new}", "{old}"


def upgrade():
    op.add_column("tables", sa.Column("next_version", sa.String()))
    op.add_column("entries", sa.Column("next_version", sa.Integer(), server_default="7"))
    op.create_index("next_version_index", "entries", ["at"])
"""
NEXT_VERSION = """
from pathlib import Path
from tavolino.server.storage import database
database.MIGRATIONS = Path({place!r})
"""


def next_version(directory: Path) -> str:
    """The patch that makes a server one of the next version."""
    old, place = newest_revision(), directory / "migrations"
    new = f"{int(old) + 1:04}"
    shutil.copytree(MIGRATIONS, place)
    (place / "versions" / f"{new}_next.py").write_text(MIGRATION.format(old=old, new=new))
    return NEXT_VERSION.format(place=str(place))


def test_a_rolling_upgrade_with_a_migration(empty_fleet: Fleet, tmp_path: Path) -> None:
    """Clients are at two addresses, as behind a load balancer."""
    patch = next_version(tmp_path)
    old = [empty_fleet.add() for _ in range(2)]
    fronts = [empty_fleet.stack.enter_context(TcpProxy(server.port)) for server in old]

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        for front, server in zip(fronts, old):
            await progress.more(10)
            new = await asyncio.to_thread(empty_fleet.add, patch=patch)
            await progress.more(10)
            front.targets = (new.port,)
            assert await asyncio.to_thread(server.stop) == 0
        await progress.more(10)

    urls = [f"http://127.0.0.1:{front.port}" for front in fronts]
    kinds = [table_of_two(), table_with_bot(), table_of_two()]
    report = empty_fleet.played(during, kinds, urls)
    engine = create_engine(empty_fleet.postgres.url)
    columns = {column["name"] for column in inspect(engine).get_columns("entries")}
    engine.dispose()
    assert "next_version" in columns
    print("A rolling upgrade with a migration:", report)

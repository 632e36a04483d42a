"""``--accounts-only``: guests may practise, everything else needs an account."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import TestClient
from support.servers.app import client_of

from tavolino.server.config import Config

pytestmark = pytest.mark.hardening

ANNA = {"name": "Anna", "password": "una frase lunga"}
CONTEST = {"kind": "contest", "game": "solitario40", "players": 2}


def test_a_guest_may_only_practise(tmp_path: Path) -> None:
    with client_of(Config(tmp_path, workers=0, needs_account=True)) as anna:
        guest = TestClient(anna.app)
        guest.blocking_portal = anna.blocking_portal
        guest.post("/api/me")
        anna.post("/api/account", json=ANNA)
        table = anna.post("/api/tables", json=CONTEST).json()["table"]
        assert guest.post("/api/tables", json={"game": "nove_colonne"}).status_code == 201
        refused = [
            guest.post("/api/tables", json=CONTEST),
            guest.post(f"/api/tables/{table}/join", json={}),
            guest.post("/api/daily/nove_colonne"),
        ]
        assert {(one.status_code, one.json()["code"]) for one in refused} == {
            (403, "needs_account")
        }
        guest.post("/api/account", json={**ANNA, "name": "Bruno"})
        assert guest.post(f"/api/tables/{table}/join", json={}).status_code == 200

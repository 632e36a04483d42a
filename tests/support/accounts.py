"""Accounts at a server, each in a browser of their own."""

from __future__ import annotations

from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

Browser = TestClient[Litestar]
PASSWORD = "una frase lunga"
ANNA = {"name": "Anna", "password": PASSWORD}


def browser_of(client: Browser) -> Browser:
    """Another browser at the same server."""
    another = TestClient(client.app)
    another.blocking_portal = client.blocking_portal
    return another


def new_account(client: Browser, name: str) -> tuple[Browser, str]:
    """A browser that is signed in, and the user's id."""
    browser = browser_of(client)
    made = browser.post("/api/account", json={"name": name, "password": PASSWORD})
    assert made.status_code == 201, made.text
    return browser, made.json()["id"]


def befriend(one: Browser, other: Browser) -> None:
    token = one.post("/api/friends/link").json()["token"]
    assert other.post(f"/api/friend-links/{token}/accept").is_success


def problem(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def guest(browser: Browser) -> dict[str, Any]:
    response = browser.post("/api/me")
    assert response.status_code == 201
    me: dict[str, Any] = response.json()
    return me


def account(browser: Browser, **changed: str) -> dict[str, Any]:
    response = browser.post("/api/account", json=ANNA | changed)
    assert response.status_code == 201, response.text
    me: dict[str, Any] = response.json()
    return me

"""The client as ``make play`` opens it: built, served, let through by the server's policy."""

from __future__ import annotations

from web_fixtures import Tabs


def test_the_client_opens_without_a_complaint(tabs: Tabs) -> None:
    page = tabs.open("/").page
    page.locator('a[href="/rules/nove_colonne"]').wait_for()
    assert page.title() == "Tavolino"

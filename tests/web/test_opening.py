"""The client as ``make play`` opens it: built, served, let through by the server's policy."""

from __future__ import annotations

from pathlib import Path

from browsing import chromium
from killing import RealServer

from tavolino.server.pages import WEB


def test_the_client_opens_without_a_complaint(tmp_path: Path) -> None:
    assert (WEB / "index.html").exists(), "the client is not built: make web"
    server, complaints = RealServer(tmp_path, "--workers", "0"), list[str]()
    server.start()
    try:
        with chromium() as browser:
            page = browser.new_page(locale="it-IT")
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: complaints.append(said.text))
            page.goto(server.url)
            page.locator('a[href="/rules/nove_colonne"]').wait_for()
            assert page.title() == "Tavolino"
    finally:
        server.stop()
    assert complaints == []

"""What axe has against a page."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_AT_REST = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();  // the page hears of another light
  await frame();  // and shows it
  await Promise.all(document.getAnimations()
    .filter(one => one.effect.getComputedTiming().endTime < Infinity)
    .map(one => one.finished.catch(() => null)));
}"""

Violation = tuple[str, list[str], str]


def serious_violations(page: Page) -> list[Violation]:
    """In the light of the page as it is."""
    return _violations(page, {})


def low_contrast(page: Page, scheme: Literal["light", "dark"]) -> list[Violation]:
    """In another light: colours are all that it changes."""
    page.emulate_media(color_scheme=scheme)
    return _violations(page, {"runOnly": ["color-contrast"]})


def _violations(page: Page, options: dict[str, list[str]]) -> list[Violation]:
    # What is fading in has less contrast than it will have.
    page.evaluate(_AT_REST)
    # Axe takes three times as long to describe all that is well.
    found = Axe().run(page, options={**options, "resultTypes": ["violations"]}).response
    return [
        (one["id"], node["target"], node.get("failureSummary"))
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]

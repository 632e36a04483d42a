"""Pages at which nobody looks are not painted: that takes half the processor time of a move.

A page is laid out, scrolled and clicked as ever, but it is transparent, so that the browser draws
nothing. What depends on paint, contrast and layout shifts, asks for a painted page.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, Page

_TRANSPARENT = """
window.transparent = new CSSStyleSheet();
window.transparent.replaceSync('html { opacity: 0 !important }');
document.adoptedStyleSheets.push(window.transparent);
"""
_PAINT = "is_on => { if (window.transparent) window.transparent.disabled = is_on }"
_OPACITY = "() => getComputedStyle(document.documentElement).opacity"


def without_paint(context: BrowserContext) -> None:
    context.add_init_script(_TRANSPARENT)


@contextmanager
def painted(page: Page) -> Iterator[None]:
    page.evaluate(_PAINT, True)
    assert is_painted(page)
    yield
    page.evaluate(_PAINT, False)


def is_painted(page: Page) -> bool:
    return bool(page.evaluate(_OPACITY) == "1")

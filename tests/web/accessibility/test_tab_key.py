"""Every control of every page is reached with the Tab key, and one sees where one is."""

from __future__ import annotations

from playwright.sync_api import Page
from support.browser.fixtures import Tabs
from support.browser.page_checks import ADDRESSES, as_anna, settled
from support.browser.sample_data import SampleData

CONTROLS = """() => {
  const all = document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]');
  const grouped = e => e.type === 'radio' && !e.checked;
  return [...all]
    .filter(e => e.tabIndex >= 0 && !e.disabled && !grouped(e))
    .filter(e => e.checkVisibility({ visibilityProperty: true }))
    .map((e, i) => (e.dataset.control = i, e.outerHTML.slice(0, 90)));
}"""

HERE = """() => {
  const it = document.activeElement;
  if (!it || it === document.body) return null;
  // A ring of its own, or of what stands for it: a label, the track of a switch.
  const shown = [it, it.closest('label'), it.nextElementSibling].some(e => {
    const style = e && getComputedStyle(e);
    return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  });
  return [it.dataset.control ?? '', shown, it.outerHTML.slice(0, 90)];
}"""

MOST = 200


def walked(page: Page) -> tuple[set[str], list[str]]:
    """The controls that Tab comes to, and those of them without a ring."""
    reached: set[str] = set()
    unseen: list[str] = []
    for _ in range(MOST):
        page.keyboard.press("Tab")
        here = page.evaluate(HERE)
        if here is None or (here[0] and here[0] in reached):
            break
        control, shown, what = here
        reached.add(control)
        if not shown:
            unseen.append(what)
    return reached, unseen


def test_tab_comes_to_every_control_and_shows_where(tabs: Tabs, sample: SampleData) -> None:
    page = as_anna(tabs, sample, "/")
    wrong = {}
    for name, address in ADDRESSES.items():
        page.goto(address.format(**vars(sample)))
        settled(page)
        controls: list[str] = page.evaluate(CONTROLS)
        assert controls, name
        reached, unseen = walked(page)
        missed = [what for i, what in enumerate(controls) if str(i) not in reached]
        if missed or unseen:
            wrong[name] = (missed, unseen)
    assert wrong == {}
    tabs.complaints.clear()  # the browser itself notes every 404


def test_the_keys_of_a_replay_are_told(tabs: Tabs, sample: SampleData) -> None:
    page = settled(as_anna(tabs, sample, f"/replay/{sample.azul}"))
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Tasti")
    assert "Spazio" in keys.inner_text()
    page.keyboard.press("Escape")
    keys.wait_for(state="hidden")

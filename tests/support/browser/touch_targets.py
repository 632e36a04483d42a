"""What a finger can touch at a table: is it in the window, large enough, and not covered?"""

from __future__ import annotations

from typing import Any, TypedDict

from playwright.sync_api import FloatRect, Page

FINGER = 40
"""Pixels of the smallest target on a phone held upright."""


class Target(TypedDict):
    name: str
    is_inside: bool
    """In the window?"""
    is_covered: bool
    """By anything else, where it is touched?"""
    width: float
    """Of the part that reacts, beside the drawing too; 0 if it was not measured."""
    height: float


# A card in a column is touched at its index: the rest may be under other cards.
_TARGETS = """isMeasured => {
  const all = [...document.querySelectorAll('.play :is(a[href], button, summary, [data-spot])')]
    .filter(e => e.checkVisibility({ visibilityProperty: true }))
    .filter(e => !e.matches('.card-button:not([data-piece])'));
  const nameOf = e => e.dataset.spot ?? e.getAttribute('aria-label') ?? e.textContent.trim();
  return all.map(target => {
    const box = target.getBoundingClientRect();
    const isInColumn = target.matches('.column *');
    // The browser finds elements at whole pixels.
    const x = Math.round(box.left + box.width / 2), y = box.top + (isInColumn ? 8 : box.height / 2);
    const isHit = at => target.contains(document.elementFromPoint(at, y));
    const reach = by => {
      let steps = 0;
      while (steps < 60 && isHit(x + by * (steps + 1))) steps += 1;
      return steps;
    };
    return {
      name: nameOf(target),
      is_inside: box.left >= -0.5 && box.top >= -0.5
        && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5,
      is_covered: !isHit(x),
      width: isMeasured ? reach(-1) + 1 + reach(1) : 0,
      height: box.height,
    };
  });
}"""


def touch_targets(page: Page, *, is_measured: bool) -> list[Target]:
    """Their widths are found pixel by pixel, which takes long."""
    found: list[Target] = page.evaluate(_TARGETS, is_measured)
    return found


def hard_to_touch(page: Page) -> list[str]:
    """The targets outside the window or under something else."""
    targets = touch_targets(page, is_measured=False)
    return [one["name"] for one in targets if one["is_covered"] or not one["is_inside"]]


def too_small(page: Page) -> list[tuple[str, float, float]]:
    """The targets that are too small for a finger, with their width and height."""
    return [
        (one["name"], one["width"], one["height"])
        for one in touch_targets(page, is_measured=True)
        if min(one["width"], one["height"]) < FINGER - 0.5
    ]


# The index of a small card is larger (cards/art/face.ts).
_CUT = """() => [...document.querySelectorAll('.column')].flatMap(column => {
  const cards = [...column.querySelectorAll('.card-button')];
  return cards.slice(1).flatMap((card, i) => {
    const [above, box] = [cards[i].getBoundingClientRect(), card.getBoundingClientRect()];
    const index = above.height * (above.width <= 62 ? 0.25 : 0.157);
    return box.top - above.top < index ? [cards[i].dataset.spot] : [];
  });
})"""


def cut_indices(page: Page) -> list[Any]:
    """The face-up cards in columns whose index is not visible as a whole."""
    found: list[Any] = page.evaluate(_CUT)
    return found


_LABELS_OUTSIDE = """() => [...document.querySelectorAll('.tools .action-button > span')]
  .filter(label => {
    const [text, box] = [label, label.parentElement].map(e => e.getBoundingClientRect());
    return text.left < box.left || text.right > box.right || text.bottom > box.bottom + 1;
  })
  .map(label => label.textContent)"""


def labels_outside(page: Page) -> list[str]:
    """The labels of tools that reach beyond their own button, and so into the next."""
    found: list[str] = page.evaluate(_LABELS_OUTSIDE)
    return found


def overlap(one: FloatRect, other: FloatRect) -> bool:
    width = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    height = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return width > 1 and height > 1

"""Builds the documentation into site/ and checks it. Warnings are errors.

The builder finds links and references that lead nowhere in Markdown. What it does not look at is
checked here, in the pages as they were built: images, styles, scripts and anchors; that nothing is
fetched from elsewhere, so that the site can be read without a network; that every page of docs/
can be reached from the navigation.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parent.parent
DOCS, SITE = ROOT / "docs", ROOT / "site"
FETCHED = {"script": "src", "img": "src", "source": "src", "iframe": "src", "link": "href"}
SHIM = re.compile(r'"https://[^"]*/iframe-worker/shim"')
EXPECTED = re.compile(r"Build started|No issues found|Build finished in .*")


class Page(HTMLParser):
    """What a page defines and what it leads to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.fetched: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.add(values["href"])
        if tag in FETCHED and FETCHED[tag] in values and values.get("rel") != "canonical":
            # The fragment says for which theme an image is.
            self.fetched.add(values[FETCHED[tag]].partition("#")[0])


def build() -> Iterator[str]:
    """What the builder complains about."""
    shutil.rmtree(SITE, ignore_errors=True)
    zensical = str(Path(sys.executable).with_name("zensical"))
    command = [zensical, "build", "--strict", "--clean"]
    result = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "scripts"), "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    lines = [line for line in result.stdout.splitlines() if line.strip()]
    if result.returncode or not all(EXPECTED.fullmatch(line) for line in lines):
        yield from lines


def use_own_shim() -> None:
    """Replaces the one script that Zensical's pages fetch from the network by a local one."""
    for path in SITE.rglob("*.html"):
        own = os.path.relpath(SITE / "assets" / "iframe-worker.js", path.parent)
        text = path.read_text(encoding="utf-8")
        path.write_text(SHIM.sub(f'"{own}"', text), encoding="utf-8")


def check() -> Iterator[str]:
    pages = {path: Page(path) for path in SITE.rglob("*.html")}
    for page in pages.values():
        name = page.path.relative_to(SITE)
        for link in sorted(page.fetched):
            if urlsplit(link).scheme not in ("", "data") or link.startswith("//"):
                yield f"{name}: fetches {link} from elsewhere"
        for link in sorted(page.links | page.fetched):
            if not leads_somewhere(link, page, pages):
                yield f"{name}: {link} leads nowhere"
    yield from check_navigation()


def leads_somewhere(link: str, page: Page, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    if page.path.name == "404.html" or not (parts.path or parts.fragment):
        return True  # its links begin at the root, wherever it is served from
    target = page.path if not parts.path else page.path.parent / unquote(parts.path)
    target = Path(os.path.normpath(target))
    if target.is_dir():
        target /= "index.html"
    if not parts.fragment or parts.fragment.startswith("__"):
        return target.exists()
    return target in pages and unquote(parts.fragment) in pages[target].anchors


def check_navigation() -> Iterator[str]:
    config = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    listed = set(sources(config["project"]["nav"]))
    there = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    yield from (f"zensical.toml: docs/{page} does not exist" for page in sorted(listed - there))
    yield from (f"zensical.toml: docs/{page} is not listed" for page in sorted(there - listed))


def sources(entry: Any) -> Iterator[str]:
    """The pages of the navigation, which is nested."""
    if isinstance(entry, str):
        yield entry
    else:
        for inner in entry.values() if isinstance(entry, dict) else entry:
            yield from sources(inner)


def main() -> int:
    wrong = [*build()]
    if not wrong:
        use_own_shim()
        wrong = [*check()]
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong:
        print(f"The documentation is in {SITE.relative_to(ROOT)}/index.html")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

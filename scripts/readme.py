"""Part of building a package: the README for the package index, where links must be absolute."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<image>!?)(?P<text>\[[^\]]*\])\((?P<target>[^)]+)\)")
SOURCE = re.compile(r'src="(?P<target>[^"]+)"')
ELSEWHERE = re.compile("[a-z]+:|#")
"""Targets that stay as they are: of other sites, and on the page itself."""


def with_absolute_links(text: str, source: str, version: str) -> str:
    """The README with links to the sources of this version.

    >>> with_absolute_links("[rules](docs/index.md) ![x](x.png)", "https://example.org/t", "1.0")
    '[rules](https://example.org/t/blob/v1.0/docs/index.md) ![x](https://example.org/t/raw/v1.0/x.png)'
    """

    def address(target: str, is_image: bool) -> str:
        if ELSEWHERE.match(target):
            return target
        return f"{source}/{'raw' if is_image else 'blob'}/v{version}/{target}"

    def replace_link(found: re.Match[str]) -> str:
        target = address(found["target"], bool(found["image"]))
        return f"{found['image']}{found['text']}({target})"

    def replace_source(found: re.Match[str]) -> str:
        return f'src="{address(found["target"], True)}"'

    return SOURCE.sub(replace_source, LINK.sub(replace_link, text))


class ReadmeHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        version = re.search(
            '__version__ = "(.+)"',
            Path(self.root, "src/tavolino/__init__.py").read_text(encoding="utf-8"),
        )
        assert version, "expected __version__ in src/tavolino/__init__.py"
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(text, metadata["urls"]["Source"], version[1]),
        }

"""The text of a notice to a user who is away, in their language."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tavolino.translations import text, title_of


class Notice(NamedTuple):
    kind: Literal["turn", "invitation"]
    user: str
    table: str
    game: str
    name: str = ""
    """Who invites."""

    @property
    def path(self) -> str:
        return f"/t/{self.table}"

    def title(self, language: str) -> str:
        return text(language, f"notice.{self.kind}", name=self.name)

    def body(self, language: str) -> str:
        return text(language, f"notice.{self.kind}_body", game=title_of(language, self.game))

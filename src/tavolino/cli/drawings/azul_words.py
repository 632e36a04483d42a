"""The words of Azul: takes, the automa's answers with their priority, the count of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.cli.terminal import Terminal
from tavolino.game import AnyGame
from tavolino.games.azul_solo import (
    CENTRE,
    ROUNDS,
    Answer,
    Fill,
    Place,
    Roll,
    State,
    Take,
    bonuses,
    tile_score,
)


class AzulWords:
    def __init__(self, terminal: Terminal, game: AnyGame) -> None:
        self.terminal, self.game, self.say = terminal, game, terminal.say

    def examples(self, view: State) -> str:
        return self.say("examples.azul_solo")

    def place(self, source: int) -> str:
        """Such as «il vassoio 3», to stand after a preposition."""
        key = "az.place.centre" if source == CENTRE else "az.place.tray"
        return self.say(key, n=source)

    def colour(self, tiles: str) -> str:
        many = "one" if len(tiles) == 1 else "many"
        return self.say(f"az.colour_{many}.{tiles[0]}")

    def tiles(self, tiles: str) -> str:
        """Such as «2 piastrelle rosse»."""
        return self.say("az.tiles", n=len(tiles), colore=self.colour(tiles))

    def told(self, before: State, actor: int, move: Any, after: State) -> Iterator[str]:
        if isinstance(move, Fill):
            yield self.say("az.filled")
        elif isinstance(move, Take):
            yield from self._take(before, move)
        elif isinstance(move, Roll) and after.answer:
            yield from self._answer(after.answer)
        if isinstance(move, Take | Roll):
            yield from self._marker(before, move, after)
            if after.round > before.round:
                yield from self._round(before, after)

    def _take(self, before: State, move: Take) -> Iterator[str]:
        heap = before.trays[move.source - 1] if move.source else before.centre
        tiles = self.tiles(move.colour * heap.count(move.colour))
        to = self.say("az.to_line", n=move.line) if move.line else self.say("az.to_floor")
        said = self.say("az.you", piastrelle=tiles, luogo=self.place(move.source), to=to)
        yield contracted(said)

    def _answer(self, answer: Answer) -> Iterator[str]:
        if answer.priority == 1:
            said = self.say("az.ai_marker", dado=answer.die)
        else:
            said = self.say(
                "az.ai",
                dado=answer.die,
                n=len(answer.tiles),
                colore=self.colour(answer.tiles),
                luogo=self.place(answer.source),
            )
        yield f"{contracted(said)} {self.say(f'az.priority.{answer.priority}', tray=answer.die)}"

    def _marker(self, before: State, move: Take | Roll, after: State) -> Iterator[str]:
        if isinstance(move, Take):
            if move.source == 1 and before.marker is Place.TRAY:
                yield self.say("az.marker_centre")
            if move.source == CENTRE and before.marker is Place.CENTRE:
                yield self._marker_to(Place.HUMAN)
        elif after.answer and after.answer.marker and after.answer.priority > 1:
            yield self._marker_to(Place.AUTOMA)

    def _marker_to(self, place: Place) -> str:
        return contracted(self.say("az.marker", chi=self.say(f"az.to.{place}")))

    def _round(self, before: State, after: State) -> Iterator[str]:
        """What the wall gave, row by row, and what the floor cost."""
        wall, gained, laid = list(before.wall), 0, []
        for row, colours in enumerate(after.wall):
            for colour in set(colours) - set(before.wall[row]):
                wall[row] += colour
                points = tile_score(wall, row, colour)
                gained += points
                said = self.say(f"az.colour.{colour}")
                laid.append(self.say("az.laid", row=row + 1, colour=said, n=points))
        bonus = bonuses(after.wall) if after.round > ROUNDS else 0
        lost = before.score + gained + bonus - after.score
        yield self.say(
            "az.round",
            n=before.round,
            laid=", ".join(laid) or self.say("az.laid_nothing"),
            lost=f"−{lost}" if lost else "0",
            score=after.score - bonus,
        )
        if after.round <= ROUNDS:
            yield self.say("az.begins", chi=self.say(f"az.who.{after.starter}"))
        elif bonus:
            yield self.say("az.bonus", n=bonus)

    def ended(self, state: State) -> str:
        human, automa = self.game.scores(state)
        ten = self.say("az.ten") if state.marker is Place.AUTOMA and not state.stopped else ""
        result = "won" if human > automa else "lost" if human < automa else "drawn"
        return self.say(f"az.{result}", human=human, automa=automa, ten=ten)


def contracted(sentence: str) -> str:
    """Italian joins prepositions and articles.

    >>> contracted("Passa da il centro a l'AI.")
    "Passa dal centro all'AI."
    """
    return sentence.replace(" da il ", " dal ").replace(" a l'", " all'")

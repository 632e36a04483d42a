"""Azul: the six trays in a hexagon around the centre, the human's board on the right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from tavolino.cli.drawings.canvas import Canvas
from tavolino.cli.drawings.listing import in_table
from tavolino.cli.drawings.plain import PlainDrawing
from tavolino.games.azul_solo import (
    CENTRE,
    COLOURS,
    LINES,
    MARKER,
    PENALTIES,
    ROUNDS,
    TRAYS,
    Holder,
    State,
    Take,
    wall_column,
)

TILES = {
    "B": "bold #ffffff on #2456c8",
    "Y": "bold #201a00 on #f0b91e",
    "R": "bold #ffffff on #c9283a",
    "K": "bold #ffffff on #4c525c",
    "W": "bold #1c3036 on #d9ecef",
    MARKER: "bold #ffffff on #8a4fb0",
}
SPACES = {"B": "#5a86e6", "Y": "#b08a10", "R": "#d4606a", "K": "#7d848f", "W": "#93a6ab"}
"""An empty space of the wall: its letter, in a tone readable on any background."""

# ONE at the top vertex, then clockwise (R-AZ-01): row and column of each tray's label.
HEXAGON = ((0, 13), (2, 25), (6, 25), (8, 13), (6, 1), (2, 1))
CENTRE_AT = (4, 13)
BOARD_AT = 42
DISCARDS_AT = 34
"""The column where the human's board begins."""
HEAP_WIDTH = 13


def tile(piece: str) -> Text:
    return Text(f" {piece} ", TILES[piece])


def heap(pieces: str) -> Text:
    return Text.assemble(*(tile(piece) for piece in pieces))


def _counts(pieces: str) -> Text:
    """Each kind once, with its number; the marker is the only one of its kind."""
    kinds = [kind for kind in (*COLOURS, MARKER) if kind in pieces]
    heaps = [
        Text.assemble(tile(kind), "" if kind == MARKER else f"×{pieces.count(kind)}")
        for kind in kinds
    ]
    return Text(" ").join(heaps) if heaps else Text("–", "dim")


_TAKE = re.compile("([1-6C])([BYRKW])[ >→-]*([1-5F])", re.IGNORECASE)


class AzulDrawing(PlainDrawing):
    def examples(self, view: State) -> str:
        return self.say("examples.azul_solo")

    def board(self, view: State, last: Any) -> RenderableType:
        if not view.sequence:
            return self.say("board.undealt")
        canvas = Canvas(11)
        for number, (row, column) in enumerate(HEXAGON, 1):
            self._put_tray(canvas, view, number, row, column)
        self._put_centre(canvas, view)
        self._put_board(canvas, view)
        self._put_floor(canvas, view)
        self._put_table(canvas, view)
        return canvas.group()

    # Canvas lines grow to the right: texts on the same line are put from left to right.

    def _put_tray(self, canvas: Canvas, view: State, number: int, row: int, column: int) -> None:
        if column > 1 and number in (2, 3):
            return  # put together with SIX and FIVE
        self._put_heap(canvas, view, number, row, column)
        if number in (5, 6):
            beside = 8 - number  # FIVE and THREE, SIX and TWO share their lines
            self._put_heap(canvas, view, beside, *HEXAGON[beside - 1])

    def _put_heap(self, canvas: Canvas, view: State, number: int, row: int, column: int) -> None:
        tiles = heap(view.trays[number - 1])
        if number == 1 and view.marker is Holder.TRAY:
            tiles.append_text(tile(MARKER))
        canvas.put(row, column, f"{self.say('az.tray')} {number}", "bold" if tiles else "dim")
        canvas.put(row + 1, column, tiles if tiles else Text("–", "dim"))

    def _put_centre(self, canvas: Canvas, view: State) -> None:
        row, column = CENTRE_AT
        canvas.put(row, column, self.say("az.centre"), "bold")
        centre = _counts(view.centre + MARKER * (view.marker is Holder.CENTRE))
        canvas.put(row + 1, max(1, 19 - centre.cell_len // 2), centre)

    def _put_board(self, canvas: Canvas, view: State) -> None:
        canvas.put(0, BOARD_AT, f"{self.say('az.lines'):>15}", "dim")
        canvas.put(0, BOARD_AT + 19, self.say("az.wall"), "dim")
        for row in range(LINES):
            line = view.lines[row]
            empty = row + 1 - len(line)
            canvas.put(row + 1, BOARD_AT + 3 * (LINES - row - 1), Text(" · " * empty, "dim"))
            canvas.put(row + 1, BOARD_AT + 3 * (LINES - len(line)), heap(line))
            canvas.put(row + 1, BOARD_AT + 16, str(row + 1), "bold")
            canvas.put(row + 1, BOARD_AT + 19, self._wall_row(view, row))

    def _wall_row(self, view: State, row: int) -> Text:
        cells = sorted(COLOURS, key=lambda colour: wall_column(row, colour))
        return Text.assemble(
            *(tile(c) if c in view.wall[row] else Text(f" {c.lower()} ", SPACES[c]) for c in cells)
        )

    def _put_floor(self, canvas: Canvas, view: State) -> None:
        canvas.put(7, BOARD_AT, self.say("az.floor"), "dim")
        empty = Text(" · " * (len(PENALTIES) - len(view.floor)), "dim")
        canvas.put(7, BOARD_AT + 13, heap(view.floor).append_text(empty))
        penalties = "".join(f"{f'−{n}':>2} " for n in PENALTIES)
        canvas.put(8, BOARD_AT + 13, penalties, "dim")

    def _put_table(self, canvas: Canvas, view: State) -> None:
        canvas.put(10, 1, f"{self.say('az.sequence')} ", "dim")
        canvas.put(10, 0, heap(view.sequence))
        marker = self.say(f"az.at.{view.marker}")
        canvas.put(10, BOARD_AT, f"{self.say('az.marker_name')} ", "dim")
        canvas.put(10, 0, tile(MARKER))
        canvas.put(10, 0, f" {marker}")
        # Beside tray 4: a screen has 24 lines.
        canvas.put(9, DISCARDS_AT, f"{self.say('az.discards')} ", "dim")
        canvas.put(9, 0, _counts(view.discards))

    def score(self, state: State) -> str:
        human, automa = self.game.scores(state)
        return self.say(
            "score.azul", human=human, automa=automa, n=min(state.round, ROUNDS), most=ROUNDS
        )

    # The moves

    def listing(self, view: State, numbers: Mapping[Any, int]) -> RenderableType:
        """A row for each heap: ``3R rosso ×2``, a column for each line."""
        cells = {(self._heap(view, move), str(move)[-1]): n for move, n in numbers.items()}
        heads = [*(str(line + 1) for line in range(LINES)), "f"]
        return in_table(cells, heads, width=HEAP_WIDTH, blocks=2, corner=self.say("az.lines"))

    def _heap(self, view: State, move: Take) -> str:
        tiles = view.trays[move.source - 1] if move.source else view.centre
        colour = self.say(f"az.colour.{move.colour}")
        return f"{move.source or 'c'}{move.colour} {colour} ×{tiles.count(move.colour)}"

    def canonical(self, text: str) -> str:
        """``Ck f`` is ``cK>f``."""
        if match := _TAKE.fullmatch(text):
            source, colour, line = match.groups()
            return f"{source.lower()}{colour.upper()}>{line.lower()}"
        return text.lower() if text.isalpha() else text

    def completions(self, view: State, text: str) -> list[Take] | None:
        """For a source and a colour, such as 3R: where these tiles may go."""
        match = re.fullmatch(f"([1-{TRAYS}cC])([{COLOURS}{COLOURS.lower()}])", text)
        if not match:
            return None
        source = CENTRE if match[1] in "cC" else int(match[1])
        return list(self._takes(view, source, match[2].upper()))

    def _takes(self, view: State, source: int, colour: str) -> Iterator[Take]:
        for move in self.game.legal_moves(view):
            if isinstance(move, Take) and (move.source, move.colour) == (source, colour):
                yield move

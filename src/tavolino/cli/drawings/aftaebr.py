"""AFTAEBR: the board with the top and the height of each stack, and all hands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from tavolino.cli.drawings.canvas import Canvas
from tavolino.cli.drawings.listing import in_table
from tavolino.cli.drawings.notation import words_of
from tavolino.cli.drawings.plain import PlainDrawing
from tavolino.games.aftaebr import (
    NUMBERS,
    SIDE,
    Colour,
    Place,
    Stack,
    State,
    cell_name,
)

COLOURS = {
    Colour.VERDE: "#10240a on #7cc95a",
    Colour.AZZURRO: "#06202e on #63bdf0",
    Colour.FUCSIA: "#2e0318 on #ee6fb0",
    Colour.ARANCIONE: "#2e1600 on #f5a742",
}
SEATS = "●▲■◆"
"""A symbol for each seat, for terminals without colours."""
CELL = 7
HANDS_AT = 6 + SIDE * (CELL + 1)
NAME_LENGTH = 16


_PLACE = re.compile("([1-4])[ @-]*([A-F][1-6])", re.IGNORECASE)


class AftaebrDrawing(PlainDrawing):
    def examples(self, view: State) -> str:
        return self.say("examples.colours" if None in view.colours else "examples.aftaebr")

    def board(self, view: State, last: Any) -> RenderableType:
        canvas = Canvas(2 * SIDE + 2)
        for column, name in enumerate("abcdef"):
            canvas.put(0, 4 + (CELL + 1) * column + CELL // 2, name, "bold")
        laid = last.cell if isinstance(last, Place) else None
        for row in range(SIDE):
            canvas.put(2 * row + 1, 3, _rule("┌┬┐" if row == 0 else "├┼┤"), "dim")
            canvas.put(2 * row + 2, 1, str(row + 1), "bold")
            canvas.put(2 * row + 2, 3, "│", "dim")
            for cell in range(SIDE * row, SIDE * row + SIDE):
                canvas.put(2 * row + 2, 0, self._cell(view, view.board[cell], cell == laid))
                canvas.put(2 * row + 2, 0, "│", "dim")
        canvas.put(2 * SIDE + 1, 3, _rule("└┴┘"), "dim")
        for seat in range(len(view.hands)):
            self._put_hand(canvas, view, seat)
        return canvas.group()

    def beneath(self, view: State) -> str:
        """The pieces under each top, from the top."""
        tall = [(cell, stack) for cell, stack in enumerate(view.board) if len(stack) > 1]
        lists = (
            f"{cell_name(cell)} {'-'.join(str(piece.number) for piece in stack[-2::-1])}"
            for cell, stack in tall
        )
        return self.say("af.beneath", stacks=", ".join(lists)) if tall else ""

    def _cell(self, view: State, stack: Stack, is_last: bool) -> Text:
        if not stack:
            return Text(f"{'×' if is_last else '':^{CELL}}", "dim")
        number, seat = stack[-1]
        height = f"×{len(stack)}" if len(stack) > 1 else ""
        text = f"{number}{SEATS[seat]}{height}"
        style = f"{'bold underline' if is_last else 'bold'} {self._style(view, seat)}"
        return Text(f"{text:^{CELL}}", style)

    def _style(self, view: State, seat: int) -> str:
        colour = view.colours[seat] if view.colours else None
        return COLOURS[colour] if colour else "reverse"

    def _put_hand(self, canvas: Canvas, view: State, seat: int) -> None:
        row, hand = 1 + 3 * seat, view.hands[seat]
        is_out = bool(view.black) and not any(hand)
        turn = "▸ " if view.turn == seat and not view.stopped else "  "
        canvas.put(row, HANDS_AT, turn, "bold")
        canvas.put(row, 0, f" {SEATS[seat]} ", self._style(view, seat))
        name = self.names[seat][:NAME_LENGTH]
        canvas.put(row, 0, f" {name}", "dim strike" if is_out else "bold")
        counts = "  ".join(f"{n}×{count}" for n, count in zip(NUMBERS, hand))
        total = self.say("af.hand", n=sum(hand))
        canvas.put(row + 1, HANDS_AT + 3, counts, "dim" if is_out else "")
        black = self.say("af.black", n=view.black[seat]) if view.black else ""
        canvas.put(row + 2, HANDS_AT + 3, f"{total}{black}", "dim")

    def score(self, state: State) -> str:
        return ""

    # The moves

    def label(self, move: Any) -> str:
        return str(move) if isinstance(move, Place) else self.say(f"af.colour.{move}")

    def listing(self, view: State, numbers: Mapping[Any, int]) -> RenderableType:
        if not all(isinstance(move, Place) for move in numbers):
            return super().listing(view, numbers)
        by_cell = sorted(numbers.items(), key=lambda item: item[0].cell)
        cells = {(cell_name(move.cell), str(move.number)): n for move, n in by_cell}
        heads = sorted({number for _, number in cells})
        return in_table(cells, heads, width=2, blocks=3)

    def canonical(self, text: str) -> str:
        """``3B4`` is ``3@b4``; colours may be named in either language."""
        if match := _PLACE.fullmatch(text):
            return f"{match[1]}@{match[2].lower()}"
        return words_of("af.colour").get(text.lower(), text.lower())

    def completions(self, view: State, text: str) -> list[Place] | None:
        """For a cell, such as b4: the numbers that may go there."""
        if not re.fullmatch("[a-fA-F][1-6]", text):
            return None
        moves = self.game.legal_moves(view)
        return [m for m in moves if isinstance(m, Place) and cell_name(m.cell) == text.lower()]


def _rule(corners: str) -> str:
    return corners[0] + corners[1].join(["─" * CELL] * SIDE) + corners[2]

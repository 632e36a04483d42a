"""Azul: six trays around the centre, the human's board on the right."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from tavolino.envs.pictures.canvas import EMPTY, INK, PAPER, Canvas
from tavolino.games.azul_solo import (
    COLOURS,
    LINES,
    MARKER,
    PENALTIES,
    TRAYS,
    AzulSolo,
    Holder,
    State,
    wall_column,
)

WIDTH, HEIGHT, TILE = 760, 420, 26
FILLS = dict(
    zip(COLOURS + MARKER, ("#2456c8", "#f0b91e", "#c9283a", "#4c525c", "#d9ecef", "#8a4fb0"))
)
LIGHT = {"Y", "W"}
TRAY_SIZE, CIRCLE = 68, (190, 195, 140)


def picture(game: AzulSolo, view: State) -> NDArray[np.uint8]:
    canvas = Canvas(WIDTH, HEIGHT)
    _draw_trays(canvas, view)
    _draw_board(canvas, view)
    human, automa = game.scores(view)
    round_number = min(view.round, 4)
    canvas.text(WIDTH / 2, HEIGHT - 18, f"round {round_number}   human {human}   automa {automa}")
    return canvas.array()


def _draw_trays(canvas: Canvas, view: State) -> None:
    x, y, radius = CIRCLE
    for tray, heap in enumerate(view.trays):
        angle = 2 * pi * tray / TRAYS - pi / 2
        left = x + radius * cos(angle) - TRAY_SIZE / 2
        top = y + radius * sin(angle) - TRAY_SIZE / 2
        canvas.box(left, top, TRAY_SIZE, TRAY_SIZE, EMPTY)
        has_marker = tray == 0 and view.marker is Holder.TRAY
        for at, piece in enumerate(heap + MARKER * has_marker):
            _tile(canvas, left + 6 + 30 * (at % 2), top + 6 + 30 * (at // 2), piece)
    centre = view.centre + MARKER * (view.marker is Holder.CENTRE)
    for at, piece in enumerate(centre):
        _tile(canvas, x - 56 + 28 * (at % 4), y - 56 + 28 * (at // 4), piece)


def _draw_board(canvas: Canvas, view: State) -> None:
    for row in range(LINES):
        top = 60 + 32 * row
        for place in range(row + 1):
            line = view.lines[row]
            _place(canvas, 520 - 32 * place, top, line[0] if place < len(line) else "")
        for colour in COLOURS:
            left = 570 + 32 * wall_column(row, colour)
            _place(canvas, left, top, colour if colour in view.wall[row] else "")
    for place in range(len(PENALTIES)):
        piece = view.floor[place] if place < len(view.floor) else ""
        _place(canvas, 392 + 32 * place, 260, piece)
        canvas.text(405 + 32 * place, 300, f"-{PENALTIES[place]}", 13)


def _place(canvas: Canvas, x: float, y: float, piece: str) -> None:
    if piece:
        _tile(canvas, x, y, piece)
    else:
        canvas.box(x, y, TILE, TILE, EMPTY)


def _tile(canvas: Canvas, x: float, y: float, piece: str) -> None:
    canvas.box(x, y, TILE, TILE, FILLS[piece])
    canvas.text(x + TILE / 2, y + TILE / 2, piece, 13, INK if piece in LIGHT else PAPER)

"""Features of moves, for learners that weigh them: a move of azul_solo in nine numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

AZUL_FEATURES = (
    "tiles on the line",
    "tiles on the floor",
    "the line is full",
    "its points on the wall",
    "tiles of its colour on the wall",
    "tiles in its column of the wall",
    "places left on the line",
    "the same, times the size of the line",
    "the marker comes along",
)
COLOUR, ROW = np.arange(5)[:, None], np.arange(5)
COLUMN = (COLOUR + ROW) % 5  # of a colour on each row of the wall


def azul_features(observations: NDArray[Any]) -> NDArray[np.float32]:
    """For each board and action of ``tavolino/AzulSolo-v0``: ``AZUL_FEATURES``."""
    seen = np.asarray(observations, np.float32)
    tiles = np.roll(seen[:, :35].reshape(-1, 7, 5), 1, axis=1)[..., None]  # the centre first
    held, wall = seen[:, 46:55:2], seen[:, 55:80].reshape(-1, 5, 5)
    runs = [np.zeros_like(wall) for _ in range(4)]  # of tiles: left, right, above, below
    for k in range(1, 5):
        runs[0][:, :, k] = wall[:, :, k - 1] * (1 + runs[0][:, :, k - 1])
        runs[1][:, :, 4 - k] = wall[:, :, 5 - k] * (1 + runs[1][:, :, 5 - k])
        runs[2][:, k] = wall[:, k - 1] * (1 + runs[2][:, k - 1])
        runs[3][:, 4 - k] = wall[:, 5 - k] * (1 + runs[3][:, 5 - k])
    across, down = runs[0] + runs[1], runs[2] + runs[3]
    points = np.maximum(1, across + (across > 0) + down + (down > 0))[:, ROW, COLUMN][:, None]
    same = wall[:, ROW, COLUMN].sum(2)[:, None, :, None]  # of this colour on the wall
    in_column = wall.sum(1)[:, COLUMN][:, None]
    room = np.broadcast_to((ROW + 1 - held)[:, None, None], (len(seen), 7, 5, 5))
    laid = np.minimum(tiles, room)
    is_full = laid == room
    lines = [laid, tiles - laid, is_full, is_full * points, is_full * same, is_full * in_column]
    lines += [room - laid, (room - laid) * (ROW + 1)]
    table = np.zeros((len(seen), 7, 5, 6, 9), np.float32)
    for at, feature in enumerate(lines):
        table[..., 1:, at] = feature
    table[..., 0, 1] = tiles[..., 0]  # everything to the floor
    table[:, 0, :, :, 8] = (seen[:, 84] == 1)[:, None, None]  # the marker comes along
    return table.reshape(len(seen), 210, 9)

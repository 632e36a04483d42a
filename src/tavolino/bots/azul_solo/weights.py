"""The weights of the playouts' policy: a row for each round, columns as in ``policy``.

They were found by trial: the policy plays thousands of games with weights drawn around the best so
far, those that win most are kept (cross-entropy method); docs/bots_azul.md has the numbers.
"""

from __future__ import annotations

import numpy as np

# fmt: off
WEIGHTS = np.array(
    [
        [
            0.74, 1.11, 1.25, -0.31, -0.10, 0.67, 0.35, 0.15,
            -0.05, 2.02, 3.38, 3.91, 9.88,
            0.67, 1.06, 1.21, 1.16, 9.09,
            0.32, 0.25, 0.30, 0.64, 0.94,
            0.23, 0.30, 0.35, 0.39,
        ],
        [
            0.90, 1.41, 2.13, -0.16, -0.24, 0.73, 0.18, 1.18,
            1.04, 0.94, 1.28, 2.45, 2.86,
            -0.53, 0.34, 0.62, 1.34, 8.35,
            -1.75, 0.07, 0.62, 0.67, 2.05,
            0.27, 0.32, 0.24, 0.04,
        ],
        [
            1.21, 1.66, 1.97, -0.20, -0.14, 0.72, -0.11, 0.72,
            0.06, 0.56, 0.44, 2.01, 4.90,
            0.03, 0.62, 1.12, 2.24, 10.07,
            -1.78, -0.70, -0.15, 0.38, -0.46,
            0.31, 0.32, 0.26, 0.22,
        ],
        [
            0.81, 1.17, 7.02, 2.71, -0.10, 0.61, -0.09, 1.64,
            0.04, 0.04, -0.31, 0.11, 5.85,
            -0.06, 0.43, 1.02, 1.12, 6.47,
            -0.42, -0.84, -0.28, 0.37, 0.11,
            0.24, 0.24, 0.15, 0.05,
        ],
    ]
)
# fmt: on

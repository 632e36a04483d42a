"""The weights of the playouts' policy: a row for each round, columns as in ``az_policy``.

They were found by trial: the policy plays thousands of games with weights drawn around the best so
far, those that win most are kept (cross-entropy method); docs/bots_azul.md has the numbers.
"""

from __future__ import annotations

import numpy as np

# fmt: off
WEIGHTS = np.array(
    [
        [
            0.72, 1.03, 1.49, -0.36, -0.10, 0.71, 0.09, 0.10,
            -0.13, 2.24, 3.49, 3.27, 9.85,
            0.53, 0.88, 1.65, 1.20, 9.83,
            0.22, 0.25, 0.22, 0.56, 1.20,
            0.24, 0.30, 0.35, 0.36,
        ],
        [
            0.93, 1.43, 2.88, -0.17, -0.24, 0.75, 0.23, 1.05,
            0.71, 0.74, 1.31, 2.10, 3.10,
            -0.53, 0.36, 0.69, 1.04, 9.04,
            -1.71, 0.05, 0.70, 0.59, 1.57,
            0.27, 0.35, 0.18, 0.14,
        ],
        [
            1.15, 1.56, 1.56, -0.24, -0.13, 0.80, -0.25, 0.57,
            0.25, 0.62, 0.71, 1.99, 5.42,
            0.13, 0.35, 0.74, 2.64, 10.36,
            -1.40, -0.77, 0.19, 0.57, -0.37,
            0.34, 0.33, 0.25, 0.17,
        ],
        [
            0.84, 1.21, 6.78, 2.60, -0.10, 0.69, -0.08, 1.39,
            0.08, -0.03, -0.05, -0.06, 6.18,
            -0.12, 0.38, 1.00, 1.37, 7.22,
            -0.21, -1.11, -0.22, 0.63, -0.11,
            0.26, 0.27, 0.02, 0.14,
        ],
    ]
)
# fmt: on

"""Environments for learners: Gymnasium, PettingZoo and OpenSpiel (extra ``tavolino[envs]``).

Importing this package registers the Gymnasium environments::

    import gymnasium, tavolino.envs

    env = gymnasium.make("tavolino/Solitario40-v0", draw=1)
    many = gymnasium.make_vec("tavolino/AzulSolo-v0", num_envs=1024)

``tavolino.envs.aftaebr_aec`` is the PettingZoo environment; importing ``tavolino.envs.open_spiel``
registers the OpenSpiel games.
"""

from __future__ import annotations

from tavolino.extras import require

require("envs")

import gymnasium  # noqa: E402

PATIENCE_LIMIT = 500
"""Steps after which a patience is truncated: cards can go to and fro for ever."""


def _register(name: str, module: str, limit: int | None = None, *, is_single: bool = True) -> None:
    gymnasium.register(
        id=f"tavolino/{name}-v0",
        entry_point=f"tavolino.envs.single:{module}" if is_single else None,
        vector_entry_point=f"tavolino.envs.batched.{module}:{name}Batch",
        max_episode_steps=limit,
    )


_register("Solitario40", "solitario40", PATIENCE_LIMIT)
_register("NoveColonne", "nove_colonne", PATIENCE_LIMIT)
_register("AzulSolo", "azul_solo")
_register("Aftaebr", "aftaebr", is_single=False)

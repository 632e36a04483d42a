"""Environments for learners: Gymnasium, PettingZoo and OpenSpiel (extra ``tavolino[envs]``).

Importing this package registers the Gymnasium environments::

    import gymnasium, tavolino.envs

    env = gymnasium.make("tavolino/Solitario40-v0", draw=1)
    many = gymnasium.make_vec("tavolino/AzulSolo-v0", num_envs=1024)

``tavolino.envs.aftaebr_aec`` is the PettingZoo environment; importing ``tavolino.envs.open_spiel``
registers the OpenSpiel games. The entries of the catalogue name the code of each.
"""

from __future__ import annotations

from tavolino.catalogue import GameEntry, entries
from tavolino.extras import require

require("envs")

import gymnasium  # noqa: E402


def register(entry: GameEntry) -> None:
    """Register the environments of one game with Gymnasium."""
    single, batched = entry.env, entry.batched_env
    if single or batched:
        gymnasium.register(
            id=f"tavolino/{entry.rules.__name__}-v0",
            entry_point=single.path if single else None,
            vector_entry_point=batched.path if batched else None,
            max_episode_steps=entry.env_steps,
        )


for _entry in entries():
    register(_entry)

"""Batched environments do what the rules say, board by board and step by step."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import tavolino.envs  # noqa: F401
from tavolino.envs.batched.aftaebr import AftaebrBatch
from tavolino.envs.batched.azul_solo import AzulSoloBatch
from tavolino.envs.batched.batch import Batch
from tavolino.envs.batched.nove_colonne import NoveColonneBatch
from tavolino.envs.batched.solitario40 import Solitario40Batch
from tavolino.envs.codecs import mask_of
from tavolino.envs.options import game_of
from tavolino.envs.utilities import utilities
from tavolino.game import CHANCE, AnyGame, OptionError
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40

KINDS = [
    (Solitario40Batch, Solitario40, {}),
    (Solitario40Batch, Solitario40, {"deck": 52, "draw": 1, "empty_column": "any"}),
    (NoveColonneBatch, NoveColonne, {}),
    (AzulSoloBatch, AzulSolo, {}),
    (AzulSoloBatch, AzulSolo, {"marker_home": "first_round_only"}),
    (AftaebrBatch, Aftaebr, {}),
    (AftaebrBatch, Aftaebr, {"players": 4}),
]
BOARDS = 5


def legal_actions(masks: Any, rng: np.random.Generator) -> Any:
    """One of the legal actions of each board; 0 where there is none."""
    return (masks * rng.random(masks.shape)).argmax(1)


def after_chance(game: AnyGame, state: Any) -> set[Any]:
    """The positions that the dice can lead to; the automa may roll twice, around a new round."""
    if game.actor(state) != CHANCE:
        return {state}
    rolled = (game.apply(state, roll) for roll in game.legal_moves(state))
    return set[Any]().union(*(after_chance(game, after) for after in rolled))


def check_board(env: Batch, game: AnyGame, board: int, observation: Any, mask: Any) -> None:
    state = env.state(board)  # type: ignore[attr-defined]
    view = game.view(state, 0)
    assert np.array_equal(observation, env.codec.observe(view))
    assert np.array_equal(mask, mask_of(env.codec, game.legal_moves(state)))
    assert env.single_observation_space.contains(observation)


@pytest.mark.parametrize(("kind", "rules", "options"), KINDS)
def test_a_batch_does_what_the_rules_say(kind: Any, rules: Any, options: dict[str, Any]) -> None:
    game, rng = game_of(rules, options), np.random.default_rng(5)
    env = kind(num_envs=BOARDS, max_episode_steps=90, **options)
    observations, info = env.reset(seed=11)
    histories = [[env.state(board)] for board in range(BOARDS)]
    was_over, dealt = np.zeros(BOARDS, bool), 0
    for _ in range(260):
        masks = info["action_mask"]
        actions = legal_actions(masks, rng)
        observations, rewards, is_over, is_cut, info = env.step(actions)
        for board in range(BOARDS):
            state = env.state(board)
            check_board(env, game, board, observations[board], info["action_mask"][board])
            if was_over[board]:
                histories[board] = [state]
                assert rewards[board] == 0 and not is_over[board]
                dealt += 1
                continue
            before = histories[board][-1]
            moved = game.apply(before, env.codec.move(int(actions[board])))
            if game.seats > 1 and (why := game.ruling([*histories[board], moved])):
                moved = game.stop(moved, why)
            assert state in after_chance(game, moved)
            histories[board].append(state)
            assert is_over[board] == (game.actor(state) is None)
            assert is_cut[board] == (len(histories[board]) == 91 and not is_over[board])
            assert rewards[board] == pytest.approx(reward(game, before, state))
        was_over = is_over | is_cut
    assert dealt > 0


def reward(game: AnyGame, before: Any, after: Any) -> float:
    if game.seats == 1:
        own, *others = (np.array(game.scores(after)) - game.scores(before)).tolist()
        return float(own - sum(others))
    seat = game.actor(before)
    assert seat is not None
    return utilities(game.winners(after), game.seats)[seat]


def test_deals_keep_the_guarantee_of_the_rules() -> None:
    """R-S40-11: points at once. RULES 8.8: a legal move. And they differ."""
    solitario = Solitario40Batch(num_envs=200)
    solitario.reset(seed=1)
    states = [solitario.state(board) for board in range(200)]
    assert all(map(solitario.game.offers_points, states)) and len(set(states)) == 200
    game = game_of(NoveColonne, {})
    nove = NoveColonneBatch(num_envs=200)
    nove.reset(seed=1)
    dealt = [nove.state(board) for board in range(200)]
    assert all(map(game.legal_moves, dealt)) and len(set(dealt)) == 200


def test_every_seat_begins_equally_often() -> None:
    env = AftaebrBatch(num_envs=3000, players=3)
    _, info = env.reset(seed=2)
    counts = np.bincount(info["seat"], minlength=3)
    assert counts.sum() == 3000 and (abs(counts - 1000) < 5 * np.sqrt(3000 * 2 / 9)).all()


def test_seeds_repeat_and_differ() -> None:
    runs = []
    for seed in (1, 1, 2):
        env = gymnasium.make_vec("tavolino/AzulSolo-v0", num_envs=4)
        rng = np.random.default_rng(0)
        observations, info = env.reset(seed=seed)
        taken = [observations]
        for _ in range(40):
            observations, *_, info = env.step(legal_actions(info["action_mask"], rng))
            taken.append(observations)
        runs.append(np.stack(taken))
    assert np.array_equal(runs[0], runs[1]) and not np.array_equal(runs[0], runs[2])


@pytest.mark.parametrize("name", ["Solitario40", "NoveColonne", "AzulSolo", "Aftaebr"])
def test_an_illegal_action_costs_one_and_changes_nothing(name: str) -> None:
    env = gymnasium.make_vec(
        f"tavolino/{name}-v0", num_envs=2, vectorization_mode="vector_entry_point"
    )
    before, info = env.reset(seed=1)
    if name == "Aftaebr":  # every cell takes every number at first
        before, *_, info = env.step(np.array([0, 0]))
    illegal = (info["action_mask"] == 0).argmax(1)
    after, rewards, is_over, is_cut, info = env.step(illegal)
    assert rewards.tolist() == [-1, -1] and not is_over.any() and not is_cut.any()
    assert np.array_equal(before, after)


def test_bad_input_is_refused_in_a_sentence() -> None:
    env = AzulSoloBatch(num_envs=2)
    with pytest.raises(ResetNeeded, match=r"expected reset\(\) first"):
        env.step([0, 0])
    with pytest.raises(OptionError, match="expected no options, got 'deal'"):
        env.reset(options={"deal": 1})
    env.reset(seed=1)
    with pytest.raises(OptionError, match=r"expected 2 actions, got shape \(3,\)"):
        env.step([1, 2, 3])
    with pytest.raises(OptionError, match="expected actions below 210, got 210"):
        env.step([1, 210])
    with pytest.raises(OptionError, match="expected at least one environment, got 0"):
        AzulSoloBatch(num_envs=0)

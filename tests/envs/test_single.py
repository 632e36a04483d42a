"""The Gymnasium environments: the rules, what a player may see, and the interface."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import tavolino.envs
from tavolino.catalogue import GameEntry, Reference
from tavolino.chance import Rng, deal_seed
from tavolino.envs.codecs import mask_of
from tavolino.envs.single import azul_solo, nove_colonne, solitario40
from tavolino.envs.single.board_env import ILLEGAL_REWARD, BoardEnv
from tavolino.game import NotationError, OptionError
from tavolino.games.solitario40 import Solitario40
from tavolino.match import new_match, settle

MAKERS = [
    (solitario40.env, {}),
    (solitario40.env, {"deck": 52, "draw": 1, "empty_column": "any"}),
    (nove_colonne.env, {}),
    (azul_solo.env, {}),
    (azul_solo.env, {"marker_home": "first_round_only"}),
]
IDS = ["tavolino/Solitario40-v0", "tavolino/NoveColonne-v0", "tavolino/AzulSolo-v0"]


def make(maker: Any, options: dict[str, Any]) -> BoardEnv:
    env: BoardEnv = maker(**options)
    return env


def random_steps(env: BoardEnv, seed: int, steps: int) -> Any:
    """Legal actions at random: each with the position before it and what the step returned."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for _ in range(steps):
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        before = env.state
        result = env.step(action)
        yield before, action, result
        info = result[-1]
        if result[2]:
            _, info = env.reset()


@pytest.mark.parametrize(("maker", "options"), MAKERS)
def test_gymnasium_accepts_it(maker: Any, options: dict[str, Any]) -> None:
    check_env(make(maker, options), skip_render_check=True)


@pytest.mark.parametrize(("maker", "options"), MAKERS)
def test_actions_are_the_legal_moves_and_rewards_the_change_of_points(
    maker: Any, options: dict[str, Any]
) -> None:
    env = make(maker, options)
    for before, action, (_, reward, is_over, is_cut, info) in random_steps(env, 1, 120):
        assert env.codec.action(env.codec.move(action)) == action
        assert env.codec.move(action) in env.game.legal_moves(before)
        own, *others = (np.array(env.game.scores(env.state)) - env.game.scores(before)).tolist()
        assert reward == own - sum(others)
        assert is_over == (env.game.actor(env.state) is None) and not is_cut
        legal = {env.codec.action(move) for move in env.game.legal_moves(env.state)}
        assert set(np.flatnonzero(info["action_mask"]).tolist()) == legal


@pytest.mark.parametrize(("maker", "options"), MAKERS)
def test_an_observation_tells_what_the_player_sees_and_no_more(
    maker: Any, options: dict[str, Any]
) -> None:
    """Another position that looks the same gives the same numbers, one that does not differs."""
    env = make(maker, options)
    observations, views = set[bytes](), set[Any]()
    for n, (_, _, (observation, *_)) in enumerate(random_steps(env, 2, 60)):
        assert env.observation_space.contains(observation)
        view = env.game.view(env.state, 0)
        filled = env.game.fill(view, Rng(deal_seed(n + 1), 0))
        again = env.codec.observe(env.game.view(filled, 0))
        assert np.array_equal(observation, again)
        mask = mask_of(env.codec, env.game.legal_moves(filled))
        assert np.array_equal(env.action_masks(), mask)
        observations.add(observation.tobytes())
        views.add(view)
    if env.game.name != "azul_solo":  # whose view also tells what the automa did last
        assert len(observations) == len(views)


@pytest.mark.parametrize(("maker", "options"), MAKERS)
def test_a_deal_number_gives_the_deal_of_a_match(maker: Any, options: dict[str, Any]) -> None:
    env = make(maker, options)
    _, info = env.reset(options={"deal": 5})
    assert info["deal"] == 5
    assert env.state == settle(new_match(env.game, deal_seed(5))).boards[0].state


def test_the_automa_rolls_as_in_a_match() -> None:
    env = azul_solo.env()
    env.reset(options={"deal": 7})
    match = settle(new_match(env.game, deal_seed(7)))
    while not match.is_over:
        action = int(np.flatnonzero(env.action_masks())[0])
        match = settle(match.move(0, env.codec.move(action)))
        env.step(action)
        assert env.state == match.boards[0].state


def test_a_seed_repeats_and_another_differs() -> None:
    env = nove_colonne.env()
    first, info = env.reset(seed=3)
    again, same = env.reset(seed=3)
    other, more = env.reset()
    assert np.array_equal(first, again) and info["deal"] == same["deal"] != more["deal"]
    assert not np.array_equal(first, other)


def test_an_illegal_action_costs_one_and_changes_nothing() -> None:
    env = solitario40.env()
    before, info = env.reset(seed=1)
    state = env.state
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, is_over, is_cut, info = env.step(illegal)
    assert reward == ILLEGAL_REWARD and not is_over and not is_cut and info["is_illegal"]
    assert np.array_equal(before, after) and env.state == state


def test_bad_input_is_refused_in_a_sentence() -> None:
    env = solitario40.env(render_mode="ansi")
    for ask in (lambda: env.state, env.action_masks, env.render, lambda: env.step(0)):
        with pytest.raises(ResetNeeded, match=r"expected reset\(\) first"):
            ask()
    with pytest.raises(OptionError, match="expected no option but 'deal', got 'seed'"):
        env.reset(options={"seed": 1})
    with pytest.raises(NotationError, match="expected a deal number from 1 to 999999999, got 0"):
        env.reset(options={"deal": 0})
    env.reset(seed=1)
    with pytest.raises(OptionError, match="expected an action below 322, got 322"):
        env.step(322)
    with pytest.raises(OptionError, match="expected 3 or 1 for draw, got '2'"):
        solitario40.env(draw=2)


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_rendering_shows_the_move(name: str, mode: str) -> None:
    env = gymnasium.make(name, render_mode=mode)
    _, info = env.reset(seed=1)
    before: Any = env.render()
    env.step(np.flatnonzero(info["action_mask"])[0])
    after: Any = env.render()
    if mode == "ansi":
        assert "\n" in before and before != after
    else:
        assert before.dtype == np.uint8 and before.ndim == 3 and before.shape == after.shape
        assert (before != after).any()
    env.close()


def test_the_human_mode_prints_each_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = azul_solo.env(render_mode="human")
    _, info = env.reset(seed=1)
    first = capsys.readouterr().out
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    second = capsys.readouterr().out
    assert "tray 1" in first and "tray 1" in second and first != second


def test_an_entry_of_another_package_names_its_environment() -> None:
    class Turned(Solitario40):
        name: ClassVar[str] = "turned"

    entry = GameEntry(Turned, env=Reference("tavolino.envs.single.solitario40:env"), env_steps=7)
    tavolino.envs.register(entry)
    try:
        env = gymnasium.make("tavolino/Turned-v0", draw=1)
        assert env.spec and env.spec.max_episode_steps == 7
        assert env.reset(seed=1)[1]["deal"] >= 1
    finally:
        del gymnasium.registry["tavolino/Turned-v0"]


def test_a_patience_is_cut_off_at_its_limit() -> None:
    env = gymnasium.make("tavolino/Solitario40-v0", max_episode_steps=5)
    _, info = env.reset(seed=1)
    ends = []
    for _ in range(5):
        *_, is_over, is_cut, info = env.step(np.flatnonzero(info["action_mask"])[-1])
        ends.append((is_over, is_cut))
    assert ends == [(False, False)] * 4 + [(False, True)]

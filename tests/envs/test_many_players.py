"""AFTAEBR for PettingZoo; AFTAEBR and Azul for OpenSpiel."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pyspiel
import pytest
from gymnasium.error import ResetNeeded
from open_spiel.python.algorithms import mcts
from pettingzoo.test import api_test, seed_test

import tavolino.envs.open_spiel  # noqa: F401
from tavolino.envs import aftaebr_aec
from tavolino.envs.codecs import mask_of
from tavolino.envs.utilities import utilities
from tavolino.game import OptionError
from tavolino.games.azul_solo import COLOURS, PER_COLOUR


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoo_accepts_it(players: int) -> None:
    with warnings.catch_warnings():  # it prefers arrays to dictionaries with a mask
        warnings.simplefilter("ignore", UserWarning)
        api_test(aftaebr_aec.env(players=players), num_cycles=200)


def test_a_seed_repeats() -> None:
    seed_test(aftaebr_aec.env, num_cycles=30)


def play(env: aftaebr_aec.AftaebrAec, seed: int) -> dict[str, float]:
    """A random game; the sum of the rewards of every agent."""
    env.reset(seed=seed)
    chooser, sums = random.Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, is_over, is_cut, _ = env.last()
        sums[agent] += reward
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if is_over or is_cut else chooser.choice(legal))
    return sums


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rewards_are_the_result_and_add_up_to_zero(players: int) -> None:
    env = aftaebr_aec.env(players=players)
    for seed in range(3):
        sums = list(play(env, seed).values())
        assert sums == pytest.approx(utilities(env.game.winners(env.state_of_game), players))
        assert sum(sums) == pytest.approx(0)
        assert env.agents == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_goes_as_the_rules_say(players: int) -> None:
    env, chooser = aftaebr_aec.env(players=players), random.Random(players)
    env.reset(options={"deal": 5})
    game, history = env.game, [aftaebr_aec.after_colours(env.game, 5)]
    while (seat := game.actor(history[-1])) is not None:
        assert env.state_of_game == history[-1]
        assert env.agent_selection == env.possible_agents[seat]
        for at, agent in enumerate(env.possible_agents):
            observed = env.observe(agent)
            assert np.array_equal(observed["observation"], env.codec.observe(history[-1], at))
            legal = game.legal_moves(history[-1]) if at == seat else ()
            assert np.array_equal(observed["action_mask"], mask_of(env.codec, legal))
        action = chooser.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))
        env.step(int(action))
        history.append(game.apply(history[-1], env.codec.move(int(action))))
        if why := game.ruling(history):
            history[-1] = game.stop(history[-1], why)
    assert env.state_of_game == history[-1] and all(env.terminations.values())


def test_who_moves_illegally_loses() -> None:
    env = aftaebr_aec.env()
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    loser = env.agent_selection
    env.step(int((env.observe(loser)["action_mask"] == 0).argmax()))
    winner = next(agent for agent in env.possible_agents if agent != loser)
    assert env.rewards == {loser: -1.0, winner: 1.0} and all(env.terminations.values())


def test_bad_input_is_refused_in_a_sentence() -> None:
    env = aftaebr_aec.env(render_mode="ansi")
    for ask in (
        lambda: env.state_of_game,
        env.render,
        lambda: env.observe("player_1"),
        lambda: env.step(0),
    ):
        with pytest.raises(ResetNeeded, match=r"expected reset\(\) first"):
            ask()
    env.reset(seed=1)
    with pytest.raises(OptionError, match="expected an action below 144, got 144"):
        env.step(144)
    with pytest.raises(OptionError, match="expected 2, 3 or 4 for players, got '5'"):
        aftaebr_aec.env(players=5)


GAMES = ["tavolino_aftaebr", "tavolino_aftaebr(players=4)", "tavolino_azul_solo"]


@pytest.mark.parametrize("name", GAMES)
def test_open_spiel_simulates_it(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["tavolino_aftaebr", "tavolino_azul_solo"])
def test_the_search_of_open_spiel_chooses_a_legal_move(name: str) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])
    bot = mcts.MCTSBot(game, 2, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) in state.legal_actions()


def test_the_bag_of_azul_is_chance() -> None:
    """Every tile is drawn with the share of its colour in the bag, and the bag runs down."""
    state: Any = pyspiel.load_game("tavolino_azul_solo").new_initial_state()
    chooser, drawn = random.Random(3), dict.fromkeys(COLOURS, 0)
    while not state.is_terminal():
        if not state.is_chance_node():
            state.apply_action(chooser.choice(state.legal_actions()))
            continue
        outcomes = state.chance_outcomes()
        assert sum(share for _, share in outcomes) == pytest.approx(1)
        is_tile = state.position.sequence and state._is_drawing
        action, share = chooser.choice(outcomes)
        if is_tile:
            left = PER_COLOUR * len(COLOURS) - sum(drawn.values())
            assert share == pytest.approx((PER_COLOUR - drawn[COLOURS[action]]) / left)
            drawn[COLOURS[action]] += 1
        state.apply_action(action)
    assert sum(drawn.values()) == 4 * 23  # three tiles and the marker on the first tray
    human, automa = state.position.score, state._rules.scores(state.position)[1]
    assert state.returns() == [float((human > automa) - (human < automa))]

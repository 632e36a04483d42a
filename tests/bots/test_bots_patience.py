"""The bots of the two patiences: legal, fair and repeatable moves, and games that end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from support.random_play import EVERY_GAME, start_match

from tavolino.bots import bots_of, gives_up
from tavolino.bots import par as par_module
from tavolino.bots.arena import LONGEST, Series, play_on
from tavolino.bots.bot import seed_of
from tavolino.bots.nove_colonne import giving_up as nove_giving_up
from tavolino.bots.nove_colonne.step_bot import StepBot
from tavolino.bots.par import par
from tavolino.bots.patience import IDLE_MOVES
from tavolino.bots.solitario40 import giving_up
from tavolino.bots.solitario40.decision import BATCH
from tavolino.bots.solitario40.tree_bot import TreeBot
from tavolino.bots.statistics import pairs, summary
from tavolino.bots.warm_up import warm_up_bots
from tavolino.catalogue import entry_of
from tavolino.chance import Rng, deal_seed
from tavolino.game import AnyGame, OptionError, Stop
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.patience import BASE, Carry
from tavolino.games.solitario40 import Solitario40, Stock
from tavolino.solvers.nove_colonne.solver import is_dead_end
from tavolino.solvers.solitario40.stall import is_stalled

GAMES = [game for game in EVERY_GAME if isinstance(game, Solitario40 | NoveColonne)]
DEFAULTS: list[AnyGame] = [Solitario40(), NoveColonne()]
QUICK = ("random", "greedy", "facile", "medio")
SEED = seed_of("patience")


def line_of_play(game: AnyGame, number: int, every: int) -> Iterator[Any]:
    """Some of the positions of a random game."""
    rnd, state = Random(number), start_match(game, number).boards[0].state
    for ply in range(60):
        if game.actor(state) is None:
            return
        if ply % every == 0:
            yield state
        state = game.apply(state, rnd.choice(game.legal_moves(state)))


class Last:
    """Always the last legal move: in solitario40 it turns the mazzo over and over."""

    def choose(self, game: Any, view: Any, seat: int, rng_seed: bytes, stop: Any = None) -> Any:
        return game.legal_moves(view)[-1]


# Every bot


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize(("name", "deals"), [("random", 4), ("greedy", 8), ("facile", 1)])
def test_every_game_is_played_to_an_end_by_legal_moves(
    game: AnyGame, name: str, deals: int
) -> None:
    for number in range(1, deals + 1):
        match = play_on(start_match(game, number), [bots_of(game.name)[name]], deal_seed(number))
        (board,) = match.boards
        assert board.tally.moves < LONGEST
        assert match.is_over or board.tally.moves > IDLE_MOVES
        if name == "facile":
            assert game.winners(board.state) or is_lost(game, board.past[-1][1], board.state)


def is_lost(game: AnyGame, before: Any, after: Any) -> bool:
    call = Stop.GIVEN_UP if isinstance(game, NoveColonne) else Stop.STALL
    return after.stopped is call and is_hopeless(game, before)


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("name", QUICK)
def test_what_is_hidden_changes_nothing(game: AnyGame, name: str) -> None:
    """Even if somebody forgets to hide it. And the same view and seed give the same move."""
    bot = bots_of(game.name)[name]
    for state in line_of_play(game, 5, every=20):
        view = game.view(state, 0)
        move = bot.choose(game, view, 0, SEED)
        assert move in game.legal_moves(view)
        assert move == bot.choose(game, view, 0, SEED)
        for stream in range(2):
            assert move == bot.choose(game, game.fill(view, Rng(SEED, stream)), 0, SEED)


@pytest.mark.parametrize("game", DEFAULTS, ids=str)
def test_the_imagined_deals_stay_the_same(game: AnyGame) -> None:
    bot = bots_of(game.name)["facile"]
    for state in line_of_play(game, 6, every=10):
        view = game.view(state, 0)
        if not is_hopeless(game, view):
            assert len({str(bot.choose(game, view, 0, seed_of(n))) for n in range(3)}) == 1


def is_hopeless(game: AnyGame, view: Any) -> bool:
    if isinstance(game, NoveColonne):
        return is_dead_end(game, view)
    assert isinstance(game, Solitario40)
    return is_stalled(game, view)


def test_a_bot_that_is_stopped_moves_with_what_it_knows() -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 2

    game = Solitario40()
    state: Any = start_match(game, 3).boards[0].state
    while state.mazzo:  # a bot turns the mazzo first, without thinking
        state = game.apply(state, Stock.TURN)
    view, tireless = game.view(state, 0), TreeBot(10**9)
    assert tireless.choose(game, view, 0, SEED, stop) in game.legal_moves(view)
    assert len(asked) <= 4
    at_once = TreeBot(BATCH).choose(game, view, 0, SEED)
    assert tireless.choose(game, view, 0, SEED, lambda: True) == at_once


@pytest.mark.parametrize("game", DEFAULTS, ids=str)
def test_levels_differ_by_their_budgets(game: AnyGame) -> None:
    levels = [bots_of(game.name)[name] for name in ("facile", "medio", "difficile", "maestro")]
    budgets = [
        level.rounds if isinstance(level, TreeBot) else level.positions
        for level in levels
        if isinstance(level, TreeBot | StepBot)
    ]
    assert len(budgets) == 4 and budgets == sorted(set(budgets))


def test_a_bot_without_a_hint_still_moves() -> None:
    """In practice a game goes on after a stall and at a dead end."""
    solitario, nove = Solitario40(), NoveColonne()
    stalled = solitario.parse_state(
        "AD - AC AS | 5D 4D 4C 6S 6D 3C QS KS | 4S 2H | 7H / KD / (JS KH) 3H / (2C AH QH) JH / "
        "(KC 5C 3S 2D) 5S / (4H QC 2S 5H 7S) QD / (7C JC 6H 6C JD 7D) 3D"
    )
    stuck = next(
        state
        for number in range(1, 60)
        for state in line_of_play(nove, number, every=7)
        if is_dead_end(nove, state)
    )
    positions: list[tuple[AnyGame, Any]] = [(solitario, stalled), (nove, stuck)]
    for game, state in positions:
        move = bots_of(game.name)["facile"].choose(game, game.view(state, 0), 0, SEED)
        assert move in game.legal_moves(state)


# The greedy bot


def gained(game: AnyGame, state: Any, move: Any) -> int:
    """By the words of the rules: what lies on the bases, what came from the stock, what shows."""
    after = game.apply(state, move)
    up: int = sum(after.bases) - sum(state.bases)
    shown: int = sum(state.hidden) - sum(after.hidden)
    if isinstance(game, NoveColonne):
        return up + shown
    stock = len(state.mazzo + state.mazzetto) - len(after.mazzo + after.mazzetto)
    return 10 * up + 5 * stock + 6 * shown


@pytest.mark.parametrize("game", DEFAULTS, ids=str)
def test_greedy_is_greedy(game: AnyGame) -> None:
    turns = gains = 0
    for number in range(20, 30):
        for state in line_of_play(game, number, every=3):
            chosen = bots_of(game.name)["greedy"].choose(game, game.view(state, 0), 0, SEED)
            most = max(gained(game, state, move) for move in game.legal_moves(state))
            assert gained(game, state, chosen) == most
            gains += most > 0
            if most == 0 and any(isinstance(move, Stock) for move in game.legal_moves(state)):
                assert isinstance(chosen, Stock)
                turns += 1
    assert gains > 20 and (turns > 5 or isinstance(game, NoveColonne))


# The end


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_left_to_do_only_falls(game: AnyGame) -> None:
    to_do: Any = nove_giving_up.to_do if isinstance(game, NoveColonne) else giving_up.to_do
    rnd, state = Random(8), start_match(game, 8).boards[0].state
    for _ in range(150):
        if game.actor(state) is None:
            break
        after = game.apply(state, rnd.choice(game.legal_moves(state)))
        assert all(now <= before for now, before in zip(to_do(after), to_do(state)))
        state = after


def test_a_game_in_circles_ends() -> None:
    game = Solitario40()
    start = start_match(game, 3)
    match = play_on(start, [Last()], b"")
    *moves, last = [entry.act for entry in match.log[1:]]
    assert set(moves) == {Stock.TURN, Stock.REDEAL}
    first_round = moves.index(Stock.REDEAL)
    assert first_round + IDLE_MOVES - 1 <= len(moves) <= first_round + IDLE_MOVES + 1
    assert game.scores(match.boards[0].state) == game.scores(start.boards[0].state)
    assert match.is_over and last is Stop.GIVEN_UP, "nobody has stalled"


def test_a_dead_end_is_given_up_when_nothing_can_be_lifted() -> None:
    game, ends = NoveColonne(), 0
    for number in range(1, 9):
        match = play_on(start_match(game, number), [bots_of(game.name)["greedy"]], b"")
        (board,) = match.boards
        positions = [state for _, state in board.past[1:]]
        if match.log[-1].act is Stop.GIVEN_UP and board.tally.moves < IDLE_MOVES:
            assert is_dead_end(game, positions[-1]) and not lifts(game, positions[-1])
            for state in positions[:-1]:
                assert lifts(game, state) or not is_dead_end(game, state)
            ends += 1
    assert ends >= 4


def lifts(game: NoveColonne, state: Any) -> list[Any]:
    return [m for m in game.legal_moves(state) if isinstance(m, Carry) and m.to == BASE]


def test_other_games_are_never_given_up() -> None:
    game = AzulSolo()
    assert not gives_up(game, [start_match(game, 1).boards[0].state] * (2 * IDLE_MOVES))


# How strong


@pytest.mark.parametrize(
    ("game", "names", "deals"),
    [
        (Solitario40(), ("greedy", "facile"), 10),
        (NoveColonne(), ("random", "medio"), 40),
    ],
    ids=str,
)
def test_the_stronger_is_better_on_the_same_deals(
    game: AnyGame, names: tuple[str, ...], deals: int
) -> None:
    """On the same deals, by more than chance explains: 95 % of the gain lies above zero."""
    series = Series(game, names, deals, 1)
    played = list(series.run())
    (pair,) = pairs(series, played)
    assert pair.within.high < 0, pair
    weak, strong = summary(series, played)
    assert strong.score > weak.score and strong.points > weak.points


# Par


@pytest.mark.parametrize("game", DEFAULTS, ids=str)
def test_par_is_what_the_level_scores_from_its_views(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    level, seen = bots_of(game.name)["facile"], list[Any]()

    class Watched:
        def choose(self, game: Any, view: Any, *more: Any) -> Any:
            seen.append(view)
            return level.choose(game, view, *more)

    setter = entry_of(game.name).par_bot
    assert setter is not None
    monkeypatch.setattr(par_module, "bots_of", lambda name: {setter: Watched()})
    state = start_match(game, 4).boards[0].state
    points = par(game, 4)
    assert seen and all(view == game.view(view, 0) for view in seen)
    assert points == par(game, state), "a deal number, or the position it leads to"
    last = game.apply(seen[-1], level.choose(game, seen[-1], 0, SEED))
    assert game.scores(last) == (points,)


def test_par_of_an_open_position_is_its_win() -> None:
    game = NoveColonne()
    state = game.parse_state("QD QH QC JS | - - KC - - - | KD QS / KH / KS / - / - / - / - / - / -")
    assert par(game, state) == 52


def test_other_games_have_no_par() -> None:
    with pytest.raises(OptionError):
        par(AzulSolo(), 1)


@pytest.mark.parametrize("game", DEFAULTS, ids=str)
def test_bots_can_be_warmed_up(game: AnyGame) -> None:
    warm_up_bots(game)

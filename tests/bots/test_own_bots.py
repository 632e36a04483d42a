"""Bots of one's own: by their path or an entry point, and what happens when they are wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from support.cli import record_in, run
from support.servers.in_memory import InMemoryServer, run_scenario

from tavolino.bots import bot_named
from tavolino.catalogue import entry_of, own_bots
from tavolino.catalogue.own_bots import BotError, register_bot
from tavolino.game import OptionError
from tavolino.server.live.domain import messages as m

SOURCE = '''
class First:
    """Always the first move, by its notation."""
    def choose(self, game, view, seat, rng_seed, stop=None):
        return str(game.legal_moves(view)[0])

class Last:
    games = ("aftaebr",)
    def choose(self, game, view, seat, rng_seed, stop=None):
        return game.legal_moves(view)[-1]

class Illegal:
    def choose(self, game, view, seat, rng_seed, stop=None):
        return "9@z9"

class Failing:
    def choose(self, game, view, seat, rng_seed, stop=None):
        raise ValueError("nothing to say")

class NoBot:
    pass
'''
METADATA = "Metadata-Version: 2.1\nName: mybots\nVersion: 1.0\n"
POINTS = "[tavolino.bots]\nclever = mybots:First\nlost = mybots:Missing\n"


@pytest.fixture(autouse=True)
def mybots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a module, and with what an installed package would leave."""
    (tmp_path / "mybots.py").write_text(SOURCE)
    information = tmp_path / "mybots-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(METADATA)
    (information / "entry_points.txt").write_text(POINTS)
    monkeypatch.setattr(own_bots, "_registered", {})
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("mybots", None)


def test_an_own_bot_plays_in_the_terminal(tmp_path: Path) -> None:
    words = ("play", "aftaebr", "-n", 7, "--bot", "1=mybots:First", "--bot", "2=mybots:Last")
    result = run(*words, "--save", tmp_path / "game", "-o", "time_limit=none")
    assert result.code == 0
    record = record_in(tmp_path / "game")
    assert record.names == ("First", "Last") and record.match.is_over
    first = next(entry for entry in record.match.log if entry.actor == 0)
    assert str(first.act) == "verde"


def test_an_installed_bot_by_its_name(tmp_path: Path) -> None:
    result = run("play", "solitario40", "-n", 7, "--bot", "1=clever", "--save", tmp_path / "game")
    assert result.code == 0 and record_in(tmp_path / "game").names == ("clever",)


def test_the_module_may_be_in_the_current_directory(mybots: Path) -> None:
    """The program ``tavolino``, unlike ``python -m``, does not look there by itself."""
    code = "import sys; sys.path.remove(''); from tavolino.cli import main; main()"
    words = ["bot-match", "aftaebr", "mybots:First", "random", "--games", "2", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=mybots,
        env=os.environ | {"PYTHONSAFEPATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"bots": ["mybots:First", "random"]' in done.stdout


def test_a_series_in_several_processes_is_the_same() -> None:
    words = ("bot-match", "aftaebr", "mybots:First", "mybots:Last", "--games", 4, "--json")
    assert run(*words).json == run(*words, "--jobs", 2).json


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("mybots:Illegal", "chose '9@z9', which is not a legal move"),
        ("mybots:Failing", "the bot mybots:Failing failed: ValueError: nothing to say"),
        ("mybots:NoBot", "expected a bot with the method choose"),
        ("mybots:Missing", "cannot be loaded: AttributeError"),
        ("nowhere:Bot", "cannot be loaded: ModuleNotFoundError"),
        ("lost", "cannot be loaded: AttributeError"),
        ("unknown", "expected a bot of aftaebr"),
        ("not a path", "expected a bot of aftaebr"),
    ],
)
def test_a_wrong_bot_gets_one_sentence(bot: str, said: str, tmp_path: Path) -> None:
    for words in (
        ["play", "aftaebr", "-n", 7, "--bot", "1=random", "--bot", f"2={bot}"],
        ["bot-match", "aftaebr", bot, "random", "--games", 2],
    ):
        result = run(*words, "--lang", "en")
        assert result.code == 2 and result.err.count("\n") == 1, result.err
        assert said in result.err
    if "legal move" in said:
        assert "che non è una mossa consentita" in run(*words, "--lang", "it").err


def test_a_bot_may_say_which_games_it_plays() -> None:
    assert bot_named("aftaebr", "mybots:Last")
    with pytest.raises(OptionError):
        bot_named("azul_solo", "mybots:Last")


def test_what_came_first_keeps_its_name() -> None:
    register_bot("clever")
    assert [*entry_of("aftaebr").bot_names][-1] == "clever"
    assert entry_of("aftaebr").bot_names[0] == "random"
    with pytest.raises(BotError):
        register_bot("lost")


# At a server


def is_after(count: int, message: m.Outgoing) -> bool:
    return isinstance(message, m.Update) and message.count > count


@pytest.mark.parametrize("bot", ["mybots:Last", "mybots:Illegal", "mybots:Failing"])
def test_at_a_table_of_a_server_the_game_goes_on(
    bot: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot that fails gives one sentence for the operator; the stand-in plays its move."""

    async def scenario(server: InMemoryServer) -> None:
        host, table = await server.practice("aftaebr", bots={"1": bot})
        position: m.Update = await host.position(table)
        for _ in range(40):
            if position.actor == 0 and position.count > 4:
                break
            if position.actor == 0:
                await host.move(table)
            position = await host.until(partial(is_after, position.count))
        assert position.actor == 0 and position.count > 4

    register_bot(bot)
    entry = entry_of("aftaebr")
    object.__setattr__(entry, "stand_in", "random")
    try:
        run_scenario(tmp_path / "data", scenario)
    finally:
        object.__setattr__(entry, "stand_in", "medio")
    told = [record.getMessage() for record in caplog.records if bot in record.getMessage()]
    assert all(sentence.endswith("plays this move") for sentence in told)
    assert bool(told) is (bot != "mybots:Last")


def test_a_server_takes_only_the_bots_of_its_operator(tmp_path: Path) -> None:
    from tavolino.server.errors import BadOption

    async def scenario(server: InMemoryServer) -> None:
        with pytest.raises(BadOption):
            await server.practice("aftaebr", bots={"1": "mybots:First"})

    run_scenario(tmp_path / "data", scenario)
    refused = run("serve", "--bots", "mybots:Missing", "--data", tmp_path / "data", "--lang", "en")
    assert refused.code == 2 and "cannot be loaded" in refused.err

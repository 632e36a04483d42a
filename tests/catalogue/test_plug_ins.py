"""Games of other packages are found; those that cannot be used are reported and left out."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from support.cli import run
from support.plugins import install, plugins_in

from tavolino.catalogue import BUILT_IN, entry_of, game_names, make_game
from tavolino.contest import Contest
from tavolino.game import OptionError
from tavolino.match import new_match
from tavolino.translations import about, text, title_of

RULES = """
from dataclasses import dataclass
from typing import ClassVar
from tavolino.catalogue import GameEntry
from tavolino.games.nove_colonne import NoveColonne

@dataclass(frozen=True)
class Other(NoveColonne):
    name: ClassVar[str] = "{name}"
"""
ENTRY = "ENTRY = GameEntry(Other)\n"


def test_an_installed_game_is_listed_after_the_others(noughts_and_crosses: str) -> None:
    assert game_names() == (*BUILT_IN, noughts_and_crosses)
    game, entry = make_game(noughts_and_crosses), entry_of(noughts_and_crosses)
    assert (game.name, game.seats, entry.bot_names) == (noughts_and_crosses, 2, ("random",))
    assert not entry.has_contest and not entry.has_hints and not entry.has_par


def test_a_game_brings_its_words(noughts_and_crosses: str) -> None:
    assert title_of("it", noughts_and_crosses) == "Tris"
    assert about("en", noughts_and_crosses).startswith("Three marks")
    assert text("en", "refusal.R-NC-02") == "the cell is marked already"


def test_a_game_without_words_is_called_by_its_name(tmp_path: Path) -> None:
    install(tmp_path, "tav_bare", RULES.format(name="bare_game") + ENTRY)
    with plugins_in(tmp_path):
        assert (title_of("it", "bare_game"), about("it", "bare_game")) == ("Bare game", "")


def test_a_contest_needs_one_seat_and_an_end_by_time(tmp_path: Path) -> None:
    endless = RULES.format(name="endless") + "    stops: ClassVar[frozenset] = frozenset()\n"
    install(tmp_path, "tav_timed", RULES.format(name="timed") + ENTRY)
    install(tmp_path, "tav_endless", endless + ENTRY)
    with plugins_in(tmp_path):
        timed, endless_entry = entry_of("timed"), entry_of("endless")
        assert timed.has_contest and timed.has_daily
        assert not endless_entry.has_contest and endless_entry.has_daily
        new_match(timed.rules(), boards=2, contest=Contest())
        with pytest.raises(OptionError, match="time can end"):
            new_match(endless_entry.rules(), boards=2, contest=Contest())


FULLER = """
from noughts_and_crosses import NoughtsAndCrosses
from tavolino.catalogue import Reference, made_by
from tavolino.cli.drawings.plain import PlainDrawing
from tavolino.narration import sentence

@dataclass(frozen=True)
class Other(NoughtsAndCrosses):
    name: ClassVar[str] = "fuller"

class Nth:
    def __init__(self, n):
        self.n = n

    def choose(self, game, view, seat, rng_seed, stop=None):
        return game.legal_moves(view)[self.n]

class Drawing(PlainDrawing):
    def canonical(self, text):
        return text.lower()

def describe_move(game, before, seat, move, after):
    yield sentence("fuller.marks", giocatore=seat, cell=move)

def describe_end(game, view):
    return sentence("fuller.over")

ENTRY = GameEntry(
    Other,
    texts={"en": {"fuller.marks": "{giocatore} marks {cell}.", "fuller.over": "All over."}},
    narration=Reference("tav_fuller"),
    drawing=Reference("tav_fuller:Drawing"),
    bots={"third": made_by("tav_fuller:Nth", 2)},
    adviser="third",
    has_coach=True,
)
"""


def test_an_entry_names_what_its_package_does_better(tmp_path: Path) -> None:
    install(tmp_path, "tav_fuller", RULES.format(name="base") + FULLER)
    with plugins_in(tmp_path):
        assert entry_of("fuller").bot_names == ("random", "third")
        assert entry_of("fuller").has_coach and not entry_of("aftaebr").has_coach
        result = run("play", "fuller", "--bot", "2=third", typed=["B2", "h", "c3", "b1", "c1"])
    assert "Giocatore 1 marks b2. third marks c1." in result.words
    assert "Consiglio: a2. Così giocherebbe il bot third." in result.words, result.words
    assert "All over." not in result.words


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import tavolino.no_such_module", "No module named 'tavolino.no_such_module'"),
        ("1 / 0", "ZeroDivisionError"),
        ("OTHER = 1", "ENTRY"),
        ("ENTRY = 'a game'", "expected a GameEntry, got str"),
        (RULES.format(name="solitario40") + ENTRY, "there is already a game called solitario40"),
        (RULES.format(name="plain") + ENTRY, "got 'plain'"),
        (RULES.format(name="No Name") + ENTRY, "got 'No Name'"),
        (RULES.format(name="x") + "ENTRY = GameEntry(str)", "got None"),
    ],
)
def test_a_broken_package_is_one_sentence_and_breaks_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, source: str, why: str
) -> None:
    install(tmp_path, "tav_broken", source)
    install(tmp_path, "tav_sound", RULES.format(name="sound") + ENTRY)
    with plugins_in(tmp_path), caplog.at_level(logging.WARNING, "tavolino.catalogue"):
        assert game_names() == (*BUILT_IN, "sound")
        (record,) = caplog.records
        said = record.getMessage()
        assert said.startswith("the game tav_broken (tav_broken:ENTRY) is left out: ")
        assert why in said and "\n" not in said


def test_of_two_packages_with_one_name_the_first_is_taken(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for package in ("tav_one", "tav_two"):
        install(tmp_path, package, RULES.format(name="twin") + ENTRY)
    with plugins_in(tmp_path):
        assert entry_of("twin").rules.__module__ == "tav_one"
    assert "tav_two" in caplog.text and "there is already a game called twin" in caplog.text

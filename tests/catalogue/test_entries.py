"""One entry a game: what it names is there, and it loads quickly."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from tavolino.catalogue import BUILT_IN, GameEntry, Reference, entries, entry_of, make_game
from tavolino.game import OptionError, dealt, options_of
from tavolino.games import Aftaebr, AzulSolo, NoveColonne, Solitario40
from tavolino.games.aftaebr import Colour

FINDINGS = (Path(__file__).parents[2] / "docs" / "findings.md").read_text(encoding="utf-8")

every_entry = pytest.mark.parametrize("entry", BUILT_IN.values(), ids=BUILT_IN)


def references(entry: GameEntry) -> Iterator[Reference]:
    for field in fields(entry):
        value = getattr(entry, field.name)
        if isinstance(value, Reference):
            yield value
    yield from entry.all_bots.values()
    for kind in entry.puzzles.values():
        yield from kind


@every_entry
def test_every_reference_leads_somewhere(entry: GameEntry) -> None:
    found = list(references(entry))
    assert len(found) >= 8
    for reference in found:
        assert reference.load() is reference.load() is not None


def test_what_a_bare_entry_names_is_there_too() -> None:
    for reference in references(GameEntry(Aftaebr)):
        assert reference.load() is not None


@every_entry
def test_names_of_bots_are_those_of_its_bots(entry: GameEntry) -> None:
    named = {entry.stand_in, entry.par_bot or "random", entry.adviser or "random"}
    named.add(entry.newcomers_bot or "random")
    assert named <= set(entry.bot_names)
    assert entry.bot_names[0] == "random"


def test_a_wrong_reference_says_what_is_missing() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        Reference("tavolino.no_such_module").load()
    with pytest.raises(AttributeError, match="no_such_name"):
        Reference("tavolino.cards:no_such_name").load()


def test_the_catalogue_loads_nothing_heavy() -> None:
    heavy = "numba numpy rich msgspec litestar sqlalchemy importlib.metadata".split()
    script = f"""
import sys
from tavolino.catalogue import BUILT_IN, entry_of, make_game
make_game("solitario40"), entry_of("aftaebr").bot_names, entry_of("azul_solo").options
print([name for name in {heavy} if name in sys.modules])
"""
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (found.stdout.strip(), found.stderr) == ("[]", "")


def test_the_games_of_this_package_come_first_and_in_order() -> None:
    rules = [entry.rules for entry in entries()]
    assert rules[:4] == [Solitario40, NoveColonne, AzulSolo, Aftaebr]
    assert list(BUILT_IN) == [kind.name for kind in rules[:4]]


def test_options_and_seats_are_those_of_the_rules() -> None:
    for entry in BUILT_IN.values():
        defaults = {option.name: option.default for option in entry.options}
        assert defaults == options_of(entry.rules())
        assert make_game(entry.name, defaults) == entry.rules()
        for option in entry.options:
            assert option.choices is None or option.choices[0] == option.default
    assert entry_of("aftaebr").seat_counts == (2, 3, 4)
    assert entry_of("solitario40").seat_counts == (1,)


def test_capabilities() -> None:
    capabilities = {
        entry.name: "".join(
            letter
            for letter, has in (
                ("c", entry.has_contest),
                ("d", entry.has_daily),
                ("h", entry.has_hints),
                ("p", entry.has_par),
                ("s", entry.has_solver),
                ("t", entry.has_coach),
                ("g", entry.can_give_up),
            )
            if has
        )
        for entry in BUILT_IN.values()
    }
    assert capabilities == {
        "azul_solo": "cdht",
        "solitario40": "cdhpsg",
        "nove_colonne": "cdhpsg",
        "aftaebr": "h",
    }


def test_what_shared_code_asks_about_a_position() -> None:
    """Of a game without stock, hidden cards or colours: nothing."""
    solitario40, dealt_cards = entry_of("solitario40"), dealt(Solitario40(), 1)
    assert solitario40.stock(dealt_cards) == dealt_cards.mazzo
    assert solitario40.laid_open(dealt_cards) == replace(dealt_cards, unseen=0) != dealt_cards
    seats = entry_of("aftaebr").seat_names(
        replace(Aftaebr().start(), colours=(Colour.VERDE, Colour.FUCSIA))
    )
    assert seats == [f"af.colour.{colour}" for colour in (Colour.VERDE, Colour.FUCSIA)]
    plain, state = GameEntry(NoveColonne), dealt(NoveColonne(), 1)
    assert (plain.stock(state), plain.seat_names(state)) == ((), ())
    assert plain.laid_open(state) is state


def published(row: str) -> int:
    """The share of a row of the first table of the findings, in whole deals of 100."""
    line = next(line for line in FINDINGS.splitlines() if line.startswith(f"| {row} |"))
    return round(float(line.split("|")[3].strip().removesuffix("%")))


def test_as_many_deals_can_be_won_as_the_findings_say() -> None:
    """For every patience with each combination of its options."""
    words = {
        ("deck", "52"): " with 52 cards",
        ("empty_column", "any"): ", any card to an empty column",
        ("draw", "1"): ", one card turned at a time",
    }
    shares = {
        (entry.name, *share.options.items()): share
        for entry in entries()
        for share in entry.winnable
    }
    for (name, *options), share in shares.items():
        row = "".join(text for option, text in words.items() if option in options)
        assert share.percent == published(f"`{name}`{row}")
        assert set(options) <= words.keys()
    assert len(shares) == 2 ** len(words) + 1
    assert {name for name, *_ in shares} == {"solitario40", "nove_colonne"}


def test_an_unknown_game_is_one_sentence() -> None:
    sentence = "expected a game among solitario40, .*, got 'chess'"
    with pytest.raises(OptionError, match=sentence):
        entry_of("chess")
    with pytest.raises(OptionError, match=sentence):
        make_game("chess")

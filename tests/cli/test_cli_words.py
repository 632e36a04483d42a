"""Complete sentences, card names in both languages, and names of players."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.cli import dealt, random_game, record_in, run

from tavolino.translations import text


def test_the_sentences_of_azul_are_complete() -> None:
    out = run("play", "azul_solo", "-n", 5, typed=random_game("azul_solo", 5)).words
    assert re.search(r"Prendi \d piastrell[ae] \w+ dal vassoio \d: ", out)
    assert re.search(r"Prendi \d piastrell[ae] \w+ dal centro: ", out)
    assert re.search(r"L'Automa tira \d: prende \d piastrelle \w+ dal vassoio \d\.", out)
    assert not re.search(r"\bda il\b|\bda (vassoio|centro)| a Automa|\b1 piastrelle", out)
    english = run("--lang", "en", "play", "azul_solo", "-n", 5, typed=random_game("azul_solo", 5))
    assert "from the centre" in english.words and "from centre" not in english.words


def test_the_drawn_black_pieces_are_listed_by_player() -> None:
    black = dealt("aftaebr", 7).boards[0].state.black
    said = f"Pedine nere: Giocatore 1: {black[0]}, Giocatore 2: {black[1]}."
    assert said in run("play", "aftaebr", "-n", 7).words


def test_what_is_not_understood_is_answered_once() -> None:
    out = run("play", "solitario40", "-n", 7, typed=["zz"]).out
    assert out.count(text("it", "italian.solitario40")) == 2  # one for each screen
    out = run("play", "aftaebr", "-n", 7, typed=["zz"]).out
    assert out.count(text("it", "examples.colours")) == 2 and "3@b4" not in out


def test_a_full_mazzo_and_the_mazzetto_have_a_gap() -> None:
    out = run("deal", "solitario40", "-n", 7, "-o", "draw=1").out
    assert "mazzo 11 mazzetto 1" in out


# Cards


@pytest.mark.parametrize(
    "typed", ["as cop", "As cop>b", "Asso di coppe", "Ace cup", "as coppe → base"]
)
def test_italian_cards_are_typed_as_they_are_shown(typed: str, tmp_path: Path) -> None:
    result = run("play", "solitario40", "-n", 7, "--save", tmp_path / "g", typed=["c", "c", typed])
    # Napoletane, piacentine, francesi: the Italian faces have the same names.
    assert "As cop" in result.out and "A♥" in result.out
    assert str(record_in(tmp_path / "g").match.log[-1]) == "player 1: AH>b"


def test_a_colour_is_typed_in_either_language(tmp_path: Path) -> None:
    typed = ["orange", "Azzurro"]
    run("play", "aftaebr", "-n", 7, "--save", tmp_path / "g", typed=typed)
    acts = [str(entry.act) for entry in record_in(tmp_path / "g").match.log[1:]]
    assert acts == ["arancione", "azzurro"]


def test_the_menu_changes_the_cards() -> None:
    out = run(typed=["c", "1"]).out
    assert "♠" in out.split("mosse 0")[1] and "c carte napoletane" in out
    assert " den" in run(typed=["c", "c", "1"]).out.split("mosse 0")[1]
    assert text("it", "table.no_cards") in run("play", "azul_solo", typed=["c"]).out


def test_each_game_and_language_has_its_faces() -> None:
    """Documents 001 (Italian cards) and 002 (French cards)."""
    assert " spa" in run("deal", "solitario40", "-n", 7).out
    assert "♠" in run("deal", "nove_colonne", "-n", 7).out
    assert "♠" in run("--lang", "en", "deal", "solitario40", "-n", 7).out
    assert " spa" in run("deal", "nove_colonne", "-n", 7, "--faces", "piacentine").out


# Names


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("a", "Servono 2–4 nomi, separati da virgole; trovati: 1."),
        ("a,b,c,d,e", "Servono 2–4 nomi, separati da virgole; trovati: 5."),
        ("Anna, anna", "Due giocatori non possono avere lo stesso nome: anna."),
        (f"a,{'b' * 61}", "Atteso un nome da 1 a 60 caratteri"),
    ],
)
def test_invalid_names_are_refused(typed: str, why: str) -> None:
    result = run(typed=["4", typed, "Anna,Bruno", "q"])
    assert why in result.words and "Bruno" in result.out
    assert result.out.count(text("it", "choose.names", count="2–4", least=2)) == 2


def test_equal_names_are_refused_on_the_command_line() -> None:
    result = run("play", "aftaebr", "--name", "A", "--name", "A")
    assert result.code == 2 and "lo stesso nome: A" in result.err

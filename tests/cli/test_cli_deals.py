"""Deals of a kind in the terminal, whether they can still be won, and the fewest moves."""

from __future__ import annotations

import re

import pytest
from support.cli import diligent, run
from support.matches.lost_games import WINNABLE

from tavolino.catalogue import make_game
from tavolino.learning.deals.difficulty import Difficulty, classify

SOLVED = 4
"""A deal of the Solitario that a diligent player solves."""
GAME = make_game("solitario40")


def test_a_deal_of_the_kind_that_was_asked_for() -> None:
    found = run("deal", "solitario40", "--difficulty", "hard", "--class", "--json").json
    assert (found["winnable"], found["difficulty"]) == (True, "hard")
    assert classify(GAME, found["number"]).difficulty is Difficulty.HARD


def test_a_number_says_what_kind_of_deal_it_is() -> None:
    impossible = next(n for n in range(1, 100) if classify(GAME, n).winnable is False)
    told = run("--lang", "en", "deal", "solitario40", "--number", impossible, "--class")
    assert told.code == 0 and "This deal cannot be won." in told.words
    plain = run("deal", "solitario40", "--number", impossible, "--json").json
    assert "winnable" not in plain, "only who asks is told"


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (("play", "solitario40", "--difficulty", "brutal"), "any, winnable, easy, medium, hard"),
        (("play", "azul_solo", "--difficulty", "easy"), "solitario40, nove_colonne"),
        (("deal", "solitario40", "--difficulty", "easy", "--number", 5), "--number"),
        (("deal", "aftaebr", "--class"), "aftaebr"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(arguments: tuple[object, ...], sentence: str) -> None:
    refused = run(*arguments)
    assert refused.code == 2 and sentence in refused.err and refused.err.count("\n") == 1


def test_new_deals_in_play_are_of_the_same_kind() -> None:
    played = run("play", "solitario40", "--difficulty", "easy", typed=["n", "n", "q"])
    numbers = [int(number) for number in re.findall(r"mano n\. (\d+)", played.out)]
    assert len(set(numbers)) == 3
    assert {classify(GAME, number).difficulty for number in numbers} == {Difficulty.EASY}


def test_can_this_still_be_won_and_then_the_truth() -> None:
    played = run("play", "solitario40", "--number", WINNABLE, typed=["w", "w", "t", "w"])
    shares = re.findall(r"si possono vincere: (\d+%)", played.words)
    assert len(shares) == 2, "after a move the truth is behind a second question again"
    assert played.words.count("Questa mano si può ancora vincere.") == 1
    assert played.words.index(shares[0]) < played.words.index("Questa mano si può ancora vincere.")
    azul = run("play", "azul_solo", "--number", 1, typed=["w"])
    assert "In questo gioco nessuno può dirlo." in azul.words


def test_after_a_win_the_fewest_moves_are_told() -> None:
    moves = diligent("solitario40", SOLVED)
    played = run("--lang", "en", "play", "solitario40", "--number", SOLVED, typed=[*moves, "w"])
    assert "w: in how many moves could it be won?" in played.words
    told = re.search(
        r"You won in (\d+) moves(?:; the proven minimum is (\d+)|: fewer is impossible)",
        played.words,
    )
    assert told and int(told[1]) == len(moves) and int(told[2] or told[1]) <= len(moves)

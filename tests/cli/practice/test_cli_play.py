"""Whole games through the terminal, and every command at the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from support.cli import Result, dealt, diligent, random_game, record_in, run

from tavolino.cards import FACES
from tavolino.catalogue import BUILT_IN, make_game
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.referee import SearchTooLong, is_dead_end, referee_at, time_limit
from tavolino.game import REFEREE, Stop
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.match import Call
from tavolino.record import verify
from tavolino.translations import text

SOLVED, STALLED = 4, 26
"""Deals of the Solitario that a diligent player solves, or ends in a stall."""
WON, LOST = 119, 3
"""The same for the nine columns."""


def play(name: str, number: int, *more: object, typed: list[str]) -> Result:
    return run("play", name, "--number", number, *more, typed=typed)


def test_a_solitario_is_solved(tmp_path: Path) -> None:
    moves = diligent("solitario40", SOLVED)
    result = play("solitario40", SOLVED, "--save", tmp_path / "g", typed=moves)
    assert result.code == 0
    assert text("it", "s40.solved") in result.out
    assert "565 punti" in result.out
    record = record_in(tmp_path / "g")
    assert [str(entry.act) for entry in record.match.log[1:]] == moves
    verify(record)


def test_nine_columns_are_won_and_lost() -> None:
    won = play("nove_colonne", WON, typed=diligent("nove_colonne", WON))
    assert text("it", "n9.won") in won.out
    lost = play("nove_colonne", LOST, typed=diligent("nove_colonne", LOST))
    assert text("it", "n9.lost") in lost.out


def test_azul_is_played_through_four_rounds(tmp_path: Path) -> None:
    moves = random_game("azul_solo", 5)
    result = play("azul_solo", 5, "--save", tmp_path / "g", typed=moves)
    for number in (1, 2, 3, 4):
        assert f"Fine del round {number}." in result.out
    human, automa = (record := record_in(tmp_path / "g")).match.game.scores(
        record.match.boards[0].state
    )
    assert record.match.is_over and human < automa
    assert f"Vince l'Automa: {automa}" in result.out
    assert all(f"(P{priority}:" in result.out for priority in (1, 2, 3))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_aftaebr_in_the_hot_seat(players: int, tmp_path: Path) -> None:
    names = ["Anna", "Bruno", "Carla", "Dino"][:players]
    moves = random_game("aftaebr", 5, players=str(players))
    seats = [argument for name in names for argument in ("--name", name)]
    result = play("aftaebr", 5, *seats, "--save", tmp_path / "g", typed=moves)
    record = record_in(tmp_path / "g")
    assert record.names == tuple(names) and record.match.is_over
    (winner,) = record.match.game.winners(record.match.boards[0].state)
    assert f"Vince {names[winner]} con" in result.out
    assert " completa una sequenza e gioca ancora." in result.out
    assert " è eliminato." in result.out


def test_moves_by_number_are_the_listed_moves(tmp_path: Path) -> None:
    result = play("solitario40", 7, "--save", tmp_path / "g", typed=["1", "2"])
    match = dealt("solitario40", 7)
    for number in (1, 2):
        match = match.move(0, match.game.legal_moves(match.boards[0].state)[number - 1])
    assert record_in(tmp_path / "g").match.log == match.log
    assert " 1) " in result.out


@pytest.mark.parametrize("typed", ["ah>b", "AH b", "A♥>b", "ah", "A♥"])
def test_a_card_may_be_typed_in_many_ways(typed: str, tmp_path: Path) -> None:
    play("solitario40", 7, "--save", tmp_path / "g", typed=[typed])
    assert str(record_in(tmp_path / "g").match.log[-1]) == "player 1: AH>b"


def test_half_a_move_lists_its_completions() -> None:
    assert "3R: " in play("azul_solo", 7, typed=["3R"]).out
    assert "3R>f" in play("azul_solo", 7, typed=["3R"]).out
    out = play("aftaebr", 7, typed=["1", "1", "b4"]).out
    assert all(f"{number}@b4" in out for number in (1, 2, 3, 4))
    assert "QD ora non si può muovere." in play("solitario40", 7, typed=["QD"]).out


@pytest.mark.parametrize(
    ("game", "typed", "clause"),
    [
        ("solitario40", "KC>1", "R-S40-18"),
        ("solitario40", "6h>b", "R-S40-20"),
        ("solitario40", "redeal", "R-S40-43"),
        ("solitario40", "m now", None),
        ("nove_colonne", "AS>1", "R-N9-21"),
        ("azul_solo", "1k>9", None),
        ("azul_solo", "roll 3", "R-AZ-03"),
        ("azul_solo", "ck>f", "R-AZ-S01"),
        ("aftaebr", "3@b4", "R-AF-08"),
    ],
)
def test_a_refused_move_changes_nothing(
    game: str, typed: str, clause: str | None, tmp_path: Path
) -> None:
    result = play(game, 7, "--save", tmp_path / "g", typed=[typed])
    assert record_in(tmp_path / "g").match.log == dealt(game, 7).log
    if clause:
        said = text("it", f"refusal.{clause}")
        assert f"Mossa non consentita: {said} ({clause})" in result.words
    else:
        assert "Non capisco" in result.out


@pytest.mark.parametrize("game", BUILT_IN)
def test_undo_and_redo_return_to_the_same_position(game: str, tmp_path: Path) -> None:
    moves = diligent(game, 4) if game in ("solitario40", "nove_colonne") else random_game(game, 4)
    some = moves[:8]
    play(game, 4, "--save", tmp_path / "a", typed=some)
    play(game, 4, "--save", tmp_path / "b", typed=[*some, "u", "u", "u", "r", "r", "r"])
    straight, round_about = record_in(tmp_path / "a").match, record_in(tmp_path / "b").match
    assert straight.boards[0].state == round_about.boards[0].state
    assert sum(entry.act is Call.UNDO for entry in round_about.log) == 3
    verify(record_in(tmp_path / "b"))


def test_there_may_be_nothing_to_undo_or_redo(tmp_path: Path) -> None:
    result = play("solitario40", 7, "--save", tmp_path / "g", typed=["u", "r", "ah", "u", "t", "r"])
    assert text("it", "table.no_undo") in result.out
    assert result.out.count(text("it", "table.no_redo")) == 2
    log = record_in(tmp_path / "g").match.log
    assert [str(entry.act) for entry in log[1:]] == ["AH>b", "undo", "turn"]


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_saved_game_continues_as_if_uninterrupted(game: str, tmp_path: Path) -> None:
    moves = diligent(game, 4) if game in ("solitario40", "nove_colonne") else random_game(game, 4)
    half, whole = tmp_path / "half", tmp_path / "whole"
    typed = [*moves[:5], "u", *moves[4:9]]
    play(game, 4, "--save", whole, typed=typed)
    play(game, 4, typed=[*typed[:7], f"s {half}"])
    rest = tmp_path / "rest"
    result = run("play", "--record", half, "--save", rest, typed=typed[7:])
    assert result.code == 0
    assert rest.read_bytes() == whole.read_bytes()
    kind = "mano" if game in ("solitario40", "nove_colonne") else "partita"
    assert f"{kind} n. 4" in result.out


def test_undo_reaches_moves_before_the_save(tmp_path: Path) -> None:
    play("solitario40", 7, "--save", tmp_path / "a", typed=["ah", "t"])
    run("play", "--record", tmp_path / "a", "--save", tmp_path / "b", typed=["u", "u", "u"])
    (board,), (start,) = record_in(tmp_path / "b").match.boards, dealt("solitario40", 7).boards
    assert board.state == start.state and board.past == start.past


def test_a_stall_is_a_notice_and_play_continues(tmp_path: Path) -> None:
    moves = diligent("solitario40", STALLED)[:5]
    result = play("solitario40", STALLED, "--save", tmp_path / "g", typed=[*moves, "u"])
    assert "Stallo: non ci sono più mosse" in result.out
    assert str(record_in(tmp_path / "g").match.log[-2]) == "referee 1: stall"
    assert record_in(tmp_path / "g").match.log[-1].act is Call.UNDO


def test_a_dead_end_is_a_notice_and_one_may_give_up(tmp_path: Path) -> None:
    match, typed = dealt("nove_colonne", 1), []
    for move in diligent("nove_colonne", 1):
        match = match.move(0, match.game.parse_move(move))
        typed.append(move)
        if NoveColonne().is_dead_end(match.view(0)):
            break
    typed.append("x")
    result = play("nove_colonne", 1, "--save", tmp_path / "g", typed=typed)
    assert result.out.count("Vicolo cieco") == 1
    assert text("it", "n9.given_up") in result.out
    assert str(record_in(tmp_path / "g").match.log[-1]) == "referee 1: given up"


def test_a_patience_can_be_given_up_also_after_a_stall(tmp_path: Path) -> None:
    typed = [*diligent("solitario40", STALLED)[:5], "x", "u"]
    play("solitario40", STALLED, "--save", tmp_path / "g", typed=typed)
    match = record_in(tmp_path / "g").match
    calls = [entry.act for entry in match.log if entry.actor == REFEREE]
    assert calls == [Stop.STALL, Stop.GIVEN_UP, Stop.STALL] and not match.is_over


def test_other_games_cannot_be_given_up() -> None:
    assert text("it", "table.no_giving_up") in play("azul_solo", 1, typed=["x"]).out


@pytest.mark.parametrize(
    ("game", "number", "cards"), [("solitario40", SOLVED, 40), ("nove_colonne", 179, 52)]
)
def test_the_automatic_finish_plays_each_card(
    game: str, number: int, cards: int, tmp_path: Path
) -> None:
    moves = diligent(game, number)
    match, typed = dealt(game, number), ["f"]
    for move in moves:
        state = match.boards[0].state
        stock = getattr(state, "mazzo", ()) or getattr(state, "mazzetto", ())
        if not (any(state.hidden) or stock):
            break
        match = match.move(0, match.game.parse_move(move))
        typed.append(move)
    left = cards - sum(match.boards[0].state.bases)
    assert left > 1
    result = play(game, number, "--save", tmp_path / "g", typed=[*typed, "f"])
    assert result.words.count(text("it", "table.no_finish")) == 1
    assert f"Carte portate alle basi: {left}." in result.out
    log = record_in(tmp_path / "g").match.log
    assert len(log) == len(match.log) + left
    assert all(str(entry.act).endswith(">b") for entry in log[len(match.log) :])


def test_time_up_is_called_when_a_move_is_late(tmp_path: Path) -> None:
    result = play(
        "aftaebr", 7, "--option", "time_limit=0.000001", "--save", tmp_path / "g", typed=["1", "u"]
    )
    assert str(record_in(tmp_path / "g").match.log[-1]) == "referee: time up"
    assert "Tempo scaduto." in result.out
    assert "Vincono a pari merito Giocatore 1, Giocatore 2, con 32 pedine" in result.out


def test_the_remaining_time_is_shown() -> None:
    assert "restano 4:5" in play("aftaebr", 7, "--option", "time_limit=300", typed=["1"]).out


def test_a_new_deal_and_a_chosen_one(tmp_path: Path) -> None:
    result = play("azul_solo", 7, "--save", tmp_path / "g", typed=["1", "n", "n 123", "n 0"])
    assert "partita n. 123" in result.out
    assert "numero della mano: atteso un numero da 1 a" in result.out
    assert record_in(tmp_path / "g").origin == 7  # the only one that was played
    assert len(list(tmp_path.iterdir())) == 1


def test_saving_at_the_table(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    typed = ["s", f"s {other}", f"s {tmp_path / 'g'}", "ah", f"s {tmp_path / 'g'}"]
    result = play("solitario40", 7, typed=typed)
    assert text("it", "table.save_where") in result.out
    assert other.read_text() == "mine"
    assert len(record_in(tmp_path / "g").match.log) == 2
    play("solitario40", 7, typed=[f"s! {other}"])
    assert record_in(other).match == dealt("solitario40", 7)
    assert {file.name for file in tmp_path.iterdir()} == {"g", "other"}


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("game", BUILT_IN)
def test_help_moves_and_quitting_in_both_languages(game: str, lang: str) -> None:
    result = run("--lang", lang, "play", game, "-n", 7, typed=["?", "m", "q", "1"])
    assert result.code == 0 and "mosse 1" not in result.out and "moves 1" not in result.out
    assert f"tavolino rules {game}" in result.out
    assert text(lang, f"title.{game}") in result.out
    listed = result.out[result.out.rindex(text(lang, f"title.{game}")) :]
    count = len(dealt(game, 7).game.legal_moves(dealt(game, 7).boards[0].state))
    assert all(str(number) in re.findall(r"\d+", listed) for number in range(1, count + 1))


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("faces", FACES)
def test_a_pipe_gets_plain_lines_of_at_most_eighty_columns(game: str, faces: str) -> None:
    moves = diligent(game, 119) if game in ("solitario40", "nove_colonne") else random_game(game, 4)
    result = play(
        game,
        119 if game in ("solitario40", "nove_colonne") else 4,
        "--faces",
        faces,
        typed=moves[:40],
    )
    assert "\x1b" not in result.out
    assert max(len(line) for line in result.out.splitlines()) <= 80


@pytest.mark.parametrize("game", BUILT_IN)
def test_nothing_that_is_typed_stops_a_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rnd, letters = Random(1), "1234567890abcdefDHCSJQK>@ ?!umsxtrf\t\x1b\0é٣♠.-/~"
    lines = ["".join(rnd.choices(letters, k=rnd.randint(0, 7))) for _ in range(60)]
    result = play(game, 7, typed=lines)
    assert result.code == 0 and result.err == "" and "\x1b" not in result.out


def test_a_search_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(SearchTooLong), time_limit(0.01):
        while True:
            pass


def test_control_c_ends_the_search_for_a_dead_end_not_the_game() -> None:
    with patch.object(NoveColonne, "is_dead_end", side_effect=KeyboardInterrupt):
        result = play("nove_colonne", 1, typed=["1", "1"])
    assert result.code == 0 and result.out.count(text("it", "table.search_left")) == 3


def test_italian_cards_are_named_in_full() -> None:
    result = play("solitario40", 7, "--faces", "napoletane", typed=["t"])
    turned = dealt("solitario40", 7).boards[0].state.mazzo[:3]
    suits = {"D": "denari", "H": "coppe", "C": "bastoni", "S": "spade"}
    names = [f"{card.name[:-1]} di {suits[card.suit.letter]}" for card in turned]
    assert f"Dal mazzo: {', '.join(names)}." in result.words
    assert "Cav den" in result.out and "Fan den" in result.out


def test_the_menu_changes_language_and_starts_a_game() -> None:
    result = run(typed=["9", "l", "4", "Anna, Bruno, Carla", "?", "q"])
    assert result.code == 0
    assert text("it", "choose.title") in result.out and text("en", "choose.title") in result.out
    assert "Carla" in result.out and "tavolino rules aftaebr" in result.out


@pytest.mark.parametrize("typed", [[], ["q"], ["2"]])
def test_the_menu_can_be_left(typed: list[str]) -> None:
    assert run(typed=typed).code == 0


def test_the_number_of_a_random_deal_is_shown_and_gives_the_same_deal(tmp_path: Path) -> None:
    run("play", "azul_solo", "--save", tmp_path / "a", typed=[])
    record = record_in(tmp_path / "a")
    run("play", "azul_solo", "--seed", record.origin, "--save", tmp_path / "b", typed=[])
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_hint_is_a_legal_move_with_its_reason() -> None:
    result = run("--lang", "en", "play", "nove_colonne", "-n", 1, typed=["h", "q"])
    hint = re.search(
        r"Hint: (\S+) → (\S+)\. [A-Z].*?\. It leads to a win in (\d+) of (\d+)", result.words
    )
    assert hint and 0 < int(hint[3]) <= int(hint[4]) == 100
    assert _named(hint) in [str(move) for move in _moves("nove_colonne", 1, [])]


def test_a_hint_of_solitario40_tells_how_often_it_wins() -> None:
    turns = ["turn"] * 3
    with patch("tavolino.bots.solitario40.tree_bot.HINT_ROUNDS", 500):
        result = run("--lang", "en", "play", "solitario40", "-n", 2, typed=["h", *turns, "h", "q"])
    assert "It turns stock cards that have not been seen yet" in result.words
    hint = re.search(
        r"Hint: (\S+) → (\S+)\. It helps .*?\. It leads to a win in (\d+) of (\d+)", result.words
    )
    assert hint and 0 < int(hint[3]) <= int(hint[4]) <= 500
    assert _named(hint) in [str(move) for move in _moves("solitario40", 2, turns)]


def _named(hint: re.Match[str]) -> str:
    card = hint[1].translate(str.maketrans("♦♥♣♠", "DHCS"))
    return f"{card}>{hint[2].replace('base', 'b')}"


def _moves(game: str, number: int, played: list[str]) -> Sequence[Any]:
    rules, state = make_game(game), dealt(game, number).boards[0].state
    for move in played:
        state = rules.apply(state, rules.parse_move(move))
    return rules.legal_moves(state)


def test_the_coach_of_azul_says_why() -> None:
    with patch("tavolino.bots.azul_solo.hints.SECONDS", 0.2):
        result = run("--lang", "en", "play", "azul_solo", "-n", 2, typed=["h", "q"])
    hint = re.search(r"Hint: (\S+)\. .*It wins \d+% of the simulated games", result.words)
    assert hint and "Expected points: " in result.words and "Next best: " in result.words
    state = dealt("azul_solo", 2).boards[0].state
    assert hint[1] in [str(move) for move in make_game("azul_solo").legal_moves(state)]


def test_a_hint_of_aftaebr_comes_from_a_bot() -> None:
    result = play("aftaebr", 7, typed=["1", "1", "h"])
    hint = re.search(r"Consiglio: (\S+)\. Non lascia prese", result.words)
    assert hint and re.fullmatch("[1-4]@[a-f][1-6]", hint[1])


@pytest.mark.parametrize(
    ("game", "number", "name", "asked"),
    [
        (Solitario40(), STALLED, "is_stalled", lambda g, v: bool(referee_at(Terminal())(g, [v]))),
        (NoveColonne(), LOST, "is_dead_end", lambda g, v: is_dead_end(Terminal(), g, v)),
    ],
    ids=["solitario40", "nove_colonne"],
)
def test_a_search_too_long_for_the_plain_rules_is_handed_to_the_compiled_one(
    game: Any, number: int, name: str, asked: Callable[[Any, Any], bool]
) -> None:
    state, answers = dealt(game.name, number).boards[0].state, []
    for move in diligent(game.name, number):
        state = game.apply(state, game.parse_move(move))
        view = game.view(state, 0)
        answers.append(getattr(game, name)(view))
        with patch.object(type(game), name, side_effect=SearchTooLong):
            assert asked(game, view) is answers[-1]
    assert set(answers) == {True, False}

"""``deal``, ``perft``, help and version, and everything that can be wrong with arguments."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import dealt, run

from tavolino.catalogue import BUILT_IN, make_game
from tavolino.games.perft import divide, perft


@pytest.mark.parametrize("game", BUILT_IN)
def test_deal_as_json_is_the_position_of_the_number(game: str) -> None:
    plain = run("deal", game, "--number", 7, "--json", "--open").json
    state = dealt(game, 7).boards[0].state
    assert plain["game"] == game and plain["number"] == 7
    assert plain["state"] == str(state)
    assert make_game(game).parse_state(plain["state"]) == state
    assert plain["rejected"] == getattr(dealt(game, 7).log[0].act, "rejected", 0)


@pytest.mark.parametrize("game", BUILT_IN)
def test_deal_as_json_hides_what_a_player_cannot_see(game: str) -> None:
    plain, match = run("deal", game, "--number", 7, "--json").json, dealt(game, 7)
    assert plain["state"] == str(match.watch(0))


def test_the_parts_of_a_deal_are_plain() -> None:
    parts = run("deal", "solitario40", "--seed", 7, "--json").json["parts"]
    assert [len(column) for column in parts["columns"]] == [1, 2, 3, 4, 5, 6, 7]
    assert parts["bases"] == [0, 0, 0, 0] and len(parts["mazzetto"]) == 3
    azul = run("deal", "azul_solo", "-n", 7, "--json").json["parts"]
    assert [len(tray) for tray in azul["trays"]] == [3, 4, 4, 4, 4, 4]


@pytest.mark.parametrize("game", BUILT_IN)
def test_deal_hides_what_a_player_cannot_see(game: str) -> None:
    shown, opened = run("deal", game, "-n", 7), run("deal", game, "-n", 7, "--open")
    assert shown.code == opened.code == 0
    assert ("░" in shown.out) is (game in ("solitario40", "nove_colonne"))
    hides = game in ("solitario40", "nove_colonne")
    assert (len(set(opened.out.split()) - set(shown.out.split())) >= 8) is hides


def test_options_of_a_game_are_applied() -> None:
    plain = run("deal", "solitario40", "-n", 7, "-o", "deck=52", "-o", "draw=1", "--json").json
    assert plain["options"] == {"deck": "52", "draw": "1", "empty_column": "king"}
    assert len(plain["parts"]["mazzetto"]) == 1
    assert len(plain["parts"]["mazzo"]) == 23


def test_columns_are_drawn_from_nine_to_one() -> None:
    out = run("deal", "nove_colonne", "-n", 7).out
    assert "9 8 7 6 5 4 3 2 1" in " ".join(out.split())
    rows = [line for line in out.splitlines() if "░" in line]
    assert [row.split().count("░" * 6) for row in rows] == [8, 7, 6, 5, 4, 3]


@pytest.mark.parametrize("game", BUILT_IN)
def test_perft_counts_and_divides(game: str) -> None:
    rules, state = make_game(game), dealt(game, 3).boards[0].state
    counts = [int(run("perft", game, "--depth", d, "--number", 3).out) for d in (1, 2)]
    moves = rules.legal_moves(state)
    assert counts[0] == len(moves) == perft(rules, state, 1)
    assert counts[1] == sum(len(rules.legal_moves(rules.apply(state, m))) for m in moves)
    plain = run("perft", game, "--depth", 2, "--number", 3, "--divide", "--json").json
    assert plain["count"] == counts[1] == sum(plain["divide"].values())
    assert plain["divide"] == {str(m): n for m, n in divide(rules, state, 2)}
    lines = run("perft", game, "--depth", 2, "--number", 3, "--divide").out.splitlines()
    assert len(lines) == len(moves) + 1 and lines[-1] == str(counts[1])


def test_perft_rolls_the_die_with_six_faces() -> None:
    first, second = (int(run("perft", "azul_solo", "-d", d, "-n", 1).out) for d in (1, 2))
    assert second == 6 * first


def test_version_and_help() -> None:
    assert run("--version").out.startswith("tavolino 0.")
    for words in ([], ["play"], ["deal"], ["replay"], ["verify"], ["perft"]):
        result = run(*words, "--help")
        assert result.code == 0 and "help." not in result.out
    assert "Quattro giochi" in run("--help").out
    assert "Four table games" in run("--help", "--lang=en").out
    assert "AI" not in run("perft", "--help", "--lang", "en").out


BAD = [
    ["play", "briscola"],
    ["play", ""],
    ["play", "solitario40", "--number", "0"],
    ["play", "solitario40", "--number", "-5"],
    ["play", "solitario40", "--number", "-1"],
    ["play", "solitario40", "--number", "1e9"],
    ["play", "solitario40", "--number", "99999999999999999999"],
    ["play", "solitario40", "--number", "١"],
    ["play", "solitario40", "--option", "draw"],
    ["play", "solitario40", "--option", "=1"],
    ["play", "solitario40", "--option", "draw=2"],
    ["play", "solitario40", "--option", "jokers=1"],
    ["play", "nove_colonne", "--option", "draw=1"],
    ["play", "aftaebr", "--option", "players=5"],
    ["play", "aftaebr", "--option", "time_limit=-3"],
    ["play", "aftaebr", "--option", "time_limit=soon"],
    ["play", "aftaebr", "--option", "time_limit=inf"],
    ["play", "aftaebr", "--name", "Anna"],
    ["play", "aftaebr", "--name", "Anna", "--name", "B", "--option", "players=3"],
    ["play", "aftaebr", *["--name", "A"] * 5],
    ["play", "solitario40", "--name", " "],
    ["play", "solitario40", "--name", "a\nb"],
    ["play", "solitario40", "--faces", "trevisane"],
    ["play", "solitario40", "--record", "x"],
    ["play", "solitario40", "--jokers"],
    ["play", "solitario40", "more"],
    ["deal"],
    ["deal", "briscola"],
    ["deal", "azul_solo", "--number", "x"],
    ["perft", "azul_solo"],
    ["perft", "azul_solo", "--depth", "0"],
    ["perft", "azul_solo", "--depth", "-1"],
    ["perft", "azul_solo", "--depth", "two"],
    ["verify"],
    ["replay"],
    ["solve"],
    ["play", "azul_solo", "--force"],
    ["play", "solitario40", "-o", "draw=1", "-o", "draw=3"],
    ["play", "aftaebr", "--name", "A", "--name", "A"],
    ["play", "--record", ""],
    ["verify", ""],
    ["foo"],
    ["--lang", "fr", "deal", "azul_solo"],
    ["deal", "azul_solo", "--lang"],
]


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_bad_arguments_are_one_sentence_and_exit_code_two(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    is_play = arguments[0] == "play" and "--force" not in arguments
    more = ["--save", "out.txt"] if is_play else []
    for lang in ("it", "en"):
        words = arguments if "--lang" in arguments else ["--lang", lang, *arguments]
        result = run(*words, *more)
        assert result.code == 2
        assert result.out == ""
        assert result.err.count("\n") == 1 and len(result.err) < 300
        assert result.err.startswith(("Errore: ", "Error: "))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "italian", "english"),
    [
        (["foo"], "comando sconosciuto: «foo»", "unknown command: 'foo'"),
        (["deal"], "manca GIOCO", "GAME is missing"),
        (["perft", "azul_solo"], "manca --depth / -d", "--depth / -d is missing"),
        (["deal", "az", "--bogus"], "opzione sconosciuta: --bogus", "unknown option: --bogus"),
        (["deal", "az", "-n"], "-n richiede un valore", "-n needs a value"),
        (["deal", "az", "--json=1"], "--json non accetta un valore", "--json takes no value"),
        (["deal", "az", "more"], "troppi argomenti: more", "too many arguments: more"),
        (["verify", ""], "FILE: atteso il nome di un file", "FILE: expected the name of a file"),
        (
            ["verify", "/no/file"],
            "impossibile leggere il file /no/file: non esiste",
            "read: it does not exist",
        ),
        (
            ["verify", "/"],
            "impossibile leggere il file /: è una cartella",
            "read: it is a directory",
        ),
    ],
)
def test_the_parser_speaks_both_languages(arguments: list[str], italian: str, english: str) -> None:
    assert italian in run(*arguments).err
    assert english in run(*arguments, "--lang", "en").err


def test_the_last_language_counts() -> None:
    assert "partita n. 5" in run("--lang", "en", "deal", "az", "-n", 5, "--lang", "it").out
    assert run("deal", "az", "-n", 5, "--lang").err == "Errore: --lang richiede un valore\n"


def test_help_lists_the_options_of_the_games() -> None:
    for command in ("play", "deal", "perft"):
        out = run(command, "--help").out
        assert "solitario40: deck=40|52, draw=3|1, empty_column=king|any" in out
        assert "aftaebr: players=2|3|4, time_limit=none|secondi" in out
        assert "<bool>" not in out
    assert "a caso" not in run("perft", "--help").out
    assert "[predefinito: " in run("bot-match", "--help").out
    assert "[default: " in run("bot-match", "--help", "--lang", "en").out

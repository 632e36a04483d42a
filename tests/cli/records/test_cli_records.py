"""Records on the command line: replay, verify, and every way a file can be bad."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from support.cli import diligent, record_in, run

from tavolino.catalogue import make_game
from tavolino.chance import FairSeed, deal_seed
from tavolino.match import new_match, settle
from tavolino.record import Record, sealed


@pytest.fixture(scope="module")
def saved_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("saved") / "game.txt"
    run("play", "solitario40", "-n", 4, "--save", path, typed=diligent("solitario40", 4)[:20])
    return path.read_text()


@pytest.fixture
def saved(tmp_path: Path, saved_text: str) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(saved_text)
    return path


def resealed(text: str) -> str:
    """A forger's work: changed entries under a new seal."""
    body = text[: text.rindex("end ")]
    return sealed(body, body.count("\n", body.index("\n\n") + 2))


def contest_record(fair: FairSeed) -> Record:
    """Three players, a few moves each, then time up."""
    match = settle(new_match(make_game("solitario40"), fair.seed(), boards=3))
    rnd = Random(1)
    for player in [0, 1, 0, 1, 1]:
        state = match.boards[player].state
        match = match.move(player, rnd.choice(match.game.legal_moves(state)))
    match = match.call(next(stop for stop in match.game.stops if stop == "time up"))
    return Record(match, ("Anna", "Bruno", "Carla"), fair)


def test_verify_says_what_was_checked(saved: Path) -> None:
    result = run("verify", saved)
    assert result.code == 0
    assert "mano n. 4" in result.words
    assert "Righe: 21; eventi casuali ripetuti: 1;" in result.words
    plain = run("verify", saved, "--json").json
    assert plain["verified"] and plain["entries"] == 21 and plain["chance"] == 1
    match = record_in(saved).match
    assert plain["scores"] == [list(match.game.scores(match.boards[0].state))]
    assert plain["is_over"] is match.is_over


def test_verify_a_fair_contest(tmp_path: Path) -> None:
    fair = FairSeed.new()
    fair = FairSeed(fair.commitment, ("aa", "bb", "cc"), fair.secret)
    record = contest_record(fair)
    path = tmp_path / "contest.txt"
    path.write_text(str(record))
    result = run("--lang", "en", "verify", path)
    assert result.code == 0
    assert fair.commitment[:16] in result.out and "nonces of players: 3" in result.words
    assert "referee calls that cannot be repeated: 1" in result.words
    for standing in record.match.standings():
        assert f"{standing.place}. {record.names[standing.player]}" in result.out
    plain = run("verify", path, "--json").json
    assert [s["player"] for s in plain["standings"]] == [s.player for s in record.match.standings()]
    replayed = run("replay", path)
    assert replayed.code == 0 and "tavolo di Bruno" in replayed.out
    last = replayed.out[replayed.out.rindex("referee: time up") :]
    for standing in record.match.standings():
        name = record.names[standing.player]
        assert f"{standing.place}. {name}: {standing.tally.points} punti" in last
    assert run("play", "--record", path).code == 2


def test_a_record_without_its_secret_cannot_be_verified(tmp_path: Path) -> None:
    fair = FairSeed.new()
    fair = FairSeed(fair.commitment, ("aa", "bb", "cc"), fair.secret)
    record = contest_record(fair)
    path = tmp_path / "contest.txt"
    path.write_text(str(Record(record.match, record.names, fair.hidden())))
    result = run("verify", path)
    assert result.code == 3 and result.err.count("\n") == 1
    assert "non si può dire" in result.err and "autentica" in result.err
    plain = run("verify", path, "--json").json
    assert plain["verified"] is None and plain["kind"] == "unknown"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("deal 4\n", "deal 5\n"),
        ("rejected 0", "rejected 1"),
        ("player 1: ", "player 1: KD>b\nplayer 1: "),
    ],
)
def test_a_forged_record_fails_with_one_sentence(saved: Path, old: str, new: str) -> None:
    text = saved.read_text()
    forged = saved.with_name("forged.txt")
    forged.write_text(resealed(text.replace(old, new, 1)))
    result = run("verify", forged, "--json")
    assert result.code == 1
    assert result.err.count("\n") == 1 and "forged.txt" in result.err
    assert result.json["verified"] is False and result.json["kind"] == "not_genuine"
    assert run("play", "--record", forged).code == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("deal 4\n", "deal 5\n"),
        ("player 1: ", "player 1: KD>b\nplayer 1: "),
        ("player 1: ", "player 1:  "),
    ],
)
def test_a_record_that_was_changed_is_not_genuine(saved: Path, old: str, new: str) -> None:
    """As a person changes it, in an editor: the seal is still the old one."""
    saved.write_text(saved.read_text().replace(old, new, 1))
    result = run("verify", saved, "--json", "--lang", "en")
    assert result.code == 1
    assert result.err.count("\n") == 1 and "game.txt" in result.err
    assert result.json["verified"] is False and result.json["kind"] == "not_genuine"
    for reading in (["replay"], ["play", "--record"]):
        assert run(*reading, saved).code == 2


def test_the_exit_codes_are_told_by_the_help() -> None:
    """The file that was cut off, in the next test, exits with 2."""
    told = run("verify", "--help", "--lang", "en").words
    for code in ("1 if", "2 if", "3 if"):
        assert code in told


def bad_files(saved: Path) -> dict[str, bytes]:
    whole = saved.read_bytes()
    return {
        "empty": b"",
        "binary": bytes(range(256)) * 4,
        "cut": whole[: len(whole) // 2],
        "cut by a letter": whole[:-1],
        "other format": whole.replace(b"tavolino record 1", b"tavolino record 2", 1),
        "other version": resealed(
            whole.decode().replace("game solitario40 1", "game solitario40 9", 1)
        ).encode(),
        "other game": resealed(
            whole.decode().replace("game solitario40", "game briscola", 1)
        ).encode(),
        "other option": resealed(
            whole.decode().replace("option draw 3", "option draw 4", 1)
        ).encode(),
        "unknown move": resealed(
            whole.decode().replace("player 1: ", "player 1: 99Z>b\nplayer 1: ", 1)
        ).encode(),
        "too long": b"x" * 4_000_001,
    }


KINDS = [
    "empty", "binary", "cut", "cut by a letter", "other format", "other version",
    "other game", "other option", "unknown move", "too long",
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_bad_file_is_one_sentence_and_exit_code_two(saved: Path, kind: str) -> None:
    files = bad_files(saved)
    assert list(files) == KINDS
    bad = saved.with_name("bad.txt")
    bad.write_bytes(files[kind])
    before = sorted(saved.parent.iterdir())
    out = saved.with_name("out.txt")
    for arguments in (
        ["verify", bad],
        ["replay", bad],
        ["replay", bad, "--json"],
        ["play", "--record", bad, "--save", out],
    ):
        result = run(*arguments)
        assert result.code == 2, arguments
        assert result.err.count("\n") == 1 and "bad.txt" in result.err
        assert result.out == ""
    result = run("verify", bad, "--json")
    assert result.code == 2 and result.err.count("\n") == 1
    assert (result.json["verified"], result.json["kind"]) == (False, "not_a_record")
    assert result.json["reason"] in result.err
    assert sorted(saved.parent.iterdir()) == before


@pytest.mark.parametrize("where", ["", "missing.txt", "no/such/place.txt", "x" * 300, "a\0b"])
def test_a_file_that_cannot_be_read(tmp_path: Path, where: str) -> None:
    for command in (["verify"], ["replay"], ["play", "--record"]):
        result = run(*command, tmp_path / where)
        assert result.code == 2
        assert result.err.count("\n") == 1 and "Traceback" not in result.err


def test_save_does_not_overwrite_without_force(saved: Path) -> None:
    before = saved.read_bytes()
    result = run("play", "azul_solo", "-n", 1, "--save", saved, typed=["1"])
    assert result.code == 2 and result.out == "" and saved.read_bytes() == before
    result = run("play", "azul_solo", "-n", 1, "--save", saved, "--force", typed=["1"])
    assert result.code == 0 and record_in(saved).match.game.name == "azul_solo"
    assert list(saved.parent.iterdir()) == [saved]


def test_save_needs_a_writable_directory(tmp_path: Path) -> None:
    for where in (tmp_path, tmp_path / "no" / "g", tmp_path / ("x" * 300)):
        result = run("play", "azul_solo", "--save", where, "--force", typed=["1"])
        assert result.code == 2 and result.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_replay_shows_every_position(saved: Path) -> None:
    result = run("replay", saved)
    entries = len(record_in(saved).match.log)
    for number in range(entries + 1):
        assert f" {number}/{entries}" in result.out
    opened = run("replay", saved, "--open").out
    assert opened.count("░") < result.out.count("░") and opened.count("(") > 100


def test_replay_at_a_position(saved: Path) -> None:
    result = run("replay", saved, "--at", 3)
    assert " 3/21 " in result.out and " 4/21 " not in result.out
    entry = record_in(saved).match.log[2]
    assert str(entry) in result.out
    for at in ("22", "-1", "x"):
        bad = run("replay", saved, "--at", at)
        assert bad.code == 2 and "--at" in bad.err and bad.out == ""


def test_replay_as_json_has_the_state_after_each_entry(saved: Path) -> None:
    plain = run("replay", saved, "--json").json
    record = record_in(saved)
    matches = list(record.matches())[1:]
    assert [e["entry"] for e in plain["entries"]] == list(map(str, record.match.log))
    assert [e["states"] for e in plain["entries"]] == [[str(m.boards[0].state)] for m in matches]
    (one,) = run("replay", saved, "--json", "--at", 2).json["entries"]
    assert one == plain["entries"][1]


def test_a_rated_record_is_not_a_practice_game(tmp_path: Path) -> None:
    match = settle(new_match(make_game("azul_solo"), deal_seed(1)))
    path = tmp_path / "rated.txt"
    path.write_text(str(Record(match, ("Anna",), 1)))
    assert run("verify", path).code == 0
    result = run("play", "--record", path)
    assert result.code == 2 and "allenamento" in result.err

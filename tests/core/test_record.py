"""Records: read back, cut, altered, forged, of another version, binary; and the fuzzed parsers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.random_play import EVERY_GAME, play_randomly, record_of, start_match, three_way_contest

from tavolino.catalogue import BUILT_IN
from tavolino.chance import FairSeed, commit
from tavolino.game import (
    REFEREE,
    AnyGame,
    IllegalMoveError,
    NotationError,
    Stop,
    TavolinoError,
)
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.match import Entry, new_match, settle
from tavolino.match.growing_tuple import GrowingTuple
from tavolino.record import (
    MAX_BYTES,
    Difference,
    HiddenSeedError,
    Record,
    VerifyError,
    before_first_entry,
    parse_record,
    read_record,
    sealed,
    verify,
)

SECRET = "2a" * 32
NONCES = ("0a", "ff00")


def solitario() -> Record:
    return record_of(play_randomly(start_match(Solitario40(), 12), Random(3), 30), 12)


def fair_aftaebr() -> Record:
    fair = FairSeed(commit(SECRET), NONCES, SECRET)
    match = play_randomly(settle(new_match(Aftaebr(), fair.seed())), Random(4), 30)
    return record_of(match, fair)


def contest() -> Record:
    return record_of(play_randomly(three_way_contest(Solitario40(), 8), Random(5), 60), 8)


def practice() -> Record:
    match = play_randomly(start_match(AzulSolo(), 5, is_practice=True), Random(5), 9)
    return record_of(match.undo(0).undo(0), 5)


RECORDS: list[Callable[[], Record]] = [solitario, fair_aftaebr, contest, practice]
every_record = pytest.mark.parametrize("make", RECORDS)


def resealed(text: str) -> str:
    """The text as a careful forger would leave it: count and seal are right again."""
    body = text[: text.rindex("\nend ") + 1]
    entries = body.split("\n\n", 1)[1].count("\n")
    return sealed(body, entries)


@every_record
def test_a_record_reads_back(make: Callable[[], Record]) -> None:
    record = make()
    again = parse_record(str(record))
    assert again == record and str(again) == str(record)
    assert read_record(str(record).encode()) == record
    verify(again)


@every_record
def test_a_record_is_an_iterable_of_matches(make: Callable[[], Record]) -> None:
    record = make()
    matches = list(record.matches())
    assert matches[0] == before_first_entry(record.match)
    assert matches[-1] == record.match
    assert [len(match.log) for match in matches] == list(range(len(record.match.log) + 1))


@every_record
def test_a_record_cut_anywhere_is_refused(make: Callable[[], Record]) -> None:
    text = str(make())
    for at in range(len(text)):
        with pytest.raises(NotationError):
            parse_record(text[:at])


def test_a_record_cut_at_a_line_says_so() -> None:
    text = str(solitario())
    lines = text.splitlines(keepends=True)
    for kept in range(1, len(lines)):
        with pytest.raises(NotationError, match="the record is cut off"):
            parse_record("".join(lines[:kept]))


@every_record
def test_one_altered_character_is_noticed(make: Callable[[], Record]) -> None:
    text = str(make())
    for at in range(len(text)):
        other = "x" if text[at] != "x" else "y"
        with pytest.raises(TavolinoError):
            parse_record(text[:at] + other + text[at + 1 :])


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("tavolino record 1", "tavolino record 2", "line 1: expected 'tavolino record 1', got"),
        ("game solitario40 1", "game solitario40 2", "expected version 1 of solitario40, got vers"),
        ("game solitario40 1", "game scopa 1", "expected a game among solitario40, nove_colonne,"),
        ("option draw 3", "option draw 2", "line 4: expected 3 or 1 for draw, got '2'"),
        ("option draw 3", "option wind 3", "line 4: .* as an option of solitario40, got 'wind'"),
        ("option draw 3\n", "", "line 4: expected 'option draw 3', got 'option empty_column king'"),
        (
            "option draw 3",
            "option draw 1\noption draw 3",
            "line 4: expected 'option draw 3', got 'option draw 1'",
        ),
        (
            "table rated",
            "table wooden",
            "line 6: expected 'table practice' or 'table rated', got 'table wooden'",
        ),
        ("deal 12\n", "deal 012\n", "line 7: expected 'deal 12', got 'deal 012'"),
        ("deal 12\n", "deal 0\n", "line 7: expected a deal number from 1 to 999999999, got 0"),
        ("deal 12\n", "deal -4\n", "line 7: expected 'deal NUMBER', got 'deal -4'"),
        ("player 1 Gio", "player 2 Gio", "line 8: expected 'player 1 NAME', got 'player 2 Gio"),
        ("\nplayer 1 Giocatore 1\n", "\n", "line 7: expected 1 players a board, got 0"),
        ("dealer 1: deal", "dealer 2: deal", "line 10: expected a board from 1 to 1"),
        ("dealer 1: deal", "gambler 1: deal", "line 10: expected an entry such as"),
        ("rejected 0", "rejected -1", "line 10: expected a deal that ends in 'rejected N'"),
        ("\nplayer 1: ", "\nplayer 2: ", r"line \d+: expected a player from 1 to 1, got player 2"),
    ],
)
def test_a_wrong_line_is_named_with_what_was_expected(old: str, new: str, sentence: str) -> None:
    text = str(solitario())
    assert old in text
    with pytest.raises(TavolinoError, match=sentence) as error:
        parse_record(resealed(text.replace(old, new, 1)))
    assert "\n" not in str(error.value) and len(str(error.value)) < 600


def test_an_impossible_deal_is_refused() -> None:
    text = str(solitario())
    cards = re.search("deal (.*) rejected", text)
    assert cards is not None
    names = cards[1].split()
    twice = [names[1], *names[1:]]
    with pytest.raises(NotationError, match=f"line 10: .*got {names[1]} twice"):
        parse_record(resealed(text.replace(cards[1], " ".join(twice))))
    with pytest.raises(NotationError, match="line 10: expected 40 cards in the deal, got 39"):
        parse_record(resealed(text.replace(cards[1], " ".join(names[1:]))))
    with pytest.raises(NotationError, match="line 10: expected a card such as"):
        parse_record(resealed(text.replace(cards[1], cards[1].replace(names[3], "8D"))))


def test_an_unknown_and_an_illegal_move_name_their_line() -> None:
    lines = str(solitario()).splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("player 1: "))
    for move, sentence in (("dance", "expected a move such as"), ("redeal", "is against R-S40-43")):
        forged = [*lines[:first], f"player 1: {move}", *lines[first + 1 :]]
        with pytest.raises(TavolinoError, match=f"line {first + 1}: .*{sentence}") as error:
            parse_record(resealed("\n".join(forged) + "\n"))
    assert isinstance(error.value, IllegalMoveError) and error.value.clause == "R-S40-43"


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(NotationError, match="expected a record in UTF-8 text, got byte 0xff at po"):
        read_record(b"tavolino record 1\n\xff\xfe\x00")
    with pytest.raises(NotationError, match="line 1: expected 'tavolino record 1'"):
        read_record(b"\x7fELF\x00\x01")
    with pytest.raises(NotationError, match=f"expected a record of at most {MAX_BYTES} bytes"):
        read_record(b"a" * (MAX_BYTES + 1))


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x00", "x" * 61, " Anna"])
def test_a_name_that_would_break_the_record_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match="expected a name of 1 to 60 printable characters"):
        Record(solitario().match, (name,), 12)


def test_every_player_has_a_name() -> None:
    with pytest.raises(NotationError, match="expected 1 names of players, got 2"):
        Record(solitario().match, ("Uno", "Due"), 12)


def test_the_stall_must_be_called_where_it_is_due_and_nowhere_else() -> None:
    """A forger cannot end a rival's game, nor let a stalled one go on."""
    match = start_match(Solitario40(), 4)
    with pytest.raises(VerifyError, match="expected 'an entry of a player, or time up', got 'ref"):
        verify(record_of(match.play(Entry(REFEREE, 0, Stop.STALL)), 4))
    stalled = next(
        ended
        for number in range(1, 400)
        if (ended := play_randomly(start_match(Solitario40(), number), Random(number), 300)).is_over
        and ended.log[-1].act is Stop.STALL
    )
    origin = next(n for n in range(1, 400) if start_match(Solitario40(), n).seed == stalled.seed)
    cut = before_first_entry(stalled)
    for entry in stalled.log[:-1]:
        cut = cut.play(entry)
    verify(record_of(stalled, origin))
    with pytest.raises(VerifyError, match="expected 'referee 1: stall', got the end"):
        verify(record_of(cut, origin))


def test_a_fair_record_hides_its_secret_until_it_is_revealed() -> None:
    record = fair_aftaebr()
    fair = record.origin
    assert isinstance(fair, FairSeed) and fair.secret is not None
    shown = record_of(replace(record.match, seed=None), fair.hidden())
    assert fair.secret not in str(shown) and fair.commitment in str(shown)
    again = parse_record(str(shown))
    assert again.match.boards == record.match.boards, "a replay needs no generator"
    with pytest.raises(HiddenSeedError, match="the seed of this record is not revealed"):
        verify(again)
    verify(replace(again, origin=fair, match=replace(again.match, seed=fair.seed())))
    with pytest.raises(NotationError, match="not the one that was committed to"):
        replace(fair, secret="11" * 32).seed()


def test_a_fair_record_with_other_nonces_does_not_verify() -> None:
    record = fair_aftaebr()
    assert isinstance(record.origin, FairSeed)
    for nonces, sentence in (
        (("0a", "ff01"), "entry 1: expected 'dealer 1: draw"),
        (("0a",), "expected one nonce from each of 2 players, got 1"),
    ):
        forged = replace(record.origin, nonces=nonces)
        with pytest.raises(VerifyError, match=sentence):
            verify(parse_record(str(Record(record.match, record.names, forged))))
        hidden = replace(forged, secret=None)
        if len(nonces) < 2:  # wrong whatever the secret is
            with pytest.raises(VerifyError, match=sentence):
                verify(parse_record(str(Record(record.match, record.names, hidden))))


def test_the_first_difference_is_named() -> None:
    record = fair_aftaebr()
    assert isinstance(record.origin, FairSeed)
    forged = replace(record.origin, nonces=("0a", "ff01"))
    with pytest.raises(VerifyError) as caught:
        verify(parse_record(str(Record(record.match, record.names, forged))))
    drawn = str(record.match.log[0])
    assert caught.value.difference and caught.value.difference.entry == 1
    assert caught.value.difference.got == drawn != caught.value.difference.expected
    cut = replace(record.match, log=GrowingTuple(), boards=before_first_entry(record.match).boards)
    with pytest.raises(VerifyError) as caught:
        verify(Record(cut, record.names, record.origin))
    assert caught.value.difference == Difference(1, drawn, "")


# The parsers, fed with anything

GAMES: list[AnyGame] = [AzulSolo(), Solitario40(), NoveColonne(), Aftaebr(3)]
every_parser = pytest.mark.parametrize("game", GAMES, ids=str)
noise = st.text(st.characters(codec="utf-8")) | st.text("0123456789ABCDHKQRSYWabf>@|/()-? :?.\n")


@every_parser
@settings(max_examples=150)
@given(text=noise)
def test_noise_is_refused_or_read_and_never_breaks_a_parser(game: AnyGame, text: str) -> None:
    for parse in (game.parse_move, game.parse_state, new_match(game).parse_entry):
        try:
            read = parse(text)
        except TavolinoError as error:
            assert "expected" in str(error) and "\n" not in str(error)
        else:
            assert str(read) == text


@every_parser
@settings(max_examples=60)
@given(data=st.data(), seed=st.integers(0, 9))
def test_a_mutated_position_is_refused_or_read(
    game: AnyGame, data: st.DataObject, seed: int
) -> None:
    match = play_randomly(start_match(game, seed + 1), Random(seed), 15)
    text = str(match.view(0) if seed % 2 else match.boards[0].state)
    mutated = mutate(text, data)
    try:
        state = game.parse_state(mutated)
    except TavolinoError as error:
        assert "expected" in str(error) and "\n" not in str(error)
    else:
        assert str(state) == mutated
        moves = game.legal_moves(state)
        assert [game.parse_move(str(move)) for move in moves] == list(moves)


@settings(max_examples=150)
@given(data=st.data(), make=st.sampled_from(RECORDS), resealing=st.booleans())
def test_a_mutated_record_is_refused_or_replays(
    data: st.DataObject, make: Callable[[], Record], resealing: bool
) -> None:
    text = mutate(str(make()), data)
    if resealing and "\nend " in text and "\n\n" in text[: text.rindex("\nend ") + 1]:
        text = resealed(text)
    try:
        record = parse_record(text)
    except TavolinoError as error:
        assert "\n" not in str(error)
    else:
        assert str(record) == text


def mutate(text: str, data: st.DataObject) -> str:
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, max(0, len(text) - 1)))
        what = data.draw(st.sampled_from(["cut", "swap", "double", "write"]))
        if what == "cut":
            text = text[:at] + text[at + data.draw(st.integers(1, 30)) :]
        elif what == "swap":
            other = data.draw(st.integers(0, max(0, len(text) - 1)))
            low, high = sorted((at, other))
            text = text[:low] + text[high : high + 1] + text[low + 1 : high] + text[low : low + 1]
        elif what == "double":
            text = text[: at + 9] + text[at:]
        else:
            text = text[:at] + data.draw(noise) + text[at + 1 :]
    return text


def test_every_game_is_fuzzed_and_under_the_laws() -> None:
    names = [game.name for game in GAMES]
    assert set(names) == set(BUILT_IN) == {game.name for game in EVERY_GAME}

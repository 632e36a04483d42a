"""Narration: every kind of entry, with keys that both languages have, and nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from string import Formatter
from typing import Any

import pytest
from support.random_play import EVERY_GAME, face_up, play_randomly, start_match, three_way_contest

from tavolino.cards import Card
from tavolino.chance import Rng, deal_seed
from tavolino.contest import Contest
from tavolino.game import CHANCE, REFEREE, AnyGame, Stop
from tavolino.games.aftaebr import Aftaebr, Colour, Piece
from tavolino.games.aftaebr import State as AftaebrState
from tavolino.games.azul_solo import ROUNDS, AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.patience import Deal
from tavolino.games.solitario40 import Solitario40
from tavolino.match import Board, Call, Entry, Lots, Match, new_match, steps
from tavolino.narration import (
    Sentence,
    Value,
    describe_entry,
    describe_outcome,
    describe_standings,
    sentence,
)
from tavolino.record import before_first_entry
from tavolino.translations import LANGUAGES, texts_of

Sentences = list[Sentence]


def at(game: AnyGame, state: Any, **more: Any) -> Match[Any, Any]:
    return Match(game, (Board(state),), **more)


def describe(match: Match[Any, Any], actor: int, act: Any, board: int | None = 0) -> Sentences:
    """The sentences for one entry."""
    entry: Entry[Any] = Entry(actor, board, act)
    return list(describe_entry(entry, match, match.play(entry)))


def moved(match: Match[Any, Any], player: int, text: str) -> Sentences:
    return describe(match, player, match.game.parse_move(text))


def entries_in_context(
    match: Match[Any, Any],
) -> Iterator[tuple[Entry[Any], Match[Any, Any], Match[Any, Any]]]:
    """Every entry of a log with the match before and after it."""
    here = before_first_entry(match)
    for entry, after in zip(match.log, steps(here, match.log)):
        yield entry, here, after
        here = after


def within(whole: Sentence) -> Iterator[Sentence]:
    """A sentence and all sentences among its values."""
    yield whole
    for value in whole.values.values():
        for one in several(value):
            if isinstance(one, Sentence):
                yield from within(one)


def several(value: Value) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def check(one: Sentence, players: int) -> None:
    """Both languages have the keys, and the values are of the documented types."""
    for part in within(one):
        for lang in LANGUAGES:
            texts = texts_of(lang)
            for key in (part.key, f"{part.key}_one"):
                if key == part.key or key in texts:
                    blanks = {name for _, name, _, _ in Formatter().parse(texts[key]) if name}
                    assert blanks <= part.values.keys(), f"{key}: {part.values}"
        for player in several(part.values.get("giocatore", ())):
            assert type(player) is int and 0 <= player < players
        for card in several(part.values.get("card", ())):
            assert type(card) is str and card[-1] in "DHCS"


# Every game


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_every_sentence_can_be_translated(game: AnyGame) -> None:
    for number in (1, 2):
        match = play_randomly(start_match(game, number, is_practice=True), Random(number), 150)
        for entry, before, after in entries_in_context(match):
            described = list(describe_entry(entry, before, after))
            assert described, str(entry)
            for one in (*described, *describe_outcome(after)):
                check(one, match.players)


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_sentences_contain_only_what_a_spectator_sees(game: AnyGame) -> None:
    match = play_randomly(start_match(game, 3), Random(3), 60)
    for number, (entry, before, after) in enumerate(entries_in_context(match)):
        described = list(describe_entry(entry, before, after))
        for other in range(2):
            shuffled = [refilled(m, 2 * number + other) for m in (before, after)]
            assert list(describe_entry(entry, *shuffled)) == described
        if game.name in ("solitario40", "nove_colonne") and entry.actor != CHANCE:
            state = after.boards[0].state
            seen = {card.name for card in face_up(state) if isinstance(card, Card)}
            parts = [part for one in described for part in within(one)]
            assert {c for p in parts for c in several(p.values.get("card", ()))} <= seen


def refilled(match: Match[Any, Any], stream: int) -> Match[Any, Any]:
    """Another match that looks the same."""
    state = match.game.fill(match.watch(0), Rng(deal_seed(1), stream))
    return replace(match, boards=(replace(match.boards[0], state=state),))


@pytest.mark.parametrize("game", [Solitario40(), NoveColonne()], ids=str)
def test_a_deal_does_not_tell_its_cards(game: AnyGame) -> None:
    match = new_match(game, deal_seed(1))
    deal = game.chance_move(game.start(), Rng(deal_seed(1), 0))
    assert describe(match, CHANCE, Deal(deal.cards)) == [sentence("told.deal")]
    assert describe(match, CHANCE, Deal(deal.cards[::-1])) == [sentence("told.deal")]
    assert describe(match, CHANCE, Deal(deal.cards, 2)) == [sentence("told.deal_rejected", n=2)]


# The calls of the table


def test_lots() -> None:
    match = new_match(Solitario40(), deal_seed(1), boards=3, contest=Contest())
    assert describe(match, CHANCE, Lots((2, 0, 1)), None) == [
        sentence("told.lots", giocatore=(2, 0, 1))
    ]


def test_a_new_game_is_announced_to_all() -> None:
    match = three_way_contest(AzulSolo(), 1, tie_rule="replay").call(Stop.TIME_UP)
    described = [(e.act, list(describe_entry(e, b, a))) for e, b, a in entries_in_context(match)]
    assert (Stop.TIME_UP, [sentence("s40.time")]) in described
    assert (Call.NEW_GAME, [sentence("s40.replay")]) in described


def test_undo() -> None:
    match = start_match(Solitario40(), 1, is_practice=True)
    match = match.move(0, match.game.parse_move("turn"))
    assert describe(match, 0, Call.UNDO) == [sentence("told.undo")]


def test_a_stall_says_to_wait_only_where_there_is_somebody_to_wait_for() -> None:
    game = Solitario40()
    assert describe(start_match(game, 1, is_practice=True), REFEREE, Stop.STALL) == [
        sentence("told.stall")
    ]
    contest = three_way_contest(game, 1)
    assert describe(contest, REFEREE, Stop.STALL, 1) == [sentence("s40.stall")]
    stalled = contest.play(Entry(REFEREE, 1, Stop.STALL))
    assert list(describe_outcome(stalled, 1)) == [
        sentence("told.points", n=0),
        sentence("s40.wait"),
    ]
    assert list(describe_outcome(stalled, 0)) == []


def test_giving_up_and_endless() -> None:
    for game in (NoveColonne(), Solitario40()):
        practice = start_match(game, 1, is_practice=True)
        assert describe(practice, REFEREE, Stop.GIVEN_UP) == [sentence("n9.given_up")]
        ranked = describe(start_match(game, 1), REFEREE, Stop.GIVEN_UP)
        assert ranked == [sentence("told.done")], "the points stand (RULES 8.14)"
    assert describe(start_match(Aftaebr(), 1), REFEREE, Stop.ENDLESS) == [sentence("af.endless")]


def test_the_ranking_says_why_somebody_is_behind() -> None:
    match = three_way_contest(Solitario40(), 1)
    order = match.lots
    scored = match.move(order[2], next(m for m in moves_that_gain(match)))
    first, second, third = describe_standings(scored.call(Stop.TIME_UP))
    assert first.key == "told.standing"
    assert (first.values["place"], first.values["giocatore"]) == (1, order[2])
    assert second.key == first.key and second.values["giocatore"] == order[0]
    assert third.key == "told.standing_why"
    assert third.values["why"] == sentence("standing.R-S40-32")
    assert list(describe_outcome(scored.call(Stop.TIME_UP)))[1:] == [first, second, third]


def moves_that_gain(match: Match[Any, Any]) -> Iterator[Any]:
    game, state = match.game, match.boards[0].state
    for move in game.legal_moves(state):
        if game.scores(game.apply(state, move)) > game.scores(state):
            yield move


# The patiences


def solitario(columns: str, mazzetto: str = "-", bases: str = "- - - -", mazzo: str = "-") -> Any:
    """A position; the cards that are not named lie face down under column 7."""
    game, text = Solitario40(), f"{bases} | {mazzetto} | {mazzo} | {columns}"
    named = set(text.replace("(", " ").replace(")", " ").split())
    tops = {suit: rank_of(name) for suit, name in zip("DHCS", bases.split()) if name != "-"}
    rest = [
        card.name
        for card in game.cards
        if card.name not in named and card.rank > tops.get(card.suit.letter, 0)
    ]
    return at(game, game.parse_state(text.replace("REST", f"({' '.join(rest)})")))


def rank_of(name: str) -> int:
    return next(card.rank for card in Solitario40().cards if card.name == name)


def test_a_card_carried_uncovers_and_gains() -> None:
    match = solitario("(KD) QC / (2H) AD / JD / - / - / - / REST 3C", mazzetto="7S")
    assert moved(match, 0, "AD>b") == [
        sentence(
            "told.to_base",
            card="AD",
            uncovered=sentence("told.uncovered", card="2H"),
            gain=sentence("told.gain", n="+15"),
        )
    ]
    assert moved(match, 0, "7S>3") == [
        sentence(
            "told.to_column", card="7S", column=3, uncovered="", gain=sentence("told.gain", n="+5")
        )
    ]
    assert moved(match, 0, "JD>1") == [
        sentence("told.to_column", card="JD", column=1, uncovered="", gain="")
    ]


def test_a_card_from_its_base_costs() -> None:
    match = solitario("3S / - / - / - / - / - / REST KC", bases="2D - - -")
    assert moved(match, 0, "2D>1") == [
        sentence(
            "told.to_column", card="2D", column=1, uncovered="", gain=sentence("told.gain", n="−10")
        )
    ]


def test_turning_and_redealing() -> None:
    match = solitario("KD / - / - / - / - / - / REST KC", mazzetto="7S", mazzo="AD 2D 3D 4D")
    assert moved(match, 0, "turn") == [sentence("told.turned", card=("AD", "2D", "3D"))]
    bare = solitario("KD / - / - / - / - / - / REST KC", mazzetto="7S AD")
    assert moved(bare, 0, "redeal") == [sentence("told.redealt")]


def test_nove_colonne_counts_no_gain() -> None:
    match = start_match(NoveColonne(), 7)
    described = [moved(match, 0, str(m))[0] for m in match.game.legal_moves(match.boards[0].state)]
    assert {one.key for one in described} == {"told.to_column"}
    assert all(one.values["gain"] == "" for one in described)
    assert any(isinstance(one.values["uncovered"], Sentence) for one in described)


def test_how_a_patience_ends() -> None:
    solved = Solitario40().parse_state("KD KH KC KS | - | - | - / - / - / - / - / - / -")
    assert list(describe_outcome(at(Solitario40(), solved))) == [sentence("s40.solved")]
    nove, nothing = NoveColonne(), "- - - - - - | - / - / - / - / - / - / - / - / -"
    won = nove.parse_state(f"KD KH KC KS | {nothing}")
    assert list(describe_outcome(at(nove, won))) == [sentence("n9.won")]
    begun = start_match(nove, 1)
    assert list(describe_outcome(begun)) == []
    assert list(describe_outcome(begun.call(Stop.GIVEN_UP, 0))) == [sentence("told.bases", n=4)]


# AFTAEBR


def laid(board: dict[int, str], *hands: tuple[int, ...], turn: int = 0) -> Match[Any, Any]:
    """Stacks by cell, bottom first; all pieces were laid by seat 0."""
    stacks = tuple(tuple(Piece(int(n), 0) for n in board.get(cell, "")) for cell in range(36))
    n = len(hands)
    state = AftaebrState(hands, stacks, (4, 3, 2, 1)[:n], tuple(Colour)[:n], turn)
    return at(Aftaebr(n), state)


def test_the_draw_and_the_colours() -> None:
    match = new_match(Aftaebr(3), deal_seed(1))
    drawn = match.play(Entry(CHANCE, 0, match.game.parse_move("draw 2 4 1")))
    drew = tuple(sentence("af.drew", giocatore=i, n=n) for i, n in enumerate((2, 4, 1)))
    assert moved(match, CHANCE, "draw 2 4 1") == [sentence("af.drawn", drawn=drew, giocatore=1)]
    assert moved(drawn, 1, "verde") == [
        sentence("af.chosen", giocatore=1, colour=sentence("af.colour.verde"))
    ]


def test_a_capture() -> None:
    match = laid({0: "1", 1: "2", 2: "3"}, (1, 1, 1, 1), (0, 0, 0, 1), turn=1)
    assert moved(match, 1, "4@d1") == [
        sentence("af.placed", giocatore=1, n=4, cell="d1"),
        sentence("af.capture", giocatore=1),
        sentence("af.captured", n=4),
    ]


def test_who_cannot_place_is_passed_over() -> None:
    ones = {cell: "1" for cell in range(1, 36)}
    match = laid(ones, (0, 2, 0, 1), (0, 0, 0, 3), (0, 0, 0, 2))
    assert moved(match, 0, "2@a1")[1:] == [
        sentence("af.pass", giocatore=1),
        sentence("af.pass", giocatore=2),
    ]


def test_who_has_no_piece_left_is_out_and_the_last_wins() -> None:
    match = laid({}, (0, 0, 1, 0), (0, 2, 0, 0))
    assert moved(match, 0, "3@a1")[1:] == [sentence("af.out", giocatore=0)]
    after = match.play(Entry(0, 0, match.game.parse_move("3@a1")))
    assert list(describe_outcome(after)) == [sentence("af.won", giocatore=(1,), n=2)]


def test_a_shared_victory() -> None:
    match = replace(laid({}, (1, 0, 0, 0), (0, 1, 0, 0)), game=Aftaebr(2, time_limit=9))
    assert describe(match, REFEREE, Stop.TIME_UP, None) == [sentence("s40.time")]
    shared = sentence("af.shared", giocatore=(0, 1), n=1)
    assert list(describe_outcome(match.call(Stop.TIME_UP))) == [shared]


# Azul


def azul_games() -> Iterator[tuple[Entry[Any], Any, Any, Sentences]]:
    """Entry, state before and after, and sentences, of a few whole games."""
    for number in range(1, 13):
        match = play_randomly(start_match(AzulSolo(), number), Random(number), 200)
        assert match.is_over
        for entry, before, after in entries_in_context(match):
            described = list(describe_entry(entry, before, after))
            yield entry, before.boards[0].state, after.boards[0].state, described


def test_azul_is_narrated_move_by_move() -> None:
    priorities, keys = set(), set()
    for entry, before, after, described in azul_games():
        keys |= {one.key for one in described}
        text = str(entry.act)
        if text.startswith("fill"):
            assert described == [sentence("az.filled")]
        elif text.startswith("roll"):
            answer = after.answer
            first = described[0]
            assert first.key == "az.answer"
            assert first.values["why"] == sentence(
                f"az.priority.{answer.priority}", tray=answer.die
            )
            what = first.values["what"]
            assert isinstance(what, Sentence) and what.values["dado"] == answer.die
            assert what.key == ("az.ai_marker" if answer.priority == 1 else "az.ai")
            if answer.priority > 1:
                assert what.values["n"] == len(after.pile) - len(before.pile)
            priorities.add(answer.priority)
        else:
            assert described[0].key == "az.you"
        moves_marker = after.marker != before.marker and after.round == before.round
        by_marker = text.startswith("roll") and after.answer.priority == 1
        told_marker = any(one.key in ("az.marker", "az.marker_centre") for one in described)
        if after.round == before.round:
            assert told_marker == (moves_marker and not by_marker)
        ends_round = 0 < before.round < after.round
        assert ends_round == any(one.key == "az.round" for one in described)
    assert priorities == {1, 2, 3, 4}
    assert {"az.marker", "az.marker_centre", "az.round", "az.begins"} <= keys


def test_the_count_of_a_round_adds_up() -> None:
    ends = 0
    for _, before, after, described in azul_games():
        for one in described:
            if one.key != "az.round":
                continue
            ends += 1
            walls = one.values["laid"]
            laid = walls if isinstance(walls, tuple) else ()
            gained = sum(int(str(t.values["n"])) for t in laid if isinstance(t, Sentence))
            lost = int(str(one.values["lost"]).replace("−", "-"))
            assert one.values["score"] == before.score + gained + lost
            bonus = [int(str(b.values["n"])) for b in described if b.key == "az.bonus"]
            assert int(str(one.values["score"])) + sum(bonus) == after.score
    assert ends == 12 * ROUNDS


@pytest.mark.parametrize(
    ("score", "marker", "key"),
    [(30, "human", "az.won"), (11, "automa", "az.lost"), (20, "automa", "az.drawn")],
)
def test_how_azul_ends(score: int, marker: str, key: str) -> None:
    match = play_randomly(start_match(AzulSolo(), 1), Random(1), 200)
    state = match.boards[0].state
    ended = state._replace(score=score, marker=type(state.marker)(marker), pile="B" * 10)
    (described,) = describe_outcome(at(match.game, ended))
    ten = sentence("az.ten") if marker == "automa" else ""
    assert described == sentence(key, human=score, automa=20 if ten else 10, ten=ten)

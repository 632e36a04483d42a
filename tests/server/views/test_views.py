"""Board views: they read back, and contain nothing hidden."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import msgspec
import pytest
from support.random_play import EVERY_GAME, face_up, play_randomly, start_match

from tavolino.cards import DECK_40, DECK_52, Card
from tavolino.chance import Rng, deal_seed
from tavolino.game import AnyGame, Stop
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import COLOURS, AzulSolo, Holder, wall_column
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.server.views import BoardView, board_view
from tavolino.server.views.aftaebr import AftaebrView
from tavolino.server.views.azul_scoring import Preview, RoundCount
from tavolino.server.views.azul_solo import AzulView
from tavolino.server.views.nove_colonne import NoveColonneView
from tavolino.server.views.solitario40 import Solitario40View

DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(BoardView)
every_game = pytest.mark.parametrize("game", EVERY_GAME, ids=str)


def states(game: AnyGame, number: int, plies: int = 80) -> list[Any]:
    """The positions of a random game, from before the deal on."""
    match = play_randomly(start_match(game, number, is_practice=True), Random(number), plies)
    return list(match.boards[0].history)


def encoded(game: AnyGame, state: Any) -> bytes:
    return msgspec.json.encode(board_view(game, game.view(state, None)))


@every_game
def test_every_view_is_encoded_and_reads_back(game: AnyGame) -> None:
    for number in (1, 2):
        for state in states(game, number, 400 if game.seats > 1 else 80):
            data = encoded(game, state)
            assert json.loads(data)["game"] == game.name
            again = DECODER.decode(data)
            assert type(again) is type(board_view(game, state))
            assert msgspec.json.encode(again) == data
            view, is_over = game.view(state, None), game.actor(state) is None
            assert msgspec.json.encode(board_view(game, view, is_over)) == data


@every_game
def test_nothing_hidden_is_in_a_view(game: AnyGame) -> None:
    for n, state in enumerate(states(game, 3, 60)):
        view = game.view(state, 0)
        data = encoded(game, state)
        for other in range(2):
            refilled = game.fill(view, Rng(deal_seed(2), 2 * n + other))
            assert encoded(game, refilled) == data
        if game.name in ("solitario40", "nove_colonne"):
            deck = DECK_40 if getattr(game, "deck", 52) == 40 else DECK_52
            seen = {card.name for card in face_up(state) if isinstance(card, Card)}
            named = set(re.findall('"((?:[A2-9JQK]|10)[DHCS])"', data.decode()))
            assert named <= seen <= {card.name for card in deck}


def test_every_field_is_described() -> None:
    _, parts = msgspec.json.schema_components([BoardView, Preview, RoundCount])
    for name, part in parts.items():
        assert part.get("description") or "enum" in part, name
        for field, schema in part.get("properties", {}).items():
            assert "description" in schema or field == "game", f"{name}.{field}"


# Game by game


def test_the_solitario() -> None:
    game = Solitario40()
    text = "3D - AC 7S | JS QS | 4D (KS 5D) | (2H 3H) KH / JH / - / - / - / - / (AH 4H {}) KC"
    rest = "5H 6H 7H QH 2C 3C 4C 5C 6C 7C JC QC 6D 7D JD QD KD"
    state = game.parse_state(text.format(rest))
    shown = board_view(game, game.view(state, 0))
    assert isinstance(shown, Solitario40View)
    assert shown.columns[:3] == [["??", "??", "KH"], ["JH"], []]
    assert shown.hidden == (2, 0, 0, 0, 0, 0, 19)
    assert (shown.bases, shown.tops) == ((3, 0, 1, 7), ["3D", None, "AC", "7S"])
    assert (shown.mazzetto, shown.mazzo) == (["JS", "QS"], 3)
    assert shown.points == game.points(state)
    assert (shown.stopped, shown.can_finish, shown.ended) == (None, False, None)


@pytest.mark.parametrize(
    ("text", "ended", "can_finish"),
    [
        ("KD KH KC KS | - | - | - / - / - / - / - / - / -", "solved", False),
        ("KD KH KC QS | - | - | KS / - / - / - / - / - / -", None, True),
        ("KD KH KC QS | - | - | KS / - / - / - / - / - / - | time up", "time up", False),
        ("KD KH KC QS | - | - | KS / - / - / - / - / - / - | stall", "stall", False),
    ],
)
def test_how_a_solitario_ends(text: str, ended: str | None, can_finish: bool) -> None:
    game = Solitario40()
    shown = board_view(game, game.parse_state(text))
    assert isinstance(shown, Solitario40View)
    assert (shown.ended, shown.can_finish) == (ended, can_finish)


def test_without_any_move_a_solitario_is_stalled() -> None:
    game = Solitario40()
    ends = ("KD", "KH", "KC", "KS", "2D", "2H", "7D")  # none goes onto another
    hidden = " ".join(card.name for card in DECK_40 if card.name not in ends)
    columns = f"{' / '.join(ends[:6])} / ({hidden}) {ends[6]}"
    state = game.parse_state(f"- - - - | - | - | {columns}")
    assert not game.legal_moves(state)
    shown = board_view(game, game.view(state, 0))
    assert isinstance(shown, Solitario40View)
    assert (shown.ended, shown.stopped) == ("stall", None)


def test_nove_colonne() -> None:
    game = NoveColonne()
    state = game.parse_state(
        "10D JH JC JS | QC - KS - - - | KH QS JD / (KC) QD / KD / QH / - / - / - / - / -"
    )
    shown = board_view(game, game.view(state, 0))
    assert isinstance(shown, NoveColonneView)
    assert shown.reserve == ["QC", None, "KS", None, None, None]
    assert shown.columns[:2] == [["KH", "QS", "JD"], ["??", "QD"]]
    assert shown.hidden == (0, 1, 0, 0, 0, 0, 0, 0, 0)
    assert (shown.bases, shown.tops) == ((10, 11, 11, 11), ["10D", "JH", "JC", "JS"])
    assert (shown.score, shown.can_finish, shown.ended) == (43, False, None)
    for why in (Stop.GIVEN_UP, Stop.TIME_UP):
        over = board_view(game, game.view(game.stop(state, why), 0))
        assert isinstance(over, NoveColonneView)
        assert over.ended == over.stopped == why


def test_nove_colonne_is_won_or_lost_at_the_end() -> None:
    game = NoveColonne()
    won = game.parse_state("KD KH KC KS | - - - - - - | " + " / ".join(["-"] * 9))
    shown = board_view(game, won)
    assert isinstance(shown, NoveColonneView) and shown.ended == "won"
    ends = 0
    for number in range(1, 30):
        *_, last = states(game, number, 300)
        if game.actor(last) is None:
            shown = board_view(game, game.view(last, 0))
            assert isinstance(shown, NoveColonneView)
            assert shown.ended == ("won" if game.is_won(last) else "lost")
            ends += 1
    assert ends


def test_aftaebr() -> None:
    game = Aftaebr(3)
    for state in states(game, 5, 400):
        shown = board_view(game, game.view(state, None))
        assert isinstance(shown, AftaebrView)
        board = str(state).split(" | ")[4].replace(" / ", " ").split(" ")
        assert [cell or "." for cell in shown.board] == board
        assert shown.hands == state.hands and shown.black == state.black
        assert shown.colours == state.colours and shown.turn == state.turn
        assert (shown.captured, shown.passed) == state.note
        assert shown.winners == game.winners(state) and shown.stopped is None
    assert game.winners(state)


def test_azul() -> None:
    game = AzulSolo()
    for state in states(game, 6):
        shown = board_view(game, game.view(state, 0))
        assert isinstance(shown, AzulView)
        assert (shown.bag, shown.sequence) == (len(state.bag), state.sequence)
        assert (shown.trays, shown.centre, shown.floor) == (state.trays, state.centre, state.floor)
        for pile, tiles in ((shown.pile, state.pile), (shown.discards, state.discards)):
            assert "".join(colour * n for colour, n in pile.items()) == tiles
        if state.answer:
            assert shown.answer and msgspec.structs.astuple(shown.answer) == tuple(state.answer)
        assert shown.scores == game.scores(state)
        assert (shown.winner is not None) == (game.actor(state) is None)
        for row, colours in enumerate(shown.pattern):
            assert [wall_column(row, c) for c in colours] == list(range(len(COLOURS)))


@pytest.mark.parametrize(
    ("score", "marker", "winner"),
    [(21, Holder.AUTOMA, "human"), (20, Holder.AUTOMA, "draw"), (9, Holder.HUMAN, "automa")],
)
def test_who_wins_at_azul(score: int, marker: Holder, winner: str) -> None:
    game = AzulSolo()
    *_, last = states(game, 6)
    end = last._replace(score=score, marker=marker, pile="B" * 10)
    shown = board_view(game, end)
    assert isinstance(shown, AzulView) and shown.winner == winner

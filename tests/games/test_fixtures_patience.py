"""The worked cases of the two patiences (tests/data/fixtures.json), each asked of the rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from support.cards import cards_named

from tavolino.cards import DECK_40, DECK_52, Card, Pile, Suit, card_named
from tavolino.chance import Rng, deal_seed
from tavolino.contest import Contest, Tally
from tavolino.game import IllegalMoveError, Stop
from tavolino.games import nove_colonne as n9
from tavolino.games import solitario40 as s40
from tavolino.games.patience import BASE, Carry, Deal
from tavolino.match import Board, Match, new_match, settle

T = TypeVar("T")
Case = dict[str, Any]
Answer = dict[str, Any]

FIXTURES = json.loads((Path(__file__).parents[1] / "data" / "fixtures.json").read_text())
CASES: list[Case] = [
    case for case in FIXTURES["cases"] if case["game"] in ("solitario40", "nove_colonne")
]

S40, N9 = s40.Solitario40(), n9.NoveColonne()
ANY = s40.Solitario40(empty_column="any")


def c40(name: str) -> Card:
    return card_named(name, DECK_40)


def c52(name: str) -> Card:
    return card_named(name, DECK_52)


def s40_state(position: Case) -> s40.State:
    """Columns from the left; the columns that a case does not tell are empty."""
    columns = position.get("columns", [])
    piles = [cards_named(column["cards"], DECK_40) for column in columns]
    hidden = [column["hidden"] for column in columns]
    bases = position.get("bases", {})
    return s40.State(
        tuple(piles + [()] * (7 - len(piles))),
        tuple(hidden + [0] * (7 - len(hidden))),
        tuple(bases.get(suit.letter, 0) for suit in Suit),
        cards_named(position.get("mazzetto", []), DECK_40),
        cards_named(position.get("mazzo", []), DECK_40),
    )


def n9_state(position: Case) -> n9.State:
    """The cases tell the columns as seen from the left: 9, 8, …, 1."""
    columns = list(reversed(position.get("columns", [])))
    piles = [cards_named(column["cards"], DECK_52) for column in columns]
    hidden = [column["hidden"] for column in columns]
    bases = position.get("bases", {})
    reserve = [c52(name) if name else None for name in position.get("reserve", [])]
    return n9.State(
        tuple(piles + [()] * (9 - len(piles))),
        tuple(hidden + [0] * (9 - len(hidden))),
        tuple(reserve + [None] * (6 - len(reserve))),
        tuple(c52(bases.get(s.letter, "A") + s.letter).rank for s in Suit),
    )


def s40_columns(*columns: str, **more: Any) -> s40.State:
    return s40_state({"columns": [{"hidden": 0, "cards": c.split()} for c in columns], **more})


def n9_columns(*columns: str, **more: Any) -> n9.State:
    """Column 1 first."""
    listed = [{"hidden": 0, "cards": column.split()} for column in columns]
    return n9_state(
        {"columns": [*[{"hidden": 0, "cards": []}] * (9 - len(listed)), *listed[::-1]], **more}
    )


def s40_gain(state: s40.State, move: s40.Move) -> int:
    assert move in S40.legal_moves(state)
    return S40.points(S40.apply(state, move)) - S40.points(state)


# Solitario


def s40_deck(case: Case) -> Answer:
    words = {"A": "Asso", "J": "Fante (J)", "Q": "Cavallo (Q)", "K": "Re (K)"}
    names = {card.rank: card.name[:-1] for card in S40.cards}
    return {
        "cards": len(set(S40.cards)),
        "ranks": sorted(names),
        "rank_names": {str(rank): words[name] for rank, name in names.items() if name in words},
        "red": [suit.letter for suit in Suit if suit.is_red],
        "black": [suit.letter for suit in Suit if not suit.is_red],
    }


def s40_deal(case: Case) -> Answer:
    game = s40.Solitario40(deck=case["position"]["deck"])
    state = game.apply(game.start(), game.chance_move(game.start(), Rng(deal_seed(1), 0)))
    return {
        "hidden": list(state.hidden),
        "visible": [len(column) - h for column, h in zip(state.columns, state.hidden)],
        "mazzetto": len(state.mazzetto),
        "mazzo": len(state.mazzo),
    }


def s40_turn(case: Case) -> Answer:
    state = s40_state(case["position"])
    there = S40.apply(state, s40.Stock.TURN)
    # With room for any card: what may be taken from the mazzetto?
    takes = {move.card.name for move in ANY.legal_moves(there) if isinstance(move, Carry)}
    return {
        "mazzetto": [str(card) for card in there.mazzetto],
        "playable": " ".join(takes),
        "mazzo": [str(card) for card in there.mazzo],
    }


def s40_recycle(case: Case) -> Answer:
    state = s40_state(case["position"])
    there = S40.apply(state, s40.Stock.REDEAL)
    return {
        "mazzo": [str(card) for card in there.mazzo],
        "mazzetto": [str(card) for card in there.mazzetto],
        "score_delta": s40_gain(state, s40.Stock.REDEAL),
    }


def s40_legal_to_column(case: Case) -> Answer:
    position = case["position"]
    assert position["from"] == "column"
    state = s40_columns(position["card"], position["target_column_end"] or "")
    return {"legal": Carry(c40(position["card"]), 2) in S40.legal_moves(state)}


def s40_move_run(case: Case) -> Answer:
    position, run = case["position"], cards_named(case["input"]["run"], DECK_40)
    state = s40_columns(" ".join(position["column_A"]), " ".join(position["column_B"]))
    after = [S40.apply(state, move) for move in S40.legal_moves(state)]
    return {"legal": any(there.columns[1][-len(run) :] == run for there in after)}


def s40_to_base(case: Case) -> Answer:
    """The fixture lists the column's end from the buried card on; the card below is face down."""
    position, cards = case["position"], cards_named(case["input"]["cards"], DECK_40)
    column = {"hidden": 1, "cards": position["column_end"]}
    state = s40_state({"columns": [column], "bases": position["bases"]})
    at_once = state.bases[cards[0].suit] + len(cards)
    after = [S40.apply(state, move) for move in S40.legal_moves(state)]
    one_by_one = state
    for card in cards:
        assert Carry(card, BASE) in S40.legal_moves(one_by_one)
        one_by_one = S40.apply(one_by_one, Carry(card, BASE))
    return {
        "legal": any(there.bases[cards[0].suit] == at_once for there in after),
        "as_two_moves": one_by_one.bases[cards[0].suit] == at_once,
    }


def s40_base_next(case: Case) -> Answer:
    bases = s40_state(case["position"]).bases
    (letter,) = case["position"]["bases"]
    takes = []
    for card in DECK_40:
        if card.rank > bases[card.suit]:
            state = s40_columns(card.name, bases=case["position"]["bases"])
            if Carry(card, BASE) in S40.legal_moves(state) and card.suit.letter == letter:
                takes.append(card.name)
    return {"next": " ".join(takes)}


def s40_legal_to_mazzetto(case: Case) -> Answer:
    """Does any card move of a real game make the mazzetto longer?"""
    grows = False
    state = S40.apply(S40.start(), S40.chance_move(S40.start(), Rng(deal_seed(1), 0)))
    for _ in range(60):
        carries = [m for m in S40.legal_moves(state) if isinstance(m, Carry)]
        after = [S40.apply(state, move) for move in carries]
        grows |= any(len(there.mazzetto) > len(state.mazzetto) for there in after)
        state = after[0] if carries else S40.apply(state, S40.legal_moves(state)[-1])
    return {"legal": grows}


def s40_base_to_column(case: Case) -> Answer:
    position, card = case["position"], c40(case["input"]["card"])
    state = s40_columns(position["column_end"], bases=position["bases"])
    legal = Carry(card, 1) in S40.legal_moves(state)
    return {"legal": legal, "score_delta": s40_gain(state, Carry(card, 1)) if legal else 0}


def s40_score_delta(case: Case) -> Answer:
    """A position with just such a move for every kind that the cases name."""
    kind = (case["input"]["kind"], *sorted(case["input"].keys() - {"kind"}))
    uncovering = [{"hidden": 1, "cards": ["2D", "7S"]}, {"hidden": 0, "cards": ["JD"]}]
    asked: dict[tuple[str, ...], tuple[s40.State, str]] = {
        ("wc",): (s40_columns("JD", mazzetto=["7S"]), "7S>1"),
        ("cb",): (s40_columns("2S AD"), "AD>b"),
        ("cc",): (s40_columns("JH 7S", "JD"), "7S>2"),
        ("cc", "uncovers"): (s40_state({"columns": uncovering}), "7S>2"),
        ("cc", "empties"): (s40_columns("7S", "JD"), "7S>2"),
        ("turn",): (s40_columns("JD", mazzo=["2D", "3D", "4D"]), "turn"),
    }
    state, text = asked[kind]
    return {"score_delta": s40_gain(state, S40.parse_move(text))}


def s40_max_score(case: Case) -> Answer:
    scores = {}
    for deck in (40, 52):
        game = s40.Solitario40(deck=deck)
        solved = s40.State(((),) * 7, (0,) * 7, (deck // 4,) * 4)
        assert game.is_solved(solved)
        scores[f"deck{deck}"] = game.points(solved)
    return scores


def s40_state_score(case: Case) -> Answer:
    """A whole position with these numbers; which cards they are does not matter."""
    position = case["position"]
    on_base, rest = position["on_bases"], list(DECK_40[position["on_bases"] :])
    stock = tuple(rest.pop() for _ in range(12 - position["stock_out"]))
    down, columns, hidden = 21 - position["uncovered"], list[Pile](), list[int]()
    for n in range(7):
        take = min(down, 6)
        up = 1 if n < 6 else len(rest)
        columns.append(tuple(rest.pop() for _ in range(min(take + up, len(rest)))))
        hidden.append(take)
        down -= take
    state = s40.State(tuple(columns), tuple(hidden), (on_base, 0, 0, 0), stock[:2], stock[2:])
    assert state.size == 40 and down == 0 and on_base <= 10
    return {"score": S40.points(state)}


def s40_rank(case: Case) -> Answer:
    players, tallies = case["position"]["players"], []
    for player in players:
        tally = Tally(moves=player.get("moves", len(player.get("events", []))))
        for mossa, points in player.get("events", []):
            tally = tally.after(tally.points + points, mossa)
        tallies.append(tally)
    names = [player["name"] for player in players]
    lots = [list(range(len(names))), list(range(len(names)))[::-1]]
    rankings = [[names[s.player] for s in Contest().standings(tallies, lot)] for lot in lots]
    first = {ranking[0] for ranking in rankings}
    differs = {n for ranking in zip(*rankings) for n in ranking if len(set(ranking)) > 1}
    return {
        "ranking": rankings[0] if rankings[0] == rankings[1] else None,
        "ranking_first": " ".join(first),
        "rest_random": sorted(differs),
    }


def s40_senza_tempo(case: Case) -> Answer:
    """The boards at the end of a game with these points, handed to the referee."""
    points = case["position"]["points"]
    contest = Contest(**case["options"])
    match: Match[s40.State, s40.Move] = settle(
        new_match(S40, deal_seed(35), boards=len(points), contest=contest)
    )
    boards = tuple(
        Board(S40.stop(board.state, Stop.STALL), tally=Tally(n, 1, 1), has_call=True)
        for board, n in zip(match.boards, points)
    )
    ended = replace(match, boards=boards)
    assert ended.is_over
    again = settle(ended)
    in_play = sum(not again.is_board_over(i) for i in range(len(points)))
    return {
        "replay": again.new_games == 1,
        "who": "all four" if in_play == len(points) == 4 else f"{in_play} of {len(points)}",
        "start_points": max(board.tally.points for board in again.boards),
    }


def s40_match_status(case: Case) -> Answer:
    match: Match[s40.State, s40.Move] = settle(new_match(S40, deal_seed(37), boards=2))
    match = match.call(Stop.STALL, board=0)
    accepted = 0
    for move in (*S40.legal_moves(match.boards[1].state), *s40.Stock):
        try:
            match.move(0, move)
            accepted += 1
        except IllegalMoveError:
            continue
    return {"match_over": match.is_over, "A_may_move": accepted > 0}


def s40_double_click(case: Case) -> Answer:
    card = c40(case["position"]["column_end"])
    state = s40_columns(card.name, bases=case["position"]["bases"])
    fits = Carry(card, BASE) in S40.legal_moves(state)
    return {
        "move": f"to base {card.suit.letter}" if fits else "none",
        "score_delta": s40_gain(state, Carry(card, BASE)) if fits else 0,
    }


def s40_stall(case: Case) -> Answer:
    state = s40_state(case["position"])
    answer: Answer = {"stall": S40.is_stalled(state), "score": S40.points(state)}
    if "shortest_progress_length" in case["expected"]:
        answer["shortest_progress_length"] = shortest_progress(state)
    return answer


def shortest_progress(state: s40.State) -> int | None:
    """Moves up to and with the first that uncovers a card or tops the score.

    A turn counts as a move, too. S4-45 is six either way, since its way forward (6C>3, 5C>7, 4C>4,
    3D>4, KH>6, QC>6) turns nothing.
    """
    best, distance, reached = S40.points(state), {state: 0}, [state]
    for here in reached:
        for move in S40.legal_moves(here):
            there = S40.apply(here, move)
            if sum(there.hidden) < sum(here.hidden) or S40.points(there) > best:
                return distance[here] + 1
            if there not in distance:
                distance[there] = distance[here] + 1
                reached.append(there)
    return None


class Stacked(Rng):
    """A stream whose first shuffle is known."""

    def __init__(self, first: Pile) -> None:
        super().__init__(deal_seed(1), 0)
        self._first: Pile | None = first

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        known, self._first = self._first, None
        deck = {str(item): item for item in items}
        return tuple(deck[str(c)] for c in known) if known else super().shuffled(deck.values())


def s40_initial_deal(case: Case) -> Answer:
    state = s40_state(case["position"])
    cards = sum(state.columns, ()) + state.mazzetto + state.mazzo
    assert replace(S40.apply(S40.start(), Deal(cards)), unseen=0) == state
    deal = S40.chance_move(S40.start(), Stacked(cards))
    assert (deal.cards == cards) is (deal.rejected == 0) is S40.offers_points(state)
    return {"accepted": deal.rejected == 0}


# Nove colonne


def n9_deal(case: Case) -> Answer:
    state = N9.apply(N9.start(), N9.chance_move(N9.start(), Rng(deal_seed(1), 0)))
    by_number = {n: len(column) for n, column in enumerate(state.columns, 1)}
    row = [by_number[n] for n in sorted(by_number, reverse=True)]
    ends = {row[0]: "leftmost", row[-1]: "rightmost"}
    return {
        "left_to_right": row,
        "column_number_1_is": ends[by_number[1]],
        "total": sum(row),
        "hidden": sum(state.hidden),
    }


def n9_legal_to_column(case: Case) -> Answer:
    position, card = case["position"], c52(case["position"]["card"])
    target = position["target_column_end"] or ""
    if position["from"] == "column":
        state = n9_columns(card.name, target)
    elif position["from"] == "reserve":
        state = n9_columns("", target, reserve=[card.name])
    else:
        state = n9_columns("", target, bases={card.suit.letter: card.name[:-1]})
    return {"legal": Carry(card, 2) in N9.legal_moves(state)}


def n9_move_run(case: Case) -> Answer:
    run = cards_named(case["position"]["run"], DECK_52)
    state = n9_columns(" ".join(case["position"]["run"]), case["position"]["target_column_end"])
    after = [N9.apply(state, move) for move in N9.legal_moves(state)]
    return {"legal": any(there.columns[1][-len(run) :] == run for there in after)}


def n9_legal_to_reserve(case: Case) -> Answer:
    """Does any move of a real game fill a place of the reserve?"""
    fills = False
    for number in range(1, 6):
        state = N9.apply(N9.start(), N9.chance_move(N9.start(), Rng(deal_seed(number), 0)))
        for _ in range(40):
            after = [N9.apply(state, move) for move in N9.legal_moves(state)]
            full = sum(card is not None for card in state.reserve)
            fills |= any(sum(c is not None for c in s.reserve) > full for s in after)
            state = after[0] if after else state
    return {"legal": fills}


def n9_base_to_column(case: Case) -> Answer:
    position = case["position"]
    state = n9_columns(position["target_column_end"], bases=position["bases"])
    return {"legal": Carry(c52(case["input"]["card"]), 1) in N9.legal_moves(state)}


def n9_to_base(case: Case) -> Answer:
    state = n9_state(case["position"])
    return {"legal": Carry(c52(case["input"]["card"]), BASE) in N9.legal_moves(state)}


def n9_base_next(case: Case) -> Answer:
    bases = n9_state(case["position"]).bases
    (letter,) = case["position"]["bases"]
    takes = []
    for card in DECK_52:
        if card.rank > bases[card.suit] and card.suit.letter == letter:
            state = n9_columns(card.name, bases=case["position"]["bases"])
            takes += [card.name] * (Carry(card, BASE) in N9.legal_moves(state))
    return {"next": " ".join(takes)}


def n9_uncover(case: Case) -> Answer:
    hidden, face_up = case["position"]["hidden"], case["position"]["face_up"]
    pile = {"hidden": hidden, "cards": ["3D", "4D", "5D", "6H"][-hidden - face_up :]}
    state = n9_state({"columns": [*[{"hidden": 0, "cards": []}] * 8, pile]})
    (move,) = [m for m in N9.legal_moves(state) if isinstance(m, Carry) and m.to == 2]
    there = N9.apply(state, move)
    return {
        "hidden": there.hidden[0],
        "face_up": len(there.columns[0]) - there.hidden[0],
        "automatic": there.hidden != state.hidden,
    }


def n9_status(case: Case) -> Answer:
    state = n9_state(case["position"])
    on_move = "playing" if N9.actor(state) == 0 else "lost"
    return {
        "status": "won" if N9.winners(state) == (0,) else on_move,
        "legal_moves": len(N9.legal_moves(state)),
        "no_way_forward": N9.is_dead_end(state),
    }


ASK: dict[tuple[str, str], Callable[[Case], Answer]] = {
    ("solitario40", "deck"): s40_deck,
    ("solitario40", "deal"): s40_deal,
    ("solitario40", "turn"): s40_turn,
    ("solitario40", "recycle"): s40_recycle,
    ("solitario40", "legal_to_column"): s40_legal_to_column,
    ("solitario40", "move_run"): s40_move_run,
    ("solitario40", "to_base"): s40_to_base,
    ("solitario40", "base_next"): s40_base_next,
    ("solitario40", "legal_to_mazzetto"): s40_legal_to_mazzetto,
    ("solitario40", "base_to_column"): s40_base_to_column,
    ("solitario40", "score_delta"): s40_score_delta,
    ("solitario40", "max_score"): s40_max_score,
    ("solitario40", "state_score"): s40_state_score,
    ("solitario40", "rank"): s40_rank,
    ("solitario40", "senza_tempo"): s40_senza_tempo,
    ("solitario40", "match_status"): s40_match_status,
    ("solitario40", "double_click"): s40_double_click,
    ("solitario40", "stall"): s40_stall,
    ("solitario40", "initial_deal"): s40_initial_deal,
    ("nove_colonne", "deal"): n9_deal,
    ("nove_colonne", "legal_to_column"): n9_legal_to_column,
    ("nove_colonne", "move_run"): n9_move_run,
    ("nove_colonne", "legal_to_reserve"): n9_legal_to_reserve,
    ("nove_colonne", "base_to_column"): n9_base_to_column,
    ("nove_colonne", "to_base"): n9_to_base,
    ("nove_colonne", "base_next"): n9_base_next,
    ("nove_colonne", "uncover"): n9_uncover,
    ("nove_colonne", "status"): n9_status,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: Case) -> None:
    answer = ASK[case["game"], case["ask"]](case)
    expected = case["expected"]
    assert {key: answer[key] for key in expected} == expected, case.get("why", case["question"])


def test_every_case_of_the_two_games_is_asked() -> None:
    assert len(CASES) == len({case["id"] for case in CASES}) == 31 + 14
    asked = {(case["game"], case["ask"]) for case in CASES}
    assert asked == set(ASK)
    assert all(case["expected"] for case in CASES)

"""The worked cases of ``tests/data/fixtures.json`` for azul_solo and aftaebr.

Each kind of question (``ask``) has a function that builds the position, asks the rules and
returns the answer by the keys of the case; nothing here knows what is expected.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tavolino.chance import Rng, deal_seed
from tavolino.game import CHANCE, IllegalMoveError, Stop, with_options
from tavolino.games import aftaebr, azul_solo
from tavolino.games.aftaebr import Aftaebr, Colour, Draw, Piece
from tavolino.games.azul_solo import AzulSolo, Fill, Roll, Take
from tavolino.match import Board, Entry, Match, new_match

Case: TypeAlias = dict[str, Any]
Answer: TypeAlias = dict[str, Any]

ROOT = Path(__file__).parents[2]
FIXTURES = json.loads((ROOT / "tests" / "data" / "fixtures.json").read_text(encoding="utf-8"))
GAMES = ("azul_solo", "aftaebr")
CASES: list[Case] = [case for case in FIXTURES["cases"] if case["game"] in GAMES]

AZUL = AzulSolo()
MARKERS = {
    "tray_one": azul_solo.Holder.TRAY,
    "centre": azul_solo.Holder.CENTRE,
    "human": azul_solo.Holder.HUMAN,
    "ai": azul_solo.Holder.AUTOMA,
}
MARKER_NAMES = {place: name for name, place in MARKERS.items()}


# azul_solo: positions


def heap(tiles: dict[str, int]) -> str:
    return "".join(colour * count for colour, count in tiles.items())


def counted(tiles: str) -> dict[str, int]:
    return dict(Counter(tiles))


def azul_position(given: Case) -> azul_solo.State:
    """Whatever a case tells about its position; the rest is a quiet table."""
    rows = range(1, 6)
    lines = {int(n): "".join(tiles) for n, tiles in given.get("pattern_lines", {}).items()}
    lines[1] = "".join(given.get("pattern_line_1", lines.get(1, "")))
    walls = {int(n): "".join(tiles) for n, tiles in given.get("wall_rows", {}).items()}
    floor = given.get("floor", ["W"] * given.get("floor_count", 0))
    return azul_solo.State(
        sequence="".join(given.get("sequence", "RWBKY")),
        bag="BYRKW" * 14,
        round=given.get("round", 1),
        starter=MARKERS[given.get("starter", "human")],
        trays=tuple(map(heap, given.get("trays", [{}] * 6))),
        centre=heap(given.get("centre", {})),
        marker=MARKERS[given.get("marker", "human")],
        score=given["player_points"] if "player_points" in given else given.get("score", 0),
        lines=tuple(lines.get(row, "") for row in rows),
        wall=tuple(walls.get(row, "") for row in rows),
        floor="".join(floor),
        pile="B" * given.get("ai_tiles", 0),
    )


def rolled(state: azul_solo.State, die: int) -> azul_solo.State:
    state = state._replace(mover=azul_solo.Holder.AUTOMA)
    assert AZUL.can_happen(state, Roll(die))
    return AZUL.apply(state, Roll(die))


def last_tile_taken(state: azul_solo.State) -> azul_solo.State:
    """The round ends: the automa takes its last tile, which lies alone on tray SIX."""
    return rolled(state._replace(trays=("",) * 5 + ("K",), centre=""), 6)


def parse_source(text: str) -> int:
    return azul_solo.CENTRE if text == "centre" else int(text.removeprefix("tray "))


def whole_game(game: AzulSolo, number: int) -> list[azul_solo.State]:
    """The positions of a game in which the human fills the short lines first."""
    chance, state = Rng(deal_seed(number), 0), game.start()
    states = [state]
    while (actor := game.actor(state)) is not None:
        if actor == CHANCE:
            move = game.chance_move(state, chance)
        else:
            fits = [m for m in game.legal_moves(state) if isinstance(m, Take) and m.line]
            move = min(fits, key=lambda m: m.line, default=game.legal_moves(state)[-1])
        state = game.apply(state, move)
        states.append(state)
    return states


# azul_solo: questions


def ai_move(case: Case) -> Answer:
    before = azul_position(case["position"])
    after = rolled(before, case["input"]["die"])
    assert after.answer is not None
    took = counted(after.pile)
    source = after.answer.source
    return {
        "took": took or None,
        "from": (f"tray {source}" if source else "centre") if took else None,
        "took_marker": before.marker is not after.marker,
        "priority": after.answer.priority,
        "centre_after": counted(after.centre),
        "trays_after": list(map(counted, after.trays)),
        "marker_after": MARKER_NAMES[after.marker],
        "ai_tiles_delta": AZUL.scores(after)[1] - AZUL.scores(before)[1],
    }


def setup_counts(case: Case) -> Answer:
    game: AzulSolo = with_options(AzulSolo, case.get("options", {}))
    fill = game.chance_move(game.start(), Rng(deal_seed(1), 0))
    assert isinstance(fill, Fill)
    (per_colour,) = {fill.bag.count(colour) for colour in "BYRKW"}
    box = case["position"].get("box")
    assert box is None or Counter(box) == Counter(fill.bag + fill.sequence)
    assert case["position"].get("bag_total", len(fill.bag)) == len(fill.bag)
    states = whole_game(game, 1)
    refills = [b for a, b in pairwise(states) if a.round < b.round <= 4]
    return {
        "bag_total": len(fill.bag),
        "per_colour": per_colour,
        "sequence_tiles": len(fill.sequence),
        "tiles_per_round": [len("".join(state.trays) + state.centre) for state in refills],
        "left_in_bag": len(states[-1].bag),
    }


def human_take(case: Case) -> Answer:
    before = azul_position(case["position"])
    asked = case["input"]
    move = Take(parse_source(asked["source"]), asked["colour"], asked["line"])
    is_legal = move in AZUL.legal_moves(before)
    after = AZUL.apply(before, move)
    mine = Counter("".join(after.lines) + after.floor) - Counter("".join(before.lines))
    return {
        "legal": is_legal,
        "tiles": {colour: count for colour, count in mine.items() if colour != "M"},
        "marker_after": MARKER_NAMES[after.marker],
        "centre_after": counted(after.centre),
        "pattern_line_1": list(after.lines[0]),
        "floor_after": list(after.floor),
    }


def floor(case: Case) -> Answer:
    falling = case["position"]["falling"]
    before = azul_position(case["position"])._replace(centre="R" * falling + "K", score=100)
    move = Take(azul_solo.CENTRE, "R", azul_solo.FLOOR)
    assert move in AZUL.legal_moves(before)
    fallen = AZUL.apply(before, move)
    ended = last_tile_taken(fallen)
    assert ended.round == before.round + 1
    return {
        "floor_penalty": before.score - ended.score,
        "to_discards_now": len(fallen.discards),
    }


def line_legal(case: Case) -> Answer:
    line, colour = case["input"]["line"], case["input"]["colour"]
    state = azul_position(case["position"])._replace(centre=colour * 2)
    move = Take(azul_solo.CENTRE, colour, azul_solo.FLOOR if line == "floor" else line)
    return {"legal": move in AZUL.legal_moves(state)}


def wall_columns(case: Case) -> Answer:
    return {
        colour: [azul_solo.wall_column(row, colour) + 1 for row in range(5)] for colour in "BYRKW"
    }


def tile_scores(case: Case) -> Answer:
    def points(wall: tuple[str, ...], lines: tuple[str, ...]) -> int:
        return last_tile_taken(azul_position({})._replace(wall=wall, lines=lines)).score

    return {
        "alone": points(("", "", "", "", ""), ("B", "", "", "", "")),
        "row_of_three": points(("BY", "", "", "", ""), ("R", "", "", "", "")),
        "row2_plus_col3": points(("Y", "B", "K", "", ""), ("", "", "WWW", "", "")),
    }


def end_round(case: Case) -> Answer:
    """A tile at the end of a run gains as many points as the run is long."""
    gains, rest = case["position"]["gains"], ("",) * 4
    run, new = "BYRKW"[: gains - 1], "BYRKW"[gains - 1]
    state = azul_position(case["position"])._replace(wall=(run, *rest), lines=(new, *rest))
    dry = last_tile_taken(state._replace(floor=""))
    assert dry.score - state.score == gains
    return {"score_after": last_tile_taken(state).score}


def theorem(case: Case) -> Answer:
    games = [whole_game(AZUL, number) for number in range(1, 41)]
    for states in games:
        assert len({state.round for state in states} - {0, 5}) == case["position"]["rounds"]
    longest = max(len(row) for states in games for state in states for row in state.wall)
    return {"possible": longest == 5, "max_tiles_in_a_row": longest}


def final_bonus(case: Case) -> Answer:
    """Column 2 and the colour blue, as the question says."""
    second = [next(c for c in "BYRKW" if azul_solo.wall_column(row, c) == 1) for row in range(5)]
    wall = tuple(colour.replace("B", "") + "B" for colour in second)
    assert case["position"] == {"columns_complete": 1, "colours_complete": 1, "rows_complete": 0}
    over = last_tile_taken(azul_position({"round": 4})._replace(wall=wall))
    assert AZUL.actor(over) is None
    return {"bonus": AZUL.scores(over)[0]}


def final(case: Case) -> Answer:
    last = azul_position({"round": 4, **case["position"]})
    over = last_tile_taken(last._replace(pile=last.pile[1:]))
    assert AZUL.actor(over) is None
    human, automa = AZUL.scores(over)
    others = "draw" if human == automa else "ai"
    return {"ai_points": automa, "winner": "human" if AZUL.winners(over) else others}


def next_starter(case: Case) -> Answer:
    after = last_tile_taken(azul_position(case["position"]))
    assert after.round == case["position"]["round"] + 1
    assert after.mover is after.starter
    return {"starter_next": MARKER_NAMES[after.starter]}


def layout(case: Case) -> Answer:
    """Read from the drawing of the rules page; a die's face is the number of its tray."""
    page = (ROOT / "docs" / "rules" / "azul_solo.en.md").read_text(encoding="utf-8")
    drawing = page.split("```")[1].splitlines()
    trays = {
        line[at]: (row, at)
        for row, line in enumerate(drawing)
        for at in range(1, len(line))
        if line[at] in "123456" and line[max(0, at - 3) : at].isspace()
    }
    assert sorted(trays) == [str(roll.die) for roll in azul_solo.ROLLS]
    middle_row = sum(row for row, _ in trays.values()) / len(trays)
    middle = sum(at for _, at in trays.values()) / len(trays)

    def name(row: int, at: int) -> str:
        if abs(at - middle) < 1:
            return "top" if row < middle_row else "bottom"
        side = "left" if at < middle else "right"
        return f"{'upper' if row < middle_row else 'lower'} {side}"

    return {number: name(*where) for number, where in trays.items()}


# aftaebr: positions


def cell_of(place: list[int]) -> int:
    row, column = place
    return aftaebr.SIDE * (row - 1) + column - 1


def table(given: Case) -> tuple[Aftaebr, aftaebr.State]:
    """A position of a case; the first seat is seat 1, as in the order of play."""
    hands = given.get("hands", [[8, 8, 8, 8]] * 2)
    hands = hands if len(hands) > 1 else [*hands, [8, 8, 8, 8]]
    board: list[aftaebr.Stack] = [()] * 36
    if isinstance(given.get("board"), str):
        assert given["board"] == "36 cells, all tops 1"
        board = [(Piece(1, 1),)] * 36
    else:
        for cell in given.get("board", []):
            stack = tuple(Piece(number, 1) for number in cell["stack"])
            board[cell_of([cell["row"], cell["col"]])] = stack
    state = aftaebr.State(
        hands=tuple(map(tuple, hands)),
        board=tuple(board),
        black=(4, 3, 2, 1)[: len(hands)],
        colours=tuple(Colour)[: len(hands)],
        turn=given.get("turn", 1) - 1,
    )
    return Aftaebr(players=len(hands)), state


def drawn_board(state: aftaebr.State) -> list[Case]:
    return [
        {"row": cell // 6 + 1, "col": cell % 6 + 1, "stack": [piece.number for piece in stack]}
        for cell, stack in enumerate(state.board)
        if stack
    ]


def numbers_on(game: Aftaebr, state: aftaebr.State, cell: int) -> list[int]:
    moves = game.legal_moves(state)
    return [m.number for m in moves if isinstance(m, aftaebr.Place) and m.cell == cell]


def seats_from_one(seats: tuple[int, ...]) -> list[int]:
    return [seat + 1 for seat in seats]


# aftaebr: questions


def neighbours(case: Case) -> Answer:
    """Where the piece forbids a number, and nowhere else, it is a neighbour."""
    game, state = table(case["position"])
    free = [cell for cell in range(36) if not state.board[cell]]
    beside = [cell for cell in free if len(numbers_on(game, state, cell)) < 4]
    return {"neighbours": [[cell // 6 + 1, cell % 6 + 1] for cell in beside]}


def legal_numbers(case: Case) -> Answer:
    game, state = table(case["position"])
    return {"numbers": numbers_on(game, state, cell_of(case["input"]["cell"]))}


def place(case: Case) -> Answer:
    game, state = table(case["position"])
    asked, seat = case["input"], case["position"]["turn"] - 1
    move = aftaebr.Place(cell_of(asked["cell"]), asked["number"])
    assert move in game.legal_moves(state)
    after = game.apply(state, move)
    return {
        "captured": sum(after.hands[seat]) - sum(state.hands[seat]) + 1,
        "board_after": drawn_board(after),
        "hand_after": list(after.hands[seat]),
        "extra_turn": game.actor(after) == seat,
        "eliminated": not any(after.hands[seat]),
    }


def status(case: Case) -> Answer:
    """Player 1 lays the last piece."""
    hands = case["position"]["hands"]
    game, state = table({"hands": [[1, *hands[0][1:]], *hands[1:]]})
    after = game.apply(state, aftaebr.Place(0, 1))
    assert list(map(list, after.hands)) == hands
    (winner,) = seats_from_one(game.winners(after))
    return {"winner": winner, "game_over": game.actor(after) is None}


def pass_(case: Case) -> Answer:
    """No placement leads to this position, so who would be next is asked directly."""
    game, state = table(case["position"])
    following, passed = game._next(aftaebr._tops(state.board), state.hands, 0)
    assert following == 1
    match: Match[aftaebr.State, aftaebr.Move] = Match(game, (Board(state),))
    placed = 0
    for cell in range(36):
        for number in (1, 2, 3, 4):
            try:
                match.play(Entry(0, 0, aftaebr.Place(cell, number)))
            except IllegalMoveError:
                continue
            placed += 1
    assert placed == len(game.legal_moves(state))
    return {"legal_placements": placed, "must_pass": passed == (0,)}


def deadlock(case: Case) -> Answer:
    """Ones everywhere but on a1; a 2 goes there, and nobody has anything but fours."""
    totals = case["position"]["hands_total"]
    hands = [[0, 0, 0, total] for total in totals]
    hands[0][1] = 1
    game, state = table({"hands": hands, "board": "36 cells, all tops 1"})
    after = game.apply(replace(state, board=((), *state.board[1:])), aftaebr.Place(0, 2))
    assert list(game.scores(after)) == totals
    return {
        "game_over": game.actor(after) is None,
        "winners": seats_from_one(game.winners(after)),
    }


def timed(case: Case) -> Answer:
    game, state = table({"hands": [[n, 0, 0, 0] for n in case["position"]["hands_total"]]})
    match = Match(replace(game, time_limit=60), (Board(state),)).call(Stop.TIME_UP)
    assert match.is_over
    return {"winners": seats_from_one(match.game.winners(match.boards[0].state))}


def turn_order(case: Case) -> Answer:
    seats, drawn = case["position"]["seats"], tuple(case["position"]["drawn"])
    match: Match[aftaebr.State, aftaebr.Move] = new_match(Aftaebr(players=len(seats)))
    match = match.play(Entry(CHANCE, 0, Draw(drawn)))
    order: list[int] = []
    while len(order) < 2 * len(seats):  # a colour each, then a piece each
        state = match.boards[0].state
        assert state.turn is not None
        order.append(state.turn)
        match = match.move(state.turn, match.game.legal_moves(state)[0])
    chosen, placed = order[: len(seats)], order[len(seats) :]
    assert chosen == placed
    return {"order": [seats[seat] for seat in placed]}


def colours(case: Case) -> Answer:
    order = case["position"]["order"]
    game = Aftaebr(players=len(order))
    state = game.apply(game.start(), Draw((4, 3, 2, 1)[: len(order)]))
    offered, choosers = list(game.legal_moves(state)), []
    while None in state.colours:
        assert state.turn is not None
        choosers.append(order[state.turn])
        state = game.apply(state, game.legal_moves(state)[0])
    return {"choice_order": choosers, "colours": offered}


def equipment(case: Case) -> Answer:
    """Four players use all there is in the box."""
    game = Aftaebr(players=4)
    start = game.start()
    (per_player,) = set(game.scores(start))
    (per_number,) = {count for hand in start.hands for count in hand}
    black = game.chance_move(start, Rng(deal_seed(1), 0)).black
    return {
        "per_player": per_player,
        "per_number": per_number,
        "box_total": sum(game.scores(start)) + len(black),
    }


def captured_use(case: Case) -> Answer:
    """The row 1-2-3 is not the player's, who has no 3 before taking it."""
    row = [{"row": 1, "col": n, "stack": [n]} for n in (1, 2, 3)]
    game, state = table({"board": row, "hands": [[0, 0, 0, 2], [8, 8, 8, 8]]})
    assert not any(numbers_on(game, state, cell) == [3] for cell in range(36))
    after = game.apply(state, aftaebr.Place(3, 4))
    return {"legal": aftaebr.Place(35, 3) in game.legal_moves(after)}


def count_moves(case: Case) -> Answer:
    game, state = table(case["position"])
    return {"choices": len(game.legal_moves(state))}


def parity(case: Case) -> Answer:
    game, state = table(case["position"])
    rng, ply = random.Random(37), 0
    while state.turn is not None:
        moves = list(game.legal_moves(state))
        rng.shuffle(moves)
        quiet = (game.apply(state, move) for move in moves)
        state = next(after for after in quiet if not after.note.captured)
        ply += 1
    (winner,) = seats_from_one(game.winners(state))
    return {"ply": ply, "winner": winner}


def capture_optional(case: Case) -> Answer:
    """Of all ways to lay the missing 4 there: does one leave the four pieces?"""
    row = [{"row": 1, "col": n, "stack": [n]} for n in (1, 2, 3)]
    game, state = table({"board": row})
    ways = [move for move in game.legal_moves(state) if move == aftaebr.Place(3, 4)]
    assert len(ways) == 1
    return {"legal": any(drawn_board(game.apply(state, move)) for move in ways)}


def overlay_own(case: Case) -> Answer:
    game, state = table({"board": [{"row": 3, "col": 4, "stack": [4]}]})
    cell = cell_of([3, 3])
    assert state.turn is not None
    own = (*state.board[:cell], (Piece(2, state.turn),), *state.board[cell + 1 :])
    return {"legal": bool(numbers_on(game, replace(state, board=own), cell))}


ANSWERS: dict[str, Callable[[Case], Answer]] = {
    "ai_move": ai_move,
    "setup_counts": setup_counts,
    "human_take": human_take,
    "floor": floor,
    "line_legal": line_legal,
    "wall_columns": wall_columns,
    "tile_scores": tile_scores,
    "end_round": end_round,
    "theorem": theorem,
    "final_bonus": final_bonus,
    "final": final,
    "next_starter": next_starter,
    "layout": layout,
    "neighbours": neighbours,
    "legal_numbers": legal_numbers,
    "place": place,
    "status": status,
    "pass": pass_,
    "deadlock": deadlock,
    "timed": timed,
    "turn_order": turn_order,
    "colours": colours,
    "equipment": equipment,
    "captured_use": captured_use,
    "count_moves": count_moves,
    "parity": parity,
    "capture_optional": capture_optional,
    "overlay_own": overlay_own,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_case(case: Case) -> None:
    answer = ANSWERS[case["ask"]](case)
    assert {key: answer[key] for key in case["expected"]} == case["expected"]


def test_every_case_of_these_games_is_asked() -> None:
    assert FIXTURES["count"] == len(FIXTURES["cases"])
    assert len({case["id"] for case in CASES}) == len(CASES)
    prefixes = ("AZ-", "AF-")
    of_these_games = [c["id"] for c in FIXTURES["cases"] if c["id"].startswith(prefixes)]
    assert [case["id"] for case in CASES] == of_these_games
    assert {case["ask"] for case in CASES} == set(ANSWERS)
    assert all(case["expected"] for case in CASES)

"""What can be entered in a match, by whom and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from tavolino.game import CHANCE, REFEREE, IllegalMoveError, Seat, Stop
from tavolino.match.board import Board, fresh_boards
from tavolino.match.entry import NO_MOVES, Call, Entry, Lots, parse_entry
from tavolino.match.limits import MAX_MOVES
from tavolino.match.next_entry import due
from tavolino.match.referee import Referee, by_the_rules
from tavolino.match.state import MatchState

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Match(MatchState[S, M]):
    """A table or a contest as a value. Make one with ``new_match``.

    >>> from tavolino.chance import deal_seed
    >>> from tavolino.games import Aftaebr
    >>> from tavolino.match import new_match
    >>> match = settle(new_match(Aftaebr(), deal_seed(1)))
    >>> later = match.move(match.actor(0), match.legal_moves(0)[0])
    >>> match.mossa, later.mossa
    (0, 1)
    """

    def play(self, entry: Entry[M]) -> Match[S, M]:
        """The match after this entry; raises ``IllegalMoveError`` if the entry is not allowed.

        The gate of the rules: whatever is in a log has passed it. It enters nothing else; see
        ``settle``.
        """
        if entry.actor == CHANCE:
            return self._play_chance(entry)
        if entry.actor == REFEREE:
            return self._play_call(entry)
        return self._play_move(entry)

    def move(self, player: int, move: M, referee: Referee = by_the_rules) -> Match[S, M]:
        """The match after a player's move and what chance and the referee enter next.

        Raises ``IllegalMoveError``, with the clause of the rules, if the move is not legal or it is
        not this player's turn.
        """
        return settle(self.play(Entry(player, self.place(player)[0], move)), referee)

    def undo(self, player: int, referee: Referee = by_the_rules) -> Match[S, M]:
        """The match after a player takes back their last move; practice only."""
        return settle(self.play(Entry(player, self.place(player)[0], Call.UNDO)), referee)

    def call(
        self, stop: Stop, board: int | None = None, referee: Referee = by_the_rules
    ) -> Match[S, M]:
        """The match after a call that does not follow from the position: time up, given up."""
        return settle(self.play(Entry(REFEREE, board, stop)), referee)

    def _play_move(self, entry: Entry[M]) -> Match[S, M]:
        player = entry.actor
        number, seat = self.place(player)
        if entry.board != number:
            raise IllegalMoveError(f"player {player + 1} sits at board {number + 1}")
        board, game = self.boards[number], self.game
        if entry.act is Call.UNDO:
            return self._play_undo(entry, number, seat)
        if isinstance(entry.act, NO_MOVES):
            raise IllegalMoveError(f"expected a move of player {player + 1}, got '{entry.act}'")
        if board.tally.moves >= MAX_MOVES:
            raise IllegalMoveError(f"a board has at most {MAX_MOVES} moves")
        move, actor = entry.act, self.actor(number)
        if actor is None:
            clause = game.broken_rule(board.state, move)
            raise IllegalMoveError(f"the game of player {player + 1} is over ({clause})", clause)
        if actor != seat:
            other = "the dealer" if actor == CHANCE else f"player {player - seat + actor + 1}"
            raise IllegalMoveError(f"it is the turn of {other}, not of player {player + 1}")
        if move not in self.legal_moves(number):
            view = self.view(player)  # so that a refusal does not reveal hidden cards
            clause = game.broken_rule(view, move)
            raise IllegalMoveError(f"{move} is against {clause} in: {view}", clause)
        state, mossa = game.apply(board.state, move), self.mossa + 1
        after = board.after(seat, state, game.scores(state)[0], mossa)
        return self._logged(entry, number, after, mossa)

    def _play_undo(self, entry: Entry[M], number: int, seat: Seat) -> Match[S, M]:
        if not self.is_practice:
            raise IllegalMoveError("moves are taken back in practice only", "R-S40-46")
        past = self.boards[number].past
        at = past.last_index(lambda one: one[0] == seat)
        if at < 0 and self.has_given_up:
            at = len(past) - 1  # before the first move, only giving up is taken back (R-N9-24)
        if at < 0:
            raise IllegalMoveError(f"player {entry.actor + 1} has no move to take back", "R-S40-46")
        board = self.boards[number].taken_back(at, self.game)
        return self._logged(entry, number, board, self.mossa + 1)

    def _play_chance(self, entry: Entry[M]) -> Match[S, M]:
        if isinstance(entry.act, Lots):
            if entry.board is not None or sorted(entry.act) != list(range(self.players)):
                raise IllegalMoveError(f"expected lots for {self.players} players, got {entry.act}")
            if self.lots or len(self.boards) < 2:
                raise IllegalMoveError("lots are drawn once, in a contest", "R-S40-32")
            return replace(self, log=self.log.appended(entry), lots=entry.act)
        number = self._board(entry)
        board, game = self.boards[number], self.game
        move: M = entry.act  # type: ignore[assignment]
        if self.actor(number) != CHANCE or not game.can_happen(board.state, move):
            raise IllegalMoveError(f"the dealer cannot do this on board {number + 1}: {move}")
        state = game.apply(board.state, move)
        after = board.after(CHANCE, state, game.scores(state)[0], self.mossa)
        return self._logged(entry, number, after, self.mossa)

    def _play_call(self, entry: Entry[M]) -> Match[S, M]:
        if entry.act is Call.NEW_GAME and entry.board is None:
            if not self.needs_new_game():
                raise IllegalMoveError("a new game needs a tie of the first two", "R-S40-34")
            boards = fresh_boards(self.game, len(self.boards))
            new_games = self.new_games + 1
            return replace(self, log=self.log.appended(entry), boards=boards, new_games=new_games)
        if not isinstance(entry.act, Stop) or entry.act not in self.game.stops:
            raise IllegalMoveError(f"the referee of {self.game.name} does not call {entry.act}")
        if entry.act is Stop.TIME_UP:
            return self._play_time_up(entry)
        number = self._board(entry)
        board = self.boards[number]
        # A stall may also be called when no move is left, so that every end is in the log. In
        # practice it is a notice, after which the player may still give up (RULES 8.9, 8.14).
        is_stall, is_over = entry.act is Stop.STALL, self.is_board_over(number)
        is_open = not board.has_call if is_stall else not is_over
        if not is_open or self.game.winners(board.state):
            raise IllegalMoveError(f"the game on board {number + 1} is over")
        if entry.act is Stop.STALL and self.is_practice:
            return self._logged(entry, number, replace(board, has_call=True), self.mossa)
        return self._logged(entry, number, self._stopped(board, entry.act), self.mossa)

    def _play_time_up(self, entry: Entry[M]) -> Match[S, M]:
        """One entry for the whole table: every game still on ends (R-S40-45, R-AF-39)."""
        if entry.board is not None or self.time_limit is None or self.is_over:
            raise IllegalMoveError(
                "time is up once, for a whole table with a time limit, while somebody plays",
                "R-S40-45",
            )
        boards = tuple(
            board if self.is_board_over(i) else self._stopped(board, Stop.TIME_UP)
            for i, board in enumerate(self.boards)
        )
        return replace(self, log=self.log.appended(entry), boards=boards)

    def _stopped(self, board: Board[S], why: Stop) -> Board[S]:
        state = self.game.stop(board.state, why)
        stopped = board.after(REFEREE, state, self.game.scores(state)[0], self.mossa)
        return replace(stopped, has_call=True)

    def _logged(self, entry: Entry[M], number: int, board: Board[S], mossa: int) -> Match[S, M]:
        boards = (*self.boards[:number], board, *self.boards[number + 1 :])
        # As ``replace`` would, in a third of the time: this is done for every entry.
        return Match(
            self.game,
            boards,
            self.seed,
            self.contest,
            self.is_practice,
            self.log.appended(entry),
            mossa,
            self.lots,
            self.new_games,
        )

    def _board(self, entry: Entry[M]) -> int:
        if entry.board is None or not 0 <= entry.board < len(self.boards):
            raise IllegalMoveError(f"expected a board from 1 to {len(self.boards)} in '{entry}'")
        return entry.board

    def parse_entry(self, text: str) -> Entry[M]:
        """Inverse of ``str(entry)``; raises ``NotationError`` if the text is no entry.

        It does not say whether the entry is allowed: ``play`` does.
        """
        return parse_entry(self.game, text)


def settle(match: Match[S, M], referee: Referee = by_the_rules) -> Match[S, M]:
    """Let chance and the referee act until it is a player's turn or the match is over.

    After ``new_match`` it deals. Raises ``IllegalMoveError`` if chance has to act and the seed is
    not known.
    """
    while (entry := due(match, referee)) is not None:
        match = match.play(entry)
    return match


def steps(match: Match[S, M], log: Iterable[Entry[M]]) -> Iterator[Match[S, M]]:
    """The match after each entry of a log; raises ``IllegalMoveError`` where one is not allowed."""
    for entry in log:
        match = match.play(entry)
        yield match

"""A match: boards of one game from one seed, and one log.

One board is a table, several are a contest. A match is a value: every entry makes a new one, so a
server can try an entry and discard the result. ``play`` checks the entries of everybody, chance and
the referee included; ``due`` says what these two have to enter next, ``settle`` enters it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Generic, TypeAlias, TypeVar

from tavolino.catalogue import entries, entry_of
from tavolino.chance import Rng
from tavolino.contest import WINNABLE, Contest, Standing, Tally
from tavolino.game import (
    CHANCE,
    REFEREE,
    AnyGame,
    Game,
    IllegalMoveError,
    NotationError,
    OptionError,
    Seat,
    Stop,
)
from tavolino.match.growing_tuple import GrowingTuple, History

S = TypeVar("S")
M = TypeVar("M")

MAX_PLAYERS = 16
"""Of a contest."""
DEFAULT_PLAYERS = 4
"""Seats of a contest, if nobody says how many."""
MAX_MOVES = 5_000
"""Moves on one board. Limits the log; real games are far shorter."""
STREAMS_PER_GAME = 1 << 32
"""Each new game after a tie has as many streams of the seed to itself."""
LOTS_STREAM = (1 << 64) - 1
"""The stream of the seed from which lots are drawn."""


Referee: TypeAlias = Callable[[AnyGame, Sequence[Any]], Stop | None]
"""Decides, from the positions of a board so far, what to call, if anything."""


class OverBudget(Exception):
    """The answer of a referee takes longer than this one may think; another has to be asked."""


def by_the_rules(game: AnyGame, history: Sequence[Any]) -> Stop | None:
    """The referee of the game itself; a solver may give the same answer faster."""
    return game.ruling(history)


class Call(StrEnum):
    """Entries about the log itself, not about the rules of a board."""

    UNDO = "undo"
    """A player takes back the last move; in practice only (R-S40-46, R-N9-24)."""
    NEW_GAME = "new game"
    """The referee of a contest: a new deal for all, from zero points (R-S40-33)."""


class Lots(tuple[int, ...]):
    """The order of the players that decides between equals (R-S40-32); best first."""

    def __str__(self) -> str:
        return f"lots {' '.join(str(player + 1) for player in self)}"


Act: TypeAlias = M | Stop | Call | Lots
"""What can be entered: a move, a call of the referee, an undo, lots."""
NO_MOVES = (Stop, Call, Lots)
"""The kinds of acts that are no move of a game."""


@dataclass(frozen=True, slots=True)
class Entry(Generic[M]):
    """One line of the log."""

    actor: int
    """The number of a player from 0 on, CHANCE or REFEREE."""
    board: int | None
    """The number of a board from 0 on; None is the whole table."""
    act: Act[M]
    """A move, or what the referee or chance enters."""

    def __str__(self) -> str:
        """Players and boards are numbered from 1.

        >>> str(Entry(REFEREE, 0, Stop.STALL))
        'referee 1: stall'
        """
        if self.actor >= 0:
            return f"player {self.actor + 1}: {self.act}"
        who = "dealer" if self.actor == CHANCE else "referee"
        return f"{who}{'' if self.board is None else f' {self.board + 1}'}: {self.act}"


NOT_COMPUTED: Seat = -99
"""Neither a seat nor ``CHANCE`` nor None."""


@dataclass(slots=True)
class PositionCache:
    """Values computed once for a position: the check of a move and its display use the same."""

    actor: Seat | None = NOT_COMPUTED
    """Whose turn it is."""
    moves: Sequence[Any] | None = None
    """The legal moves."""
    spectator_view: Any = None
    """What a spectator sees."""


@dataclass(frozen=True, slots=True)
class Board(Generic[S]):
    """One board of a match: its position, and how it came about."""

    state: S
    """The present position."""
    past: GrowingTuple[tuple[Seat, S]] = GrowingTuple()
    """Who acted on which position, oldest first, without moves that were taken back."""
    tally: Tally = Tally()
    """What the standings need to know of this board."""
    has_call: bool = False
    """Whether the referee has made a call on the present line of play."""
    chances: int = 0
    """The number of chance events so far."""
    cache: PositionCache = field(
        default_factory=PositionCache, init=False, compare=False, repr=False
    )
    """Not part of the value: two boards with the same past are equal."""

    @property
    def history(self) -> Sequence[S]:
        """All positions so far, the present last."""
        return History(self.past, self.state)


@dataclass(frozen=True, slots=True)
class Match(Generic[S, M]):
    """A table or a contest as a value. Make one with ``new_match``.

    >>> from tavolino.chance import deal_seed
    >>> from tavolino.games import Aftaebr
    >>> match = settle(new_match(Aftaebr(), deal_seed(1)))
    >>> later = match.move(match.actor(0), match.legal_moves(0)[0])
    >>> match.mossa, later.mossa
    (0, 1)
    """

    game: Game[S, M]
    """The rules of every board."""
    boards: tuple[Board[S], ...]
    """One for a table, one for each player of a contest."""
    seed: bytes | None = None
    """Never part of a view or a message; None if the seed of a record is not revealed."""
    contest: Contest | None = None
    """The rules of the contest, if it is one."""
    is_practice: bool = False
    """Undo is free, and a stall is a notice, not the end (RULES 8.9)."""
    log: GrowingTuple[Entry[M]] = GrowingTuple()
    """All entries so far."""
    mossa: int = 0
    """The general counter: the number of players' entries in the log (R-S40-30)."""
    lots: Lots = Lots()
    """The order drawn for ties; empty until it is drawn."""
    new_games: int = 0
    """The number of new games after a tie (R-S40-33)."""

    @property
    def players(self) -> int:
        """The number of players at all boards."""
        return len(self.boards) * self.game.seats

    @property
    def time_limit(self) -> float | None:
        """In seconds; None if there is no limit."""
        return time_limit_of(self.game, self.contest)

    @property
    def is_over(self) -> bool:
        """Whether the game on every board is over."""
        for number, board in enumerate(self.boards):
            actor = board.cache.actor
            if (self.actor(number) if actor == NOT_COMPUTED else actor) is not None:
                return False
        return True

    @property
    def has_given_up(self) -> bool:
        """Whether the last entry is giving up."""
        return bool(self.log) and self.log[-1].act is Stop.GIVEN_UP

    def is_board_over(self, board: int) -> bool:
        """Whether the game on this board is over."""
        return self.actor(board) is None

    def actor(self, board: int) -> Seat | None:
        """Whose turn it is on a board: a seat, ``CHANCE``, or None when the game is over."""
        here = self.boards[board]
        actor = here.cache.actor
        if actor == NOT_COMPUTED:
            actor = here.cache.actor = self.game.actor(here.state)
        return actor

    def place(self, player: int) -> tuple[int, Seat]:
        """The board and the seat of a player; raises ``IllegalMoveError`` if there is none.

        In a contest everybody has a board of their own, so their seat is 0.
        """
        seats = self.game.seats
        if not 0 <= player < len(self.boards) * seats:
            raise IllegalMoveError(
                f"expected a player from 1 to {self.players}, got player {player + 1}"
            )
        return divmod(player, seats)

    def view(self, player: int) -> S:
        """What a player sees of their own board."""
        board, seat = self.place(player)
        return self.game.view(self.boards[board].state, seat)

    def watch(self, board: int) -> S:
        """What a spectator sees of a board."""
        cache = self.boards[board].cache
        if cache.spectator_view is None:
            cache.spectator_view = self.game.view(self.boards[board].state, None)
        view: S = cache.spectator_view
        return view

    def legal_moves(self, board: int) -> Sequence[M]:
        """The legal moves on a board, of the seat whose turn it is."""
        cache = self.boards[board].cache
        if cache.moves is None:
            cache.moves = self.game.legal_moves(self.boards[board].state)
        return cache.moves

    def standings(self) -> tuple[Standing, ...]:
        """The standings so far; final when the match is over."""
        lots = self.lots or Lots(range(len(self.boards)))
        tallies = [board.tally for board in self.boards]
        return (self.contest or Contest()).standings(tallies, lots)

    # Entries

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
        after = self._acted(board, seat, game.apply(board.state, move), self.mossa + 1)
        return self._logged(entry, number, after, self.mossa + 1)

    def _play_undo(self, entry: Entry[M], number: int, seat: Seat) -> Match[S, M]:
        if not self.is_practice:
            raise IllegalMoveError("moves are taken back in practice only", "R-S40-46")
        past = self.boards[number].past
        at = past.last_index(lambda one: one[0] == seat)
        if at < 0 and self.has_given_up:
            at = len(past) - 1  # before the first move, only giving up is taken back (R-N9-24)
        if at < 0:
            raise IllegalMoveError(f"player {entry.actor + 1} has no move to take back", "R-S40-46")
        tally = self.boards[number].tally
        state = past[at][1]
        points = tally._replace(points=self.game.scores(state)[0])
        kept = past.first(at)
        chances = sum(actor == CHANCE for actor, _ in kept)
        board = Board(state, kept, points, chances=chances)
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
        after = self._acted(board, CHANCE, game.apply(board.state, move), self.mossa)
        return self._logged(entry, number, after, self.mossa)

    def _play_call(self, entry: Entry[M]) -> Match[S, M]:
        if entry.act is Call.NEW_GAME and entry.board is None:
            if not self._needs_new_game():
                raise IllegalMoveError("a new game needs a tie of the first two", "R-S40-34")
            boards = _fresh_boards(self.game, len(self.boards))
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
        stopped = self._acted(board, REFEREE, self.game.stop(board.state, why), self.mossa)
        return replace(stopped, has_call=True)

    def _acted(self, board: Board[S], actor: Seat, state: S, mossa: int) -> Board[S]:
        tally = board.tally.after(self.game.scores(state)[0], mossa, is_move=actor >= 0)
        past, chances = board.past.appended((actor, board.state)), board.chances
        if actor == CHANCE:
            chances += 1
        return Board(state, past, tally, board.has_call, chances)

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

    def _needs_new_game(self) -> bool:
        if not self.contest or not self.is_over:
            return False
        points = [board.tally.points for board in self.boards]
        return self.contest.needs_new_game(points, self.new_games)

    # Notation

    def parse_entry(self, text: str) -> Entry[M]:
        """Inverse of ``str(entry)``; raises ``NotationError`` if the text is no entry.

        It does not say whether the entry is allowed: ``play`` does.
        """
        match = _ENTRY.fullmatch(text)
        if not match:
            raise NotationError(
                f"expected an entry such as 'player 1: {_EXAMPLE}', got {text[:60]!r}"
            )
        who, number, act = match.groups()
        board = None if number is None else int(number) - 1
        if who == "player":
            if board is None:
                raise NotationError(f"expected the number of a player, got {text[:60]!r}")
            undo = act == Call.UNDO
            at = board // self.game.seats
            return Entry(board, at, Call.UNDO if undo else self.game.parse_move(act))
        if who == "referee":
            return Entry(REFEREE, board, _parse_call(act))
        if act.startswith("lots "):
            return Entry(CHANCE, board, _parse_lots(act))
        return Entry(CHANCE, board, self.game.parse_move(act))


_EXAMPLE = "7S>3"
_ENTRY = re.compile(r"(player|dealer|referee)(?: ([1-9][0-9]{0,2}))?: (\S.*)", re.ASCII)


def _parse_call(text: str) -> Stop | Call:
    if text == Call.NEW_GAME:
        return Call.NEW_GAME
    try:
        return Stop(text)
    except ValueError:
        raise NotationError(f"expected a call of the referee, got {text[:40]!r}") from None


def _parse_lots(text: str) -> Lots:
    if not re.fullmatch("lots( [1-9][0-9]?)+", text, re.ASCII):
        raise NotationError(f"expected lots such as 'lots 2 1 3', got {text[:40]!r}")
    return Lots(int(number) - 1 for number in text.split(" ")[1:])


def time_limit_of(game: AnyGame, contest: Contest | None) -> float | None:
    """In seconds; None if neither the contest nor the game has a limit."""
    if contest:
        return contest.time_limit
    limit: float | None = getattr(game, "time_limit", None)
    return limit


def check_contest(game: AnyGame, boards: int, contest: Contest) -> None:
    """Raise ``OptionError`` if this game or number of players cannot have such a contest."""
    if game.seats != 1:
        raise OptionError(f"expected a game with one seat for a contest, got {game.name}")
    if Stop.TIME_UP not in game.stops:
        raise OptionError(f"expected a game that time can end for a contest, got {game.name}")
    if not 2 <= boards <= MAX_PLAYERS:
        raise OptionError(f"expected 2 to {MAX_PLAYERS} players in a contest, got {boards}")
    if contest.deals == WINNABLE and not entry_of(game.name).has_solver:
        names = " or ".join(entry.name for entry in entries() if entry.has_solver)
        raise OptionError(f"expected {names} for deals that can be won, got {game.name}")


def new_match(
    game: Game[S, M],
    seed: bytes | None = None,
    *,
    boards: int = 1,
    contest: Contest | None = None,
    is_practice: bool = False,
) -> Match[S, M]:
    """A match before the first entry. Without a seed, the caller has to enter the chance moves."""
    if boards > 1 or contest:
        contest = contest or Contest()
        check_contest(game, boards, contest)
        if is_practice:
            raise OptionError("expected a table with one board for practice, got a contest")
    return Match(game, _fresh_boards(game, boards), seed, contest, is_practice)


def match_at(game: Game[S, M], state: S) -> Match[S, M]:
    """A match with one board that begins at a position, for instance of a lesson.

    It has no seed: the caller enters the chance moves.
    """
    return Match(game, (Board(state, tally=Tally(game.scores(state)[0])),), is_practice=True)


def _fresh_boards(game: Game[S, M], boards: int) -> tuple[Board[S], ...]:
    """Points at the start, for instance for four aces, do not count as a gain (R-S40-31)."""
    start = game.start()
    return (Board(start, tally=Tally(game.scores(start)[0])),) * boards


def due(match: Match[S, M], referee: Referee = by_the_rules) -> Entry[M] | None:
    """The entry that chance or the referee has to make before any player's next entry."""
    if len(match.boards) > 1 and not match.lots:
        return Entry(CHANCE, None, Lots(_rng(match, LOTS_STREAM).shuffled(range(match.players))))
    for number, board in enumerate(match.boards):
        if match.actor(number) == CHANCE:
            # The k-th event of every board draws from stream k: all players get the same deal.
            stream = match.new_games * STREAMS_PER_GAME + board.chances
            return Entry(CHANCE, number, _chance_move(match, board, stream, referee))
    return _ruling(match, referee) or (
        Entry(REFEREE, None, Call.NEW_GAME) if match._needs_new_game() else None
    )


def _chance_move(match: Match[S, M], board: Board[S], stream: int, referee: Referee) -> M:
    if match.contest is None or match.contest.deals != WINNABLE:
        return match.game.chance_move(board.state, _rng(match, stream))
    _rng(match, stream)
    # A deal that needs a search is a question too: a referee with a small budget refuses it.
    referee(match.game, board.history)
    deal: M = entry_of(match.game.name).winnable_deal.load()(match.game, match.seed, stream)
    return deal


def _rng(match: Match[S, M], stream: int) -> Rng:
    if match.seed is None:
        raise IllegalMoveError("the seed of this match is not known, so chance cannot act")
    return Rng(match.seed, stream)


def _ruling(match: Match[S, M], referee: Referee) -> Entry[M] | None:
    """A stall can only follow from the last entry, so only its board is checked."""
    last = match.log[-1] if match.log else None
    if last is None or last.board is None or isinstance(last.act, Stop):
        return None
    board = match.boards[last.board]
    if board.has_call:
        return None
    stop = referee(match.game, board.history)
    return Entry(REFEREE, last.board, stop) if stop else None


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

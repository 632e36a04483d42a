"""A practice game: the match, the undo stack, the clock and the notices."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from tavolino.catalogue import entry_of
from tavolino.cli.arguments import ArgumentError, practice_match
from tavolino.cli.drawings import Drawing, drawing_of
from tavolino.cli.drawings.faces import next_faces
from tavolino.cli.output.narrator import Narrator
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.bots import bot_leaves, bot_move
from tavolino.cli.practice.hints import hint_for
from tavolino.cli.practice.odds import fewest_moves_for, odds_for
from tavolino.cli.practice.referee import is_dead_end, referee_at
from tavolino.game import AnyGame, IllegalMoveError, Stop
from tavolino.match import Match, settle, steps
from tavolino.match.undo import UndoStack, redo, undo, undoing_player
from tavolino.record import Record, VerifyError, before_first_entry, verify


class PracticeGame:
    def __init__(
        self,
        terminal: Terminal,
        game: AnyGame,
        names: Sequence[str],
        faces: str,
        number: int,
        bots: Mapping[int, str] | None = None,
    ) -> None:
        self.terminal, self.names, self.faces, self.number = terminal, tuple(names), faces, number
        self.bots = dict(bots or {})
        """Bots by seat."""
        self.entry = entry_of(game.name)
        self.drawing: Drawing = drawing_of(terminal, game, names, faces)
        self.match: Match[Any, Any] = practice_match(game, number, referee_at(terminal))
        self.undo_stack = UndoStack()
        self.notices: list[str] = []
        """Sentences about the last input."""
        self.asked_at: int | None = None
        """The length of the log when the player last asked whether this can be won."""
        self.started = time.monotonic()
        self._narrate(before_first_entry(self.match))
        self._warn_of_dead_end()

    @classmethod
    def continued(
        cls, terminal: Terminal, record: Record, faces: str, bots: Mapping[int, str] | None = None
    ) -> PracticeGame:
        """Continues the game of a record, which must be a genuine practice game."""
        match = record.match
        if not match.is_practice or not isinstance(record.origin, int):
            raise ArgumentError(terminal.say("error.not_practice"))
        referee = referee_at(terminal)
        match = settle(match, referee)
        try:
            verify(Record(match, record.names, record.origin), referee)
        except VerifyError as error:
            raise ArgumentError(
                terminal.say("error.not_verified", why=terminal.reason(error))
            ) from None
        practice = cls(terminal, match.game, record.names, faces, record.origin, bots)
        practice.match = match
        practice.undo_stack = UndoStack().following(match.log)
        practice.notices = [terminal.say("table.continued", n=len(match.log))]
        practice._warn_of_dead_end()
        return practice

    @property
    def record(self) -> Record:
        return Record(self.match, self.names, self.number)

    @property
    def state(self) -> Any:
        return self.match.boards[0].state

    @property
    def view(self) -> Any:
        return self.match.watch(0)

    @property
    def player(self) -> int | None:
        """The player to move; on one board players are numbered like seats."""
        return self.match.game.actor(self.state)

    @property
    def bot(self) -> str | None:
        """The bot to move, if it is a bot's turn."""
        player = self.player
        return None if player is None else self.bots.get(player)

    @property
    def moves(self) -> Sequence[Any]:
        return self.match.game.legal_moves(self.state)

    @property
    def people(self) -> list[int]:
        """The players who are not bots."""
        return [player for player in range(self.match.players) if player not in self.bots]

    @property
    def played(self) -> Sequence[tuple[int, Any]]:
        """The moves that led to this position, without those undone."""
        return self.undo_stack.played

    @property
    def narrator(self) -> Narrator:
        return Narrator(self.terminal, self.names, self.faces)

    @property
    def outcome(self) -> list[str]:
        """How the game ended; empty until then."""
        lines = list(self.narrator.describe_outcome(self.match))
        if self.entry.has_difficulty and self.match.game.winners(self.state):
            lines.append(self.terminal.say("odds.ask_least"))
        return lines

    # Commands

    def play(self, move: Any) -> None:
        if self._is_time_up():
            return
        player = self.player
        referee = referee_at(self.terminal)
        self._advance(self.match.move(0 if player is None else player, move, referee))

    def _advance(self, match: Match[Any, Any]) -> None:
        before, self.match = self.match, match
        self.undo_stack = self.undo_stack.following(match.log[len(before.log) :])
        self._narrate(before)
        self._warn_of_dead_end()

    def let_bots_play(self) -> None:
        """Plays the bots' moves until it is a person's turn."""
        notices, game = self.notices, self.match.game
        while (bot := self.bot) is not None:
            if bot_leaves(game, self.match.boards[0]):
                notices.append(
                    self.terminal.say("table.bot_leaves", bot=self.terminal.level_of(bot))
                )
                if Stop.GIVEN_UP not in game.stops:
                    break  # a person may play on
                self.give_up()
                notices = notices + self.notices
                break
            seat = self.player or 0
            key = f"{self.number} {len(self.match.log)}"
            move = bot_move(self.terminal, game, self.match.view(seat), seat, bot, key)
            self.play(move)
            notices = notices + self.notices
        self.notices = notices

    def undo(self) -> None:
        """Undoes the last move of a person with the bots' replies, or only giving up."""
        player = undoing_player(self.match, self.undo_stack, self.people)
        if player is None:
            raise IllegalMoveError(self.terminal.say("table.no_undo"))
        if self._is_time_up():
            return
        has_given_up, played = self.match.has_given_up, self.played
        self._advance(undo(self.match, self.undo_stack, player, referee_at(self.terminal)))
        notice = self.terminal.say("table.plays_on")
        if not has_given_up:
            _, move = played[len(self.played)]
            notice = self.terminal.say("table.undone", move=self.drawing.label(move))
        self.notices = [notice]
        self._warn_of_dead_end()

    def redo(self) -> None:
        if self.undo_stack.next_player() is None:
            raise IllegalMoveError(self.terminal.say("table.no_redo"))
        if not self._is_time_up():
            referee = referee_at(self.terminal)
            self._advance(redo(self.match, self.undo_stack, self.people, referee))

    def give_up(self) -> None:
        if Stop.GIVEN_UP not in self.match.game.stops:
            raise IllegalMoveError(self.terminal.say("table.no_giving_up"))
        self._advance(self.match.call(Stop.GIVEN_UP, 0, referee_at(self.terminal)))

    def hint(self) -> None:
        if not self.entry.has_hints:
            raise IllegalMoveError(self.terminal.say("table.no_hints"))
        seat = self.player or 0
        game, view = self.match.game, self.match.view(seat)
        self.notices = hint_for(self.narrator, game, view, seat, self.drawing.label)

    def odds(self) -> None:
        """Can it still be won? Asked again: the truth. After a win: in how few moves?"""
        record, is_repeated = self.record, self.asked_at == len(self.match.log)
        if self.match.is_over and not self.match.game.winners(self.state):
            raise IllegalMoveError(self.terminal.say("table.over"))
        if self.match.is_over:
            self.notices = fewest_moves_for(self.terminal, record)
            return
        self.notices = odds_for(self.terminal, record, with_truth=is_repeated)
        self.asked_at = len(self.match.log)

    @property
    def can_finish(self) -> bool:
        return self.entry.can_finish(self.match.game, self.view)

    def finish(self) -> None:
        """Moves all cards to the bases; every card is a move of its own (R-S40-47)."""
        if not self.can_finish:
            raise IllegalMoveError(self.terminal.say("table.no_finish"))
        moves = tuple(self.entry.finishing_moves(self.match.game, self.view))
        for move in moves:
            self.play(move)
        self.notices = [self.terminal.say("table.finished", n=len(moves))]

    def change_faces(self) -> None:
        if not self.entry.has_cards:
            raise IllegalMoveError(self.terminal.say("table.no_cards"))
        self.faces = next_faces(self.faces)
        self.drawing = drawing_of(self.terminal, self.match.game, self.names, self.faces)

    # The clock

    @property
    def time_left(self) -> float | None:
        limit = self.match.time_limit
        return None if limit is None else limit - (time.monotonic() - self.started)

    def _is_time_up(self) -> bool:
        """A late move is not played: the referee calls time up (R-AF-39)."""
        if self.time_left is None or self.time_left > 0:
            return False
        before = self.match
        if not before.is_over:
            self.match = before.call(Stop.TIME_UP, referee=referee_at(self.terminal))
        self.notices = [self.terminal.say("s40.time")]
        return True

    # Notices

    def _narrate(self, before: Match[Any, Any]) -> None:
        self.notices = []
        entries = self.match.log[len(before.log) :]
        for entry, after in zip(entries, steps(before, entries)):
            self.notices += self.narrator.describe_entry(entry, before, after)
            if entry.act is Stop.STALL:
                self.notices.append(self.terminal.say("table.stall"))
            before = after

    def _warn_of_dead_end(self) -> None:
        """A dead end is only a notice, the player decides (R-N9-19); uses no hidden cards."""
        if self.match.is_over:
            return
        try:
            if is_dead_end(self.terminal, self.match.game, self.view):
                self.notices.append(self.terminal.say("n9.dead_end"))
                self.notices.append(self.terminal.say("table.dead_end"))
        except KeyboardInterrupt:
            self.notices.append(self.terminal.say("table.search_left"))

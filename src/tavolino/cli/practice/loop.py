"""The input loop: shows the position, reads a line and runs it, until the player quits."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tavolino.cli.arguments import parse_number
from tavolino.cli.output.files import write_file
from tavolino.cli.practice.choice import choose_deal
from tavolino.cli.practice.game import PracticeGame
from tavolino.cli.practice.refusals import refusal_text
from tavolino.cli.practice.saving import AutoSave
from tavolino.cli.practice.screen import Screen
from tavolino.game import IllegalMoveError, NotationError, TavolinoError
from tavolino.translations import LANGUAGES, texts_of

WITH_ARGUMENT = ("new", "save", "save_over")
"""Commands that take a number or a file."""


@cache
def command_words() -> dict[str, str]:
    """Commands by what can be typed for them, in all languages."""
    return {
        word: key.removeprefix("command.")
        for lang in LANGUAGES
        for key, words in texts_of(lang).items()
        if key.startswith("command.")
        for word in words.split()
    }


class InputLoop:
    def __init__(
        self, practice: PracticeGame, autosave: AutoSave, difficulty: str | None = None
    ) -> None:
        """New deals are of the same ``difficulty``."""
        self.difficulty = difficulty
        self.practice, self.terminal, self.autosave = practice, practice.terminal, autosave
        self.say = self.terminal.say
        self.screen = Screen(self.terminal)
        self.readable: set[Any] = set()
        """Moves whose numbers were on the screen when the player typed."""
        self.is_done = False
        self.unconfirmed = ""
        """The command that must be typed again to confirm it."""
        self.saved_log = practice.match.log
        self.saved_files: set[Path] = set()
        """Files of this game, which may be overwritten."""
        self.commands: dict[str, Callable[[str], None]] = {
            "undo": lambda _: self.practice.undo(),
            "redo": lambda _: self._unless_over(self.practice.redo),
            "turn": lambda _: self._unless_over(self._turn),
            "finish": lambda _: self._unless_over(self.practice.finish),
            "give_up": lambda _: self._unless_over(self.practice.give_up),
            "hint": lambda _: self._unless_over(self.practice.hint),
            "odds": lambda _: self.practice.odds(),
            "moves": lambda _: self._unless_over(self._list_moves),
            "cards": lambda _: self.practice.change_faces(),
            "new": self._new_deal,
            "save": self._save,
            "save_over": lambda name: self._save(name, force=True),
            "help": lambda _: self.screen.help(self.practice),
            "quit": lambda _: self._quit(),
        }

    def run(self) -> None:
        while not self.is_done:
            try:
                self._step()
            except (KeyboardInterrupt, EOFError):  # Ctrl-C, Ctrl-D
                if self.unconfirmed == "quit" or not self._is_unsaved:
                    raise
                self._ask_to_confirm("quit")

    def _step(self) -> None:
        """Shows the position, and runs one line."""
        self.practice.let_bots_play()
        self.screen.show(self.practice)
        typed = self.terminal.ask(self.screen.prompt(self.practice))
        if typed is None:
            raise EOFError
        self.practice.notices = []
        self.readable = self.screen.numbered
        self.screen = Screen(self.terminal)
        try:
            self.handle(typed)
        except TavolinoError as error:
            self.practice.notices = [refusal_text(self.terminal, error)]
            self.screen.is_refused = True

    def handle(self, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        name = command_words().get(word.lower())
        unconfirmed, self.unconfirmed = self.unconfirmed, ""
        if name and (not rest or name in WITH_ARGUMENT):
            if name in ("new", "quit") and unconfirmed != name and self._is_unsaved:
                return self._ask_to_confirm(name)
            self.commands[name](rest.strip())
        elif typed:
            self._unless_over(lambda: self._move(typed))

    def _ask_to_confirm(self, name: str) -> None:
        self.unconfirmed = name
        self.practice.notices = [self.say(f"table.unsaved_{name}")]

    @property
    def _is_unsaved(self) -> bool:
        """Would an unfinished game be lost?"""
        is_safe = self.autosave.path is not None or self.practice.match.log == self.saved_log
        return self.terminal.is_live and not is_safe and not self.practice.match.is_over

    # Moves

    def _move(self, typed: str) -> None:
        practice = self.practice
        if typed.isascii() and typed.isdecimal():
            return self._move_by_number(typed)
        completions = practice.drawing.completions(practice.view, typed)
        if completions is not None:
            return self._complete(typed, completions)
        try:
            move = practice.match.game.parse_move(practice.drawing.canonical(typed))
        except NotationError:
            raise NotationError(self.say("table.not_understood", got=typed[:40])) from None
        practice.play(move)

    def _move_by_number(self, typed: str) -> None:
        """Only if the number is on the screen: a 3 may also mean a piece or a tray."""
        moves, number = self.practice.moves, int(typed[:9])
        beginning = [move for move in moves if str(move).startswith(typed)]
        is_number = 1 <= number <= len(moves)
        if is_number and (moves[number - 1] in self.readable or not self.terminal.is_live):
            return self.practice.play(moves[number - 1])
        if not is_number and not beginning:
            got = typed if len(typed) < 10 else f"{typed[:9]}…"
            raise NotationError(self.say("table.no_number", n=got, most=len(moves)))
        key = "table.not_listed" if beginning else "table.not_a_move"
        self.practice.notices = [self.say(key, got=typed[:40])]
        self.screen.list_moves(beginning or moves)

    def _unless_over(self, action: Callable[[], None]) -> None:
        if self.practice.match.is_over:
            raise IllegalMoveError(self.say("table.over"))
        action()

    def _complete(self, typed: str, completions: list[Any]) -> None:
        """Part of a move: plays its default completion, or lists the completions."""
        practice = self.practice
        if (move := practice.drawing.default_move(completions)) is not None:
            return practice.play(move)
        if not completions:
            raise IllegalMoveError(self.say("table.no_way", what=typed))
        numbers = {move: n for n, move in enumerate(practice.moves, 1)}
        ways = (f"{numbers[move]}) {practice.drawing.label(move)}" for move in completions)
        self.screen.numbered = set(completions)
        practice.notices = [self.say("table.ways", what=typed, ways=" · ".join(ways))]

    def _turn(self) -> None:
        move = self.practice.drawing.stock_move(self.practice.view)
        if move is None:
            raise IllegalMoveError(self.say("table.no_turn"))
        self.practice.play(move)

    # Other commands

    def _new_deal(self, text: str) -> None:
        what = self.say("error.deal_number")
        old = self.practice
        if text:
            number = parse_number(self.terminal, text, what)
        else:
            number = choose_deal(self.terminal, old.match.game, None, self.difficulty)
        message = self.autosave.save(old) if old.played else None
        game, bots = old.match.game, old.bots
        self.practice = PracticeGame(self.terminal, game, old.names, old.faces, number, bots)
        self.practice.notices[:0] = [message] if message else []
        self.saved_log = self.practice.match.log
        self.saved_files.clear()

    def _save(self, name: str, force: bool = False) -> None:
        if not name:
            raise NotationError(self.say("table.save_where"))
        try:
            path = Path(name).expanduser()
        except RuntimeError:  # no such user
            path = Path(name)
        write_file(self.terminal, path, self.practice.record, force or path in self.saved_files)
        self.saved_files.add(path)
        self.saved_log = self.practice.match.log
        self.practice.notices = [self.say("table.saved", file=path)]

    def _list_moves(self) -> None:
        self.screen.list_moves(self.practice.moves)

    def _quit(self) -> None:
        self.is_done = True

"""Show the table, read a line, do it: until the player leaves or the input ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tavolino.chance import new_deal_number
from tavolino.cli.arguments import parse_number
from tavolino.cli.output.files import write_file
from tavolino.cli.practice.game import PracticeGame
from tavolino.cli.practice.saving import AutoSave
from tavolino.cli.practice.screen import Screen
from tavolino.game import IllegalMoveError, NotationError, TavolinoError
from tavolino.translations import LANGUAGES, find_sentence, sentences

WITH_MORE = ("new", "save", "save_over")
"""Commands that a number or a file may follow."""


@cache
def command_words() -> dict[str, str]:
    """What one may type for each command, in either language."""
    return {
        word: key.removeprefix("command.")
        for lang in LANGUAGES
        for key, words in sentences(lang).items()
        if key.startswith("command.")
        for word in words.split()
    }


class InputLoop:
    def __init__(self, table: PracticeGame, autosave: AutoSave) -> None:
        self.table, self.terminal, self.autosave = table, table.terminal, autosave
        self.say = self.terminal.say
        self.screen = Screen(self.terminal)
        self.readable: set[Any] = set()
        """Moves whose numbers were on the screen when the player typed."""
        self.is_leaving = False
        self.asked = ""
        """The command that waits to be typed again."""
        self.kept_log = table.match.log
        self.saved: set[Path] = set()
        """Files of this game, which may be written again."""
        self.commands: dict[str, Callable[[str], None]] = {
            "undo": lambda _: self.table.undo(),
            "redo": lambda _: self._while_open(self.table.redo),
            "turn": lambda _: self._while_open(self._turn),
            "finish": lambda _: self._while_open(self.table.finish),
            "give_up": lambda _: self._while_open(self.table.give_up),
            "hint": lambda _: self._while_open(self.table.hint),
            "moves": lambda _: self._while_open(self._list_moves),
            "cards": lambda _: self.table.change_faces(),
            "new": self._new_deal,
            "save": self._save,
            "save_over": lambda name: self._save(name, force=True),
            "help": lambda _: self.screen.help(self.table),
            "quit": lambda _: self._leave(),
        }

    def run(self) -> None:
        while not self.is_leaving:
            self.table.let_bots_play()
            self.screen.show(self.table)
            typed = self.terminal.ask(self.screen.prompt(self.table))
            if typed is None:
                return
            self.table.notices = []
            self.readable = self.screen.numbered
            self.screen = Screen(self.terminal)
            try:
                self.obey(typed)
            except TavolinoError as error:
                self.table.notices = [self._refusal(error)]
                self.screen.is_refused = True

    def obey(self, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        name = command_words().get(word.lower())
        asked, self.asked = self.asked, ""
        if name and (not rest or name in WITH_MORE):
            if name in ("new", "quit") and asked != name and self._would_be_lost:
                self.asked = name
                self.table.notices = [self.say(f"table.unsaved_{name}")]
                return
            self.commands[name](rest.strip())
        elif typed:
            self._while_open(lambda: self._move(typed))

    @property
    def _would_be_lost(self) -> bool:
        """Is there a game that a person would miss?"""
        is_safe = self.autosave.path is not None or self.table.match.log == self.kept_log
        return self.terminal.is_live and not is_safe and not self.table.match.is_over

    # Moves

    def _move(self, typed: str) -> None:
        table = self.table
        if typed.isascii() and typed.isdecimal():
            return self._move_by_number(typed)
        chosen = table.drawing.selected(table.view, typed)
        if chosen is not None:
            return self._select(typed, chosen)
        try:
            move = table.match.game.parse_move(table.drawing.canonical(typed))
        except NotationError:
            raise NotationError(self.say("table.not_understood", got=typed[:40])) from None
        table.play(move)

    def _move_by_number(self, typed: str) -> None:
        """Only if the player can see which move has it: a 3 may be meant as a piece or a tray."""
        moves, number = self.table.moves, int(typed[:9])
        beginning = [move for move in moves if str(move).startswith(typed)]
        is_number = 1 <= number <= len(moves)
        if is_number and (moves[number - 1] in self.readable or not self.terminal.is_live):
            return self.table.play(moves[number - 1])
        if not is_number and not beginning:
            got = typed if len(typed) < 10 else f"{typed[:9]}…"
            raise NotationError(self.say("table.no_number", n=got, most=len(moves)))
        key = "table.not_listed" if beginning else "table.not_a_move"
        self.table.notices = [self.say(key, got=typed[:40])]
        self.screen.list_moves(beginning or moves)

    def _while_open(self, act: Callable[[], None]) -> None:
        if self.table.match.is_over:
            raise IllegalMoveError(self.say("table.over"))
        act()

    def _select(self, typed: str, chosen: list[Any]) -> None:
        """Half a move: played if it can mean one only; else tell the ways to end it."""
        table = self.table
        if (meant := table.drawing.chosen(chosen)) is not None:
            return table.play(meant)
        if not chosen:
            raise IllegalMoveError(self.say("table.no_way", what=typed))
        numbers = {move: n for n, move in enumerate(table.moves, 1)}
        ways = (f"{numbers[move]}) {table.drawing.label(move)}" for move in chosen)
        self.screen.numbered = set(chosen)
        table.notices = [self.say("table.ways", what=typed, ways=" · ".join(ways))]

    def _turn(self) -> None:
        move = self.table.drawing.turning(self.table.view)
        if move is None:
            raise IllegalMoveError(self.say("table.no_turn"))
        self.table.play(move)

    def _refusal(self, error: TavolinoError) -> str:
        if not isinstance(error, IllegalMoveError) or not error.clause:
            return str(error)
        why = find_sentence(self.terminal.lang, f"refusal.{error.clause}") or error
        return self.say("s40.refused", motivo=f"{why} ({error.clause})")

    # The other commands

    def _new_deal(self, text: str) -> None:
        what = self.say("error.deal_number")
        number = parse_number(self.terminal, text, what) if text else new_deal_number()
        old = self.table
        kept = self.autosave.keep(old) if old.played else None
        game, bots = old.match.game, old.bots
        self.table = PracticeGame(self.terminal, game, old.names, old.faces, number, bots)
        self.table.notices[:0] = [kept] if kept else []
        self.kept_log = self.table.match.log
        self.saved.clear()

    def _save(self, name: str, force: bool = False) -> None:
        if not name:
            raise NotationError(self.say("table.save_where"))
        try:
            path = Path(name).expanduser()
        except RuntimeError:  # no such user
            path = Path(name)
        write_file(self.terminal, path, self.table.record, force or path in self.saved)
        self.saved.add(path)
        self.kept_log = self.table.match.log
        self.table.notices = [self.say("table.saved", file=path)]

    def _list_moves(self) -> None:
        self.screen.list_moves(self.table.moves)

    def _leave(self) -> None:
        self.is_leaving = True

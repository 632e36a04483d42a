"""Show the table, read a line, do it: until the player leaves or the input ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tavolino.chance import new_deal_number
from tavolino.cli.arguments import parse_number
from tavolino.cli.files import write_file
from tavolino.cli.notation import canonical
from tavolino.cli.screen import Screen
from tavolino.cli.table import Table
from tavolino.game import IllegalMoveError, NotationError, TavolinoError
from tavolino.games.patience import BASE
from tavolino.texts import LANGUAGES, catalogue

WITH_MORE = ("new", "save", "save_over")
"""Commands that a number or a file may follow."""


@cache
def command_words() -> dict[str, str]:
    """What one may type for each command, in either language."""
    return {
        word: key.removeprefix("command.")
        for lang in LANGUAGES
        for key, words in catalogue(lang).items()
        if key.startswith("command.")
        for word in words.split()
    }


class Loop:
    def __init__(self, table: Table) -> None:
        self.table, self.terminal = table, table.terminal
        self.say = self.terminal.say
        self.screen = Screen(self.terminal)
        self.is_leaving = False
        self.saved: set[Path] = set()
        """Files of this game, which may be written again."""
        self.commands: dict[str, Callable[[str], None]] = {
            "undo": lambda _: self.table.undo(),
            "redo": lambda _: self.table.redo(),
            "turn": lambda _: self._turn(),
            "finish": lambda _: self.table.finish(),
            "give_up": lambda _: self.table.give_up(),
            "moves": lambda _: self._list_moves(),
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
            self.screen = Screen(self.terminal)
            try:
                self.obey(typed)
            except TavolinoError as error:
                self.table.notices = [self._refusal(error)]
                self.screen.is_refused = True

    def obey(self, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        name = command_words().get(word.lower())
        if name and (not rest or name in WITH_MORE):
            self.commands[name](rest.strip())
        elif typed:
            self._move(typed)

    # Moves

    def _move(self, typed: str) -> None:
        table = self.table
        if typed.isascii() and typed.isdecimal():
            number = int(typed[:9])
            if not 1 <= number <= len(table.moves):
                raise NotationError(self.say("table.no_number", n=typed[:9], most=len(table.moves)))
            return table.play(table.moves[number - 1])
        chosen = table.drawing.selected(table.view, typed)
        if chosen is not None:
            return self._select(typed, chosen)
        try:
            move = table.match.game.parse_move(canonical(table.match.game.name, typed))
        except NotationError:
            said = self.say("table.not_understood", got=typed[:40], examples=table.drawing.examples)
            raise NotationError(said) from None
        table.play(move)

    def _select(self, typed: str, chosen: list[Any]) -> None:
        """Half a move: a card that fits its base goes there; else tell the ways to end it."""
        to_base = [move for move in chosen if getattr(move, "to", None) == BASE]
        if to_base:
            return self.table.play(to_base[0])
        table = self.table
        if not chosen:
            raise IllegalMoveError(self.say("table.no_way", what=typed))
        numbers = {move: n for n, move in enumerate(table.moves, 1)}
        ways = (f"{numbers[move]}) {move}" for move in chosen)
        table.notices = [self.say("table.ways", what=typed, ways=" · ".join(ways))]

    def _turn(self) -> None:
        stock = [move for move in self.table.moves if str(move) in ("turn", "redeal")]
        if not stock:
            raise IllegalMoveError(self.say("table.no_turn"))
        self.table.play(stock[0])

    def _refusal(self, error: TavolinoError) -> str:
        if not isinstance(error, IllegalMoveError) or not error.clause:
            return str(error)
        why = f"{self.say(f'refusal.{error.clause}')} ({error.clause})"
        return self.say("s40.refused", motivo=why)

    # The other commands

    def _new_deal(self, text: str) -> None:
        number = parse_number(self.terminal, text) if text else new_deal_number()
        old = self.table
        game, bots = old.match.game, old.bots
        self.table = Table(self.terminal, game, old.names, old.faces, number, bots)
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
        self.table.notices = [self.say("table.saved", file=path)]

    def _list_moves(self) -> None:
        self.screen.lists_moves = True

    def _leave(self) -> None:
        self.is_leaving = True

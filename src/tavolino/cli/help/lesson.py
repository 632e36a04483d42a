"""``tavolino lesson``: a game taught in the terminal, step by step."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import typer
from rich.text import Text

from tavolino.catalogue import entry_of
from tavolino.cli.arguments import (
    ArgumentError,
    Faces,
    GameName,
    check_faces,
    faces_or_default,
    parse_game,
    terminal_of,
)
from tavolino.cli.drawings import drawing_of
from tavolino.cli.output.narrator import Narrator
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.loop import command_words
from tavolino.cli.practice.refusals import refusal_text
from tavolino.game import NotationError, TavolinoError
from tavolino.learning.lessons import Answer, Lesson, Step, lesson_games, lesson_of, sentences_after
from tavolino.match import Match

app = typer.Typer()


@app.command("lesson", help="help.lesson")
def lesson_command(
    context: typer.Context,
    game: GameName,
    step: Annotated[int, typer.Option("--step", metavar="N", help="help.lesson_step")] = 1,
    faces: Faces = None,
) -> None:
    terminal = terminal_of(context)
    check_faces(terminal, faces)
    name = parse_game(terminal, game).name
    if name not in lesson_games():
        raise ArgumentError(terminal.say("error.no_lesson", game=name))
    lesson = lesson_of(name)
    if not 1 <= step <= len(lesson.steps):
        raise ArgumentError(terminal.say("error.lesson_step", most=len(lesson.steps), got=step))
    with suppress(EOFError):  # the learner leaves, or the end of the input
        LessonLoop(terminal, lesson, faces_or_default(terminal, faces, name)).run(step)


class LessonLoop:
    def __init__(self, terminal: Terminal, lesson: Lesson, faces: str) -> None:
        self.terminal, self.lesson, self.say = terminal, lesson, terminal.say
        first = lesson.steps[0].start
        keys = entry_of(lesson.game).seat_names(first.boards[0].state)
        names = [self.say(key).capitalize() for key in keys]
        self.narrator = Narrator(terminal, names, faces)
        self.drawing = drawing_of(terminal, first.game, names, faces)

    def run(self, number: int) -> None:
        for at, step in enumerate(self.lesson.steps[number - 1 :], number):
            self._show(at, step.start, None)
            self.terminal.print_sentence(self.narrator.sentence(step.say))
            if step.moves:
                self._do(at, step)
            self._ask(self.say("learn.go_on"))
        self.terminal.print_sentence(self.say("learn.end", game=self.lesson.game), "bold")

    def _do(self, number: int, step: Step) -> None:
        """Until the learner has made the move; then what happens."""
        self.terminal.print_sentence(self.say("learn.keys"), "dim")
        answer = self._answer(step)
        while answer is None or not answer.is_right:
            answer = self._answer(step)
        played = [entry.act for entry in answer.after.log if entry.actor >= 0]
        self._show(number, answer.after, played[-1])
        for sentence in sentences_after(step.start, answer.after):
            self.terminal.print_sentence(self.narrator.sentence(sentence), "dim")
        self.terminal.print_sentence(self.narrator.sentence(answer.sentence), "bold")

    def _answer(self, step: Step) -> Answer | None:
        """To one typed line; None if it is not a legal move."""
        typed = self._ask("")
        if command_words().get(typed.lower()) == "hint":
            move = step.start.game.parse_move(step.moves[0])
            self.terminal.print_sentence(self.say("learn.move", move=self.drawing.label(move)))
            return None
        try:
            answer = step.play(self._parsed(step, typed)) if typed else None
        except TavolinoError as error:
            self.terminal.print_sentence(refusal_text(self.terminal, error), "bold red")
            return None
        if answer and not answer.is_right:
            self.terminal.print_sentence(self.narrator.sentence(answer.sentence), "bold")
        return answer

    def _parsed(self, step: Step, typed: str) -> str:
        if command_words().get(typed.lower()) == "turn":
            stock = self.drawing.stock_move(step.start.watch(0))
            return str(stock) if stock is not None else typed
        text = self.drawing.canonical(typed)
        try:
            step.start.game.parse_move(text)
        except NotationError:
            raise NotationError(self.say("table.not_understood", got=typed[:40])) from None
        return text

    def _ask(self, what: str) -> str:
        typed = self.terminal.ask(f" {what} >" if what else " >")
        if typed is None or command_words().get(typed.lower()) == "quit":
            raise EOFError
        return typed

    def _show(self, number: int, match: Match[Any, Any], last: Any) -> None:
        self.terminal.clear()
        where = self.say("learn.step", n=number, most=len(self.lesson.steps))
        title = self.terminal.title_of(self.lesson.game)
        self.terminal.print(Text.assemble((f" {title}", "bold"), f" · {where}"))
        self.terminal.print()
        self.terminal.print(self.drawing.board(match.watch(0), last))
        self.terminal.print()

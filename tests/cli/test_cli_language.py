"""The language follows the locale, and no sentence is half in another one."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from support.cli import run
from typer.main import get_command

import tavolino
from tavolino.cli import app
from tavolino.translations import LANGUAGES, texts_of
from tavolino.translations.errors import error_templates, translate_error

SOURCES = Path(tavolino.__file__).parent
VARIABLES = ("TAVOLINO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
ITALIAN, ENGLISH = "Errore:", "Error:"


@pytest.mark.parametrize(
    ("environment", "words", "lead"),
    [
        ({}, [], ITALIAN),
        ({"LANG": "C.UTF-8"}, [], ITALIAN),
        ({"LANG": "it_IT.UTF-8"}, [], ITALIAN),
        ({"LANG": "en_US.UTF-8"}, [], ENGLISH),
        ({"LANG": "de_DE.UTF-8"}, [], ENGLISH),
        ({"LANG": "it_IT", "LC_MESSAGES": "en_GB"}, [], ENGLISH),
        ({"LANG": "en_GB", "LC_MESSAGES": "en_GB", "LC_ALL": "it_IT"}, [], ITALIAN),
        ({"LANG": "en_GB", "TAVOLINO_LANG": "it"}, [], ITALIAN),
        ({"LANG": "it_IT", "TAVOLINO_LANG": "en"}, [], ENGLISH),
        ({"TAVOLINO_LANG": "en"}, ["--lang", "it"], ITALIAN),
        ({"LANG": "it_IT"}, ["--lang", "en"], ENGLISH),
    ],
)
def test_the_language_of_the_locale(
    environment: dict[str, str], words: list[str], lead: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert run("deal", "unknown", *words).err.startswith(lead)


def test_an_unknown_language_is_named_with_its_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVOLINO_LANG", "fr")
    result = run("deal", "solitario40")
    assert result.code == 2 and "TAVOLINO_LANG" in result.err and "«fr»" in result.err


# Help


def commands(command: Any, *words: str) -> list[tuple[str, ...]]:
    """The words of a command and of all its subcommands."""
    below = getattr(command, "commands", {})
    return [words, *(one for name in sorted(below) for one in commands(below[name], *words, name))]


COMMANDS = commands(get_command(app))


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_in_one_language(words: tuple[str, ...]) -> None:
    italian = run(*words, "-h", "--lang", "it")
    assert italian.code == 0
    assert italian.out == run(*words, "--help", "--lang", "it").out
    # No word of the parser's own, and no name of a value, is left in English.
    for word in (
        "Usage",
        "OPTIONS",
        "Arguments",
        "[default",
        "[required",
        "[env var",
        "GAME",
        "NAME",
        " DIR ",
    ):
        assert word not in italian.out, word
    assert " Uso: tavolino" in italian.out
    english = run(*words, "-h", "--lang", "en").out
    assert " Usage: tavolino" in english and "«" not in english


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_names_no_type_of_python(words: tuple[str, ...]) -> None:
    shown = run(*words, "-h", "--lang", "en").out
    assert not re.search(r"<(str|Path|int|list)|[{}]", shown), shown


def test_quotation_marks_are_those_of_the_language() -> None:
    assert not [key for key, text in texts_of("en").items() if "«" in text or "»" in text]


def test_game_options_are_listed_where_a_game_takes_them() -> None:
    assert "marker_home=" in run("deal", "-h").out
    assert "marker_home=" not in run("lab", "run", "-h").out


# Errors of the program's other parts

PARTS = ("cards.py", "chance.py", "contest.py", "game.py", "record.py")
DEFECTS = {"AssertionError", "RuntimeError", "IndexError", "KeyError", "TypeError"}
"""Not for users."""


def raised_sentences() -> set[str]:
    """Every sentence with which a part of the program refuses input, with numbered blanks."""
    found = set()
    files = [SOURCES / name for name in PARTS] + [
        SOURCES / "catalogue" / name for name in ("__init__.py", "own_bots.py")
    ]
    for folder in ("games", "match", "lab", "solvers", "learning"):
        files += (SOURCES / folder).rglob("*.py")
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name.endswith("Error") and name not in DEFECTS:
                found.add(template_of(node.args[0]))
    return found - {""}


def template_of(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if not isinstance(node, ast.JoinedStr):
        return ""  # a sentence that was made elsewhere
    parts, blanks = [], 0
    for value in node.values:
        if isinstance(value, ast.Constant):
            parts.append(str(value.value))
        else:
            parts.append(f"{{{blanks}}}")
            blanks += 1
    return "".join(parts)


def test_every_error_has_a_translation_and_none_is_unused() -> None:
    sentences, templates = raised_sentences(), error_templates("it")
    assert len(sentences) > 80
    assert sentences - templates.keys() == set()
    about_errors = {one for one in templates if one.startswith(("expected ", "the ", "line "))}
    fragments = {"the dealer", "line {0}: {1}"}
    assert about_errors - sentences - fragments == set()


def test_translations_keep_every_blank_and_are_recognised() -> None:
    for template, translation in error_templates("it").items():
        blanks = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
        kept = [name for _, name, _, _ in Formatter().parse(translation) if name is not None]
        assert sorted(blanks) == sorted(kept), template
        values = [f"'valore {n}'" for n in range(len(blanks))]
        assert translate_error("it", template.format(*values)) == translation.format(*values)


ENGLISH_WORDS = re.compile(r"\b(expected|got|line|the|cannot|such as|entry)\b", re.IGNORECASE)


def test_a_bad_file_is_described_in_one_language(tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    run("play", "solitario40", "-n", 4, "--save", game, typed=["1", "1"])
    whole = game.read_text()
    for text in ("", "x\n", whole[:-9], whole.replace("deal 4", "deal 5", 1)):
        game.write_text(text)
        assert not ENGLISH_WORDS.search(run("verify", game).err), text
        assert ENGLISH_WORDS.search(run("verify", game, "--lang", "en").err)
    deals = tmp_path / "deals"
    deals.write_text('{"columns": 3}\n')
    assert not ENGLISH_WORDS.search(run("solve", "nove_colonne", "--deals", deals).err)


def test_no_italian_text_has_english_words() -> None:
    texts = texts_of(LANGUAGES[0])
    assert [
        key for key, said in texts.items() if ENGLISH_WORDS.search(re.sub(r"\{\w*\}", "", said))
    ] == []

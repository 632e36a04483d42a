"""Both languages have the same texts, and every text is used."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import tavolino
from tavolino.translations import LANGUAGES, text, texts_of

SOURCES = Path(tavolino.__file__).parent
NOTICES = {
    "s40.stall": (
        "Stallo: non ci sono più mosse che diano punti o scoprano carte. "
        "Attendi la fine della partita."
    ),
    "s40.solved": "Solitario risolto!",
    "s40.time": "Tempo scaduto.",
    "s40.wait": "In attesa degli altri giocatori.",
    "s40.replay": "Parità fra i primi due: si rigioca da zero punti.",
    "s40.refused": "Mossa non consentita: {motivo}",
    "n9.dead_end": "Vicolo cieco: da qui non si può più scoprire una carta né vincere.",
    "n9.lost": "Non ci sono più mosse: hai perso.",
    "n9.won": "Hai vinto!",
    "az.ai": "L'Automa tira {dado}: prende {n} piastrelle {colore} da {luogo}.",
    "az.marker": "La piastrella Primo Giocatore passa a {chi}.",
    "af.capture": "{giocatore} completa una sequenza e gioca ancora.",
    "af.pass": "{giocatore} non può posizionare pedine: passa.",
    "af.out": "{giocatore} è eliminato.",
}
"""RULES section 7."""


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    italian, english = (texts_of(lang) for lang in LANGUAGES)
    assert italian.keys() == english.keys()
    for key in italian:
        assert placeholders(italian[key]) == placeholders(english[key]), key


def test_every_counted_thing_has_a_singular() -> None:
    """`{n} carte` is wrong for one; `{n} su 32` and `un {n} in b4` count nothing."""
    counts = re.compile(r"\{n\} (?!(?:di|su|in|of|on|kB)\b)[a-zà-ù]")
    for lang in LANGUAGES:
        texts = texts_of(lang)
        plural = {key for key, said in texts.items() if counts.search(said)}
        assert not {
            key for key in plural if not key.endswith("_one") and f"{key}_one" not in texts
        }, lang


def test_no_italian_article_stands_before_a_share() -> None:
    """It would have to change: `il 7%`, but `l'8%`, `lo 0%`."""
    articled = re.compile(r"\b(?:il|al|del|dal|nel|sul) \{(?:share|wins|best|other|played|loss)\}")
    assert [key for key, said in texts_of("it").items() if articled.search(said)] == []


def test_the_notices_are_those_of_the_rules() -> None:
    assert {key: texts_of("it")[key] for key in NOTICES} == NOTICES


def test_no_sentence_is_empty_or_ends_in_a_blank() -> None:
    for lang in LANGUAGES:
        assert [key for key, said in texts_of(lang).items() if said != said.strip(" \n")] in (
            [],
            ["az.ten", "board.undealt", "told.scores"],
        )


def patterns_in_sources() -> list[str]:
    """Every string of those who speak, as a pattern: what an f-string fills in may be anything."""
    patterns = []
    for file in (
        file
        for room in (
            "catalogue",
            "cli",
            "narration",
            "solvers",
            "bots",
            "server",
            "learning",
            "translations",
        )
        for file in (SOURCES / room).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                patterns.append("".join(map(pattern_of, node.values)))
            else:
                patterns.append(pattern_of(node))
    return [pattern for pattern in patterns if pattern != ".+"]


def pattern_of(node: ast.AST) -> str:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return re.escape(str(getattr(node, "value", ""))) if is_text else ".+"


def test_no_key_is_unused() -> None:
    keyed = [p for p in patterns_in_sources() if re.match(r"[a-z0-9_]+\\\.", p)]
    used = re.compile("|".join(keyed))
    unused = [key for key in texts_of("it") if not used.fullmatch(key.removesuffix("_one"))]
    # command_words reads all keys of the first part; the second is for the browser alone.
    assert [key for key in unused if not key.startswith(("command.", "standing_you."))] == []


def test_a_singular_is_chosen_for_one() -> None:
    for lang in LANGUAGES:
        texts = texts_of(lang)
        singulars = [key for key in texts if key.endswith("_one")]
        assert singulars
        for key in singulars:
            plural = key.removesuffix("_one")
            blanks = {name: "x" for name in placeholders(texts[key])} | {"n": 1}
            assert text(lang, plural, **blanks) == texts[key].format(**blanks)
            assert text(lang, plural, **blanks | {"n": 2}) == texts[plural].format(
                **blanks | {"n": 2}
            )


def clauses_in_sources() -> set[str]:
    """Every clause that a refusal can cite."""
    clauses: set[str] = set()
    for file in (*(SOURCES / "match").glob("*.py"), *(SOURCES / "games").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                clauses |= set(re.findall(r"^R-[A-Z0-9]+-S?\d+$", node.value))
    return clauses


def test_every_clause_that_refuses_has_a_sentence() -> None:
    clauses = clauses_in_sources()
    assert len(clauses) > 20
    refusals = {key.removeprefix("refusal.") for key in texts_of("it") if "refusal." in key}
    assert refusals == clauses


def test_an_unknown_key_is_a_programming_error() -> None:
    with pytest.raises(KeyError):
        text("it", "no.such.key")

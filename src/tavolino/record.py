"""A record: a match as readable text, from which everything else is computed.

A header (game, options, seed, players), an empty line, one line for each entry, and a last line
that counts the entries and seals the text, so that a truncated or altered file is detected:

    tavolino record 1
    game nove_colonne 1
    table practice
    deal 1234567
    player 1 Anna

    dealer 1: deal 8S 3H … rejected 0
    player 1: 4D>7
    end 2 5f0c7e…
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest
from typing import Any, NamedTuple

from tavolino.catalogue import make_game
from tavolino.chance import FairSeed, check_deal_number, deal_seed
from tavolino.contest import Contest
from tavolino.game import (
    CHANCE,
    REFEREE,
    AnyGame,
    IllegalMoveError,
    NotationError,
    Stop,
    TavolinoError,
    options_of,
    with_options,
)
from tavolino.match import Entry, Match, Referee, by_the_rules, due, new_match, steps

FORMAT = "tavolino record 1"
"""The first line of every record."""
MAX_BYTES = 2_000_000
"""A longer file is refused before it is parsed."""
NAME_LENGTH = 60
"""The most characters of a player's name."""


class VerifyError(TavolinoError):
    """The record differs from what chance, the rules and the referee give."""

    def __init__(self, message: str, difference: Difference | None = None) -> None:
        super().__init__(message)
        self.difference = difference
        """Where they differ; None if the header is at fault."""


class Difference(NamedTuple):
    """The first entry that is not what it should be."""

    entry: int
    """Its number, from 1; one more than there are if an entry is missing at the end."""
    expected: str
    """The entry that was due; empty if none was."""
    got: str
    """The entry of the record; empty at its end."""


class AlteredRecordError(NotationError):
    """A record whose last line does not fit the rest: it was changed after it was written."""


class HiddenSeedError(TavolinoError):
    """The seed is not in the record, so nobody can tell whether its chance is genuine."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match with the names of its players. ``str(record)`` is its text.

    Raises ``NotationError`` for a wrong number of names, or a name that a line cannot hold.

    >>> from tavolino.games import Solitario40
    >>> from tavolino.match import settle
    >>> match = settle(new_match(Solitario40(), deal_seed(5), is_practice=True))
    >>> record = Record(match, ("Ada",), origin=5)
    >>> parse_record(str(record)) == record
    True
    """

    match: Match[Any, Any]
    """The match at its last entry."""
    names: tuple[str, ...]
    """The names of the players, in the order of their numbers."""
    origin: int | FairSeed | None = None
    """Where the seed comes from: a deal number, a fair seed, or unknown."""

    def __post_init__(self) -> None:
        if len(self.names) != self.match.players:
            raise NotationError(
                f"expected {self.match.players} names of players, got {len(self.names)}"
            )
        for name in self.names:
            check_name(name)

    def __str__(self) -> str:
        lines = [*self._header(), "", *map(str, self.match.log)]
        return sealed("\n".join(lines) + "\n", len(self.match.log))

    def _header(self) -> Iterator[str]:
        match = self.match
        yield FORMAT
        yield f"game {match.game.name} {match.game.version}"
        for name, value in options_of(match.game).items():
            yield f"option {name} {value}"
        if match.contest:
            for name, value in options_of(match.contest).items():
                if (name, value) != ("deals", "any"):  # records of version 0.1.0 have no such line
                    yield f"contest {name} {value}"
        yield f"table {'practice' if match.is_practice else 'rated'}"
        if isinstance(self.origin, int):
            yield f"deal {self.origin}"
        elif self.origin:
            yield f"commitment {self.origin.commitment}"
            for number, nonce in enumerate(self.origin.nonces, 1):
                yield f"nonce {number} {nonce}"
            if self.origin.secret:
                yield f"secret {self.origin.secret}"
        for number, name in enumerate(self.names, 1):
            yield f"player {number} {name}"

    def matches(self) -> Iterator[Match[Any, Any]]:
        """The match before the first entry, then after each."""
        start = before_first_entry(self.match)
        yield start
        yield from steps(start, self.match.log)


def before_first_entry(match: Match[Any, Any]) -> Match[Any, Any]:
    """The same match with an empty log: nothing has been dealt."""
    return new_match(
        match.game,
        match.seed,
        boards=len(match.boards),
        contest=match.contest,
        is_practice=match.is_practice,
    )


def sealed(text: str, entries: int) -> str:
    """The text of a record with its last line, which counts the entries and seals them."""
    return f"{text}end {entries} {_seal(text)}\n"


def _seal(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def check_name(name: str) -> str:
    """The name, if a record can hold it; otherwise raises ``NotationError``."""
    if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable() or name != name.strip():
        raise NotationError(
            f"expected a name of 1 to {NAME_LENGTH} printable characters, got {name[:80]!r}"
        )
    return name


def read_record(data: bytes) -> Record:
    """Parse a record from the bytes of a file.

    Raises ``NotationError`` with the line if it is no record, or was cut off or altered, and
    ``IllegalMoveError`` if an entry is against the rules.
    """
    if len(data) > MAX_BYTES:
        raise NotationError(f"expected a record of at most {MAX_BYTES} bytes, got {len(data)}")
    try:
        return parse_record(data.decode())
    except UnicodeDecodeError as error:
        raise NotationError(
            f"expected a record in UTF-8 text, got byte {data[error.start]:#04x} "
            f"at position {error.start}"
        ) from None


def parse_record(text: str) -> Record:
    """Parse a record; the inverse of ``str(record)``. Every entry is checked by ``Match.play``."""
    header, entries, first = _split(text)
    match, names, origin = _parse_header(header)
    for number, line in enumerate(entries, first):
        try:
            match = match.play(match.parse_entry(line))
        except TavolinoError as error:
            raise _at_line(number, error) from None
    record = Record(match, names, origin)
    _check_form(text, str(record))
    return record


def _at_line(number: int, error: TavolinoError) -> TavolinoError:
    message = f"line {number}: {error}"
    if isinstance(error, IllegalMoveError):
        return IllegalMoveError(message, error.clause)
    return type(error)(message)


def _check_form(text: str, expected: str) -> None:
    """A record has one spelling: all options, in order, numbers without leading zeros."""
    for number, (line, wanted) in enumerate(zip_longest(text.split("\n"), expected.split("\n")), 1):
        if line != wanted:
            raise NotationError(f"line {number}: expected {wanted!r}, got {(line or '')[:60]!r}")


def _split(text: str) -> tuple[list[str], list[str], int]:
    """Header, entries, and the line number of the first entry; the seal is checked."""
    if text.split("\n", 1)[0] != FORMAT:
        first = text.split("\n", 1)[0]
        raise NotationError(f"line 1: expected '{FORMAT}', got {first[:60]!r}")
    body, end, seal = text.rpartition("\nend ")
    body += "\n"
    lines = body.split("\n")[:-1]
    if not end or not re.fullmatch("[0-9]+ [0-9a-f]{16}\n", seal, re.ASCII):
        raise NotationError(
            f"line {text.count(chr(10)) + 1}: expected a last line 'end N …': the record is cut off"
        )
    if "" not in lines:
        raise NotationError("expected an empty line between header and entries, got none")
    blank = lines.index("")
    header, entries = lines[:blank], lines[blank + 1 :]
    count, digest = seal.split()
    if count != str(len(entries)):
        raise AlteredRecordError(
            f"line {len(lines) + 1}: expected 'end {len(entries)} …' after {len(entries)} entries, "
            f"got 'end {count[:20]} …'"
        )
    if digest != _seal(body):
        raise AlteredRecordError(
            f"line {len(lines) + 1}: the record was altered: expected the seal {_seal(body)}, "
            f"got {digest}"
        )
    return header, entries, blank + 2


def _parse_header(lines: list[str]) -> tuple[Match[Any, Any], tuple[str, ...], Any]:
    parts = _Header(lines)
    try:
        return _parse_parts(parts)
    except TavolinoError as error:
        raise _at_line(parts.at, error) from None


def _parse_parts(parts: _Header) -> tuple[Match[Any, Any], tuple[str, ...], Any]:
    name, version = parts.take("game")
    game = _game(name, int(version), parts)
    rules = _options(parts, "contest", Contest)
    contest: Contest | None = with_options(Contest, rules) if rules else None
    (table,) = parts.take("table")
    origin = _parse_origin(parts)
    names = tuple(map(check_name, parts.take_numbered("player")))
    parts.check_end()
    seats = game.seats
    if not names or len(names) % seats:
        raise NotationError(f"expected {seats} players a board, got {len(names)}")
    seed = _seed(origin)
    boards = len(names) // seats
    match = new_match(game, seed, boards=boards, contest=contest, is_practice=table == "practice")
    return match, names, origin


def _game(name: str, version: int, parts: _Header) -> AnyGame:
    game = make_game(name)
    if game.version != version:
        raise NotationError(f"expected version {game.version} of {name}, got version {version}")
    return make_game(name, _options(parts, "option", type(game)))


def _options(parts: _Header, word: str, kind: Any) -> dict[str, str]:
    options: dict[str, str] = {}
    for name, value in parts.take_all(word):
        with_options(kind, {name: value})  # checked here, where the line number is known
        options[name] = value
    return options


def _parse_origin(parts: _Header) -> int | FairSeed | None:
    if parts.next_is("deal"):
        (number,) = parts.take("deal")
        return check_deal_number(int(number))
    if not parts.next_is("commitment"):
        return None
    (commitment,) = parts.take("commitment")
    nonces = tuple(parts.take_numbered("nonce"))
    secret = parts.take("secret")[0] if parts.next_is("secret") else None
    return FairSeed(commitment, nonces, secret)


def _seed(origin: int | FairSeed | None) -> bytes | None:
    if isinstance(origin, int):
        return deal_seed(origin)
    return origin.seed() if origin and origin.secret else None


_HEX, _NAMED = "([0-9a-f]+)", "([a-z_]+) (.+)"
_FORMS = {
    "game": ("([a-z0-9_]+) ([0-9]{1,9})", "'game NAME VERSION'"),
    "option": (_NAMED, "'option NAME VALUE'"),
    "contest": (_NAMED, "'contest NAME VALUE'"),
    "table": ("(practice|rated)", "'table practice' or 'table rated'"),
    "deal": ("([0-9]{1,20})", "'deal NUMBER'"),
    "commitment": (_HEX, "'commitment HEX'"),
    "nonce": (_HEX, "'nonce {number} HEX'"),
    "secret": (_HEX, "'secret HEX'"),
    "player": ("(.+)", "'player {number} NAME'"),
}
"""The pattern after each first word of the header, and its form for error messages."""


class _Header:
    """Reads the lines of the header in order."""

    def __init__(self, lines: list[str]) -> None:
        self.lines, self.at = lines, 1
        """``at`` is the number of the line read last."""

    def next_is(self, word: str) -> bool:
        return self.at < len(self.lines) and self.lines[self.at].startswith(word + " ")

    def take(self, word: str, number: int | None = None) -> tuple[str, ...]:
        line = self.lines[self.at] if self.at < len(self.lines) else ""
        pattern, form = _FORMS[word]
        start = word if number is None else f"{word} {number}"
        self.at += 1
        match = re.fullmatch(f"{start} {pattern}", line, re.ASCII)
        if not match:
            raise NotationError(f"expected {form.format(number=number)}, got {line[:60]!r}")
        return match.groups()

    def take_all(self, word: str) -> Iterator[tuple[str, str]]:
        while self.next_is(word):
            name, value = self.take(word)
            yield name, value

    def take_numbered(self, word: str) -> Iterator[str]:
        number = 1
        while self.next_is(word):
            yield self.take(word, number)[0]
            number += 1

    def check_end(self) -> None:
        if self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            raise NotationError(f"expected the end of the header, got {line!r}")


def verify(record: Record, referee: Referee = by_the_rules) -> None:
    """Draw every chance move again, ask the referee again, and compare with the log.

    An entry that is ``due`` must be the next one, so no deal, roll, stall or new game can be
    altered, omitted or added. Raises ``VerifyError`` at the first difference, and
    ``HiddenSeedError`` if there is no seed to draw from.
    """
    match = record.match
    fair = record.origin
    if isinstance(fair, FairSeed) and len(fair.nonces) != match.players:
        raise VerifyError(
            f"expected one nonce from each of {match.players} players, got {len(fair.nonces)}"
        )
    if match.seed is None:
        raise HiddenSeedError(
            "the seed of this record is not revealed, so its chance cannot be verified"
        )
    here = before_first_entry(match)
    for number, entry in enumerate(match.log, 1):
        expected = due(here, referee)
        if expected not in (None, entry) or (expected is None and _is_due_kind(entry)):
            wanted = expected or "an entry of a player, or time up"
            raise VerifyError(
                f"entry {number}: expected '{wanted}', got '{entry}'",
                Difference(number, str(expected or ""), str(entry)),
            )
        here = here.play(entry)
    if (missing := due(here, referee)) is not None:
        raise VerifyError(
            f"after the last entry: expected '{missing}', got the end",
            Difference(len(match.log) + 1, str(missing), ""),
        )


def _is_due_kind(entry: Entry[Any]) -> bool:
    """Whether an entry is of a kind that only ``due`` produces."""
    if entry.actor == CHANCE:
        return True
    return entry.actor == REFEREE and entry.act not in (Stop.TIME_UP, Stop.GIVEN_UP)

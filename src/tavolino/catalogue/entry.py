"""The catalogue entry of a game. Everything except the rules has a default."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from tavolino.cards import FRANCESI
from tavolino.catalogue.own_bots import registered_bots
from tavolino.catalogue.reference import Reference, made_by
from tavolino.game import AnyGame, OptionSpec, Stop, option_specs

RANDOM = "random"
"""The bot that every game has."""


def _never(game: AnyGame, view: Any) -> bool:
    return False


def _no_moves(game: AnyGame, view: Any) -> Iterator[Any]:
    return iter(())


def _nothing(state: Any) -> Sequence[Any]:
    return ()


def _as_it_is(state: Any) -> Any:
    return state


class PuzzleKind(NamedTuple):
    """The code of some themes of puzzles."""

    finder: Reference
    """A module that finds and proves them, a ``learning.puzzles.make.Finder``."""
    question: Reference
    """A ``learning.puzzles.questions.question.Question``, which loads no compiler."""


class WinnableShare(NamedTuple):
    """How many deals can be won with some options, by ``docs/findings.md``."""

    percent: int
    options: Mapping[str, str] = MappingProxyType({})
    """Those that are not the defaults."""


@dataclass(frozen=True, eq=False)
class GameEntry:
    """One game. Code other than the rules is given as references, so that entries load fast."""

    rules: type[AnyGame]
    """A frozen dataclass that implements ``tavolino.game.Game``."""

    # Texts

    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Sentences that are not in ``tavolino.translations``, by language and key.

    ``title.NAME`` and ``about.NAME`` present the game, ``rules.NAME`` and ``how.NAME`` explain it.
    """
    narration: Reference = Reference("tavolino.narration.plain")
    """A module with the functions of ``tavolino.narration.Narration``."""
    other_scorers: tuple[str, ...] = ()
    """Translation keys of the names of those who score without a seat."""
    seat_names: Callable[[Any], Sequence[str]] = _nothing
    """Of a position: translation keys that name its seats where no players do, as in a lesson."""

    # Views and drawings

    view: Reference = Reference("tavolino.server.views.plain:plain_view")
    """``(game, view, is_over)`` to what a client draws, one of ``server.views.BoardView``."""
    previews: Reference | None = None
    """``(view, moves)`` to what each of these moves would do, by its notation."""
    round_count: Reference | None = None
    """``(view before, view after)`` a move to the count of the round it ended, or None."""
    drawing: Reference = Reference("tavolino.cli.drawings.plain:PlainDrawing")
    """``(terminal, game, names, faces)`` to a ``cli.drawings.Drawing``."""
    has_cards: bool = False
    """Is it played with cards? Players may choose their faces."""
    italian_faces: str = FRANCESI
    """The faces that players who use Italian see first, one of ``cards.FACES``."""
    can_lay_open: bool = False
    """Can a replay show what was hidden?"""
    laid_open: Callable[[Any], Any] = _as_it_is
    """A position as it is for a player who has seen every card, as in a puzzle."""
    stock: Callable[[Any], Sequence[Any]] = _nothing
    """The cards of a position that are to be turned, the next first."""
    facts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Numbers from the rules for clients to show."""

    # Chance and the referee

    public_chance: tuple[type, ...] = ()
    """Chance moves that everybody sees; all others stay secret until the end."""
    fast_ruling: Reference | None = None
    """``(game, history, budget)`` to the same as ``game.ruling``, compiled.

    ``budget`` is a ``solvers.limits.Budget``; None is unlimited.
    """
    dead_end: Callable[[Any, Any], bool] | None = None
    """``(game, view)``: is the position lost? It is only a notice, the player decides."""
    fast_dead_end: Reference | None = None
    """``(game, view, budget)`` to the same as ``dead_end``, compiled."""
    can_finish: Callable[[Any, Any], bool] = _never
    """``(game, view)``: can the rest be played automatically?"""
    finishing_moves: Callable[[Any, Any], Iterator[Any]] = _no_moves
    """``(game, view)``: the moves to the end, if ``can_finish``."""

    # Bots, hints, solver

    bots: Mapping[str, Reference] = field(default_factory=dict)
    """Bots besides ``random`` by name, the weakest first; each is a ``bots.bot.Bot``."""
    stand_in: str = RANDOM
    """The bot that plays for a user whose clock has run out; also the first suggestion."""
    newcomers_bot: str | None = None
    """The bot for those who have just learned the game; if None, the ``stand_in``."""
    gives_up: Reference | None = None
    """``(game, history)``: does a bot give up? If None, never."""
    par_bot: str | None = None
    """The bot whose points are the par of a deal."""
    hints: Reference | None = None
    """``(game, view, seat)`` to a list of ``bots.advice.Advice``, the best first."""
    adviser: str | None = None
    """The bot whose move is the hint, if there are no ``hints``."""
    has_coach: bool = False
    """Do its hints estimate the result of every move?"""
    solver: Reference | None = None
    """A module with the functions of ``solvers.solver.Solver``, perhaps of ``FullSolver``."""
    quick_games: Reference | None = None
    """``(game, state, games)`` to the number of cards that so many quick games uncover.

    With a solver, for rules that are a ``games.patience.PatienceGame``.
    """
    winnable_deal: Reference = Reference("tavolino.solvers.winnable_deal:winnable_deal")
    """``(game, seed, stream)`` to the deal of a contest that the solver proves winnable.

    By default the deal is a single move of chance.
    """
    winnable: tuple[WinnableShare, ...] = ()
    """The options for which it is known how many deals can be won."""
    compile_seconds: Mapping[str, int] = field(default_factory=dict)
    """CPU seconds to compile each part of the search (``bots.warm_up``), on a machine of 2026."""
    analysis: Reference | None = None
    """``(record, board, progress)`` to a ``learning.analysis.Analysis``."""
    puzzles: Mapping[str, PuzzleKind] = field(default_factory=dict)
    """For each theme of its puzzles (``learning.puzzles.puzzle.Theme``) what it is about."""
    deal_study: Reference | None = None
    """A module with what the studies of patiences ask of a game, a ``lab.patiences.Patience``.

    Its solver is a ``FullSolver``.
    """
    parse_deal: Reference | None = None
    """``(game, line)``: parses a deal in JSON to a position for the solver."""

    # Environments for learners, which ``tavolino.envs`` registers

    env: Reference | None = None
    """The options as keyword arguments to a Gymnasium environment of one board."""
    batched_env: Reference | None = None
    """The same for many boards at once, a ``gymnasium.vector.VectorEnv``."""
    env_steps: int | None = None
    """Steps after which an episode is cut off; None if every game comes to an end."""
    picture: Reference | None = None
    """``(game, view)`` to a picture, an array of pixels."""
    open_spiel: Reference | None = None
    """A module that registers the game with OpenSpiel when it is imported."""

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def version(self) -> int:
        return self.rules.version

    @cached_property
    def options(self) -> tuple[OptionSpec, ...]:
        return option_specs(self.rules)

    @cached_property
    def seat_counts(self) -> tuple[int, ...]:
        """The possible numbers of seats, chosen by the option ``players``."""
        players = next((option.choices for option in self.options if option.name == "players"), ())
        return tuple(map(int, players or ())) or (self.rules().seats,)

    @property
    def is_solitary(self) -> bool:
        return self.seat_counts == (1,)

    @cached_property
    def included_bots(self) -> Mapping[str, Reference]:
        """The bots that come with the game by name, the weakest first."""
        random = made_by("tavolino.bots.random_bot:RandomBot")
        return MappingProxyType({RANDOM: random, **self.bots})

    @property
    def all_bots(self) -> Mapping[str, Reference]:
        """The bots that come with the game, then those that were registered for it."""
        return {**self.included_bots, **registered_bots(self.name)}

    @property
    def bot_names(self) -> tuple[str, ...]:
        return tuple(self.all_bots)

    # Capabilities

    @property
    def has_contest(self) -> bool:
        """In a contest several players each play the same deal alone, until time is up."""
        return self.is_solitary and Stop.TIME_UP in self.rules.stops

    @property
    def has_daily(self) -> bool:
        return self.is_solitary

    @property
    def has_par(self) -> bool:
        return self.par_bot is not None

    def default_faces(self, lang: str) -> str:
        """French cards are the ones that players who do not use Italian know."""
        return self.italian_faces if lang == "it" else FRANCESI

    @property
    def has_hints(self) -> bool:
        return self.hints is not None or self.adviser is not None

    @property
    def has_solver(self) -> bool:
        return self.solver is not None

    @property
    def has_difficulty(self) -> bool:
        """Are practice deals sorted by whether they can be won, and how difficult that is?"""
        return self.solver is not None and self.quick_games is not None

    @property
    def has_analysis(self) -> bool:
        return self.analysis is not None

    @property
    def can_give_up(self) -> bool:
        return Stop.GIVEN_UP in self.rules.stops

    @property
    def has_dead_ends(self) -> bool:
        return self.dead_end is not None or self.fast_dead_end is not None

    @property
    def is_compiled(self) -> bool:
        """Does the referee use compiled code, which takes a moment to load?"""
        return self.fast_ruling is not None or self.fast_dead_end is not None

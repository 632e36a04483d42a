"""The studies, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tavolino.game import OptionError, with_options
from tavolino.lab.studies.azul import Azul
from tavolino.lab.studies.die_luck import DieLuck
from tavolino.lab.studies.honest import Honest
from tavolino.lab.studies.redeals import Redeals
from tavolino.lab.studies.seats import Seats
from tavolino.lab.studies.small_boards import SmallBoards
from tavolino.lab.studies.solutions import Solutions
from tavolino.lab.studies.winnability import Winnability
from tavolino.lab.study import Study

STUDIES: dict[str, Any] = {
    study.name: study
    for study in (Winnability, Solutions, Honest, Redeals, Seats, SmallBoards, Azul, DieLuck)
}
"""The classes; an instance has options."""


def make_study(name: str, options: Mapping[str, str]) -> Study:
    """A study with options as text; raises ``OptionError`` for what does not exist."""
    if name not in STUDIES:
        raise OptionError(f"expected a study among {', '.join(STUDIES)}, got {name[:40]!r}")
    study: Study = with_options(STUDIES[name], options)
    return study

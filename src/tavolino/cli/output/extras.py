"""What to install for a part of Tavolino that is missing, in the user's language."""

from __future__ import annotations

from tavolino.extras import MissingExtraError, install_command
from tavolino.translations import text


def describe_missing(lang: str, error: MissingExtraError) -> str:
    """One sentence with the command that installs the extra.

    >>> describe_missing("en", MissingExtraError("search", "numba"))
    "this needs the extra package 'numba'; install it with: pip install 'tavolino[search]'"
    """
    return text(
        lang, "error.missing_extra", module=error.missing, command=install_command(error.extra)
    )

"""The check of licences reads SPDX expressions and what older packages write."""

from __future__ import annotations

import pytest
from licences import ACCEPTED, is_accepted


@pytest.mark.parametrize(
    "expression", ["MIT", "mit license", "MIT OR GPL-3.0-only", "(Apache-2.0 OR BSD) AND ISC"]
)
def test_accepted(expression: str) -> None:
    assert is_accepted(expression, ACCEPTED)


@pytest.mark.parametrize(
    "expression", ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "LGPL-3.0-only", "Proprietary"]
)
def test_not_accepted(expression: str) -> None:
    assert not is_accepted(expression, ACCEPTED)

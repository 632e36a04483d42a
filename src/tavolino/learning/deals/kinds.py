"""The kinds of deals that a player can ask for."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

DealKind: TypeAlias = Literal["any", "winnable", "easy", "medium", "hard"]
DEAL_KINDS: tuple[DealKind, ...] = get_args(DealKind)
ANY: DealKind = "any"

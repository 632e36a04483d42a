"""Sets of cells or cards as bits of a number, with operations of one machine instruction each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.extending import intrinsic

Generated = tuple[Any, Callable[..., Any]]


def _popcount(typing_context: Any, bits: Any) -> Generated:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _lowest(typing_context: Any, bits: Any) -> Generated:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


def _highest(typing_context: Any, bits: Any) -> Generated:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], context.get_constant(types.boolean, True))
        return builder.sub(context.get_constant(types.int64, 63), zeros)

    return types.int64(types.int64), generate


popcount = cast(Callable[[int], int], intrinsic(_popcount))
"""How many bits are set."""
lowest = cast(Callable[[int], int], intrinsic(_lowest))
"""The index of the lowest bit that is set; there has to be one."""
highest = cast(Callable[[int], int], intrinsic(_highest))
"""The index of the highest bit that is set; there has to be one."""

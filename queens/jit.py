"""Compiling with Numba: one decorator for all compiled approaches.

Imports Numba only when a function is decorated, so that those who import `queens` and
compile nothing do not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(signature: object, allocates: bool = True) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function for `signature` and keeps the code on disk.

    One explicit signature compiles several times faster than inferred types. The code runs
    without the interpreter's lock, so other threads go on meanwhile; no division by zero
    is noticed. Where no folder can be written, it is compiled in every process.

    A function that makes no arrays can say that it never `allocates`. Then Numba does not count
    references to those it is given, which costs a short function that calls itself more than
    its work.
    """
    import numba

    def compile_it(function: Function) -> Function:
        options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
        if not allocates:
            options["_nrt"] = False  # Numba's runtime, which counts the references
        try:
            result: Function = numba.njit(signature, cache=True, **options)(function)
        except RuntimeError as error:
            if "cannot cache" not in str(error):
                raise
            result = numba.njit(signature, **options)(function)
        return result

    return compile_it

"""Eight 64-bit words side by side: how compiled code here names a SIMD register.

Numba leaves vectors to LLVM's guesses, and for loops that look up tables LLVM guesses
wrong (it gathers single words). Here a value of type `Lanes` is LLVM's own vector type,
`<8 x i64>`, and each function is an instruction or two of LLVM's. They are not tied to
a processor: LLVM makes them one AVX-512 register, two of AVX2, four of NEON or eight plain
words, as the machine has them, with the same results.

All of it works inside compiled functions only. Numba's cache does not notice changes to
this file: whoever edits it deletes the `__pycache__` of the folder.

Source: LLVM Language Reference Manual, sections on vector types and vector intrinsics.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, register_model
from numpy.typing import NDArray

from queens import Board, Unsupported

LANES = 8
LARGEST_N = 63  # columns in a set that is one word

Words = NDArray[np.int64]


class LanesType(types.Type):  # type: ignore[misc]  # Numba has no annotations
    """Eight words, to Numba."""

    def __init__(self) -> None:
        super().__init__(name="Lanes")


@register_model(LanesType)
class LanesModel(models.PrimitiveModel):  # type: ignore[misc]  # as above
    """Eight words, to LLVM."""

    def __init__(self, manager: object, numba_type: object) -> None:
        super().__init__(manager, numba_type, VECTOR)


BYTE, INDEX, INT64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)
VECTOR = ir.VectorType(INT64, LANES)
ZEROS = ir.Constant(VECTOR, [0] * LANES)
EIGHT, WORD, WORDS = LanesType(), types.int64, types.Array(types.int64, 1, "C")
Value: TypeAlias = ir.Value
Builder: TypeAlias = ir.IRBuilder

INSTRUCTIONS = {
    operator.and_: Builder.and_,
    operator.xor: Builder.xor,
    operator.add: Builder.add,
    operator.iadd: Builder.add,
    operator.lshift: Builder.shl,
    operator.rshift: Builder.lshr,  # the words are bit sets: zeros come in from the left
}

for symbol, instruction in INSTRUCTIONS.items():
    cases = {"key": symbol, "cases": [signature(EIGHT, EIGHT, EIGHT)]}
    infer_global(symbol)(type(f"Lanes {symbol.__name__}", (ConcreteTemplate,), cases))
    lower_builtin(symbol, EIGHT, EIGHT)(
        lambda context, builder, kind, values, emit=instruction: emit(builder, *values)
    )


def emits(result: object, *parameters: object) -> Callable[[Callable[..., Value]], Any]:
    """Return a decorator that lets compiled code call a function which emits LLVM code."""

    def declare(emit: Callable[..., Value]) -> Any:
        def typed(context: object, *arguments: object) -> tuple[object, object]:
            def generate(context: object, builder: Builder, kind: object, values: Any) -> Value:
                return emit(builder, *values)

            return signature(result, *parameters), generate

        typed.__name__, typed.__doc__ = emit.__name__, emit.__doc__
        typed.__signature__ = inspect.signature(emit)  # type: ignore[attr-defined]  # for Numba
        return intrinsic(typed)

    return declare


def address(builder: Builder, words: Value, at: Value) -> Value:
    """Return where lanes begin at `words[at]`."""
    data = builder.extract_value(words, 4)  # the fifth field of Numba's array is its data
    return builder.bitcast(builder.gep(data, [at]), VECTOR.as_pointer())


def in_all_lanes(builder: Builder, word: Value) -> Value:
    """Return a vector with `word` in all lanes."""
    first = builder.insert_element(ZEROS, word, ir.Constant(INDEX, 0))
    return builder.shuffle_vector(first, ZEROS, ir.Constant(ir.VectorType(INDEX, LANES), [0] * 8))


def call(builder: Builder, name: str, result: ir.Type, *values: Value) -> Value:
    """Return what one of LLVM's intrinsic functions makes of `values`."""
    kind = ir.FunctionType(result, [value.type for value in values])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), values)


@emits(EIGHT, WORDS, WORD)
def load(builder: Builder, words: Value, at: Value) -> Value:
    """Return the eight words from `words[at]` on."""
    return builder.load(address(builder, words, at), align=8)


@emits(types.void, WORDS, WORD, EIGHT)
def store(builder: Builder, words: Value, at: Value, lanes: Value) -> Value:
    """Write the eight words from `words[at]` on."""
    builder.store(lanes, address(builder, words, at), align=8)
    return cgutils.get_null_value(ir.IntType(8).as_pointer())


@emits(EIGHT, WORD)
def spread(builder: Builder, word: Value) -> Value:
    """Return `word` in all lanes."""
    return in_all_lanes(builder, word)


@emits(EIGHT, EIGHT)
def bit_counts(builder: Builder, lanes: Value) -> Value:
    """Return the number of bits set in each lane."""
    return call(builder, "llvm.ctpop.v8i64", VECTOR, lanes)


@emits(WORD, WORD)
def bit_count(builder: Builder, word: Value) -> Value:
    """Return the number of bits set in one word."""
    return builder.ctpop(word)


@emits(WORD, EIGHT)
def total(builder: Builder, lanes: Value) -> Value:
    """Return the sum of the lanes."""
    return call(builder, "llvm.vector.reduce.add.v8i64", INT64, lanes)


@emits(WORD, EIGHT)
def common(builder: Builder, lanes: Value) -> Value:
    """Return the bits that are set in all lanes."""
    return call(builder, "llvm.vector.reduce.and.v8i64", INT64, lanes)


def append(builder: Builder, words: Value, at: Value, lanes: Value, chosen: Value) -> Value:
    """Write the `chosen` lanes side by side from `words[at]` on; return `at` plus their number.

    What follows them, up to `words[at + 7]`, is lost.
    """
    packed = call(builder, "llvm.experimental.vector.compress.v8i64", VECTOR, lanes, chosen, ZEROS)
    builder.store(packed, address(builder, words, at), align=8)
    appended = builder.ctpop(builder.bitcast(chosen, BYTE))
    return builder.add(at, builder.zext(appended, INT64))


@emits(WORD, WORDS, WORD, WORD, EIGHT)
def append_unions(builder: Builder, words: Value, at: Value, word: Value, lanes: Value) -> Value:
    """Write `word | lane` for each lane disjoint from `word`; return `at` plus their number."""
    spread_word = in_all_lanes(builder, word)
    disjoint = builder.icmp_unsigned("==", builder.and_(spread_word, lanes), ZEROS)
    return append(builder, words, at, builder.or_(spread_word, lanes), disjoint)


@emits(WORD, WORDS, WORD, WORD, EIGHT)
def append_disjoint(builder: Builder, words: Value, at: Value, word: Value, lanes: Value) -> Value:
    """Write each lane disjoint from `word`; return `at` plus their number."""
    both = builder.and_(in_all_lanes(builder, word), lanes)
    return append(builder, words, at, lanes, builder.icmp_unsigned("==", both, ZEROS))


@emits(WORD, WORDS, WORD, WORD, EIGHT)
def append_meeting(builder: Builder, words: Value, at: Value, word: Value, lanes: Value) -> Value:
    """Write each lane that has a bit of `word`; return `at` plus their number."""
    both = builder.and_(in_all_lanes(builder, word), lanes)
    return append(builder, words, at, lanes, builder.icmp_unsigned("!=", both, ZEROS))


def bit_domains(board: Board) -> Words:
    """Return the columns open to each row, a bit a column; raise Unsupported beyond the word."""
    if board.n > LARGEST_N:
        raise Unsupported(f"n is {board.n}: a set of columns is a word, of {LARGEST_N} bits")
    return np.array([sum(1 << c for c in board.columns(row)) for row in range(board.n)], np.int64)

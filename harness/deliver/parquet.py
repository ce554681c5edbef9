"""Solutions in a Parquet file that can be recovered whatever ends its writing.

A Parquet file is read from its end, where a footer says which rows are where: without it the
rows are lost. So here each block of rows has a footer after it at once, which the next block
follows. The last footer is of all blocks, and readers see no other; in a file that was cut,
those of the blocks are found going backwards from its end.

Source: the Parquet format (parquet.thrift, 2.9): a file is `PAR1`, rows, footer, the footer's
length in four bytes, `PAR1`. The footer is a struct in Thrift's compact protocol, in which
offsets count from the file's beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from harness.deliver.files import Recovered, copy, mapped, replacing

MAGIC = b"PAR1"

Fields = dict[int, tuple[int, Any]]
"""A Thrift struct: kind and value of each field by its number."""
BOOLEANS, BYTE, INTEGERS, BINARY, LIST, STRUCT = (1, 2), 3, (4, 5, 6), 8, 9, 12

ROW_COUNT, ROW_GROUPS = 3, 4  # of the file
COLUMNS, BYTE_COUNT = 1, 2  # of a group of rows, beside ROW_COUNT
CHUNK = 3  # of a column: where its pages are
PAGE_OFFSETS = (9, 10, 11)


class Footer(NamedTuple):
    """What stands at the end: the struct, its groups of rows as bytes, and its length in all."""

    struct: Fields
    groups: list[bytes]
    begin: int
    size: int

    @classmethod
    def read(cls, content: Any, end: int | None = None) -> Footer:
        """Return the footer that ends at `end`. Raises ValueError if there is none."""
        end = len(content) if end is None else end
        length = int.from_bytes(content[end - 8 : end - 4], "little")
        start = end - 8 - length
        if end < 12 or content[end - 4 : end] != MAGIC or start < len(MAGIC):
            raise ValueError("the blocks of this file do not follow each other")
        try:
            struct, stop = _read_struct(content[start : end - 8], 0)
            groups = struct[ROW_GROUPS][1][1]
            begin = min(map(_group_begin, groups), default=start)
        except (LookupError, TypeError) as error:
            raise ValueError("the blocks of this file do not follow each other") from error
        if stop != length:
            raise ValueError("the blocks of this file do not follow each other")
        return cls(struct, [_struct(group) for group in groups], begin, end - start)

    @property
    def row_count(self) -> int:
        """How many rows it speaks of."""
        return int(self.struct[ROW_COUNT][1])

    def moved_by(self, distance: int) -> Footer:
        """Return it for groups of rows that stand so many bytes further on."""
        groups = [_struct(_moved(_read_struct(group, 0)[0], distance)) for group in self.groups]
        return self._replace(groups=groups, begin=self.begin + distance)

    def joined(self, others: Sequence[Footer]) -> Footer:
        """Return the footer of its groups of rows and those of `others`."""
        count = self.row_count + sum(other.row_count for other in others)
        groups = [group for one in (self, *others) for group in one.groups]
        return self._replace(struct=self.struct | {ROW_COUNT: (INTEGERS[-1], count)}, groups=groups)

    def encoded(self) -> bytes:
        """Return it as it stands in the file, with its length and the magic bytes."""
        content = _struct(self.struct | {ROW_GROUPS: (LIST, (STRUCT, self.groups))})
        return content + len(content).to_bytes(4, "little") + MAGIC


def _group_begin(group: Fields) -> int:
    """Return where the first page of a group of rows begins."""
    chunks = [column[CHUNK][1] for column in group[COLUMNS][1][1]]
    offsets = [chunk[number][1] for chunk in chunks for number in PAGE_OFFSETS if number in chunk]
    return int(min(filter(None, offsets)))


def _moved(group: Fields, distance: int) -> Fields:
    """Return a group of rows with its pages so much further on, without what is optional."""
    kind, columns = group[COLUMNS][1]
    for column in columns:
        chunk = column[CHUNK][1]
        for number in PAGE_OFFSETS:
            if number in chunk and chunk[number][1]:
                chunk[number] = (chunk[number][0], chunk[number][1] + distance)
    kept = {number: group[number] for number in (BYTE_COUNT, ROW_COUNT)}
    return kept | {COLUMNS: (LIST, (kind, columns))}


def recover_parquet(partial: Path, output: Path) -> Recovered:
    """Write the blocks that are whole to `output`. Raises ValueError if there is not even one."""
    with mapped(partial) as content:
        end, footers = _footers(content)
        if not footers or footers[-1].groups:
            raise ValueError(f"{partial} does not begin as a file of ours: it cannot be recovered")
        whole = footers[-1].joined(footers[-2::-1])
        with replacing(output) as recovered:
            copy(content, end, recovered)
            recovered.write(whole.encoded())
        return Recovered(output, whole.row_count, len(content) - end)


def _footers(content: Any) -> tuple[int, list[Footer]]:
    """Return where the last whole block ends, and the footers, last first.

    The last of them may be of several blocks: then those of the blocks are passed over.
    """
    found: list[Footer] = []
    last = end = len(content)
    while end > 0:
        try:
            footer = Footer.read(content, end)
        except ValueError:
            if found:
                raise
            # cut in the middle of a block: the footer before it is somewhere further up
            last = end = content.rfind(MAGIC, 0, end - 1) + len(MAGIC)
            if end < len(MAGIC):
                break
            continue
        found.append(footer)
        if not footer.groups:
            break
        end = footer.begin
    return last, found


def _read_struct(data: bytes, at: int) -> tuple[Fields, int]:
    """Return the struct that begins at `at`, and where it ends."""
    fields: Fields = {}
    number = 0
    while data[at]:
        step, kind = data[at] >> 4, data[at] & 15
        at += 1
        if step:
            number += step
        else:
            number, at = _read_integer(data, at)
        if kind in BOOLEANS:  # the value is in the kind
            fields[number] = (kind, None)
        else:
            value, at = _read_value(data, at, kind)
            fields[number] = (kind, value)
    return fields, at + 1


def _read_value(data: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind in INTEGERS:
        return _read_integer(data, at)
    if kind == BYTE:
        return data[at], at + 1
    if kind == BINARY:
        length, at = _read_varint(data, at)
        return data[at : at + length], at + length
    if kind == STRUCT:
        return _read_struct(data, at)
    if kind == LIST:
        return _read_list(data, at)
    raise ValueError(f"a footer of Parquet has no values of kind {kind}")


def _read_list(data: bytes, at: int) -> tuple[tuple[int, list[Any]], int]:
    length, kind = data[at] >> 4, data[at] & 15
    at += 1
    if length == 15:
        length, at = _read_varint(data, at)
    values = []
    for _ in range(length):
        value, at = _read_value(data, at, kind)
        values.append(value)
    return (kind, values), at


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at += 1
        if data[at - 1] < 128:
            return value, at
        shift += 7


def _read_integer(data: bytes, at: int) -> tuple[int, int]:
    value, at = _read_varint(data, at)
    return (value >> 1) ^ -(value & 1), at


def _struct(fields: Fields) -> bytes:
    content = bytearray()
    before = 0
    for number, (kind, value) in sorted(fields.items()):
        step = number - before
        content += bytes([step << 4 | kind]) if step < 16 else bytes([kind]) + _integer(number)
        content += b"" if kind in BOOLEANS else _value(kind, value)
        before = number
    return bytes(content) + b"\0"


def _value(kind: int, value: Any) -> bytes:
    if isinstance(value, bytes):  # a struct that is written already, or text
        return value if kind == STRUCT else _varint(len(value)) + value
    if kind in INTEGERS:
        return _integer(value)
    if kind == BYTE:
        return bytes([value])
    if kind == STRUCT:
        return _struct(value)
    inner, values = value
    length = len(values)
    head = bytes([length << 4 | inner]) if length < 15 else bytes([240 | inner]) + _varint(length)
    return head + b"".join(_value(inner, one) for one in values)


def _varint(value: int) -> bytes:
    content = bytearray()
    while value > 127:
        content.append(value & 127 | 128)
        value >>= 7
    content.append(value)
    return bytes(content)


def _integer(value: int) -> bytes:
    return _varint(value << 1 if value >= 0 else -value * 2 - 1)

"""The circular lists of `dancing_links`: items, the options that fill them, cover and uncover.

Source: Knuth (2000), Dancing links, in Millennial Perspectives in Computer Science; Knuth
(2022), The Art of Computer Programming, volume 4B, section 7.2.2.1.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, MutableSequence
from itertools import count, repeat

from queens import Board, Group, Square, groups_of


class Links:
    """The circular lists. Item 0 begins the list of primary items: rows, then full lines.

    An item heads its own list. The nodes follow, `width` to an option, a power of two, from a
    multiple of it on: the others of a node's option are node ^ 1, node ^ 2, ... Where an option
    has fewer items than `width`, its last nodes are of an item that has no list.
    """

    def __init__(self, board: Board) -> None:
        self.n = board.n
        items, self.squares, of_squares = options(board)
        self.primary = board.n * (1 + sum(line.is_full for line in board.lines))
        self.width = 1 << (max(map(len, of_squares), default=1) - 1).bit_length()
        self.others = tuple(range(1, self.width))
        self.backwards = self.others[::-1]
        self.first_node = (items + self.width + 1) // self.width * self.width
        heads = range(self.first_node)
        self.up, self.down, self.item = array("i", heads), array("i", heads), array("i", heads)
        self.size = [0 for _ in heads]
        self.left = [self.primary, *range(self.primary)]
        self.right = [*range(1, self.primary + 1), 0]
        for own in of_squares:
            for item in own:
                node, last = len(self.up), self.up[item]
                self.up.append(last)
                self.down.append(item)
                self.item.append(item)
                self.down[last] = self.up[item] = node
                self.size[item] += 1
            for node in range(len(self.up), len(self.up) + self.width - len(own)):
                self.up.append(node)
                self.down.append(node)
                self.item.append(heads[-1])

    def cover(self, item: int) -> None:
        """Take `item` from the primary items, and its options from the lists of other items."""
        if item <= self.primary:
            left, right = self.left[item], self.right[item]
            self.right[left], self.left[right] = right, left
        up, down, item_of, size = self.up, self.down, self.item, self.size
        others, node = self.others, item
        while (node := down[node]) != item:
            for bits in others:
                other = node ^ bits
                above, below = up[other], down[other]
                down[above], up[below] = below, above
                size[item_of[other]] -= 1

    def uncover(self, item: int) -> None:
        """Undo `cover`, in reverse order."""
        up, down, item_of, size = self.up, self.down, self.item, self.size
        backwards, node = self.backwards, item
        while (node := up[node]) != item:
            for bits in backwards:
                other = node ^ bits
                down[up[other]] = up[down[other]] = other
                size[item_of[other]] += 1
        if item <= self.primary:
            self.right[self.left[item]] = self.left[self.right[item]] = item

    def square(self, node: int) -> Square:
        """Return the (row, column) of the option that `node` belongs to."""
        return self.squares[(node - self.first_node) // self.width]

    def open_squares(self) -> list[tuple[int, int]]:
        """Return the squares still open in the rows that have no queen."""
        rows = [item for item in follow(self.right, 0) if item <= self.n]
        return [self.square(node) for row in rows for node in follow(self.down, row)]


def options(board: Board) -> tuple[int, list[Square], list[tuple[int, ...]]]:
    """Return the number of items, the open squares from the middle outwards, and their items.

    Items count from 1. Rows come first, then the numbers of lines that must be filled, then all
    other groups. A row at a time: boards of n = 1000 have a million squares.
    """
    n, new = board.n, count(board.n + 1).__next__
    numbers: list[dict[int, int]] = [defaultdict(new) for _ in board.lines]
    pairs: dict[Group, int] = defaultdict(new)
    for line, items in zip(board.lines, numbers, strict=True):
        if line.is_full:
            for number in sorted({number for row in line.masks for number in row}):
                items[number]
    outwards = sorted(range(n), key=lambda line: abs(2 * line - n + 1))
    squares, of_squares = [], []
    for row in outwards:
        lines = zip(board.lines, numbers, strict=True)
        of_lines = [map(items.__getitem__, line.numbers(row)) for line, items in lines]
        own = list(zip(repeat(1 + row, n), *of_lines, strict=True))
        open_columns = frozenset(board.columns(row))
        for column in outwards:
            if column in open_columns:
                squares.append((row, column))
                if board.rule.steps:
                    steps = groups_of(board, row, column)[len(board.lines) :]
                    own[column] += tuple(pairs[step] for step in steps)
                of_squares.append(own[column])
    return new() - 1, squares, of_squares


def follow(links: MutableSequence[int], head: int) -> Iterator[int]:
    """Yield what hangs after `head` in a circular list."""
    entry = head
    while (entry := links[entry]) != head:
        yield entry

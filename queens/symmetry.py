"""The eight symmetries of the square, and what they do to solutions.

Two solutions are the same fundamental solution if a rotation or reflection of the
board carries one to the other. The orbit of a solution is all it can be carried to:
8 solutions, or 4 or 2 where it is its own image under a half or a quarter turn
(and 1 for n <= 1).
"""

from __future__ import annotations

from queens.board import Queens


def mirror(queens: Queens) -> Queens:
    """Return the solution with left and right exchanged."""
    last = len(queens) - 1
    return tuple(last - column for column in queens)


def rotate(queens: Queens) -> Queens:
    """Return the solution after a quarter turn: (row, column) goes to (column, n - 1 - row)."""
    last = len(queens) - 1
    turned = [0] * len(queens)
    for row, column in enumerate(queens):
        turned[column] = last - row
    return tuple(turned)


def symmetries(queens: Queens) -> tuple[Queens, ...]:
    """Return the eight images: four quarter turns of the solution, then four of its mirror image.

    The first is the solution itself. Images may be equal; `set` them for the orbit.
    """
    images = []
    for image in (queens, mirror(queens)):
        for _ in range(4):
            images.append(image)
            image = rotate(image)
    return tuple(images)


def canonical(queens: Queens) -> Queens:
    """Return the orbit's representative: the smallest image in lexicographic order."""
    return min(symmetries(queens))


def orbit_size(queens: Queens) -> int:
    """Return how many different solutions the orbit holds: 1, 2, 4 or 8."""
    return len(set(symmetries(queens)))

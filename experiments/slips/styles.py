"""Right searches in seven styles, which the programs with slips are made of."""

from __future__ import annotations

SCAN = """
def solve_all(board, on_solution):
    queens = []

    def is_free(row, column):
        for r in range(row):
            q = queens[r]
            if q == column or r + q == row + column or q - r == column - row:
                return False
        return True

    def place(row):
        if row == board.n:
            on_solution(tuple(queens))
            return
        for column in board.columns(row):
            if is_free(row, column):
                queens.append(column)
                place(row + 1)
                queens.pop()

    place(0)
"""
SETS = """
def solve_all(board, on_solution):
    columns, ups, downs = set(), set(), set()
    queens = [0] * board.n

    def place(row):
        if row == board.n:
            on_solution(tuple(queens))
            return
        for column in board.columns(row):
            if column in columns or row + column in ups or column - row in downs:
                continue
            queens[row] = column
            columns.add(column)
            ups.add(row + column)
            downs.add(column - row)
            place(row + 1)
            downs.discard(column - row)
            ups.discard(row + column)
            columns.discard(column)

    place(0)
"""
FLAGS = """
class Search:
    def __init__(self, board, on_solution):
        n = board.n
        self.board = board
        self.on_solution = on_solution
        self.queens = []
        self.columns = [False] * n
        self.ups = [False] * (2 * n - 1)
        self.downs = [False] * (2 * n - 1)

    def place(self, row):
        n = self.board.n
        if row == n:
            self.on_solution(list(self.queens))
            return
        for column in self.board.columns(row):
            up, down = row + column, column - row + n - 1
            if not (self.columns[column] or self.ups[up] or self.downs[down]):
                self.columns[column] = True
                self.ups[up] = True
                self.downs[down] = True
                self.queens.append(column)
                self.place(row + 1)
                self.queens.pop()
                self.downs[down] = False
                self.ups[up] = False
                self.columns[column] = False


def solve_all(board, on_solution):
    Search(board, on_solution).place(0)
"""
MASKS = """
def solve_all(board, on_solution):
    n = board.n
    open_ = [sum(1 << column for column in board.columns(row)) for row in range(n)]
    queens = []

    def place(row, columns, ups, downs):
        if row == n:
            on_solution(list(queens))
            return
        free = open_[row] & ~(columns | ups | downs)
        while free:
            bit = free & -free
            free ^= bit
            queens.append(bit.bit_length() - 1)
            place(row + 1, columns | bit, (ups | bit) >> 1, (downs | bit) << 1)
            queens.pop()

    place(0, 0, 0, 0)
"""
LOOP = """
def solve_all(board, on_solution):
    n = board.n
    order = [list(board.columns(row)) for row in range(n)]
    queens = [0] * n
    at = [0] * n
    row = 0
    while row >= 0:
        if row == n:
            on_solution(queens[:])
            row -= 1
            continue
        if at[row] == len(order[row]):
            at[row] = 0
            row -= 1
            continue
        column = order[row][at[row]]
        at[row] += 1
        if all(q != column and abs(q - column) != row - r for r, q in enumerate(queens[:row])):
            queens[row] = column
            row += 1
"""
COPY = """
def is_safe(queens, column):
    row = len(queens)
    for r, q in enumerate(queens):
        if q == column or abs(q - column) == row - r:
            return False
    return True


def extend(board, queens):
    if len(queens) == board.n:
        yield queens
        return
    for column in board.columns(len(queens)):
        if is_safe(queens, column):
            yield from extend(board, queens + [column])


def solve_all(board, on_solution):
    for queens in extend(board, []):
        on_solution(queens)
"""
TEXT = """
def solve_all(board, on_solution):
    n = board.n
    grid = [["."] * n for _ in range(n)]

    def attacked(row, column):
        for above in range(row):
            far = row - above
            if grid[above][column] == "Q":
                return True
            if column + far < n and grid[above][column + far] == "Q":
                return True
            if column - far >= 0 and grid[above][column - far] == "Q":
                return True
        return False

    def place(row):
        if row == n:
            on_solution([line.index("Q") for line in grid])
            return
        for column in board.columns(row):
            if not attacked(row, column):
                grid[row][column] = "Q"
                place(row + 1)
                grid[row][column] = "."

    place(0)
"""
STYLES = {
    "scan": SCAN,
    "sets": SETS,
    "flags": FLAGS,
    "masks": MASKS,
    "loop": LOOP,
    "copy": COPY,
    "text": TEXT,
}

"""Fault: the two shortest up diagonals but the corner (row + column = 1 and 2) are left open."""


def solve_all(board, on_solution, trace=None):
    n = board.n
    queens = []

    def free(row, column):
        return all(
            other != column
            and other - earlier != column - row
            and (other + earlier != column + row or column + row in (1, 2))
            for earlier, other in enumerate(queens)
        )

    def place(row):
        if row == n:
            on_solution(tuple(queens))
            return
        for column in board.columns(row):
            if free(row, column):
                queens.append(column)
                place(row + 1)
                queens.pop()

    place(0)
    return {}

"""Fault: a sign error in one diagonal (row - column is compared with column - row)."""


def solve_all(board, on_solution, trace=None):
    n = board.n
    queens = []

    def free(row, column):
        return all(
            other != column and other - earlier != column - row and other - earlier != row - column
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

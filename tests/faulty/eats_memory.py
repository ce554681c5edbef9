"""Fault: takes more and more memory."""

hoard = []


def solve_all(board, on_solution, trace=None):
    while True:
        hoard.append(bytearray(b"q" * 2**22))

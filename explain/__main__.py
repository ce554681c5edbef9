"""`python -m explain` is `compare.py explain`."""

import typer

from explain.command import explain

if __name__ == "__main__":
    typer.run(explain)

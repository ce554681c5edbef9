"""`python -m explain` is `compare.py explain`."""

import typer

from explain.command import explain
from queens.typed import LENIENT

if __name__ == "__main__":
    app = typer.Typer(add_completion=False)
    app.command(context_settings=LENIENT)(explain)
    app()

"""`compare.py classroom`: the searches live in the browser, served here or written as a site."""

from __future__ import annotations

import tempfile
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from classroom import site
from classroom.codemirror import CODEMIRROR
from classroom.serve import server
from commands.shared.values import clean_errors, writing


def classroom(
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the site into this folder.")
    ] = None,
    pyodide: Annotated[
        Path | None, typer.Option(help="A folder with Pyodide's npm package.")
    ] = None,
    port: Annotated[int, typer.Option(help="The port to serve at; 0 takes a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Play, watch, measure and write searches in the browser; nothing leaves this machine."""
    if output is not None:
        with clean_errors(), writing(output):
            size = site.write(output, pyodide)
        _say_what_it_lacks(output)
        typer.echo(f"wrote {output} ({size / 1e6:.1f} MB)")
        return
    with tempfile.TemporaryDirectory() as folder:
        with clean_errors():
            site.write(Path(folder), pyodide)
            served = server(Path(folder), port)
        _say_what_it_lacks(Path(folder))
        address = f"http://127.0.0.1:{served.server_port}/"
        typer.echo(f"{address}   Ctrl-C ends it")
        if browser:
            webbrowser.open(address)
        with served:
            served.serve_forever()


def _say_what_it_lacks(folder: Path) -> None:
    """Say on standard error that the editor could not be had, if that is so."""
    if not (folder / "editor").is_dir():
        said = f"npm does not bring {CODEMIRROR}: Write has a plain text area, no editor"
        typer.echo(said, err=True)

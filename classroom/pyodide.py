"""Pyodide, CPython for browsers: one exact version of its npm package."""

from __future__ import annotations

from pathlib import Path

from classroom.npm import Package

PYODIDE = Package(
    "pyodide",
    "314.0.8",
    "74Wq1kXOC+CCEzAfxuRAO701nAcCMLjf8NrwvWpu8S41dVMXwXmLQ05dYB+F4e46AdnGo0oq7YHSVUpHsoarLQ==",
    (
        "pyodide.mjs",
        "pyodide.asm.mjs",
        "pyodide.asm.wasm",
        "pyodide-lock.json",
        "python_stdlib.zip",
    ),
)


def folder(given: Path | None = None) -> Path:
    """Return the folder of Pyodide's files; raise NoPackage where there is none."""
    otherwise = f", or unpack the npm package {PYODIDE} and name it with --pyodide"
    return PYODIDE.folder(given, otherwise)

"""The command line of queens-compare: which word calls what, and nothing else.

A command's module is imported when its word is typed, so that `count 8` does not wait for
what `run` needs, and the modules can import what they use at their top.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.exceptions import Abort, TyperException

from commands.shared import exit_codes
from commands.shared.values import fail
from harness.deliver.progress import say
from harness.record.failure import describe, is_of_own_file
from harness.workers.interrupt import keyboard_interrupts


class Word(NamedTuple):
    """A word of the command line: its module and function in `commands`, and its line of help."""

    module: str
    function: str
    help: str
    takes_size: bool = False


WORDS = {
    "run": Word("run", "run", "Run approaches on boards, audit their answers, tabulate."),
    "solve": Word("solve", "solve", "Print or save the solutions of a board.", takes_size=True),
    "count": Word("count", "count", "Count the solutions of a board.", takes_size=True),
    "list": Word("list", "list_approaches", "List the approaches and what each can do."),
    "check": Word("check", "check_file", "Check a file of your own, as an autograder."),
    "report": Word("records.report", "report", "Write the report of a saved record."),
    "diff": Word("records.diff", "diff", "Compare two saved records."),
    "reproduce": Word("records.reproduce", "reproduce", "Run a recorded campaign anew."),
    "merge": Word("records.report", "merge", "Join saved records of the same settings."),
    "audit": Word("audit", "audit", "Audit a file of answers: valid, repeated, missing."),
    "estimate": Word(
        "estimate", "estimate", "Foretell solutions, nodes and times.", takes_size=True
    ),
    "prove": Word("prove", "prove", "Turn a search into a proof, and check it.", takes_size=True),
    "recover": Word("recover", "recover", "Read what a killed solve -o has left."),
    "puzzle": Word("puzzle", "puzzle", "Make a region puzzle with one solution."),
    "explain": Word("explain", "explain", "Show searches step by step.", takes_size=True),
    "classroom": Word("classroom", "classroom", "Play, watch and write searches in the browser."),
}

# so that -5 is read as a size and refused as one; the command refuses what is left over
LENIENT = {"ignore_unknown_options": True, "allow_extra_args": True}


@contextmanager
def aborting() -> Iterator[None]:
    """Turn KeyboardInterrupt into Abort, which typer lets out: the other it ends without a word."""
    try:
        yield
    except KeyboardInterrupt:
        raise Abort from None


class LazyGroup(TyperGroup):
    """The words as commands, each imported when it is asked for."""

    def make_context(self, *words: Any, **extra: Any) -> Any:
        """Read the options before the word."""
        with aborting():
            return super().make_context(*words, **extra)

    def invoke(self, context: Any) -> Any:
        """Import the command of the word, and run it."""
        with aborting():
            return super().invoke(context)

    def list_commands(self, context: Any) -> list[str]:
        """Return the words in the order of the help."""
        return list(WORDS)

    def get_command(self, context: Any, name: str) -> Any:
        """Return the command of a word, or None where there is none."""
        word = WORDS.get(name)
        if word is None:
            return None
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        function = command_function(name)
        single.command(name, context_settings=LENIENT if word.takes_size else None)(function)
        return typer.main.get_command(single)

    def format_commands(self, context: Any, formatter: Any) -> None:
        """Write the words and their lines of help; imports none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, word.help) for name, word in WORDS.items()])


def command_function(name: str) -> Callable[..., None]:
    """Import and return the function that a word calls."""
    word = WORDS[name]
    function: Callable[..., None] = getattr(
        importlib.import_module(f"commands.{word.module}"), word.function
    )
    return function


app = typer.Typer(
    cls=LazyGroup,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from harness.record.environment import project_version

        typer.echo(f"queens-compare {project_version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def default(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Compare ways to solve the n-queens problem. Without a command: the default comparison."""
    if context.invoked_subcommand is None:
        command_function("run")()


def usage_message(error: TyperException) -> str:
    """Return typer's message in the form of the others, with the help to read."""
    message = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)  # usage errors have one
    words = ["compare.py", *context.command_path.split()[1:]] if context else ["compare.py"]
    return f"{message[0].lower()}{message[1:]}; see {' '.join(words)} --help"


def main() -> int:
    """Run the command line; return the exit code."""
    try:
        with keyboard_interrupts():
            code: int | None = app(standalone_mode=False)
    except TyperException as error:
        fail(usage_message(error))
    except (Abort, KeyboardInterrupt):
        say("interrupted")
        return exit_codes.INTERRUPTED
    except Exception as error:
        if not is_of_own_file(error):
            raise
        fail(describe(error), exit_codes.WRONG)
    return code or exit_codes.ALL_RIGHT

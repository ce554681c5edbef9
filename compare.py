"""The command line of queens-compare: which word calls what, and nothing else."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from typer.exceptions import Abort, TyperException

from explain.command import explain
from harness.cli_values import EXIT_INTERRUPTED, LENIENT, fail
from harness.command_check import check_file
from harness.command_count import count
from harness.command_list import list_approaches
from harness.command_run import run
from harness.command_solve import solve
from harness.report.command import diff, report

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from harness.environment import project_version

        typer.echo(f"queens-compare {project_version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def default(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say it.")
    ] = False,
) -> None:
    """Compare ways to solve the n-queens problem. Without a command: the default comparison."""
    if context.invoked_subcommand is None:
        run()


app.command("run")(run)
app.command("solve", context_settings=LENIENT)(solve)
app.command("count", context_settings=LENIENT)(count)
app.command("list")(list_approaches)
app.command("check")(check_file)
app.command("report")(report)
app.command("diff")(diff)
app.command("explain", context_settings=LENIENT)(explain)


def main() -> int:
    """Run the command line; return the exit code."""
    try:
        code: int | None = app(standalone_mode=False)
    except TyperException as error:
        fail(f"{error.format_message().rstrip('.')}; see compare.py --help")
    except (Abort, KeyboardInterrupt):
        return EXIT_INTERRUPTED
    return code or 0


if __name__ == "__main__":
    sys.exit(main())

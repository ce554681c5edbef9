"""Solves one board and hands the solutions to a writer: here, or spread over workers."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING

from commands.values import clean_errors
from harness.deliver.files import FileWriter, TextWriter, Writer, open_file
from harness.deliver.formats import FORMATS
from harness.deliver.interrupt import CtrlC, interruptible
from harness.deliver.outcome import Outcome, Request
from harness.deliver.parts import PartsError, Tally, Work, recursion_limit
from harness.deliver.progress import Progress
from harness.deliver.sink import Sink
from harness.deliver.spread import Spread, open_checkpoint
from queens import Board, first_solution, is_solution, known_count

if TYPE_CHECKING:
    from harness.deliver.checkpoint import Checkpoint
    from harness.deliver.pools import Pool

Feed = Callable[[ModuleType, Board, dict[str, int], Sink], None]


def run(request: Request) -> int:
    """Solve and write, and say what came of it on standard error; return the exit code."""
    if request.spread:
        return _spread(request, request.spread)
    with interruptible() as ctrl_c:
        return _here(request, ctrl_c)


def _here(request: Request, ctrl_c: CtrlC) -> int:
    board = request.board
    module = importlib.import_module(request.approach.module)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), recursion_limit(board.n)))
    with clean_errors():
        lots = _lots(request, module)
        writer = _writer(request)
    sink = Sink(writer, board, request.is_unique, 1 if request.is_first else request.limit)
    progress = Progress(
        request.approach.name, "solutions", known_count(board), is_hidden=_is_busy(request)
    )
    feed: Feed = _feed_first if request.is_first and not request.is_unique else _feed_all
    outcome = Outcome(request, sink, progress)
    ctrl_c.stop, ctrl_c.last_words = sink.interrupt, outcome.end_at_once
    return outcome.of(partial(feed, module, board, lots, sink))


def _lots(request: Request, module: ModuleType) -> dict[str, int]:
    """Return the keyword for an approach that draws lots."""
    if request.seed is None:
        return {}
    function = module.solve_all if hasattr(module, "solve_all") else module.solve_one
    if "seed" not in inspect.signature(function).parameters:
        raise ValueError(f"{request.approach.name} draws no lots: leave --seed away")
    return {"seed": request.seed}


def _writer(request: Request, resume_at: int | None = None) -> Writer:
    if request.output is not None:
        return open_file(request.output, request.board, request.is_unique, resume_at)
    return TextWriter(sys.stdout, FORMATS[request.format](request.board, request.is_unique))


def _is_busy(request: Request) -> bool:
    """Return whether the terminal shows the solutions themselves."""
    return request.output is None and sys.stdout.isatty()


def _feed_all(module: ModuleType, board: Board, lots: dict[str, int], sink: Sink) -> None:
    if hasattr(module, "solution_arrays"):
        for block in module.solution_arrays(board):
            sink.take_block(block)
    else:
        module.solve_all(board, sink.take, **lots)


def _feed_first(module: ModuleType, board: Board, lots: dict[str, int], sink: Sink) -> None:
    if hasattr(module, "solve_one"):
        queens = module.solve_one(board, **lots)
    else:
        queens = first_solution(partial(module.solve_all, **lots), board)
    if queens is not None:
        if not is_solution(board, queens):
            raise PartsError(f"{module.__name__} answers {queens}, which is no solution of {board}")
        sink.take(queens)


def _spread(request: Request, spread: Spread) -> int:
    with clean_errors():
        pool = spread.open_pool()
        depth = spread.fitted_depth(request.board, pool.slots)
        checkpoint = open_checkpoint(
            spread,
            request.approach,
            request.board,
            "stream",
            depth,
            request.output,
            request.is_unique,
        )
        tally = Tally(request.board, list(request.board.split(depth)), depth)
        for answer in checkpoint.done if checkpoint else ():
            tally.add(answer)
        if _is_there_already(request, tally):
            sys.stderr.write(f"{request.output} is complete already: {tally.count} solutions\n")
            return 0
        writer = _writer(request, checkpoint.resume_at if checkpoint else None)
    writer.count = checkpoint.written_count if checkpoint else 0
    sink = Sink(writer, request.board, request.is_unique, request.limit, tally.count)
    progress = Progress(
        request.approach.name, "parts", tally.part_count, tally.done_count, _is_busy(request)
    )
    work = Work(request.approach.module, "stream", depth)
    feed = partial(_feed_parts, pool, work, tally, checkpoint, sink)
    return Outcome(request, sink, progress, tally).of(feed)


def _is_there_already(request: Request, tally: Tally) -> bool:
    """Return whether a resumed job has nothing left to do, its file renamed and all."""
    path = request.output
    if path is None or tally.open_parts or not path.exists():
        return False
    return not path.with_name(path.name + ".partial").exists()


def _feed_parts(
    pool: Pool, work: Work, tally: Tally, checkpoint: Checkpoint | None, sink: Sink
) -> None:
    from harness.deliver.pools import answers, at_work

    with at_work(pool):
        for answer in answers(pool, work, list(tally.open_parts.values())):
            tally.add(answer)
            sink.take_block(answer.columns)
            if checkpoint:
                sink.hand_on()
                assert isinstance(sink.writer, FileWriter)
                checkpoint.add(answer, sink.writer.sync(), sink.writer.count)

"""Solves one board and writes the solutions as they come: in this process, or on workers."""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from harness.deliver.files import TextWriter, Writer
from harness.deliver.formats import FORMATS, Boards, paint_for
from harness.deliver.outcome import ENDING_OF, Ending, Outcome, ending_of, starting
from harness.deliver.parts import PartsError, Spread, recursion_limit
from harness.deliver.progress import Progress, foreseen, say, ticking
from harness.deliver.sink import Enough, Sink, open_file
from harness.workers.interrupt import CtrlC, held_back, interruptible
from queens import Board, function_of, is_solution, known_count
from queens.known import FUNDAMENTAL
from queens.loading import load
from queens.registry import Approach

if TYPE_CHECKING:
    from harness.deliver.parts import Tally
    from harness.deliver.spread import SplitBoard

Feed = Callable[[ModuleType, Board, dict[str, int], Sink], None]
LastWords = Callable[[Outcome], None]


@dataclass(frozen=True)
class Request:
    """What to solve: `output` None is standard output, `spread` None is this process."""

    approach: Approach
    board: Board
    is_first: bool = False
    limit: int | None = None
    is_unique: bool = False
    format: str = "boards"
    output: Path | None = None
    spread: Spread | None = None
    seed: int | None = None


def run(request: Request, last_words: LastWords) -> Outcome:
    """Solve and write; return how it ended. Raises CannotStart.

    If Ctrl-C comes and the approach does not return, `last_words` gets the outcome, and then
    the process is ended.
    """
    if request.spread:
        return _on_workers(request, request.spread)
    with interruptible() as ctrl_c:
        return _here(request, ctrl_c, last_words)


def _here(request: Request, ctrl_c: CtrlC, last_words: LastWords) -> Outcome:
    board = request.board
    ctrl_c.last_words = partial(say, "interrupted")  # the import may take long
    module = load(request.approach)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), recursion_limit(board.n)))
    with starting():
        seeded = _seeded(request, module)
        writer = _writer(request)
    sink = Sink(writer, board, request.is_unique, 1 if request.is_first else request.limit)
    progress = _progress(request, "solutions")
    progress.start(0, known_count(board))
    feed: Feed = _feed_first if request.is_first and not request.is_unique else _feed_all
    delivery = _Delivery(request, sink, progress)
    ctrl_c.stop = sink.interrupt
    ctrl_c.last_words = lambda: last_words(delivery.cut())
    return delivery.run(partial(feed, module, board, seeded, sink))


def _seeded(request: Request, module: ModuleType) -> dict[str, int]:
    """Return the keyword `seed` for a randomised approach, if it was asked for."""
    if request.seed is None:
        return {}
    function = module.solve_all if hasattr(module, "solve_all") else module.solve_one
    if "seed" not in inspect.signature(function).parameters:
        raise ValueError(f"{request.approach.name} is not randomised: it takes no --seed")
    return {"seed": request.seed}


def _writer(request: Request) -> Writer:
    if request.output is not None:
        return open_file(request.output, request.board, request.is_unique)
    text = FORMATS[request.format](request.board, request.is_unique)
    if isinstance(text, Boards):
        text.paint = paint_for(request.board, sys.stdout)
    return TextWriter(sys.stdout, text)


def _progress(request: Request, unit: str) -> Progress:
    prints_solutions = request.output is None and sys.stdout.isatty()
    foresee = partial(foreseen, request.board)
    return Progress(request.approach.name, unit, is_hidden=prints_solutions, foresee=foresee)


def _feed_all(module: ModuleType, board: Board, seeded: dict[str, int], sink: Sink) -> None:
    if hasattr(module, "solution_arrays"):
        for block in module.solution_arrays(board):
            sink.take_block(block)
    else:
        module.solve_all(board, sink.take, **seeded)


def _feed_first(module: ModuleType, board: Board, seeded: dict[str, int], sink: Sink) -> None:
    solve_one = function_of(module, "solve_one")
    assert solve_one is not None
    queens = solve_one(board, **seeded)
    if queens is not None:
        if not is_solution(board, queens):
            raise PartsError(f"{module.__name__} returned {queens}, not a solution of {board}")
        sink.take(queens)


def _on_workers(request: Request, spread: Spread) -> Outcome:
    from harness.deliver.spread import SplitBoard  # multiprocessing: only where it is used

    with starting():
        split = SplitBoard(spread, request.approach, request.board, "stream")
    progress = _progress(request, "parts")
    progress.start(0, split.tally.part_count)
    # a file that is begun is one to keep: what ends the command meanwhile waits for the delivery
    with ExitStack() as waiting:
        waiting.enter_context(held_back())
        with starting():
            writer = _writer(request)
        sink = Sink(writer, request.board, request.is_unique, request.limit)
        delivery = _Delivery(request, sink, progress, split.tally)
        return delivery.run(partial(_feed_parts, split, sink, waiting.close))


def _feed_parts(split: SplitBoard, sink: Sink, begun: Callable[[], None]) -> None:
    begun()
    with closing(split.answers()) as answers:
        for answer in answers:
            sink.take_block(answer.columns)


class _Delivery:
    """One solve under way: feeds the sink, closes the writer, and knows how it ended.

    `tally` joins the parts where the board was split.
    """

    def __init__(
        self, request: Request, sink: Sink, progress: Progress, tally: Tally | None = None
    ) -> None:
        self._request = request
        self._sink = sink
        self._progress = progress
        self._tally = tally
        self._started = time.perf_counter()

    def run(self, feed: Callable[[], None]) -> Outcome:
        """Run `feed` to its end, whichever it is; return the outcome."""
        try:
            try:
                with ticking(self._tick):
                    ending = self._feed(feed)
            except KeyboardInterrupt:
                ending = Ending.INTERRUPTED
            file = self._sink.close(is_whole=ending is not Ending.INTERRUPTED)
        except tuple(ENDING_OF) as error:
            return self._failed(error)
        finally:
            self._progress.close()
        return self._outcome(ending, file)

    def cut(self) -> Outcome:
        """Save what there is while the approach may still be at work; return the outcome."""
        self._progress.close()
        file = None
        with suppress(OSError):
            file = self._sink.freeze()
        return self._outcome(Ending.INTERRUPTED, file)

    def _tick(self) -> None:
        self._sink.tick()
        self._progress.done = self._tally.done_count if self._tally else self._sink.found_count
        self._progress.found = self._sink.found_count
        self._progress.show()

    def _feed(self, feed: Callable[[], None]) -> Ending:
        try:
            feed()
            self._sink.write_waiting()
        except Enough:
            return Ending.FIRST if self._request.is_first else Ending.LIMIT
        is_published = _published(self._request) in (None, self._sink.writer.count)
        return Ending.COMPLETE if is_published else Ending.MISCOUNTED

    def _failed(self, error: Exception) -> Outcome:
        ending = ending_of(error)
        keep = ending not in (Ending.UNSUPPORTED, Ending.GAVE_UP)
        kept = self._sink.writer.abandon(keep)
        reason = str(error)
        if isinstance(error, OSError):
            reason = f"{self._request.output or 'standard output'}: {error.strerror or error}"
        return self._outcome(ending, kept, " ".join(reason.split()))

    def _outcome(self, ending: Ending, file: Path | None, reason: str = "") -> Outcome:
        request, sink, tally = self._request, self._sink, self._tally
        is_complete = ending in (Ending.COMPLETE, Ending.MISCOUNTED)
        return Outcome(
            ending,
            request.approach.name,
            request.board,
            time.perf_counter() - self._started,
            count=sink.writer.count,
            is_unique=request.is_unique,
            found_count=sink.found_count,
            published=_published(request),
            limit=request.limit,
            digest=tally.digest if tally and is_complete else None,
            parts=(tally.done_count, tally.part_count) if tally else None,
            file=file,
            reason=reason,
        )


def _published(request: Request) -> int | None:
    """Return the published count of what is written, None if there is none."""
    board = request.board
    if not request.is_unique:
        return known_count(board)
    return FUNDAMENTAL[board.n] if board.is_plain and board.n < len(FUNDAMENTAL) else None

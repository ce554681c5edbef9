"""Search CP-SAT's parameters, at random and seeded, for what enumerates all solutions fastest.

    uv run python -m tests.benchmarks.search_cp_sat_parameters --settings 600 --seed 1

Three heats. All settings run on one small board, the best of them on the larger ones, and
the best of those again, several times, with the default and `cp_sat_search` beside them.
Then the winner is pruned: every choice in it is taken back to CP-SAT's default in turn, and
one that does not make it slower stays taken back, until only choices that help are left.
What each is worth is written down, and is what `models/cp_sat_tuned.py` says of it.

A setting that crashes CP-SAT or gets the set of solutions wrong is out, and is recorded as
what it is. Writes cp_sat_parameters.csv (every run) and cp_sat_parameters.md (the outcome)
beside this file.
"""

from __future__ import annotations

import argparse
import csv
import platform
import random
import statistics
import sys
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from handwritten import bitmasks
from harness.boards import parse_boards
from queens import Board, Queens
from tests.benchmarks.cp_sat_space import SPACE, Bench, Outcome, Setting

HERE = Path(__file__).parent
SMALL = {"n=10": Board(10)}
LARGER = {
    "n=9": Board(9),
    "n=10": Board(10),
    "n=11": Board(11),
    "completion:n=14,placed=2,seed=2": parse_boards("completion:n=14,placed=2,seed=2")[0],
    "completion:n=16,placed=4,seed=1": parse_boards("completion:n=16,placed=4,seed=1")[0],
    "completion:n=16,placed=4,seed=2": parse_boards("completion:n=16,placed=4,seed=2")[0],
}
LARGEST = LARGER | {"n=12": Board(12)}
DEFAULT: Setting = {}
SEARCH: Setting = {"variables": "CHOOSE_MIN_DOMAIN_SIZE", "search_branching": "FIXED_SEARCH"}
HELPS = 0.03
"""How much slower, as a share, a setting must get for a choice taken back to be kept."""


@dataclass
class Journal:
    """Runs settings, keeps every outcome, and knows the solutions of the boards."""

    bench: Bench = field(default_factory=Bench)
    rows: list[list[str]] = field(default_factory=list)
    solutions: dict[str, frozenset[Queens]] = field(default_factory=dict)

    def run(
        self,
        heat: str,
        setting: Setting,
        boards: dict[str, Board],
        repetitions: int,
        limit_s: float,
    ) -> float | None:
        """Return the geometric mean over `boards` of the median CPU seconds; None if it is out."""
        medians = []
        for name, board in boards.items():
            outcomes = []
            for _ in range(repetitions):
                outcome = self.bench.measure(setting, board, self.right(name, board), limit_s)
                self.write(heat, name, setting, outcome)
                if outcome.verdict != "right":
                    return None
                outcomes.append(outcome.cpu_s)
            medians.append(statistics.median(outcomes))
        return statistics.geometric_mean(medians)

    def right(self, name: str, board: Board) -> frozenset[Queens]:
        """Return the solutions, by bitmasks."""
        if name not in self.solutions:
            found: list[Queens] = []
            bitmasks.solve_all(board, found.append)
            self.solutions[name] = frozenset(found)
        return self.solutions[name]

    def write(self, heat: str, board: str, setting: Setting, outcome: Outcome) -> None:
        """Keep one run."""
        cells = [heat, board, outcome.verdict, f"{outcome.cpu_s:.4f}", words(setting)]
        self.rows.append(cells)


def words(setting: Setting) -> str:
    """Return the setting in one line; what is not named is at its default."""
    return " ".join(f"{name}={value}" for name, value in sorted(setting.items())) or "default"


def draw_settings(amount: int, seed: int) -> list[Setting]:
    """Return `amount` settings, each choice drawn evenly; half of them with a fixed search."""
    draws = random.Random(seed)
    settings = []
    for number in range(amount):
        setting = {
            name: value
            for name, values in SPACE.items()
            if (value := draws.choice(values)) != values[0]
        }
        settings.append(setting | SEARCH if number % 2 else setting)
    return settings


def best(scores: list[tuple[float | None, Setting]], keep: int) -> list[Setting]:
    """Return the `keep` settings with the lowest scores."""
    right = [(score, number) for number, (score, _) in enumerate(scores) if score is not None]
    return [scores[number][1] for _, number in sorted(right)[:keep]]


def heats(journal: Journal, settings: list[Setting]) -> list[Setting]:
    """Run the three heats; return what came to the last of them, fastest first."""
    scores = []
    for number, setting in enumerate(settings, start=1):
        scores.append((journal.run("first", setting, SMALL, 1, 0.2), setting))
        if number % 50 == 0:
            say(f"first heat: {number} of {len(settings)}")
    settings = best(scores, 50)
    say("second heat")
    settings = best([(journal.run("second", each, LARGER, 1, 1.0), each) for each in settings], 8)
    say("third heat")
    scores = [(journal.run("third", each, LARGEST, 3, 5.0), each) for each in settings]
    return best(scores, 8)


def say(progress: str) -> None:
    """Print how far the search is, where it does not mix with the outcome."""
    print(progress, file=sys.stderr, flush=True)


def prune(journal: Journal, setting: Setting) -> tuple[Setting, dict[str, float]]:
    """Return what is left of `setting` when choices that do not help are taken back.

    And for each choice left, how many times slower the setting is without it.
    """
    for name in sorted(setting):
        say(f"without {name}?")
        without = {other: value for other, value in setting.items() if other != name}
        with_it = journal.run("prune", setting, LARGER, 3, 3.0) or 0.0
        score = journal.run("prune", without, LARGER, 3, 3.0)
        if score is not None and score <= with_it * (1 + HELPS):
            setting = without
    worth = {}
    base = journal.run("worth", setting, LARGER, 5, 3.0) or 0.0
    for name in setting:
        without = {other: value for other, value in setting.items() if other != name}
        score = journal.run("worth", without, LARGER, 5, 10.0)
        worth[name] = score / base if score is not None else float("inf")
    return setting, worth


def report(journal: Journal, winner: Setting, worth: dict[str, float], command: str) -> str:
    """Return the outcome as Markdown: the winner, what each choice is worth, and the ratios."""
    lines = [
        "# CP-SAT's parameters, searched",
        "",
        f"Command: `{command}`",
        f"Machine: {cpu_model()}, {platform.system()}, Python {platform.python_version()}, "
        f"ortools {version('ortools')}. CPU seconds of one worker.",
        "",
        f"{len({row[4] for row in journal.rows if row[0] == 'first'})} settings in the first heat; "
        + ", ".join(f"{count} {verdict}" for verdict, count in verdicts(journal)),
        "",
        "| choice | value | times slower without it |",
        "|---|---|---|",
        *(f"| {name} | {winner[name]} | {worth[name]:.2f} |" for name in sorted(winner)),
        "",
        "| board | solutions | default | cp_sat_search | winner | default / winner |",
        "|---|---|---|---|---|---|",
    ]
    for name, board in LARGEST.items():
        seconds = [
            journal.run("final", setting, {name: board}, 5, 60.0) or float("nan")
            for setting in (DEFAULT, SEARCH, winner)
        ]
        cells = [f"{each:.3f}" for each in seconds] + [f"{seconds[0] / seconds[2]:.1f}"]
        lines.append(f"| {name} | {len(journal.right(name, board))} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def verdicts(journal: Journal) -> list[tuple[str, int]]:
    """Return how many of the first heat's runs came out how: right, slow, crashed, wrong, ..."""
    seen = [row[2].partition(":")[0] for row in journal.rows if row[0] == "first"]
    return sorted((verdict, seen.count(verdict)) for verdict in set(seen))


def cpu_model() -> str:
    """Return the processor's name where the system tells it."""
    info = Path("/proc/cpuinfo")
    names = info.read_text().splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in names if line.startswith("model name")]
    return models[0] if models else platform.processor()


def main() -> None:
    """Search, prune, and write the two files."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--settings", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=HERE)
    arguments = parser.parse_args()
    journal = Journal()
    finalists = heats(journal, draw_settings(arguments.settings, arguments.seed))
    winner, worth = prune(journal, finalists[0])
    command = (
        "uv run python -m tests.benchmarks.search_cp_sat_parameters "
        f"--settings {arguments.settings} --seed {arguments.seed}"
    )
    text = report(journal, winner, worth, command)
    (arguments.output / "cp_sat_parameters.md").write_text(text, encoding="utf-8")
    with (arguments.output / "cp_sat_parameters.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["heat", "board", "verdict", "cpu_s", "setting"])
        rows.writerows(journal.rows)
    print(text)


if __name__ == "__main__":
    main()

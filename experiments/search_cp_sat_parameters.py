"""Search CP-SAT's parameters, at random and seeded, for what enumerates all solutions fastest.

    uv run python -m experiments.search_cp_sat_parameters --settings 600 --seed 1

Three heats. All settings run on one small board, the best of them on the larger ones, and
the best of those again, several times. Then the winner is pruned: every choice in it is taken
back to CP-SAT's default in turn, and one that does not make it slower stays taken back, until
only choices that help are left. What each is worth is written down, and is what
`models/cp_sat_tuned.py` says of it. With --heats FILE the heats are read from an earlier
record and only the pruning is done anew.

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

from experiments.cp_sat_space import SPACE, Bench, Outcome, Setting
from handwritten import bitmasks
from harness.campaign.drawn_boards import parse_boards
from queens import Board, Queens

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
JUDGES = {name: board for name, board in LARGER.items() if name not in ("n=9", "n=10")}
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
        """Return the geometric mean over `boards` of the least CPU seconds; None if it is out."""
        least = []
        for name, board in boards.items():
            right = self.right(name, board)
            outcomes = []
            for _ in range(repetitions):
                outcomes.append(self.bench.measure(setting, board, right, limit_s))
                self.write(heat, name, setting, outcomes[-1])
                if outcomes[-1].verdict != "right":
                    return None
            # what else the machine does can only add to the time
            least.append(min(outcome.cpu_s for outcome in outcomes))
        return statistics.geometric_mean(least)

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


def heats(journal: Journal, settings: list[Setting]) -> None:
    """Run the three heats."""
    scores = []
    for number, setting in enumerate(settings, start=1):
        scores.append((journal.run("first", setting, SMALL, 1, 0.2), setting))
        if number % 50 == 0:
            say(f"first heat: {number} of {len(settings)}")
    settings = best(scores, 50)
    say("second heat")
    settings = best([(journal.run("second", each, LARGER, 1, 1.0), each) for each in settings], 8)
    say("third heat")
    for setting in settings:
        journal.run("third", setting, LARGEST, 3, 5.0)


def winner_of(rows: list[list[str]]) -> Setting:
    """Return the fastest setting of the third heat in a record."""
    least: dict[str, dict[str, float]] = {}
    for heat, board, verdict, cpu_s, setting in rows:
        if heat == "third":
            boards = least.setdefault(setting, {})
            seconds = float(cpu_s) if verdict == "right" else float("inf")
            boards[board] = min(seconds, boards.get(board, seconds))
    means = {setting: statistics.geometric_mean(each.values()) for setting, each in least.items()}
    fastest = min(means, key=lambda setting: means[setting])
    return dict(choice.split("=") for choice in fastest.split())


def say(progress: str) -> None:
    """Print how far the search is, where it does not mix with the outcome."""
    print(progress, file=sys.stderr, flush=True)


def prune(journal: Journal, setting: Setting) -> tuple[Setting, dict[str, float]]:
    """Return what is left of `setting` when choices that do not help are taken back.

    And for each choice left, how many times slower the setting is without it.
    """
    left: Setting | None = None
    worth: dict[str, float] = {}
    while left != setting:  # until a whole pass takes nothing back
        left, worth = setting, {}
        for name in sorted(left):
            without = {other: value for other, value in setting.items() if other != name}
            worth[name] = times_slower(journal, setting, without)
            say(f"without {name}: {worth[name]:.3f}")
            if worth[name] <= 1 + HELPS:
                setting = without
    return setting, worth


def times_slower(journal: Journal, setting: Setting, other: Setting) -> float:
    """Return how many times slower `other` is, the two run in turn; infinite if it is out."""
    times: list[list[float]] = [[], []]
    for _ in range(4):
        for seconds, each in zip(times, (setting, other), strict=True):
            seconds.append(journal.run("prune", each, JUDGES, 1, 3.0) or float("inf"))
        if times[1][-1] == float("inf"):
            break
    return min(times[1]) / min(times[0])


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
        *(f"| {name} | {winner[name]} | {factor(worth[name])} |" for name in sorted(winner)),
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


def factor(slower: float) -> str:
    """Return a factor for the table; infinite is a board over the limit."""
    return f"{slower:.2f}" if slower < float("inf") else "a board over 3 s"


def write_record(rows: list[list[str]], path: Path) -> None:
    """Write a line for each heat and setting: the least CPU seconds on each board, or a verdict."""
    lines: dict[tuple[str, str], dict[str, str]] = {}
    for heat, board, verdict, cpu_s, setting in rows:
        line = lines.setdefault((heat, setting), {"heat": heat, "setting": setting})
        right = verdict == "right"
        line[board] = min(cpu_s, line.get(board, cpu_s), key=float) if right else verdict
    with path.open("w", newline="", encoding="utf-8") as file:
        columns = csv.DictWriter(file, ["heat", *LARGEST, "setting"], lineterminator="\n")
        columns.writeheader()
        columns.writerows(lines.values())


def read_heats(path: Path) -> list[list[str]]:
    """Return the runs of the three heats in a record."""
    rows = []
    with path.open(newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            for board in LARGEST if line["heat"] in ("first", "second", "third") else ():
                cell = line[board]
                verdict = "right" if cell.replace(".", "").isdecimal() else cell
                if cell:
                    rows.append([line["heat"], board, verdict, cell, line["setting"]])
    return rows


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
    parser.add_argument("--heats", type=Path, help="a record whose heats are taken over")
    parser.add_argument("--output", type=Path, default=HERE)
    arguments = parser.parse_args()
    journal = Journal()
    if arguments.heats:
        journal.rows = read_heats(arguments.heats)
    else:
        heats(journal, draw_settings(arguments.settings, arguments.seed))
    winner, worth = prune(journal, winner_of(journal.rows))
    command = (
        "uv run python -m experiments.search_cp_sat_parameters "
        f"--settings {arguments.settings} --seed {arguments.seed}"
    )
    if arguments.heats:
        command += f", pruned anew with --heats {arguments.heats.name}"
    text = report(journal, winner, worth, command)
    (arguments.output / "cp_sat_parameters.md").write_text(text, encoding="utf-8")
    write_record(journal.rows, arguments.output / "cp_sat_parameters.csv")
    print(text)


if __name__ == "__main__":
    main()

"""Run times over seeds: distributions by hand and by brute force, gains of restarts, the report."""

from __future__ import annotations

import csv
import io
import math
import random
from fractions import Fraction
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page
from rich.console import Console

from harness.record.lines import Fields
from harness.report import write_report
from harness.report.page.render import markdown_report
from harness.report.page.render import page as page_text
from harness.report.results import Results
from harness.report.seeds import NOTE, distributions, seed_csv, seed_hint, seed_rows, seed_sentences
from harness.report.terminal import print_results
from harness.statistics.restarts import LEAST_SHARE, restart
from harness.statistics.run_times import CUT_OFF, GAVE_UP, SOLVED, RunTime, quantile, steps
from tests import records

ENDS = (SOLVED, CUT_OFF, GAVE_UP)
run_times = st.lists(
    st.builds(RunTime, st.integers(1, 8).map(float), st.sampled_from(ENDS)),
    min_size=1,
    max_size=12,
)


def redistributed(runs: list[RunTime]) -> dict[float, Fraction]:
    """Return the share solved by each time, by Efron's rule (1967): mass moves to the right.

    What is cut off hands its mass on, in equal parts, to all that run longer.
    """
    # at one time what is solved comes first; what gave up is later than any time
    ordered = sorted(runs, key=lambda run: (run.end == GAVE_UP, run.seconds, run.end != SOLVED))
    mass = [Fraction(1, len(ordered))] * len(ordered)
    share: dict[float, Fraction] = {}
    solved = Fraction(0)
    for place, run in enumerate(ordered):
        if run.end == SOLVED:
            solved += mass[place]
            share[run.seconds] = solved
        elif run.end == CUT_OFF and (later := len(ordered) - place - 1):
            for other in range(place + 1, len(ordered)):
                mass[other] += mass[place] / later
    return share


@given(run_times)
@settings(max_examples=200)
def test_shares_are_those_of_mass_handed_on(runs: list[RunTime]) -> None:
    found = steps(runs)
    assert dict(found) == pytest.approx({at: float(of) for at, of in redistributed(runs).items()})
    assert [step.seconds for step in found] == sorted({s for s, end in runs if end == SOLVED})


def test_shares_and_quantiles_worked_out_by_hand() -> None:
    ended = {1.0: SOLVED, 2.0: CUT_OFF, 3.0: SOLVED, 4.0: GAVE_UP, 5.0: SOLVED}
    found = steps(RunTime(seconds, end) for seconds, end in ended.items())
    # 4/5 unsolved, then 2/3 of these (three still run), then half of those: one never ends
    assert [step.seconds for step in found] == [1, 3, 5]
    assert [step.share for step in found] == pytest.approx([1 / 5, 1 - 8 / 15, 1 - 4 / 15])
    asked = (0.1, 0.2, 0.3, 0.5, 0.9)
    assert [quantile(found, share) for share in asked] == [1, 2, 3, 5, None]


@given(st.lists(st.integers(1, 1000).map(float), min_size=1, max_size=30))
def test_without_a_limit_the_median_is_the_ordinary_one(times: list[float]) -> None:
    assert quantile(steps(map(RunTime, times)), 0.5) == median(times)


def test_half_of_the_runs_and_a_limit_leave_the_median_open() -> None:
    assert quantile(steps([RunTime(1), RunTime(2), RunTime(9, CUT_OFF)] * 2), 0.9) is None
    assert quantile(steps([RunTime(1), RunTime(9, CUT_OFF)]), 0.5) is None


def stuck(runs: int, share: float, seed: int = 1) -> tuple[RunTime, ...]:
    """Return times near 1, and some that end at 60 without a solution."""
    chance = random.Random(seed)
    return tuple(
        RunTime(60.0, GAVE_UP) if chance.random() < share else RunTime(chance.uniform(0.9, 1.1))
        for _ in range(runs)
    )


def test_the_gain_is_that_of_the_best_cutoff() -> None:
    runs = stuck(60, 0.2)
    found = restart(runs)
    assert found is not None
    means = {}
    for cutoff, end in runs:
        solved = sum(one.end == SOLVED and one.seconds <= cutoff for one in runs)
        if end == SOLVED and solved >= LEAST_SHARE * len(runs):
            means[cutoff] = math.fsum(min(one.seconds, cutoff) for one in runs) / solved
    solved = sum(end == SOLVED for _, end in runs)
    without = math.fsum(seconds for seconds, _ in runs) / solved
    assert found.cutoff_s == min(means, key=means.__getitem__)
    assert found.mean_s == pytest.approx(min(means.values()))
    assert found.mean_without_s == pytest.approx(without)
    assert found.gain == pytest.approx(without / min(means.values()))
    # true: a fifth is stuck, the others take 1, so that 0.8 + 0.2 * 60 stands against 1
    assert 1 < found.at_least < (0.8 + 0.2 * 60) / (0.8 + 0.2) < 1.5 * found.gain


def test_hardly_a_gain_is_stated_of_exponential_times() -> None:
    """One in a hundred is promised; the bootstrap alone states 18 of these hundred.

    Of even times none is.
    """
    chance = random.Random(3)
    samples = [[chance.expovariate(1) for _ in range(30)] for _ in range(50)]
    cut = [[RunTime(t) if t <= 0.5 else RunTime(0.5, CUT_OFF) for t in times] for times in samples]
    whole = [[RunTime(t) for t in times] for times in samples]
    stated = [restart(tuple(runs)) is not None for runs in whole + cut]
    assert sum(stated) <= 4
    assert restart(tuple(RunTime(1 + chance.random()) for _ in range(30))) is None
    assert restart((RunTime(1.0, GAVE_UP),) * 30) is None


def run(approach: str, seed: int, cpu_s: float, status: str = "complete", n: int = 8) -> Fields:
    """Return a run of task one; on a busy machine it took twice its processor time."""
    common = {"task": "one", "seed": seed, "repetition": seed, "cpu_s": cpu_s}
    if status == "complete":
        return records.run(approach, n, **common, solve_s=2 * cpu_s, found=True)
    return records.stopped(approach, n, status, **common, solve_s=2 * cpu_s)


def record(**changes: object) -> list[Fields]:
    """Return times of 1 to 40 ms: of one all are solved, of one a limit stops the last three.

    A third is stuck in six of forty runs, and one that is not randomised has no seeds.
    """
    lines = [records.campaign(task="one", repetitions=40, approaches=list("abcd"), **changes)]
    for place in range(1, 41):
        lines.append(run("a", place, place / 1000))
        lines.append(run("b", place, place / 1000, "complete" if place <= 37 else "timeout"))
        lines.append(run("c", place, 0.5, "gave_up") if place % 7 == 0 else run("c", place, 0.001))
        lines.append(run("d", place, place / 1000) | {"seed": None})
    return lines


ROWS = [
    ["a", "n = 8", "40/40", "4.50 ms", "20.5 ms", "36.5 ms", "40.0 ms", "8.11"],
    ["b", "n = 8", "37/40", "4.50 ms", "20.5 ms", "36.5 ms", "3 cut off", "8.11"],
    ["c", "n = 8", "35/40", "1.00 ms", "1.00 ms", "-", "5 gave up", "-"],
]


def rows(results: Results) -> list[list[str]]:
    return [list(row.values()) for row in seed_rows(results, distributions(results))]


def test_the_rows_are_in_processor_time_and_of_randomised_approaches_alone() -> None:
    assert rows(records.results(record())) == ROWS


def test_what_leaves_its_work_to_another_process_has_wall_times() -> None:
    lines = record()
    for line in lines:
        if line.get("approach") == "a":
            line["cpu_s"] = 1e-4
    assert rows(records.results(lines))[0][3:7] == ["9.00 ms", "41.0 ms", "73.0 ms", "80.0 ms"]


def test_the_sentence_is_of_the_stuck_one_alone() -> None:
    results = records.results(record())
    (said,) = seed_sentences(results, distributions(results))
    # 35 ms and 5 of 500 ms over 35 solutions; with the cutoff, 40 ms over 35
    assert said.startswith(
        "Started anew with another seed after 1.00 ms, c on n = 8 would take 1.14 ms on average, "
        "not 72.4 ms: 63.4 times less, at least "
    )


def test_of_runs_that_decided_their_number_no_gain_is_stated() -> None:
    results = records.results(record(precision=0.05))
    assert rows(results) == ROWS
    assert seed_sentences(results, distributions(results)) == []


def test_csv_has_full_precision_and_every_board() -> None:
    read = list(csv.DictReader(io.StringIO(seed_csv(records.results(record())))))
    assert [row["approach"] for row in read] == ["a", "b", "c"]
    names = ("seeds", "solved", "cut_off", "gave_up", "largest_s", "gain")
    assert [[row[name] for name in names] for row in read[:2]] == [
        ["40", "40", "0", "0", "0.04", ""],
        ["40", "37", "3", "0", "", ""],
    ]
    assert float(read[0]["ratio_90_10"]) == pytest.approx(36.5 / 4.5)
    assert float(read[2]["gain"]) == pytest.approx((0.035 + 2.5) / 0.04)
    many = [run("a", seed, 0.001, n=n) for n in range(4, 12) for seed in range(30)]
    results = records.results([records.campaign(task="one"), *many])
    assert len(seed_csv(results).splitlines()) == 1 + 8
    said = "2 boards more in seeds.csv of the report."
    assert seed_sentences(results, distributions(results)) == [said]


def shown(results: Results) -> tuple[str, str, str]:
    """Return what terminal, page and Markdown show."""
    file = io.StringIO()
    print_results(Console(file=file, width=80), results)
    return file.getvalue(), page_text(results, []), markdown_report(results, [])


def test_terminal_page_and_markdown_say_the_same() -> None:
    results = records.results(record())
    (said,) = seed_sentences(results, distributions(results))
    texts = [text.replace("\N{NO-BREAK SPACE}", " ") for text in shown(results)]
    for words in ("Processor time over 40 seeds: one solution", said, NOTE):
        assert [words in text for text in texts] == [True] * 3
    terminal = [line.split() for line in texts[0].splitlines()]
    assert ["b", "4.50", "ms", "20.5", "ms", "36.5", "ms", "3", "cut", "off", "8.11"] in terminal
    assert f"| {' | '.join(ROWS[1])} |" in texts[2]
    assert 'href="#seeds"' in texts[1]


def test_nothing_is_shown_without_randomised_approaches() -> None:
    lines = [line for line in record() if line.get("approach") in (None, "d")]
    # as records of earlier versions: all repetitions have one seed
    same = [run("a", 7, seed / 1000) for seed in range(1, 41)]
    for results in (records.results(lines), records.results([lines[0], *same])):
        assert [" seeds" in text for text in shown(results)] == [False] * 3
        assert seed_hint(results) is None


def test_a_wrong_or_crashed_cell_has_no_distribution() -> None:
    lines = record()
    lines[1]["audit"] = "invalid"
    lines[2] |= {"status": "crashed", "signal": 11}
    assert [one.approach for one in distributions(records.results(lines))] == ["c"]


def test_too_few_seeds_are_said_with_the_fix() -> None:
    few = [line for line in record() if line.get("seed") is not None and line["seed"] < 30]
    results = records.results([records.campaign(task="one"), *few])
    said = "29 seeds do not show a distribution of run times: take 30, -r 30."
    assert seed_hint(results) == said
    terminal, *_ = shown(results)
    assert said in terminal.splitlines()
    assert distributions(results) == []


def test_the_chart_has_a_line_an_approach_and_points_at_the_quantiles() -> None:
    drawn = records.results(record()).chart("seeds").to_dict()
    lines, points = (drawn["datasets"][layer["data"]["name"]] for layer in drawn["layer"][:2])
    of_b = [(row["seconds"], row["share"]) for row in lines if row["approach"] == "b"]
    # from the first solution to the last run, which a limit stopped
    assert (of_b[0], of_b[1], of_b[-1]) == ((0.001, 0), (0.001, 0.025), (0.04, 0.925))
    assert [row["seconds"] for row in points if row["approach"] == "b"] == [0.0045, 0.0205, 0.0365]
    assert {row["approach"] for row in lines} == {"a", "b", "c"}


def test_the_chart_of_many_seeds_is_small() -> None:
    chance = random.Random(1)
    many = [run("a", seed, chance.expovariate(1)) for seed in range(5000)]
    drawn = records.results([records.campaign(task="one"), *many]).chart("seeds").to_json()
    assert len(drawn) < 15_000


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on two boards."""
    larger = [run("a", seed, seed / 500, n=9) for seed in range(1, 31)]
    folder = records.write(tmp_path_factory.mktemp("seeds"), [*record(), *larger])
    write_report(folder)
    return folder


def test_the_files_are_written(written: Path) -> None:
    assert (written / "seeds.csv").read_text().count("\n") == 1 + 4
    assert (written / "seeds.tex").read_text().count("3 cut off") == 1
    assert (written / "figures/seeds.svg").is_file()
    html = (written / "report.html").read_text()
    assert '<a href="seeds.csv">' in html
    assert html.count('data-chart="seeds"') == 1


def test_the_board_of_the_chart_can_be_chosen(page: Page, written: Path) -> None:
    page.goto((written / "report.html").as_uri())
    chart = page.locator("[data-chart=seeds][data-drawn]")
    points = chart.locator(".mark-symbol.role-mark path")
    chart.locator("select").wait_for()
    # the board with the most approaches comes first; of c, 90 % are not solved
    assert points.count() == 3 + 3 + 2
    chart.locator("select").select_option("n = 9")
    page.wait_for_function(
        "document.querySelectorAll('[data-chart=seeds] .mark-symbol.role-mark path').length === 3"
    )

"""What is typed is read as meant, and a slip is said in one line with its fix."""

from __future__ import annotations

import pytest

from commands.shared import values as cli_values
from commands.shared.boards import typed_board
from queens import RULES, Board, Unsupported, names, parsing
from queens.registry import APPROACHES, missing_packages

READERS = vars(parsing) | vars(names) | vars(cli_values)


@pytest.mark.parametrize(
    ("text", "sizes"),
    [("8", [8]), ("4-7", [4, 5, 6, 7]), ("8,4,6", [4, 6, 8]), ("4-6, 5-7,1", [1, 4, 5, 6, 7])],
)
def test_sizes(text: str, sizes: list[int]) -> None:
    assert cli_values.parse_sizes(text) == sizes


@pytest.mark.parametrize(
    ("text", "duration_s"),
    [("10s", 10.0), ("500ms", 0.5), ("2m", 120.0), ("1h", 3600.0), ("7", 7.0), ("0.5 s", 0.5)],
)
def test_durations(text: str, duration_s: float) -> None:
    assert cli_values.parse_duration_s(text, "--time-limit") == duration_s


@pytest.mark.parametrize(
    ("text", "size_bytes"),
    [("2GiB", 2 * 2**30), ("512MiB", 512 * 2**20), ("1.5GB", 1_500_000_000), ("64kib", 2**16)],
)
def test_memory(text: str, size_bytes: int) -> None:
    assert cli_values.parse_bytes(text, "--memory-limit") == size_bytes


def test_squares_and_boards() -> None:
    assert parsing.parse_squares("0:3, 3:5") == [(0, 3), (3, 5)]
    assert parsing.parse_squares("") == []
    board = typed_board("8", "0:3", "1:1,2:2", "torus", None)
    assert board == Board(8, [(0, 3)], [(1, 1), (2, 2)], RULES["torus"])
    assert typed_board("8", "", "", None, None) == Board(8)


@pytest.mark.parametrize(
    ("read", "text", "says"),
    [
        ("parse_size", "eight", "n must be a whole number, got 'eight'"),
        ("parse_size", "8.0", "n must be a whole number, got '8.0'"),
        ("parse_size", "-3", "n must be at least 1, got -3"),
        ("parse_sizes", "0-4", "n must be at least 1, got 0"),
        ("parse_sizes", "9-4", "write 4-9"),
        ("parse_sizes", "1-999999999", "at most 1000"),
        ("parse_sizes", "4,,6", "single commas"),
        ("parse_squares", "3", "ROW:COLUMN"),
        ("resolve_approaches", "cp_sta", "did you mean cp_sat"),
        ("resolve_approaches", "zzz", "`compare.py list`"),
        ("resolve_approach", "bitmaks", "did you mean bitmasks"),
    ],
)
def test_a_slip_names_the_value_and_the_fix(read: str, text: str, says: str) -> None:
    with pytest.raises(ValueError) as caught:
        READERS[read](text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("read", "text", "says"),
    [
        ("parse_duration_s", "10 parsecs", "--it must be a duration"),
        ("parse_duration_s", "0s", "--it must be above 0"),
        ("parse_duration_s", "nan", "--it must be a duration"),
        ("parse_bytes", "2", "--it must be a size with its unit"),
        ("parse_bytes", "0B", "--it must be above 0"),
        ("parse_share", "ten", "--it must be a percentage, as 10%"),
        ("parse_share", "-3%", "--it must be at least 0%"),
    ],
)
def test_a_bad_value_is_named_with_its_option(read: str, text: str, says: str) -> None:
    with pytest.raises(ValueError) as caught:
        READERS[read](text, "--it")
    assert says in str(caught.value)
    assert repr(text) in str(caught.value)


def test_approaches_come_in_the_order_of_the_registry_each_once() -> None:
    chosen = names.resolve_approaches("bitmasks,cp_sat,bitmasks")
    assert [approach.name for approach in chosen] == ["cp_sat", "bitmasks"]
    assert names.resolve_approaches("models,handwritten") == list(APPROACHES)
    assert names.resolve_approaches("handwritten") == [
        approach for approach in APPROACHES if approach.folder == "handwritten"
    ]


def test_all_is_what_is_installed() -> None:
    installed = [approach for approach in APPROACHES if not missing_packages(approach)]
    assert names.resolve_approaches("all") == installed


def test_an_approach_that_lacks_a_function_is_refused() -> None:
    with pytest.raises(ValueError, match="cp_sat has no count_all: use another"):
        cli_values.require(names.resolve_approach("cp_sat"), "count_all", "use another")


@pytest.mark.parametrize("error", [ValueError("a\n b"), Unsupported("a b")])
def test_clean_errors_say_one_line_and_exit_2(
    error: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    @cli_values.clean_errors()
    def command() -> None:
        raise error

    with pytest.raises(SystemExit) as caught:
        command()
    assert caught.value.code == 2
    assert capsys.readouterr().err == "error: a b\n"


def test_a_fault_keeps_its_traceback() -> None:
    with pytest.raises(KeyError), cli_values.clean_errors():
        raise KeyError("a fault of ours")

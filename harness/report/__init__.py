"""Reports made from saved records: a page, tables, figures and statements.

`write_report` leaves everything beside the record. It reads the record and nothing else, so
that whatever a report says can be made again, and changes when a line of the record does.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["write_report"]


def write_report(directory: Path, crate: bool = False, other: Path | None = None) -> list[Path]:
    """Write the report of the record in `directory` beside it; return the files written.

    report.html, report.md, table.csv, table.md, table.tex, figures/*.svg, *.pdf and *.png,
    and runs.parquet where pyarrow is installed; with `crate` also ro-crate-metadata.json, which
    describes them. The page has the record in `other` side by side with this one. Raises
    RecordError where there is no record, ValueError where what writes a crate is not installed.
    """
    from harness.report.crate import check_crate, write_crate
    from harness.report.files import write_files

    if crate:
        check_crate()
    written = write_files(directory, other)
    return [*written, write_crate(directory, written)] if crate else written

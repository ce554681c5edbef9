"""The options of certificates, which several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from harness.proof.certify import Prove, prover

Certify = Annotated[
    bool, typer.Option("--certify", help="Prove the answers complete (needs python-sat).")
]
Certificates = Annotated[
    Path | None, typer.Option(help="Keep formulas and proofs in this folder; implies --certify.")
]


def wanted_prover(certify: bool, folder: Path | None) -> Prove | None:
    """Return what certifies answers, if that is asked for; raise ValueError where it cannot be."""
    return prover(folder) if certify or folder is not None else None

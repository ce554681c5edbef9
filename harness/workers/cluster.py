"""The workers of a Dask cluster, as a pool."""

from __future__ import annotations

from typing import Any

from harness.workers.pool import Pool

CONNECT_S = 10


class ClusterPool(Pool):
    """The workers of a Dask scheduler, which must have this project installed.

    Dask itself gives the jobs of a dead worker to another a few times; after that it raises,
    and the job is submitted again.
    """

    def __init__(self, address: str) -> None:
        distributed = _import_distributed()
        try:
            self._client = distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ValueError(
                f"--cluster {address}: no Dask scheduler answers there; start one with "
                "`dask scheduler` and use the address that it prints"
            ) from error
        slots = sum(self._client.ncores().values())
        if slots == 0:
            self._client.close()
            raise ValueError(
                f"--cluster {address}: the scheduler has no workers; "
                f"start some with `dask worker {address}`"
            )
        self.lost = (distributed.KilledWorker,)
        super().__init__(self._client.get_executor(pure=False), slots)

    def close(self) -> None:
        """Leave the cluster; its workers stay."""
        self._client.close()

    def kill(self) -> None:
        """Cancel what waits and leave; the answers of unfinished jobs are discarded."""
        self._client.close()


def _import_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise ValueError(
            "--cluster needs the package distributed: pip install 'queens-compare[cluster]'"
        ) from None
    return distributed

"""The workers of a Dask cluster: each by its address, or all of them as a pool."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any

from harness.workers.errors import WorkersLost
from harness.workers.pool import Pool

CONNECT_S = 10


class Cluster:
    """A Dask scheduler and its workers, which must have this project installed.

    Raises ValueError if none answers at the address, or it has no workers.
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
        if not self._client.ncores():
            self._client.close()
            raise ValueError(
                f"--cluster {address}: the scheduler has no workers; "
                f"start some with `dask worker {address}`"
            )
        self.lost: tuple[type[BaseException], ...] = (distributed.KilledWorker,)

    def threads(self) -> dict[str, int]:
        """Return the workers that are there now, by address, and the threads of each.

        Raises WorkersLost if the scheduler has ended.
        """
        try:
            return dict(self._client.ncores())
        except (OSError, TimeoutError) as error:
            raise WorkersLost("the Dask scheduler has ended: start it and run again") from error

    def executor(self, worker: str | None = None) -> Executor:
        """Return what gives jobs to one worker, or to any."""
        only = {} if worker is None else {"workers": [worker], "allow_other_workers": False}
        executor: Executor = self._client.get_executor(pure=False, **only)
        return executor

    def tell(self, function: Callable[[], object]) -> None:
        """Call the function on every worker, at once, whatever it is busy with."""
        with suppress(OSError, TimeoutError):
            self._client.run(function, on_error="ignore")

    def close(self) -> None:
        """Leave the cluster; its workers stay, what waits is cancelled."""
        self._client.close()


class ClusterPool(Pool):
    """All workers of a cluster, each thread a slot.

    Dask itself gives the jobs of a dead worker to another a few times; after that it raises,
    and the job is submitted again.
    """

    def __init__(self, address: str) -> None:
        self._cluster = Cluster(address)
        self.lost = self._cluster.lost
        super().__init__(self._cluster.executor(), sum(self._cluster.threads().values()))

    def close(self) -> None:
        """Leave the cluster; its workers stay."""
        self._cluster.close()

    def kill(self) -> None:
        """Cancel what waits and leave; the answers of unfinished jobs are discarded."""
        self._cluster.close()


def _import_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise ValueError(
            "--cluster needs the package distributed: pip install 'queens-compare[cluster]'"
        ) from None
    return distributed

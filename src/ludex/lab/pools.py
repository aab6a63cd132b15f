"""Who does the runs of a rehearsal: processes of this machine, standing behind the tables (`nice`), or a cluster's workers."""

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from os import cpu_count

from ludex.core.errors import RuleError
from ludex.lab.nursery import stand_behind


def processes(count: int | None = None) -> ProcessPoolExecutor:
    """A pool of processes of this machine that let the tables go before them."""
    return ProcessPoolExecutor(count or cpu_count() or 1, mp_context=get_context("spawn"), initializer=stand_behind)


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster, by its scheduler's address, and how many runs they can do at a time.

    A batch whose worker is lost goes to another one. Each of them needs Ludex in the same version, and the system that is rehearsed.
    """
    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError:
        raise RuleError("no_dask") from None
    try:
        client = distributed.Client(address, set_as_default=False)
    except (OSError, ValueError):
        raise RuleError("no_cluster", address=address) from None
    with client:
        slots = sum(client.nthreads().values())
        if not slots:
            raise RuleError("no_cluster", address=address)
        with client.get_executor(pure=False) as executor:
            yield executor, slots

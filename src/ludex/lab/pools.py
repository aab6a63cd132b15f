"""Processes for rehearsals: this machine's cores, standing behind the tables (`nice`)."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from os import cpu_count

from ludex.lab.nursery import stand_behind


def processes(count: int | None = None) -> ProcessPoolExecutor:
    """A pool of processes of this machine that let the tables go before them."""
    return ProcessPoolExecutor(count or cpu_count() or 1, mp_context=get_context("spawn"), initializer=stand_behind)

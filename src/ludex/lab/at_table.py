"""Rehearsals beside a table: in the processes that work out odds, behind the tables, one batch after another, within a budget.

Nothing of it is play: the table's state goes over as it is, nothing comes back but rows. Who asked may say that it is enough at any
moment; one who goes away cancels it with the next batch.
"""

from collections.abc import Callable, Mapping, Sequence
from time import monotonic

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludex.core.deeds import Do
from ludex.core.rehearsal import Policy, Setup
from ludex.lab.outcome import Rehearsed
from ludex.lab.rehearsing import BATCH_SECONDS, RUNS, trial_of
from ludex.lab.runs import Opening, Row, lab_of, prepared, run_batch
from ludex.lab.workers import WORKERS_OF_THIS_PROCESS
from ludex.table.table import Table

BUDGET = 20.0
"""Seconds that one rehearsal of a table may work."""

Ways = Mapping[str, Rehearsed]
"""What is known so far of each way to play."""


class Growing:
    """A rehearsal of a table's scene that grows batch by batch: every way to play of the players' side, in turns and on the same dice.

    It holds no process and no task: who wants more asks for more.
    """

    def __init__(
        self,
        table: Table,
        state: Struct,
        setup: Setup | None = None,
        *,
        seed: int = 1,
        runs: int = RUNS,
        policies: Mapping[str, Policy] | None = None,
    ) -> None:
        system, self.setup = table.system, setup or Setup()
        lab = lab_of(system)
        ready = prepared(system, state, self.setup)
        ours = next(iter(lab.sides(ready)))
        ways = policies or {name: lab.policies[name] for name in lab.ways}
        orders = table.memory.settings.orders
        self.whose = table.id, "rehearsal"
        self.trials = {n: trial_of(system, state, self.setup, {ours: one}, seed, orders) for n, one in ways.items()}
        self.found = {name: Rehearsed.of(system, ready, trial) for name, trial in self.trials.items()}
        self.wanted, self.spent = runs if lab.dice else 1, 0.0
        self._rows: dict[str, dict[int, Row]] = {name: {} for name in ways}
        self._sizes = dict.fromkeys(ways, 2)

    @property
    def over(self) -> bool:
        """Whether all ways have all of their runs."""
        return all(len(rows) >= self.wanted for rows in self._rows.values())

    async def grow(self) -> None:
        """One more batch of each way."""
        for name, trial in self.trials.items():
            first = len(self._rows[name])
            count = min(self._sizes[name], self.wanted - first)
            if not count:
                continue
            at = monotonic()
            batch = await WORKERS_OF_THIS_PROCESS.run(
                run_batch, trial, first, count, whose=self.whose, reads=trial.system
            )
            took = monotonic() - at
            self.spent += took
            self._sizes[name] = max(1, min(4 * count, int(count * BATCH_SECONDS / max(1e-3, took)), 200))
            self._rows[name].update({row.n: row for row in batch})
            self.found[name] = self.found[name].with_rows(self._rows[name])


async def openings_beside(
    table: Table,
    state: Struct,
    deeds: Sequence[Do],
    *,
    within: int,
    runs: int = 48,
    budget: float = 6.0,
    asker: str = "rehearsal",
) -> list[Rehearsed]:
    """What comes of each of several deeds if a side's clever policy goes on after it for so long at most: on the same dice, in turns, until all
    have so many runs or the budget is spent."""
    system = table.system
    lab = lab_of(system)
    setup = Setup(most=lab.length(state) + within - 1)
    ready = prepared(system, state, setup)
    ours = next(iter(lab.sides(ready)))
    usual = trial_of(system, state, setup, {ours: lab.policies[lab.ways[-1]]}, 1, table.memory.settings.orders)
    trials = [replace(usual, opening=Opening(do.procedure, msgspec.json.encode(do.given))) for do in deeds]
    rows: list[dict[int, Row]] = [{} for _ in trials]
    wanted, spent, size = runs if lab.dice else 1, 0.0, 2
    while len(rows[-1]) < wanted and spent < budget:
        count, at = min(size, wanted - len(rows[-1])), monotonic()
        for trial, known in zip(trials, rows, strict=True):
            batch = await WORKERS_OF_THIS_PROCESS.run(
                run_batch, trial, len(known), count, whose=(table.id, asker), reads=system.id
            )
            known.update({row.n: row for row in batch})
        spent += monotonic() - at
        size = 2 * size
    return [Rehearsed.of(system, ready, trial).with_rows(known) for trial, known in zip(trials, rows, strict=True)]


async def rehearse_beside(
    table: Table,
    state: Struct,
    setup: Setup | None = None,
    *,
    seed: int = 1,
    runs: int = RUNS,
    budget: float = BUDGET,
    progress: Callable[[Ways], bool | None] | None = None,
) -> dict[str, Rehearsed]:
    """Rehearse every way to play until all have so many runs, the budget is spent, or `progress` says `False`."""
    growing = Growing(table, state, setup, seed=seed, runs=runs)
    while not growing.over and growing.spent < budget:
        await growing.grow()
        if progress is not None and progress(growing.found) is False:
            break
    return growing.found

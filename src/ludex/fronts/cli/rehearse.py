"""`ludex rehearse`: a table's scene, or a system's demo, played many times by policies, with bars that fill while it runs."""

import asyncio
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from os import cpu_count
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ludex.core.errors import RuleError
from ludex.core.names import harmless
from ludex.core.rehearsal import Setup
from ludex.core.system import System
from ludex.fronts.cli.place import at_home, database
from ludex.lab.outcome import Rehearsed
from ludex.lab.pools import cluster, processes
from ludex.lab.rehearsing import RUNS, How, find, rehearse as run, side_by_side, vary
from ludex.lab.runs import knobs_of, lab_of, prepared
from ludex.store.opening import check
from ludex.table.house import demo_of
from ludex.table.registry import names, system as find_system
from ludex.text.commands.rehearse import case_lines, percents, story, told, way_name
from ludex.text.words import Words


def rehearse(
    scene: str,
    *,
    runs: int = RUNS,
    seed: int = 1,
    away: tuple[str, ...] = (),
    about: str = "",
    turn: Annotated[tuple[str, ...], Parameter(name="--set")] = (),
    knob: str = "",
    target: int = 0,
    watch: str = "",
    workers: int = 0,
    dask: str = "",
    language: str = "zh",
    json: bool = False,
    data: Path | None = None,
) -> None:
    """Play a scene many times by policies: the chance to win, how long, who falls, what is left.

    Parameters
    ----------
    scene
        The id of a table (`ludex tables` lists them), or a system: its demo.
    runs
        So many runs of each way to play.
    seed
        The same seed gives the same result, whatever the number of workers.
    away
        Who stays away, by id or name.
    about
        What it is about where a scene holds several things: a challenge, `challenge:status`.
    turn
        A knob turned before: `count:哥布林=6`.
    knob
        A knob to try at several values: `count:哥布林`.
    target
        With a knob: find the value at which the players win with this chance in percent.
    watch
        Tell one run deed by deed: `typical`, `narrow` or `worst`.
    workers
        So many processes; 0: one for each core.
    dask
        The address of a Dask scheduler, whose workers do the runs instead (needs `ludex[dask]`).
    language
        zh or en.
    json
        Print everything as one object.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    """
    try:
        system, state = asyncio.run(scene_of(scene, data, language))
        setup = _setup(system, state, away, about, turn)
        words = Words(language, system.package)
        if knob:
            _turned(words, system, state, setup, knob, target, runs=runs, seed=seed, pool=_pool(workers, dask))
            return
        found = _ways(words, system, state, setup, runs=runs, seed=seed, pool=_pool(workers, dask), quiet=json)
    except RuleError as error:
        sys.exit(harmless(Words(language).error(error)))
    if json:
        print(msgspec.json.encode({name: one.rows for name, one in found.items()}).decode())
        return
    best = list(found.values())[-1]
    watched = story(words, system, best.trial, best.typical()[watch]) if watch in best.typical() else []
    for line in (*told(words, found), *case_lines(words, system, state, about), *watched):
        print(harmless(line))


async def scene_of(name: str, data: Path | None, language: str) -> tuple[System, Struct]:
    """The system and the state of a table, or of a system's demo in a language."""
    if name in names():
        system = find_system(name)
        if system.demo is None:
            raise RuleError("no_lab", system=name)
        return system, demo_of(system, language).state
    check(database(data))
    async with at_home(database(data), "ludex rehearse") as house:
        table = await house.open(name)
        return table.system, table.memory.state


def _setup(system: System, state: Struct, away: tuple[str, ...], about: str, turn: tuple[str, ...]) -> Setup:
    people = system.actors(state)
    gone = tuple(next((who for who, name in people.items() if one in (who, name)), one) for one in away)
    if unknown := [one for one in gone if one not in people]:
        raise RuleError("unknown_actor", actor=unknown[0], actors=list(people.values()))
    knobs = {key: int(value) for key, _, value in (one.rpartition("=") for one in turn)}
    setup = Setup(away=gone, about=about, knobs=knobs)
    prepared(system, state, setup)
    return setup


Pool = AbstractContextManager[tuple[Executor, int]]
"""Who does the runs, and how many of them at a time."""


def _pool(workers: int, dask: str) -> Pool:
    return cluster(dask) if dask else _processes(workers)


@contextmanager
def _processes(workers: int) -> Iterator[tuple[Executor, int]]:
    count = workers or cpu_count() or 1
    with processes(count) as pool:
        yield pool, count


def _bars() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[win]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )


def _ways(
    words: Words, system: System, state: Struct, setup: Setup, *, runs: int, seed: int, pool: Pool, quiet: bool
) -> dict[str, Rehearsed]:
    """Every way to play of the players' side, each with its bar."""
    lab = lab_of(system)
    ours = next(iter(lab.sides(lab.ready(state, setup))))
    wanted = runs if lab.dice else 1
    found = {}
    with pool as (executor, workers), _bars() as bars:
        for name in lab.ways:
            task = bars.add_task(way_name(words, name), total=wanted, win="", visible=not quiet)

            def moved(so_far: Rehearsed, task: TaskID = task) -> None:
                bars.update(task, completed=so_far.runs, win=percents(so_far.win))

            how = How(policy={ours: name}, seed=seed, runs=wanted, executor=executor, workers=workers, progress=moved)
            found[name] = run(system, state, setup, **how)
    return found


def _turned(
    words: Words,
    system: System,
    state: Struct,
    setup: Setup,
    knob: str,
    target: int,
    *,
    runs: int,
    seed: int,
    pool: Pool,
) -> None:
    """A knob at several values, or the value for a wished chance: the players play as well as they can, the foes as the table plays them."""
    lab = lab_of(system)
    known = knobs_of(system, state)
    if knob not in known:
        raise RuleError("no_knob", knob=knob, knobs=list(known))
    policy = {next(iter(lab.sides(lab.ready(state, setup)))): lab.ways[-1]}
    with pool as (executor, workers):
        how = How(policy=policy, seed=seed, runs=runs, executor=executor, workers=workers)
        if target:
            found = find(system, state, setup, knob=knob, target=target / 100, **how)
            tried = found.tried
            print(words("lab.found", what=harmless(known[knob].whose), value=found.value, share=percents(found.win)))
            there = replace(setup, knobs=setup.knobs | {knob: found.value})
            others = side_by_side(system, state, there, names=lab.ways[:-1], **how) | {lab.ways[-1]: found.best}
            print(*(harmless(line) for line in told(words, others)[: len(others) + 1]), sep="\n")
        else:
            low, high = known[knob].low, min(known[knob].high, known[knob].low + 8)
            tried = vary(system, state, setup, knob, range(low, high + 1), **how)
    grid = Grid(harmless(knob), way_name(words, lab.ways[-1]))
    for value, one in tried.items():
        grid.add_row(str(value), percents(one.win))
    Console().print(grid)

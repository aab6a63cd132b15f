"""Rehearsals for the page (GM): a card that grows while it is looked at. Each asking brings a batch of every way to play and what is known now.

One rehearsal is kept for a table, as long as what it is of stays the same: a page that goes away just does not ask again.
"""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.plain import Written
from ludex.core.rehearsal import Knob, Setup
from ludex.fronts.web.drawing.curves import curve
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.live.messages import Rehearse
from ludex.lab.at_table import BUDGET, Growing
from ludex.lab.luck import Interval
from ludex.lab.outcome import Rehearsed
from ludex.lab.rehearsing import one_number
from ludex.lab.runs import knobs_of, lab_of
from ludex.table.seats import check_gm
from ludex.table.table import Table
from ludex.text.chat import Chat
from ludex.text.commands.rehearse import case_lines, parked, percents, scene_of, story, told, unseen, way_name

RUNS = 400
"""So many runs of each way are wanted."""
TRIED = 48
"""So many runs each value of a knob gets when one is looked for."""
KEPT = 32
"""The rehearsals of so many tables are kept."""
FACED, FACED_BUDGET = 120, 8.0
"""So many runs, and so many seconds at most, for somebody who is being written: every letter begins them anew."""
KNOBS = 4
"""So many knobs of each sort are offered."""

_kept: OrderedDict[str, tuple[bytes, Growing]] = OrderedDict()

Facts = dict[str, Written]


class Bar(msgspec.Struct, frozen=True):
    """One way to play: its name, its chance in words and as a bar, how many runs."""

    name: str
    told: str
    share: float
    low: float
    high: float
    runs: int


class Down(msgspec.Struct, frozen=True):
    """Somebody who falls: how often, and when."""

    name: str
    share: float
    told: str
    early: int
    late: int


async def against_party(chat: Chat, state: Struct) -> Facts:
    """One batch more of somebody who is still being written against the party's own sheets, and what is known now (GM)."""
    check_gm(chat.seat)
    growing = _of_table(chat.table, state, Setup(), runs=FACED)
    if not growing.over and growing.spent < FACED_BUDGET:
        await growing.grow()
    card = replace(_card(chat, state, growing.found, Setup()), unseen=[], watch=[], assumed=[])
    page = Drawing.at(chat).page("rehearsal.html", f=card, knobs=[])
    return {"html": page, "done": growing.over or growing.spent >= FACED_BUDGET}


async def more(chat: Chat, asked: Rehearse) -> Facts:
    """One batch more of a rehearsal, and the card of what is known now."""
    check_gm(chat.seat)
    state, _, about = scene_of(chat, asked.scene)
    setup = Setup(away=asked.away, about=about, knobs=dict(asked.knobs))
    if asked.find:
        return await _looked_for(chat, state, setup, asked)
    growing = _of_table(chat.table, state, setup)
    if asked.watch:
        return {"story": await asyncio.to_thread(_watched, chat, growing, asked.watch)}
    if not growing.over and growing.spent < BUDGET:
        await growing.grow()
    drawing = Drawing.at(chat)
    done = growing.over or growing.spent >= BUDGET
    runs = min((one.runs for one in growing.found.values()), default=0)
    card = drawing.page(
        "rehearsal.html",
        f=_card(chat, state, growing.found, setup),
        knobs=_knobs(chat, state, asked.knobs),
        target=asked.target,
    )
    return {"html": card, "done": done, "runs": runs, "wanted": growing.wanted}


def _watched(chat: Chat, growing: Growing, which: str) -> list[Written]:
    """One run of the best way to play, deed by deed."""
    best = list(growing.found.values())[-1]
    runs = best.typical()
    if which not in runs:
        raise RuleError("no_such_run", run=which, runs=list(runs))
    return [*story(chat.words, chat.table.system, best.trial, runs[which])]


def _of_table(table: Table, state: Struct, setup: Setup, *, runs: int = RUNS) -> Growing:
    """The rehearsal of a table that is of this very thing, begun where there is none."""
    key = hashlib.blake2b(msgspec.json.encode((state, setup)), digest_size=16).digest()
    known = _kept.get(table.id)
    if known is None or known[0] != key:
        known = key, Growing(table, state, setup, runs=runs)
        _kept[table.id] = known
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    _kept.move_to_end(table.id)
    return known[1]


def _knobs(chat: Chat, state: Struct, turned: Mapping[str, int]) -> list[tuple[Knob, int]]:
    """What can be turned, with how it stands."""
    sorts: dict[str, list[Knob]] = {}
    for one in knobs_of(chat.table.system, state).values():
        sorts.setdefault(one.what, []).append(one)
    return [(one, turned.get(one.key, one.now)) for several in sorts.values() for one in several[:KNOBS]]


def knob_name(chat: Chat, knob: Knob) -> str:
    """What a knob is called: whose it is, and which number."""
    return chat.words(f"lab.knob.{knob.what}", whose=knob.whose)


class RehearsalCard(msgspec.Struct, frozen=True):
    """What the card shows: the ways as bars, lines in words, who falls, and who is counted in though no player knows of her (or not)."""

    bars: list[Bar]
    one: str
    lines: list[str]
    falls: list[Down]
    unseen: list[tuple[str, str, bool]]
    watch: list[tuple[str, str]]
    assumed: list[str]


def _card(chat: Chat, state: Struct, found: Mapping[str, Rehearsed], setup: Setup) -> RehearsalCard:
    words, best = chat.words, list(found.values())[-1]
    names = chat.table.system.actors(state)
    agreed = one_number(found) if best.dice and best.runs else None
    lines = [line for line in told(words, found) if line] if best.runs else []
    return RehearsalCard(
        [_bar(way_name(words, name), one) for name, one in found.items()],
        percents(agreed) if agreed else "",
        [*(lines[len(found) :] if best.dice else lines), *case_lines(words, chat.table.system, state, setup.about)],
        [
            Down(best.names.get(f.who, f.who), f.share, f"{f.share:.0%}", f.early, f.late)
            for f in best.falls()
            if best.dice and f.share
        ],
        [(who, names[who], who not in setup.away) for who in (*unseen(chat, found), *setup.away) if who in names],
        [(which, words(f"lab.watch.{which}", n=best.rows[n].length)) for which, n in best.typical().items()],
        parked(chat),
    )


def _bar(name: str, one: Rehearsed) -> Bar:
    win: Interval = one.win
    return Bar(name, percents(win) if one.dice else f"{win.share:.0%}", win.share, win.low, win.high, one.runs)


async def _looked_for(chat: Chat, state: Struct, setup: Setup, asked: Rehearse) -> Facts:
    """The value of a knob at which the players win with a wished chance: halved again and again, by the best way to play."""
    lab = lab_of(chat.table.system)
    knobs = knobs_of(chat.table.system, state)
    if asked.find not in knobs:
        raise RuleError("no_knob", knob=asked.find, knobs=list(knobs))
    knob, wished, spent = knobs[asked.find], asked.target / 100, 0.0
    best = {lab.ways[-1]: lab.policies[lab.ways[-1]]}
    tried: dict[int, Interval] = {}

    async def win(value: int) -> float:
        nonlocal spent
        if value not in tried:
            at = replace(setup, knobs={**setup.knobs, knob.key: value})
            try:
                growing = Growing(chat.table, state, at, runs=TRIED, policies=best)
            except RuleError:  # nobody is left against them
                tried[value] = Interval(1.0, 1.0, 1.0)
                return 1.0
            while not growing.over and spent + growing.spent < 2 * BUDGET:
                await growing.grow()
            spent += growing.spent
            tried[value] = next(iter(growing.found.values())).win
        return tried[value].share

    search = knob.halved(wished)
    value = next(search)
    with suppress(StopIteration):
        while True:
            value = search.send(await win(value))
    value = min(tried, key=lambda one: abs(tried[one].share - wished))
    for near in (value - 1, value + 1, knob.now):  # a line has a shape
        if knob.low <= near <= knob.high:
            await win(near)
    shown = chat.words("lab.found", what=knob_name(chat, knob), value=value, share=percents(tried[value]))
    drawn = curve(knob_name(chat, knob), value, tried)
    page = Drawing.at(chat).page("tried.html", c=drawn, target=asked.target)
    return {"found": value, "knob": knob.key, "text": shown, "curve": page}

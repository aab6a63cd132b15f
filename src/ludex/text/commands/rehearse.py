"""Rehearsing by chat (GM): a prepared encounter, what a line would bring on, or the scene that runs; and what a rehearsal tells, as text."""

import random
import re
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from ludex.core.deeds import Do
from ludex.core.driving import settle
from ludex.core.errors import RuleError
from ludex.core.rehearsal import STALEMATE, Proof, Setup
from ludex.core.system import System, Told, Viewer
from ludex.core.view import AnyPart, Section, Text, Vital
from ludex.desk import handing
from ludex.lab.at_table import rehearse_beside
from ludex.lab.luck import Interval, wilson
from ludex.lab.outcome import Rehearsed
from ludex.lab.preview import decider, proven
from ludex.lab.rehearsing import one_number, replay
from ludex.lab.runs import Trial, knobs_of, lab_of
from ludex.table.seats import check_gm
from ludex.table.table import Table
from ludex.text.chat import Chat
from ludex.text.lexicon import Common
from ludex.text.recapping import sentence
from ludex.text.reply import Reply
from ludex.text.words import Words

RUNS = 200
"""So many runs of each way a chat line waits for."""
BUDGET = 8.0
"""So many seconds it waits at most."""
SHOWN = 4
"""So many people are named in a line."""


async def rehearse(chat: Chat, rest: str) -> Reply:
    """`.演练`, `.演练 码头伏击 -食人魔1`, `.演练 登场 哥布林 3` (GM): what would come of it if policies played it many times."""
    state, name, setup = asked_for(chat, rest)
    case = case_lines(chat.words, chat.table.system, state, setup.about)
    if case and (setup.about or not _challenged(chat, state, setup)):
        return Reply("\n".join((chat.words("lab.heading", name=name or chat.words("lab.running")), *case)))
    found = await rehearse_beside(chat.table, state, setup, runs=RUNS, budget=BUDGET)
    heading = chat.words("lab.heading", name=name or chat.words("lab.running"))
    assumed = assumptions(chat, state, found, setup)
    lines = [heading, *assumed, *told(chat.words, found), *case]
    return Reply("\n".join(lines), sections=pictured(chat.words, heading, assumed, found))


def case_lines(words: Words, system: System, state: Struct, about: str = "") -> list[str]:
    """Whether each question of a case can be proven, with which chance: with what is on the file, or with everything that could come up."""
    lab = lab_of(system)
    proofs = lab.proofs(state, about) if lab.proofs is not None else ()
    return [words("lab.case"), *(_proof(words, system, one) for one in proofs)] if proofs else []


def _proof(words: Words, system: System, one: Proof) -> str:
    put = one.at_once or one.put
    key = "lab.proof.at_once" if one.at_once else "lab.proof.later" if one.put else "lab.proof.never"
    missing = max(0, one.needs - one.known - one.hidden)
    share = proven(system, *put, one.wanted) if put else 0
    facts = {"needs": one.needs, "known": one.known, "hidden": one.hidden, "missing": missing}
    return words(key, what=one.called, share=f"{float(share):.0%}", **facts)


def _challenged(chat: Chat, state: Struct, setup: Setup) -> bool:
    """Whether there is anything in the scene to play against."""
    try:
        lab_of(chat.table.system).ready(state, setup)
    except RuleError:
        return False
    return True


def asked_for(chat: Chat, rest: str) -> tuple[Struct, str, Setup]:
    """What a line asks to be rehearsed (GM): the state, what it is called, who stays away (`-食人魔1`), what is turned (`哥布林=6`)."""
    check_gm(chat.seat)
    said = rest.split()
    away = [word[1:] for word in said if word[:1] in ("-", "－") and len(word) > 1]
    turns = [word for word in said if NUMBERED.fullmatch(word)]
    text = " ".join(word for word in said if word[1:] not in away and word not in turns)
    state, name, about = scene_of(chat, text)
    people = chat.table.system.actors(state)
    knobs = dict(_turned(chat, state, one) for one in turns)
    return state, name, Setup(away=tuple(_person(people, one) for one in away), about=about, knobs=knobs)


def _turned(chat: Chat, state: Struct, said: str) -> tuple[str, int]:
    """A knob by its key, by what it is called, or by whose it is alone: how many of a kind; and its value."""
    name, _, value = said.rpartition("=")
    knobs = knobs_of(chat.table.system, state)
    for one in knobs.values():
        spelt = chat.words(f"lab.knob.{one.what}", whose=one.whose).replace(" ", "")
        if name in (one.key, one.what, one.whose, spelt) and one.low <= int(value) <= one.high:
            return one.key, int(value)
    raise RuleError("no_knob", knob=said, knobs=[f"{one.key}={one.low}…{one.high}" for one in knobs.values()])


NUMBERED = re.compile(r"[^=＝]+=\d{1,4}")
"""Something with a number: `哥布林=6`, `level:灰狼=20`, `retreat=33`."""


def _person(people: Mapping[str, str], said: str) -> str:
    found = next((who for who, name in people.items() if said in (who, name)), None)
    if found is None:
        raise RuleError("unknown_actor", actor=said, actors=list(people.values()))
    return found


def assumptions(chat: Chat, state: Struct, found: Mapping[str, Rehearsed], setup: Setup) -> list[str]:
    """What the GM is told was taken for granted: who is counted in though no player knows of her, who is left out, what waits."""
    names = chat.table.system.actors(state)
    counted = [names.get(who, who) for who in unseen(chat, found)]
    lines = [chat.words("lab.unseen", who=counted)] if counted else []
    lines += [chat.words("lab.away", who=[names.get(who, who) for who in setup.away])] if setup.away else []
    return lines + parked(chat)


def unseen(chat: Chat, found: Mapping[str, Rehearsed]) -> list[str]:
    """Who takes part in a rehearsal though no player knows of her."""
    known = {who for seat in chat.table.memory.seats.values() if not seat.gm for who in chat.table.knows(seat) or ()}
    there = [who for people in next(iter(found.values())).sides.values() for who in people]
    return [who for who in there if known and who not in known]


def parked(chat: Chat) -> list[str]:
    """That something waits for an answer, if it does: what is rehearsed begins before it."""
    return [chat.words("lab.parked")] if chat.table.memory.parked else []


def scene_of(chat: Chat, text: str) -> tuple[Struct, str, str]:
    """The state that is rehearsed, what it is called, and what in it it is about: something that is ready, a line, a challenge, or what runs."""
    state: Struct = chat.table.memory.state
    if not text:
        return state, "", ""
    if lab_of(chat.table.system).unit == "actions":  # a challenge by its name, with the status by which it is overcome
        return state, text, text.replace("：", ":").replace(" ", ":")
    try:
        name = handing.ready_named(chat.desk, text)
        lines = chat.table.memory.prepared[name].lines
    except RuleError as unknown:
        name, lines = text, (f".{text.lstrip('.。')}",)
        return _brought(chat, lines, unknown), name, ""
    return _brought(chat, lines, None), name, ""


def _brought(chat: Chat, lines: tuple[str, ...], otherwise: RuleError | None) -> Struct:
    """The state once lines have been done, on a table that nobody sits at and nothing is written of."""
    table = chat.table
    dice = random.Random(1)
    for line in lines:
        aside = Chat(table, chat.seat.id, chat.language)
        try:
            command, found = aside.find(aside.inner(line))
            if isinstance(command, Common):
                raise otherwise or RuleError("not_rehearsed", line=line)
            todo = aside.desk.foresee(aside.filled(command, found.rest))
        except RuleError:
            raise otherwise or RuleError("not_rehearsed", line=line) from None
        if not isinstance(todo, Do):
            raise otherwise or RuleError("not_rehearsed", line=line)
        table = _after(table, todo, dice)
    state: Struct = table.memory.state
    return state


def _after(table: Table, todo: Do, dice: random.Random) -> Table:
    """A table as it would be after a deed. It is never written to: it is looked at and thrown away."""
    procedure, given = table.starting(todo.procedure, todo.given)
    before = table.memory.state
    done = settle(
        lambda: procedure.run(before, given),
        before,
        table.system.fold,
        throw=lambda ask: tuple(dice.randrange(side) + 1 for side in ask.pool.sides),
        decide=decider(table.system),
    )
    memory = msgspec.structs.replace(table.memory, state=done.state)
    return Table(table.id, table.system, table.store, memory, bytes(32), table.clock)


# ------------------------------------------------------------------------------------------------ what it tells
def told(words: Words, found: Mapping[str, Rehearsed]) -> list[str]:
    """A rehearsal as lines: the chances, whether they agree, how long, who falls, what is left, what decides."""
    best = list(found.values())[-1]
    if not best.dice:
        return [_way(words, name, one) for name, one in found.items()]
    lines = [_chance(words, name, one) for name, one in found.items()]
    if one_number(found) is None:
        lines.append(words("lab.apart"))
    lines += [*_length(words, best), *_falls(words, best), *_remains(words, best), *_splits(words, best)]
    return lines


def pictured(words: Words, heading: str, assumed: Sequence[str], found: Mapping[str, Rehearsed]) -> tuple[Section, ...]:
    """A rehearsal as a picture: every way to play and who falls as bars, the rest in words."""
    best = list(found.values())[-1]
    if not best.dice or not best.runs:
        return ()
    ways = [_bar(way_name(words, name), one.win, "good") for name, one in found.items()]
    falls = [fall for fall in best.falls() if fall.share][:SHOWN]
    down = [
        _bar(best.names.get(one.who, one.who), wilson(round(one.share * best.runs), best.runs), "bad") for one in falls
    ]
    apart = [] if one_number(found) else [words("lab.apart")]
    first: tuple[AnyPart, ...] = (*map(Text, assumed), *ways, *map(Text, (*apart, *_length(words, best))))
    rest: tuple[AnyPart, ...] = tuple(map(Text, (*_remains(words, best), *_splits(words, best))))
    if not down:
        return (Section("rehearsal", heading, (*first, *rest)),)
    return Section("rehearsal", heading, first), Section("rehearsal_falls", words("lab.who_falls"), (*down, *rest))


def _bar(name: str, share: Interval, tone: str) -> Vital:
    low, high = round(share.low * 100), round(share.high * 100)
    return Vital(f"{name} %", round(share.share * 100), 100, tone=tone, note=f"({low}–{high})")


def way_name(words: Words, name: str) -> str:
    """What a way to play is called."""
    key = f"lab.ways.{name}"
    return words.phrase(key) if words.has(key) else name


def percents(found: Interval) -> str:
    """A share with its interval, as people read it."""
    return f"{round(found.share * 100)}% ({round(found.low * 100)}–{round(found.high * 100)})"


def _chance(words: Words, name: str, one: Rehearsed) -> str:
    stuck = words("lab.stuck", share=percents(one.stalemate)) if one.stalemate.share else ""
    return words("lab.chance", way=way_name(words, name), share=percents(one.win), runs=one.runs) + stuck


def _way(words: Words, name: str, one: Rehearsed) -> str:
    """One way through a battle without dice: who wins, when, who falls."""
    row = one.rows[0]
    winner = side_name(words, one, row.winner)
    fell = [one.names.get(who, who) for who in row.fell if who in one.sides[one.ours]]
    key = "lab.way_lost" if row.winner != one.ours else "lab.way_won"
    return words(key, way=way_name(words, name), winner=winner, time=row.length, fell=fell or words("lab.nobody"))


def side_name(words: Words, one: Rehearsed, side: str) -> str:
    """What a side is called: ours, theirs, or nobody."""
    if side == STALEMATE:
        return words("lab.nobody")
    return words("lab.ours") if side == one.ours else words("lab.theirs")


def _length(words: Words, one: Rehearsed) -> list[str]:
    low, middle, high = one.length
    span = words(f"lab.{one.unit}", low=round(low), middle=round(middle), high=round(high))
    return [
        words(
            "lab.length",
            span=span,
            minutes=round(one.table_minutes),
            unscathed=f"{one.unscathed:.0%}",
            wiped=f"{one.wiped:.0%}",
        )
    ]


def _falls(words: Words, one: Rehearsed) -> list[str]:
    shown = [fall for fall in one.falls() if fall.share][:SHOWN]
    named = [
        words(
            f"lab.falls_{one.unit}",
            who=one.names.get(fall.who, fall.who),
            share=f"{fall.share:.0%}",
            early=fall.early,
            late=fall.late,
        )
        for fall in shown
    ]
    return [words("lab.falls", who=named)] if named else []


def _remains(words: Words, one: Rehearsed) -> list[str]:
    costs = [
        words("lab.cost", what=words.phrase(f"lab.counts.{name}"), low=round(low), high=round(high))
        for name, (low, _, high) in one.costs().items()
        if high
    ]
    left = [
        words(
            "lab.left_one",
            who=one.names.get(rest.who, rest.who),
            what=words.phrase(f"lab.gauges.{rest.gauge}"),
            middle=round(rest.middle),
            full=round(rest.full),
        )
        for rest in one.remains()
        if rest.full and rest.gauge in ("life", "potions", "mind", "tags")
    ]
    shown = [words("lab.left", what=left)] if left and one.win.share else []
    return shown + ([words("lab.costs", what=costs)] if costs else [])


def _splits(words: Words, one: Rehearsed) -> list[str]:
    return [
        words(
            "lab.split", mark=mark_name(words, one, split.mark), yes=percents(split.with_it), no=percents(split.without)
        )
        for split in one.splits()[:2]
    ]


def mark_name(words: Words, one: Rehearsed, mark: str) -> str:
    """What a decisive thing is called."""
    kind, _, whose = mark.partition(":")
    named = side_name(words, one, whose) if whose in one.sides else one.names.get(whose, whose)
    return words(f"lab.marks.{kind}", who=named)


# ------------------------------------------------------------------------------------------------ one run, watched
def story(words: Words, system: System, trial: Trial, n: int) -> list[str]:
    """Run `n` once more, told as the table would tell it to the GM: a line for each deed that says something, under the number of its round."""
    lab, lines, at = lab_of(system), list[str](), -1
    for step in replay(system, trial, n)[1]:
        if system.tell is None:
            break
        done = step.done
        card = system.tell(
            Told(step.procedure, step.given, done.result, step.before, done.state, done.events), Viewer()
        )
        if (now := lab.length(done.state)) != at and lab.unit == "rounds":
            at = now
            lines.append(words("lab.round", n=at))
        if line := sentence(words, card, system.sessions.unsaid):
            lines.append(line)
    return lines

"""Odds before the roll: of a command that could be given, and of each answer to an open question.

The procedure, the sheets and the state are the real ones, as far as the one who asks may know them (`System.believes`); nothing
is modelled a second time.
"""

import asyncio
import hashlib
import random
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import sqrt

import msgspec

from ludex.core.asks import Choose, Option
from ludex.core.deeds import Do
from ludex.core.driving import Answer, Decide, begin
from ludex.core.errors import Diverged, RuleError
from ludex.core.hints import undecided
from ludex.core.odds import Odds, odds
from ludex.core.plain import Written
from ludex.core.principals import Who, actor, actor_of
from ludex.core.say import Say
from ludex.core.system import HIDDEN_HAND, Belief, Below, System, Viewer
from ludex.lab.crossing import Packed, Preview as Preview, packed, unpacked
from ludex.lab.workers import WORKERS_OF_THIS_PROCESS
from ludex.table.acting import Call, asked_anyway, switched_on
from ludex.table.entries import Asked, Question
from ludex.table.memory import Act, fold
from ludex.table.preludes import Begun, begun
from ludex.table.questions import asked_seats
from ludex.table.registry import installed, system as find_system
from ludex.table.shelter import in_time
from ludex.table.table import Table

BUDGET = 40_000
"""Paths for odds that somebody asked for."""

GLANCE = 3_000
"""Paths for the odds shown beside each answer to a question: what would take longer is not shown unasked."""


KEPT = 512
"""So many odds of commands are kept."""

_kept: OrderedDict[bytes, list[Preview]] = OrderedDict()


def belief(table: Table, viewer: Viewer) -> Belief:
    """The table as a viewer knows it; the GM knows it as it is."""
    known = _known(table, viewer)
    people = (actor(who) for who in table.system.actors(known.state))
    return msgspec.structs.replace(known, automatic=frozenset(w for w in people if switched_on(table.memory, w)))


def believed(table: Table, viewer: Viewer) -> object:
    """The state of the table as a viewer knows it, for a rule that is only tried."""
    plain = viewer.gm or table.system.redact is not None
    return table.known_state(viewer) if plain else belief(table, viewer).state


def _known(table: Table, viewer: Viewer) -> Belief:
    system, state = table.system, table.memory.state
    if viewer.gm:
        return Belief(state)
    if system.redact is not None:
        assumed = system.assumed(state, viewer) if system.assumed else {}
        return Belief(table.known_state(viewer), dict(assumed))
    return Belief(state) if system.believes is None else system.believes(state, viewer)


def ahead(table: Table, do: Do, viewer: Viewer) -> list[Preview]:
    """The odds of a command, before it is given, as far as a viewer can know them."""
    procedure, given = table.starting(do.procedure, do.given)
    call = Call(Asked(do.procedure, msgspec.Raw(b"{}"), ""), procedure, given)
    on = belief(table, viewer)
    return in_time(table.system, _previews, table.system, call, (), on=on)


def check(table: Table, do: Do, viewer: Viewer) -> None:
    """Refuse a command that the rules refuse before a die falls, as far as a viewer can know it. It takes no odds to say so."""
    procedure, given = table.starting(do.procedure, do.given)
    system, state = table.system, believed(table, viewer)
    in_time(system, lambda: begin(lambda: procedure.run(state, given), state, lambda s, e: fold(system, s, e)))


class Foreseen(msgspec.Struct, frozen=True):
    """A call whose odds are asked for, as plain data that can cross to another process.

    It holds everything that the odds depend on, the state as its viewer knows it among it: what was worked out for one is kept for all
    who ask the same and know the same, and for nobody who knows more or less.
    """

    system: str
    procedure: str
    given: bytes
    state: bytes
    assumed: dict[str, Say]
    automatic: tuple[Who, ...] = ()


async def ahead_beside(table: Table, do: Do, viewer: Viewer) -> list[Preview]:
    """The odds of a command, worked out beside the tables, in a process that can be killed."""
    if installed(table.system.id) is not table.system:
        return await asyncio.to_thread(ahead, table, do, viewer)
    procedure, given = table.starting(do.procedure, do.given)
    if not procedure.odds:
        raise RuleError("no_odds", procedure=procedure.name)
    on = belief(table, viewer)
    job = Foreseen(
        table.system.id,
        procedure.name,
        msgspec.json.encode(given),
        msgspec.json.encode(on.state),
        dict(on.assumed),
        tuple(sorted(on.automatic)),
    )
    key = hashlib.blake2b(msgspec.json.encode(job), digest_size=20).digest()
    if key not in _kept:
        found = await WORKERS_OF_THIS_PROCESS.run(worked_out, job, whose=(table.id, viewer), reads=job.system)
        _kept[key] = [unpacked(one) for one in found]
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    _kept.move_to_end(key)
    return _kept[key]


def telling(found: list[Preview], deed: str) -> list[Preview]:
    """Odds that say something; a deed that ends without what they are odds of has none."""
    if not any(outcome is not None for one in found for outcome in one.odds.chances):
        raise RuleError("no_odds", procedure=deed)
    return found


def worked_out(job: Foreseen) -> list[Packed]:
    """The same in that process."""
    system = find_system(job.system)
    on = Belief(msgspec.json.decode(job.state, type=system.state), job.assumed, frozenset(job.automatic))
    given = msgspec.json.decode(job.given)
    return [packed(one) for one in _previews(system, _call(system, job.procedure, given), (), on=on)]


def chances(system: System, state: msgspec.Struct, procedure: str, **given: Written) -> dict[str, Odds]:
    """The odds of a call on a state as it is, by what comes out of it: for notebooks and scripts."""
    found = _previews(system, _call(system, procedure, given), (), on=Belief(state))
    return {one.output: one.odds for one in found}


def proven(system: System, state: msgspec.Struct, do: Do, *wanted: str) -> Fraction:
    """The chance that the first outcome of a deed is one of these."""
    found = previews(system, state, do)[0].odds.chances
    return sum((chance for outcome, chance in found.items() if outcome in wanted), Fraction(0))


def previews(system: System, state: msgspec.Struct, do: Do) -> list[Preview]:
    """The odds of a deed on a state as it is."""
    procedure = system.procedures[do.procedure]
    given = do.given if isinstance(do.given, msgspec.Struct) else procedure.read(do.given)
    return _previews(
        system, Call(Asked(procedure.name, msgspec.Raw(b"{}"), ""), procedure, given), (), on=Belief(state)
    )


def _call(system: System, procedure: str, given: Mapping[str, Written]) -> Call:
    """A call as it would be asked for."""
    if procedure not in system.procedures:
        raise KeyError(f"there is no procedure {procedure!r}; there are {', '.join(system.procedures)}")
    found = system.procedures[procedure]
    return Call(Asked(procedure, msgspec.Raw(b"{}"), ""), found, found.read(dict(given)))


def answers(table: Table, act: Act, question: Question) -> dict[str, list[Preview]]:
    """The odds of each closed answer to a question that a parked act waits for."""
    found: dict[str, list[Preview]] = {}
    for option in question.options:
        if option.open or not table.resuming(act).procedure.odds:
            continue
        try:
            odds_of = of_answer(table, act, question, option.answer)
        except (RuleError, Diverged):
            continue
        if not (_states_chance(option) and any(one.assumed for one in odds_of)):
            found[option.answer] = odds_of
    return found


def of_answer(table: Table, act: Act, question: Question, answer: str) -> list[Preview]:
    """The odds of one answer to a question that a parked act waits for, its gaps filled."""
    on = _asked_belief(table, question)
    given = (*act.answers, question.answered(answer, by=""))
    call = table.resuming(act)
    return in_time(table.system, _previews, table.system, call, given, on=on, budget=GLANCE, once=question)


def _asked_belief(table: Table, question: Question) -> Belief:
    """The table as the one who is asked knows it, with what the question's being asked tells her."""
    on, system = belief(table, asked_viewer(table, question.who)), table.system
    ask = Choose(question.who, question.what, question.options, question.about)
    if system.learned is None or asked_anyway(system, table.memory, ask):
        return on
    return msgspec.structs.replace(on, state=system.learned(on.state, question.what))


def _states_chance(option: Option) -> bool:
    """Whether an answer states its own chance: what could only be guessed beside it is left out."""
    return option.say is not None and "percent" in option.say.facts


def asked_viewer(table: Table, who: Who) -> Viewer:
    """The viewer who answers a question: a player before the GM."""
    seats = sorted(asked_seats(table.memory, who), key=lambda s: s.gm)
    return seats[0].viewer(table.memory.settings.numbers) if seats else Viewer()


def _previews(
    system: System,
    call: Call,
    answers: Sequence[Answer],
    *,
    on: Belief,
    budget: int = BUDGET,
    once: Question | None = None,
) -> list[Preview]:
    procedure, asked = call.procedure, call.asked
    if not procedure.odds:
        raise RuleError("no_odds", procedure=procedure.name)
    state = on.state
    outputs = once.what.facts.get("decides", procedure.odds) if once else procedure.odds  # what a question is about

    def read(came: Begun, _state: msgspec.Struct) -> Hashable:
        return tuple(_key(_hers(getattr(came.result, name, None), once)) for name in outputs)

    def of(state: msgspec.Struct, budget: int, below: Below | None = None) -> Odds:
        return odds(
            lambda: begun(procedure, state, call.given, prelude=asked.prelude, line=asked.line),
            state,
            lambda s, e: fold(system, s, e),
            read=read,
            policy=lambda: decider(system, once, automatic=on.automatic),
            given=answers,
            budget=budget,
            below=below,
        )

    try:
        joint = of(state, budget, random.Random().randrange if budget == BUDGET else None)
    except RuleError as refused:
        if refused.code != HIDDEN_HAND or system.dealt is None:
            raise
        joint = _over_deals(of, partial(system.dealt, state), budget)
    named = texts_in(msgspec.to_builtins(call.given))
    grounds = system.grounds(state, call.given) if system.grounds else ()
    assumed = (*(what for who, what in on.assumed.items() if who in named), *grounds)
    return [Preview(name, _marginal(joint, place), assumed) for place, name in enumerate(outputs)]


FEWEST, DEALS, NEAR = 16, 400, 0.03
"""Odds that rest on hands which nobody has shown are those over so many deals at least and at most, or until they are that near. What one
deal alone makes too large is not worked out."""


def _over_deals(
    of: Callable[[msgspec.Struct, int], Odds], deal: Callable[[Below], msgspec.Struct], budget: int
) -> Odds:
    """The chances over the hands that others may hold, with the error that so many deals leave. The same ones are dealt each time."""
    below = random.Random(0).randrange
    sums: dict[Hashable, tuple[Fraction, float]] = {}
    paths, error = 0, 1.0
    for deals in range(1, DEALS + 1):
        found = of(deal(below), budget // FEWEST)
        paths += found.paths
        for outcome, chance in found.chances.items():
            total, squares = sums.get(outcome, (Fraction(0), 0.0))
            sums[outcome] = total + chance, squares + float(chance) ** 2
        spread = max(squares / deals - float(total / deals) ** 2 for total, squares in sums.values())
        error = 1.96 * sqrt(max(spread, 0.25 / deals) / deals)
        if error <= NEAR or paths > budget * (1 - 1 / FEWEST):
            break
    return Odds({outcome: total / deals for outcome, (total, _) in sums.items()}, exact=False, error=error, paths=paths)


def texts_in(given: Written) -> set[str]:
    """Every text in plain data: among them the ids of those whom an input is about."""
    if isinstance(given, str):
        return {given}
    inside = given.values() if isinstance(given, Mapping) else given if isinstance(given, list | tuple) else ()
    return {text for value in inside for text in texts_in(value)}


def _hers(value: Written, asked: Question | None) -> Written:
    """An output that has an entry for each of several people: that of the one who is asked."""
    if not isinstance(value, Mapping):
        return value
    return value.get(actor_of(asked.who)) if asked is not None else None


def _key(value: Written) -> Written:
    """What an output is called among the outcomes; one that is not decided yet is counted out by the one who works out the odds."""
    if undecided(value):
        return value
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value


def _marginal(joint: Odds, place: int) -> Odds:
    """The chances of one of several outputs read together; what has no meaning in a run is left out."""
    chances: dict[Hashable, Fraction] = {}
    for outcome, chance in joint.chances.items():
        chances[outcome[place]] = chances.get(outcome[place], Fraction(0)) + chance
    return Odds(_sorted(chances), joint.exact, joint.error, joint.paths)


def _sorted(chances: Mapping[Hashable, Fraction]) -> dict[Hashable, Fraction]:
    if all(isinstance(k, int | float) for k in chances):
        return dict(sorted(chances.items()))
    return dict(sorted(chances.items(), key=lambda item: -item[1]))


def decider(system: System, once: Question | None = None, *, automatic: frozenset[Who] | None = None) -> Decide:
    """The system's default policy; where it has none, the first answer that needs no filling in.

    Where it is said who is `automatic`, it answers for these and for who plays by itself; the others are people's to answer for, and
    what they will say is what the system supposes.
    A question that is asked `once` and comes again gets that first answer: odds beside an answer are those of that answer alone.
    """

    def decide(ask: Choose, state: msgspec.Struct) -> str:
        again = once is not None and (ask.who, ask.what.key, ask.about) == (once.who, once.what.key, once.about)
        itself = (
            automatic is None or ask.who in automatic or (system.plays is not None and system.plays(state, ask.who))
        )
        policy = system.decide if itself or system.supposes is None else system.supposes
        answer = policy(state, ask) if policy and not again else None
        if answer is not None:
            return answer
        closed = [o.answer for o in ask.options if not o.open]
        if not closed:
            raise RuleError("no_policy", question=ask.what.key)
        return closed[0]

    return decide

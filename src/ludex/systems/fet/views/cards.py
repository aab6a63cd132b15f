"""Cards that are shown on request, by name (`CARDS`): sheets, belongings, the battle, timelines, what lies on somebody, content.

Each is made of what a viewer may know; nothing changes by looking.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import deed
from ludex.core.errors import RuleError
from ludex.core.events import Event
from ludex.core.plain import Plain
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.view import Card, Deeds, Fact, Label, Rows
from ludex.systems.fet.content import in_words, own_name
from ludex.systems.fet.events.people import Counted, DealtWith, Died
from ludex.systems.fet.kinds.stf import export_line
from ludex.systems.fet.redact import undoubled
from ludex.systems.fet.rules.axes import check_axis, progress_at
from ludex.systems.fet.rules.belongings import check_carried, in_hand
from ludex.systems.fet.rules.lasting import derived, value_terms
from ludex.systems.fet.rules.rates import rate_of, rated, whole_target, why_rate
from ludex.systems.fet.rules.roster import check_bearer, pools
from ludex.systems.fet.rules.scenes import distance_of, zone_reason
from ludex.systems.fet.sheet import Buff, Thing, hindrance
from ludex.systems.fet.state import Declared, Fighter, State, check_battle, check_fighter
from ludex.systems.fet.terms import ELEVEN, EVERY, RESOURCES, UNDISCLOSED, Number, SceneKind, half_up, tidy
from ludex.systems.fet.views.look import how_is, known_of
from ludex.systems.fet.views.look.battle import axis_end, axis_parts, far_said, fighter_rows, timeline, whereabouts
from ludex.systems.fet.views.look.library import book, races_there, thing
from ludex.systems.fet.views.look.sheet import (
    about,
    burden_parts,
    lasts,
    lies,
    of,
    raised_said,
    rounds_of,
    said,
    values_table,
    weapon_rows,
    whole_sheet,
)


class Topic(msgspec.Struct, frozen=True):
    who: str = ""
    name: str = ""
    one: str = ""
    other: str = ""
    of: str = ""
    kind: str = ""
    field: str = ""
    target: Number | None = None
    level: Number = 0
    difficulty: Number = 0
    time: Number = 0
    number: int = 0


@rule("FET-LIV-54")
def inventory(state: State, _viewer: Viewer, topic: Topic) -> Card:
    sheet = state.characters[topic.who].sheet
    found = derived(state, topic.who)
    rows = tuple((n, i.name, i.pieces, i.load, tidy(i.load * i.pieces), lies(i)) for n, i in enumerate(sheet.items, 1))
    head = tuple(say(f"view.{name}") for name in ("number", "thing", "count", "load_each", "load_all", "where"))
    note = say("view.overloaded") if found.overloaded else ""
    load = Fact(term("load"), of(found.load, found.load_total), note=note)
    title = say("view.of_whom", who=sheet.name, what=say("view.items"))
    cash = Fact(term("cash"), of(found.cash, found.cash_initial))  # FET-AST-3
    return Card(title, totals=(load, cash), parts=(Rows(head, rows),) if rows else ())


def roster(state: State, viewer: Viewer, topic: Topic) -> Card:
    """One's characters, numbered; the one that plain lines are about is marked."""
    who = [one for one in state.characters if viewer.gm or one in viewer.controls]
    now = topic.who
    rows = tuple(_roster_row(state, one, n=n, now=one == now) for n, one in enumerate(who, 1))
    head = tuple(say(f"view.{name}") for name in ("number", "fighter", "level", "stamina", "will", "in_use"))
    others = tuple(
        deed("chr", say("view.switch_to", who=state.called(one)), given={"text": f"{n}"})
        for n, one in enumerate(who, 1)
        if one != now
    )
    return Card(say("view.roster"), parts=(Rows(head, rows), *((Deeds(others),) if others else ())))


def _roster_row(state: State, who: str, *, n: int, now: bool) -> tuple[object, ...]:
    character = state.characters[who]
    mark = say("view.yes") if now else ""
    if hindrance(character.sheet):
        return (n, state.called(who), character.level, "", "", mark)
    have = pools(state, who)
    stamina = of(have.stamina, have.stamina_max)
    will = of(have.will, have.will_max)
    return (n, state.called(who), character.level, stamina, will, mark)


def arms(state: State, _viewer: Viewer, topic: Topic) -> Card:
    character = state.characters[topic.who]
    fighter = state.fighter(topic.who)
    loaded = fighter.weapons if fighter else {}  # FET-LIV-9: rounds are the weapon's own, in battle and out of it
    hand = in_hand(character)
    head = tuple(
        say(f"view.{name}") for name in ("number", "weapon", "damage", "rounds", "load_each", "in_use", "where")
    )
    rows = tuple(
        (
            n,
            own_name(w.name),
            w.damage,
            rounds_of(loaded.get(w.name, w)),
            w.load,
            say("view.yes") if w is hand else "",
            lies(w),
        )
        for n, w in enumerate(character.sheet.weapons, 1)
    )
    title = say("view.of_whom", who=character.sheet.name, what=say("view.weapons"))
    return Card(title, lines=() if rows else (say("view.none_there"),), parts=(Rows(head, rows),) if rows else ())


def weapon(state: State, _viewer: Viewer, topic: Topic) -> Card:
    character = state.characters[topic.who]
    found = check_carried(character, topic.name)
    facts = (Fact(term("type"), term(found.type)), Fact(say("view.rounds"), rounds_of(found)))
    lines = tuple(filter(None, (found.note, found.sort)))
    return Card(own_name(found.name), totals=facts, lines=lines, parts=(weapon_rows((found,), character.level),))


def battle(state: State, _viewer: Viewer, _topic: Topic) -> Card:
    """The whole battle as a card: time axis, who is due next, the table, where everybody is."""
    if state.battle is None:  # FET-LIV-59
        return Card(say("view.no_battle"))
    axis = timeline(state)
    due = Fact(say("view.due"), say("view.at_time", time=axis.next)) if axis.next is not None else None
    parts = (axis, fighter_rows(state), *whereabouts(state))
    return Card(say("view.now", time=check_battle(state).time), totals=(due,) if due else (), parts=parts)


def distance(state: State, _viewer: Viewer, topic: Topic) -> Card:
    """How far two fighters are apart, or what the zones say."""
    here = check_battle(state)
    a, b = check_fighter(here, topic.one), check_fighter(here, topic.other)
    title = say("view.between", one=state.called(a.id), other=state.called(b.id))
    if a.unseen or b.unseen:  # FET-LIV-43
        return Card(title, lines=(say("view.hidden"),))
    if here.scene.kind == SceneKind.COMPLEX:
        far = distance_of(a.pos, b.pos, edge=here.scene.edge)
        return Card(title, totals=(Fact(term("distance"), say("view.far", distance=far)),))
    lines = tuple(
        say("view.zone_line", how=say(f"view.{how}"), answer=say(f"view.zone_{reason or 'free'}"))
        for how, contact in (("contact", True), ("no_contact", False))
        if (reason := zone_reason(here.fighters, attacker=a, target=b, contact=contact)) is not None
    )
    return Card(title, lines=lines)


@rule("FET-LIV-1", "FET-LIV-38")
def sheet(state: State, viewer: Viewer, topic: Topic) -> Card:
    """The whole sheet as a card; of somebody whom one does not play, what one knows."""
    who = topic.who
    if not viewer.gm and who not in viewer.controls:
        note = about(state.characters[who].sheet)
        parts = (*how_is(state, who), *known_of(state, who))
        return Card(undoubled(state, who), lines=(note,) if note else (), parts=parts)
    parts = whole_sheet(state, who, values=values_table)
    character = state.characters[who]
    marks: list[Label] = [say("view.draft")] if character.draft else []
    marks += [say("view.worn", who=state.called(character.worn))] if character.worn else []
    known = about(character.sheet)
    lines = (*marks, *((known,) if known else ()))
    return Card(state.called(who), lines=lines, parts=parts)


@rule("FET-STC-1")
def rates(state: State, _viewer: Viewer, topic: Topic) -> Card:
    who = topic.who
    values = derived(state, who).values
    target = whole_target(topic.level * topic.difficulty if topic.target is None else topic.target)
    totals = []
    for name in (topic.of,) if topic.of else ELEVEN:
        found, value = rated(state, who, rate_of(values[name], target), name), half_up(values[name], 2)
        why = why_rate(found, value, target=target, label=term(name), terms=value_terms(state, who, name))
        chance, even = min(100, found.rate), half_up(values[name] * 2 / 5, 1)  # FET-CHK-2
        totals.append(Fact(term(name), found.rate, why, say("view.even", chance=chance, target=even)))
    return Card(say("view.rates_title", target=target), totals=tuple(totals))


def export(state: State, _viewer: Viewer, topic: Topic) -> Card:
    found = state.characters[topic.who].sheet
    return Card(say("view.export_title", name=found.name), lines=(export_line(found),))


def level(state: State, _viewer: Viewer, topic: Topic) -> Card:
    character = state.characters[topic.who]
    lines = tuple(raised_said(line) for line in character.levels)
    return Card(state.called(topic.who), totals=(Fact(term("level"), character.level),), lines=lines)


def burden(state: State, _viewer: Viewer, topic: Topic) -> Card:
    """One sort of what lies on somebody, numbered; `of`: only what has to do with that attribute or resource."""
    who, kind, of = topic.who, topic.kind, topic.of
    found, now = check_bearer(state, who), state.battle.time if state.battle else None
    lines = tuple(
        say("view.numbered", n=n, what=said(thing, found.level), lasts=lasts(thing, now))
        for n, thing in enumerate(getattr(found.burden, kind), 1)
        if not of or _concerns(thing, of)
    )
    title = say("view.of_whom", who=state.called(who), what=say(f"view.{kind}"))
    return Card(title, lines=lines or (say("view.none_there"),))


def _concerns(thing: Thing, of: str) -> bool:
    """Whether it has to do with an attribute (or a group) or a resource."""
    if isinstance(thing, Buff):
        return of == thing.of or thing.on(of)
    return getattr(thing, "resource", "") in (of, EVERY)


def status(state: State, _viewer: Viewer, topic: Topic) -> Card:
    who = topic.who
    now = pools(state, who)
    totals = tuple(Fact(term(name), of(getattr(now, name), getattr(now, f"{name}_max"))) for name in RESOURCES)
    return Card(state.called(who), totals=totals, parts=burden_parts(state, who))


def axes(state: State, _viewer: Viewer, _topic: Topic) -> Card:
    head = tuple(say(f"view.{name}") for name in ("number", "axis", "acts", "until", "in_use"))
    rows = tuple(
        (
            n,
            name,
            len(axis.rows),
            say("view.at_time", time=axis_end(axis)),
            say("view.yes") if name == state.axis else "",
        )
        for n, (name, axis) in enumerate(state.axes.items(), 1)
    )
    return Card(say("view.axes"), parts=(Rows(head, rows),))


def axis(state: State, _viewer: Viewer, _topic: Topic) -> Card:
    return Card(say("view.axis_named", name=state.axis), parts=axis_parts(check_axis(state)))


def moment(state: State, _viewer: Viewer, topic: Topic) -> Card:
    """Who is how far at a time: on the timeline in use, else in the running battle as the viewer sees it."""
    time = topic.time
    if state.axis in state.axes or state.battle is None:
        found = progress_at(check_axis(state).rows, time)
        title = say("view.axis_at", name=state.axis, time=time)
        return Card(title, totals=tuple(Fact(p.name, far_said(p)) for p in found))
    totals = tuple(_fighter_at(state, f, time=time) for f in state.battle.fighters)
    return Card(say("view.at_time", time=time), totals=totals)


def _fighter_at(state: State, fighter: Fighter, *, time: Number) -> Fact:
    """How far a fighter is at a time; an act that the viewer does not know stays unknown."""
    act = fighter.act
    if act is not None and act.start < time and act.kind == UNDISCLOSED:
        return Fact(state.called(fighter.id), say("view.hidden_act"))
    spans = [(p.impact, p.start, p.end) for p in check_battle(state).past if p.who == fighter.id]
    spans += [(act.impact, act.start, act.end)] if act is not None else []
    rows = tuple(Declared(fighter.id, impact=i, start=s, end=e, wind_up=tidy(e - s)) for i, s, e in spans)
    found = next(iter(progress_at(rows, time)), None)
    return Fact(state.called(fighter.id), say("view.idle") if found is None else far_said(found))


@rule("FET-LIV-48")
def bill(state: State, _viewer: Viewer, topic: Topic) -> Card:
    sheet, found = state.characters[topic.who].sheet, derived(state, topic.who)
    head = tuple(say(f"view.{name}") for name in ("amount", "purpose", "when", "where"))
    when = [say("view.day_n", day=e.time) if e.time.isdecimal() else e.time for e in sheet.bill]
    rows = tuple((e.amount, e.purpose, time, e.place) for e, time in zip(sheet.bill, when, strict=True))
    cash = Fact(term("cash"), of(found.cash, found.cash_initial))
    title = say("view.of_whom", who=sheet.name, what=say("view.bill"))
    return Card(title, totals=(cash,), parts=(Rows(head, rows),) if rows else ())


def description(state: State, _viewer: Viewer, topic: Topic) -> Card:
    text = getattr(state.characters[topic.who].sheet, topic.field)
    title = say("view.of_whom", who=state.called(topic.who), what=term(topic.field))
    return Card(title, lines=(in_words(text) or say("view.nothing_written"),))


def day(state: State, _viewer: Viewer, _topic: Topic) -> Card:
    return Card(say("told.day", day=state.day))


@rule("FET-LIV-19")
def closed(state: State, _viewer: Viewer, topic: Topic) -> Card:
    number = topic.number
    if not 1 <= number <= len(state.closed):
        facts = {"n": number, "count": len(state.closed)}
        raise RuleError("no_past_battle" if state.battle else "no_combat", clause="FET-LIV-19", **facts)
    there = replace(state, battle=state.closed[number - 1])
    parts = (timeline(there), fighter_rows(there))
    return Card(say("view.closed_battle", n=number), parts=parts)


def hello(_state: State, _viewer: Viewer, _topic: Topic) -> Card:
    """What the bots answered when somebody asked whether they are there (FET-LIV-59)."""
    return Card(say("view.hello"))


SHOWN: dict[str, Callable[[State, Viewer, Topic], Card]] = {
    "book": lambda state, viewer, _topic: book(state, viewer),
    "thing": lambda state, viewer, topic: thing(state, viewer, name=topic.name, who=topic.who),
    "races": lambda state, _viewer, _topic: races_there(state),
    "inventory": inventory,
    "roster": roster,
    "arms": arms,
    "weapon": weapon,
    "battle": battle,
    "distance": distance,
    "sheet": sheet,
    "rates": rates,
    "level": level,
    "export": export,
    "burden": burden,
    "status": status,
    "axes": axes,
    "axis": axis,
    "moment": moment,
    "bill": bill,
    "description": description,
    "day": day,
    "closed": closed,
    "hello": hello,
}


def shown(name: str, state: State, viewer: Viewer, given: Plain) -> Card:
    return SHOWN[name](state, viewer, msgspec.convert(given, Topic))


CARDS = {name: partial(shown, name) for name in SHOWN}


PEAKS = frozenset(f"told.{key}" for key in ("died", "fallen", "shield_broken", "broken_through", "appears", "end"))
"""What a chronicle never leaves out."""

TIMES = {"told.advance": "told.advance", "told.moment": "told.advance"}
"""What says that a round or a moment begins, and the phrase that heads it."""

HAPPENED = """paid died fallen broken smallest thrown_each ends ends_control ends_puppet ends_entombed ends_barrier ends_freeze flows
    shield_broken defence_spent set_off set_off_thing"""
WRONG = """article_1 amendment_1 article_2_target article_2_resist article_2_duration article_3_physical article_3_mental article_4
    article_4_condition one_attribute bad_attribute bad_trigger"""
WEIGHS = frozenset((*(f"told.{key}" for key in HAPPENED.split()), *(f"law.{key}" for key in WRONG.split())))
"""What cards tell of prices, of what is broken off or over, of who dies, of each throw of a contest, and of what is wrong with a card."""

UNSAID = frozenset(
    (
        *("told.printed_ended", "told.waiting", "told.to_steer", "told.bot_status_shown", "told.printed_pool"),
        *("told.moment", "sentences.of_moment"),
    )
)
"""What only runs the table, or was looked up: no part of a story."""


@rule("FET-LIV-56")
def tally(state: State, events: Sequence[Event[State]]) -> Iterator[Say]:
    """What an evening came to, a line for each player's character: level, cash, checks, negotiations and kills."""
    dealt = [event for event in events if isinstance(event, DealtWith)]
    fallen = {event.who for event in events if isinstance(event, Died)}
    together = Counter(event.who for event in _shared(events))
    counts = Counter((event.who, event.what) for event in events if isinstance(event, Counted))
    for who, character in state.characters.items():
        if character.npc or hindrance(character.sheet):
            continue
        times = sum(event.who == who for event in dealt)
        cash = derived(state, who).cash
        shared = together[who]
        if who in fallen and pools(state, who).dead:
            yield say("told.died", who=state.called(who))
        kills = "kills_shared" if shared else "kills"
        did = {"checks": counts[who, "check"], "dealings": times, kills: counts[who, "kill"]}
        done = [say(f"told.tally_{what}", n=n, shared=shared) for what, n in did.items() if n]
        name, level = state.called(who), character.level
        yield (
            say("told.tally_did", who=name, level=level, cash=cash, did=done)
            if done
            else say("told.tally", who=name, level=level, cash=cash)
        )


def _shared(events: Sequence[Event[State]]) -> Iterator[Counted]:
    """Kills that several have by the same death: their damage was settled in one moment (FET-TRX-3), and they are counted side by side."""
    kills = [(n, event) for n, event in enumerate(events) if isinstance(event, Counted) and event.what == "kill"]
    for n, one in kills:
        if any(abs(n - m) == 1 and other.other == one.other for m, other in kills):
            yield one

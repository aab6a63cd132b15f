"""How checks, negotiations, recovery and the replies of the bot are told; printed replies in their wording (FET-CMD-6)."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from ludex.core.explain import Total, because
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told
from ludex.core.view import Card, EventLine, Fact, Verdict
from ludex.systems.fet.events.people import LossesKept
from ludex.systems.fet.events.telling import Moved, delta
from ludex.systems.fet.redact import known_as
from ludex.systems.fet.rules.checks import Checked, CooperativeChecked, OpposedChecked
from ludex.systems.fet.rules.negotiation import Negotiated
from ludex.systems.fet.rules.replies import (
    ActAdded,
    AttributeChecked,
    Bargained,
    CashTold,
    FieldsSet,
    PartnerTold,
    Reply,
    StatusChanged,
    StatusReset,
    StatusShown,
    TargetTold,
    TimelineTold,
    WindUpTold,
    row_text,
)
from ludex.systems.fet.rules.sheets import edit_said
from ludex.systems.fet.rules.years import NightPassed, Recovered, Rested
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import SECRET, UNDISCLOSED, Kind, Resource, half_up, readable, tidy, written
from ludex.systems.fet.views.look.sheet import status_line
from ludex.systems.fet.views.tell.sheets import money_moved

GOOD = {"success": "good", "failure": "bad"}


@rule("FET-LIV-42")
def _unknown_target(told: Told, viewer: Viewer) -> bool:
    """Whether the group's target is one that the reader is not told."""
    return told.after.target_by == SECRET and not viewer.gm


def _of_group(told: Told, viewer: Viewer) -> bool:
    """Whether a check of several was made against the group's target, and the reader is not told it."""
    return bool(told.given.group) and _unknown_target(told, viewer)


def _verdict(result: str) -> Verdict:
    return Verdict(GOOD.get(result, "plain"), term(result))


# Checks


def _rate(rate: float, why: Total | None) -> tuple[Fact, ...]:
    """The rate as it is printed (FET-LIV-58), and what it comes from."""
    reckoned = () if why is None else (*_value_of(why), Fact(say("told.reckoned"), rate, why))
    return (Fact(term("rate"), say("told.percent", rate=min(100, rate))), *reckoned)  # FET-CHK-2


@rule("FET-LIV-37")
def _value_of(why: Total) -> tuple[Fact, ...]:
    """The value behind a rate, where something changes it: «200 = 170 + 30 狂怒»."""
    value = next((one for top in why.terms for one in top.terms if one.terms), None)
    if value is None:
        return ()
    plain = half_up(float(value.value) - sum(float(one.value) for one in value.terms), 2)
    base = because(plain, "why.value", "FET-CHK-1")
    return (Fact(value.label, value.value, Total(value.value, (base, *value.terms))),)


def _thrown(face: int | None, rate: float | None, ratio: float | None) -> tuple[Fact, ...]:
    """What was thrown against which rate, as it is printed (FET-LIV-58)."""
    if face is None or ratio is None:
        return ()
    return (Fact(say("told.thrown"), say("told.against", face=face, rate=rate, ratio=ratio)),)


@rule("FET-LIV-38")
def _opens(told: Told, *people: str | None) -> bool:
    """Whether the reader knows what all of them can do: never of an NPC, whose rates and faces would tell its percentages."""
    return not any(who in told.after.veiled for who in people)


def checked(told: Told, _viewer: Viewer, result: Checked) -> Card:
    who = told.after.called(told.given.who) if told.given.who else ""
    totals = [
        *_rate(result.rate, result.why.get("rate")),
        *_thrown(result.face, result.rate, result.ratio),
        *([Fact(term("cost"), result.cost)] if result.cost is not None else []),
    ]
    attribute = term(told.given.attribute) if told.given.attribute else say("why.value")
    opens = _opens(told, told.given.who)
    card = Card(
        say("told.check", who=who, attribute=attribute), _verdict(result.result), tuple(totals) if opens else ()
    )
    return _as_printed(card) if who and opens else card


def opposed(told: Told, viewer: Viewer, result: OpposedChecked) -> Card:
    """A check against one another: who wins, and who stays out."""
    state = told.after
    out = tuple(say("told.stays_out", who=state.called(who)) for who in result.out or ())
    if not result.winner:
        return Card(say("told.called_off"), lines=out)
    draw = result.winner == "draw"
    verdict = say("told.draw") if draw else say("told.wins", who=state.called(result.winner))
    totals = tuple(
        Fact(
            state.called(p.id),
            say("told.percent", rate=min(100, p.rate)),
            result.why.get(p.id),
            say("told.ratio", ratio=p.ratio),
        )
        for p in result.participants
        if _opens(told, p.id) and not _of_group(told, viewer)
    )
    thrown = [
        say("told.rolled", who=state.called(p.id), face=p.face, rate=min(100, p.rate), ratio=p.ratio)
        for p in result.participants
        if p.face is not None and p.ratio is not None and _opens(told, p.id) and not _of_group(told, viewer)
    ]
    out = (*([say("told.thrown_each", rolled=thrown)] if thrown else []), *out)
    title = say("told.opposed_check", target="？" if _of_group(told, viewer) else result.target)
    return Card(title, Verdict("mixed" if draw else "good", verdict), totals, out)


def cooperative(told: Told, viewer: Viewer, result: CooperativeChecked) -> Card:
    out = tuple(say("told.stays_out", who=told.after.called(who)) for who in result.out or ())
    if not result.result:
        return Card(say("told.called_off"), lines=out)
    totals = (Fact(term("total"), result.total, result.why.get("total")), *_rate(result.rate, result.why.get("rate")))
    secret, people = _of_group(told, viewer), [p.who or p.id for p in told.given.participants]
    shown = totals if not secret and _opens(told, *people) else ()
    title = say("told.cooperative_check", target="？" if secret else result.target)
    return Card(title, _verdict(result.result), shown, out)


def negotiated(told: Told, viewer: Viewer, result: Negotiated) -> Card:
    who = told.after.called(told.given.who) if told.given.who else ""
    known = viewer.gm or not told.given.whom  # FET-LIV-42
    why = result.why.get("rate") if known else None
    whom = (say("told.partner", who=known_as(told.after, told.given.whom)),) if told.given.whom else ()
    opens = _opens(told, told.given.who)
    totals = _bargained(result, why) if opens else ()
    card = Card(say("told.negotiate", who=who), _verdict(result.result), totals, (_played(result), *whom))
    return _as_printed(card) if who and opens else card


@rule("FET-LIV-42", "FET-LIV-58")
def _bargained(result: Negotiated | Bargained, why: Total | None) -> tuple[Fact, ...]:
    rate, face = result.rate, result.face
    ratio = half_up(face / rate, 2) if face is not None and rate else None
    return (*_rate(rate, why), *_thrown(face, rate, ratio))


def _played(result: Negotiated | Bargained) -> Say:
    """How it was rated, and the bonus."""
    return say("told.played", rp=result.rp, bonus=result.bonus)


def recovered(told: Told, _viewer: Viewer, result: Recovered) -> Card:
    given = told.given
    who = told.after.called(given.patient) if given.patient else ""
    amounts = {"amount": readable(result.recovered), "current": readable(result.current)}
    shown = "restored" if _opens(told, given.patient) else "restored_some"  # FET-LIV-38
    totals = [Fact(term(given.resource), say(f"told.{shown}", **amounts))]
    if result.rate is not None and _opens(told, given.who):
        totals = [*_rate(result.rate, result.why.get("rate")), *totals]
    verdict = _verdict(result.result) if result.result else None
    return Card(say("told.recover", who=who, how=term(given.how)), verdict, tuple(totals))


def _rested(one: Rested) -> Say:
    facts = {"will": readable(one.will), "top": one.will_max, "gain": readable(one.recovered)}
    if one.action_points is None:
        return say("told.rested", **facts)
    return say("told.rested_points", **facts, points=readable(one.action_points))


def night_passed(told: Told, _viewer: Viewer, result: NightPassed) -> Card:
    lines = tuple(say("told.rested_of", who=told.after.called(r.who), rested=_rested(r)) for r in result.rested)
    return Card(say("told.night", day=result.day), lines=lines)


# The bot


@rule("FET-LIV-58")
def _as_printed(card: Card) -> Card:
    """A check or a negotiation with its reply as it is printed: who tries what, the rate, the throw, how it came out."""
    plain = (
        fact for fact in card.totals if fact.total is None and fact.label != term("cost")
    )  # which is told with what is left
    lines = (say("told.printed_fact", what=fact.label, value=fact.value) for fact in plain)
    return replace(card, printed=(card.title, *lines, *([card.verdict.say] if card.verdict else [])))


def bot_bargained(told: Told, _viewer: Viewer, result: Bargained) -> Card:
    facts = _bargained(result, result.why.get("rate")) if _opens(told, told.given.who) else ()
    played = (_played(result),) if facts else ()
    card = Card(say("told.negotiate", who=result.name), _verdict(result.result), facts, played)
    return _as_printed(card) if facts else card


def bot_checked(told: Told, viewer: Viewer, result: AttributeChecked) -> Card:
    title = say("told.check", who=result.name, attribute=term(result.attribute))
    if not _opens(told, told.given.who):
        return Card(title, _verdict(result.result))
    thrown = (*_rate(result.rate, result.why.get("rate")), *_thrown(result.face, result.rate, result.ratio))
    if not _unknown_target(told, viewer):
        return _as_printed(Card(title, _verdict(result.result), thrown))
    face = () if result.face is None else (Fact(say("told.thrown"), result.face),)
    hidden = _as_printed(Card(title, _verdict(result.result), face))
    return replace(hidden, totals=())  # the throw itself is shown by the table


Plainly = FieldsSet | StatusShown | StatusChanged | StatusReset | CashTold | TargetTold | PartnerTold | WindUpTold
"""Replies that tell what stands or was set."""


def replied(told: Told, viewer: Viewer, result: Plainly | TimelineTold | ActAdded) -> Card:
    """The other replies in the bot's own words where the rulebook prints them, else as facts."""
    title = say(f"told.bot_{result.code}")
    if not _opens(told, told.given.who):  # FET-LIV-38: of an NPC whether it lives, and nothing else
        return Card(title, lines=tuple(_fates(result)), sentence=_of_state(told, result))
    if _unknown_target(told, viewer) and result.code == "target_shown":
        return Card(title, totals=(Fact(term("target"), "？"),))
    lines: list[Label] = list(printed(told.after, result, told.given.who))
    moved = [one for event in told.events if isinstance(event, LossesKept) for one in event.moved]
    happened = tuple(EventLine(line, moved=delta(one)) for line, one in zip(lines, moved, strict=False))
    if isinstance(result, FieldsSet):  # FET-LIV-45
        lines += map(edit_said, result.changed)
        lines += [say("told.unfinished", problem=say(f"errors.{code}")) for code in result.warnings]
    if isinstance(result, TimelineTold) and result.timeline and result.code != "left_battle":  # which prints its own
        lines += [say("told.printed_timeline")]
        lines += [
            say("told.row", who=r.called, end=r.end, impact=r.impact, attribute=term(r.attribute), act=r.act or "")
            for r in result.timeline
        ]
    sums = [Fact(term(name), why.value, why) for name, why in result.why.items() if len(why.terms) > 1]
    totals = (*_bot_facts(result), *sums)
    rest = tuple(lines[len(happened) :])
    sentence = _of_change(result, moved[0]) if isinstance(result, StatusChanged) and moved else ""
    sentence = sentence or _of_reply(told, result)
    return Card(title, totals=totals, lines=rest, sentence=sentence, happened=happened, printed=tuple(lines))


def _of_change(reply: StatusChanged, moved: Moved) -> Label:
    """What somebody has lost or gained, and a death by it."""
    key = "sentences.loses_all" if reply.dead else "sentences.loses" if moved.now < moved.was else "sentences.gains"
    return say(key, who=reply.name or "", amount=readable(abs(tidy(moved.now - moved.was))), resource=term(moved.what))


def _of_reply(told: Told, reply: Reply) -> Label:
    """What a reply comes to in a sentence, for those who hear of it later; one that only shows something says nothing."""
    match reply:
        case FieldsSet() | StatusReset():
            return say(f"sentences.of_{reply.code}", who=reply.name or "")
        case TimelineTold(code="left_battle" | "act_added"):
            return say(f"sentences.of_{reply.code}", who=reply.name or "")
        case TimelineTold(code="battle_ended"):
            return say("told.printed_ended")
        case PartnerTold():
            return say("sentences.of_partner", level=reply.level, intelligence=reply.intelligence)
        case TargetTold(target=int()):
            return say("sentences.of_target", target=reply.target)
        case CashTold():
            return money_moved(told, reply.name, reply.cash)
        case _:
            return ""


def _of_state(told: Told, reply: Reply) -> Label:
    """That somebody's state is another now, and no more; a death says itself."""
    changed = isinstance(reply, StatusChanged | StatusReset) and not reply.dead and told.given.who in told.after.people
    return say("sentences.of_state", who=known_as(told.after, told.given.who)) if changed else ""


@rule("FET-LIV-8")
def _fates(reply: Reply) -> Iterator[Label]:
    """That somebody has died by it, or is back."""
    match reply:
        case StatusChanged(dead=True):
            yield say("told.died", who=reply.name)
        case StatusReset(dead=False):
            yield say("told.revived", who=reply.name)


FACTS = ("target", "difficulty", "level", "intelligence", "impact", "start", "wind_up", "end", "change", "cash")
"""What stands beside a reply that the rulebook prints no words for."""


def _bot_facts(reply: Reply) -> tuple[Fact, ...]:
    if reply.text or isinstance(reply, StatusShown | WindUpTold):
        return ()
    said = msgspec.structs.asdict(reply)
    return tuple(Fact(term(name), said[name]) for name in FACTS if said.get(name) is not None)


@rule("FET-LIV-37")
def _before_me(state: State, reply: WindUpTold, own: str) -> Iterator[Label]:
    """In a battle: when it would be settled, and whose acts the reader knows to be settled before it."""
    battle = state.battle
    if battle is None:
        return
    end = tidy(battle.time + reply.wind_up)
    known = [f for f in battle.fighters if f.id != own and not f.dead]
    acts = [(f.act.end, f.id) for f in known if f.act and f.act.kind not in (UNDISCLOSED, Kind.WAIT)]
    before = dict.fromkeys((known_as(state, who), time) for time, who in sorted(acts) if time < end)
    first = [say("told.due_at", who=who, time=time) for who, time in before]  # FET-LIV-41: two that look alike are one
    yield say("told.settled_at", time=end)
    yield say("told.before_me", who=first) if first else say("told.nobody_before_me")


def printed(state: State, reply: Reply, own: str = "") -> Iterator[Label]:
    match reply:
        case FieldsSet():
            yield say("told.printed_sheet", who=reply.name)
        case TargetTold(code="target_set"):
            yield say("told.printed_target", target=reply.target)
        case StatusChanged():
            change = written(reply.change, signed=True)
            yield say("told.printed_change", who=reply.name, resource=term(reply.resource), change=change)
            yield status_line(reply.resource, reply.current, reply.max)
            yield from _fates(reply)
        case StatusShown():
            yield from _pools(reply)
            if reply.action_points is not None:  # FET-LIV-13
                yield say("view.points", points=written(readable(reply.action_points)))
        case StatusReset():
            yield say("told.printed_reset", who=reply.name)
            yield from _fates(reply)
            yield from _pools(reply)
        case WindUpTold():
            yield say("told.printed_attribute", attribute=term(reply.attribute))
            yield say("told.printed_impact", impact=written(reply.impact))
            yield say("told.printed_wind_up", wind_up=written(reply.wind_up))
            yield from _before_me(state, reply, own)
        case TimelineTold(code="left_battle"):  # FET-LIV-58: it prints its timeline itself
            yield say("told.printed_left", who=reply.name)
            yield say("told.printed_timeline")
            yield from map(row_text, reply.timeline)
        case TimelineTold(code="battle_ended"):
            yield say("told.printed_ended")
        case _:
            yield from (reply.text or "").splitlines()


def _pools(reply: StatusShown | StatusReset) -> Iterator[Label]:
    for resource, now, top in (
        (Resource.STAMINA, reply.stamina, reply.stamina_max),
        (Resource.WILL, reply.will, reply.will_max),
    ):
        if now is not None and top is not None:
            yield status_line(resource, now, top)

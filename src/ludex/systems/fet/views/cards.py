"""How finished procedures are told: a verdict, totals that open into their terms, and what happened, for one viewer."""

from collections.abc import Callable
from typing import Any

from ludex.core.explain import Total
from ludex.core.say import Say, say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import AnyPart, Card, Fact, Label, Verdict
from ludex.systems.fet.panels.battle import condition, timeline
from ludex.systems.fet.redact import Witness
from ludex.systems.fet.rules.moment import Row
from ludex.systems.fet.terms import tidy
from ludex.systems.fet.views.lasting_cards import LASTING, aftermath
from ludex.systems.fet.views.printed import printed

GOOD = {"success": "good", "failure": "bad"}


def tell(told: Told, viewer: Viewer) -> Card:
    """The card of a finished procedure."""
    telling = TELLINGS.get(told.procedure)
    if telling is not None:
        return telling(told, viewer)
    return Card(say(f"told.{told.procedure}"), totals=_facts(told.result))


def _verdict(result: str) -> Verdict:
    return Verdict(GOOD.get(result, "plain"), term(result))


def _why(result: Any, name: str) -> Total | None:
    found: Total | None = getattr(result, "why", {}).get(name)
    return found


WORDED = ("advantage", "cause", "race", "grants", "winner")
"""Outputs whose values are words of the system."""


def _facts(result: Any) -> tuple[Fact, ...]:
    """Every plain output, where no better telling is written."""
    fields = getattr(result, "__struct_fields__", ())
    shown = [(f, getattr(result, f)) for f in fields if f != "why"]
    return tuple(
        Fact(term(f), _value(f, v), _why(result, f)) for f, v in shown if isinstance(v, int | float | str | tuple)
    )


def _value(field: str, value: Any) -> Any:
    if field not in WORDED:
        return list(value) if isinstance(value, tuple) else value
    return [term(v) for v in value] if isinstance(value, tuple) else term(value)


# Checks


def _check(told: Told, _viewer: Viewer) -> Card:
    result = told.result
    who = told.after.called(told.given.who) if told.given.who else ""
    totals = [
        Fact(term("rate"), result.rate, _why(result, "rate")),
        *([Fact(term("ratio"), result.ratio)] if result.ratio is not None else []),
        *([Fact(term("cost"), result.cost)] if result.cost is not None else []),
    ]
    attribute = term(told.given.attribute) if told.given.attribute else say("why.value")
    return Card(say("told.check", who=who, attribute=attribute), _verdict(result.result), tuple(totals))


def _opposed(told: Told, _viewer: Viewer) -> Card:
    result, state = told.result, told.after
    draw = result.winner == "draw"
    verdict = say("told.draw") if draw else say("told.wins", who=state.called(result.winner))
    totals = tuple(
        Fact(state.called(p.id), p.rate, result.why.get(p.id), say("told.ratio", ratio=p.ratio))
        for p in result.participants
    )
    return Card(say("told.opposed_check", target=result.target), Verdict("mixed" if draw else "good", verdict), totals)


def _cooperative(told: Told, _viewer: Viewer) -> Card:
    result = told.result
    totals = (
        Fact(term("total"), result.total, _why(result, "total")),
        Fact(term("rate"), result.rate, _why(result, "rate")),
    )
    return Card(say("told.cooperative_check", target=result.target), _verdict(result.result), totals)


def _negotiate(told: Told, _viewer: Viewer) -> Card:
    result = told.result
    who = told.after.called(told.given.who) if told.given.who else ""
    totals = (Fact(term("rate"), result.rate, _why(result, "rate")), Fact(term("rp"), result.rp))
    return Card(say("told.negotiate", who=who), _verdict(result.result), totals)


def _recover(told: Told, _viewer: Viewer) -> Card:
    result, given = told.result, told.given
    who = told.after.called(given.patient) if given.patient else ""
    totals = [Fact(term(given.resource), say("told.restored", amount=result.recovered, current=result.current))]
    if result.rate is not None:
        totals.insert(0, Fact(term("rate"), result.rate, _why(result, "rate")))
    verdict = _verdict(result.result) if result.result else None
    return Card(say("told.recover", who=who, how=term(given.how)), verdict, tuple(totals))


# The bot


def _bot(told: Told, _viewer: Viewer) -> Card:
    """The bot's reply in its own words where the rulebook prints them, else as facts."""
    reply = told.result
    if reply.code == "checked":
        return _bot_checked(told)
    if reply.code == "negotiated":
        facts = (
            Fact(term("rate"), reply.rate, _why(reply, "rate")),
            Fact(term("rp"), reply.rp),
            Fact(term("negotiation_bonus"), reply.bonus),
        )
        return Card(say("told.negotiate", who=reply.name), _verdict(reply.result), facts)
    lines: list[Label] = list(printed(reply))
    lines += [say("told.unfinished", problem=say(f"errors.{code}")) for code in reply.warnings or ()]
    lines += [
        say("told.row", who=r.called, end=r.end, impact=r.impact, attribute=term(r.attribute), act=r.act or "")
        for r in reply.timeline or ()
    ]
    why = _why(reply, "change")
    changed = () if why is None else (Fact(term("change"), reply.change, why),)
    return Card(say(f"told.bot_{reply.code}"), totals=(*_bot_facts(reply), *changed), lines=tuple(lines))


def _bot_checked(told: Told) -> Card:
    reply = told.result
    rate = Fact(term("rate"), reply.rate, _why(reply, "rate"))
    ratio = () if reply.ratio is None else (Fact(term("ratio"), reply.ratio),)
    title = say("told.check", who=reply.name, attribute=term(reply.attribute))
    return Card(title, _verdict(reply.result), (rate, *ratio))


def _bot_facts(reply: Any) -> tuple[Fact, ...]:
    if reply.text:
        return ()
    names = ("target", "difficulty", "level", "intelligence", "impact", "start", "wind_up", "end", "stamina", "will")
    return tuple(Fact(term(name), getattr(reply, name)) for name in names if getattr(reply, name) is not None)


# Combat


def _declare(told: Told, viewer: Viewer) -> Card:
    result, given = told.result, told.given
    skill = getattr(given.skill, "name", given.skill)
    title = say("told.declare", who=told.after.called(given.who), kind=skill or term(given.kind))
    span = say("view.span", start=result.start, end=result.end)
    wind_up = Fact(term("wind_up"), result.wind_up, _why(result, "wind_up"))
    lines: tuple[Label, ...] = (given.note,) if given.note else ()
    return Card(title, totals=(wind_up, Fact(say("view.time"), span), *_waiting(told, viewer)), lines=lines)


def _waiting(told: Told, viewer: Viewer) -> tuple[Fact, ...]:
    """Who must declare now, as far as the viewer may know."""
    witness = Witness(told.after, viewer)
    who = [witness.called(w) for w in told.result.waiting if witness.sees_whom(w)]
    return (Fact(say("view.waiting"), who),) if who else ()


def _advance(told: Told, viewer: Viewer) -> Card:
    """What was settled; whoever a viewer does not see is not named."""
    result, witness = told.result, Witness(told.after, viewer)
    lines: list[Label] = [_row_line(witness, row) for row in result.resolved]
    lines += [say("told.broken", who=witness.called(who)) for who in result.broken]
    lines += [say("told.died", who=witness.called(who)) for who in result.dead]
    lines += aftermath(told, witness)
    if not lines:
        lines.append(say("told.nothing"))
    totals = (*_changed(told, witness), *_waiting(told, viewer))
    return Card(say("told.advance", time=result.time), totals=totals, lines=tuple(lines), parts=_picture(witness))


def _changed(told: Told, witness: Witness) -> tuple[Fact, ...]:
    """Whose stamina, will or shield is other than before, as the viewer knows it."""
    before = {f.id: (f.stamina, f.will, f.shield) for f in told.before.battle.fighters} if told.before.battle else {}
    people = witness.seen() if witness.state.battle else []
    return tuple(
        Fact(witness.called(f.id), condition(witness, f))
        for f in people
        if (f.stamina, f.will, f.shield) != before.get(f.id)
    )


def _picture(witness: Witness) -> tuple[AnyPart, ...]:
    return (timeline(witness),) if witness.state.battle else ()


def _row_line(witness: Witness, row: Row) -> Say:
    target = say("told.at", target=witness.called(row.target)) if row.target and row.target != row.who else ""
    return say(
        "told.settled",
        who=witness.called(row.who),
        what=term(row.effect) if row.effect else term(row.kind),
        at=target,
        outcome=term(row.outcome),
        final=say("told.final", final=tidy(row.final)) if row.final else "",
        more=_row_more(row),
    )


def _row_more(row: Row) -> Say | str:
    notes: list[Say] = []
    if row.resource and row.outcome in ("hit", "healed", "paid"):
        notes.append(term(row.resource))
    if row.contested:
        notes.append(say("told.contested", amount=tidy(row.contested)))
    if row.absorbed:
        notes.append(say("told.absorbed", amount=tidy(row.absorbed)))
    if row.until is not None:
        notes.append(say("told.until", until=row.until))
    return say("told.more", notes=notes) if notes else ""


def _start(told: Told, viewer: Viewer) -> Card:
    return Card(say("told.start"), totals=_waiting(told, viewer), parts=_picture(Witness(told.after, viewer)))


def _end(told: Told, viewer: Viewer) -> Card:
    lines = tuple(
        say("told.survivor", who=told.after.called(who), state=say("view.dead") if f.dead else say("view.alive"))
        for who, f in told.result.fighters.items()
        if Witness(told.before, viewer).sees_whom(who)
    )
    return Card(say("told.end", time=told.result.time), lines=lines)


def _npcs(told: Told, viewer: Viewer) -> Card:
    lines = tuple(say("told.acts", who=told.after.called(who)) for who in told.result.declared)
    return Card(say("told.combat_npcs"), totals=_waiting(told, viewer), lines=lines)


def _place(told: Told, _viewer: Viewer) -> Card:
    lines = tuple(say("view.modifier", of=term(m.of), kind=term(m.kind), value=m.value) for m in told.result.modifiers)
    return Card(say("told.set_place"), lines=lines or (say("view.none"),))


def _cancel(told: Told, viewer: Viewer) -> Card:
    title = say("told.cancel", who=told.after.called(told.given.who), spent=told.result.spent)
    return Card(title, totals=_waiting(told, viewer))


def _who(told: Told, viewer: Viewer) -> Card:
    """Procedures about one person, told by a sentence."""
    who = told.given.who
    state = told.after if who in told.after.characters or told.after.battle else told.before
    totals = _waiting(told, viewer) if hasattr(told.result, "waiting") else ()
    return Card(say(f"told.{told.procedure}", who=state.called(who)), totals=totals)


# Sheets and building


def _bring(told: Told, _viewer: Viewer) -> Card:
    lines = tuple(say("told.unfinished", problem=say(f"errors.{code}")) for code in told.result.problems)
    return Card(say("told.bring", who=list(told.result.who)), lines=lines)


def _set_sheet(told: Told, _viewer: Viewer) -> Card:
    result = told.result
    lines = tuple(say("told.unfinished", problem=say(f"errors.{code}")) for code in result.problems)
    totals = (
        Fact(term("stamina"), say("view.of", now=result.stamina, top=result.stamina_max)),
        Fact(term("will"), say("view.of", now=result.will, top=result.will_max)),
    )
    return Card(say("told.set_sheet", who=told.after.called(result.who)), totals=totals, lines=lines)


def _law(told: Told, _viewer: Viewer) -> Card:
    """The law's verdict: each violated article and how to mend it."""
    result = told.result
    verdict = Verdict("good", say("told.legal")) if result.legal else Verdict("bad", say("told.illegal"))
    totals = (
        Fact(say("view.effect_share"), result.effect_share),
        Fact(say("view.paid_share"), result.paid_share),
    )
    return Card(say("told.law"), verdict, totals, tuple(say(f"law.{code}") for code in result.violations))


def _basics(told: Told, _viewer: Viewer) -> Card:
    result = told.result
    totals = tuple(Fact(term(n), getattr(result, n), _why(result, n)) for n in ("size", "appearance", "assets"))
    return Card(say("told.roll_basics"), totals=(*totals, Fact(term("cash"), result.cash)))


def _works(told: Told, _viewer: Viewer) -> Card:
    result = told.result
    losses = tuple(say("told.loss", amount=x.amount, resource=term(x.resource)) for x in result.losses)
    effects = tuple(
        say("told.effect", kind=term(e.kind), amount=e.amount or 0, times=e.times)
        for e in (*result.effects, *result.drawbacks)
    )
    return Card(say("told.skill_effects"), totals=(Fact(term("wind_up"), result.wind_up),), lines=(*losses, *effects))


TELLINGS: dict[str, Callable[[Told, Viewer], Card]] = {
    "check": _check,
    "opposed_check": _opposed,
    "cooperative_check": _cooperative,
    "negotiate": _negotiate,
    "recover": _recover,
    "bot_line": _bot,
    "combat_start": _start,
    "combat_declare": _declare,
    "combat_advance": _advance,
    "combat_react": _advance,
    "combat_cancel": _cancel,
    "combat_npcs": _npcs,
    "set_place": _place,
    "combat_mark": _who,
    "combat_join": _who,
    "combat_leave": _who,
    "combat_end": _end,
    "bring": _bring,
    "dismiss": _who,
    "set_sheet": _set_sheet,
    "validate_skill": _law,
    "roll_basics": _basics,
    "skill_effects": _works,
    **LASTING,
}

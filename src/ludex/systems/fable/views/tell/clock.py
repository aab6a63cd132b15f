"""How the clock, the end of a fight, fates and bonds after a rest are told."""

from collections import Counter

from ludex.core.say import say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import Card, Fact, Label, Rows, Verdict
from ludex.systems.fable.rules.bonds import BondsChanged
from ludex.systems.fable.rules.conflict import Ended, Joined, Started, TurnOver, next_actor
from ludex.systems.fable.rules.defeat import Fallen, Fates, Offered, Spared
from ludex.systems.fable.rules.ticks import EffectsKept, Reordered, TickBegun
from ludex.systems.fable.terms import Emotion
from ludex.systems.fable.views.look import lasting_on
from ludex.systems.fable.views.tell.witness import happened, name_of, names_of, onlooker, opens, title_of


def tick(told: Told, _viewer: Viewer, result: TickBegun) -> Card:
    lines: list[Label] = []
    seen = [who for who in result.actors if told.after.conflict and told.after.conflict.of(who)]
    ticked = any(line.moved for line in happened(told))  # then it is no mere turn of the clock
    title = say("told.ticked" if ticked else f"told.{told.procedure}", round=result.round, tick=result.tick)
    if seen and told.procedure == "advance":  # one line tells where it stopped (FAB-LIV-17)
        now, then = _in_turn(told, seen)
        key = "told.ticked_acting" if ticked else "told.advance_acting"
        title = say(key, round=result.round, tick=result.tick, who=name_of(told, now))
        lines += [say("told.acting_then", who=names_of(told, then))] if then else []
    elif seen:
        lines.append(say("told.acting", who=names_of(told, seen)))
    effects = told.before.conflict.effects if told.before.conflict else ()
    known, doing = [e.id for e in effects], {e.id for e in effects if e.record is not None and e.record.uses}
    passed = dict.fromkeys(effect for effect in result.processed if effect in known)
    worked = [effect for effect in passed if effect in doing or effect not in result.expired]
    if worked:
        lines.append(say("told.worked", effects=[_named(told, effect) for effect in worked]))
    others = (one for one in result.told if one.key != "told.step_damage")  # what the gauges lost in all is told in one
    lines += [one if n == 1 else say("told.times", what=one, n=n) for one, n in Counter(others).items()]
    if expired := [effect for effect in result.expired if effect in known]:
        lines.append(say("told.expired", effects=[_named(told, effect) for effect in expired]))
    return Card(title, None, (), tuple(lines))


def reordered(told: Told, _viewer: Viewer, result: Reordered) -> Card:
    line = say("told.reordered_now" if result.now else "told.reordered_later", order=names_of(told, result.order))
    return Card(title_of(told), None, (), (line,))


def _in_turn(told: Told, seen: list[str]) -> tuple[str, list[str]]:
    first = next_actor(told.after.conflict) if told.after.conflict else ""
    now = first if first in seen else seen[0]
    return now, [who for who in seen if who != now]


def _named(told: Told, effect: str) -> Label:
    """An effect of the clock by its name, and on whom it lies where that can be known."""
    known = told.before.conflict.effects if told.before.conflict else ()
    timed = next((e for e in known if e.id == effect), None)
    return onlooker(told).timed(timed) if timed is not None else effect


def kept(told: Told, _viewer: Viewer, _result: EffectsKept) -> Card:
    """An effect that somebody wrote down: on whom it lies, what it changes, and until when (FAB-LIV-37)."""
    new = told.given.effect
    bearer = new.anchor or new.source
    also = told.given.also
    who = names_of(told, (bearer, *also)) if also else name_of(told, bearer)
    mine = [tag for tag in lasting_on(told.after, bearer) if tag.text == new.id]
    lines = [say("told.effect_does", effect=tag.text, does=tag.note) for tag in mine]
    lines = lines or [say("told.effect_timed", effect=new.id, kind=term(new.kind), n=new.left or "")]
    title = say("told.effect_borne", who=who) if bearer else title_of(told)
    return Card(title, None, (), tuple(lines))


def started(told: Told, _viewer: Viewer, result: Started) -> Card:
    state = told.after
    visible = [who for who in result.order if state.conflict and state.conflict.of(who)]
    rows = tuple(
        (name_of(told, w), result.initiatives[w], result.modifiers[w] if opens(told, w) else say("view.unknown"))
        for w in visible
    )
    columns = (say("view.who"), say("outputs.initiative"), say("outputs.modifier"))
    lines: list[Label] = []
    if lucky := [who for who in result.opportunities if who in visible]:
        lines.append(say("told.opportunity_to", who=names_of(told, lucky)))
    lines += list(result.told)
    unseen = [c.called for who, c in state.characters.items() if c.hidden and not c.out and who not in result.order]
    lines += [say("told.unseen_off_clock", who=unseen)] if unseen else []
    return Card(title_of(told), None, (), tuple(lines), (Rows(columns, rows),))


def joined(told: Told, _viewer: Viewer, result: Joined) -> Card:
    """Somebody comes onto the clock: where she stands, and what her check gave."""
    who = name_of(told, told.given.combatant.id)
    lines = [say("told.acting", who=[who])] if result.has_right else []
    lines += [say("told.opportunity_to", who=[who])] if result.opportunity else []
    lines += list(result.told)
    return Card(title_of(told, who=who), None, (Fact(say("outputs.initiative"), result.initiative),), tuple(lines))


def turn_over(told: Told, _viewer: Viewer, result: TurnOver) -> Card:
    """A turn is over: where she stands on the clock now, and who is next, where that can be seen (FAB-LIV-41)."""
    facts = {"who": name_of(told, told.given.actor), "initiative": result.initiative}
    seen = told.after.conflict is not None and told.after.conflict.of(result.next)
    lines = [say("told.next", who=name_of(told, result.next))] if seen else []
    return Card(title_of(told, **facts), None, (), tuple(lines))


def fallen(told: Told, _viewer: Viewer, result: Fallen) -> Card:
    name = name_of(told, told.given.character)
    verdict = Verdict("bad", term(result.outcome))
    return Card(title_of(told, who=name), verdict, (), (say("told.decided_by", decider=term(result.decider)),))


def fates(told: Told, _viewer: Viewer, result: Fates) -> Card:
    return Card(title_of(told), None, (), tuple(say("told.rose", who=name_of(told, who)) for who in result.escalated))


def spared(told: Told, _viewer: Viewer, result: Spared) -> Card:
    line = say("told.point_spent", n=result.actions_left) if result.spent else say("told.turn_given")
    return Card(title_of(told, who=name_of(told, told.given.actor)), None, (), (line,))


def offered(told: Told, _viewer: Viewer, result: Offered) -> Card:
    return Card(title_of(told), None, (), (say("told.over" if result.over else "told.goes_on"),))


def ended(told: Told, _viewer: Viewer, result: Ended) -> Card:
    return Card(title_of(told), None, (), tuple(result.told))


def bonds(told: Told, _viewer: Viewer, result: BondsChanged) -> Card:
    lines: list[Label] = []
    for who, answer in result.changes.items():
        word, *rest = answer.split(":")
        facts = {"who": name_of(told, who), "target": rest[0] if rest else ""}
        lines.append(say(f"told.bond_{word}", **facts, emotion=term(Emotion.read(rest[-1])) if rest else ""))
    return Card(title_of(told), None, (), tuple(lines))

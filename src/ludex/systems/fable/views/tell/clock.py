"""How the clock, the end of a fight, fates and bonds after a rest are told."""

from collections.abc import Mapping

from ludex.core.say import say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import Card, Fact, Label, Rows, Verdict
from ludex.systems.fable.rules.conflict import next_actor
from ludex.systems.fable.rules.counting import label
from ludex.systems.fable.views.look.people import lasting_on
from ludex.systems.fable.views.tell.names import Teller, name_of, names_of, opens, title_of

UNSAID = frozenset(
    {
        *(f"told.{key}" for key in ("advance", "advance_acting", "acting", "acting_then", "tick_start", "tick_end")),
        *(f"told.{key}" for key in ("start_turn", "end_turn", "turn_given", "next", "nobody_next", "offer_end")),
        *(f"told.{key}" for key in ("superiority", "superiority_gain", "spare_point", "point_spent", "feat_left")),
        *(f"told.{key}" for key in ("play_side", "play_over")),
    }
)
"""What cards tell to run the clock and to count points; no part of the story."""


def _tick(told: Told, _viewer: Viewer) -> Card:
    """The clock has moved: where it stands, who acts, what ended."""
    done = told.result
    lines: list[Label] = []
    actors = getattr(done, "actors", ())
    seen = [who for who in actors if told.after.conflict and told.after.conflict.of(who)]
    title = title_of(told, round=done.round, tick=done.tick)
    if seen and told.procedure == "advance":  # one line tells where it stopped (FAB-LIV-17)
        now, then = _in_turn(told, seen)
        title = say("told.advance_acting", round=done.round, tick=done.tick, who=name_of(told, now))
        lines += [say("told.acting_then", who=names_of(told, then))] if then else []
    elif seen:
        lines.append(say("told.acting", who=names_of(told, seen)))
    effects = told.before.conflict.effects if told.before.conflict else ()
    known, doing = [e.id for e in effects], {e.id for e in effects if e.record is not None and e.record.uses}
    passed = dict.fromkeys(effect for effect in getattr(done, "processed", ()) if effect in known)
    worked = [effect for effect in passed if effect in doing or effect not in done.expired]
    if worked:
        lines.append(say("told.worked", effects=[_named(told, effect) for effect in worked]))
    lines += list(done.told)
    if expired := [effect for effect in done.expired if effect in known]:
        lines.append(say("told.expired", effects=[_named(told, effect) for effect in expired]))
    return Card(title, None, (), tuple(lines))


def _in_turn(told: Told, seen: list[str]) -> tuple[str, list[str]]:
    """Who of those who act in this tick comes first, and the others."""
    first = next_actor(told.after.conflict) if told.after.conflict else ""
    now = first if first in seen else seen[0]
    return now, [who for who in seen if who != now]


def _named(told: Told, effect: str) -> Label:
    """An effect of the clock by its name, and on whom it lies where that can be known."""
    timed = next((e for e in told.before.conflict.effects if e.id == effect), None) if told.before.conflict else None
    name, _, whom = effect.partition("@")
    if timed is not None and timed.record is not None:
        called = label(told.before, timed.record)
        return say("told.effect_on", effect=called, who=name_of(told, timed.anchor)) if timed.anchor else called
    return say("told.effect_on", effect=name, who=whom) if whom else effect


def _kept(told: Told, _viewer: Viewer) -> Card:
    """An effect that somebody wrote down: on whom it lies, what it changes, and until when (FAB-LIV-37)."""
    new = told.given.effect
    bearer = new.anchor or new.source
    mine = [tag for tag in lasting_on(told.after, bearer) if tag.text == new.id]
    lines = [say("told.effect_does", effect=tag.text, does=tag.note) for tag in mine]
    lines = lines or [say("told.effect_timed", effect=new.id, kind=term(new.kind), n=new.left or "")]
    title = say("told.effect_borne", who=name_of(told, bearer)) if bearer else title_of(told)
    return Card(title, None, (), tuple(lines))


def _started(told: Told, _viewer: Viewer) -> Card:
    done, state = told.result, told.after
    visible = [who for who in done.order if state.conflict and state.conflict.of(who)]
    rows = tuple(
        (name_of(told, w), done.initiatives[w], done.modifiers[w] if opens(told, w) else say("view.unknown"))
        for w in visible
    )
    columns = (say("view.who"), say("outputs.initiative"), say("outputs.modifier"))
    lines = [say("told.fp_to", who=names_of(told, done.fp_gain))] if done.fp_gain else []
    if done.opportunities:
        lines.append(say("told.opportunity_to", who=names_of(told, done.opportunities)))
    lines += list(done.told)
    unseen = [c.called for who, c in state.characters.items() if c.hidden and not c.out and who not in done.order]
    lines += [say("told.unseen_off_clock", who=unseen)] if unseen else []
    return Card(title_of(told), None, (), tuple(lines), (Rows(columns, rows),))


def _joined(told: Told, _viewer: Viewer) -> Card:
    """Somebody comes onto the clock: where she stands, and what her check gave."""
    done, who = told.result, name_of(told, told.given.combatant.id)
    lines = [say("told.acting", who=[who])] if done.has_right else []
    lines += [say("told.fp_to", who=[who])] if done.fp_gain else []
    lines += [say("told.opportunity_to", who=[who])] if done.opportunity else []
    return Card(title_of(told, who=who), None, (Fact(say("outputs.initiative"), done.initiative),), tuple(lines))


def _turn_over(told: Told, _viewer: Viewer) -> Card:
    done = told.result
    facts = {"who": name_of(told, told.given.actor), "initiative": done.initiative}
    lines = [say("told.next", who=name_of(told, done.next))] if done.next else []
    return Card(title_of(told, **facts), None, (), tuple(lines))


def _fallen(told: Told, _viewer: Viewer) -> Card:
    done = told.result
    name = name_of(told, told.given.character)
    verdict = Verdict("bad", term(done.outcome))
    return Card(title_of(told, who=name), verdict, (), (say("told.decided_by", decider=term(done.decider)),))


def _fates(told: Told, _viewer: Viewer) -> Card:
    """What became of everybody who dropped."""
    done, lines = told.result, []
    for fell in done.people:
        name, fate = name_of(told, fell.who), term(fell.outcome)
        lines.append(say("told.fell_taken" if fell.taken else "told.fell", who=name, fate=fate))
        lines += [say("told.fell_fp", who=name, n=fell.fp)] if fell.fp else []
    lines = [*(say("told.rose", who=name_of(told, who)) for who in done.escalated), *lines]
    return Card(title_of(told), None, (), tuple(lines))


def _spared(told: Told, _viewer: Viewer) -> Card:
    done = told.result
    line = say("told.point_spent", n=done.actions_left) if done.spent else say("told.turn_given")
    return Card(title_of(told, who=name_of(told, told.given.actor)), None, (), (line,))


def _offered(told: Told, _viewer: Viewer) -> Card:
    lines = [say("told.over" if told.result.over else "told.goes_on"), *told.result.told]
    lines += _won_and_lost(told) if told.result.over else []
    return Card(title_of(told), None, (), tuple(lines))


def _ended(told: Told, _viewer: Viewer) -> Card:
    return Card(title_of(told), None, (), (*told.result.told, *_won_and_lost(told)))


def _won_and_lost(told: Told) -> list[Label]:
    """收场: who is out, who is in Crisis, and what lapses with the conflict (FAB-LIV-18, FAB-LIV-20)."""
    out = [say("told.fell", who=c.called, fate=term(c.fate)) for c in told.after.characters.values() if c.fate]
    there = [c.called for c in told.after.characters.values() if c.crisis and not c.fate]
    points = told.before.conflict.points if told.before.conflict else {}
    spent = [c.called for who, c in told.before.characters.items() if _lapsed(told, who) and not c.hidden]
    found: list[Label] = [say("told.fates_of", fates=out)] if out else []
    found += [say("told.still_in_crisis", who=there)] if there else []
    found += [say("told.points_lapse", points=dict(points))] if any(points.values()) else []
    found += [say("told.opportunities_lapse", who=spent)] if spent else []
    timed = [_named(told, effect.id) for effect in told.before.conflict.effects] if told.before.conflict else []
    return [*found, *([say("told.expired", effects=timed)] if timed else [])]


def _lapsed(told: Told, who: str) -> bool:
    """Whether somebody had an opportunity that she has not spent."""
    after = told.after.characters.get(who)
    return bool(told.before.characters[who].opportunities and after and not after.opportunities)


def _bonds(told: Told, _viewer: Viewer) -> Card:
    """What everybody did with her bonds at the end of a rest."""
    lines: list[Label] = []
    for who, answer in told.result.changes.items():
        word, *rest = answer.split(":")
        facts = {"who": name_of(told, who), "target": rest[0] if rest else "", "emotion": rest[-1] if rest else ""}
        lines.append(say(f"told.bond_{word}", **facts))
    return Card(title_of(told), None, (), tuple(lines))


TELLERS: Mapping[str, Teller] = {
    "add_effect": _kept,
    "conflict_start": _started,
    "conflict_join": _joined,
    "tick_start": _tick,
    "tick_end": _tick,
    "advance": _tick,
    "end_turn": _turn_over,
    "forfeit": _turn_over,
    "zero_hp": _fallen,
    "fates": _fates,
    "spare_point": _spared,
    "offer_end": _offered,
    "conflict_end": _ended,
    "rest_bonds": _bonds,
}

"""Cards of actions, the conflict clock and effects."""

from collections.abc import Mapping

from msgspec.structs import replace

from ludex.core.effects.sentences import sentence
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import Card, Fact, Label, Rows
from ludex.systems.mirror.content import shown
from ludex.systems.mirror.effects import WORDS
from ludex.systems.mirror.effects.bearing import running
from ludex.systems.mirror.events import EffectAdded
from ludex.systems.mirror.redact import SOMETHING, in_the_dark, name_of
from ludex.systems.mirror.rules import (
    actions,
    clock,
    combat,
    effects,
    initiative,
    knowing,
    ordering,
    performing,
    rest,
)
from ludex.systems.mirror.rules.dying import RoundStarted
from ludex.systems.mirror.sheet import Cell
from ludex.systems.mirror.state import FRESH, Lasting, Time
from ludex.systems.mirror.terms import Grade, Unit
from ludex.systems.mirror.views.look.sheet import left_of
from ludex.systems.mirror.views.tell.harm import (
    action_lines,
    attack_lines,
    attack_sentence,
    attack_totals,
    attack_verdict,
    healing_lines,
    is_veiled,
    round_lines,
)
from ludex.systems.mirror.views.tell.phrases import Lines, facts, named, title, verdict


def action_used(told: Told, viewer: Viewer, result: actions.ActionDone) -> Card:
    name, who = shown(told.given.action.name), told.given.actor
    return Card(title(told, viewer, who, action=name), lines=tuple(action_lines(told, who, result)))


def continued(told: Told, viewer: Viewer, result: actions.Continued) -> Card:
    line = say(f"told.{result.result}", cost=result.paid, paid=result.paid, remaining=result.remaining)
    known = not is_veiled(told, told.given.actor)  # MIR-LIV-40: of a stranger's AP nothing is told
    return Card(title(told, viewer, told.given.actor), lines=(line,) if known else ())


def total_dropped(told: Told, viewer: Viewer, result: actions.TotalDropped) -> Card:
    """A total action that ended with the fall of who was at it; which one, others do not know (MIR-LIV-40)."""
    who = told.given.actor
    if is_veiled(told, who):
        return Card(title(told, viewer, who))
    line = say("told.over_broken", who=name_of(told.after, who, viewer), action=shown(result.action))
    return Card(title(told, viewer, who), lines=(line,))


def performed(told: Told, viewer: Viewer, result: performing.Performed) -> Card:
    """A deed: what its attacks and effects came to, then what it cost."""
    lines: Lines = []
    rows: tuple[Fact, ...] = ()
    blows = {t: one for t, one in result.attacks.items() if not (result.wide and _unlocated(told, t, one, viewer))}
    for target, attacked in blows.items():
        name = _aimed_at(told, target, attacked, viewer)
        grade = attack_verdict(attacked, target, viewer).say
        veiled, stranger = is_veiled(told, target), is_veiled(told, told.given.actor)
        lead = say("told.against", who=name, grade=grade)
        first, *more = attack_lines(told, target, attacked, viewer, veiled=veiled or stranger, lead=lead)
        lines += [first, *(say("told.treated", who=name, what=one) if len(blows) > 1 else one for one in more)]
        totals = attack_totals(attacked, target, viewer, veiled=veiled, stranger=stranger)
        rows += tuple(row for row in totals if row not in rows)  # one ATK against all (MIR-ATK-4)
    if any(one.result == Grade.SUCCESS for t, one in result.attacks.items() if t not in blows):
        lines.append(say("told.hit_besides"))  # MIR-LIV-42: no count, name or region
    for target, checked in result.checks.items():
        lines.append(say("told.against", who=name_of(told.after, target, viewer), grade=term(checked.grade)))
    for target, settled in result.effects.items():
        if result.wide and target not in blows:
            continue
        name = name_of(told.after, target, viewer)
        fresh = begun_on(told, target)
        effect = shown(fresh.name if fresh is not None else result.action)
        lines.append(say(f"told.effect_{settled.result}", who=name, effect=effect))
    for target, part in result.healed.items():
        if target in told.after.characters:
            name = name_of(told.after, target, viewer)
            lines += [say("told.treated", who=name, what=line) for line in healing_lines(told, target, part)]
    lines += [*action_lines(told, told.given.actor, result.used), *_conflict_hint(told, viewer)]
    struck = next((attack_verdict(one, target, viewer) for target, one in blows.items()), None)
    tried = next((verdict(checked.grade) for checked in result.checks.values()), None)
    head = struck or tried
    card = Card(title(told, viewer, told.given.actor, action=shown(result.action)), head, rows, tuple(lines))
    if len(blows) != 1 or result.wide:
        return card
    ((target, blow),) = blows.items()
    aimed = _aimed_at(told, target, blow, viewer)
    return replace(card, sentence=attack_sentence(told, target, blow, viewer, aimed, shown(result.action)) or "")


def begun_on(told: Told, target: str) -> Lasting | None:
    """The first effect that began on somebody, as far as the viewer knows it."""
    begun = {event.effect.id for event in told.events if isinstance(event, EffectAdded)}
    found: Lasting | None = next((x for x in told.after.effects if x.target == target and x.id in begun), None)
    return found


@rule("MIR-LIV-18")
def _conflict_hint(told: Told, viewer: Viewer) -> Lines:
    """An attack outside conflict on one of another side offers the GM the conflict."""
    there = told.after.characters
    actor = there.get(told.given.actor)
    foes = [t for t in told.result.attacks if t in there and actor is not None and there[t].side != actor.side]
    if not viewer.gm or told.after.conflict is not None or not foes:
        return []
    return [
        say(
            "told.offer_conflict",
            who=[c.called for i, c in there.items() if not i.startswith("@") and not c.out_of_play],
        )
    ]


def _aimed_at(told: Told, target: str, attacked: combat.Attacked, viewer: Viewer) -> Label:
    """Whom a blow was aimed at; at a region where something is suspected or noticed others than the GM learn only the region (MIR-LIV-42)."""
    cell = _noticed(told, target, attacked, viewer) or told.given.cell
    unnamed = not viewer.gm and not _seen(told, target)
    if cell is not None and (unnamed or in_the_dark(attacked.cause_disclosed, target, viewer)):
        return f"({cell[0]}, {cell[1]})"
    return named(told, target, viewer)


def _unlocated(told: Told, target: str, attacked: combat.Attacked, viewer: Viewer) -> bool:
    """Whether one of those in an area is nobody whom the viewer, or who struck, can locate."""
    unknown = not viewer.gm and not _seen(told, target) and _noticed(told, target, attacked, viewer) is None
    return unknown or in_the_dark(attacked.cause_disclosed, target, viewer)


def _seen(told: Told, who: str) -> bool:
    return who in told.after.characters or who in told.before.characters


def _noticed(told: Told, target: str, attacked: combat.Attacked, viewer: Viewer) -> Cell | None:
    """The region of one who is only noticed there (匿迹)."""
    if viewer.gm or _seen(told, target) or attacked.after is None:
        return None
    here = (c.pos for i, c in told.before.characters.items() if i.startswith(SOMETHING))
    return next((cell for cell in here if cell is not None and cell == attacked.after.pos), None)


def conditions_met(told: Told, viewer: Viewer, result: knowing.Evaluated) -> Card:
    lines = (say("told.has_effect", yes=result.has_effect), say("told.takes_effect", yes=result.takes_effect))
    return Card(title(told, viewer, told.given.actor), lines=lines)


def conflict_started(told: Told, viewer: Viewer, result: initiative.ConflictStarted) -> Card:
    seen = told.after.characters
    rows = tuple((seen[i].called, result.initiative[i]) for i in result.order if i in seen)
    columns = (say("view.name"), say("view.primary"))
    begun = title(told, viewer)
    hidden = [
        c.called for i, c in seen.items() if viewer.gm and c.hidden and not c.out_of_play and i not in result.order
    ]
    lines: Lines = [say("told.left_hidden", who=hidden, one=hidden[0])] if hidden else []
    lines += [
        say("told.put_there", who=seen[i].called, pos=f"({x}, {y})") for i, (x, y) in result.placed.items() if i in seen
    ]
    left = [
        c.called for i, c in seen.items() if not (i in result.order or i.startswith("@") or c.hidden or c.out_of_play)
    ]
    lines += [say("told.left_out", who=left)] if left and told.given.everybody else []
    return Card(begun, lines=tuple(lines), parts=(Rows(columns, rows),), scene=begun)


def tick_reached(told: Told, viewer: Viewer, result: clock.TickReached) -> Card:
    """The tick reached, and what happened on the way."""
    seen = told.after.characters
    passing = [i for i in result.acting if i in seen and seen[i].unconscious]
    lines = started_lines(told, result.round_start, viewer)
    lines += _up(told, [i for i in result.acting if i not in passing])
    lines += [say("told.turn_passed", who=seen[i].called) for i in passing]  # MIR-LIV-19
    lines += [] if result.acting or result.tick == FRESH else [say("told.nobody_acts")]
    for who, done in result.start_actions.items():
        for action in done if who in seen else ():
            lines += action_lines(told, who, action)
    lines += ended_lines(told, result.expired)
    if result.tick == FRESH or (result.acting and not any(i in seen for i in result.acting)):
        return Card(
            say("told.round_of", round=result.round), lines=tuple(lines)
        )  # MIR-LIV-41: whose turn, and when, is not known
    return Card(title(told, viewer, round=result.round, tick=result.tick), lines=tuple(lines))


@rule("MIR-LIV-19", "MIR-TCK-5")
def _up(told: Told, people: list[str]) -> Lines:
    """Whose turn it is of those on a tick, and who follows on it, as if nobody were there but those in sight (MIR-LIV-41)."""
    names = [told.after.characters[i].called for i in people if i in told.after.characters]
    if len(names) > 1:
        return [say("told.acting_then", who=names[:1], then=names[1:])]
    return [say("told.acting", who=names)] if names else []


def started_lines(told: Told, reports: Mapping[str, RoundStarted], viewer: Viewer) -> Lines:
    """What the start of a round did to those in sight."""
    return [
        say("told.round_start_of", who=name_of(told.after, who, viewer), what=found)
        for who, report_ in reports.items()
        if who in told.after.characters and (found := round_lines(told, who, report_))
    ]


def ended_lines(told: Told, expired: tuple[str, ...]) -> Lines:
    mine = {x.id: shown(x.name) for state in (told.after, told.before) for x in state.effects}
    names = [mine[i] for i in expired if i in mine]
    return [say("told.expired", effects=names)] if names else []


def turn_over(told: Told, viewer: Viewer, result: clock.TurnOver) -> Card:
    down = told.after.characters.get(told.given.actor)
    quiet = down is not None and down.unconscious and not result.expired  # MIR-LIV-19
    quiet = quiet or not (
        viewer.gm or told.given.actor in told.before.characters
    )  # MIR-LIV-40: nor where one not in sight stands
    lines: Lines = [] if quiet else [say("told.initiative_now", current=result.current)]
    lines += [say("told.total_broken")] if result.total_action else []
    lines += _spent(told)
    for who, done in (result.end_actions or {}).items():
        for action in done:
            lines += action_lines(told, who, action)
    after = told.after.conflict
    if not result.tick_ended and after is not None:
        lines += _up(told, [i for i in after.acting if i not in after.ended])
    return Card(title(told, viewer, told.given.actor), lines=(*lines, *ended_lines(told, result.expired)))


@rule("MIR-LIV-19")
def _spent(told: Told) -> Lines:
    """That a turn passed because there was no AP for it from the beginning, of one whose AP may be known."""
    who, conflict = told.given.actor, told.before.conflict
    c = told.before.characters.get(who)
    if c is None or is_veiled(told, who) or c.ap > 0 or c.unconscious or conflict is None:
        return []
    return [say("told.no_ap_left", ap=c.ap)] if any(one.id == who for one in conflict.fresh) else []


def delayed(told: Told, viewer: Viewer, result: clock.Delayed) -> Card:
    known = viewer.gm or told.given.actor in told.before.characters
    later: Lines = [say("told.delayed", tick=result.current)] if known else []
    return Card(title(told, viewer, told.given.actor), lines=(*later, *ended_lines(told, result.expired)))


def shifted(told: Told, viewer: Viewer, result: initiative.Shifted) -> Card:
    who = getattr(told.given, "actor", "") or getattr(told.given, "id", "")
    rows = facts(("primary", result.primary, None), ("current_value", result.current, None))
    return Card(title(told, viewer, who), totals=rows)


def conflict_over(told: Told, viewer: Viewer, result: initiative.ConflictOver) -> Card:
    return Card(title(told, viewer), lines=(say("told.rounds", rounds=result.rounds), *_over_lines(told, result)))


@rule("MIR-LIV-23")
def _over_lines(told: Told, result: initiative.ConflictOver) -> Lines:
    """Total actions that broke with a conflict, and effects that stand still, of those in sight."""
    seen = told.before.characters
    lines: Lines = [
        say("told.over_broken", who=seen[i].called, action=shown(name))
        for i, name in result.broken.items()
        if i in seen
    ]
    still = [shown(x.name) for x in told.after.effects if x.id in result.still]
    return [*lines, say("told.over_still", effects=still)] if still else lines


def end_settled(told: Told, viewer: Viewer, result: initiative.EndSettled) -> Card:
    ended = say("told.conflict_ended", rounds=result.rounds) if result.over else say("told.conflict_goes_on")
    return Card(title(told, viewer), lines=(ended,))


def favour_shared(told: Told, viewer: Viewer, result: initiative.FavourShared) -> Card:
    lines = [
        say("told.favour_given", who=name_of(told.after, who, viewer), amount=amount)
        for who, amount in result.given.items()
    ]
    return Card(title(told, viewer), lines=tuple(lines or [say("told.favour_nobody")]))


def throwing(told: Told, viewer: Viewer, result: ordering.SetThrowing) -> Card:
    key = "told.throws" if result.on else "told.throws_not"
    return Card(title(told, viewer, result.actor), lines=(say(key),))


def playing(told: Told, viewer: Viewer, result: ordering.LetPlay) -> Card:
    names = [name_of(told.after, who, viewer) for who in result.ids]
    return Card(title(told, viewer), lines=(say("told.playing", who=names) if names else say("told.playing_nobody"),))


def effect_added(told: Told, viewer: Viewer, result: effects.EffectSettled) -> Card:
    effect = told.given.effect
    name = name_of(told.after, effect.target, viewer)
    lines: Lines = [say(f"told.effect_{result.result}", who=name, effect=shown(effect.name))]
    added = begun_on(told, effect.target)
    if added is not None and (viewer.gm or not result.hidden):
        key = "told.lasts_focus" if added.unit == Unit.FOCUS else "told.lasts"
        lines.append(say(key, left=left_of(told.after, added)))
    lines += [say("told.hidden_length")] if result.hidden else []
    lines += [say("told.replaced", effect=_effect_named(told, result.replaced))] if result.replaced else []
    return Card(title(told, viewer, effect=shown(effect.name)), lines=tuple(lines))


def _effect_named(told: Told, known_as: str) -> Label:
    """An effect by its name; one that nobody can name is something."""
    found = next((x.name for state in (told.before, told.after) for x in state.effects if x.id == known_as), "")
    return shown(found) if found else say("told.something")


def effects_over(told: Told, viewer: Viewer, result: effects.EffectsOver) -> Card:
    lines = ended_lines(told, result.expired)
    return Card(title(told, viewer, what=told.given.event), lines=tuple(lines))


def time_advanced(told: Told, viewer: Viewer, result: rest.TimeAdvanced) -> Card:
    """Time that passed: what ended, and where the table stands."""
    settled = started_lines(told, result.round_start, viewer)
    lines = (*settled, *ended_lines(told, result.expired), time_line(result.time))
    return Card(title(told, viewer, what=term(told.given.unit), n=told.given.n), lines=lines)


def time_line(time: Time) -> Say:
    return say("told.time_now", unit=time.unit, segment=time.segment)


def effects_listed(told: Told, viewer: Viewer, result: effects.EffectsListed) -> Card:
    found = [x for x in told.after.effects if x.id in result.effects]
    lines = tuple(line for x in found for line in _effect_lines(told, x, viewer))
    return Card(title(told, viewer), lines=lines or (say("view.empty"),))


@rule("MIR-LIV-39")
def _effect_lines(told: Told, effect: Lasting, viewer: Viewer) -> Lines:
    """An effect: on whom, what is left of it, whose it is, and what it does."""
    lines: Lines = [_effect_line(told, effect, viewer)]
    if effect.by and effect.by != effect.target and effect.by in told.after.characters:
        lines.append(say("told.effect_by", who=name_of(told.after, effect.by, viewer)))
    does = running(told.after, effect)
    if does.acts:
        lines.append(say("told.effect_does", does=list(sentence(WORDS, replace(does, lasts=())))))
    return lines


def _effect_line(told: Told, effect: Lasting, viewer: Viewer) -> Say:
    """An effect: on whom, and what is left of it (MIR-LIV-39)."""
    who = name_of(told.after, effect.target, viewer)
    return say("told.effect_left", name=shown(effect.name), who=who, left=left_of(told.after, effect))


def focused(told: Told, viewer: Viewer, _result: effects.Focused | effects.EffectRemoved) -> Card:
    return Card(title(told, viewer, effect=_effect_named(told, told.given.effect)))

"""How a finished procedure is told: a card for one viewer, with totals that explain themselves.

Every output type has one teller; what only the GM may know (hidden lengths, why an attack on nothing missed, what happened to
somebody out of sight) is left out for others.
"""

from collections.abc import Callable
from typing import Any

from ludex.core.explain import Total
from ludex.core.say import Say, say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import AnyPart, Card, Fact, Label, Rows, Text, Verdict
from ludex.systems.mirror.labels import shown
from ludex.systems.mirror.rules import (
    actions,
    checks,
    clock,
    combat,
    conditions,
    damage,
    deeds,
    dying,
    effects,
    growth,
    initiative,
    movement,
    numbers,
    personality,
    relations,
    report,
    rest,
    senses,
    setting,
    sheets,
    skills,
    space,
    stamina,
    wounds,
)
from ludex.systems.mirror.state import State
from ludex.systems.mirror.views.redact import known

VERDICTS = {
    "great_success": "great",
    "success": "good",
    "failure": "bad",
    "great_failure": "terrible",
    "none": "plain",
}

Lines = list[Label]


def tell(told: Told, viewer: Viewer) -> Card:
    """The card of a finished procedure."""
    teller = TELLERS.get(type(told.result))
    return teller(told, viewer) if teller else Card(say(f"told.{told.procedure}"))


def name_of(state: State, who: str, viewer: Viewer) -> Label:
    """What somebody is called by this viewer; one out of sight has no name."""
    character = state.characters.get(who)
    if character is None:
        return who
    return character.label if viewer.gm or who in known(state, viewer).ids else say("told.somebody")


def title(told: Told, viewer: Viewer, who: str = "", **facts: Any) -> Say:
    """A card's title: the procedure, and whom it is about."""
    named = name_of(told.after, who, viewer) if who else ""
    return say(f"told.{told.procedure}", who=named, **facts)


def verdict(grade: str) -> Verdict:
    """A grade as a verdict."""
    return Verdict(VERDICTS.get(grade, "plain"), term(grade))


def facts(*pairs: tuple[str, Any, Total | None]) -> tuple[Fact, ...]:
    """Labelled values that are there."""
    return tuple(Fact(say(f"told.{name}"), value, total) for name, value, total in pairs if value is not None)


# --- checks --------------------------------------------------------------------------------------------------------


def _checked(told: Told, viewer: Viewer) -> Card:
    result: checks.Checked = told.result
    who = getattr(told.given, "actor", "")
    skill = getattr(told.given, "skill", "") or getattr(told.given, "defense", "")
    lines: Lines = _degree(result.result, result.degree)
    if isinstance(result, skills.SkillChecked):
        lines += [say(f"told.{result.natural}")] if result.natural != "none" else []
        lines += [say(f"told.boost_{result.boost}")] if result.boost != "none" else []
        lines += [] if result.requirement_met else [say("told.requirement_unmet")]
    lines += [say("told.effect", effect=term(result.effect))] if result.effect not in (None, "none") else []
    target = getattr(told.given, "target", None)
    rows = facts(("total", result.total, result.why.get("total")), ("target", target, None))
    head = verdict(result.grade) if result.grade != "none" else Verdict("plain", str(result.total))
    return Card(title(told, viewer, who, skill=shown(skill)), head, rows, tuple(lines))


def _degree(result: str, degree: int | None) -> Lines:
    return [] if degree is None else [say(f"told.degree_{result}", degree=degree)]


def _stacked(told: Told, viewer: Viewer) -> Card:
    result: checks.Stacked = told.result
    return Card(title(told, viewer), totals=facts(("total", result.total, result.why.get("total"))))


# --- attacks and damage --------------------------------------------------------------------------------------------


def _attacked(told: Told, viewer: Viewer) -> Card:
    result: combat.Attacked = told.result
    given = told.given
    head = say(
        f"told.{told.procedure}",
        who=name_of(told.after, given.attacker, viewer),
        other=name_of(told.after, given.defender, viewer),
    )
    return Card(head, verdict(result.grade), attack_totals(result, viewer), tuple(attack_lines(result, viewer)))


def attack_totals(result: combat.Attacked, viewer: Viewer) -> tuple[Fact, ...]:
    """ATK and DEF; against the untraceable DEF and the secret penalty are the GM's (MIR-CNC-4)."""
    if result.cause_disclosed is False and not viewer.gm:
        return ()
    return facts(("atk", result.atk, result.why.get("atk")), ("def", result.def_, result.why.get("def")))


def attack_lines(result: combat.Attacked, viewer: Viewer) -> Lines:
    """Degree, effect, damage, and for the GM why it missed."""
    secret = result.cause_disclosed is False and not viewer.gm
    lines: Lines = [] if secret else _degree(result.result, result.degree)
    if result.effect not in (None, "none") and not secret:
        lines.append(say("told.effect", effect=term(result.effect)))
    if result.cause and viewer.gm:
        lines.append(say(f"told.{result.cause}"))
    return lines + (damage_lines(result.damage) if result.damage else [])


def _damaged(told: Told, viewer: Viewer) -> Card:
    result: damage.Damaged = told.result
    rows = facts(("count", result.count, result.why.get("count")))
    return Card(title(told, viewer, told.given.target), None, rows, tuple(damage_lines(result)))


def damage_lines(result: damage.Damaged) -> Lines:
    """What one damage did, in the order in which it happened."""
    if result.immune:
        return [say("told.immune")]
    lines: Lines = []
    if result.sp_loss is not None:
        lines.append(say("told.sp_loss", amount=result.sp_loss, sp=result.stamina.sp if result.stamina else ""))
        lines += stamina_lines(result.stamina) if result.stamina else []
    if result.part is not None:
        level = term(f"wound_{result.level}") if result.level else term("wound_0")
        count = result.count if result.level else 0
        lines.append(say("told.wounds", part=shown(result.part), count=count, level=level))
    lines += [say("told.absorbed", count=result.absorbed)] if result.absorbed else []
    lines += [say("told.spilled", count=result.spilled)] if result.spilled else []
    if result.part_status not in (None, "none"):
        lines.append(say("told.part_status", part=shown(result.part or ""), status=term(result.part_status)))
    if result.burst is not None:
        lines += [say("told.burst"), *damage_lines(result.burst)]
    elif result.dissolved:
        lines.append(say("told.dissolved"))
    return lines


def stamina_lines(result: stamina.Stamina | actions.ActionDone) -> Lines:
    """The check of one who falls on exhausted."""
    if result.check_target is None:
        return []
    return [
        say(
            "told.exhaustion_check",
            target=result.check_target,
            total=result.check_total,
            grade=term(result.check_grade or "none"),
        )
    ]


def _sp(told: Told, viewer: Viewer) -> Card:
    result: stamina.SpChanged = told.result
    lines: Lines = [say(f"told.{result.reason}")] if result.reason else [*stamina_lines(result)]
    lines += status_lines(result.after)
    return Card(title(told, viewer, told.given.target), None, facts(("sp", result.sp, None)), tuple(lines))


def status_lines(after: report.After) -> Lines:
    """The statuses in force, if any."""
    return [say("told.statuses", statuses=[shown(s) for s in after.statuses])] if after.statuses else []


def _healed(told: Told, viewer: Viewer) -> Card:
    result: wounds.Healed = told.result
    line = say("told.wound_gone" if result.removed else "told.wound_less", part=shown(told.given.part))
    status = say("told.part_status", part=shown(told.given.part), status=term(result.part_status))
    return Card(title(told, viewer, told.given.target), lines=(line, status))


def _granted(told: Told, viewer: Viewer) -> Card:
    result: wounds.Granted = told.result
    lines = [say(f"told.kept_{result.kept}", part=shown(told.given.part), points=told.given.points)]
    lines += [say("told.transferred", count=result.transferred)] if result.transferred else []
    return Card(title(told, viewer, told.given.target), lines=tuple(lines))


def _expired(told: Told, viewer: Viewer) -> Card:
    result: wounds.Expired = told.result
    line = say("told.transferred", count=result.transferred)
    return Card(title(told, viewer, told.given.target), lines=(line,))


def _dying(told: Told, viewer: Viewer) -> Card:
    result: dying.DyingChecked = told.result
    head = verdict(result.grade) if result.grade else None
    rows = facts(("total", result.total, result.why.get("total")), ("target", result.target, None))
    return Card(title(told, viewer, told.given.target), head, rows, tuple(dying_lines(result)))


def dying_lines(result: dying.DyingChecked) -> Lines:
    """What a dying check did."""
    if result.skipped:
        return [say("told.exempt", part=shown(result.part))]
    return [say(f"told.dying_{result.effect}", part=shown(result.part))]


def _round_started(told: Told, viewer: Viewer) -> Card:
    return Card(title(told, viewer, told.given.target), lines=tuple(round_lines(told.result)))


def round_lines(result: dying.RoundStarted) -> Lines:
    """What the start of a round did to one character."""
    lines: Lines = [say("told.ap_lost", amount=result.ap_lost)] if result.ap_lost else []
    lines += [say("told.erosion", count=result.erosion)] if result.erosion else []
    for checked in result.dying:
        lines += dying_lines(checked)
    return lines


# --- actions -------------------------------------------------------------------------------------------------------


def _used(told: Told, viewer: Viewer) -> Card:
    result: actions.ActionDone = told.result
    name = told.given.action.name
    return Card(title(told, viewer, told.given.actor, action=name), lines=tuple(action_lines(result)))


def action_lines(result: actions.ActionDone) -> Lines:
    """What using an action came to."""
    lines: Lines = [say(f"told.{result.result}", cost=result.ap_cost, paid=result.paid, remaining=result.remaining)]
    lines += [say(f"told.{result.reason}")] if result.reason else []
    lines += [say("told.interrupted", action=result.interrupted)] if result.interrupted else []
    lines += [say("told.requirement_unmet")] if result.takes_effect is False else []
    return lines + stamina_lines(result)


def _continued(told: Told, viewer: Viewer) -> Card:
    result: actions.Continued = told.result
    line = say(f"told.{result.result}", cost=result.paid, paid=result.paid, remaining=result.remaining)
    return Card(title(told, viewer, told.given.actor), lines=(line,))


def _performed(told: Told, viewer: Viewer) -> Card:
    result: deeds.Performed = told.result
    lines: Lines = action_lines(result.used)
    rows: tuple[Fact, ...] = ()
    for target, attacked in result.attacks.items():
        name = name_of(told.after, target, viewer)
        lines += [say("told.against", who=name, grade=term(attacked.grade)), *attack_lines(attacked, viewer)]
        rows += attack_totals(attacked, viewer)
    for target, settled in result.effects.items():
        lines.append(say(f"told.effect_{settled.result}", who=name_of(told.after, target, viewer)))
    head = verdict(result.grade) if result.grade else None
    return Card(title(told, viewer, told.given.actor, action=result.action), head, rows, tuple(lines))


def _conditions(told: Told, viewer: Viewer) -> Card:
    result: conditions.Evaluated = told.result
    lines = (say("told.has_effect", yes=result.has_effect), say("told.takes_effect", yes=result.takes_effect))
    return Card(title(told, viewer, told.given.actor), lines=lines)


# --- the clock and effects -----------------------------------------------------------------------------------------


def _started(told: Told, viewer: Viewer) -> Card:
    result: initiative.ConflictStarted = told.result
    seen = known(told.after, viewer).ids
    rows = tuple((name_of(told.after, i, viewer), result.initiative[i]) for i in result.order if i in seen)
    columns = (say("view.name"), say("view.primary"))
    return Card(title(told, viewer), parts=(Rows(columns, rows),))


def _tick(told: Told, viewer: Viewer) -> Card:
    result: clock.TickReached = told.result
    seen = known(told.after, viewer).ids
    names = [name_of(told.after, i, viewer) for i in result.acting]
    lines: Lines = [say("told.acting", who=names)] if names else [say("told.nobody_acts")]
    for who, report_ in result.round_start.items():
        if who in seen and (found := round_lines(report_)):
            lines += [say("told.round_start_of", who=name_of(told.after, who, viewer)), *found]
    for who, done in result.start_actions.items():
        for action in done if who in seen else ():
            lines += action_lines(action)
    lines += _ended(told, viewer, result.expired)
    return Card(title(told, viewer, round=result.round, tick=result.tick), lines=tuple(lines))


def _ended(told: Told, viewer: Viewer, expired: tuple[str, ...]) -> Lines:
    """Effects that ended, of those the viewer knows."""
    mine = {x.id for x in known(told.before, viewer).effects}
    ids = [i for i in expired if viewer.gm or i in mine]
    return [say("told.expired", effects=ids)] if ids else []


def _turn_over(told: Told, viewer: Viewer) -> Card:
    result: clock.TurnOver = told.result
    lines: Lines = [say("told.current", current=result.current)]
    lines += [say("told.total_broken")] if result.total_action else []
    for done in (result.end_actions or {}).values():
        for action in done:
            lines += action_lines(action)
    lines += [say("told.tick_ended")] if result.tick_ended else []
    return Card(title(told, viewer, told.given.actor), lines=(*lines, *_ended(told, viewer, result.expired)))


def _shifted(told: Told, viewer: Viewer) -> Card:
    result: initiative.Shifted = told.result
    who = getattr(told.given, "actor", "") or getattr(told.given, "id", "")
    rows = facts(("primary", result.primary, None), ("current_value", result.current, None))
    return Card(title(told, viewer, who), totals=rows)


def _conflict_over(told: Told, viewer: Viewer) -> Card:
    return Card(title(told, viewer), lines=(say("told.rounds", rounds=told.result.rounds),))


def _effect(told: Told, viewer: Viewer) -> Card:
    result: effects.EffectSettled = told.result
    effect = told.given.effect
    lines: Lines = [say(f"told.effect_{result.result}", who=name_of(told.after, effect.target, viewer))]
    if result.remaining is not None and (viewer.gm or not result.hidden):
        lines.append(say("told.lasts", count=result.remaining, unit=term(f"unit_{effect.duration.unit}")))
    lines += [say("told.hidden_length")] if result.hidden else []
    lines += [say("told.replaced", effect=result.replaced)] if result.replaced else []
    return Card(title(told, viewer, effect=effect.name), lines=tuple(lines))


def _over(told: Told, viewer: Viewer) -> Card:
    lines = _ended(told, viewer, told.result.expired)
    what = getattr(told.given, "event", "") or term(f"unit_{getattr(told.given, 'unit', '')}")
    return Card(title(told, viewer, what=what), lines=tuple(lines))


def _listed(told: Told, viewer: Viewer) -> Card:
    seen = {x.id for x in known(told.after, viewer).effects}
    ids = [i for i in told.result.effects if i in seen]
    return Card(title(told, viewer), lines=(say("told.listed", items=ids) if ids else say("view.empty"),))


def _focused(told: Told, viewer: Viewer) -> Card:
    return Card(title(told, viewer, effect=told.given.effect))


# --- minds ---------------------------------------------------------------------------------------------------------


def _related(told: Told, viewer: Viewer) -> Card:
    result: relations.Related = told.result
    other = name_of(told.after, told.given.target, viewer)
    positive = say("view.attitude", value=result.positive, attitude=term(result.positive_attitude))
    negative = say("view.attitude", value=result.negative, attitude=term(result.negative_attitude))
    rows = (Fact(term("positive"), positive), Fact(term("negative"), negative))
    lines = (say("told.emotions", emotions=[term(e) for e in result.emotions]),) if result.emotions else ()
    return Card(title(told, viewer, told.given.actor, other=other), totals=rows, lines=lines)


def _emotion(told: Told, viewer: Viewer) -> Card:
    return Card(title(told, viewer), Verdict("plain", term(told.result.emotion)))


def _personality(told: Told, viewer: Viewer) -> Card:
    result = told.result
    names = [n for n in ("humanity", "ego", "madness") if hasattr(result, n)]
    lines = (say("told.mad"),) if result.mad else ()
    rows = tuple(Fact(term(n), getattr(result, n)) for n in names)
    return Card(title(told, viewer, told.given.actor), totals=rows, lines=lines)


def _traumas(told: Told, viewer: Viewer) -> Card:
    return Card(title(told, viewer, told.given.actor), lines=told.result.traumas[-1:])


# --- space and senses ----------------------------------------------------------------------------------------------


def _moved(told: Told, viewer: Viewer) -> Card:
    result: movement.MoveDone = told.result
    lines: Lines = [say(f"told.{result.result}", pos=_cell(result.pos), mov=result.mov)]
    lines += [say("told.stopped")] if result.interrupted else []
    lines += [say("told.triggers", count=len(result.triggers))] if result.triggers else []
    lines += [say("told.paused", cells=[_cell(c) for c in result.paused])] if result.paused else []
    return Card(title(told, viewer, told.given.actor), lines=tuple(lines))


def _cell(cell: tuple[int, int] | None) -> str:
    return "" if cell is None else f"({cell[0]}, {cell[1]})"


def _forced(told: Told, viewer: Viewer) -> Card:
    result: movement.Forced = told.result
    lines = [say("told.pushed", pos=_cell(result.pos), left=result.distance_left)]
    lines += [say(f"told.stopped_{result.stopped_by}")] if result.stopped_by != "none" else []
    return Card(title(told, viewer, told.given.target), lines=tuple(lines))


def _measured(told: Told, viewer: Viewer) -> Card:
    return Card(title(told, viewer), Verdict("plain", str(told.result.distance)))


def _range(told: Told, viewer: Viewer) -> Card:
    result: space.RangeJudged = told.result
    line = say("told.in_reach") if result.ok else say(f"told.{result.reason}")
    return Card(title(told, viewer), totals=facts(("distance", result.distance, None)), lines=(line,))


def _area(told: Told, viewer: Viewer) -> Card:
    result: space.AreaCovered = told.result
    inside = [
        name_of(told.after, c.id, viewer)
        for c in told.after.characters.values()
        if c.pos in result.cells and (viewer.gm or c.id in known(told.after, viewer).ids)
    ]
    lines: Lines = [say("told.cells", cells=" ".join(f"{x},{y}" for x, y in result.cells))]
    lines += [say("told.inside", who=inside)] if inside else []
    return Card(title(told, viewer), Verdict("plain", str(result.count)), lines=tuple(lines))


def _light(told: Told, viewer: Viewer) -> Card:
    return Card(title(told, viewer), Verdict("plain", term(f"light_{told.result.light}")))


def _perceived(told: Told, viewer: Viewer) -> Card:
    """What is perceived of somebody; the untraceable are not even confirmed to be there."""
    result: senses.Perceived = told.result
    lines: Lines = []
    if result.concealment < 2 or viewer.gm:
        sense = term(f"sense_{result.sense}")
        lines = [say("told.perceived", sense=sense, acuity=term(f"acuity_{result.acuity}"))]
        lines += [say("told.atk_penalty", penalty=result.atk_penalty)] if result.atk_penalty else []
    return Card(title(told, viewer), Verdict("plain", term(f"concealment_{result.concealment}")), lines=tuple(lines))


# --- rest, growth, people ------------------------------------------------------------------------------------------


def _rested(told: Told, viewer: Viewer) -> Card:
    result: rest.Rested = told.result
    lines: Lines = [say("told.completed_rest", kind=term(result.completed), segments=result.segments)]
    lines += [say("told.rest_broken")] if result.interrupted else []
    lines += [say("told.sp_gained", amount=result.sp_gained, sp=result.sp)] if result.sp_gained else []
    ended = [shown(p) for p in result.temporary_life_ended]
    lines += [say("told.life_ended", parts=ended)] if ended else []
    return Card(title(told, viewer, told.given.target), lines=tuple(lines))


def _levelled(told: Told, viewer: Viewer) -> Card:
    result: growth.LevelledUp = told.result
    rows = facts(("lv", result.lv, None), ("points_left", result.points_left, None))
    return Card(title(told, viewer, told.given.actor, domain=term(told.given.domain)), totals=rows)


def _level_lost(told: Told, viewer: Viewer) -> Card:
    result: growth.LevelLost = told.result
    lines = (say("told.lost_abilities", abilities=list(result.lost)),) if result.lost else ()
    head = title(told, viewer, told.given.actor, domain=term(told.given.domain))
    return Card(head, totals=facts(("lv", result.lv, None)), lines=lines)


def _allocated(told: Told, viewer: Viewer) -> Card:
    result: growth.PointsAllocated = told.result
    rows = tuple(Fact(term(a), n) for a, n in result.attributes.items())
    left = facts(("points_left", result.points_left, None))
    return Card(title(told, viewer, told.given.actor), totals=(*rows, *left))


def _learned(told: Told, viewer: Viewer) -> Card:
    return Card(title(told, viewer, told.given.actor, ability=told.given.ability.name or told.given.ability.id))


def _auto_learned(told: Told, viewer: Viewer) -> Card:
    ids = list(told.result.learned)
    return Card(
        title(told, viewer, told.given.actor), lines=(say("told.listed", items=ids) if ids else say("view.empty"),)
    )


def _created(told: Told, _viewer: Viewer) -> Card:
    result: sheets.CharacterCreated = told.result
    rows = tuple(Fact(term(a), n) for a, n in result.attributes.items())
    more = facts(("sp", result.sp_max, None), ("speed", result.speed, None), ("points_left", result.points_left, None))
    return Card(say("told.create_character", who=told.given.name or told.given.id), totals=(*rows, *more))


def _attribute(told: Told, viewer: Viewer) -> Card:
    result: sheets.AttributeNow = told.result
    head = title(told, viewer, told.given.target, attribute=term(told.given.attribute))
    return Card(head, Verdict("plain", str(result.value)), lines=tuple(status_lines(result.after)))


def _added(told: Told, viewer: Viewer) -> Card:
    names = [
        name_of(told.after, i, viewer) for i in told.result.added if viewer.gm or i in known(told.after, viewer).ids
    ]
    return Card(title(told, viewer), lines=(say("told.listed", items=names) if names else say("told.somebody_came"),))


def _removed(told: Told, viewer: Viewer) -> Card:
    return Card(say("told.remove_character", who=name_of(told.before, told.result.removed, viewer)))


def _status(told: Told, viewer: Viewer) -> Card:
    head = title(told, viewer, told.given.target, status=shown(told.given.status))
    return Card(head, lines=tuple(status_lines(told.result.after)))


def _mode(told: Told, viewer: Viewer) -> Card:
    return Card(title(told, viewer, mode=term(f"mode_{told.result.mode}")))


def _stage(told: Told, viewer: Viewer) -> Card:
    stage = told.result.stage
    line = say("told.stage_size", width=stage.width, height=stage.height, grid=term(f"grid_{stage.grid}"))
    return Card(title(told, viewer), lines=(line,))


def _placed(told: Told, viewer: Viewer) -> Card:
    return Card(title(told, viewer, told.result.target, pos=_cell(told.result.pos)))


def _content(told: Told, _viewer: Viewer) -> Card:
    key = "told.content_removed" if told.result.removed else "told.add_content"
    return Card(say(key, kind=told.result.kind, id=told.result.id))


def _finished(told: Told, viewer: Viewer) -> Card:
    return Card(title(told, viewer), Verdict("plain", str(told.result.value)))


def _shown(told: Told, viewer: Viewer) -> Card:
    result: report.After = told.result
    parts: tuple[AnyPart, ...] = tuple(Text(line) for line in status_lines(result))
    return Card(title(told, viewer, told.given.actor), totals=facts(("sp", result.sp, None)), parts=parts)


def _derived(told: Told, viewer: Viewer) -> Card:
    result: sheets.SheetDerived = told.result
    rows = facts(("lv", result.lv, None), ("sp", result.sp, None), ("speed", result.speed, None))
    return Card(title(told, viewer, told.given.actor), totals=rows)


TELLERS: dict[type, Callable[[Told, Viewer], Card]] = {
    checks.Checked: _checked,
    checks.Stacked: _stacked,
    skills.SkillChecked: _checked,
    combat.Attacked: _attacked,
    damage.Damaged: _damaged,
    stamina.SpChanged: _sp,
    wounds.Healed: _healed,
    wounds.Granted: _granted,
    wounds.Expired: _expired,
    dying.DyingChecked: _dying,
    dying.RoundStarted: _round_started,
    actions.ActionDone: _used,
    actions.Continued: _continued,
    deeds.Performed: _performed,
    conditions.Evaluated: _conditions,
    initiative.ConflictStarted: _started,
    initiative.Shifted: _shifted,
    initiative.ConflictOver: _conflict_over,
    clock.TickReached: _tick,
    clock.TurnOver: _turn_over,
    effects.EffectSettled: _effect,
    effects.EffectsOver: _over,
    effects.EffectsListed: _listed,
    effects.Focused: _focused,
    effects.Removed: _focused,
    relations.Related: _related,
    relations.EmotionRolled: _emotion,
    personality.Traumatised: _personality,
    personality.HumanitySpent: _personality,
    personality.PersonalityNow: _personality,
    personality.TraumasNoted: _traumas,
    movement.MoveDone: _moved,
    movement.Forced: _forced,
    space.Measured: _measured,
    space.RangeJudged: _range,
    space.AreaCovered: _area,
    senses.LightFound: _light,
    senses.Perceived: _perceived,
    rest.Rested: _rested,
    growth.LevelledUp: _levelled,
    growth.LevelLost: _level_lost,
    growth.PointsAllocated: _allocated,
    growth.AbilityKnown: _learned,
    growth.AutoLearned: _auto_learned,
    sheets.CharacterCreated: _created,
    sheets.SheetDerived: _derived,
    sheets.AttributeNow: _attribute,
    report.After: _shown,
    setting.CharactersAdded: _added,
    setting.CharacterRemoved: _removed,
    setting.StatusNow: _status,
    setting.ModeNow: _mode,
    setting.StageNow: _stage,
    setting.Placed: _placed,
    setting.ContentNow: _content,
    numbers.Finished: _finished,
}
"""How each output is told."""

"""Cards of rest, growth, minds, space and senses, and of who and what is at the table."""

from msgspec.structs import astuple

from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Told, Viewer
from ludex.core.view import AnyPart, Area, Card, Fact, Label, Text, Verdict
from ludex.systems.mirror.content import called, library, shown
from ludex.systems.mirror.content.bodies import plan_of
from ludex.systems.mirror.effects.bearing import belongings
from ludex.systems.mirror.events import CharacterJoined, PersonalityChanged
from ludex.systems.mirror.redact import SOMETHING, Perceived, concealment, light_at, name_of, player_characters, present
from ludex.systems.mirror.rules import (
    authoring,
    growth,
    items,
    movement,
    relations,
    rest,
    setting,
    sheets,
    space,
    walking,
)
from ludex.systems.mirror.rules.knowing import own_deeds
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Rest, said
from ludex.systems.mirror.views.look import stage_map
from ludex.systems.mirror.views.tell.clockwork import ended_lines, started_lines, time_line
from ludex.systems.mirror.views.tell.harm import (
    action_lines,
    attack_lines,
    attack_totals,
    attack_verdict,
    is_veiled,
    status_lines,
)
from ludex.systems.mirror.views.tell.phrases import Lines, facts, named, part_said, title


def rested(told: Told, viewer: Viewer, result: rest.RestDone) -> Card:
    lines = started_lines(told, result.round_start, viewer)
    lines += [say("told.completed_rest", kind=term(result.completed), segments=result.segments)]
    lines += [say("told.rest_broken")] if result.interrupted else []
    known = not is_veiled(told, told.given.target)  # MIR-LIV-40: nobody's SP but her own side's
    who, moved = named(told, told.given.target, viewer), _regained(result)
    lines += [say("told.sp_gained", who=who, amount=result.sp_gained, sp=result.sp, **moved)] if moved and known else []
    lines += _rest_lines(told, told.given.target, result) if known else []
    lines += ended_lines(told, result.expired)
    return Card(title(told, viewer, told.given.target), lines=(*lines, time_line(result.time)))


def rested_together(told: Told, viewer: Viewer, result: rest.RestedTogether) -> Card:
    lines = started_lines(told, result.round_start, viewer)
    for one, done in result.rested.items():
        name, kind = name_of(told.after, one, viewer), term(done.completed)
        if one not in told.after.characters:  # MIR-LIV-41: of whom one does not know one hears nothing
            continue
        if is_veiled(told, one):
            lines.append(say("told.rested_beside", who=name, kind=kind))
            continue
        lines.append(say("told.rested_together", who=name, kind=kind, sp=done.sp, **_regained(done)))
        lines += _rest_lines(told, one, done)
    lines += ended_lines(told, result.expired)
    return Card(say("told.party_rests"), lines=(*lines, time_line(result.time)))


@rule("MIR-LIV-54")
def _rest_lines(told: Told, who: str, done: rest.RestOfOne) -> Lines:
    """What a rest left one with: gauges, temporary life that ended, wounds; and why a long one was none (MIR-RST-4)."""
    before = told.before.characters.get(who)
    lines: Lines = []
    if (told.given.kind, done.completed) == (Rest.LONG, Rest.NAP) and not done.interrupted and before is not None:
        lines += [say("told.rested_already")] if before.long_rest_done else []
    gauges = [say("view.domain", name=term(name), level=left) for name, left in done.after.gauges.items()]
    lines += [say("told.rest_gauges", gauges=gauges)] if gauges else []
    if done.temporary_life_ended:
        lines.append(say("told.rest_life", parts=[part_said(told, who, p) for p in done.temporary_life_ended]))
    wounds = sum(len(p.wounds) for p in done.after.parts.values())
    return [*lines, say("told.rest_wounds", n=wounds)] if wounds else lines


def _regained(done: rest.RestOfOne) -> dict[str, Label | int]:
    if not done.sp_gained:
        return {}
    return {"item": term("sp"), "was": done.sp - done.sp_gained, "now": done.sp, "top": done.after.sp_max}


def items_now(told: Told, viewer: Viewer, result: items.ItemsNow) -> Card:
    who = getattr(told.given, "actor", "") or told.given.who
    to = getattr(told.given, "to", "")
    named = name_of(told.after, to, viewer) if to else ""
    place = term(told.given.place) if hasattr(told.given, "place") else ""
    n = getattr(told.given, "quantity", 1)
    item = say("told.several_items", item=shown(result.item), n=n) if n > 1 else shown(result.item)
    return Card(title(told, viewer, who, item=item, to=named, place=place))


def rank_now(told: Told, viewer: Viewer, result: growth.RankNow) -> Card:
    gear = library(told.after.catalogue).gear
    name = called(result.name, gear[result.name]) if result.name in gear else said(result.name)
    return Card(title(told, viewer, told.given.target, name=name, rank=result.rank))


def forgotten(told: Told, viewer: Viewer, result: growth.AbilityForgotten) -> Card:
    return Card(title(told, viewer, told.given.target, ability=shown(result.ability)))


def organs_now(told: Told, viewer: Viewer, result: growth.OrgansNow) -> Card:
    key = "told.organ_in" if told.given.installed else "told.organ_out"
    who = name_of(told.after, told.given.target, viewer)
    return Card(say(key, who=who, organ=shown(result.organ), part=part_said(told, told.given.target, result.part)))


def levelled(told: Told, viewer: Viewer, result: growth.LevelledUp) -> Card:
    """A level, and that its ability must wait where there is none for her; else she is asked for it (MIR-LIV-48)."""
    rows = facts(("points_left", result.points_left, None))
    domain, c = told.given.domain, told.after.characters.get(told.given.actor)
    waits = c is not None and c.veiled is None and growth.misses_ability(told.after, c, domain)
    lines = (say("told.level_no_ability", domain=term(domain)),) if waits else ()
    return Card(title(told, viewer, told.given.actor, domain=term(domain)), totals=rows, lines=lines)


def level_placed(told: Told, viewer: Viewer, result: growth.LevelPlaced) -> Card:
    lines: Lines = [say("told.level_point", attribute=term(result.attribute))] if result.attribute else []
    lines += [say("told.level_ability", ability=shown(result.ability))] if result.ability else []
    return Card(title(told, viewer, told.given.actor), lines=tuple(lines or [say("told.level_later")]))


def level_lost(told: Told, viewer: Viewer, result: growth.LevelLost) -> Card:
    there = told.before.characters.get(told.given.actor)
    names = {a.id: shown(a.called) for a in there.abilities} if there is not None else {}
    lost = [names[i] for i in result.lost if i in names]
    lines = (say("told.lost_abilities", abilities=lost),) if lost else ()
    head = title(told, viewer, told.given.actor, domain=term(told.given.domain))
    return Card(head, lines=lines)


def allocated(told: Told, viewer: Viewer, result: growth.PointsAllocated) -> Card:
    rows = tuple(Fact(term(a), n) for a, n in result.attributes.items())
    left = facts(("points_left", result.points_left, None))
    return Card(title(told, viewer, told.given.actor), totals=(*rows, *left))


def learned(told: Told, viewer: Viewer, _result: growth.AbilityKnown) -> Card:
    return Card(title(told, viewer, told.given.actor, ability=shown(told.given.ability.called)))


def auto_learned(told: Told, viewer: Viewer, result: growth.AutoLearned) -> Card:
    known_as = {a.id: shown(a.called) for a in told.after.who(told.given.actor).abilities}
    ids = [known_as[i] for i in result.learned if i in known_as]
    return Card(
        title(told, viewer, told.given.actor), lines=(say("told.listed", items=ids) if ids else say("view.empty"),)
    )


def created(told: Told, _viewer: Viewer, result: sheets.CharacterCreated) -> Card:
    rows = tuple(Fact(term(a), n) for a, n in result.attributes.items())
    left = result.points_left or None
    more = facts(("sp", result.sp_max, None), ("speed", result.speed, None), ("points_left", left, None))
    came = {event.character.id for event in told.events if isinstance(event, CharacterJoined)}
    fresh = [c for i, c in told.after.characters.items() if i in came and i == told.given.id]
    lines = tuple(line for c in fresh for line in _made_lines(told.after, c))
    return Card(say("told.create_character", who=told.given.name or told.given.id), totals=(*rows, *more), lines=lines)


@rule("MIR-LIV-47")
def _made_lines(state: State, c: Character) -> Lines:
    """What a new sheet has besides its numbers, whether it was asked for or taken."""
    ranks = {
        **c.skills,
        **{name: n for kind in ("defenses", "weapons", "magic", "secondary") for name, n in getattr(c, kind).items()},
    }
    organs = [shown(o.name) for p in c.parts for o in p.organs]
    listed: dict[str, list[Label]] = {
        "made_domains": [say("view.in_domain", name=term(d), level=n) for d, n in c.domains.items()],
        "made_body": [shown(plan)] if (plan := plan_of(c.parts)) else [],
        "made_parts": [p.called for p in c.parts],
        "made_organs": organs,
        "made_ranks": [say("view.domain", name=shown(name), level=n) for name, n in ranks.items() if n],
        "made_abilities": [shown(a.called) for a in c.abilities],
        "made_actions": [shown(name) for name in own_deeds(state, c)],
        "made_items": [shown(i.called) for i in belongings(c)],
        "made_traumas": list(c.traumas),
    }
    lines: Lines = [say(f"told.{key}", items=items) for key, items in listed.items() if items]
    return [*lines, *_left_open(c)]


@rule("MIR-LIV-47", "MIR-LIV-46")
def _left_open(c: Character) -> Lines:
    """What of a new sheet could still be chosen: ranks within the guide, and abilities of her domains."""
    ranks = growth.ranks_of(c)
    left = {kinds[0]: most - sum(sum(ranks[kind].values()) for kind in kinds) for kinds, most in growth.MOST.items()}
    more = [say(f"view.left_{kind}", n=n) for kind, n in left.items() if n > 0]
    lines: Lines = [say("told.ranks_open", items=more)] if more else []
    places = {d: n for d in c.domains if (n := growth.places_left(c, d)) > 0}
    return [*lines, *(say("told.places_open", domain=term(d), n=n) for d, n in places.items())]


def attribute_now(told: Told, viewer: Viewer, result: sheets.AttributeNow) -> Card:
    head = title(told, viewer, told.given.target, attribute=term(told.given.attribute))
    return Card(head, Verdict("plain", str(result.value)), lines=tuple(status_lines(result.after)))


def added(told: Told, viewer: Viewer, result: setting.CharactersAdded) -> Card:
    names = [told.after.characters[i].called for i in result.added if i in told.after.characters]
    return Card(title(told, viewer), lines=(say("told.listed", items=names) if names else say("told.somebody_came"),))


def gone_or_shown(told: Told, viewer: Viewer, result: setting.OfCharacter) -> Card:
    return Card(title(told, viewer, result.target), lines=tuple(_concealed_lines(told, viewer, result.target)))


@rule("MIR-LIV-44", "MIR-CNC-3")
def _concealed_lines(told: Told, viewer: Viewer, who: str) -> Lines:
    """For the GM: that one whom he shows is still not clearly perceived by the players, and by what light."""
    c: Character | None = told.after.characters.get(who)
    if not viewer.gm or c is None or c.pos is None:
        return []
    level, light = concealment(told.after, player_characters(told.after), c), light_at(told.after, c.pos)
    if not level:
        return []
    return [say("told.still_concealed", concealment=term(f"concealment_{level}"), light=term(light), stealth=c.stealth)]


def status_set(told: Told, viewer: Viewer, result: setting.StatusNow) -> Card:
    """A status that came or went, and what else she bears, where it is not that alone."""
    key = "told.set_status" if told.given.on else "told.status_off"
    head = say(key, who=named(told, told.given.target, viewer), status=said(told.given.status))
    alone = told.given.on and result.after.statuses == (told.given.status,)
    return Card(head, lines=() if alone else tuple(status_lines(result.after)))


def mode_set(told: Told, viewer: Viewer, result: setting.SetMode) -> Card:
    return Card(title(told, viewer, mode=term(result.mode)))


def stage_set(told: Told, viewer: Viewer, result: setting.StageNow) -> Card:
    stage, given = result.stage, told.given
    if isinstance(given, setting.EditStage):
        return Card(title(told, viewer), lines=_laid(given))
    size = {"width": stage.width, "height": stage.height}
    line = say("told.stage_size", **size, grid=term(stage.grid), light=term(stage.ambient))
    return Card(title(told, viewer), lines=(line,))


@rule("MIR-LIV-58", "MIR-SCN-1")
def _laid(given: setting.EditStage) -> tuple[Label, ...]:
    what = said(given.what)
    if given.what == "ambient":
        return (say("told.laid_light", what=what, level=term(given.level)),)
    where = [cell_text(cell) for cell in given.cells]
    lines: Lines = [say("told.laid_named" if given.name else "told.laid", what=what, name=given.name, cells=where)]
    if not given.cells:
        lines = [say("told.laid_everywhere", what=what) if given.what == "clear" else what]
    lines += [say("told.laid_cost", cost=given.cost)] if given.cost != 1 else []
    lines += [say("told.laid_acts")] if given.acts else []
    return tuple(lines)


def placed(told: Told, viewer: Viewer, result: setting.PlaceNow) -> Card:
    pos = result.pos if located(told, result.target, result.pos, viewer) else None
    return Card(title(told, viewer, result.target, pos=cell_text(pos)))


def content_set(_told: Told, _viewer: Viewer, result: authoring.ContentNow) -> Card:
    key = "told.content_removed" if result.removed else "told.add_content"
    return Card(say(key, kind=say(f"view.{result.kind}"), id=result.id))


def content_shown(told: Told, viewer: Viewer, result: authoring.ContentShown) -> Card:
    return Card(title(told, viewer), lines=(say("told.listed", items=list(result.names)),))


def pack_added(told: Told, viewer: Viewer, result: authoring.PackAdded) -> Card:
    rows = tuple(Fact(say(f"view.{kind}"), say("told.listed", items=list(ids))) for kind, ids in result.added.items())
    return Card(title(told, viewer), totals=rows)


def shown_after(told: Told, viewer: Viewer, result: sheets.AfterView) -> Card:
    parts: tuple[AnyPart, ...] = tuple(Text(line) for line in status_lines(result))
    return Card(title(told, viewer, told.given.actor), totals=facts(("sp", result.sp, None)), parts=parts)


def derived(told: Told, viewer: Viewer, result: sheets.SheetDerived) -> Card:
    rows = facts(("lv", result.lv, None), ("sp", result.sp, None), ("speed", result.speed, None))
    return Card(title(told, viewer, told.given.actor), totals=rows)


# --- minds, space and senses ------------------------------------------------------------------------------------------


def related(told: Told, viewer: Viewer, result: relations.RelationNow) -> Card:
    positive = say("view.attitude", value=result.positive, attitude=term(result.positive_attitude))
    negative = say("view.attitude", value=result.negative, attitude=term(result.negative_attitude))
    rows = (Fact(term("positive"), positive), Fact(term("negative"), negative))
    lines: Lines = [_emotions(result.emotions)] if result.emotions else []
    if isinstance(told.given, relations.ShiftRelation):  # MIR-LIV-59
        lines.insert(0, say(f"answers.{told.given.kind}", amount=told.given.amount))
    return Card(_between(told, viewer), totals=rows, lines=tuple(lines))


def emotion_added(told: Told, viewer: Viewer, result: relations.EmotionAdded) -> Card:
    line = say("told.emotion_new" if result.added else "told.emotion_there", emotion=term(result.emotion))
    return Card(_between(told, viewer), lines=(line, _emotions(result.emotions)))


def emotions_left(told: Told, viewer: Viewer, result: relations.EmotionDropped) -> Card:
    return Card(_between(told, viewer), lines=(_emotions(result.emotions),))


def relation_over(told: Told, viewer: Viewer, result: relations.RelationOver) -> Card:
    return Card(_between(told, viewer), lines=(say("told.relations_left", count=result.relation_count),))


def _between(told: Told, viewer: Viewer) -> Say:
    return title(told, viewer, told.given.actor, other=name_of(told.after, told.given.target, viewer))


def _emotions(emotions: tuple[str, ...]) -> Say:
    return say("told.emotions", emotions=[term(e) for e in emotions])


def favour_now(told: Told, viewer: Viewer, _result: relations.FavourNow) -> Card:
    amount = f"{told.given.amount:+d}"
    lines = (say("told.favour_for", amount=amount, reason=told.given.reason),) if told.given.reason else ()
    return Card(title(told, viewer, told.given.target), lines=lines)


def personality_now(
    told: Told,
    viewer: Viewer,
    _result: relations.Traumatised | relations.HumanitySpent | relations.PersonalityNow,
) -> Card:
    moved = any(isinstance(e, PersonalityChanged) and e.was != (e.humanity, e.ego, e.madness) for e in told.events)
    still = () if moved or is_veiled(told, told.given.actor) else (say("told.mind_still"),)
    return Card(title(told, viewer, told.given.actor), lines=still)


def traumas(told: Told, viewer: Viewer, result: relations.TraumasNoted) -> Card:
    return Card(title(told, viewer, told.given.actor), lines=result.traumas[-1:])


def moved(told: Told, viewer: Viewer, result: movement.MoveDone) -> Card:
    if not located(told, told.given.actor, result.pos, viewer):
        return Card(title(told, viewer, told.given.actor))
    done = "stands" if result.result == "moved" and told.after.conflict is None else result.result
    lines: Lines = [say(f"told.{done}", pos=cell_text(result.pos), mov=result.mov)]
    lines += [say("told.stopped")] if result.interrupted else []
    lines += [say("told.triggers", count=len(result.triggers))] if result.triggers else []
    lines += [say("told.paused", cells=[cell_text(c) for c in result.paused])] if result.paused else []
    return Card(title(told, viewer, told.given.actor), lines=tuple(lines))


def walked(told: Told, viewer: Viewer, result: walking.WalkDone) -> Card:
    """A movement in a conflict: who reacted and what came of it, where she stands when it is over, and what it cost."""
    mover = told.given.actor
    lines: Lines = []
    for who, blow in result.blows.items():
        name, veiled = name_of(told.after, who, viewer), is_veiled(told, who) or is_veiled(told, mover)
        lead = say("told.intercepted", who=name, grade=attack_verdict(blow, mover, viewer).say)
        lines += attack_lines(told, mover, blow, viewer, veiled=veiled, lead=lead)
    lines += [say("told.blocked", who=name_of(told.after, result.blocked_by, viewer))] if result.blocked_by else []
    if result.entered and located(told, mover, result.pos, viewer):
        there = cell_text(result.pos)
        lines.append(
            say("told.moved", pos=there, mov=result.mov)
            if told.after.conflict is not None and not is_veiled(told, mover)
            else say("told.stands", pos=there)
        )
    lines += action_lines(told, mover, result.used) if result.used is not None else []
    rows = tuple(
        row
        for who, blow in result.blows.items()
        for row in attack_totals(blow, mover, viewer, veiled=is_veiled(told, mover), stranger=is_veiled(told, who))
    )
    return Card(title(told, viewer, mover), None, rows, tuple(lines))


def located(told: Told, who: str, pos: tuple[int, int] | None, viewer: Viewer) -> bool:
    """Whether a viewer may know where somebody is: one in sight, or something in that region (MIR-LIV-41)."""
    there = told.after.characters
    guessed = any(i.startswith(SOMETHING) and c.pos == pos for i, c in there.items())
    return viewer.gm or who in there or guessed


def cell_text(cell: tuple[int, int] | None) -> str:
    return "" if cell is None else f"({cell[0]}, {cell[1]})"


def forced(told: Told, viewer: Viewer, result: movement.Forced) -> Card:
    if not located(told, told.given.target, result.pos, viewer):
        return Card(title(told, viewer, told.given.target))
    key = "told.pushed" if result.distance_left else "told.stands"
    lines = [say(key, pos=cell_text(result.pos), left=result.distance_left)]
    lines += [say(f"told.stopped_{result.stopped_by}")] if result.stopped_by != "none" else []
    return Card(title(told, viewer, told.given.target), lines=tuple(lines))


def range_judged(told: Told, viewer: Viewer, result: space.RangeJudged) -> Card:
    line = say("told.in_reach") if result.ok else say(f"told.{result.reason}")
    return Card(title(told, viewer), totals=facts(("distance", result.distance, None)), lines=(line,))


def area_covered(told: Told, viewer: Viewer, result: space.AreaCovered) -> Card:
    inside = [c.called for c in told.after.characters.values() if c.pos in result.cells and not c.id.startswith("@")]
    lines: Lines = [say("told.cells", cells=" ".join(f"{x},{y}" for x, y in result.cells))]
    lines += [say("told.inside", who=inside)] if inside else []
    parts: tuple[AnyPart, ...] = ()
    if told.after.stage.width:
        wash = Area(result.cells, "area", say("view.area"))
        parts = (stage_map(told.after, present(told.after, viewer), viewer, wash),)
    return Card(title(told, viewer), Verdict("plain", str(result.count)), lines=tuple(lines), parts=parts)


def perceived(told: Told, viewer: Viewer, result: Perceived) -> Card:
    """What is perceived of somebody; the untraceable are not even confirmed to be there."""
    lines: Lines = []
    if result.concealment < 2 or viewer.gm:
        sense = term(result.sense)
        lines = [say("told.perceived", sense=sense, acuity=term(result.acuity))]
        lines += [say("told.atk_penalty", penalty=result.atk_penalty)] if result.atk_penalty else []
    return Card(title(told, viewer), Verdict("plain", term(f"concealment_{result.concealment}")), lines=tuple(lines))


def found(told: Told, viewer: Viewer, result: relations.EmotionRolled | space.Measured | space.LightFound) -> Card:
    (one,) = astuple(result)
    return Card(title(told, viewer), Verdict("plain", said(str(one))))


def finished(told: Told, viewer: Viewer, result: sheets.RoundedNumber) -> Card:
    """A number as it counts; a percentage with its sign (MIR-RND-5)."""
    sign = "%" if sheets.is_percentage(told.given) else ""
    return Card(title(told, viewer), Verdict("plain", f"{result.value}{sign}"))

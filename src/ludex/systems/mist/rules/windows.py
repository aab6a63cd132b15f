"""Joins Statuses, Tags, The scene loop and the case: what records of effects do when something has happened. MST-LIV-32..34.

Where a record may change the course of a rule (a roll, a status on its way, a scene that turns) the rule itself says `hear`. What has
become true is heard when the whole deed is done (`listened`): the holder's records first, then the scene's and the challenges'. What they
do is done by the very rules of statuses, tags and threats.
"""

from collections.abc import Awaitable, Callable, Coroutine, Iterator
from functools import wraps
from typing import TypeVar

from msgspec.structs import replace

from ludex.core.asks import roll
from ludex.core.effects.lasting import expired
from ludex.core.effects.records import Effect, Facts, Occasion, Phrase, Trigger
from ludex.core.effects.windows import Course, Doing, World, window
from ludex.core.errors import RuleError
from ludex.core.names import split_list
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.core.say import Say
from ludex.dice.pools import d, highest_of
from ludex.systems.mist.effects import ALL, WORDS, bearers, own_records
from ludex.systems.mist.events import (
    EffectDrawn,
    EffectsActed,
    StoryTagGone,
    TagBurnt,
    TagsRecovered,
    ThreatAnnounced,
    ThreatsMet,
    happen,
)
from ludex.systems.mist.kinds.offers import hidden_names
from ludex.systems.mist.rules.casework import make_public
from ludex.systems.mist.rules.growth import mark
from ludex.systems.mist.rules.limits import bear, overcome_now
from ludex.systems.mist.rules.pool import Throw, d4_label, read_result, throw
from ludex.systems.mist.rules.records import immune
from ludex.systems.mist.rules.statuses import StatusGiven, give, reduce, status_tracked
from ludex.systems.mist.rules.tags import any_story_tag, make_story_tag
from ludex.systems.mist.sheet import TIERS, Character, Holder, Threat, status_of
from ludex.systems.mist.state import Mission, Scene, State
from ludex.systems.mist.terms import ConsequenceKind, ThreatState

# --- hearing ---------------------------------------------------------------------------------------------------------


@rule("MST-LIV-32", "MST-LIV-34")
async def hear(state: State, event: str, *, doer: str = "", target: str = "", facts: Facts | None = None) -> State:
    """Let everybody who listens to an event act on it, before the rule goes on."""
    if not has_records(state):
        return state
    at = Occasion(event, doer, target, facts or {})
    return await _heard(state, at, _course(unseen=bool(at.facts.get(UNSEEN))))


UNSEEN = "unseen"
"""What an occasion, and what follows from it, is called that belongs to a secret deed."""


def _course(*, unseen: bool) -> Course:
    """What follows from an event; of a secret deed nobody but the MC is asked (MST-LIV-5)."""
    course = Course()
    course.notes[UNSEEN] = unseen
    return course


async def _heard(state: State, at: Occasion, course: Course) -> State:
    found: State = await window(WORLD, state, at, course)
    acted = tuple(_acted(one) for one in course.news() if "who" in one.facts)
    return await happen(EffectsActed(acted)) if acted else found


def _acted(told: Say) -> tuple[str, str]:
    """Who bears a record that has acted, and what it is called; the scene's own may have no name."""
    effect = told.facts["effect"]
    return str(told.facts["who"])[1:], effect if isinstance(effect, str) else ""


def has_records(state: State) -> bool:
    return any(own_records(state, who) for who in bearers(state))


@rule("MST-LIV-32")
async def throw_heard(state: State, power: int, *, who: str, facts: Facts) -> tuple[State, Throw]:
    """Roll a pool with records that listen to it: one may have a die rolled again, and that one counts."""
    negative = state.options.negative_power
    if not has_records(state):
        return state, await throw(power, negative)
    came = await throw(power, negative)
    course = _course(unseen=bool(facts.get(UNSEEN)))
    course.notes["thrown"] = came
    state = await _heard(state, Occasion("rolled", who, "", {**facts, "result": str(came.result)}), course)
    found = course.notes["thrown"]
    return await lapse(state, "roll", who=who), found if isinstance(found, Throw) else came


@rule("MST-LIV-32")
async def lapse(state: State, *units: str, who: str = "") -> State:
    """End what lasts until a roll, a round, a scene or a case is over; of everybody, or of one and of the scene.

    Marks of what acts once a roll are taken off with the roll.
    """
    for bearer in bearers(state):
        if who and bearer != who and state.character(bearer):
            continue
        for effect in own_records(state, bearer):
            over = bool(expired(WORDS, state, (effect,), units))
            spent = tuple(s for s in effect.spent if not ("roll" in units and "/roll/" in s))
            if over or spent != effect.spent:
                state = await happen(EffectDrawn(bearer, replace(effect, spent=spent, left=0 if over else effect.left)))
    return state


# --- what has become true --------------------------------------------------------------------------------------------


Given = TypeVar("Given")
Done = TypeVar("Done")
Rule = Callable[[State, Given], Coroutine[object, object, Done]]
"""A procedure: `async (state, given) -> done`."""


def listened(deed: Rule[Given, Done]) -> Rule[Given, Done]:
    """A procedure after which records act on everything that has become true in it (MST-LIV-34)."""

    @wraps(deed)
    async def run(state: State, given: Given) -> Done:
        done = await deed(state, given)
        if has_records(state):
            course = _course(unseen=getattr(given, UNSEEN, False))
            await _echo(state, await happen(EffectsActed()), course)
        return done

    return run


async def _echo(before: State, after: State, course: Course) -> None:
    """Hear of everything that is new, then of what that has brought, as long as the course goes on."""
    while before != after:
        state = after
        for at in occasions(before, after):
            state = await _heard(state, at, course)
        for who, unit in turned_back(before, after):
            state = await lapse(state, unit, who=who)
        before, after = after, await overcome_now(state)


# --- who is heard, and at whom steps are aimed -----------------------------------------------------------------------


def _order(state: State, at: Occasion) -> tuple[str, ...]:
    """The holder first, then everybody else, then the scene and what stands in it (MST-LIV-34)."""
    first = [who for who in (at.target, at.doer) if state.character(who)]
    return tuple(dict.fromkeys((*first, *bearers(state))))


def _hears(_state: State, who: str, _effect: Effect, trigger: Trigger, at: Occasion) -> bool:
    """Whose event it is: the holder's own, anybody's, or nobody's in particular."""
    return trigger.whose == ALL or who in (at.doer, at.target) or not (at.doer or at.target)


def _people(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> tuple[str, ...]:
    match phrase.whom:
        case "actor":
            found: tuple[str, ...] = (at.doer,)
        case "target":
            found = (at.target,)
        case "all":
            found = tuple(c.id for c in state.characters if c.active)
        case named:
            found = (named or effect.bearer,)
    return tuple(who for who in found if who)


def _scope(state: State, per: str) -> str:
    """What a limit counts in; marks of a roll are taken off when it is over (`lapse`)."""
    match per:
        case "roll":
            return ""
        case "case":
            return str(len(state.archive))
        case "round":
            return f"{state.ended}/{state.scene_now.round}"
    return str(state.ended)


async def _used(state: State, before: Effect, after: Effect, _trigger: Trigger) -> State:
    return await happen(EffectDrawn(before.bearer, after)) if after != before else state


# --- steps -----------------------------------------------------------------------------------------------------------


async def _status(state: State, doing: Doing) -> State:
    """Give a status; on a challenge it may be the one that a limit looks at."""
    holder, name = state.holder(doing.whom), doing.phrase.value()
    if holder is None or (isinstance(holder, Character) and not holder.active) or immune(state, doing.whom, name):
        return state
    status = StatusGiven(name, tier=min(max(doing.phrase.number(1, 1), 1), TIERS))
    state, met = await give(state, doing.whom, status)
    return await bear(state, doing.whom, met, past=state.past, unseen=bool(doing.course.notes[UNSEEN]))


async def _lower(state: State, doing: Doing) -> State:
    holder = state.holder(doing.whom)
    held = status_of(holder, doing.phrase.value()) if holder else None
    if holder is None or held is None:
        return state
    boxes = reduce(held.boxes, max(doing.phrase.number(1, 1), 1), state.options).boxes
    return await happen(status_tracked(holder, held.name, boxes))


async def _tag(state: State, doing: Doing) -> State:
    name = doing.phrase.value()
    return state if name in [tag.name for tag in state.scene_tags] else await make_story_tag(state, name)


async def _untag(state: State, doing: Doing) -> State:
    try:
        found = any_story_tag(state, doing.phrase.value())
    except RuleError:
        return state
    return await happen(StoryTagGone(found.name, found.holder))


async def _burn(state: State, doing: Doing) -> State:
    character = state.character(doing.whom)
    themes = character.themes if character else ()
    theme = next((t for t in themes if doing.phrase.value() in t.usable), None)
    return await happen(TagBurnt(doing.whom, theme.id, doing.phrase.value())) if theme else state


async def _recover(state: State, doing: Doing) -> State:
    character = state.character(doing.whom)
    burnt = [tag for theme in (character.themes if character else ()) for tag in theme.burnt]
    tag = doing.phrase.value()
    return await happen(TagsRecovered(doing.whom, (tag,))) if tag in burnt else state


async def _mark(state: State, doing: Doing) -> State:
    character = state.character(doing.whom)
    themes = character.themes if character else ()
    theme = next((t for t in themes if doing.phrase.value() in (t.id, t.theme_tag)), None)
    return (await mark(doing.whom, theme, 1))[0] if theme else state


async def _announce(state: State, doing: Doing) -> State:
    name = doing.phrase.value()
    known = [t.id for t in state.scene_now.threats]
    ready = next(
        (t for c in state.challenges for t in c.threats if t.id == name), Threat(name, source=doing.effect.bearer)
    )
    return state if name in known or not state.running else await happen(ThreatAnnounced(ready))


async def _settle(state: State, doing: Doing) -> State:
    name = doing.phrase.value()
    open_now = name in state.scene_now.open_threats
    return await happen(ThreatsMet((name,), ThreatState.RESOLVED)) if open_now else state


@rule("MST-LIV-33")
async def _realise(state: State, doing: Doing) -> State:
    """Let a threat come true: its prepared consequences are steps, aimed at whom they name, else at everybody there."""
    name = doing.phrase.value()
    threat = next((t for t in state.scene_now.threats if t.id == name and t.state == ThreatState.OPEN), None)
    if threat is None:
        return state
    for one in threat.brings:
        for whom in _hit(state, str(one.get("target", ""))):
            state = await _bring(state, replace(doing, whom=whom), one)
    return await happen(ThreatsMet((name,), ThreatState.REALISED))


def _hit(state: State, target: str) -> tuple[str, ...]:
    """Whom a prepared consequence names; everybody there where it names nobody, or all."""
    everybody = tuple(character.id for character in state.characters if character.active)
    return everybody if target in ("", "全体", ALL) else tuple(split_list(target))


async def _bring(state: State, doing: Doing, one: Plain) -> State:
    """One prepared consequence, as the step that it is; words alone do nothing."""
    step = BRINGS.get(str(one.get("kind")))
    if step is None:
        return state
    said = str(one.get("name") or one.get("tag") or one.get("id") or "")
    return await step(state, replace(doing, phrase=Phrase("", (said, str(one.get("tier") or 1)))))


async def _reveal(state: State, doing: Doing) -> State:
    name = doing.phrase.value()
    return (await make_public(state, name))[0] if name in hidden_names(state) else state


async def _again(state: State, doing: Doing) -> State:
    """Roll a die again; what it shows now counts, also for those who are heard after it."""
    came = doing.course.notes.get("thrown")
    if not isinstance(came, Throw):
        return state
    if doing.phrase.value() == "d4":
        best = await roll(highest_of(came.n_d4, 4), d4_label(came.power)) if came.n_d4 else None
        new = replace(came, d4=best.faces, kept=best.value) if best else came
    else:
        new = replace(came, d8=(await roll(d(8), "rolls.d8")).value)
    sum_ = new.d8 - new.kept if new.power < 0 else new.d8 + new.kept
    new = replace(new, total=sum_, result=read_result(sum_))
    doing.course.notes["thrown"] = new
    doing.at.facts["result"] = str(new.result)
    return state


BRINGS: dict[str, Callable[[State, Doing], Awaitable[State]]] = {
    ConsequenceKind.STATUS: _status,
    ConsequenceKind.BURN_TAG: _burn,
    ConsequenceKind.STORY_TAG: _tag,
    ConsequenceKind.REMOVE_TAG: _untag,
    ConsequenceKind.NEW_THREAT: _announce,
}
"""What a prepared consequence is as a step."""

WORLD = World(
    words=WORDS,
    steps={
        "status": _status,
        "lower": _lower,
        "tag": _tag,
        "untag": _untag,
        "burn": _burn,
        "recover": _recover,
        "mark": _mark,
        "announce": _announce,
        "settle": _settle,
        "realise": _realise,
        "reveal": _reveal,
        "again": _again,
    },
    order=_order,
    hears=_hears,
    people=_people,
    scope=_scope,
    used=_used,
)


# --- what has become true --------------------------------------------------------------------------------------------


@rule("MST-LIV-32", "MST-LIV-34")
def occasions(before: State, after: State) -> Iterator[Occasion]:
    """What has become true between two states, as events of the vocabulary, in the order of the ledger."""
    for now in after.holders:
        was = before.holder(now.id)
        if was is not None:
            yield from _of_holder(was, now)
    if before.scene and after.scene:
        yield from _of_threats(before.scene, after.scene)
    if before.mission and after.mission and before.mission.name == after.mission.name:
        yield from _of_case(before.mission, after.mission)


def _of_threats(was: Scene, now: Scene) -> Iterator[Occasion]:
    old = {threat.id: threat.state for threat in was.threats}
    for threat in now.threats:
        if threat.state == ThreatState.REALISED and old.get(threat.id) != threat.state:
            yield Occasion("threat_realised", threat.source, "", {"threat": threat.id})


def _of_case(was: Mission, now: Mission) -> Iterator[Occasion]:
    known = [clue.id for clue in was.clues if not clue.holder]
    for clue in now.clues:
        if clue.id not in known and not clue.holder:
            yield Occasion("clue_found", facts={"clue": clue.id})
    for trait in now.traits:
        if trait not in was.traits:
            yield Occasion("trait_revealed", facts={"trait": trait})


def _of_holder(was: Holder, now: Holder) -> Iterator[Occasion]:
    held = {status.name: status.tier for status in was.statuses}
    for status in now.statuses:
        if status.tier > held.get(status.name, 0):
            facts: Facts = {"status": status.name, "family": status.family, "tier": status.tier}
            yield Occasion("status_taken", "", now.id, facts)
    if _out(now) and not _out(was):
        yield Occasion("limit_reached", "", now.id)
    if isinstance(now, Character) and isinstance(was, Character):
        yield from _of_themes(was, now)


def _out(holder: Holder) -> bool:
    return not holder.active if isinstance(holder, Character) else holder.overcome


def _of_themes(was: Character, now: Character) -> Iterator[Occasion]:
    left = {theme.id: theme for theme in now.themes}
    for old in was.themes:
        facts: Facts = {"theme": old.theme_tag, "theme_kind": old.kind}
        new = left.get(old.id)
        if new is None:
            if now.pending_replacements > was.pending_replacements:
                yield Occasion("marked", now.id, now.id, facts)
                yield Occasion("theme_lost", now.id, now.id, facts)
            continue
        for tag in new.burnt:
            if tag not in old.burnt:
                yield Occasion("tag_burnt", now.id, now.id, {**facts, "tag": tag})
        if (new.indulgence, new.growth) != (old.indulgence, old.growth):
            yield Occasion("marked", now.id, now.id, facts)


def turned_back(before: State, after: State) -> Iterator[tuple[str, str]]:
    """Who has got a tag back, and whose status was lowered: what lasts until then is over."""
    for now in after.holders:
        was = before.holder(now.id)
        if was is None:
            continue
        tiers = {status.name: status.tier for status in now.statuses}
        if any(tiers.get(status.name, 0) < status.tier for status in was.statuses):
            yield now.id, "lowered"
        if isinstance(now, Character) and isinstance(was, Character) and _burnt(was) > _burnt(now):
            yield now.id, "recovered"


def _burnt(character: Character) -> int:
    return sum(len(theme.burnt) for theme in character.themes)

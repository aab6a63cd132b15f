"""Joins Statuses, Tags, The scene loop and the case: what records of effects do when something has happened. MST-LIV-32..34.

The rules of live play say `hear` right after an event; the holder's records are heard first, then the scene's and the challenges'. What
they do is done by the very rules of statuses, tags and threats.
"""

from ludex.core.effects.counting import denied, joined, shares
from ludex.core.effects.records import Effect, Occasion, Phrase, Trigger
from ludex.core.effects.windows import Course, Doing, World, window
from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total
from ludex.core.rule import rule
from ludex.systems.mist.effects import ALL, SCENE, WORDS, borne
from ludex.systems.mist.events import (
    EffectDrawn,
    StatusTracked,
    StoryTagGone,
    TagBurnt,
    TagsRecovered,
    ThreatAnnounced,
    ThreatsMet,
)
from ludex.systems.mist.fold import happen
from ludex.systems.mist.rules.casework import Named, hidden_names, reveal
from ludex.systems.mist.rules.growth import mark
from ludex.systems.mist.rules.limits import bear
from ludex.systems.mist.rules.statuses import StatusGiven, give, reduce
from ludex.systems.mist.rules.tags import any_story_tag, make_story_tag
from ludex.systems.mist.sheet import TIERS, Character, Threat, status_of
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import ThreatState


@rule("MST-LIV-32", "MST-LIV-34")
async def hear(state: State, event: str, *, doer: str = "", target: str = "", **facts: object) -> State:
    """Let everybody who listens to an event act on it, before the rule goes on."""
    if not any(borne(state, who) for who in _order(state, Occasion(event, doer, target))):
        return state
    found: State = await window(WORLD, state, Occasion(event, doer, target, facts), Course())
    return found


@rule("MST-LIV-32")
def total_of(state: State, quantity: str, who: str, base: tuple[Term, ...], **facts: object) -> Total:
    """A number with what records give to it: tags and the like add up, limits and complexity are replaced."""
    at = Occasion("rolling", doer=who, facts=facts)
    return joined(WORDS, quantity, base, shares(WORDS, state, who, (quantity,), at))


def denies(state: State, who: str, *things: str) -> Effect | None:
    """The record that denies somebody a tag, a family of statuses, mitigation or effects."""
    return denied(WORDS, state, who, things)


# --- who is heard, and at whom steps are aimed -----------------------------------------------------------------------


def _order(state: State, at: Occasion) -> tuple[str, ...]:
    """The holder first, then everybody else, then the scene and what stands in it (MST-LIV-34)."""
    people = [c.id for c in state.characters]
    first = [who for who in (at.target, at.doer) if who in people]
    return tuple(dict.fromkeys((*first, *people, SCENE, *(c.id for c in state.challenges))))


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
        case _:
            found = (effect.bearer,)
    return tuple(who for who in found if who)


def _scope(state: State, per: str) -> str:
    """What a limit counts in."""
    counts = {"round": state.scene_now.round, "case": len(state.archive), "roll": state.scene_now.round}
    return f"{state.ended}/{counts.get(per, '')}"


async def _used(_state: State, before: Effect, after: Effect, _trigger: Trigger) -> State:
    return await happen(EffectDrawn(before.bearer, after))


# --- steps -----------------------------------------------------------------------------------------------------------


async def _status(state: State, doing: Doing) -> State:
    """Give a status; on a challenge it may be the one that a limit looks at."""
    holder = state.holder(doing.whom)
    if holder is None or (isinstance(holder, Character) and not holder.active):
        return state
    status = StatusGiven(doing.phrase.value(), tier=min(max(doing.phrase.number(1, 1), 1), TIERS))
    state, met = await give(state, doing.whom, status)
    state = await bear(state, doing.whom, met, past=state.past)
    state = await window(WORLD, state, doing.at.then("status_taken", target=doing.whom), doing.course)
    return state  # noqa: RET504  # the kernel's window knows no system's state


async def _lower(state: State, doing: Doing) -> State:
    holder = state.holder(doing.whom)
    held = status_of(holder, doing.phrase.value()) if holder else None
    if held is None:
        return state
    boxes = reduce(held.boxes, max(doing.phrase.number(1, 1), 1), state.options).boxes
    return await happen(StatusTracked(doing.whom, held.name, boxes))


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
    return await _meet_threat(state, doing.phrase.value(), ThreatState.RESOLVED)


async def _realise(state: State, doing: Doing) -> State:
    return await _meet_threat(state, doing.phrase.value(), ThreatState.REALISED)


async def _meet_threat(state: State, name: str, met: ThreatState) -> State:
    return await happen(ThreatsMet((name,), met)) if name in state.scene_now.open_threats else state


async def _reveal(state: State, doing: Doing) -> State:
    name = doing.phrase.value()
    if name in hidden_names(state):
        await reveal(state, Named(name))
    return state


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
    },
    order=_order,
    hears=_hears,
    people=_people,
    scope=_scope,
    used=_used,
)

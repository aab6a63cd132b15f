"""Additions (补充规则): rest, what a character does with time off. MST-PRS-1, -2, MST-PBU-5."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import GM, Option, choose
from ludex.core.declaring import Deed
from ludex.core.deeds import Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import SHEET
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.events import RestsGranted, RestUsed, TagsRecovered, happen
from ludex.systems.mist.kinds.reading import pairs, theme_named
from ludex.systems.mist.rules.growth import MarkGrowth, mark_growth
from ludex.systems.mist.rules.mitigation import shares_in
from ludex.systems.mist.rules.scenes import check_no_scene
from ludex.systems.mist.rules.statuses import check_amount, lower
from ludex.systems.mist.rules.who import Acting, Cast, actor_of, cast_after, held_status, player_of
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Activity, as_terms


class Heal(msgspec.Struct, frozen=True):
    """A status that the MC lets heal, and by how much."""

    name: str = ""
    amount: int | None = None


class Rest(Acting, frozen=True, kw_only=True):
    activity: str = ""
    heal: tuple[Heal, ...] = ()
    theme: str = ""


class Rested(Cast, frozen=True, kw_only=True):
    recovered: tuple[str, ...] | None = None
    growth: int | None = None
    improvements: int | None = None
    nascent: bool | None = None
    power_tags: int | None = None


@rule("MST-PRS-1")
async def rest(state: State, given: Rest) -> Rested:
    """Use time off: get burnt tags back, heal, or let a theme grow."""
    actor_of(state, given.actor)
    match given.activity:
        case Activity.RECOVER:
            return await _recover(state, given)
        case Activity.HEAL:
            return await _heal(state, given)
        case Activity.GROW:
            return await _grow(state, given)
    raise RuleError("bad_activity", clause="MST-PRS-1", value=given.activity, among=as_terms(Activity))


@rule("MST-PBU-5")
async def _recover(state: State, given: Rest) -> Rested:
    """All burnt power tags are back."""
    tags = tuple(tag for theme in actor_of(state, given.actor).themes for tag in theme.burnt)
    state = await happen(TagsRecovered(given.actor, tags)) if tags else state
    return Rested(**cast_after(state, given), recovered=tags)


@rule("MST-PRS-2")
async def _heal(state: State, given: Rest) -> Rested:
    """The MC says which statuses are reduced, and by how much."""
    actor = actor_of(state, given.actor)
    for wound in given.heal:
        held_status(actor, wound.name)
        check_amount(wound.amount)
    for wound in given.heal:
        state = await lower(state, given.actor, name=wound.name, amount=check_amount(wound.amount))
    return Rested(**cast_after(state, given))


async def _grow(state: State, given: Rest) -> Rested:
    grown = await mark_growth(state, MarkGrowth(actor=given.actor, theme=given.theme, alone=given.alone))
    return Rested(**msgspec.structs.asdict(grown))


# --- time off at the table (MST-LIV-31) ------------------------------------------------------------------------------


@rule("MST-LIV-9", "MST-LIV-31")
async def rest_take(state: State, given: Rest) -> Rested:
    """Use time off, out of any scene; what was granted is used up. What heals is the MC's word."""
    actor = actor_of(state, given.actor)
    check_no_scene(state)
    ails = tuple(status.name for status in actor.statuses if not status.beneficial)
    if given.activity == Activity.HEAL and not given.heal and ails:
        given = replace(given, heal=await _ask_heal(given.actor, ails))
    if given.activity == Activity.GROW and not given.theme:
        given = replace(given, theme=await _ask_theme(state, given.actor))
    if state.rests.get(given.actor):
        state = await happen(RestUsed(given.actor))
    return await rest(state, given)


@rule("MST-LIV-31")
async def rest_offer(state: State, given: Rest) -> Rested:
    """The MC grants time off: the player picks one activity."""
    actor_of(state, given.actor)
    check_no_scene(state)
    options = [Option(activity, say(f"answers.rest_{activity}")) for activity in Activity]
    question = say("questions.rest", who=given.actor)
    activity = await choose(player_of(given.actor), question, options, about=given.actor)
    return await rest_take(state, replace(given, activity=activity))


class Grant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Time off for everybody."""


class RestLine(
    Deed, names=("休整", "rest"), group="sheet", owner=SHEET, many=True, picture="flask", example=".休整 恢复"
):
    """`.休整 恢复`, `.休整 成长 夜班编辑`, `.休整 疗养 受伤=2` (the MC says what heals); the MC's bare `.休整` is a rest for everybody."""

    activity: Annotated[Activity | None, Field(refusal="bad_activity")] = None
    names: Annotated[tuple[str, ...], Field(required=False)] = ()

    @staticmethod
    def word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """With a rest granted the activity is the player's own; what heals is the MC's word (MST-LIV-31)."""
        said = asked["activity"] == Activity.HEAL and asked["names"]
        return () if asked.state.rests.get(asked.actor) and not said else kinds

    def do(self, asked: Asked) -> Do | Show:
        who = asked.state.character(asked.actor)
        match self.activity:
            case Activity.HEAL:
                healed = tuple(Heal(name, amount) for name, amount in pairs(self.names))
                return Do("rest_take", Rest(actor=asked.actor, activity=self.activity, heal=healed))
            case Activity.GROW if self.names:
                theme = theme_named(asked, ",".join(self.names))
                return Do("rest_take", Rest(actor=asked.actor, activity=self.activity, theme=theme))
            case None if asked.gm and not asked.actor:
                return Do("rest_grant", {})
            case None if asked.gm and who is not None and not who.active:
                return Show("skipped", {"actor": asked.actor})
            case None:
                return Do("rest_offer", Rest(actor=asked.actor))
        return Do("rest_take", Rest(actor=asked.actor, activity=self.activity))


class Granted(msgspec.Struct, frozen=True):
    rests: tuple[str, ...]


@rule("MST-LIV-31", "MST-LIV-10")
async def rest_grant(state: State, _given: Grant) -> Granted:
    """The MC grants everybody in play a rest at once; each uses it when she likes, and nobody waits for another."""
    check_no_scene(state)
    active = tuple(c.id for c in state.characters if c.active)
    if not active:
        raise RuleError("unknown_actor", clause="MST-LIV-31", actor="", actors=[])
    await happen(RestsGranted(active))
    return Granted(active)


@rule("MST-PRS-2")
async def _ask_heal(actor: str, names: tuple[str, ...]) -> tuple[Heal, ...]:
    """What heals, and by how much, in the MC's word."""
    each = tuple(f"{name}=1" for name in names)
    option = Option("heal:<heal>", say("answers.heal", example=",".join(each)), {"heal": each})
    alike = Option(f"heal:{','.join(each)}", say("answers.heal_each"))
    question = say("questions.heal", who=actor, statuses=list(names))
    answer = await choose(GM, question, [option, alike], about=actor)
    found = shares_in((option.match(answer) or {"heal": ""})["heal"])
    if not found:
        raise RuleError("bad_choice", clause="MST-PRS-2", answer=answer[:40], options=[option.answer])
    return tuple(Heal(name, abs(n)) for name, n in found)


async def _ask_theme(state: State, actor: str) -> str:
    themes = {theme.id: theme.called for theme in actor_of(state, actor).themes}
    options = [Option(f"theme:{name}", say("answers.rest_theme", theme=called)) for name, called in themes.items()]
    answer = await choose(player_of(actor), say("questions.rest_theme"), options, about="theme", named=True)
    return answer.removeprefix("theme:")

"""Total immersion (彻底浸入): three depths, and what they cost. MST-IMM-1..12."""

import msgspec
from msgspec.structs import replace

from ludex.core.asks import GM, Option, choose
from ludex.core.declaring import Deed
from ludex.core.effects.records import Facts
from ludex.core.errors import RuleError
from ludex.core.explain import because, total
from ludex.core.principals import Who
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mist.events import ImmersionMade, TagBurnt, happen
from ludex.systems.mist.kinds import Deep, OwnTheme, Words
from ludex.systems.mist.rules.growth import check_marks, lose_theme, mark
from ludex.systems.mist.rules.limits import bear
from ludex.systems.mist.rules.loop import use
from ludex.systems.mist.rules.pool import Pooled, chances, numbers
from ludex.systems.mist.rules.records import immersion_power
from ludex.systems.mist.rules.statuses import Met, StatusGiven, match_status, meet, of_the_family, record, status_from
from ludex.systems.mist.rules.who import (
    Acting,
    actor_of,
    ask_words,
    cast_after,
    held_status,
    holder_of,
    own_theme,
)
from ludex.systems.mist.rules.windows import UNSEEN, hear, throw_heard
from ludex.systems.mist.sheet import TIERS, Character, Status, Theme, theme_of
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Depth, Goal, Relation, Result, ThemeKind, as_terms

GO = "go"
BACK = "back"

PICKED = 2
"""Tags that burn on a clean submersion (MST-IMM-9)."""


class Immersion(Acting, frozen=True, kw_only=True):
    """The tainted theme that is taken fully in, and the depth that the MC has set."""

    theme: str = ""
    depth: str = ""
    past: bool = False


class Immersed(Pooled, frozen=True, kw_only=True):
    goal: str
    out_of_control: bool
    marked: bool
    indulgence: int
    burnt: tuple[str, ...]
    theme_lost: bool
    pending_replacements: int
    fate: str
    status: Status | None = None


class _Paid(msgspec.Struct, frozen=True):
    """The price of an immersion, as far as it has been paid."""

    state: State
    marked: bool = False
    indulgence: int = 0
    burnt: tuple[str, ...] = ()
    theme_lost: bool = False
    status: Status | None = None


@rule("MST-IMM-1", "MST-IMM-2", "MST-IMM-3", "MST-IMM-5")
async def total_immersion(state: State, given: Immersion) -> Immersed:
    """Take the anomaly in one theme fully in, at a depth that the MC has set, and pay for it."""
    actor = actor_of(state, given.actor)
    theme = check_marks(own_theme(actor, given.theme))
    check_immersion(theme, given.depth)
    facts: Facts = {"kind": "immersion", "depth": given.depth, "theme_kind": theme.kind, UNSEEN: given.unseen}
    state = await hear(state, "rolling", doer=given.actor, facts=facts)
    base = (because(actor.self_themes, "why.self_themes", "MST-IMM-3"),)  # Ruling MST-E-28: without one, the D8 alone
    power = immersion_power(state, given.actor, base, depth=given.depth, theme_kind=theme.kind)
    state, came = await throw_heard(state, int(power), who=given.actor, facts=facts)
    paid = await pay(state, given, theme=theme, result=came.result)
    after = paid.state.character(given.actor) or actor
    return Immersed(
        **numbers(came, {"power": total(*power.terms, clause="MST-IMM-3")}),
        **cast_after(paid.state, given),
        goal=Goal.OPEN if came.result is Result.FAILURE else Goal.ACHIEVED,  # Ruling MST-E-12: only control is lost
        out_of_control=came.result is Result.FAILURE,
        marked=paid.marked,
        indulgence=paid.indulgence,
        burnt=paid.burnt,
        theme_lost=paid.theme_lost,
        pending_replacements=after.pending_replacements,
        fate=after.fate,
        status=paid.status,
    )


class Immerse(
    Acting,
    Deed,
    names=("浸入", "immerse", "imm"),
    does="immerse",
    group="play",
    picture="spark",
    example=".浸入 听潮之耳 深潜 让湖水退回去",
):
    """What a player wants to achieve with a tainted theme, and the depth that it might take: the MC's word, who is asked anyway."""

    theme: OwnTheme
    depth: Deep = ""
    goal: Words = ""


class Immersing(Immersed, frozen=True, kw_only=True):
    """The immersion, with what it was for."""

    depth: str
    aim: str = ""


class DrawnBack(msgspec.Struct, frozen=True):
    """The player drew back, knowing the price."""

    depth: str
    aim: str = ""


@rule("MST-IMM-1", "MST-IMM-2")
async def immerse(state: State, given: Immerse) -> Immersing | DrawnBack:
    """Total immersion at the table: the MC sets the depth, the player may still draw back, then it is rolled."""
    actor = actor_of(state, given.actor)
    theme = own_theme(actor, given.theme)
    check_immersion(theme, given.depth or Depth.SUBMERGE)
    depth = given.depth
    if not depth:  # a depth in the line is the MC's word already
        question = say("questions.depth", who=given.actor, theme=theme.theme_tag, goal=given.goal)
        depth = await choose(GM, question, [Option(d, say(f"answers.{d}")) for d in Depth], about=theme.id)
    warning = say("questions.immerse", depth=term(depth), theme=theme.theme_tag, **prices(state, actor, theme, depth))
    options = Option(GO, say("answers.go")), Option(BACK, say("answers.back"))
    answer = await choose(given.player, warning, options, about=depth)
    if answer == BACK:
        return DrawnBack(depth, given.goal)
    state = await use(state, given.actor)  # MST-LIV-44
    done = await total_immersion(
        state, Immersion(actor=given.actor, theme=given.theme, depth=depth, unseen=given.unseen)
    )
    if not given.unseen:
        await happen(ImmersionMade(given.actor, depth, done.result))  # MST-LIV-57
    return Immersing(**msgspec.structs.asdict(done), depth=depth, aim=given.goal)


@rule("MST-LIV-24", "MST-IMM-4")
def prices(state: State, actor: Character, theme: Theme, depth: str) -> dict[str, Say | str]:
    """What each result costs at a depth, with the theme's usable tags by name, and its chance."""
    tags = list(theme.usable)
    all_, two = say("told.price_all", tags=tags), say("told.price_two", tags=tags)
    lose, sink = say("told.price_lose", theme=theme.theme_tag), say("told.price_sink")
    rows = {Depth.SUBMERGE: (all_, two), Depth.DIVE: (lose, all_), Depth.SINK: (sink, lose)}
    mixed, clean = rows[Depth(depth)]
    base = (because(actor.self_themes, "why.self_themes", "MST-IMM-3"),)
    power = immersion_power(state, actor.id, base, depth=depth, theme_kind=theme.kind)
    found = chances(int(power), state.options.negative_power)
    shown = {result: f"{float(chance) * 100:.1f}%" for result, chance in found.items()}
    return {
        "failure": say("told.price_failure", price=mixed, chance=shown[Result.FAILURE]),
        "mixed": say("told.price_mixed", price=mixed, chance=shown[Result.MIXED]),
        "success": say("told.price_success", price=clean, chance=shown[Result.SUCCESS]),
    }


@rule("MST-IMM-1", "MST-IMM-2")
def check_immersion(theme: Theme, depth: str) -> None:
    """One of three depths, in a theme that is tainted."""
    if depth not in tuple(Depth):
        raise RuleError("bad_depth", clause="MST-IMM-2", value=depth, among=as_terms(Depth))
    if theme.kind != ThemeKind.TAINTED:
        raise RuleError("not_tainted_theme", clause="MST-IMM-1", theme=theme.id)


@rule("MST-IMM-4")
async def pay(state: State, given: Immersion, *, theme: Theme, result: Result) -> _Paid:
    """The price by depth and result; a failure pays that of a mixed result (MST-IMM-5)."""
    clean = result is Result.SUCCESS
    paid = _Paid(state, indulgence=theme.indulgence)
    match Depth(given.depth), clean:
        case Depth.SUBMERGE, True:
            picked = await _pick_two(given.player, theme)
            return await _burn_and_mark(paid, given, theme=theme, tags=picked)  # MST-IMM-9
        case (Depth.SUBMERGE, False) | (Depth.DIVE, True):
            return await _burn_and_mark(paid, given, theme=theme, tags=theme.usable)  # MST-IMM-6, MST-IMM-10
        case (Depth.DIVE, False) | (Depth.SINK, True):
            lost = await lose_theme(given.actor, theme.id)  # MST-IMM-7, MST-IMM-11
            return replace(paid, state=lost, theme_lost=True)
        case _:
            return await _sink(paid, given)  # MST-IMM-8


@rule("MST-IMM-12")
async def _pick_two(player: Who, theme: Theme) -> tuple[str, ...]:
    """The player picks two of the usable tags, each of which keeps its place; where there are no more than two, those."""
    picked: tuple[str, ...] = ()
    if len(theme.usable) <= PICKED:  # Ruling MST-E-13: as many as there are
        return theme.usable
    while len(picked) < PICKED:
        options = [_burning(tag, again=tag in picked) for tag in theme.usable]
        left, free = PICKED - len(picked), next(f"burn:{tag}" for tag in theme.usable if tag not in picked)
        question = say("questions.burn_pick", left=left)
        answer = await choose(player, question, options, about=str(left), named=True, likely=free)
        if (tag := answer.removeprefix("burn:")) in picked:
            raise RuleError("bad_choice", clause="MST-IMM-12", answer=answer, options=[o.answer for o in options])
        picked = (*picked, tag)
    return picked


def _burning(tag: str, *, again: bool) -> Option:
    what = say("answers.burn", tag=tag)
    return Option(f"burn:{tag}", say("answers.not_now", what=what) if again else what)


@rule("MST-IMM-6", "MST-IMM-9", "MST-IMM-10", "MST-IMM-12")
async def _burn_and_mark(paid: _Paid, given: Immersion, *, theme: Theme, tags: tuple[str, ...]) -> _Paid:
    """The tags burn first; then the mark is made, which may lose the theme."""
    for tag in tags:
        await happen(TagBurnt(given.actor, theme.id, tag))
    state, marks = await mark(given.actor, theme, 1)
    lost = theme_of(actor_of(state, given.actor), theme.id) is None
    return replace(paid, state=state, marked=True, indulgence=marks, burnt=tags, theme_lost=lost)


@rule("MST-IMM-8")
async def _sink(paid: _Paid, given: Immersion) -> _Paid:
    """A tier-6 status that the MC names, taken directly: new, or on a similar one; never cancelled, never mitigated."""
    question, option = say("questions.sink_status", who=given.actor), Option("status:<name>", say("answers.status"))
    name = (await ask_words(GM, question, option, about=given.actor, clause="MST-IMM-8"))["name"]
    actor = actor_of(paid.state, given.actor)
    met, arriving = _taken_directly(actor, StatusGiven(name, tier=TIERS), paid.state)
    state = await record(actor, arriving, met)
    state = await bear(state, actor.id, (met,), past=given.past or state.past, unseen=given.unseen)
    return replace(paid, state=state, status=held_status(holder_of(state, actor.id), met.name))


def _taken_directly(actor: Character, given: StatusGiven, state: State) -> tuple[Met, Status]:
    """Stacked on a similar status, else new."""
    arriving = status_from(of_the_family(actor, given), state.options)
    relation, _ = match_status(actor, arriving, state.related)
    ruling = "" if relation is Relation.STACKED else Relation.NEW  # Ruling MST-E-36: directly, so never cancelled
    return meet(actor, arriving, state.options, ruling=ruling, related=state.related), arriving

"""Effects (BOO-LIV-38) joined with the rules that their steps use: what a trigger, a reaction or an own deed of an effect does."""

from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.effects.sentences import name_of
from ludex.core.effects.windows import Doing, done
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.boon.effects import apart
from ludex.systems.boon.events import ApSpent, Hid, Left, Moved, Wounded, happen
from ludex.systems.boon.rules.attacks import Attack, attacking, reached_with
from ludex.systems.boon.rules.battlefield import check_on_map, enter
from ludex.systems.boon.rules.challenges import Challenge, Challenged, try_challenge
from ludex.systems.boon.rules.gear import armor_worn, item_worn
from ludex.systems.boon.rules.health import mend, points_of, wound
from ludex.systems.boon.rules.stunts import disarm, push_back
from ludex.systems.boon.rules.weapons import attack_kind
from ludex.systems.boon.rules.windows import WORLD, end_effects, lay, price, step
from ludex.systems.boon.sheet import Position
from ludex.systems.boon.state import Effect, State
from ludex.systems.boon.terms import AWAY, LEFT, Result, Status


async def amount_of(state: State, doing: Doing) -> int:
    """A number, dice, or the healing rate of the one it is aimed at."""
    said = doing.phrase.value()
    if said == "rate":
        return state.character(doing.whom).healing_rate
    return await points_of(said, who=actor(doing.effect.by) if doing.effect.by else None)


@step("damage")
@rule("BOO-LIV-38")
async def damage(state: State, doing: Doing) -> State:
    """Damage to a body."""
    tags = (doing.phrase.value(1),) if doing.phrase.value(1) else doing.effect.tags
    amount = await amount_of(state, doing)
    return await wound(state, doing.whom, amount, by=doing.effect.by, course=doing.course, tags=tags)


@step("heal")
async def heal(state: State, doing: Doing) -> State:
    if state.character(doing.whom).status is Status.DEAD:
        return state
    return await mend(state, doing.whom, await amount_of(state, doing))


@step("wear")
async def wear(state: State, doing: Doing) -> State:
    """Wear of armour, or of a thing that is named."""
    who, named = state.character(doing.whom), doing.phrase.value(1)
    amount = await amount_of(state, doing)
    item = next((i for i in who.items if named in (i.id, i.name)), None) if named else None
    if item is not None:
        return (await item_worn(state, who.id, item=item.id, amount=amount))[0]
    return (await armor_worn(state, who.id, amount))[0] if who.armor else state


@step("push")
async def push(state: State, doing: Doing) -> State:
    pusher = doing.effect.bearer if doing.whom != doing.effect.bearer else doing.at.other(doing.effect.bearer)
    if not state.find(pusher):
        return state
    return (await push_back(state, pusher, doing.whom, yards=doing.phrase.number(), by_effect=True))[0]


@step("move")
async def shift(state: State, doing: Doing) -> State:
    to: Position = (doing.phrase.number(0), doing.phrase.number(1))
    check_on_map(state, to)
    return await enter(await happen(Moved(doing.whom, to, start=state.character(doing.whom).position)), doing.whom)


@step("drop")
async def drop(state: State, doing: Doing) -> State:
    return await disarm(state, doing.whom, doing.phrase.value())


@step("effect")
async def effect(state: State, doing: Doing) -> State:
    return await lay(state, Effect(name=doing.phrase.value()), bearer=doing.whom, by=doing.effect.bearer)


@step("end")
async def end(state: State, doing: Doing) -> State:
    """An effect on somebody ends: the one named, else this one."""
    named = doing.phrase.value()
    ids = [e.id for e in state.upon(doing.whom) if named in (e.name, e.shelf, e.id)] if named else [doing.effect.id]
    return await end_effects(state, tuple(ids), doing.course)


@step("ap")
async def points(state: State, doing: Doing) -> State:
    """AP more, or fewer."""
    who, n = state.character(doing.whom), doing.phrase.number()
    return await happen(ApSpent(who.id, max(-n, -who.ap_max) if n > 0 else min(-n, who.ap)))


@step("status")
async def status(state: State, doing: Doing) -> State:
    who, found = state.character(doing.whom), Status(doing.phrase.value())
    if found in LEFT:
        return await happen(Left(who.id, found))
    return await happen(Wounded(who.id, who.damage, found, who.hours, was=who.damage, held=who.status))


@step("reveal")
async def reveal(state: State, doing: Doing) -> State:
    return await happen(Hid(doing.whom, hidden=False)) if state.character(doing.whom).hidden else state


@step("check")
@rule("BOO-LIV-38")
async def check(state: State, doing: Doing) -> State:
    """A test of somebody's, and what follows its success or failure."""
    phrase = doing.phrase
    attempt = Challenge(who=doing.whom, attribute=phrase.value(), target=phrase.number(1, 10), called=True)
    state, tested = await try_challenge(state, attempt, kept=False)
    doing.course.notes["tested"] = tested
    doing.course.told.append(_told(state, doing.whom, attempt, tested))
    steps = phrase.then if tested.result is Result.SUCCESS else phrase.otherwise
    aimed = tuple(replace(one, whom=one.whom or phrase.whom, within=one.within or phrase.within) for one in steps)
    after: State = await done(WORLD, state, doing.effect, aimed, at=doing.at, course=doing.course)
    return after


def _told(state: State, who: str, attempt: Challenge, tested: Challenged) -> Say:
    """How a test that an effect asked for went; of an NPC's no numbers (BOO-LIV-45)."""
    facts = {"who": f"@{who}", "attribute": term(attempt.attribute), "result": term(tested.result)}
    if not state.is_player(state.character(who)):
        return say("told.step_tested", **facts)
    return say("told.step_test", total=tested.total, target=tested.target, **facts)


@step("deed")
async def deed(state: State, doing: Doing) -> State:
    """The bearer strikes at once, free or for its AP; the initiative does not move."""
    bearer, foe = state.character(doing.effect.bearer), state.find(doing.at.other(doing.effect.bearer))
    if doing.phrase.value() != "attack" or foe is None or foe.status in AWAY or not bearer.active:
        return state
    arms = [i for i in bearer.items if i.arms and i.in_hand and not i.broken and i.die and i.ready]
    yards, weapon = apart(state, bearer.id, foe.id), arms[0] if arms else bearer.unarmed
    far = 1 if yards is None else yards
    kind, free = attack_kind(bearer, weapon, distance=far, stated=""), doing.phrase.value(1) in ("免费", "free")
    if foe.hidden or far > reached_with(state, bearer, weapon, kind) or (bearer.ap < 1 and not free):
        return state  # there is nothing to be done
    if free:
        state = await happen(ApSpent(bearer.id, -price(state, bearer.id, "attack", 1)))
    given = Attack(actor=bearer.id, target=foe.id, weapon=weapon.id, distance=far)
    return (await attacking(state, given, doing.course))[0]


@step("cover")
@rule("BOO-LIV-38")
async def cover(state: State, doing: Doing) -> State:
    """The bearer is attacked in the other's place."""
    doing.course.notes["target"] = doing.effect.bearer
    return state


@step("ask")
async def ask(state: State, doing: Doing) -> State:
    """The GM is asked in words whether it holds, and goes on."""
    question = say("questions.effect", effect=name_of(doing.effect), text=doing.phrase.value())
    await choose(GM, question, (Option("done", say("answers.done")),), about=doing.effect.id)
    return state

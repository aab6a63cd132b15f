"""The rules: checks (HED-CHK), opposed rolls (OPP), conflict (CON), creation (ATT), NPCs (NPC), scenes (SCN, OIL), growth (GRO)."""

from typing import Annotated

from heden.state import CAST, KEEPSAKES, Attribute, Came, Move, Person, SceneEnded, State
from ludex import kit

STAKE = 2  # HED-CON-2: the oil that an advance can cost
POINTS, LOW, HIGH, SCARS = 9, 1, 5, 3  # HED-ATT-1, HED-GRO-1


def hits(dice: int) -> kit.Successes:
    """Six-sided dice of which five and six are successes (HED-CHK-1)."""
    return kit.successes(dice, 6, at=5)


def able(state: State, who: str) -> None:
    """Refuse what somebody does whose lamp is out."""
    if kit.person(state, who).out:
        raise kit.RuleError("is_out", clause="HED-OIL-1", who=who)


def ready(state: State, who: str) -> dict[str, kit.Name]:
    """The keepsakes that somebody can still use in this scene (HED-CHK-2)."""
    one = state.people.get(who)
    return kit.offered(KEEPSAKES, [held for held in one.keepsakes if held not in one.used] if one else ())


class Check(kit.Record):
    who: kit.Me
    attribute: Annotated[Attribute, kit.called("属性", "attribute")]
    difficulty: Annotated[int, kit.called("难度", "difficulty", low=1, high=3, owner=kit.by_gm("difficulty"))] = 1
    keepsake: Annotated[str, kit.called("信物", "keepsake", among=ready)] = ""


class Checked(kit.Record):
    result: Annotated[kit.Outcome, kit.verdict("结果", "result")]
    successes: Annotated[int, kit.called("成功数", "successes")]
    truths: Annotated[dict[str, str], kit.called("实话", "the truth")] = {}


@kit.rule("HED-CHK-1")
async def check(state: State, given: Check) -> Checked:
    """Roll the attribute's dice against a difficulty."""
    me = kit.person(state, given.who)
    dice = kit.score(me, given.attribute) + bool(given.keepsake) + me.favour  # HED-CHK-2, HED-CHK-4
    await kit.happen(kit.Counted(given.who, "favour", -me.favour))
    if given.keepsake:
        await kit.happen(kit.Gained(given.who, "used", given.keepsake))
    found = await roll_with_oil(given, dice, oil=me.oil)
    if found < given.difficulty:
        await kit.happen(kit.Counted(given.who, "oil", -1))  # HED-CHK-3
        return Checked(kit.Outcome.FAILURE, found)
    return Checked(kit.Outcome.SUCCESS, found, await ripples(state, given.who, found - given.difficulty))


@kit.rule("HED-CHK-5")
async def roll_with_oil(given: Check, dice: int, *, oil: int) -> int:
    """The successes of a roll, after which 1 oil may be burnt to roll all other dice again."""
    found = (await kit.roll(hits(dice), "rolls.check")).value
    question = kit.say("questions.burn", hits=found, hard=given.difficulty, oil=oil)
    if found == dice or await kit.choose(kit.actor(given.who), question, ("keep", "burn")) == "keep":
        return found
    await kit.happen(kit.Counted(given.who, "oil", -1, paid=True))
    return found + (await kit.roll(hits(dice - found), "rolls.again")).value


@kit.rule("HED-CHK-4")
async def ripples(state: State, who: str, count: int) -> dict[str, str]:
    """Every success too many is a die for another, or a question that the GM answers truly."""
    gifts = {f"give:{other}": one.name for other, one in kit.seen(state).items() if other != who}
    given = (kit.Option(answer, kit.say("answers.give", who=name)) for answer, name in gifts.items())
    options = (kit.Option("pass"), *given, kit.Option("ask:<question>", kit.say("answers.ask")))
    truths: dict[str, str] = {}
    for left in range(count, 0, -1):
        answer = await kit.choose(kit.actor(who), kit.say("questions.ripple", left=left), options, about=str(left))
        kind, _, what = answer.partition(":")
        if kind == "ask" and what:
            truths[what] = await kit.choose(kit.GM, kit.say("questions.truth", question=what), (kit.Option("<truth>"),))
        elif answer in gifts:
            await kit.happen(kit.Counted(what, "favour", 1))
        elif answer != "pass":
            raise kit.RuleError("bad_choice", answer=answer, options=["pass", *gifts, "ask"])
    return truths


class Oppose(kit.Record):
    who: kit.Me
    attribute: Annotated[Attribute, kit.called("属性", "attribute")]
    against: Annotated[kit.Actor, kit.called("对手", "opponent")]
    theirs: Annotated[Attribute | None, kit.called("对方属性", "their attribute")] = None


class Opposed(kit.Record):
    winner: Annotated[str, kit.called("胜者", "winner")]


async def oppose(state: State, given: Oppose) -> Opposed:
    """Both roll, with the same attribute unless it is said otherwise; more successes win."""
    one, other = kit.person(state, given.who), kit.person(state, given.against)
    if given.who == given.against or other.out:
        raise kit.RuleError("no_opponent", clause="HED-OPP-1")
    both, theirs = (given.who, given.against), given.theirs or given.attribute
    return Opposed(given.who if await kit.part(contest, both, one, given.attribute, other, theirs) else given.against)


@kit.rule("HED-OPP-1")
async def contest(both: tuple[str, str], one: Person, by: Attribute, other: Person, theirs: Attribute) -> bool:
    """Whether the first of two has more successes, then more oil; else again. Whose dice they are is said: an NPC's would tell its number."""
    if kit.score(one, by) + kit.score(other, theirs) < 1:
        raise kit.RuleError("no_dice", clause="HED-OPP-1")
    found = (await kit.roll(hits(kit.score(one, by)), "rolls.oppose", who=kit.actor(both[0]))).value, one.oil
    against = (await kit.roll(hits(kit.score(other, theirs)), "rolls.oppose", who=kit.actor(both[1]))).value, other.oil
    return found > against if found != against else await kit.again(contest, both, one, by, other, theirs)


class Fight(kit.Record):
    among: Annotated[tuple[kit.Actor, ...], kit.called("参与者", "who takes part")] = ()


class Fought(kit.Record):
    picks: Annotated[dict[str, Move], kit.called("出招", "picks")]


@kit.rule("HED-CON-1")
async def fight(state: State, given: Fight) -> Fought:
    """Those named, or all who stand, pick in secret; each advance meets what the other does, as all stood when they picked."""
    there = {who: one for who in given.among or kit.seen(state) if not (one := kit.person(state, who)).out}
    if len(there) < 2:
        raise kit.RuleError("no_opponent", clause="HED-CON-1")
    onward = {who: kit.Option(f"advance:{who}", kit.say("answers.advance", who=one.name)) for who, one in there.items()}
    options = {who: (*(o for foe, o in onward.items() if foe != who), "guard", "retreat") for who in there}
    asking = {kit.actor(who): kit.Asking("questions.pick", options[who]) for who in there}
    picked = {kit.actor_of(w): a.partition(":") for w, a in (await kit.choose_all(asking, sealed=True)).items()}
    met: list[set[str]] = []
    for who, (_, _, target) in picked.items():
        if target and {who, target} not in met:
            met.append({who, target})
            await meet(state, who, target, Move(picked[target][0]))
    return Fought({who: Move(move) for who, (move, _, _) in picked.items()})


async def meet(state: State, who: str, target: str, answer: Move) -> None:
    """An advance meets an advance, a guard or a retreat."""
    one, other = kit.person(state, who), kit.person(state, target)
    if answer is Move.ADVANCE:
        won = await kit.part(contest, (who, target), one, Attribute.HAND, other, Attribute.HAND)
        await kit.happen(kit.Counted(target if won else who, "oil", -STAKE))  # HED-CON-2
    elif answer is Move.GUARD:
        kept = (await kit.roll(hits(other.heart), "rolls.guard", who=kit.actor(target))).value
        await kit.happen(kit.Counted(target, "oil", min(0, kept - STAKE)))  # HED-CON-3
    else:
        await kit.happen(kit.Counted(target, "back", 1))  # HED-CON-4


class Create(kit.Record):
    asker: kit.Asker
    name: Annotated[str, kit.called("名字", "name")]
    hand: Annotated[int, kit.called("手", "hand", keyed=True)] = 0
    eye: Annotated[int, kit.called("眼", "eye", keyed=True)] = 0
    heart: Annotated[int, kit.called("心", "heart", keyed=True)] = 0
    keepsake: Annotated[str, kit.called("信物", "keepsake", among=KEEPSAKES, keyed=True)] = ""


@kit.rule("HED-ATT-1")
async def create(state: State, given: Create) -> None:
    """Three attributes of 1 to 5, 9 in all, and a keepsake; what is left out is asked for."""
    scores = await kit.spread(given.asker, given, Attribute, total=POINTS, low=LOW, high=HIGH, clause="HED-ATT-1")
    keepsake = given.keepsake or await kit.pick(given.asker, "questions.keepsake", KEEPSAKES)
    await kit.happen(Came.new(state, kit.replaced(Person(given.name, keepsakes=(keepsake,)), **scores)))


class Enter(kit.Record):
    npc: Annotated[str, kit.called("角色", "character", among=CAST)]
    name: Annotated[str, kit.called("名字", "name")] = ""
    unseen: Annotated[bool, kit.called("暗中", "unseen")] = False
    language: kit.Language = "zh"


@kit.rule("HED-NPC-1")
async def enter(state: State, given: Enter) -> None:
    """An NPC enters the scene, by a name of its own or unseen if the GM likes."""
    kind, name = CAST[given.npc], given.name or kit.name_in(CAST[given.npc], given.language)
    newcomer = Person(name, npc=True, unseen=given.unseen, oil=kind.oil)
    await kit.happen(Came.new(state, kit.replaced(newcomer, **dict.fromkeys(("hand", "eye", "heart"), kind.number))))


@kit.rule("HED-SCN-1", "HED-OIL-1")
async def end_scene(state: State, given: kit.Nothing) -> None:  # noqa: ARG001
    """Keepsakes are ready again; characters who were out come back, with a scar in their own words."""
    fallen = [kit.actor(who) for who, one in state.people.items() if one.out and not one.npc]
    scars = await kit.choose_all(dict.fromkeys(fallen, kit.Asking("questions.scar", (kit.Option("<scar>"),))))
    await kit.happen(SceneEnded({kit.actor_of(who): scar for who, scar in scars.items()}))


class Grow(kit.Record):
    who: kit.Me
    attribute: Annotated[Attribute, kit.called("属性", "attribute")]


def may_grow(state: State, who: str) -> None:
    """Refuse growth to somebody with too few scars."""
    if len(kit.person(state, who).scars) < SCARS:
        raise kit.RuleError("too_few_scars", clause="HED-GRO-1", needed=SCARS)


@kit.rule("HED-GRO-1")
async def grow(state: State, given: Grow) -> None:
    """Burn the three oldest scars for one more in an attribute, 5 at most."""
    one = kit.person(state, given.who)
    kit.within(kit.score(one, given.attribute) + 1, LOW, HIGH, given.attribute.value, clause="HED-GRO-1")
    for scar in one.scars[:SCARS]:
        await kit.happen(kit.Lost(given.who, "scars", scar))
    await kit.happen(kit.Counted(given.who, given.attribute.value, 1))

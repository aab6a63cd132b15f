"""Giving, handing over and taking away things, as people type them (BOO-LIV-51)."""

import re

from ludex.core.deeds import ACTOR, Asked, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import SHEET, keyed, whom as about
from ludex.core.principals import EVERYBODY, GM, Who
from ludex.core.rule import rule
from ludex.core.say import Say
from ludex.systems.boon.commands import amounts, offers, reading
from ludex.systems.boon.commands.args import MONEY, WHOM
from ludex.systems.boon.content import spell_named
from ludex.systems.boon.may import check as check_may
from ludex.systems.boon.rules.rewards import Reward, party, reward
from ludex.systems.boon.sheet import Record
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Action, Use

THINGS = Field("things", several=True, among=offers.things, owner=SHEET, unless="money")


def equip(asked: Asked) -> Do:
    """Give somebody things: of the catalogue, or of somebody's own."""
    if asked["giver"] and asked["things"]:
        return _handed(asked)
    who, things = reading.whom(asked), reading.counted(asked.state, asked["things"] or ())
    given: Record = {"who": who, "things": things, "money": asked["money"] or 0, "giver": asked["giver"] or ""}
    return Do("equip", given, _told_to(asked.state, who, things))


@rule("BOO-LIV-44")
def _told_to(state: State, who: str, things: list[str]) -> tuple[Who, ...]:
    """Who hears of it: that an NPC has learned spells, nobody but the GM."""
    learns = bool(things) and all(spell_named(name, state.library) for name in things)
    return (GM,) if learns and not state.is_player(state.character(who)) else (EVERYBODY,)


def _handed(asked: Asked) -> Do:
    """Hand things over: in a fight an action of the one who gives them; of the one who takes them from somebody who is out (BOO-LIV-10)."""
    state: State = asked.state
    giver, taker = state.character(asked["giver"]), reading.whom(asked)
    if not asked.gm and giver.id not in asked.controls and giver.active and state.is_player(giver):
        raise RuleError("not_yours", actor=giver.id, controls=list(asked.controls))
    doer = {"actor": giver.id} if giver.active else {"actor": taker, "owner": giver.id}
    first, *more = reading.own_things(giver, asked["things"])
    yards = reading.on_the_map(state, giver, targets=[taker])
    given: Record = {**doer, "action": Action.USE_ITEM, "item": first, "drops": more, "use": Use.GIVE}
    given |= {"target": taker, **({} if yards is None else {"distance": yards})}
    check_may(state, doer["actor"], "item")
    if state.clock.running:
        return Do("act", {**given, "picks": bool(state.clock.choosing)})
    return Do("at_ease", given)


def unequip(asked: Asked) -> Do:
    """Take things from somebody."""
    who = asked.state.character(reading.whom(asked))
    things = reading.own_things(who, asked["things"] or ())
    return Do("unequip", {"who": who.id, "things": things, "money": asked["money"] or 0})


@rule("BOO-LIV-58")
async def rewarded(state: State, words: str) -> tuple[Say, ...]:
    """What the GM names at the end of an evening is given to the players' characters where it is written by keys: 钱=20 物=匕首×2 级=1.

    Part by part (`钱=20; 赫 级=1`): to those whom a part names, else to everybody.
    """
    rewards = [_reward(state, part) for part in PARTS.split(words)]
    return await reward(state, [one for one in rewards if one.money or one.things or one.levels])


def _reward(state: State, words: str) -> Reward:
    """One part of the rewards."""
    said = {key: found[1] for key in REWARDS if (found := REWARDS[key].search(words))}
    numbers = {key: amounts.number(said[key], arg=key) for key in ("money", "levels") if key in said}
    things = reading.counted(state, re.split("[,，、]", said.get("things", ""))) if "things" in said else ()
    named = tuple(c.id for c in party(state) if c.called in re.split(r"[\s,，、：:]+", words))
    return Reward(who=named, things=tuple(things), **numbers)


PARTS = re.compile(r"[;；\n]|[,，、。]\s+")
"""What stands between two parts of the rewards."""


REWARDS = {
    name: re.compile(rf"(?<!\S)(?:{words})\s*[=＝]\s*(\S+)", re.IGNORECASE)
    for name, words in (("money", "钱|money"), ("things", "物|道具|items"), ("levels", "级|等级|level"))
}
"""How rewards are written by their keys."""


BELONGINGS = (
    Command(
        ("给予", "装备", "equip"),
        equip,
        (WHOM, THINGS, MONEY, keyed("giver", "从", "from", kind=ACTOR)),
        example=".给予 安 治疗药水,匕首",
        owner=SHEET,
        word=reading.own_word(lambda asked: asked["giver"]),
        many=True,
    ),
    Command(
        ("收走", "unequip"),
        unequip,
        (WHOM, Field("things", several=True, among=offers.gear, owner=SHEET, unless="money"), MONEY),
        example=".收走 安 长剑",
        owner=SHEET,
        word=reading.own_word(about),
        many=True,
    ),
)

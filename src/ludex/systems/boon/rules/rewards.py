"""Sessions of live play (BOO-LIV-58) joined with giving and taking (BOO-LIV-51): what an evening brings to those whom players play, and what passes from hand to hand."""

import re
from collections.abc import Sequence
from typing import Annotated

import msgspec

from ludex.core.declaring import as_asked
from ludex.core.deeds import ACTOR, Asked, Do, Field
from ludex.core.fields import SHEET, keyed
from ludex.core.principals import Who
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.systems.boon.content import spell_named, thing_named, words_of
from ludex.systems.boon.kinds import Money, TableDeed, Whom, backstage, offers
from ludex.systems.boon.kinds.offers import costs_oneself, not_yours
from ludex.systems.boon.kinds.reading import each, number, own_things, things_said
from ludex.systems.boon.rules.creation import LevelUp, level_up
from ludex.systems.boon.rules.items import UseItem
from ludex.systems.boon.rules.scene import Equip, given_to
from ludex.systems.boon.rules.stages import check_peace
from ludex.systems.boon.rules.turns import check_may, yards_to
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Status, Use


class Reward(msgspec.Struct, frozen=True, kw_only=True):
    """What each of them gets, those who are named or else everybody: money, things of the catalogue by id, and so many levels more."""

    who: tuple[str, ...] = ()
    money: int = 0
    things: tuple[str, ...] = ()
    levels: int = 0


@rule("BOO-LIV-58")
async def reward(state: State, given: Sequence[Reward]) -> tuple[Say, ...]:
    """Everybody whom players play and who lives gets what is hers; what a new level lets choose is asked (BOO-LIV-50)."""
    if any(one.levels for one in given):
        check_peace(state, "BOO-LIV-50")
    theirs = [(who, one) for one in given for who in party(state) if not one.who or who.id in one.who]
    for who, one in theirs:
        state = await given_to(state, Equip(who=who.id, things=one.things, money=one.money))
    for who, one in theirs:
        if one.levels:
            await level_up(state, LevelUp(who=who.id, level=who.level + one.levels))
    return tuple(say("told.rewarded", who=who.called, gains=_gains(state, one)) for who, one in theirs)


def party(state: State) -> list[Character]:
    """Whom players play, as far as they live."""
    return [c for c in state.combatants if state.is_player(c) and c.status is not Status.DEAD]


def _gains(state: State, given: Reward) -> list[Label]:
    """What somebody got, by its names."""
    found = [thing_named(name, state.library) for name in given.things]
    money: list[Label] = [say("view.money", money=given.money)] if given.money else []
    levels: list[Label] = [say("told.levels_more", levels=given.levels)] if given.levels else []
    return [*money, *(thing.called for thing in found if thing), *levels]


@rule("BOO-LIV-58")
async def rewarded(state: State, words: str) -> tuple[Say, ...]:
    """What the GM names at the end of an evening is given to the players' characters where it is written by keys: 钱=20 物=匕首×2 级=1.

    Part by part (`钱=20; 赫 级=1`): to those whom a part names, else to everybody.
    """
    rewards = [_reward(state, part) for part in PARTS.split(words)]
    return await reward(state, [one for one in rewards if one.money or one.things or one.levels])


def _reward(state: State, words: str) -> Reward:
    said = {key: found[1] for key in REWARDS if (found := REWARDS[key].search(words))}
    numbers = {key: number(said[key], arg=key) for key in ("money", "levels") if key in said}
    things = things_said(state, re.split("[,，、]", said.get("things", ""))) if "things" in said else ()
    named = tuple(c.id for c in party(state) if c.called in re.split(r"[\s,，、：:]+", words))
    return Reward(who=named, things=tuple(things), **numbers)


PARTS = re.compile(r"[;；\n]|[,，、。]\s+")
"""What stands between two parts of the rewards."""


REWARDS = {
    name: re.compile(rf"(?<!\S)(?:{words})\s*[=＝]\s*(\S+)", re.IGNORECASE)
    for name, words in (("money", "钱|money"), ("things", "物|道具|items"), ("levels", "级|等级|level"))
}
"""How rewards are written by their keys."""


# --- giving, handing over, taking away (BOO-LIV-51) --------------------------------------------------------------------


class GiveThings(
    TableDeed,
    names=("给予", "装备", "equip"),
    owner=SHEET,
    many=True,
    picture="shield",
    example=".给予 安 治疗药水,匕首",
):
    """Give somebody things: of the catalogue, or of somebody's own."""

    who: Whom = ""
    things: Annotated[tuple[str, ...], Field("things", keys=("物",), among=offers.things, owner=SHEET, unless="money")]
    money: Money = 0
    giver: Annotated[str, keyed("giver", "从", "from", kind=ACTOR)] = ""

    def do(self, asked: Asked) -> Do:
        giver = self.given_by(asked)
        if giver and self.things:
            return self._handed(asked, asked.state.character(giver))
        things = things_said(asked.state, self.things)
        given = Equip(who=self.who, things=tuple(things), money=self.money, giver=giver)
        return Do("equip", given, _told_to(asked.state, self.who, things))

    @rule("BOO-LIV-51")
    def given_by(self, asked: Asked) -> str:
        """Who gives it: the one named; of a player's line her own character where it has such a thing, or the money; nobody where it is to be made."""
        own = None if self.giver or asked.gm else asked.state.find(asked.actor)
        if own is None or own.id == self.who:
            return self.giver
        wanted = {word for one in each(self.things) for word in (one, one.partition("#")[0])}
        has = any(wanted & {*words_of(item.id, item.name, item.shelf)} for item in own.items)
        pays = not self.things and 0 < self.money <= own.money
        return own.id if has or pays else ""

    @rule("BOO-LIV-51", "BOO-LIV-10")
    def _handed(self, asked: Asked, giver: Character) -> Do:
        """Hand things over: in a fight an action of the one who gives them; of the one who takes them from somebody who is out."""
        state: State = asked.state
        if not asked.gm and giver.id not in asked.controls and giver.active and state.is_player(giver):
            raise not_yours(asked, giver.id)
        first, *more = own_things(giver, self.things)
        given = UseItem(
            actor=giver.id if giver.active else self.who,
            owner="" if giver.active else giver.id,
            item=first,
            drops=tuple(more),
            use=Use.GIVE,
            target=self.who,
            distance=yards_to(state, giver, targets=[self.who]),
            picks=bool(state.clock.choosing),
        )
        check_may(state, given.actor, "item")
        return Do("act" if state.clock.running else "at_ease", given)

    @classmethod
    def word(cls, asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """What one gives away of one's own needs nobody's word (BOO-LIV-1)."""
        return () if as_asked(cls, asked).given_by(asked) in asked.controls else kinds


@rule("BOO-LIV-44")
def _told_to(state: State, who: str, things: list[str]) -> tuple[Who, ...]:
    """Who hears of it: that an NPC has learned spells, nobody but the GM."""
    learns = bool(things) and all(spell_named(name, state.library) for name in things)
    return backstage(secret=learns and not state.is_player(state.character(who)))


class TakeAway(TableDeed, names=("收走", "unequip"), owner=SHEET, said_by=SHEET, many=True, example=".收走 安 长剑"):
    who: Whom = ""
    things: Annotated[tuple[str, ...], Field("things", keys=("物",), among=offers.gear, unless="money")]
    money: Money = 0
    word = costs_oneself

    def do(self, asked: Asked) -> Do:
        things = own_things(asked.state.character(self.who), self.things)
        return Do("unequip", Equip(who=self.who, things=tuple(things), money=self.money))

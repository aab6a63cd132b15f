"""Creation and growth in live play (BOO-LIV-48, BOO-LIV-50): what is asked of a player until a sheet is complete, and at a new level.

The steps are data (`core/creation`): asked one after another, each with what it means, its default and lawful answers only.
"""

from collections import Counter
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option, choose
from ludex.core.creation import Step, fill_in
from ludex.core.declaring import as_asked
from ludex.core.deeds import ITEM, SHELF, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import SHEET, keyed
from ludex.core.plain import list_in
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.boon.content import armor_named, class_named, edit_sheet, item_named, known_library, shipped
from ludex.systems.boon.content.creation import (
    BESIDES,
    LOWEST,
    MAGE,
    MOST,
    POINTS,
    SPELLS,
    beyond_creation,
    completed,
    default_scores,
    first_spell,
    kit_record,
    kits_of,
    quick,
    within_points,
)
from ludex.systems.boon.content.describing import of_spell
from ludex.systems.boon.events import Joined, happen
from ludex.systems.boon.kinds import (
    MONEY,
    Agility,
    At,
    BodySize,
    Calling,
    Intellect,
    Level,
    OfPlayers,
    SideName,
    Someone,
    Speed,
    Strength,
    TableDeed,
    Will,
    offers,
)
from ludex.systems.boon.kinds.reading import each, own_thing, side_named, things_said
from ludex.systems.boon.rules.scene import Arrived, Join, join
from ludex.systems.boon.rules.sheets import check_sheet
from ludex.systems.boon.sheet import Character, ClassPack, Record, Row, Spell, training_name
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import FOUR, Party

DEFAULT = "default"


class Create(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `create`: the seat that is asked, and the name and side of the newcomer."""

    seat: Who = GM
    name: str
    side: str = Party.HEROES.zh


Stated = bool | int | str | list[str]
"""What a step states of a sheet."""


class Draft(msgspec.Struct, frozen=True):
    """A sheet on its way: what it states so far, and which steps are done."""

    record: dict[str, Stated]
    done: tuple[str, ...] = ()

    @property
    def calling(self) -> str:
        return str(self.record["class"])

    @property
    def spells(self) -> list[str]:
        known = self.record.get("spells")
        return known if isinstance(known, list) else []

    def with_(self, step: str, /, **stated: Stated) -> "Draft":
        return Draft({**self.record, **stated}, (*self.done, step))


BODY = (*FOUR, "size", "speed", "level")


class LevelUp(
    TableDeed, names=("升级", "level"), does="level_up", owner=SHEET, many=True, picture="up", example=".升级 安"
):
    """One level more, or the level that is said (BOO-LIV-50)."""

    who: Someone = ""
    level: Annotated[int | None, Field("level", keys=("级",), owner=SHEET)] = None

    def do(self, asked: Asked) -> Do | Show:
        if asked.state.clock.running:
            raise RuleError("in_combat", clause="BOO-LIV-50", who=asked.state.character(self.who).called)
        return super().do(asked)


class CharacterLine(
    TableDeed,
    names=("角色", "pc"),
    owner=SHEET,
    beside=SHELF,
    picture="plus",
    example=".角色 霜 力=12 敏=13 职业=战士 等级=1 物=长剑,小盾 甲=软皮甲 阵营=英雄 玩家",
):
    """Write a character: the GM anybody, a player one of her own."""

    name: Annotated[str, Field("name")]
    strength: Strength = None
    agility: Agility = None
    intellect: Intellect = None
    will: Will = None
    calling: Calling = ""
    level: Level = None
    size: BodySize = None
    speed: Speed = None
    money: Annotated[int | None, MONEY] = None
    id: Annotated[str, keyed("id")] = ""
    side: SideName = ""
    armor: Annotated[
        str, keyed("armor", "甲", "护甲", kind=ITEM, owner=SHEET, among=offers.armors, refusal="unknown_id")
    ] = ""
    items: Annotated[tuple[str, ...], keyed("items", "物", "物品", "道具", among=offers.items, owner=SHEET)] = ()
    more: Annotated[tuple[str, ...], keyed("more", "物+", "道具+", among=offers.items, owner=SHEET)] = ()
    less: Annotated[tuple[str, ...], keyed("less", "物-", "道具-", among=offers.items, owner=SHEET)] = ()
    spells: Annotated[
        tuple[str, ...],
        keyed("spells", "法", "法术", kind=ITEM, owner=SHEET, among=offers.known_spells, refusal="unknown_id"),
    ] = ()
    player: OfPlayers = False
    position: At = None

    @property
    def key(self) -> str:
        return self.id or self.name

    def do(self, asked: Asked) -> Do:
        state: State = asked.state
        known = self._written(state)
        if known is not None:
            if not asked.gm:
                self._check_own(asked, known)
            record = {"id": known.id, **self._stated(asked), **self._regeared(state, known)}
            return Do("join", Join(record=record, changes=True))
        side = side_named(asked, self.side) if self.side or asked.gm else _players_side(asked)
        stated = self._stated(asked)
        if not asked.gm and not stated:  # BOO-LIV-48: a name alone is asked for the rest
            return Do("create", Create(seat=asked.seat, name=self.key, side=side))
        person: Record = {"id": self.key, "name": self.name, "side": side, "player": self.player or not asked.gm}
        record = stated | person | {"items": things_said(state, self.items), "spells": list(self.spells)}
        whole = (quick if asked.gm else completed)(record, state.library)
        return Do("join", Join(record=whole, newcomer=state.find(self.key) is None))

    def _written(self, state: State) -> Character | None:
        """Somebody who has a sheet already, by id or name."""
        return next((c for c in state.combatants if self.key in (c.id, c.name)), None)

    def _check_own(self, asked: Asked, known: Character) -> None:
        """A player writes newcomers, and her own while nobody fights."""
        if known.id not in asked.controls:
            raise RuleError("duplicate_id", id=self.key)
        if asked.state.clock.running:
            raise RuleError("in_combat", clause="BOO-RND-3", who=known.called)

    @rule("BOO-LIV-49")
    def _stated(self, asked: Asked) -> Record:
        """What is said of a sheet, and nothing else."""
        scores = {name: getattr(self, name) for name in BODY}
        numbers: Record = {name: value for name, value in (scores | {"money": self.money}).items() if value is not None}
        said = {
            "class": self.calling,
            "armor": self.armor,
            "items": things_said(asked.state, (*self.items, *self.more)),
            "spells": list(self.spells),
            "position": self.position,
            "side": side_named(asked, self.side) if self.side else "",
            "player": self.player,
        }
        return numbers | {name: value for name, value in said.items() if value}

    @rule("BOO-LIV-49")
    def _regeared(self, state: State, known: Character) -> Record:
        """What somebody has with some things more (`物+=`) or fewer (`物-=`), the others as they are."""
        if self.items or not (self.more or self.less):
            return {}
        left = list(known.items)
        for said in each(self.less):
            gone = own_thing(replace(known, items=tuple(left)), said)
            left = [item for item in left if item.id != gone]
        return {"items": [*map(msgspec.to_builtins, left), *things_said(state, self.more)]}

    @classmethod
    @rule("BOO-LIV-48", "BOO-LIV-49")
    def word(cls, asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """A player's own new sheet, or one that was never used, is no proposal within the limits of creation."""
        line = as_asked(cls, asked)
        known = line._written(asked.state)  # noqa: SLF001  # its own
        if known is not None and (known.used or known.id not in asked.controls):
            return kinds
        elsewhere = bool(line.position or (line.side and side_named(asked, line.side) != _players_side(asked)))
        stated = line._stated(asked)  # noqa: SLF001  # its own
        if known is not None and line.more:
            stated["items"] = [*(i.shelf or i.name for i in known.items), *list_in(stated.get("items"))]
        return kinds if elsewhere or beyond_creation(known, stated, asked.state.library) else ()


def _players_side(asked: Asked) -> str:
    """The players' side; if there is none it is called heroes, in the language of the one who asks."""
    state: State = asked.state
    return next((s.id for s in state.sides if s.player), Party.HEROES.called(asked.language))


class Grown(msgspec.Struct, frozen=True, kw_only=True):
    """A new level: what the class gave before and gives now, whether it is beyond its last row, and what was learned."""

    level: int
    before: Row
    after: Row
    beyond: bool = False
    learned: tuple[str, ...] = ()


@rule("BOO-LIV-48")
async def create(state: State, given: Create) -> Arrived:
    """Ask for everything that a first sheet needs; the end is a complete one, level 1, held by the player who made it."""
    start = Draft({"id": given.name, "name": given.name, "side": given.side, "player": True, "level": 1})
    draft = await fill_in(state, given.seat, start, STEPS)
    return await join(state, Join(record={**draft.record}, newcomer=True))


# --- the steps --------------------------------------------------------------------------------------------------------


def classes(state: State) -> tuple[ClassPack, ...]:
    """The classes that players know of, the shipped ones first."""
    return (*shipped().classes, *known_library(state.library).classes)


def spells(state: State) -> tuple[Spell, ...]:
    """The spells that players know of, the shipped ones first."""
    return (*shipped().spells, *known_library(state.library).spells)


def _ask_class(state: State, draft: Draft) -> Asking | None:
    options = tuple(Option(f"class:{one.id}", _class_says(one)) for one in classes(state))
    return None if "class" in draft.done else Asking(say("questions.create_class"), options)


def _class_says(pack: ClassPack) -> Say:
    return say("answers.create_class", name=pack.called, **given_by(pack.at(1)))


def given_by(row: Row) -> dict[str, int | list[Label]]:
    """What a class gives at a level, number by number, and its training."""
    names = ("level", "hit", "hit_boons", "dodge", "block", "force", "health")
    trained: list[Label] = [training_name(one) for one in row.training] or [say("answers.create_nothing")]
    return {**{name: getattr(row, name) for name in names}, "trained": trained}


def _take_class(_state: State, draft: Draft, said: str) -> Draft:
    calling = said.removeprefix("class:")
    kits = kits_of(calling)
    only = kit_record(kits[0]) if len(kits) == 1 else {}  # where there is nothing to choose nobody is asked
    return draft.with_("class", **{"class": calling}, **only)


OWN_SCORES = Option("set:" + ":".join(f"<{name}>" for name in FOUR), say("answers.create_own_scores"))


def _ask_scores(_state: State, draft: Draft) -> Asking | None:
    if "scores" in draft.done:
        return None
    usual = dict(zip(FOUR, default_scores(draft.calling), strict=True))
    options = (Option(DEFAULT, say("answers.create_scores", **usual)), OWN_SCORES)
    limits = {"points": POINTS, "low": LOWEST, "high": MOST}
    return Asking(say("questions.create_scores", **limits), options, judge=lambda said: _check_scores(draft, said))


def _scores(draft: Draft, said: str) -> tuple[int, ...]:
    """The four attributes that an answer means: `set:13:11:10:10`, also with spaces or commas."""
    if said == DEFAULT:
        return default_scores(draft.calling)
    return OWN_SCORES.numbers(said)


def _check_scores(draft: Draft, said: str) -> None:
    scores, limits = _scores(draft, said), {"points": POINTS, "low": LOWEST, "high": MOST}
    if len(scores) != len(FOUR):
        typed, four = said.removeprefix("set:").replace(":", " "), [term(name) for name in FOUR]
        raise RuleError("bad_scores", clause="BOO-LIV-48", answer=typed, four=four, **limits)
    if not within_points(scores):
        raise RuleError("bad_points", clause="BOO-LIV-48", scores=list(scores), total=sum(scores), **limits)


def _take_scores(_state: State, draft: Draft, said: str) -> Draft:
    return draft.with_("scores", **dict(zip(FOUR, _scores(draft, said), strict=True)))


def _ask_kit(state: State, draft: Draft) -> Asking | None:
    kits = kits_of(draft.calling)
    options = tuple(Option(f"kit:{n}", _kit_says(state, arms, armor)) for n, (arms, armor) in enumerate(kits))
    return None if "items" in draft.record else Asking(say("questions.create_kit"), options)


def _kit_says(state: State, arms: tuple[str, ...], armor: str) -> Say:
    worn = armor_named(armor, state.library)
    found = (item_named(one, state.library) for one in (*arms, *BESIDES))
    counts = Counter(one.called for one in found if one)
    things = [say("told.so_many", name=name, count=n) if n > 1 else name for name, n in counts.items()]
    return say("answers.create_kit", things=[*things, *([worn.called] if worn else [])])


def _take_kit(_state: State, draft: Draft, said: str) -> Draft:
    return draft.with_("kit", **kit_record(kits_of(draft.calling)[int(said.removeprefix("kit:"))]))


def _ask_spell(state: State, draft: Draft) -> Asking | None:
    known = draft.spells
    if draft.calling != MAGE or len(known) >= SPELLS:
        return None
    options = spell_options([one for one in spells(state) if first_spell(one) and one.id not in known])
    return Asking(say("questions.create_spell", n=len(known) + 1, of=SPELLS), options) if options else None


def spell_options(open_to: list[Spell]) -> tuple[Option, ...]:
    """Spells to choose from, each with what it costs and does."""
    return tuple(Option(f"spell:{one.id}", _spell_says(one)) for one in open_to)


def _spell_says(spell: Spell) -> Say:
    parts: list[Label] = [say("view.spell_ap", ap=spell.ap), *of_spell(spell)]
    return say("answers.create_spell", name=spell.called, parts=parts)


def _take_spell(_state: State, draft: Draft, said: str) -> Draft:
    return Draft({**draft.record, "spells": [*draft.spells, said.removeprefix("spell:")]}, draft.done)


def _text_step(name: str, field: str, longest: int) -> Step[State, Draft]:
    """A step that takes a line of text, or leaves what there is."""
    own = Option("set:<text>", say(f"answers.create_{name}"))
    options = (Option(DEFAULT, say(f"answers.create_no_{name}")), own)

    def ask(_state: State, draft: Draft) -> Asking | None:
        question = say(f"questions.create_{name}", name=draft.record["name"])
        return None if name in draft.done else Asking(question, options, judge=lambda said: check(text_of(said)))

    def text_of(said: str) -> str:
        return (own.match(said) or {"text": ""})["text"].strip()

    def check(text: str) -> None:
        if len(text) > longest:
            raise RuleError("bad_name", name=text[:40], limit=longest)

    def take(_state: State, draft: Draft, said: str) -> Draft:
        text = text_of(said)
        return draft.with_(name, **({field: text} if text else {}))

    return Step(name, ask, take)


STEPS: tuple[Step[State, Draft], ...] = (
    Step("class", _ask_class, _take_class),
    Step("scores", _ask_scores, _take_scores),
    Step("kit", _ask_kit, _take_kit),
    Step("spell", _ask_spell, _take_spell),
    _text_step("name", "name", 24),
    _text_step("story", "notes", 200),
)


# --- growth -----------------------------------------------------------------------------------------------------------


@rule("BOO-LIV-50")
async def level_up(state: State, given: LevelUp) -> Grown:
    """Another level: what it lets choose is asked, and damage stays. A mage learns one spell with each level more."""
    who = state.character(given.who)
    level = who.level + 1 if given.level is None else given.level
    pack = class_named(who.calling, state.library) if who.calling else None
    grown = edit_sheet(who, {"level": level}, state)
    check_sheet(grown)
    learned: tuple[Spell, ...] = ()
    for _ in range(level - who.level if pack and pack.id == MAGE else 0):
        learned += await _learned(state, grown, learned)
    await happen(Joined(replace(grown, spells=(*grown.spells, *learned))))
    before, after = (pack.at(one) if pack else Row() for one in (who.level, level))
    beyond = level > max((row.level for row in pack.levels), default=0) if pack else True
    return Grown(level=level, before=before, after=after, beyond=beyond, learned=tuple(one.id for one in learned))


async def _learned(state: State, who: Character, learned: tuple[Spell, ...]) -> tuple[Spell, ...]:
    """One spell more, if there is any that is not known."""
    known = {one.id for one in (*who.spells, *learned)}
    offered = {f"spell:{one.id}": one for one in spells(state) if one.id not in known}
    if not offered:
        return ()
    question = say("questions.learn", who=who.called)
    return (offered[await choose(actor(who.id), question, spell_options(list(offered.values())))],)

"""What may stand in a field: the fields that many commands share, whose word each is, and what is offered for them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import ACTOR, CELL, ITEM, TERM, WHOLE, Field
from ludex.core.errors import RuleError
from ludex.core.fields import CIRCUMSTANCE, DIFFICULTY, Default, flag, keyed, said_by
from ludex.core.packs import read_toml
from ludex.core.pairs import Pair
from ludex.core.plain import Plain
from ludex.core.terms import Term
from ludex.systems.mirror.content import called, english, library, shipped
from ludex.systems.mirror.rules.knowing import known_actions
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import CLOSED, PACKAGE, Attribute, DamageType, Grade, Group, Injury, Skill, Status


def closed(name: str, terms: type[Term], *keys: str, default: Default = None, several: bool = False) -> Field:
    """A field that takes a word of a closed list of the rulebook: by place, or with keys by these alone."""
    field = keyed(name, *keys, kind=TERM, default=default, several=several) if keys else Field(name, TERM)
    return replace(field, terms=terms, refusal=CLOSED[terms][0])


def layings(_state: State, _actor: str) -> dict[str, tuple[str, str]]:
    """What is put on regions of a stage as it is, without more words (MIR-SCN-1)."""
    chinese = ("墙体", "地形", "物件", "空间", "灯", "清空")
    english = ("wall", "terrain", "object", "space", "lamp", "clear")
    return {key: (word, key) for word, key in zip(chinese, english, strict=True)}


def grids(_state: State, _actor: str) -> dict[str, Pair]:
    """The shapes of a stage's regions (MIR-STG-1)."""
    return {"square": ("四边形", "square"), "hex": ("六边形", "hex")}


def actions_of(state: State, actor: str) -> dict[str, Pair]:
    """The actions of a sheet and those that she knows besides; where it has none, those of the library and of the blocks that ship."""
    names = _names(state, "actions")
    c = state.characters.get(actor)
    if c is not None and c.actions:
        known = _known(state, c)
        return _titled(c.actions) | {name: pair for name, pair in names.items() if name in known}
    blocks = [action for npc in shipped().npcs.values() for action in npc.actions if "title" in action]
    return names | _titled(blocks)


def _known(state: State, c: Character) -> frozenset[str]:
    """The actions that she knows, as far as her sheet can be read (MIR-LIV-9)."""
    try:
        return known_actions(state, c)
    except RuleError:
        return frozenset()


def parts_of(state: State, _actor: str) -> dict[str, Pair]:
    """The parts of everybody in play, by what they are called."""
    words = _part_words()
    parts = [part for c in state.characters.values() for part in c.parts]
    return {part.id: (part.name, part.name) if part.name else words.get(part.id, (part.id, part.id)) for part in parts}


def statuses_of(state: State, _actor: str) -> dict[str, Pair]:
    """The statuses that rules speak of, and the table's own."""
    return {one.value: (one.zh, one.en) for one in Status} | _names(state, "statuses")


@lru_cache(maxsize=1)
def _part_words() -> dict[str, Pair]:
    """The rulebook's words for parts, in both languages."""
    zh, en = (read_toml(PACKAGE, "words", f"{language}.toml")["terms"] for language in ("zh", "en"))
    return {key: (zh[key], en[key]) for key in zh}


def _titled(actions: Iterable[Plain]) -> dict[str, Pair]:
    """Actions as sheets write them, by what they are called, in both languages."""
    named = {str(a.get("title") or a["name"]): str(a["name"]) for a in actions}
    return {zh: (zh, english().get(name, zh)) for zh, name in named.items()}


def _names(state: State, kind: str) -> dict[str, Pair]:
    """What records are called in both languages; the table's own as they were given."""
    own = state.catalogue.get(kind, {})
    records: Mapping[str, msgspec.Struct] = getattr(library(state.catalogue), kind)
    return {
        name: (called(name, record), english().get(name, name) if name not in own else called(name, record))
        for name, record in records.items()
    }


def skills_offered(_state: State, _actor: str) -> dict[str, str]:
    """Skills, and the groups that stand for one of theirs."""
    return {one.value: one.zh for one in (*Skill, *Group)}


def thing(name: str, kind: str, refusal: str) -> Field:
    """A field that takes a record of the library, by its id or name."""
    return Field(name, ITEM, among=lambda state, _actor: _names(state, kind), refusal=refusal)


WHO = Field("who", ACTOR, refusal="unknown_id")  # MIR-LIV-6
MAYBE_WHO = replace(WHO, required=False)
FOR = replace(keyed("who", "谁", "who", kind=ACTOR), refusal="unknown_id")
AMOUNT = Field("amount", WHOLE, required=False, default=1)
CORNER = keyed("corner", "角", "corner", default="ne")
DIRECTION = keyed("direction", "向", "towards", default="0")
AT = keyed("cell", "格", "at", kind=CELL, refusal="bad_cell")
TAGS = keyed("tags", "标签", "tags", several=True)
EFFECT = Field(
    "effect", ITEM, among=lambda state, _actor: {x.id: x.name for x in state.effects}, refusal="unknown_effect"
)

TARGET = Field("target", WHOLE, required=False, keys=("对", "目标", "vs"), owner=DIFFICULTY)
BONUS = Field("bonus", WHOLE, required=False, signed=True, owner=CIRCUMSTANCE)
ATTRIBUTE = closed("attribute", Attribute, "属性", "by", "attr")
A_PART = Field("part", among=parts_of)
PART = replace(keyed("part", "部位", "on"), among=parts_of)
CHECK = (
    *said_by(
        CIRCUMSTANCE,
        keyed("modifiers", "修正", "mod", "m", several=True),
        flag("advantage", "优势", "adv"),
        flag("disadvantage", "劣势", "dis"),
        flag("passive", "被动", "passive"),
        flag("blind", "隐目标", "hidden"),
    ),
    ATTRIBUTE,
    PART,
    *said_by(
        CIRCUMSTANCE,
        keyed("require", "需求", "need", kind=WHOLE, default=0),
        closed("linked", Attribute, "关联", "linked", several=True),
        keyed("die_effects", "改骰", "die", several=True),
        closed("tiers", Grade, "效果", "tiers", several=True),
    ),
)
"""What a check takes besides what it is made with."""

TYPES = closed("types", DamageType, "伤", "type", "types", several=True)
BLOW = said_by(
    CIRCUMSTANCE,
    keyed("hit", "级", "hit", kind=WHOLE, default=1),
    keyed("dp", "力", "dp", kind=WHOLE, default=1),
    TYPES,
    closed("effects", Injury, "特效", "fx", several=True),
    keyed("dr", "减", "dr", kind=WHOLE),
)
"""A damage in full."""

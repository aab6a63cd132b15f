"""What the keys of records are called in Chinese, and what is wrong with a record, all at once: words that are not on their closed lists, and
what a refusing function says (MIR-LIV-51)."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import msgspec

from ludex.core.effects.authoring import KEYS as EFFECT
from ludex.core.errors import RuleError
from ludex.core.packs import english_things, shape_problem
from ludex.core.say import Say, say
from ludex.core.terms import Term
from ludex.systems.mirror.terms import PACKAGE, Attribute, Defense, Skill, check_word, said

Word = tuple[type[Term], str | None]
"""A word, and the closed list that it should be on."""


english = partial(english_things, PACKAGE)
"""What shipped things are called in English, by their ids."""


def wrong(
    *refusing: Callable[..., msgspec.Struct | None], words: Callable[..., Iterator[Word]] = lambda _thing: iter(())
) -> Callable[[msgspec.Struct], Iterator[Say]]:
    """What refusing functions say of a thing, and every word of it that is not on its list, as problems of its record."""

    def problems(thing: msgspec.Struct) -> Iterator[Say]:
        try:
            checks: list[Callable[[], msgspec.Struct | None]] = [partial(check_word, *word) for word in words(thing)]
        except msgspec.ValidationError as error:
            yield shape_problem(error, where="actions")
            return
        checks += [partial(check, thing) for check in refusing]
        for refuses in checks:
            try:
                refuses()
            except RuleError as error:
                facts = {k: [*map(listed, v)] if isinstance(v, list) else v for k, v in error.facts.items()}
                yield Say(f"errors.{error.code}", facts)

    return problems


def listed(word: Say | str) -> Say | str:
    """A word of a list in the reader's language: a thing that ships, or one of the rulebook's."""
    if not isinstance(word, str):
        return word
    told = said(word)
    return say(f"things.{word}") if told == word and word in english() else told


COMMON = {"名称": "name", "名字": "name", "说明": "text", "标签": "tags", "等级": "level"}
ATTACK = {
    "类型": "type", "模式": "mode", "种类": "category", "技能": "skill", "防御": "defense", "级": "hit", "威力": "dp",
    "力": "dp", "伤害": "types", "损伤": "effects", "Hit": "hit", "DP": "dp", "伤害类型": "types", "损伤效果": "effects", "可近": "close_ok", "大成功": "great", "射程": "range", "范围": "area",
}  # fmt: skip
AREA = {
    "形状": "shape", "半径": "radius", "角度": "angle", "长": "length", "宽": "width", "高": "height", "弥漫": "diffuse",
    "球形": "sphere", "扇形": "cone", "矩形": "box",
}  # fmt: skip
CONDITION = {"项": "stat", "值": "value"}
ENTRANT = {"数量": "count", "格": "cell", "暗": "hidden"}
GLOW = {"半径": "radius", "级": "level"}
PART = {"名称": "name", "类型": "type", "器官": "organs", "伤势": "wounds", "DR": "dr", "编号": "id"}
KEYS: dict[str, dict[str, str]] = {
    "actions": {
        **COMMON, "名称": "title", "名字": "title", "类型": "type", "原类型": "base_type", "AP": "ap", "SP": "sp",
        "用部位": "part", "触发": "trigger", "需求": "requirement", "攻击": "attack", "效果": "effect", "检定": "check", "基本": "basic", "结束": "ends",
        "射程": "range", "范围": "area",
    },
    "abilities": {**COMMON, "领域": "domain", "自动习得": "auto", "前置": "prerequisite", "赋予": "grants", "感官": "senses"},
    "organs": {**COMMON, "可装": "fits", "感官": "carries", "条件": "while"},
    "bodies": {"名称": "title", "名字": "title", "部位": "parts", "衔接": "links"},
    "gear": {"名称": "title", "名字": "title", "类别": "kind", "用部位": "part", "起始": "first", "说明": "text"},
    "items": {
        **COMMON, "类别": "kind", "种类": "category", "覆盖": "covers", "DR": "dr", "光": "light", "数量": "quantity",
    },
    "statuses": {**COMMON, "有害": "harmful", "自愿": "voluntary"},
    "scenery": {**COMMON, "类别": "kind", "格": "cells", "耗": "cost", "光": "light", "进入": "on_enter"},
    "encounters": {**COMMON, "舞台": "stage"},
    "npcs": {
        "名称": "name", "名字": "name", "等级": "lv", "领域": "domains", "属性": "attributes", "技能": "skills", "防御": "defenses",
        "武器": "weapons", "魔法": "magic", "次要": "secondary", "认知": "base_cognition", "杂兵": "minion", "身体": "body",
        "部位": "parts", "DR": "dr", "抗性": "resist", "易伤": "vuln", "感官": "senses", "动作": "actions", "能力": "abilities",
        "物品": "items", "常令": "orders", "阵营": "side", "备注": "notes", "速度": "speed", "触及": "reach", "潜行": "stealth",
    },
}  # fmt: skip
"""Keys in Chinese, by kind of content."""

INSIDE = {
    "actions": {**AREA, **CONDITION, **ATTACK},
    "abilities": CONDITION,
    "bodies": PART,
    "items": GLOW,
    "scenery": GLOW,
    "encounters": ENTRANT,
    "npcs": {**ATTACK, **PART},
}
"""Keys of what stands inside a record, by kind of content."""


def keys_of(kind: str) -> Mapping[str, str]:
    """The Chinese keys of a kind: its own first, then those of what stands inside its records, of effects, and of its numbers."""
    words = {one.zh: one.value for terms in (Attribute, Skill, Defense) for one in terms}
    later = {**EFFECT, **words, **COMMON, **INSIDE.get(kind, {})}
    return {**KEYS[kind], **{word: key for word, key in later.items() if word not in KEYS[kind]}}

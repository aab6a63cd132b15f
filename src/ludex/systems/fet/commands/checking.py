"""Checks among people, treatment, rest and basics, and the sheet to look at."""

import re

from msgspec.structs import replace

from ludex.core.deeds import ACTOR, ANYONE, DECIMAL, GM_ONLY, REST, TERM, WHOLE, Asked, Command, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import flag
from ludex.core.names import narrow, split_list
from ludex.core.plain import Written
from ludex.core.principals import EVERYBODY, GM
from ludex.core.rule import rule
from ludex.systems.fet.commands.naming import SELF, anybody_in, check_actor, crowds
from ludex.systems.fet.commands.offers import DIFFICULTY, SHEET, STORY, TIME, everybody
from ludex.systems.fet.commands.owned import PARTNER, draft_word
from ludex.systems.fet.commands.reading import TARGET_WORDS, attribute_in, decimal, target_in
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.roster import check_character, check_unburdened
from ludex.systems.fet.rules.sheets import BASICS
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Attribute, How, Resource, Treated


def _spec(state: State, text: str) -> dict[str, Written]:
    """The target that was typed, else the group's."""
    if text.strip():
        return target_in(text)
    if state.target is None:
        raise RuleError("target_untold" if state.target_by else "no_target", clause="FET-CEX-2")
    return {"target": state.target}


def _together(asked: Asked) -> dict[str, Written]:
    """Everybody who takes part, with the attribute that counts, and the target."""
    names, words = _named(asked)
    for who in names:
        check_character(asked.state, who)
        check_unburdened(asked.state, who, asked["attribute"])
    aim: dict[str, Written] = (
        {"group": True} if asked.state.target_by and not words else _spec(asked.state, " ".join(words))
    )
    people = [{"id": who, "who": who, "attribute": asked["attribute"]} for who in names]
    others = [who for who in names if not asked.state.characters[who].npc and who not in asked.controls]
    return {"participants": people, **aim, "asks": others, "called": asked.gm}


@rule("FET-LIV-4", "FET-LIV-60")
def _named(asked: Asked) -> tuple[list[str], list[str]]:
    """Who is named, one by one, by a side, as everybody or by a beginning that several share; and the words of the target among them."""
    said = [*asked["people"], *(name for word in str(asked["goal"]).split() for name in split_list(word))]
    words = [word for word in said if _GOAL.fullmatch(narrow(word)) and word not in asked.state.people]
    names = [word for word in said if word not in words]
    people = list(dict.fromkeys(who for name in names for who in _meant(asked, name)))
    if (
        len(people) == 1 and not asked.gm and people[0] not in asked.controls
    ):  # FET-LIV-1: her own part goes without saying
        people = [check_actor(asked), *people]
    return people, words


_WORDS = "|".join(TARGET_WORDS)
_GOAL = re.compile(rf"(?:{_WORDS})?[+-]?\d+(?:\.\d+)?(?:d|[x×*]\d+(?:\.\d+)?)?|d(?:\d+)?|{_WORDS}", re.IGNORECASE)
"""A word of a target: a number, perhaps with what it is or times another, or the die of a random difficulty."""


def _meant(asked: Asked, name: str) -> list[str]:
    """Everybody whom a name means."""
    if name in SELF:
        return [check_actor(asked)]
    return [anybody_in(asked.state, one) for one in crowds(asked.state, [name])]


@rule("FET-LIV-1")
def _parts_word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The target is the GM's word, and so is an NPC's part."""
    names, words = _named(asked)
    npcs = any(asked.state.characters[who].npc for who in names if who in asked.state.characters)
    return (*(kinds if words else ()), *((PARTNER,) if npcs else ()))


def oppose(asked: Asked) -> Do:
    """FET-OPP-1; the GM's contest is a call (FET-LIV-4)."""
    return Do("called_contest" if asked.gm else "opposed_check", _together(asked))


def foreseen_contest(asked: Asked) -> Do:
    """The odds of a contest: what everybody's dice come to."""
    return Do("opposed_check", _together(asked))


def cooperate(asked: Asked) -> Do:
    """FET-COP-1."""
    return Do("cooperative_check", _together(asked))


def persuade(asked: Asked) -> Do:
    """FET-NEG-1: play it out; the GM is asked for the rating."""
    check_character(asked.state, asked.actor)
    whom = asked["whom"] or _only_npc(asked.state)
    found = asked.state.characters.get(whom)
    if (not whom and asked.state.partner is None) or (found is not None and not found.npc):  # FET-NEG-1
        raise RuleError("no_partner", clause="FET-CNE-1")
    return Do("negotiate", {"who": asked.actor, **({"whom": whom} if whom else {})})


@rule("FET-LIV-5")
def _only_npc(state: State) -> str:
    """The only NPC on stage, where the group has no partner."""
    npcs = [who for who, character in state.characters.items() if character.npc and not character.stage]
    return npcs[0] if state.partner is None and len(npcs) == 1 else ""


def treat(asked: Asked) -> Do:
    """FET-REC-3: all that is missing unless an amount is named."""
    given = {"how": How.TREATMENT, "who": asked.actor, "patient": asked["patient"], "resource": asked["resource"]}
    return Do("recover", {**given, "amount": decimal(asked, "amount")})


def rest(asked: Asked) -> Do:
    """FET-REC-2."""
    named = list(asked["patient"] or ([asked.actor] if asked.actor and (asked.named or not asked.gm) else []))
    for who in named:
        check_character(asked.state, who)
    if not named and not asked.gm:
        raise RuleError("no_sheet", clause="FET-CMD-5", who="")
    hidden = any(asked.state.characters[who].npc for who in named)
    return Do("night", {"who": named}, (GM,) if hidden else (EVERYBODY,))


def medicine(asked: Asked) -> Do:
    """FET-REC-4."""
    given = {name: asked[name] for name in ("patient", "resource", "force")}
    given |= {"how": How.ITEM, "amount": decimal(asked, "amount")}
    return Do("recover", given, heard_by(asked.state, asked["patient"]))


def basics(asked: Asked) -> Do:
    """FET-ROL-1: `.骰基 5 4 1` for size, appearance and assets."""
    return Do(
        "roll_basics", {"allocation": {name: asked[name] for name in BASICS}, "who": asked.seat, "onto": asked.actor}
    )


def sheet(asked: Asked) -> Show:
    """The whole sheet, derived; of others, what one knows (FET-LIV-38)."""
    who = asked["who"] or asked.actor
    check_character(asked.state, who)
    return Show("sheet", {"who": who})


def static(asked: Asked) -> Show:
    """FET-STC-1: all eleven rates for a target; `.成功率 力量 100`: the one that is named."""
    check_character(asked.state, asked.actor)
    first, _, rest = str(asked["goal"]).strip().partition(" ")
    one = attribute_in(first) if first and not any(sign.isdigit() for sign in first) else ""
    text = rest if one else str(asked["goal"])
    return Show("rates", {"who": asked.actor, "of": one or "", **_spec(asked.state, text)})


def far(asked: Asked) -> Show:
    """FET-BOX-1, FET-ZON-1: how far, and what the zones say."""
    return Show("distance", {"one": asked["one"], "other": asked["other"]})


_ATTRIBUTE = Field("attribute", TERM, terms=Attribute, refusal="attribute_not_found")
_PEOPLE = Field("people", several=True, required=False, default=(), among=everybody, wanted=True)
_TARGET = Field("goal", REST, required=False, default="", owner=DIFFICULTY)
_TOGETHER = (_ATTRIBUTE, _PEOPLE, _TARGET)
_AMOUNT = Field("amount", DECIMAL, refusal="bad_number")
_RESOURCE = Field("resource", TERM, required=False, default=Resource.STAMINA, terms=Resource, refusal="bad_resource")
_TREATED = replace(_RESOURCE, default=Treated.STAMINA, terms=Treated)
_PATIENT = Field("patient", ACTOR)
_SLEEPER = Field("patient", ACTOR, required=False, several=True, owner=TIME)
_FORCE = flag("force", "f", "超上限", owner=STORY)
_MEDICINE = (_PATIENT, _AMOUNT, _RESOURCE, _FORCE)
_WHO = Field("who", ACTOR, required=False, default="")
_WHOM = Field("whom", ACTOR, required=False, default="")
_PLAYED = Field("text", REST, required=False, default="")
_BASICS = tuple(Field(name, WHOLE) for name in BASICS)
_BOTH = (Field("one", ACTOR), Field("other", ACTOR))

COMMANDS = (
    Command(
        ("对抗", "op", "oppose"),
        oppose,
        _TOGETHER,
        ANYONE,
        ".对抗 意志 爱丽丝、韩左 100",
        "checks",
        foresee=foreseen_contest,
        word=_parts_word,
        together="people",
    ),
    Command(
        ("协同", "co", "coop"),
        cooperate,
        _TOGETHER,
        ANYONE,
        ".协同 力量 爱丽丝、韩左 100",
        "checks",
        word=_parts_word,
        together="people",
    ),
    Command(("说服", "talk"), persuade, (_WHOM, _PLAYED), example=".talk", group="checks"),
    Command(("成功率", "rates"), static, (_TARGET,), example=".rates 100", group="checks"),
    Command(("治伤", "treat"), treat, (_PATIENT, _AMOUNT, _TREATED), example=".治伤 韩左 5", group="checks"),
    Command(("休息", "rest"), rest, (_SLEEPER,), example=".rest", group="checks", owner=TIME, together="patient"),
    Command(("用药", "item"), medicine, _MEDICINE, GM_ONLY, ".用药 韩左 20 体力", "checks", many=True, aims=True),
    Command(("骰基", "basics"), basics, _BASICS, ANYONE, ".骰基 5 4 1", "checks", owner=SHEET, word=draft_word),
    Command(("卡", "st", "sheet"), sheet, (_WHO,), example=".卡", group="checks"),
    Command(("距离", "dist"), far, _BOTH, ANYONE, ".距离 韩左 打手", "battle"),
)

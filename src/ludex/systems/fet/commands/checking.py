"""Checks among people, treatment, rest and basics."""

from ludex.core.deeds import ANYONE, GM_ONLY, Arg, Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.systems.fet.commands.offers import ATTRIBUTES, POOLS
from ludex.systems.fet.commands.reading import (
    attribute_of,
    character_named,
    check_own,
    number_in,
    resource_of,
    target_in,
)
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.roster import check_character
from ludex.systems.fet.rules.sheets import BASICS
from ludex.systems.fet.state import State
from ludex.systems.fet.views.cards import distance_card, sheet_card, static_card

_ATTRIBUTE = Arg("attribute", among=ATTRIBUTES)
_PEOPLE = Arg("people", "list")
_TARGET = Arg("target", "rest", required=False, default="")


def _spec(state: State, text: str) -> dict[str, object]:
    """The target that was typed, else the group's."""
    if text.strip():
        return target_in(text.split())
    if state.target is None:
        raise RuleError("no_target", clause="FET-CEX-2")
    return {"target": state.target}


def _participants(asked: Asked) -> list[dict[str, object]]:
    attribute = attribute_of(asked["attribute"])
    people = [_who(asked.state, name) for name in asked["people"]]
    return [{"id": who, "who": who, "attribute": attribute} for who in people]


def _who(state: State, name: str) -> str:
    found = character_named(state, name)
    check_character(state, found)
    return found


def oppose(asked: Asked) -> Do:
    """FET-OPP-1."""
    given = {"participants": _participants(asked), **_spec(asked.state, asked["target"])}
    return Do("opposed_check", given)


def cooperate(asked: Asked) -> Do:
    """FET-COP-1."""
    return Do("cooperative_check", {"participants": _participants(asked), **_spec(asked.state, asked["target"])})


def persuade(asked: Asked) -> Do:
    """FET-NEG-1: play it out; the GM is asked for the rating."""
    if asked.state.partner is None:
        raise RuleError("no_partner", clause="FET-CNE-1")
    check_character(asked.state, asked.actor)
    return Do("negotiate", {"who": asked.actor})


def treat(asked: Asked) -> Do:
    """FET-REC-3: all that is missing unless an amount is named."""
    amount = asked["amount"]
    given = {"how": "treatment", "who": asked.actor, "patient": asked["patient"], "resource": _resource(asked)}
    return Do("recover", {**given, "amount": number_in(amount, "amount")})


def _resource(asked: Asked) -> str:
    return resource_of(asked["resource"])


def rest(asked: Asked) -> Do:
    """FET-REC-2."""
    who = asked["patient"] or asked.actor
    return Do("recover", {"how": "night", "patient": who, "resource": "will"}, heard_by(asked.state, who))


def medicine(asked: Asked) -> Do:
    """FET-REC-4."""
    given = {"how": "item", "patient": asked["patient"], "resource": _resource(asked)}
    given["amount"] = number_in(asked["amount"], "amount")
    return Do("recover", {**given, "force": asked["force"]}, heard_by(asked.state, asked["patient"]))


def basics(asked: Asked) -> Do:
    """FET-ROL-1: `.骰基 5 4 1` for size, appearance and assets."""
    counts = [asked[name] for name in BASICS]
    return Do("roll_basics", {"allocation": dict(zip(BASICS, counts, strict=True)), "who": asked.seat})


def sheet(asked: Asked) -> Show:
    """The whole sheet, derived."""
    who = asked["who"] or asked.actor
    check_character(asked.state, who)
    return Show(sheet_card(asked.state, check_own(asked, who)))


def static(asked: Asked) -> Show:
    """FET-STC-1: all eleven rates for a target."""
    check_character(asked.state, asked.actor)
    spec = _spec(asked.state, asked["target"])
    return Show(static_card(asked.state, asked.actor, spec=spec))


def far(asked: Asked) -> Show:
    """FET-BOX-1, FET-ZON-1: how far, and what the zones say."""
    return Show(distance_card(asked.state, one=asked["one"], other=asked["other"]))


_AMOUNT = Arg("amount")
_RESOURCE = Arg("resource", required=False, default="体力", among=POOLS)

COMMANDS = (
    Command(
        ("对抗", "op", "oppose"),
        oppose,
        (_ATTRIBUTE, _PEOPLE, _TARGET),
        ANYONE,
        ".对抗 意志 爱丽丝、韩左 100",
        "checks",
    ),
    Command(
        ("协同", "co", "coop"),
        cooperate,
        (_ATTRIBUTE, _PEOPLE, _TARGET),
        ANYONE,
        ".协同 力量 爱丽丝、韩左 100",
        "checks",
    ),
    Command(("说服", "talk"), persuade, example=".talk", group="checks"),
    Command(("成功率", "rates"), static, (_TARGET,), example=".rates 100", group="checks"),
    Command(
        ("治伤", "treat"), treat, (Arg("patient", "actor"), _AMOUNT, _RESOURCE), example=".治伤 韩左 5", group="checks"
    ),
    Command(
        ("休息", "rest"), rest, (Arg("patient", "actor", required=False, default=""),), example=".rest", group="checks"
    ),
    Command(
        ("用药", "item"),
        medicine,
        (Arg("patient", "actor"), _AMOUNT, _RESOURCE, Arg("force", "flag", required=False, keys=("f", "超上限"))),
        GM_ONLY,
        ".用药 韩左 20 体力",
        "checks",
    ),
    Command(("骰基", "basics"), basics, tuple(Arg(name, "int") for name in BASICS), ANYONE, ".骰基 5 4 1", "checks"),
    Command(
        ("卡", "st", "sheet"), sheet, (Arg("who", "actor", required=False, default=""),), example=".卡", group="checks"
    ),
    Command(("距离", "dist"), far, (Arg("one", "actor"), Arg("other", "actor")), ANYONE, ".距离 韩左 打手", "battle"),
)

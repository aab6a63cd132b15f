"""Wounds, effects and gear, as the GM types them."""

from msgspec.structs import replace

from ludex.core.deeds import ACTOR, DECIMAL, GM_ONLY, TERM, WHOLE, Asked, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import CIRCUMSTANCE, STORY, calls, flag, keyed
from ludex.systems.boon.commands import offers, reading
from ludex.systems.boon.commands.args import GEAR, SIGHT, SOMEBODY, SWAY, WHO, whole
from ludex.systems.boon.commands.reading import NOTICED, screened
from ludex.systems.boon.rules.actions import check_active
from ludex.systems.boon.sheet import Record
from ludex.systems.boon.terms import Attribute

AMOUNT = Field("amount", WHOLE, owner=STORY)


def rest(asked: Asked) -> Do:
    """Rest for some hours, when nobody fights."""
    party = asked.gm and not asked["who"] and not asked.named
    party = party and any(asked.state.is_player(c) for c in asked.state.combatants)  # BOO-LIV-57
    who = "" if party else reading.someone(asked)
    if asked.state.clock.running:
        raise RuleError("in_combat", clause="BOO-PRS-1", who=who)
    if not asked.gm:
        check_active(asked.state.character(who))  # BOO-LIV-10
    if party:
        return Do("rest_party", {"hours": asked["hours"]})
    return Do("rest", {"who": who, "hours": asked["hours"]})


def fate(asked: Asked) -> Do:
    """A fate roll."""
    return Do("fate_roll", {"who": reading.someone(asked)})


def burst(asked: Asked) -> Do:
    """An area that the scene makes."""
    source: Record = {"resist": asked["resist"] or "none", **reading.thrown(asked["dice"])}
    return Do("resist_damage", {"source": source, "targets": [{"who": t} for t in reading.targets(asked)]})


def effect(asked: Asked) -> Do:
    """Something that lasts, on somebody or on a square."""
    square = reading.point(asked["target"])
    first, *others = reading.people(asked, asked["target"]) if square is None else (f"@{square[0]},{square[1]}",)
    given: Record = {name: asked[name] for name in ("boons", "banes")} | {"target": first, "also": others}
    given |= {"secret": asked["secret"]}
    given |= {"creator": asked["creator"] or "", "name": asked["id"], "id": f"{asked['id']}-{first}"}
    said = any(asked[name] for name in ("boons", "banes", "damage")) or asked["heal"] is not None
    if not said and (known := reading.state_called(asked, asked["id"])):
        given |= {"state": known}
    if asked["damage"]:
        dice = reading.thrown(asked["damage"])
        given |= dice if "die" in dice else {"damage": dice["amount"]}
    given |= {name: asked[name] for name in ("rounds", "heal") if asked[name] is not None}
    return Do("add_effect", given, reading.backstage(asked))


def end_effect(asked: Asked) -> Do:
    """End an effect."""
    return Do("remove_effect", {"id": reading.effect_on(asked, asked["id"], asked["who"])})


def repair(asked: Asked) -> Do:
    """Repair gear or armour."""
    return Do("repair", _gear(asked) | {"amount": asked["amount"]})


def wear(asked: Asked) -> Do:
    """Wear gear or armour down."""
    return Do("damage_item", _gear(asked) | {"amount": asked["amount"]})


def _gear(asked: Asked) -> Record:
    who = reading.acting(asked)
    return {"who": who.id, "item": reading.worn(who, asked["item"])}


def noticed(asked: Asked) -> Do:
    """Whether somebody stays hidden."""
    did = NOTICED.get(asked["did"] or "", asked["did"] or "")
    given = {"who": reading.someone(asked), "observed": not asked["unwatched"], "did": did}
    return Do("update_hidden", given | screened(asked))


def shouted(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A shout gives oneself away and is nobody else's word (BOO-LIV-1)."""
    return () if NOTICED.get(asked["did"] or "") == "shout" else kinds


WOUNDS = (
    Command(
        ("伤害", "dmg", "damage"),
        calls("apply_damage", "who", "amount"),
        (WHO, AMOUNT),
        example=".伤害 安 3",
        owner=STORY,
        word=reading.own_word(lambda asked: asked["who"] or asked.actor),
    ),
    Command(("治疗", "heal"), calls("heal", "who", "amount"), (WHO, AMOUNT), example=".治疗 安 2", owner=STORY),
    Command(("休息", "rest"), rest, (Field("hours", DECIMAL, owner=STORY), SOMEBODY), example=".休息 8 安"),
    Command(("命运", "fate"), fate, (SOMEBODY,), example=".命运 安", owner=STORY),
    Command(
        ("范围", "burst"),
        burst,
        (
            Field("dice", owner=STORY),
            Field("targets", several=True, among=offers.targets, owner=STORY),
            Field("resist", TERM, required=False, terms=Attribute, owner=STORY),
        ),
        who=GM_ONLY,
        example=".范围 3d6 安,柏 敏捷",
    ),
    Command(
        ("效果", "effect"),
        effect,
        (
            Field("id", owner=STORY),
            Field("target", several=True, among=offers.people, owner=STORY),
            whole("rounds", "轮", owner=STORY),
            keyed("damage", "伤", "伤害", owner=STORY),
            whole("heal", "疗", "治疗", owner=STORY),
            keyed("creator", "来自", "by", kind=ACTOR, owner=STORY),
            *SWAY[1:],
            flag("secret", "暗中", "隐藏", owner=STORY),
        ),
        example=".效果 目眩 安 轮=1 劣=1",
        owner=STORY,
    ),
    Command(
        ("解除", "end"),
        end_effect,
        (Field("id", owner=STORY), replace(SOMEBODY, owner=STORY)),
        example=".解除 目眩",
        owner=STORY,
    ),
    Command(("修理", "repair"), repair, (GEAR, AMOUNT), example=".修理 护甲 5 @安", owner=STORY),
    Command(
        ("磨损", "wear"),
        wear,
        (GEAR, AMOUNT),
        example=".磨损 护甲 5 @安",
        owner=STORY,
        word=reading.own_word(lambda asked: asked.actor),
    ),
    Command(
        ("察觉", "spot"),
        noticed,
        (
            SOMEBODY,
            keyed("did", "做了"),
            flag("unwatched", "没人看", owner=CIRCUMSTANCE),
            *SIGHT,
        ),
        example=".察觉 遮=大半",
        owner=STORY,
        word=shouted,
    ),
)

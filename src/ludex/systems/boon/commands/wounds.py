"""Wounds, effects and gear, as the GM types them."""

from ludex.core.deeds import ACTOR, DECIMAL, GM_ONLY, TERM, WHOLE, Asked, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import CIRCUMSTANCE, STORY, calls, flag, keyed, whom as about
from ludex.systems.boon.commands import amounts, offers, reading
from ludex.systems.boon.commands.args import ABOUT, GEAR, PEOPLE, SIGHT, SOMEBODY, SWAY, WHOM, whole
from ludex.systems.boon.commands.reading import NOTICED, screened
from ludex.systems.boon.rules.actions import check_active
from ludex.systems.boon.sheet import Record
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import ROUND_SECONDS, Attribute

AMOUNT = Field("amount", WHOLE, owner=STORY)


def rest(asked: Asked) -> Do:
    """Rest for some hours, when nobody fights."""
    who = _resting(asked)
    if asked.state.clock.running:
        raise RuleError("in_combat", clause="BOO-PRS-1", who="")
    if not asked.gm:
        check_active(asked.state.character(who[0]))  # BOO-LIV-10
    return Do("rest_party", {"hours": asked["hours"], "who": who})


def _resting(asked: Asked) -> list[str]:
    """Who rests: those named; else the GM's whole party (nobody said: everybody), a player's own (BOO-LIV-57)."""
    state: State = asked.state
    named = reading.people(asked, asked["who"] or ([asked.actor] if asked.named else ()))
    if asked.gm:
        party = any(state.is_player(c) for c in state.combatants)
        return named or ([] if party else [reading.acting(asked).id])
    if others := [who for who in named if who not in asked.controls]:
        raise RuleError("not_yours", actor=others[0], controls=list(asked.controls))
    own = [c for c in state.combatants if c.id in (named or asked.controls)]
    if not own:
        raise RuleError("whose")
    return [c.id for c in sorted(own, key=lambda c: not c.active) if c.active or not any(o.active for o in own)]


def fate(asked: Asked) -> Do:
    """A fate roll."""
    return Do("fate_roll", {"who": reading.someone(asked)})


def burst(asked: Asked) -> Do:
    """An area that the scene makes."""
    source: Record = {"resist": asked["resist"] or "none", **amounts.thrown(asked["dice"])}
    return Do("resist_damage", {"source": source, "targets": [{"who": t} for t in reading.targets(asked)]})


def effect(asked: Asked) -> Do:
    """Something that lasts, on somebody or on a square."""
    name, bearers = _borne(asked)
    square = reading.point(bearers)
    first, *others = reading.people(asked, bearers) if square is None else (f"@{square[0]},{square[1]}",)
    given: Record = {key: asked[key] for key in ("boons", "banes", "secret")} | {"target": first, "also": others}
    given |= {"creator": asked["creator"] or "", "name": name, "id": f"{name}-{first}"}
    said = any(asked[key] for key in ("boons", "banes", "damage")) or asked["heal"] is not None
    if not said and (known := reading.state_called(asked, name)):
        given |= {"state": known}
    if asked["damage"]:
        dice = amounts.thrown(asked["damage"])
        given |= dice if "die" in dice else {"damage": dice["amount"]}
    given |= {name: asked[name] for name in ("rounds", "heal") if asked[name] is not None}
    given |= {"rounds": amounts.seconds(asked["lasts"]) // ROUND_SECONDS} if asked["lasts"] else {}
    return Do("add_effect", given, reading.backstage(asked))


def _borne(asked: Asked) -> tuple[str, list[str]]:
    """The name of an effect and who is to bear it, in either order (`.效果 安 目眩`); nobody named: oneself."""
    name, bearers = asked["id"], asked["target"] or [reading.whom(asked)]
    if len(bearers) == 1 and reading.state_called(asked, bearers[0]) and not reading.state_called(asked, name):
        return bearers[0], [name]
    return name, bearers


def end_effect(asked: Asked) -> Do:
    """End an effect."""
    who = asked["who"] or (asked.actor if asked.named else None)
    return Do("remove_effect", {"id": reading.effect_on(asked, asked["id"], who)})


def repair(asked: Asked) -> Do:
    """Repair gear or armour."""
    return Do("repair", _gear(asked) | {"amount": asked["amount"]})


def wear(asked: Asked) -> Do:
    """Wear gear or armour down."""
    return Do("damage_item", _gear(asked) | {"amount": asked["amount"]})


def _gear(asked: Asked) -> Record:
    who = asked.state.character(asked["who"]) if asked["who"] else reading.acting(asked)
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
        calls("apply_damage", "amount", who="who", by=reading.whom),
        (WHOM, AMOUNT),
        example=".伤害 安 3",
        owner=STORY,
        word=reading.own_word(about),
        many=True,
    ),
    Command(
        ("治疗", "heal"),
        calls("heal", "amount", who="who", by=reading.whom),
        (WHOM, AMOUNT),
        example=".治疗 安 2",
        owner=STORY,
        many=True,
    ),
    Command(
        ("休息", "rest"),
        rest,
        (Field("hours", DECIMAL, keys=("小时", "h"), owner=STORY), PEOPLE),
        example=".休息 8 安",
        together="who",
    ),
    Command(("命运", "fate"), fate, (SOMEBODY,), example=".命运 安", owner=STORY, many=True),
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
            Field("target", required=False, several=True, among=offers.people, owner=STORY),
            whole("rounds", "轮", "轮数", owner=STORY),
            keyed("lasts", "持续", owner=STORY),
            keyed("damage", "伤", "伤害", "骰", "dice", owner=STORY),
            whole("heal", "疗", "治疗", owner=STORY),
            keyed("creator", "来自", "来源", "by", kind=ACTOR, owner=STORY),
            *SWAY[1:],
            flag("secret", "暗中", "隐藏", owner=STORY),
        ),
        example=".效果 目眩 安 轮=1 劣=1",
        owner=STORY,
        together="target",
    ),
    Command(
        ("解除", "end"),
        end_effect,
        (Field("id", among=offers.lasting, owner=STORY), WHOM),
        example=".解除 目眩",
        owner=STORY,
        many=True,
    ),
    Command(("修理", "repair"), repair, (GEAR, AMOUNT, ABOUT), example=".修理 护甲 5 @安", owner=STORY),
    Command(
        ("磨损", "wear"),
        wear,
        (GEAR, AMOUNT, ABOUT),
        example=".磨损 护甲 5 @安",
        owner=STORY,
        word=reading.own_word(about),
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

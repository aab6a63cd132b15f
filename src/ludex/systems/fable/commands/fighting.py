"""Commands for a conflict: actions, attacks, spells, turns, the clock and its effects."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from ludex.core.deeds import GM_ONLY, ITEM, REST, TERM, WHOLE, Asked, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import CIRCUMSTANCE, STORY, flag, keyed
from ludex.core.names import folded, split_list
from ludex.core.say import say
from ludex.systems.fable.commands.checking import ahead
from ludex.systems.fable.commands.offers import (
    ANY_TARGET,
    MOD,
    OTHER_ATTRIBUTES,
    TARGET,
    TARGETS,
    arms,
    bearers,
    durations,
    in_hand,
    items,
    outside,
    players_of_themselves,
    spells,
)
from ludex.systems.fable.commands.reading import actor_named, each_once, own, run, sends, team_of_word, two_attributes
from ludex.systems.fable.commands.rituals import PRICED, RITUAL, ritual
from ludex.systems.fable.effects.writing import lasting
from ludex.systems.fable.may import check_able, check_turn
from ludex.systems.fable.redact import heard, visible
from ludex.systems.fable.rules.actions import CheckAt, UseItem, check_item
from ludex.systems.fable.rules.arms import DualStrike, arm_of, attack_with, check_cover, in_both_hands
from ludex.systems.fable.rules.conflict import Join, StartConflict, TakeAction, check_guard
from ludex.systems.fable.rules.damage import check_targets
from ludex.systems.fable.rules.defeat import Falls
from ludex.systems.fable.rules.initiative import fighter_of
from ludex.systems.fable.rules.npcs import PlaySide
from ludex.systems.fable.rules.spells import Cast, check_known, spell_of
from ludex.systems.fable.rules.superiority import GainPoint
from ludex.systems.fable.rules.ticks import AddEffect, NewEffect, StartTick
from ludex.systems.fable.state import State, groups, team_of
from ludex.systems.fable.terms import CLOCKED, Action, Attribute, DamageType, Item


# ---------------------------------------------------------------------- actions
def attack(asked: Asked) -> Do:
    """`.攻击 灰狼 青铜剑`: the cost of a spell and the action are paid by the way."""
    strike = arm_of(asked.state, own(asked), asked["weapon"] or "")
    targets = _aimed_at(asked)
    check_cover(asked.state, strike, targets)
    given = attack_with(asked.state, strike, attacker=asked.actor, targets=targets, modifier=asked["mod"])
    given = replace(given, open=_open(asked))
    return run("attack", given, heard(asked.state, *targets))  # the blow reveals (FAB-LIV-41)


def _open(asked: Asked) -> bool:
    """Whether a player strikes at a table that shows NPCs' numbers: her question then names the defence (FAB-LIV-24, FAB-LIV-39)."""
    return not asked.gm and asked.viewer.numbers == "open"


def _aimed_at(asked: Asked) -> tuple[str, ...]:
    """Whom an attack is aimed at, each once; the only enemy where nobody is named. Nobody who is out (FAB-LIV-6)."""
    targets = each_once(asked["targets"]) or only_foe(asked)
    check_targets(asked.state, targets)
    return targets


def only_foe(asked: Asked) -> tuple[str, ...]:
    """Whom an attack means that names nobody: the only enemy there is to see, else `no_target` (FAB-LIV-26)."""
    state: State = asked.state
    side = team_of(state, asked.actor)
    fought = {c.id for c in state.conflict.combatants} if state.conflict else set(state.characters)
    foes = [
        who
        for who in visible(state)
        if who in fought and team_of(state, who) != side and not state.characters[who].fate
    ]
    if len(foes) != 1:
        raise RuleError("no_target", clause="FAB-PCK-9")
    return (foes[0],)


def secretly(do: Do) -> Do:
    """A blow struck in secret does not show who struck (FAB-LIV-4)."""
    known = do.procedure == "attack" and isinstance(do.given, Mapping)
    return replace(do, given={**do.given, "unseen": True}) if known else do


def dual(asked: Asked) -> Do:
    """`.双武器 灰狼 [短矛 青铜剑]`: what is in both hands, where nothing is said (FAB-LIV-9, FAB-LIV-26)."""
    main, off = in_both_hands(asked.state, own(asked))
    targets = each_once(asked["targets"]) or only_foe(asked)
    given = DualStrike(own(asked), asked["main"] or main, asked["off"] or off, targets, asked["mod"], open=_open(asked))
    for arm in (given.main, given.off):
        check_cover(asked.state, arm_of(asked.state, asked.actor, arm), given.targets)
    return run("dual_strike", given, heard(asked.state, *given.targets))


def cast(asked: Asked) -> Do:
    """`.施法 余烬弹 灰狼1,灰狼2`: an offensive spell is an attack, any other simply works."""
    caster = own(asked)
    check_known(asked.state, caster, asked["spell"])
    spell = spell_of(asked.state, asked["spell"])[1]
    if spell.type is None:
        targets = each_once(asked["targets"]) or (caster,)
        audience = heard(asked.state, caster, *targets)
        return run("cast", Cast(caster, asked["spell"], targets, open=_open(asked)), audience)
    targets = _aimed_at(asked)
    strike = arm_of(asked.state, caster, asked["spell"])
    given = attack_with(asked.state, strike, attacker=caster, targets=targets, modifier=asked["mod"])
    return run("attack", replace(given, open=_open(asked)), heard(asked.state, *targets))


def cast_ahead(asked: Asked) -> Do:
    """The odds of a spell, on anybody's turn."""
    return ahead(cast, action="" if cast(asked).procedure == "attack" else False)(asked)


def guard(asked: Asked) -> Do:
    """`.防御 [掩护谁]`."""
    given = TakeAction(own(asked), Action.GUARD, asked["cover"] or "")
    check_guard(asked.state, given)
    return run("take_action", given, heard(asked.state, given.actor, given.cover))


def hinder(asked: Asked) -> Do:
    """`.妨碍 灰狼 灵巧+洞察`."""
    return _check_at("hinder", asked, (Attribute.DEX, Attribute.INS))


def study(asked: Asked) -> Do:
    """`.研究 灰狼`."""
    return _check_at("study", asked, (Attribute.INS, Attribute.INS))


def _check_at(procedure: str, asked: Asked, usual: tuple[Attribute, Attribute]) -> Do:
    attributes = two_attributes(asked["attributes"]) if asked["attributes"] else usual
    given = CheckAt(own(asked), attributes, modifier=asked["mod"], target=asked["target"], action=True)
    check_targets(asked.state, (given.target,))
    return run(procedure, given, heard(asked.state, given.actor, given.target))


def item(asked: Asked) -> Do:
    """`.物品 疗伤药 [目标] [类型]`."""
    who, named = own(asked), Item.said(asked["item"])
    given = UseItem(named, None, asked["target"] or who, asked["type"] or "", who, action=True)
    if named != Item.MAGIC_TENT:
        check_turn(asked.state, who)
    check_targets(asked.state, (given.target,) if named == Item.ELEMENTAL_SHARD else ())
    check_item(asked.state, given)
    return run("use_item", given, heard(asked.state, who, given.target))


# ---------------------------------------------------------------------- turns and the clock
action = sends("take_action", "action", who="actor")
"""An action that the table plays out in words."""
leave = sends("conflict_leave", actor="target")
spd = sends("set_spd", actor="target", spd="n")
superiority = sends("superiority_spend", who="actor")
rally = sends("villain_recovery", who="character")


def tick(asked: Asked) -> Do:
    """`.刻始 放弃=安`."""
    forfeits = tuple(asked["forfeits"])
    return run("tick_start", StartTick(forfeits), heard(asked.state, *forfeits))


def conflict(asked: Asked) -> Do:
    """`.冲突 [谁,谁] 突袭=谁`: everybody who can be seen and is still up, or those named, roll initiative."""
    state: State = asked.state
    fighters = _everybody(asked, asked["people"] or ["全体"])
    for who in fighters:
        check_able(state.characters[who])
    surprised = _everybody(asked, asked["surprised"])
    given = StartConflict(tuple(fighter_of(state, who, surprised=who in surprised) for who in fighters))
    seen = [who for who in fighters if who in visible(state)]
    return run("conflict_start", given, heard(state, *(seen or fighters)))


def _everybody(asked: Asked, said: Sequence[str]) -> tuple[str, ...]:
    """Those whom names mean: one by name, of a side those who can be seen and are still up."""
    state: State = asked.state
    up = {who for who, c in state.characters.items() if not c.fate and not c.hidden}
    sides = {folded(name): [who for who in members if who in up] for name, members in groups(state).items()}
    found = [who for name in said for who in sides.get(folded(name), ()) or (actor_named(asked, name),)]
    return tuple(dict.fromkeys(found))


def join(asked: Asked) -> Do:
    """`.加入 石像守卫`."""
    check_able(asked.state.characters[asked["target"]])
    given = Join(fighter_of(asked.state, asked["target"], surprised=asked["surprised"]))
    return run("conflict_join", given, heard(asked.state, asked["target"]))


def effect(asked: Asked) -> Do:
    """`.效果 浓雾 3刻 锚=安`, `.效果 浓雾 刻 3`, `.效果 浓雾 场景 锚=全场 修正=命中:-2`: a side bears it one by one (FAB-LIV-31)."""
    lasts = lasting(f"{asked['kind']} {asked['left'] or ''}".strip())
    if lasts is None:
        raise RuleError("bad_effect", clause="FAB-LIV-37", value=asked["kind"])
    anchor, *also = _everybody(asked, asked["anchor"]) or ("",)
    made = NewEffect(
        asked["id"],
        lasts.unit,
        asked["source"] or asked.actor,
        anchor,
        lasts.n,
        tuple(asked["do"]),
        tuple(asked["modifiers"]),
        tuple(asked["denies"]),
        asked["on"] or "",
    )
    if made.do and not made.on and made.kind not in CLOCKED:
        raise RuleError("bad_content", clause="FAB-LIV-37", problems=[say("content.never_done")])
    if not made.anchor and (made.do or made.modifiers or made.denies):
        made = replace(made, anchor=own(asked))
    return run("add_effect", AddEffect(made, tuple(also)), heard(asked.state, made.source, made.anchor))


def superiority_gain(asked: Asked) -> Do:
    """`.给优势 同伴`."""
    return run("superiority_gain", GainPoint(team_of_word(asked["team"])))


def fall(asked: Asked) -> Do:
    """`.倒下 [@谁]`: the question of the fate, where it was left out; the cause and who struck are the rule's to know (FAB-LIV-19)."""
    who = asked.state.characters[own(asked)]
    if not who.falling:
        raise RuleError("not_defeated", clause="FAB-PZR-1", who=who.called)
    return run("fates", Falls((who.id,)), heard(asked.state, who.id))


def play(asked: Asked) -> Do:
    """`.代行 敌方`: NPCs play until a player must decide."""
    state: State = asked.state
    sides, people = groups(state), list[str]()
    for name in split_list(asked["people"].replace("@", "").replace("＠", "")):
        people += _on_clock(state, sides[name]) if name in sides else [actor_named(asked, name)]
    shown = [who for who in people if who in visible(state)]  # FAB-LIV-41: an unseen one is not known to play either
    return run("play_side", PlaySide(tuple(dict.fromkeys(people))), heard(state, *(shown or people)))


def _on_clock(state: State, people: Sequence[str]) -> list[str]:
    """Those of a side who have turns to play."""
    conflict = state.conflict
    return [who for who in people if conflict is None or conflict.of(who)]


FOES = replace(TARGETS, required=False)
WEAPON = Field("weapon", required=False, keys=("武器",), among=arms)
MAIN, OFF = (Field(hand, required=False, among=in_hand) for hand in ("main", "off"))
SPELL = Field("spell", ITEM, among=spells, refusal="unknown_spell")
ITEM_ = Field("item", among=items, refusal="unknown_item")
TYPE = Field("type", TERM, required=False, keys=("类型",), terms=DamageType, refusal="unknown_damage_type")
ACTION = Field("action", TERM, terms=Action, refusal="unknown_action")
JOINING = replace(TARGET, among=outside)
SURPRISED = flag("surprised", "突袭", owner=STORY)
PLAYING = Field("people", REST, owner=STORY, among=players_of_themselves)
PEOPLE = Field("people", required=False, several=True, owner=STORY)
ALL_SURPRISED = replace(PEOPLE, name="surprised", keyed=True, keys=("突袭",))
FORFEITS = replace(FOES, name="forfeits", keyed=True, keys=("放弃",), among=(), owner=STORY)
TEAM = Field("team", owner=STORY)
COVER = replace(ANY_TARGET, name="cover", keys=("掩护",))
ANYBODY = replace(ANY_TARGET, among=(), keyed=True, owner=STORY)
EFFECT = (
    Field("id", keys=("名称", "name"), owner=STORY),
    Field("kind", keys=("期限", "lasts"), among=durations, owner=STORY),
    Field("left", required=False, owner=STORY),
    keyed(
        "anchor",
        *("锚", "承受者", "bearer"),
        kind=ITEM,
        several=True,
        owner=STORY,
        among=bearers,
        refusal="unknown_character",
    ),
    replace(ANYBODY, name="source", keys=("来源",)),
    keyed("on", "时", owner=STORY),
    keyed("do", "做", several=True, owner=STORY),
    keyed("modifiers", "修正", several=True, owner=STORY),
    keyed("denies", "禁止", several=True, owner=STORY),
)

COMMANDS = (
    Command(
        ("攻击", "a", "attack"),
        attack,
        (FOES, WEAPON, MOD),
        example=".攻击 灰狼1",
        foresee=ahead(attack, action=""),
        alone=True,
    ),
    Command(
        ("双武器", "dual"),
        dual,
        (FOES, MAIN, OFF, MOD),
        example=".双武器 灰狼1 青铜剑 钢匕首",
        foresee=ahead(dual, action=False),
        alone=True,
    ),
    Command(
        ("施法", "cast"),
        cast,
        (SPELL, FOES, MOD),
        example=".施法 回春 苏砚",
        foresee=cast_ahead,
        alone=True,
    ),
    Command(("防御", "guard"), guard, (COVER,), example=".防御", alone=True),
    Command(
        ("妨碍", "hinder"),
        hinder,
        (TARGET, OTHER_ATTRIBUTES, MOD),
        example=".妨碍 灰狼1 灵巧+洞察",
        foresee=ahead(hinder, action=False),
        alone=True,
    ),
    Command(
        ("研究", "study"),
        study,
        (TARGET, OTHER_ATTRIBUTES, MOD),
        example=".研究 灰狼1",
        foresee=ahead(study, action=False),
        alone=True,
    ),
    Command(("物品", "item"), item, (ITEM_, ANY_TARGET, TYPE), example=".物品 疗伤药", alone=True),
    Command(("动作", "act"), action, (ACTION,), example=".动作 其他", alone=True),
    Command(
        ("仪式", "ritual"),
        ritual,
        RITUAL,
        example=".仪式 弱 单",
        owner=CIRCUMSTANCE,
    ),
    Command(("仪式费", "cost"), sends("ritual_cost", "potency", "area", "ingredient"), PRICED, example=".仪式费 中 小"),
    Command(("回合", "turn"), sends("start_turn", who="actor"), example=".回合", alone=True),
    Command(("结束", "end"), sends("end_turn", who="actor"), example=".结束", alone=True),
    Command(("放弃", "forfeit"), sends("forfeit", who="actor"), example=".放弃", alone=True),
    Command(("推进", "next"), sends("advance"), example=".推进", alone=True, owner=STORY),
    Command(("优势点", "sup", "superiority"), superiority, example=".优势点", alone=True),
    Command(("倒下", "fall"), fall, example=".倒下"),
    Command(
        ("冲突", "fight", "conflict"),
        conflict,
        (PEOPLE, ALL_SURPRISED),
        GM_ONLY,
        ".冲突",
        alone=True,
        together="people",
    ),
    Command(
        ("加入", "join"), join, (JOINING, SURPRISED), GM_ONLY, example=".加入 暮面", alone=True, many=True, aims=True
    ),
    Command(("退场", "leave"), leave, (TARGET,), GM_ONLY, example=".退场 灰狼1", alone=True, many=True, aims=True),
    Command(("收场", "endfight"), sends("conflict_end"), (), example=".收场", owner=STORY),
    Command(("刻始", "tick"), tick, (FORFEITS,), GM_ONLY, example=".刻始", alone=True),
    Command(("刻末", "tock"), sends("tick_end"), (), GM_ONLY, example=".刻末", alone=True),
    Command(("效果", "effect"), effect, EFFECT, example=".效果 浓雾 3刻", owner=STORY),
    Command(
        ("速度", "spd"), spd, (TARGET, Field("n", WHOLE, owner=STORY)), example=".速度 灰狼1 5", owner=STORY, aims=True
    ),
    Command(("给优势", "supgain"), superiority_gain, (TEAM,), example=".给优势 同伴", owner=STORY),
    Command(("代行", "play"), play, (PLAYING,), GM_ONLY, example=".代行 敌方", alone=True, together="people"),
    Command(("重整", "rally"), rally, (), GM_ONLY, example=".重整 @暮面"),
)

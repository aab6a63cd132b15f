"""Actions in a conflict, the attack: joins FAB-PAC-2 and FAB-PAC-7 with Spells (FAB-PSP-1), as a spell is one of the arms.

What somebody can attack with (weapons, attacks of a stat block, offensive spells), cover, and attacking with two weapons.
"""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed
from ludex.core.deeds import Asked, Do, Field, Name
from ludex.core.effects.records import NOTHING, Occasion, Phrase, Trigger
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.names import named
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fable.content import called_of, weapon_named
from ludex.systems.fable.effects import borne
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import PendingSet
from ludex.systems.fable.kinds import Modifier, Open, Overdraw, Own, Targets, off_turn, offers
from ludex.systems.fable.kinds.offers import names_of, only_foe
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.attacks import Attack, Attacked, Weapon, attacked
from ludex.systems.fable.rules.attributes import plus
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.damage import check_targets
from ludex.systems.fable.rules.equipment import Held, item_called, paired, pieces_named
from ludex.systems.fable.rules.gauges import mind_points, overdraws
from ludex.systems.fable.rules.npcs import check_bonus, damage_bonus
from ludex.systems.fable.rules.windows import drawn, pay, wanted
from ludex.systems.fable.sheet import BARE_HANDS, Character, things_of
from ludex.systems.fable.sheet.entries import SpellEntry, Strike, WeaponEntry
from ludex.systems.fable.state import BY_USE, Pending, State, character_of
from ludex.systems.fable.terms import Action, Kind


def arms_of(state: State, who: str) -> dict[str, Strike]:
    """Everything she can attack with: weapons and spells by key, attacks of a stat block by name."""
    character = character_of(state, who)
    sheet = character.sheet
    weapons = entries_of(WeaponEntry, state.things)
    spells = entries_of(SpellEntry, state.things)
    found = {strike.name: strike for strike in sheet.strikes}
    in_hand = sheet.weapons if sheet.strikes else (*sheet.weapons, BARE_HANDS)
    found |= {key: _as_strike(weapons[key], key) for key in in_hand if key in weapons}
    found |= {key: _as_spell(spells[key], key) for key in sheet.spells if key in spells and spells[key].type}
    return {key: _of_level(strike, character) for key, strike in found.items()}


def arms(state: State, actor: str) -> dict[str, Name]:
    """What somebody can attack with, by key, in either language; where nobody in particular acts, what anybody can."""
    known: dict[str, Name] = {**names_of(WeaponEntry, state), **names_of(SpellEntry, state)}
    people = [actor] if actor in state.characters else state.characters
    return {key: known.get(key, strike.name) for who in people for key, strike in arms_of(state, who).items()}


def _as_strike(weapon: WeaponEntry, key: str) -> Strike:
    return Strike(
        weapon.name or key,
        weapon.attributes,
        weapon.damage,
        weapon.type,
        weapon.accuracy,
        multi=weapon.multi,
        ranged=weapon.ranged,
    )


@rule("FAB-PCK-9", "FAB-PSP-1")
def _as_spell(spell: SpellEntry, key: str) -> Strike:
    """An offensive spell is an attack against M.DEF that costs mind points for each target."""
    if spell.type is None:
        raise RuleError("not_offensive", spell=key)
    return Strike(
        spell.name or key,
        spell.attributes,
        spell.damage,
        spell.type,
        versus="mdef",
        multi=spell.multi,
        mp=spell.mp,
        opportunities=spell.opportunities,
    )


@rule("FAB-PNP-2")
def _of_level(strike: Strike, character: Character) -> Strike:
    if character.kind is Kind.PC:
        return strike
    accuracy, damage = check_bonus(character.level), damage_bonus(character.level)
    return replace(strike, accuracy=strike.accuracy + accuracy, damage=strike.damage + damage)


def arm_of(state: State, who: str, name: str) -> Strike:
    """One of her attacks by key or name (her first where none is named), or `unknown_weapon`."""
    arms = arms_of(state, who)
    if not name:
        return next(iter(arms.values()))
    names = {key: (key, key.replace("_", " "), strike.name) for key, strike in arms.items()}
    name = _meant(state, who, name)
    found = weapon_named(name, state.things)
    if state.live and found is not None and found[0] not in arms:  # FAB-LIV-9
        who_ = character_of(state, who)
        if found[0] in things_of(who_.sheet):
            raise RuleError("not_equipped", clause="FAB-PEQ-1", item=called_of(found[1].name))
        raise RuleError("not_owned", clause="FAB-PEQ-1", who=who_.called, item=called_of(found[1].name))
    called = [called_of(strike.name) for strike in arms.values()]
    return arms[named(name, names, unknown="unknown_weapon", weapon=name, weapons=called)]


@rule("FAB-PEQ-1")
def _meant(state: State, who: str, name: str) -> str:
    """The kind of a weapon that is named as a piece: by its note, its place or its number (FAB-LIV-9)."""
    character = character_of(state, who)
    if not character.sheet.items or weapon_named(name, state.things) is not None:
        return name
    try:
        named_ = pieces_named(state, character.sheet, name)
    except RuleError:
        return name
    if named_ and all(one.packed for one in named_):
        raise RuleError("not_equipped", clause="FAB-PEQ-1", item=item_called(state, named_[0].key))
    return named_[0].key if named_ else name


@rule("FAB-PAC-2")
def check_cover(state: State, strike: Strike, targets: tuple[str, ...]) -> None:
    """Refuse a melee attack on somebody whom a guard covers; it is open to aim at the one who covers her."""
    melee = strike.versus == "def" and not strike.ranged
    for target in targets if melee else ():
        for who, character in state.characters.items():
            if character.covering == target and not character.out:
                raise RuleError("covered", clause="FAB-PAC-2", target=target, by=who, weapon=strike.name)


class StrikeFoe(Deed, names=("攻击", "a", "attack"), alone=True, picture="sword", example=".攻击 灰狼1"):
    """`.攻击 灰狼 青铜剑`: the cost of a spell and the action are paid by the way."""

    attacker: Own
    targets: Targets = ()
    weapon: Annotated[str, Field(keys=("武器",), among=arms)] = ""
    overdraw: Overdraw = False
    modifier: Modifier = 0
    open: Open = False
    foresee = off_turn

    def do(self, asked: Asked) -> Do:
        strike = arm_of(asked.state, self.attacker, self.weapon)
        return strike_at(asked, strike, self.targets, modifier=self.modifier, shown=self.open, overdraw=self.overdraw)


def strike_at(
    asked: Asked, strike: Strike, targets: tuple[str, ...], *, modifier: int, shown: bool, overdraw: bool
) -> Do:
    """An attack by a line with one of her arms: on whom it names, else on the only enemy; nobody who is out, nobody who is covered (FAB-LIV-6)."""
    state, targets = asked.state, targets or only_foe(asked)
    check_targets(state, targets)
    check_cover(state, strike, targets)
    given = attack_with(state, strike, attacker=asked.actor, targets=targets, modifier=modifier)
    given = replace(given, open=shown, overdraw=overdraw)
    return Do("attack", given, heard(state, *targets))  # the blow reveals (FAB-LIV-41)


def secretly(do: Do) -> Do:
    """A blow struck in secret does not show who struck (FAB-LIV-4), and a thing written in secret is one until it is opened or used."""
    marks = {"attack": "unseen", "add_thing": "kept"}
    return replace(do, given=replace(do.given, **{marks[do.procedure]: True})) if do.procedure in marks else do


@rule("FAB-PSP-1")
def attack_with(state: State, strike: Strike, *, attacker: str, targets: tuple[str, ...], modifier: int = 0) -> Attack:
    """An attack with one of her arms: the cost is for each target, and a spell uses the spell action."""
    spell = strike.versus == "mdef"
    at = Occasion(
        "",
        attacker,
        targets[0] if targets else "",
        {"weapon": True, "spell": spell, "name": strike.name, "ranged": strike.ranged},
    )
    multi = max(1, strike.multi + plus(state, attacker, "multi", at))  # FAB-LIV-32
    fields = {name: getattr(strike, name) for name in Weapon.__struct_fields__}
    weapon = Weapon(**{**fields, "multi": multi})
    return Attack(
        weapon,
        attacker,
        targets,
        modifier,
        mp_cost=mp_cost(state, attacker, strike.mp, at) * len(targets),
        action=Action.SPELL if strike.mp else Action.ATTACK,
    )


def mp_cost(state: State, who: str, stated: int, at: Occasion = NOTHING) -> int:
    """What a spell costs for each target, with what effects change of it: never below 1 where there was a cost (FAB-LIV-32)."""
    return max(1, stated + plus(state, who, "mp_cost", at)) if stated else 0


# ---------------------------------------------------------------------- striking back
class React(msgspec.Struct, frozen=True):
    pending: Pending


class Reacted(msgspec.Struct, frozen=True):
    used: bool
    attack: Attacked | None = None

    @property
    def reached(self) -> str:
        """Whether it hits, as the odds of an answer say it (FAB-LIV-24)."""
        return self.attack.reached if self.attack else "leave"

    @property
    def damage(self) -> int:
        return self.attack.damage if self.attack else 0


async def react(state: State, given: React) -> Reacted:
    """A feat strikes back, off turn and without an action: its owner is asked (FAB-LIV-35)."""
    one = given.pending
    state = await happen(PendingSet(tuple(p for p in state.pending if p != one)))
    owner, target = state.characters.get(one.who), state.characters.get(one.target)
    if owner is None or target is None or owner.out or target.fate:
        return Reacted(used=False)
    effect = next((e for e in borne(state, one.who) if one.feat in (e.id, e.id.partition(":")[2])), None)
    trigger = effect.triggers[one.place] if effect and 0 <= one.place < len(effect.triggers) else None
    blow = _blow_of(one, trigger)
    arms = _arms_for(state, one.who, blow) if blow else []
    if not blow or not arms:
        return Reacted(used=False)
    if effect and trigger:  # a use was paid for when it was used
        if trigger.ask:
            state, wants = await wanted(state, effect, trigger, Occasion(trigger.on, one.target, one.who))
            if not wants:
                return Reacted(used=False)
        if trigger.ask and not await overdraws(state, one.who, mind_points(trigger.cost)):
            return Reacted(used=False)
        state = await pay(await drawn(state, effect, f"t{one.place}", trigger), one.who, trigger.cost)
    strike = attack_with(state, arms[0], attacker=one.who, targets=(one.target,))
    _, struck = await attacked(state, replace(strike, action="", hr_zero="HR0" in blow.values))
    return Reacted(used=True, attack=struck)


def _blow_of(one: Pending, trigger: Trigger | None) -> Phrase | None:
    used = (Phrase("attack", one.blow),) if one.place == BY_USE else ()
    return next((step for step in (trigger.do if trigger else used) if step.word == "attack"), None)


@rule("FAB-LIV-36")
def _arms_for(state: State, who: str, blow: Phrase) -> list[Strike]:
    kinds = [ranged for word, ranged in (("melee", False), ("ranged", True)) if word in blow.values] or [False, True]
    return [s for s in arms_of(state, who).values() if s.versus == "def" and s.ranged in kinds]


# ---------------------------------------------------------------------- two weapons
class DualStrike(msgspec.Struct, frozen=True):
    attacker: str
    main: str
    off: str
    targets: tuple[str, ...]
    modifier: int = 0
    action: bool = True
    open: bool = False
    """Whether the table shows NPCs' numbers (FAB-LIV-39)."""


class StrikeTwice(
    DualStrike,
    Deed,
    names=("双武器", "dual"),
    alone=True,
    picture="sword",
    example=".双武器 灰狼1 青铜剑 钢匕首",
):
    """`.双武器 灰狼 [短矛 青铜剑]`: what is in both hands, where nothing is said (FAB-LIV-9, FAB-LIV-26)."""

    attacker: Own
    targets: Targets = ()
    main: Annotated[str, Field(among=offers.in_hand)] = ""
    off: Annotated[str, Field(among=offers.in_hand)] = ""
    modifier: Modifier = 0
    open: Open = False
    foresee = off_turn

    def do(self, asked: Asked) -> Do:
        main, off, *_ = (*character_of(asked.state, self.attacker).sheet.weapons, BARE_HANDS, BARE_HANDS)
        given = replace(self, main=self.main or main, off=self.off or off, targets=self.targets or only_foe(asked))
        for arm in (given.main, given.off):
            check_cover(asked.state, arm_of(asked.state, self.attacker, arm), given.targets)
        return Do("dual_strike", given, heard(asked.state, *given.targets))


class DualStruck(msgspec.Struct, frozen=True):
    first: Attacked
    second: Attacked

    @property
    def damage(self) -> int:
        return self.first.damage + self.second.damage

    @property
    def reached(self) -> str:
        """How many blows hit, as the odds of an answer say it (FAB-LIV-24)."""
        return f"blows_{self.hits}"

    @property
    def hits(self) -> int:
        return self.first.hits + self.second.hits

    @property
    def execution(self) -> dict[str, str]:
        """How a 斩杀 among them ends, for odds: that of the first where both have one."""
        return {**self.second.execution, **self.first.execution}

    @property
    def broken(self) -> int:
        return self.first.broken + self.second.broken


@rule("FAB-PAC-7")
async def dual_strike(state: State, given: DualStrike) -> DualStruck:
    """Two attacks with one action, HR counted as 0 for the damage of both, neither against several targets."""
    if not given.targets:
        raise RuleError("no_target", clause="FAB-PAC-7")
    main, off = (_meant(state, given.attacker, name) for name in (given.main, given.off))
    pair = _in_hand(state, main), _in_hand(state, off)
    if not paired(*pair, state.options):
        names = {"main": item_called(state, pair[0].key), "off": item_called(state, pair[1].key)}
        exotic = say(f"told.exotic_{state.options.exotic_pairs}")
        raise RuleError("not_paired", clause="FAB-PAC-7", **names, exotic=exotic)
    _check_both(state, given, (pair[0].key, pair[1].key))
    if given.action:
        state = await acted(state, given.attacker, Action.ATTACK)
    blows = []
    for name, target in zip((main, off), (given.targets[0], given.targets[-1]), strict=True):
        strike = arm_of(state, given.attacker, name)
        one = attack_with(state, strike, attacker=given.attacker, targets=(target,), modifier=given.modifier)
        state, done = await attacked(state, replace(one, hr_zero=True, action="", dual=True, open=given.open))
        blows.append(done)
    return DualStruck(blows[0], blows[1])


def hands_paired(state: State, who: str) -> tuple[tuple[str, str], ...]:
    """The two weapons in her hands, where they may strike together (FAB-PAC-7)."""
    held = character_of(state, who).sheet.weapons
    if len(held) != len(("main", "off")):
        return ()
    return ((held[0], held[1]),) if paired(_in_hand(state, held[0]), _in_hand(state, held[1]), state.options) else ()


def _check_both(state: State, given: DualStrike, keys: tuple[str, str]) -> None:
    """Two pieces, one in each hand: named twice, it must be there twice (FAB-LIV-9)."""
    sheet = character_of(state, given.attacker).sheet
    if not state.live:
        return
    for key in keys:
        wanted = keys.count(key)
        if sheet.weapons.count(key) < wanted and key != BARE_HANDS:
            owned = things_of(sheet).count(key) >= wanted
            code, who = ("not_equipped" if owned else "not_owned"), character_of(state, given.attacker).called
            raise RuleError(code, clause="FAB-PAC-7", who=who, item=item_called(state, key))


def _in_hand(state: State, name: str) -> Held:
    found = weapon_named(name, state.things)
    if found is None:
        named_ = [called_of(entry.name) for entry in entries_of(WeaponEntry, state.things).values()]
        raise RuleError("unknown_weapon", weapon=name, weapons=named_)
    return Held(found[1].category, found[1].hands, found[0])

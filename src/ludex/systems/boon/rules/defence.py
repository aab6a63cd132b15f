"""Defence (BOO-DEF): which are open, the one question that dodge, block, body throw and special ones answer, and its roll."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, Rolled, choose, roll
from ludex.core.deeds import OWN, TERM, Asked, Do, Field
from ludex.core.effects.counting import denied
from ludex.core.effects.records import Facts, Occasion
from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.core.fields import flag
from ludex.core.hints import larger, of_each, remembered, undecided
from ludex.core.principals import Who, actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.kinds import Acting, AttackKind, TableDeed, Visible
from ludex.systems.boon.kinds.offers import acting, gear as gear_of
from ludex.systems.boon.kinds.reading import item_said
from ludex.systems.boon.rules.actions import UNASKED, pay
from ludex.systems.boon.rules.tests import (
    Bands,
    Swayed,
    TestDice,
    Tested,
    check_counts,
    compare,
    percent,
    roll_alone,
    test_result,
)
from ludex.systems.boon.rules.wards import DENIED, Guard, defense_cost, guard, open_specials, split_defence, ward_name
from ludex.systems.boon.rules.windows import has_training, used_up, with_body
from ludex.systems.boon.sheet import Character, Item
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import THROW_TRAINING, Kind, Result, Ward

BLOCKABLE = (Kind.MELEE, Kind.RANGED, Kind.ITEM)  # BOO-DEF-2


class Threat(msgspec.Struct, frozen=True, kw_only=True):
    """What a defender must know of an attack to ward it off."""

    kind: str = Kind.MELEE
    area: bool = False
    visible: bool = True
    from_hiding: bool = False
    surprise: bool = False


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """A hit that lands unless it is warded off: its total, its kind, and what the attacker wears."""

    total: int
    threat: Threat
    attacker_armor: int = 0
    armor: int = 0
    attacker: str = ""
    means: Say | str = ""
    most: int = 0


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What the defender did: a test that was reached or not. Under odds its total is not known."""

    ward: Ward = Ward.NONE
    item: str = ""
    success: bool = False
    passes_armor: bool = True
    done: Tested | None = None
    net: int | None = None
    unasked: int = 0


class DefenseOptions(Threat, TableDeed, names=("可防", "defs"), does="defense_options", example=".可防 方式=远程"):
    defender: Acting = "?"
    kind: AttackKind = Kind.MELEE
    visible: Annotated[Visible, flag("unseen", "看不见")] = True
    surprise: Annotated[bool, flag("surprise", "突袭")] = False
    from_hiding: Annotated[bool, flag("ambush", "暗处")] = False
    area: Annotated[bool, flag("area", "范围")] = False


class OpenDefenses(msgspec.Struct, frozen=True, kw_only=True):
    """The defences that are open, the last of them none."""

    options: tuple[str, ...]


class Defend(Swayed, frozen=True, kw_only=True):
    defender: str = "?"
    kind: str = Kind.MELEE
    visible: bool = True
    defense: str
    attack_total: int


class DefendLine(Swayed, TableDeed, names=("防御", "def"), picture="shield", all_said_by=OWN, example=".防御 闪避 14"):
    defense: Annotated[str, Field("defense", TERM, terms=Ward)]
    total: Annotated[int, Field("total")]
    item: Annotated[str, Field("item", among=gear_of)] = ""
    kind: AttackKind = Kind.MELEE

    def do(self, asked: Asked) -> Do:
        who = acting(asked)
        chosen = f"{self.defense}:{item_said(who, self.item)}" if self.defense == Ward.BLOCK else self.defense
        sway = {name: getattr(self, name) for name in Swayed.__struct_fields__}
        given = Defend(defender=who.id, defense=chosen, attack_total=self.total, kind=self.kind, **sway)
        return Do("defend", given)


class Defended(msgspec.Struct, frozen=True, kw_only=True):
    """A defence test, and what it cost."""

    defense_face: int | None = None
    defense_net: int
    defense_total: int
    defense_result: Result
    defender_ap: int
    why: dict[str, Total] = {}


def kind_of(kind: str) -> Kind:
    if kind not in list(Kind):
        raise RuleError("bad_action", clause="BOO-DEF-2", kind=kind, kinds=list(Kind))
    return Kind(kind)


@rule("BOO-DEF-1", "BOO-DEF-2", "BOO-DEF-3")
def open_defenses(state: State, defender: Character, threat: Threat) -> tuple[str, ...]:
    """Dodge, a block with each fitting item, body throw: those that are open now, without `none`."""
    ambushed = threat.surprise and state.options.surprise_defense == "none"
    if (
        threat.area or threat.from_hiding or ambushed or not defender.active
    ):  # BOO-HID-7, BOO-DEF-3, Ruling BOO-E-27: no free block either
        return ()
    if denied(WORDS, state, defender.id, ("defend",)):
        return ()
    costs = {ward: defense_cost(state, defender, ward) for ward in (Ward.DODGE, Ward.BLOCK, Ward.BODY_THROW)}
    able = {
        ward
        for ward, cost in costs.items()
        if defender.ap >= cost and not denied(WORDS, state, defender.id, (DENIED[ward],))
    }
    return (
        *(_dodges(threat) if Ward.DODGE in able else ()),
        *(f"{Ward.BLOCK}:{item.id}" for item in (_blocks(defender, threat) if Ward.BLOCK in able else ())),
        *(_throws(state, defender, threat) if Ward.BODY_THROW in able else ()),
        *(
            f"{Ward.SPECIAL}:{one.id}"
            for one in (open_specials(state, defender, threat.kind) if threat.visible else ())
        ),
    )


@rule("BOO-LIV-16")
def why_unasked(state: State, defender: Character, threat: Threat) -> int:
    """Why a defender is not asked, by its place in `UNASKED`; nothing where it is plain (who is down, an area)."""
    if threat.area or not defender.active:
        return 0
    if threat.surprise and state.options.surprise_defense == "none":
        return UNASKED.index("surprise")
    if threat.from_hiding:
        return UNASKED.index("hiding")
    rested = open_defenses(state, replace(defender, ap=max(defender.ap, RESTED)), threat)
    if rested:
        return UNASKED.index("no_ap")
    return UNASKED.index("cannot" if threat.visible else "unseen")


RESTED = 99
"""AP that pay for any defence."""


@rule("BOO-LIV-16")
def in_vain(defender: Character, guards: tuple[Guard, ...], blow: Blow) -> int:
    """Why no answer could change anything: no defence has a chance, or armour that never wears stops the blow anyway."""
    never_wears = defender.armor is not None and defender.armor.durability is None
    stops = never_wears and all(one.answer != Ward.BODY_THROW for one in guards)
    reach = max(one.test.modifier + best_of(one.test.net) for one in guards)
    return _vain(blow.total, blow.armor if stops else 0, reach)


@of_each
def _vain(total: int, stops: int, reach: int) -> int:
    """The same for known numbers, by its place in `UNASKED`: the hit total, what armour stops for good, the most that a defence reaches."""
    return 2 if total < stops else 1 if total > reach else 0


@rule("BOO-LIV-16")
def undefended_blow(total: int, armor: int) -> Label:
    """Where a blow goes if it is not warded off (BOO-RES-6, BOO-RES-7); nobody reads it under odds."""
    return "" if undecided(total) or undecided(armor) else term("to_armor" if total < armor else "to_health")


def best_of(net: int) -> int:
    """The most that the dice of a test can show (BOO-BNB-1): boons may add 6, banes take at least 1."""
    return 26 if net > 0 else 19 if net < 0 else 20


@rule("BOO-DOD-1")
def _dodges(threat: Threat) -> tuple[str, ...]:
    """A dodge costs 1 AP and needs an attack that can be seen."""
    return (Ward.DODGE,) if threat.visible else ()


@rule("BOO-BLK-1", "BOO-BLK-2")
def _blocks(defender: Character, threat: Threat) -> tuple[Item, ...]:
    """Arms in hand that are not broken; never against magic."""
    if threat.kind not in BLOCKABLE:
        return ()
    return tuple(item for item in defender.items if item.blocks)


@rule("BOO-THR-1")
def _throws(state: State, defender: Character, threat: Threat) -> tuple[str, ...]:
    """A body throw needs training and a melee attack, and costs 1 AP."""
    able = threat.kind is Kind.MELEE and has_training(state, defender, THROW_TRAINING)
    return (Ward.BODY_THROW,) if able else ()


@rule("BOO-LIV-16", "BOO-LIV-26", "BOO-LIV-44")
def _perceived(state: State, defender: Character, blow: Blow) -> Facts:
    """Who strikes, with what, and whether it could fell, as the one who is struck may know.

    Of the unseen and the secret nothing is known: nobody in particular strikes with something that could always fell.
    """
    known = state.find(blow.attacker) if blow.threat.visible else None
    if known is None or known.secret:
        return {"attacker": say("view.stranger"), "means": say("told.with_something"), "falls": True}
    falls = defender.damage + blow.most >= with_body(state, defender.id).health
    return {"attacker": known.called, "means": blow.means, "falls": falls}


@rule("BOO-LIV-16", "BOO-LIV-51")
def _once(defender: Character, answers: tuple[str, ...]) -> tuple[str, ...]:
    """The same answers, of blocks with things of the catalogue that are alike in everything the first alone."""
    seen, found = list[Item](), list[str]()
    for answer in answers:
        item = defender.item(split_defence(answer)[1])
        bare = replace(item, id="") if item and item.shelf else None
        found += [] if bare in seen else [answer]
        seen += [bare] if bare else []
    return tuple(found)


@rule("BOO-ATK-5")
async def ask_defence(state: State, defender: Character, *, blow: Blow, sway: Swayed) -> tuple[State, Answer]:
    """Ask the defender, if anything is open; it pays and rolls. One defence per attack, with the hit total known."""
    open_now = _once(defender, open_defenses(state, defender, blow.threat))
    if not open_now:
        return state, Answer(unasked=why_unasked(state, defender, blow.threat))
    at = Occasion("hit", blow.attacker, defender.id, {"kind": blow.threat.kind})
    guards = tuple(guard(state, defender, one, sway=sway, at=at) for one in open_now)
    facts = {"total": blow.total, "armor": blow.armor, **_perceived(state, defender, blow)}
    facts["goes"] = undefended_blow(blow.total, blow.armor)
    shown = tuple(replace(one, test=one.test.known()) for one in guards) if state.is_player(defender) else guards
    facts["vain"] = vain = in_vain(defender, shown, blow)
    question = say("questions.defense", who=defender.called, **facts)
    offered = offers(defender, shown, blow.total)
    chosen = await choose(actor(defender.id), question, offered, about=defender.id, named=True)
    if chosen == Ward.NONE:
        return state, Answer(unasked=vain)
    taken = next(one for one in guards if one.answer == chosen)
    if taken.cost:
        state = await pay(defender.id, taken.cost)
    answer = await roll_defence(taken, blow=blow, secret=defender.secret, who=actor(defender.id))
    return await used_up(state, taken.bears.effects), answer


@remembered(1024)
def offers(defender: Character, guards: tuple[Guard, ...], hit_total: int) -> tuple[Option, ...]:
    """The answers that a defender has; each says its cost and its chance."""
    options = (
        Option(one.answer, _promise(one, hit_total), told=done_by(defender, one.answer, one.name)) for one in guards
    )
    return (*options, Option(Ward.NONE, say("answers.none"), told=done_by(defender, Ward.NONE)))


def defence_label(state: State, defender: Character, defense: str) -> Label:
    """A defence as people call it: 闪避, 格挡（小盾）."""
    name = ward_name(state, defender, defense)
    ward = term(split_defence(defense)[0])
    return say("told.ward_with", ward=ward, item=name) if name else ward


@rule("BOO-LIV-59")
def done_by(defender: Character, defense: str, name: Label = "") -> Say:
    """Who answered what, as the log heads it: 赫 闪避."""
    return say(f"answered.{split_defence(defense)[0]}", who=defender.called, item=name)


def _promise(one: Guard, hit_total: int) -> Say:
    """What a defence costs, what its die must show, and how likely that is."""
    return say(
        f"answers.{split_defence(one.answer)[0]}",
        item=one.name,
        ap=one.cost,
        bonus=one.test.modifier,
        need=hit_total - one.test.modifier,
        percent=percent(one.test, hit_total),
    )


@rule("BOO-DEF-4", "BOO-THR-3")
async def roll_defence(taken: Guard, *, blow: Blow, secret: bool, who: Who) -> Answer:
    """Roll the defence. Only what it reaches matters: the hit total, and for a throw the attacker's armour."""
    (ward, item), test = split_defence(taken.answer), taken.test
    need = blow.total - test.modifier
    bands = Bands(test.net, (need, larger(need, blow.attacker_armor - test.modifier)))
    dice = await roll(bands, "rolls.defense", secret=secret, who=who)
    done = test_result(test, Rolled(TestDice(test.net).value(dice.faces), dice.faces)) if dice.faces else None
    return Answer(ward=ward, item=item, success=dice.value > 0, passes_armor=dice.value > 1, done=done, net=test.net)


@rule("BOO-DEF-2")
async def defense_options(state: State, given: DefenseOptions) -> OpenDefenses:
    """Which defences are open to somebody against an attack of some kind."""
    threat = replace(given, kind=kind_of(given.kind))
    return OpenDefenses(options=(*open_defenses(state, state.character(given.defender), threat), Ward.NONE))


@rule("BOO-DEF-4")
async def defend(state: State, given: Defend) -> Defended:
    """One defence against a known hit total; a tie goes to the defender."""
    check_counts(boons=given.boons, banes=given.banes)
    defender = state.character(given.defender)
    open_now = open_defenses(state, defender, Threat(kind=kind_of(given.kind), visible=given.visible))
    if given.defense not in open_now:
        told = [defence_label(state, defender, one) for one in (given.defense, *open_now)]
        raise RuleError("bad_choice", clause="BOO-DEF-2", answer=told[0], options=told[1:])
    taken = guard(state, defender, given.defense, sway=given)
    state = await pay(defender.id, taken.cost)
    done = await roll_alone(taken.test, "rolls.defense", who=actor(defender.id))
    return Defended(
        defense_face=done.face,
        defense_net=done.test.net,
        defense_total=done.total,
        defense_result=compare(done, given.attack_total).result,
        defender_ap=state.character(defender.id).ap,
        why=done.why,
    )

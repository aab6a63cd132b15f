"""Equipment basics and Starting money, as they are asked at creation: armour, shield and weapons against 500 Z (FAB-PEQ, FAB-MON-1)."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from ludex.core.asks import Asking, Option
from ludex.core.rule import rule
from ludex.core.say import Label, say
from ludex.systems.fable.content import called_of, marks_of
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.rules.building import DONE, Draft, built, plan_of
from ludex.systems.fable.rules.domains import check_benefits
from ludex.systems.fable.rules.equipment import EQUIPMENT_BUDGET, equipment, money_after
from ludex.systems.fable.sheet import BARE_HANDS, Steps
from ludex.systems.fable.sheet.entries import ArmorEntry, ShieldEntry, WeaponEntry
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Martial

HANDS = 2


def _allowed(draft: Draft) -> set[Martial]:
    classes = check_benefits(draft.benefits or (), draft.domains or {})
    return {*(martial for entry in classes for martial in entry.martial), *(Martial(one) for one in draft.trained)}


def _left(state: State, draft: Draft) -> int:
    worn, held = equipment(draft.armor or "none", draft.shield or "", state.things)
    prices = entries_of(WeaponEntry, state.things)
    bought = sum(prices[key].price for key in draft.weapons or () if key in prices)
    return EQUIPMENT_BUDGET - worn.price - held.price - bought


@rule("FAB-PEQ-1", "FAB-LIV-43")
def check_affordable(state: State, draft: Draft) -> None:
    """Refuse a line that buys more than the 500 Z pay, before anything else of it is asked."""
    things = state.things
    armor = entries_of(ArmorEntry, things).get(draft.armor or "")
    shield = entries_of(ShieldEntry, things).get(draft.shield or "")
    weapons = [entries_of(WeaponEntry, things).get(key) for key in draft.weapons or ()]
    prices = [one.price for one in (armor, shield, *weapons) if one is not None]
    money_after(sum(prices), leftover=state.options.starting_leftover)


Priced = ArmorEntry | ShieldEntry | WeaponEntry


def _priced(items: Iterable[tuple[str, Priced]], left: int) -> tuple[Option, ...]:
    """What can be paid, each with its numbers and its price (FAB-LIV-43)."""
    return tuple(
        Option(key, say("answers.item", name=called_of(item.name) or key, marks=marks_of(item)))
        for key, item in items
        if item.price <= left
    )


@rule("FAB-PEQ-1", "FAB-PEQ-2")
def ask_armor(state: State, draft: Draft) -> Asking | None:
    if draft.armor is not None:
        return None
    armors = entries_of(ArmorEntry, state.things).items()
    may = [(key, armor) for key, armor in armors if not armor.martial or Martial.ARMOR in _allowed(draft)]
    may.sort(key=lambda one: -_worn(one[1], draft.attributes or Steps()))
    return Asking(say("questions.make_armor", left=EQUIPMENT_BUDGET), _priced(may, EQUIPMENT_BUDGET))


def _worn(armor: ArmorEntry, base: Steps) -> int:
    """How well armour suits her, so that the best stands first: both defences, and half of what it costs her in initiative."""
    guard = armor.def_bonus if armor.fixed else base.dex + armor.def_bonus
    return 2 * (guard + base.ins + armor.mdef_bonus) + armor.init


@rule("FAB-PEQ-1", "FAB-PEQ-2")
def ask_shield(state: State, draft: Draft) -> Asking | None:
    """A shield that she may use and can pay, or none."""
    if draft.shield is not None:
        return None
    left = _left(state, replace(draft, weapons=()))
    shields = entries_of(ShieldEntry, state.things).items()
    may = [(key, shield) for key, shield in shields if not shield.martial or Martial.SHIELD in _allowed(draft)]
    return Asking(
        say("questions.make_shield", left=left), (Option("none", say("answers.no_shield")), *_priced(may, left))
    )


@rule("FAB-PEQ-1", "FAB-PEQ-3", "FAB-MON-1")
def ask_weapons(state: State, draft: Draft) -> Asking | None:
    """Weapons, one after another, as long as she can pay and wants more; what is left over is told."""
    built(state, plan_of(draft), draft.trained)
    if "weapons" not in draft.open:
        return None
    weapons, bought, left = entries_of(WeaponEntry, state.things), draft.weapons or (), _left(state, draft)
    offers = _priced(_suiting(_buyable(weapons, bought, _allowed(draft)), draft), left)
    if not offers:
        return None
    kept = "answers.enough_kept" if state.options.starting_leftover == "keep" else "answers.enough_lost"
    has: list[Label] = [called_of(weapons[key].name) or key for key in bought]
    question = say("questions.more_weapons", left=left, has=has) if bought else say("questions.make_weapon", left=left)
    enough = Option(DONE, say(kept, left=left))
    hands = sum(weapons[key].hands for key in draft.weapons or () if key in weapons) + bool(draft.shield)
    return Asking(question, (enough, *offers) if hands >= HANDS else (*offers, enough))  # enough for most


def _suiting(weapons: list[tuple[str, WeaponEntry]], draft: Draft) -> list[tuple[str, WeaponEntry]]:
    """What she strikes best with first: her dice with the accuracy, then the damage; what the hand beside a shield cannot hold last."""
    base = draft.attributes or Steps()

    def place(weapon: WeaponEntry) -> tuple[bool, int, int]:
        first, second = weapon.attributes
        sure = base.of(first) + base.of(second) + 2 * weapon.accuracy
        return bool(draft.shield) and weapon.hands == HANDS, -sure, -weapon.damage

    return sorted(weapons, key=lambda one: place(one[1]))


def _buyable(
    weapons: Mapping[str, WeaponEntry], bought: tuple[str, ...], allowed: set[Martial]
) -> list[tuple[str, WeaponEntry]]:
    """Weapons that she may use; a second one of the same makes sense only where it fits into the other hand."""
    may = [
        (k, w)
        for k, w in weapons.items()
        if not w.martial or (Martial.RANGED if w.ranged else Martial.MELEE) in allowed
    ]
    return [(key, w) for key, w in may if key != BARE_HANDS and (w.hands == 1 or key not in bought)]

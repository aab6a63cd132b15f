"""What a character carries, and one's characters, as cards."""

from ludex.core.say import say, term
from ludex.core.view import Action, Actions, Card, Fact, Rows
from ludex.systems.fet.panels.sheet import rounds_of, weapon_rows
from ludex.systems.fet.rules.belongings import check_weapon, in_hand
from ludex.systems.fet.rules.roster import changes_on, pools
from ludex.systems.fet.sheet import derive, hindrance
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import tidy


def inventory_card(state: State, who: str) -> Card:
    """Things by number and weight, the load, and cash."""
    sheet = state.characters[who].sheet
    found = derive(sheet, changes_on(state, who))
    rows = tuple((n, i.name, i.pieces, i.load, tidy(i.load * i.pieces)) for n, i in enumerate(sheet.items, 1))
    head = tuple(say(f"view.{name}") for name in ("number", "thing", "count", "load_each", "load_all"))
    note = say("view.overloaded") if found.overloaded else ""
    load = Fact(term("load"), say("view.of", now=found.load, top=found.load_total), note=note)
    title = say("view.of_whom", who=sheet.name, what=say("view.items"))
    return Card(title, totals=(load, Fact(term("cash"), found.cash)), parts=(Rows(head, rows),) if rows else ())


def roster_card(state: State, who: tuple[str, ...], *, now: str) -> Card:
    """One's characters, numbered; the one that plain lines are about is marked."""
    rows = tuple(_row(state, one, n=n, now=one == now) for n, one in enumerate(who, 1))
    head = tuple(say(f"view.{name}") for name in ("number", "fighter", "level", "stamina", "will", "in_use"))
    others = tuple(
        Action(say("view.switch_to", who=state.characters[one].sheet.name), f".chr {n}")
        for n, one in enumerate(who, 1)
        if one != now
    )
    return Card(say("view.roster"), parts=(Rows(head, rows), *((Actions(others),) if others else ())))


def _row(state: State, who: str, *, n: int, now: bool) -> tuple[object, ...]:
    character = state.characters[who]
    mark = say("view.yes") if now else ""
    if hindrance(character.sheet):
        return (n, character.sheet.name or who, character.level, "", "", mark)
    have = pools(state, who)
    stamina = say("view.of", now=have.stamina, top=have.stamina_max)
    will = say("view.of", now=have.will, top=have.will_max)
    return (n, character.sheet.name or who, character.level, stamina, will, mark)


def arms_card(state: State, who: str) -> Card:
    """One's weapons, numbered, with what is in their magazines; the one in hand is marked."""
    character = state.characters[who]
    hand = in_hand(character)
    head = tuple(say(f"view.{name}") for name in ("number", "weapon", "damage", "rounds", "load_each", "in_use"))
    rows = tuple(
        (n, w.name, w.damage, rounds_of(w), w.load, say("view.yes") if w is hand else "")
        for n, w in enumerate(character.sheet.weapons, 1)
    )
    title = say("view.of_whom", who=character.sheet.name, what=say("view.weapons"))
    return Card(title, lines=() if rows else (say("view.none_there"),), parts=(Rows(head, rows),) if rows else ())


def weapon_card(state: State, who: str, name: str) -> Card:
    """One weapon in all its numbers."""
    character = state.characters[who]
    weapon = check_weapon(character, name)
    facts = [Fact(term("type"), term(weapon.type)), Fact(say("view.rounds"), rounds_of(weapon))]
    lines = tuple(filter(None, (weapon.note, weapon.sort)))
    return Card(weapon.name, totals=tuple(facts), lines=lines, parts=(weapon_rows((weapon,), character.level),))

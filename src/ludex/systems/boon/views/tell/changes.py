"""What a procedure changed, in lines: the sheets before and after, and where the initiative went; and who is called how.

Both states hold what the viewer may know and no more: who is in neither is a stranger.
"""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from ludex.core.effects.sentences import name_of
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Told
from ludex.core.view import Label
from ludex.systems.boon.content import BY_NAME, class_named, spell_named
from ludex.systems.boon.rules.health import IMPAIRED
from ludex.systems.boon.rules.stunts import Shoved
from ludex.systems.boon.rules.windows import bodied
from ludex.systems.boon.sheet import Armor, Character, Item, Record, Spell
from ludex.systems.boon.state import State, Thing
from ludex.systems.boon.terms import ARMOR, FOUR, Status
from ludex.systems.boon.views.cards import thing_called

FATED = (Status.DISABLED, Status.DYING)


def present(told: Told, who: str) -> Character | Thing | None:
    """Somebody or something that is there, or was until now."""
    states: tuple[State, State] = (told.after, told.before)
    return next((found for state in states if (found := state.find(who) or state.thing(who))), None)


def called(told: Told, who: str) -> str | Say:
    """How somebody or something is called; a stranger if it is not there for the viewer, nothing for nobody."""
    if who.startswith("@"):
        return who[1:]  # a square
    found = present(told, who)
    return found.called if found else say("view.stranger") if who else ""


def story_lines(told: Told) -> tuple[Label, ...]:
    """What effects did by themselves, or by their bearer's word (BOO-LIV-39)."""
    last = told.before.story[-1].n if told.before.story else 0
    return tuple(_named(told, line.said) for line in told.after.story if line.n > last)


def _named(told: Told, said: Say) -> Say:
    who = said.facts.get("who")
    return say(said.key, **{**said.facts, "who": called(told, str(who)[1:])}) if who else said


def state_lines(told: Told) -> tuple[Label, ...]:
    """Everything that changed on the sheets of those who were there before, after what effects did."""
    acted = story_lines(told)
    lines: list[Label] = [*acted, *(laid_lines(told) if acted else ())]
    for after in told.after.combatants:
        before = told.before.find(after.id)
        if not after.secret and (before is None or before.secret):  # BOO-LIV-28, BOO-LIV-46
            lines.append(say("told.appears", who=after.called))
        if before is not None and before != after:
            if before.status is not after.status and after.status in FATED and told.after.is_player(after):
                lines.append(
                    say("told.fate_comes" if told.after.clock.running else "told.fate_waits", who=after.called)
                )
            lines.extend(_renamed(before, after))
            lines.extend(_changes(bodied(told.before, before.id), bodied(told.after, after.id), after.called))
            lines.extend(_shifted(told, before, after) if acted else ())
    return tuple(lines)


def laid_lines(told: Told) -> tuple[Label, ...]:
    """Effects that somebody bears now and did not before (BOO-LIV-42)."""
    known = {e.id for e in told.before.effects}
    fresh = (e for e in told.after.effects if e.id not in known)
    return tuple(laid_line(told, e.bearer, name_of(e)) for e in fresh)


def laid_line(told: Told, bearer: str, effect: Label) -> Say:
    """An effect on somebody, or on a square."""
    word = "told.effect_there" if bearer.startswith("@") else "told.add_effect"
    return say(word, who=called(told, bearer), effect=effect)


@rule("BOO-LIV-44")
def stand_lines(told: Told, ids: Iterable[str]) -> tuple[Label, ...]:
    """Where those stand who were placed, and their life, as far as the viewer may know: whom this is kept from reads no line that says it."""
    people = [one for who in ids if (one := present(told, who))]
    return tuple(say("told.stands", who=one.called, facts=facts) for one in people if (facts := _stance(one)))


def _stance(one: Character | Thing) -> list[Label]:
    """A square and a number of points, where they are known."""
    square: list[Label] = [f"{one.position[0]},{one.position[1]}"] if one.position else []
    if isinstance(one, Thing) or one.veil:
        return square
    return [*square, say("view.life", now=one.health - one.damage, top=one.health)]


@rule("BOO-LIV-40")
def gone_lines(told: Told) -> tuple[Label, ...]:
    """Effects that are over: got rid of, used up, spent. What stays behind with an old scene is not over."""
    left = {e.id for e in told.after.effects}
    there = {one.id for one in (*told.after.combatants, *told.after.objects)}
    gone = (e for e in told.before.effects if e.id not in left and e.bearer in there)
    return tuple(say("told.effect_over", who=called(told, e.bearer), effect=name_of(e)) for e in gone)


@rule("BOO-LIV-38")
def _shifted(told: Told, before: Character, after: Character) -> tuple[Label, ...]:
    """Where effects have moved somebody, who did not go there and was not pushed there by the deed itself."""
    start, end = before.position, after.position
    aimed = getattr(told.given, "target", "") or getattr(told.given, "defender", "")
    pushed = aimed if isinstance(told.result, Shoved) and told.result.defender_position else ""
    if start == end or start is None or end is None or after.id in (getattr(told.given, "actor", ""), pushed):
        return ()
    return (say("told.push_to", who=after.called, x=end[0], y=end[1], start=f"{start[0]},{start[1]}"),)


@rule("BOO-LIV-46")
def _renamed(before: Character, after: Character) -> tuple[Label, ...]:
    """Another name than before, told to those who knew the old one: so nobody else reads the line that names it."""
    return () if before.called == after.called else (say("told.goes_by", who=before.called, now=after.called),)


def renamed(told: Told) -> tuple[Label, ...]:
    """Everybody who goes by another name from now on."""
    both = ((told.before.find(after.id), after) for after in told.after.combatants)
    return tuple(line for before, after in both if before for line in _renamed(before, after))


def thing_moved(told: Told, what: str) -> Label:
    """What was given or taken, as its owner called it, or the catalogue."""
    had = told.before.character(told.given.who)
    if what.startswith("#"):
        return term("field_money") if had.veil else say("view.money", money=what[1:])
    if had.veil and spell_named(
        what, told.after.library
    ):  # BOO-LIV-44: an NPC's spells are not known before they are cast
        return "…"
    mine = next((one.called for one in (*had.items, *had.spells) if one.id == what), None)
    return term("worn_armor") if what == ARMOR else mine or thing_called(told.after, what)


NUMBERS = (*FOUR, "perception_bonus", "level", "size", "speed", "hands", "health", "money")
"""Numbers of a sheet that people change."""


NOTHING = "–"


@rule("BOO-LIV-49")
def sheet_lines(told: Told, before: Character, after: Character) -> tuple[Label, ...]:
    """What was and is on a sheet, field by field, and things more and fewer."""
    if after.veil:
        return ()
    was, now = _stated(told.before, before), _stated(told.after, after)
    lines: list[Label] = [
        say("told.was_is", what=term(f"field_{name}"), was=was[name], now=now[name])
        for name in now
        if was[name] != now[name]
    ]
    had, have = Counter(_things(before)), Counter(_things(after))
    for word, differ in (("told.has_more", have - had), ("told.has_fewer", had - have)):
        names = [thing.called for thing in differ.elements()]
        lines += [say(word, names=names)] if names else []
    return tuple(lines)


def _stated(state: State, who: Character) -> Record:
    """What a sheet says, as people read it."""
    return {
        "name": who.called,
        "side": state.side_called(who.side),
        "class": _class_called(state, who),
        **{name: getattr(who, name) for name in NUMBERS},
        "armor": who.armor.called if who.armor else NOTHING,
        "at": f"{who.position[0]},{who.position[1]}" if who.position else NOTHING,
        "notes": who.notes or NOTHING,
    }


def _class_called(state: State, who: Character) -> Label:
    found = class_named(who.calling, state.library) if who.calling else None
    return found.called if found else who.calling or NOTHING


def _things(who: Character) -> tuple[Item | Spell, ...]:
    """Somebody's things and spells, without the ids and places by which equal ones differ."""
    return (*(replace(i, id=i.shelf or i.name, held=None, lies=None) for i in who.items), *who.spells)


def _changes(before: Character, after: Character, who: str) -> list[Label]:
    lines: list[Label] = []
    if after.veil:
        if not before.injured and after.injured:
            lines.append(say("told.injured", who=who))
    elif (before.damage, before.health) != (after.damage, after.health):
        left = after.health - after.damage
        lines.append(say("told.wounds", who=who, was=before.health - before.damage, now=left, top=after.health))
    if before.status is not after.status:
        lines.append(say("told.status", who=who, status=term(after.status)))
    if before.hidden != after.hidden:
        lines.append(say("told.hides" if after.hidden else "told.shows", who=who))
    if before.armor and after.armor and before.armor.durability != after.armor.durability:
        lines.append(_worn(who, before.armor, after.armor, veiled=bool(after.veil)))
    for old, new in zip(before.items, after.items, strict=False):
        if old.id == new.id and old.durability != new.durability:
            lines.append(_worn(who, old, new, veiled=bool(after.veil)))
        if old.id == new.id and old.lies is None and new.lies is not None:  # BOO-LIV-35
            lines.append(say("told.lies", who=who, item=new.called, at=f"{new.lies[0]},{new.lies[1]}"))
    return lines


def _worn(who: str, before: Item | Armor, after: Item | Armor, *, veiled: bool) -> Say:
    """What became of a thing; of somebody whose numbers are hidden only that it broke or is worn."""
    word = "told.breaks" if after.broken else "told.wears"
    if veiled:
        return say(f"{word}_unseen", who=who, item=after.called)
    return say(word, who=who, item=after.called, was=before.durability, now=after.durability)


def initiative_line(told: Told, *, always: bool = False) -> tuple[Label, ...]:
    """Where the initiative is now, if it moved; or `always`."""
    before, after = told.before.clock, told.after.clock
    if (before == after and not always) or not after.order:
        return ()
    state: State = told.after
    if after.combat_over:
        return (say("view.won", side=state.side_called(after.winner)) if after.winner else say("view.nobody_won"),)
    if after.round_over:
        return (say("told.round_over"),)
    if after.choosing:
        return (say("told.chooses", side=state.side_called(after.choosing)),)
    holder, giver = state.called(after.holder), state.called(after.came_from)
    return (say(f"view.holds_{after.reason or 'next_side'}", who=holder, giver=giver),)


@rule("BOO-PHL-10", "BOO-PHL-12")
def roused_lines(told: Told) -> tuple[Label, ...]:
    """Who has come round and is impaired, and how long others will lie there, as far as that is known."""
    had = {e.id: e for e in told.before.effects}
    weak = [e for e in told.after.effects if e.shelf == IMPAIRED and e != had.get(e.id)]
    hours = {c.id: c.hours for c in told.before.combatants}
    down = [c for c in told.after.combatants if c.hours and not c.veil and c.hours != hours.get(c.id)]
    return (
        *(say("told.impaired", who=called(told, e.bearer)) for e in weak),
        *(say("told.hours", who=c.called, hours=c.hours) for c in down),
    )


def fates(told: Told) -> tuple[Label, ...]:
    """Whose fate rolls fell because time has moved (BOO-LIV-18, BOO-LIV-57)."""
    names = [c.called for c in told.before.combatants if c.status in FATED]
    return (say("told.fates_fell", names=names),) if names else ()


def own_content(state: State) -> set[str]:
    """The ids of all content of the table's own that is there."""
    own = state.library
    return {*own.armors, *own.creatures, *(thing.id for kind in BY_NAME for thing in getattr(own, kind))}

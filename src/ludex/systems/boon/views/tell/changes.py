"""What one viewer knows of an act, who is called how to her, and what befell whom; of a changed sheet what was and is.

Both states hold what the viewer may know and no more: who is in neither is a stranger.
"""

from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ludex.core.effects.sentences import name_of, unnamed
from ludex.core.events import told_by
from ludex.core.explain import Term, Total
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.system import Told
from ludex.core.view import EventLine, Label
from ludex.systems.boon.content import BY_NAME, class_named, spell_named
from ludex.systems.boon.effects import borne
from ludex.systems.boon.events import Fated, Healed, Wounded
from ludex.systems.boon.rules.windows import with_body
from ludex.systems.boon.sheet import Character, Item, Record, Spell
from ludex.systems.boon.state import State, Thing
from ludex.systems.boon.terms import ARMOR, FOUR, Status
from ludex.systems.boon.views.cards import thing_called


class Onlooker(msgspec.Struct, frozen=True):
    """One viewer of an act. Who is in neither state is a stranger to her."""

    before: State
    after: State

    def find(self, who: str) -> Character | Thing | None:
        """Somebody or something that is there, or was until now."""
        return next((one for state in (self.after, self.before) if (one := state.find(who) or state.thing(who))), None)

    def name(self, who: str) -> Label:
        """How somebody or something is called; a stranger if it is not there for her, nothing for nobody."""
        if who.startswith("@"):
            return who[1:]  # a square
        found = self.find(who)
        return found.called if found else say("view.stranger") if who else ""

    def body(self, who: str) -> Character | None:
        """Somebody with the health that effects leave it; None if it is not there for her."""
        return with_body(self.after, who) if self.after.find(who) else None


def onlooker(told: Told) -> Onlooker:
    """The viewer of a finished procedure, whose states hold what she may know."""
    return Onlooker(told.before, told.after)


def happened(told: Told) -> tuple[EventLine, ...]:
    return told_by(told.events, onlooker(told))


ARRIVALS = ("told.appears", "told.add_effect", "told.effect_there")
"""What the title of a card about the scene says already."""


def but_arrivals(told: Told) -> tuple[EventLine, ...]:
    """The same but for who has come, where a card's title names them."""
    return tuple(line for line in happened(told) if not (isinstance(line.said, Say) and line.said.key in ARRIVALS))


def present(told: Told, who: str) -> Character | Thing | None:
    """Somebody or something that is there, or was until now."""
    return onlooker(told).find(who)


def display_name(told: Told, who: str) -> Label:
    """How somebody or something is called; a stranger if it is not there for the viewer, nothing for nobody."""
    return onlooker(told).name(who)


def body_events(told: Told, who: str) -> tuple[Wounded | Healed | Fated, ...]:
    """What befell somebody's body in an act, in its order."""
    return tuple(e for e in told.events if isinstance(e, Wounded | Healed | Fated) and e.who == who)


def fell(told: Told, who: str) -> Status | None:
    """What somebody is by an act, where that is another thing than before."""
    found = body_events(told, who)
    return found[-1].status if found and found[0].held is not found[-1].status else None


@rule("BOO-LIV-45")
def known_effects(told: Told) -> list[Label]:
    """The names of all effects that a viewer may know of: whose else counted is something unseen to her."""
    states: tuple[State, State] = (told.before, told.after)
    return [name_of(e) for state in states if state.swayed for c in state.combatants for e in borne(state, c.id)]


def as_known(total: Total, known: list[Label]) -> Total:
    """A number with its reasons as somebody may read them: true, but for the names of what she may not know."""
    return replace(unnamed(total), terms=tuple(_as_known(one, known) for one in unnamed(total).terms))


def _as_known(reason: Term, known: list[Label]) -> Term:
    effect = reason.label.facts.get("effect") if reason.label.key in NAMED else None
    label = reason.label if effect is None or effect in known else say("effects.unseen")
    return replace(reason, label=label, terms=tuple(_as_known(one, known) for one in reason.terms))


NAMED = ("effects.named", "effects.named_until")
"""Words that name an effect as a reason."""


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


def so_many(things: Iterable[Label]) -> list[Label]:
    """Things by name, those of one name once with how many they are."""
    return [say("told.so_many", name=name, count=n) if n > 1 else name for name, n in Counter(things).items()]


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
        names = so_many(thing.called for thing in differ.elements())
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


def fates(told: Told) -> tuple[Label, ...]:
    """Whose fate rolls fell because time has moved (BOO-LIV-18, BOO-LIV-57)."""
    rolled = dict.fromkeys(one.who for one in told.events if isinstance(one, Fated))
    names = [one.called for who in rolled if (one := present(told, who))]
    return (say("told.fates_fell", names=names),) if names else ()


def own_content(state: State) -> set[str]:
    own = state.library
    return {*own.armors, *own.creatures, *(thing.id for kind in BY_NAME for thing in getattr(own, kind))}

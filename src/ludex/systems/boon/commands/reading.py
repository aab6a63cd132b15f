"""From what people type to what procedures take, where a field alone does not say it: targets, own gear, dice, squares, turns.

Used by the commands alone. Nothing here is a rule: what cannot be read is refused, what can be read is judged by the rules.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import count

from msgspec.structs import replace

from ludex.core.bounds import whole
from ludex.core.deeds import Asked, Name, spellings
from ludex.core.effects.counting import in_force
from ludex.core.errors import RuleError
from ludex.core.fields import whom as about
from ludex.core.names import folded, matching, named
from ludex.core.principals import EVERYBODY, GM, Who
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.boon.commands.offers import creatures, things
from ludex.systems.boon.content import shipped, state_named
from ludex.systems.boon.content.english import words_of
from ludex.systems.boon.content.naming import usable
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.rules.clock import pickable
from ludex.systems.boon.rules.items import within_arm
from ludex.systems.boon.rules.sight import distance, screen
from ludex.systems.boon.sheet import Character, Item, Position, Record, Spell
from ludex.systems.boon.state import Ground, State, groups as groups_of
from ludex.systems.boon.terms import ARMOR, UNARMED, Earth, Obscurement

BARE = ("徒手", "fist")
NOTICED = {"喊": "shout", "攻击": "attack", "施法": "cast"}


def target(asked: Asked, said: str | None) -> str:
    """The id of somebody or something that the asker knows of."""
    if not said:
        return ""
    state: State = asked.state
    if asked.actor and folded(said) in ONESELF:
        return asked.actor
    known = {c.id: c.called for c in state.combatants} | {t.id: t.called for t in state.objects}
    names = {key: (key, called) for key, called in known.items()}
    return named(said, names, unknown="unknown_actor", several="which_actor", actor=said, actors=list(known.values()))


EVERYONE = ("全体", "所有人", "all")
ONESELF = ("我", "自己", "me", "self")


def people(asked: Asked, said: Iterable[str]) -> list[str]:
    """The ids of characters: names, a side for all of it, everybody for all players' characters (BOO-LIV-7)."""
    state: State = asked.state
    groups = groups_of(state) | dict.fromkeys(EVERYONE, tuple(c.id for c in state.combatants if state.is_player(c)))
    named_ = {c.called for c in state.combatants}
    found = [who for one in said for who in ((one not in named_ and groups.get(one)) or (target(asked, one),))]
    for who in found:
        state.character(who)
    return list(dict.fromkeys(found))


def targets(asked: Asked) -> list[str]:
    """The ids of everybody and everything that is aimed at."""
    return [target(asked, said) for said in asked["targets"]]


def point(said: Iterable[str] | None) -> Position | None:
    """A square where targets are named; None if something else was said."""
    numbers = [whole(one) for one in said or ()]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return numbers[0], numbers[1]


def acting(asked: Asked) -> Character:
    """Whose deed it is: who is named with @, else the holder if it is the asker's, else the asker's character."""
    state: State = asked.state
    own = asked.gm or state.clock.holder in asked.controls
    if state.clock.holder and own and not asked.named:
        return state.character(state.clock.holder)
    if asked.gm and not asked.named and (first := next(iter(npcs_to_pick(state)), "")):
        return state.character(first)
    if not asked.actor:
        raise RuleError("whose")
    return state.character(asked.actor)


def npcs_to_pick(state: State) -> list[str]:
    """The NPCs whom the side that chooses may pick, in the order of the list (BOO-LIV-12)."""
    able = pickable(state, state.clock.choosing) if state.clock.choosing else ()
    return [who for who in able if not state.is_player(state.character(who))]


def someone(asked: Asked) -> str:
    """Somebody of the asker's own who is named (anybody for the GM), else whose deed it is."""
    who: str | None = asked["who"]
    if not who:
        return acting(asked).id
    if not asked.gm and who not in asked.controls:
        raise RuleError("not_yours", actor=who, controls=list(asked.controls))
    return who


def whom(asked: Asked) -> str:
    """Whom a line is about: the one named, anybody; else oneself."""
    who = about(asked)
    if not who:
        raise RuleError("whose")
    return who


def own_word(whose: Callable[[Asked], str]) -> Callable[[Asked, tuple[str, ...]], tuple[str, ...]]:
    """What only costs oneself, or gives away one's own, needs nobody's word (BOO-LIV-1): `whose` it is."""
    return lambda asked, kinds: () if whose(asked) in asked.controls else kinds


def backstage(asked: Asked) -> tuple[Who, ...]:
    """What is done in secret is for the GM alone."""
    return (GM,) if asked["secret"] else (EVERYBODY,)


def check_held(state: State) -> None:
    """Refuse a deed while a side still chooses who acts."""
    if state.clock.running and not state.clock.holder and state.clock.choosing:
        raise RuleError("nobody_holds", clause="BOO-RND-5", side=state.side_called(state.clock.choosing))


def check_own_turn(asked: Asked) -> None:
    """The GM's bare line does not act for a player's character (BOO-LIV-7)."""
    state: State = asked.state
    if not asked.gm or asked.named or not state.clock.running:
        return
    able = [state.clock.holder] if state.clock.holder else list(pickable(state, state.clock.choosing))
    people = [c for who in able if (c := state.find(who)) is not None]
    if people and all(state.is_player(c) for c in people):
        raise RuleError("players_turn", clause="BOO-LIV-7", who=people[0].called)


def check_vacant(asked: Asked, at: Position | None, who: str) -> None:
    """A square where nobody stands whom the asker knows of: to the GM the unseen are in the way like anybody (BOO-LIV-27)."""
    state: State = asked.state
    if any(c.position == at and c.active and c.id != who for c in state.combatants if c.position):
        raise RuleError("occupied", clause="BOO-LIV-27", square=f"{at[0]},{at[1]}" if at else "")


def lying(asked: Asked, actor: Character, said: str) -> tuple[str, str] | None:
    """Something that another let fall within reach, by its name: whose, and which; None if one's own is meant (BOO-LIV-35)."""
    mine = [i for i in actor.items if said in words_of(i.id, i.name, i.shelf) and not i.in_hand]
    if any(i.lies is None or within_arm(actor, i.lies) for i in mine):
        return None
    state: State = asked.state
    found = [(c.id, i) for c in state.combatants if c.id != actor.id for i in c.items if i.lies is not None]
    known = [(owner, i) for owner, i in found if said in words_of(i.id, i.name, i.shelf)]
    near = [(owner, i.id) for owner, i in known if i.lies and within_arm(actor, i.lies)]
    return near[0] if near else None


def allowed(state: State, who: str) -> tuple[str, ...]:
    """The names of deeds that effects allow somebody (BOO-LIV-36)."""
    return tuple(use.name for effect in in_force(WORDS, state, who) for use in effect.uses)


def carried(who: Character, said: str | None) -> str:
    """An item of somebody's own; bare hands if nothing is said."""
    return _own(said, (who.unarmed, *who.items)) if said else UNARMED


def weapon(who: Character, said: str | None) -> str:
    """A weapon of somebody's own; if none is said the first in hand that can strike, else bare hands."""
    if said:
        return carried(who, said)
    held = [i for i in who.items if i.arms and i.in_hand and not i.broken and i.die]
    return next((i.id for i in (*(i for i in held if i.ready), *held)), UNARMED)


def known_spell(who: Character, said: str) -> str:
    """A spell of somebody's own."""
    return _own(said, who.spells)


def on_own_thing(asked: Asked, actor: Character) -> bool:
    """Whether a spell that is no attack is laid on a thing of the caster's own (`光亮 长杖`): who holds it bears what it leaves (BOO-LIV-54)."""
    said, spell = asked.args.get("targets") or [], asked.args.get("spell")
    if not spell or len(said) != 1:
        return False
    known = actor.spell(known_spell(actor, spell))
    own = {word for item in actor.items for word in words_of(item.id, item.name, item.shelf)}
    people = [word for c in asked.state.combatants for word in (c.id, c.name)]
    return known is not None and not known.attack and said[0] in own and said[0] not in people


def worn(who: Character, said: str) -> str:
    """An item of somebody's own, or its armour."""
    return ARMOR if said in ("护甲", ARMOR) else carried(who, said)


def own_thing(who: Character, said: str) -> str:
    """Anything of somebody's own: an item, a spell, its armour."""
    return ARMOR if said in ("护甲", ARMOR) else _own(said, (*who.items, *who.spells))


def own_things(who: Character, said: Iterable[str]) -> list[str]:
    """Several of them, each as often as it is said, no thing twice (BOO-LIV-51)."""
    owned: tuple[Item | Spell, ...] = (*who.items, *who.spells)
    words = [word for thing in owned for word in words_of(thing.id, thing.name, thing.shelf)]
    found: list[str] = []
    for one in each(said, words):
        left = tuple(item for item in who.items if item.id not in found)
        found.append(own_thing(replace(who, items=left), one))
    return found


def _own(said: str, owned: Iterable[Item | Spell]) -> str:
    """One of these by its id, its name or its beginning; an unknown one is answered with what there is."""
    owned = tuple(owned)
    alike = [t for t in owned if said in words_of(t.id, t.name, t.shelf)]
    if alike:  # BOO-LIV-51: the first of a name that can do it
        return max(alike, key=usable).id
    name, _, place = said.replace("＃", "#").partition("#")
    if place.isdecimal():  # BOO-LIV-51: the second of a name, of those that are not used up
        alike = [t for t in owned if name in words_of(t.id, t.name, t.shelf) and usable(t)[0]]
        if 0 < int(place) <= len(alike):
            return alike[int(place) - 1].id
    names = {t.id: (*words_of(t.id, t.name, t.shelf), *(BARE if t.id == UNARMED else ())) for t in owned}
    there = list({str(t.called): t.called for t in owned if t.id != UNARMED}.values())
    hint = say("told.there_are", names=there) if there else ""
    return named(said, names, unknown="unknown_id", id=said, hint=hint)


def state_called(asked: Asked, said: str) -> str:
    """A state by its id or name; nothing if there is none (BOO-LIV-43)."""
    found = state_named(said, asked.state.library)
    return found.id if found else ""


def effect_on(asked: Asked, said: str, who: str | None = None) -> str:
    """An effect by its name or id, of somebody where that is said."""
    state: State = asked.state
    theirs = [e for e in state.effects if who in (None, "", e.bearer)]
    words = {e.id: (*words_of(e.id, e.name, e.shelf), *state_words(e.shelf)) for e in theirs}
    on = [state.called(e.bearer) for e in state.effects]
    return named(said, words, unknown="unknown_id", several="which_actor", id=said, actor=said, actors=on)


@rule("BOO-LIV-46")
def unseen_ground(asked: Asked, said: list[str]) -> Ground | None:
    """Ground that lies unseen: by its kind, or what there is of it on a square."""
    kind, at = said[0] if len(said) == 1 else "", point(said)
    unseen = [g for g in asked.state.ground if g.secret]
    here = next((replace(g, cells=(at,)) for g in unseen if at in g.cells), None) if at else None
    return here or next(
        (g for g in unseen if folded(kind) in map(folded, (g.kind, Earth(g.kind).zh, Earth(g.kind).en))), None
    )


@rule("BOO-LIV-46")
def curtained(asked: Asked, said: str) -> list[str]:
    """Whom or what the curtain falls or rises before: somebody, all of a side, an object, an effect laid in secret."""
    laid = [
        e.id for e in asked.state.effects if e.secret and folded(said) in map(folded, words_of(e.id, e.name, e.shelf))
    ]
    if laid or said in groups_of(asked.state):
        return laid or [*groups_of(asked.state)[said]]
    secret = {c.id: (c.id, c.called) for c in asked.state.combatants if c.secret}
    behind = matching(said, secret) if said and not asked["secret"] else ()
    return [behind[0] if len(behind) == 1 else target(asked, said)]


def state_words(shelf: str) -> tuple[str, ...]:
    """What a shipped state is called."""
    return tuple(s.name for s in shipped().states if s.id == shelf)


TIMES = re.compile(r"^(?P<name>.+?)\s*[×xX*]\s*(?P<count>\d{1,2})$")


def each(said: Iterable[str], known: Iterable[str] = ()) -> list[str]:
    """Things, each as often as it is said: «治疗药水×3» (BOO-LIV-51)."""
    known, found = set(known), list[str]()
    for one in said:
        times = None if one in known else TIMES.match(one)
        found += [times["name"]] * int(times["count"]) if times else [one]
    return found


def counted(state: State, said: Iterable[str]) -> list[str]:
    """The same as things of the catalogue."""
    known = things(state, "")
    names = {key: (key, *spellings(called)) for key, called in known.items()}
    spelt = [word for words in names.values() for word in words]
    return [named(one, names, unknown="unknown_id", id=one, among=_spelt(known)) for one in each(said, spelt)]


def _spelt(known: Mapping[str, Name]) -> list[str]:
    """The names of things in every language: a reader is shown those in her own."""
    return [word for called in known.values() for word in spellings(called)]


def creature(asked: Asked, said: str) -> str:
    """A stat block by id or name; an unknown one is answered with those that there are."""
    blocks = creatures(asked.state, "")
    names = {key: (key, *spellings(called)) for key, called in blocks.items()}
    return named(said, names, unknown="unknown_id", id=said, among=_spelt(blocks))


def side_named(asked: Asked, field: str = "side") -> str:
    """A side by id or name; the asker's own if nothing is said."""
    state: State = asked.state
    name: str | None = asked[field]
    if not name:
        own = state.find(asked.actor)
        return own.side if own else next((s.id for s in state.sides if not s.player), "")
    return next((s.id for s in state.sides if name in s.words), name)


def screened(asked: Asked) -> Record:
    """Cover and obscurement as said."""
    return {"cover": asked["cover"], "obscurement": asked["obscurement"]}


def sway(asked: Asked) -> Record:
    """Modifiers, boons and banes as said."""
    return {name: asked[name] for name in ("modifiers", "boons", "banes")}


def aim(asked: Asked, actor: Character, aimed_at: list[str]) -> Record:
    """Everything that may be given with an attack; the distance is read off the map unless it is said."""
    warded = {name: asked[name] for name in ("guess", "defense_modifiers", "defense_boons", "defense_banes")}
    given = sway(asked) | screened(asked) | warded | {"visible": not asked["unseen"]}
    if len(aimed_at) == 1 and asked["guess"] is None:
        given |= _on_the_line(asked, actor, asked.state.target(aimed_at[0]).position)
        if aimed_at[0] in asked.state.veiled:  # BOO-LIV-44: hidden, or in the dark: one can but guess
            given |= {"obscurement": Obscurement.TOTAL}
    drawn = on_the_map(asked.state, actor, targets=aimed_at, guess=asked["guess"])
    yards = drawn if asked["distance"] is None else asked["distance"]
    if drawn is not None and yards != drawn:
        given |= {"spoken": True}  # BOO-LIV-4
    return given if yards is None else given | {"distance": yards}


SWAYED = ("modifiers", "boons", "banes", "unseen", "defense_modifiers", "defense_boons", "defense_banes")


def as_drawn(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What is said of distance and sight as the map has it anyway needs nobody's word (BOO-LIV-4)."""
    named = asked.args.get("target") or next(iter(asked.args.get("targets") or ()), "")
    if "circumstance" not in kinds or not named or asked["guess"] is not None or any(asked[name] for name in SWAYED):
        return kinds
    if on_own_thing(asked, acting(asked)):
        return kinds
    whom = target(asked, named) if point([*(asked.args.get("targets") or ())]) is None else ""
    actor = acting(asked)
    if not whom or actor.position is None or asked.state.target(whom).position is None:
        return kinds
    return kinds if aim(asked, actor, [whom]).get("spoken") else tuple(k for k in kinds if k != "circumstance")


def _on_the_line(asked: Asked, actor: Character, at: Position | None) -> Record:
    """What the map says of cover and obscurement; a word that is said overrules it (BOO-LIV-4, BOO-LIV-29)."""
    if actor.position is None or at is None:
        return {}
    cover, dim = screen(asked.state, actor.position, at)
    said = screened(asked)
    found: Record = {"cover": cover, "obscurement": dim}
    overruled = any(said[name] not in ("none", value) for name, value in found.items())
    return ({"spoken": True} if overruled else {}) | {
        name: value for name, value in found.items() if said[name] == "none" and value != "none"
    }


def on_the_map(state: State, actor: Character, *, targets: list[str], guess: Position | None = None) -> float | None:
    """Yards to a guessed square, or to the nearest target."""
    spots = [guess] if guess else [state.target(t).position for t in targets]
    found = [d for spot in spots if (d := distance(actor.position, spot)) is not None]
    return min(found, default=None)


def attempt(asked: Asked) -> Record:
    """What is given with a challenge roll."""
    taken = {word for failure in asked.state.failures for word in failure.conditions}
    nameless = next(f"#{n}" for n in count(1) if f"#{n}" not in taken)  # nobody knows that it is the same thing again
    given = sway(asked) | {
        "attribute": asked["attribute"],
        "task": asked["task"] or "",
        "conditions": [*asked["conditions"], *([] if asked["task"] else [nameless])],
        "pressure": not asked["calm"],
        "scene": asked.state.scene,
    }
    return given if asked["tn"] is None else given | {"target": asked["tn"]}

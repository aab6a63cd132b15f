"""What may stand in a field, offered while people type, of what the asking seat knows; who acts, who is meant, who may be given the initiative."""

from collections.abc import Callable, Iterable

from ludex.core.deeds import Asked, Name
from ludex.core.effects.counting import denied
from ludex.core.errors import RuleError
from ludex.core.fields import whom as about
from ludex.core.rule import rule
from ludex.systems.boon.content import KINDS, called_in_both, kept_things, shipped
from ludex.systems.boon.content.naming import numbered_names
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.sheet import Character, ClassPack, Defense, Item, Spell, Stunt
from ludex.systems.boon.state import Chart, Effect, Encounter, Side, State, party_named, within_arm
from ludex.systems.boon.terms import AWAY, UNARMED, Earth


@rule("BOO-RND-14")
def can_act(state: State, character: Character | None) -> bool:
    """Active and with AP; in the surprise round only the ambushers."""
    if character is None or not character.active or character.ap < 1:
        return False
    if state.swayed and denied(WORDS, state, character.id, ("pick",)):
        return False
    return not state.clock.surprise or character.side == state.clock.order[0]


@rule("BOO-RND-5", "BOO-RND-13", "BOO-LIV-46")
def pickable(state: State, side: str) -> tuple[str, ...]:
    """Members of a side to whom it may give the initiative: who can act, does not wait, and takes part openly."""
    return tuple(who for who in ready(state, side) if who not in state.clock.passed)


@rule("BOO-RND-14", "BOO-LIV-46")
def ready(state: State, side: str) -> tuple[str, ...]:
    """Members of a side who can act and take part openly, the waiting too."""
    return tuple(c.id for c in state.members(side) if not c.secret and can_act(state, c))


def npcs_to_pick(state: State) -> list[str]:
    """The NPCs whom the side that chooses may pick, in the order of the list (BOO-LIV-12)."""
    able = pickable(state, state.clock.choosing) if state.clock.choosing else ()
    return [who for who in able if not state.is_player(state.character(who))]


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


def someone(asked: Asked, said: str | None) -> str:
    """Somebody of the asker's own who is named (anybody for the GM), else whose deed it is."""
    if not said:
        return acting(asked).id
    if not asked.gm and said not in asked.controls:
        raise not_yours(asked, said)
    return said


def whom(asked: Asked, said: str | None) -> str:
    """Whom a line is about: the one named, anybody; else oneself."""
    if not (said or asked.actor):
        raise RuleError("whose")
    return said or asked.actor


def not_yours(asked: Asked, who: str) -> RuleError:
    """The refusal that somebody is not the asker's, by names (BOO-LIV-59)."""
    own = [asked.state.called(one) for one in asked.controls]
    return RuleError("not_yours", actor=asked.state.called(who), controls=own)


def costs_oneself(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What only costs oneself needs nobody's word (BOO-LIV-1)."""
    return () if about(asked) in asked.controls else kinds


def check_own_turn(asked: Asked) -> None:
    """The GM's bare line does not act for a player's character (BOO-LIV-7)."""
    state: State = asked.state
    if not asked.gm or asked.named or not state.clock.running:
        return
    able = [state.clock.holder] if state.clock.holder else list(pickable(state, state.clock.choosing))
    people = [c for who in able if (c := state.find(who)) is not None]
    if people and all(state.is_player(c) for c in people):
        raise RuleError("players_turn", clause="BOO-LIV-7", who=people[0].called)


Called = dict[str, str]
"""Ids with what they are called."""


def targets(state: State, _actor: str) -> tuple[str, ...]:
    return (*(c.called for c in state.combatants), *(t.called for t in state.objects if not t.destroyed))


def people(state: State, actor: str) -> dict[str, Name]:
    """Characters, and sides as all of their members."""
    return {c.called: c.called for c in state.combatants} | sides(state, actor)


def gear(state: State, actor: str) -> dict[str, Name]:
    """The items of somebody; of the holder, or of everybody, where nobody is named."""
    return _having(state, actor, lambda _item: True)


def wearable(state: State, actor: str) -> dict[str, Name]:
    """What of somebody's wears out: things, and the armour by its name or as armour."""
    armors = [c.armor for c in _owners(state, actor) if c.armor is not None]
    named = {a.name: called_in_both(a.shelf, a.name) for a in armors if a.name}
    return {**gear(state, actor), **named, **({"护甲": ("护甲", "armour")} if armors else {})}


def arms(state: State, actor: str) -> dict[str, Name]:
    """What somebody may strike with: anything of hers, and bare hands."""
    return {**gear(state, actor), UNARMED: items(state, actor)[UNARMED]}


@rule("BOO-LIV-8", "BOO-LIV-9")
def spells(state: State, actor: str) -> dict[str, Name]:
    """The spells that somebody knows."""
    known = [s for c in _owners(state, actor) for s in c.spells]
    return {s.name or s.id: called_in_both(s.shelf, s.name or s.id) for s in known}


def _owners(state: State, actor: str) -> tuple[Character, ...]:
    """Whose things are meant: somebody's own; the holder's, or everybody's, where nobody is named."""
    named = state.find(actor) or state.find(state.clock.holder)
    return (named,) if named else state.combatants


def drinks(state: State, actor: str) -> dict[str, Name]:
    return _having(state, actor, lambda item: item.heal is not None and item.uses != 0)


def unloaded_weapons(state: State, actor: str) -> dict[str, Name]:
    return _having(state, actor, lambda item: item.reload and not item.loaded)


def in_hand(state: State, actor: str) -> dict[str, Name]:
    return _having(state, actor, lambda item: item.arms and item.in_hand)


def of_others(state: State, actor: str) -> dict[str, Name]:
    """What others hold, and somebody may strike out of their hands."""
    others = (c for c in state.combatants if c.id != actor and c.active)
    return {said: name for c in others for said, name in _having(state, c.id, lambda item: item.in_hand).items()}


def throwable(state: State, actor: str) -> dict[str, Name]:
    """What somebody has that is thrown: weapons made for it, flasks and the like."""
    return _having(
        state, actor, lambda item: item.uses != 0 and (item.thrown or (not item.arms and bool(item.die or item.amount)))
    )


def _having(state: State, actor: str, wanted: Callable[[Item], bool]) -> dict[str, Name]:
    """Somebody's things of a kind by their names, with a number where a name means another (BOO-LIV-51)."""
    owners = [(c.items, numbered_names(c.items)) for c in _owners(state, actor)]
    owned = [(i, places[i.id]) for items, places in owners for i in items if wanted(i)]
    return {said: _counted(i, said.partition("#")[2]) for i, said in owned}


def _counted(item: Item, place: str) -> Name:
    """What a thing is called, in both languages if it is of the book, with the number that tells it apart."""
    called = called_in_both(item.shelf, item.name or item.id)
    if not place:
        return called
    return f"{called}#{place}" if isinstance(called, str) else (f"{called[0]}#{place}", f"{called[1]}#{place}")


@rule("BOO-LIV-9", "BOO-LIV-10")
def patients(state: State, actor: str) -> tuple[str, ...]:
    """Who is within somebody's reach and not dead, oneself first."""
    own = state.find(actor) or state.find(state.clock.holder)
    alive = [c for c in state.combatants if c.status not in AWAY]
    near = [c for c in alive if own is None or c.position is None or within_arm(own, c.position)]
    return tuple(c.called for c in sorted(near, key=lambda c: own is not None and c.id != own.id))


@rule("BOO-LIV-23")
def self_players(state: State, _actor: str) -> dict[str, Name]:
    """Who can be let play by itself: the GM's own who are up, and their sides."""
    npcs = [c for c in state.combatants if c.active and not state.is_player(c)]
    return {c.called: c.called for c in npcs} | _named(s for s in state.sides if any(c.side == s.id for c in npcs))


def sides(state: State, _actor: str) -> dict[str, Name]:
    return _named(state.sides)


@rule("BOO-LIV-21")
def _named(known: Iterable[Side]) -> dict[str, Name]:
    """Sides by how they were named, each with what it is called in either language."""
    return {s.named: (p.zh, p.en) if (p := party_named(s.named)) else s.named for s in known}


def earths(_state: State, _actor: str) -> dict[str, tuple[str, str]]:
    """Kinds of ground, and what takes it off again."""
    return {**{e.value: (e.zh, e.en) for e in Earth}, "plain": ("擦去", "erase")}


def own_effects(state: State, actor: str) -> dict[str, Name]:
    owners = [c.id for c in _owners(state, actor)]
    theirs = [e for e in state.effects if e.bearer in owners]
    return {e.name or e.id: called_in_both(e.shelf, e.name or e.id) for e in theirs}


def lasting(state: State, _actor: str) -> dict[str, Name]:
    return {e.name or e.id: called_in_both(e.shelf, e.name or e.id) for e in state.effects}


def _kept(kind: str) -> Callable[[State, str], dict[str, Name]]:
    """Things of one kind that the catalogue has; those of the book in both languages."""
    return lambda state, _actor: _called((*getattr(shipped(), kind), *getattr(state.library, kind)))


stunts, classes, items, known_spells = map(_kept, ("stunts", "classes", "items", "spells"))
encounters, states, maps, wards = map(_kept, ("encounters", "states", "maps", "defenses"))


def creatures(state: State, _actor: str) -> dict[str, Name]:
    own = state.library.creatures
    book = {
        key: called_in_both(key, str(c.get("name", key))) for key, c in shipped().creatures.items() if key not in own
    }
    return {**book, **{key: str(block.get("name", key)) for key, block in own.items()}}


def comers(state: State, actor: str) -> dict[str, Name]:
    """Stat blocks and encounters: what can come on."""
    return {**encounters(state, actor), **creatures(state, actor)}


def armors(state: State, _actor: str) -> dict[str, Name]:
    known = {**shipped().armors, **state.library.armors}
    return {key: called_in_both(a.shelf, a.name or key) for key, a in known.items()}


def things(state: State, actor: str) -> dict[str, Name]:
    """Everything of the catalogue that somebody can be given; bare hands are nobody's to give."""
    found = {**items(state, actor), **armors(state, actor), **known_spells(state, actor)}
    return {key: name for key, name in found.items() if key != UNARMED}


def unopened(state: State, _actor: str) -> dict[str, str]:
    return kept_things(state.library)


def shelves() -> dict[str, Name]:
    """The kinds of the catalogue, with every word for each."""
    other = {word: word for kind in KINDS for word in kind.also[2:]}
    return {kind.name: (kind.also[1], kind.name) for kind in KINDS} | other


def records(state: State, actor: str) -> dict[str, Name]:
    """Everything that the catalogue shows, and its kinds."""
    people = {**comers(state, actor), **classes(state, actor)}
    rules = {**stunts(state, actor), **wards(state, actor)}
    goods = {**items(state, actor), **things(state, actor)}
    return {**shelves(), **maps(state, actor), **states(state, actor), **goods, **rules, **people}


def _called(
    things: Iterable[Item | Spell | Stunt | ClassPack | Encounter | Effect | Chart | Defense],
) -> dict[str, Name]:
    """Things by their ids: those of the book in both languages, the table's own as they were given."""
    return {thing.id: called_in_both(thing.shelf, thing.name or thing.id) for thing in things}

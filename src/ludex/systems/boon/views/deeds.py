"""What can be done now in boon, as data: by the holder, by the side that chooses, by the GM. The rules judge each of them."""

from collections.abc import Iterable

from msgspec.structs import replace

from ludex.core.deeds import Deed, Gap, Value, deed
from ludex.core.effects.counting import in_force
from ludex.core.effects.sentences import name_of
from ludex.core.principals import Viewer, actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.boon.content import shipped
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.rules.clock import in_fight, pickable
from ludex.systems.boon.rules.sheets import damage_text
from ludex.systems.boon.rules.sight import concealed
from ludex.systems.boon.rules.windows import trained
from ludex.systems.boon.sheet import Character, Item, Spell, Stunt, yards
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Attribute, Cover, Status

SCORES = ("10", "11", "12", "13")
"""Scores that a new character often has."""


def deeds(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    """What this viewer can do now."""
    clock = state.clock
    if viewer.player and not viewer.controls:
        return (create_own(),) if state.combatants else ()
    if not (viewer.gm or viewer.player):
        return ()
    if not clock.running:
        return _before(state, viewer)
    return (*_in_fight(state, viewer), *_end(state, viewer))


def _end(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    """The end of a fight, offered to the GM while a side has nobody active but somebody who is down (BOO-LIV-19)."""
    sides = [state.members(side) for side in state.clock.order]
    down = any(not any(c.active for c in s) and any(in_fight(state, c) for c in s) for s in sides)
    return (deed("finish", say("view.do_finish")),) if viewer.gm and down else ()


def _in_fight(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    """What can be done in a fight."""
    clock = state.clock
    if clock.round_over:
        return (deed("endround", say("view.do_end_round"), primary=True),) if viewer.gm else ()
    if clock.choosing:
        return (*_picks(state, viewer), *_one_line(state, viewer))
    holder = state.find(clock.holder)
    if holder is None or not (viewer.gm or holder.id in viewer.controls):
        return ()
    alone = () if state.is_player(holder) else (deed("act", say("view.do_act"), of=actor(holder.id)),)
    own = (*_strikes(state, holder), *_others(state, holder), *alone)
    several = viewer.gm or len(viewer.controls) > 1
    return tuple(replace(one, group=holder.called) for one in own) if several else own


@rule("BOO-LIV-12")
def _one_line(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    """While a side chooses a player's own deeds are open too: one of them picks and acts."""
    able = [state.character(who) for who in pickable(state, state.clock.choosing) if who in viewer.controls]
    own = [(who, one) for who in able for one in (*_strikes(state, who), *_others(state, who))]
    several = len(viewer.controls) > 1
    return tuple(replace(one, primary=False, group=who.called if several else one.group) for who, one in own)


def create_own() -> Deed:
    """A player's first step."""
    library = shipped()
    scores = (Gap(a, tuple(map(Value, SCORES))) for a in Attribute if a is not Attribute.PERCEPTION)
    callings = Gap("class", tuple(Value(c.id, c.called) for c in library.classes))
    arms = Gap("items", tuple(Value(i.id, i.called) for i in library.items if i.die))
    gaps = (Gap("name"), *scores, callings, arms)
    return Deed("pc", say("view.do_create"), given={"level": 1}, gaps=gaps, primary=True)


def create_for_side() -> Deed:
    """The GM's first step: somebody on a players' side."""
    gaps = (Gap("name"), Gap("side"))
    return Deed("pc", say("view.do_create"), given={"player": True}, gaps=gaps, primary=True)


def _before(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    sides = tuple(s.called for s in state.sides)
    attributes = {a.value: term(a) for a in Attribute}
    own = state.library.creatures
    blocks: dict[str, Label] = {key: say(f"things.{key}") for key in shipped().creatures if key not in own}
    blocks |= {key: str(block.get("name", key)) for key, block in own.items()}
    fight = deed("fight", say("view.do_fight"), primary=True, side=sides)
    test = deed("ck", say("view.do_challenge"), attribute=attributes, task=())
    spawn = deed("npc", say("view.do_spawn"), creature=blocks, count=("1", "2", "3"), side=sides)
    return (*((fight,) if len(sides) > 1 else ()), test, *((spawn,) if viewer.gm else ()))


def _picks(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    side = state.clock.choosing
    if not viewer.gm and side not in {c.side for c in state.combatants if c.id in viewer.controls}:
        return ()
    able = [state.character(who) for who in pickable(state, side)]
    return tuple(deed("pick", say("view.do_pick", who=c.called), given={"who": c.id}, primary=True) for c in able)


def said(thing: Item | Spell, things: Iterable[Item | Spell]) -> str:
    """How a line names a thing: by its name, by its id where another is called so too."""
    name = thing.name or thing.id
    return name if sum((one.name or one.id) == name for one in things) < 2 else thing.id


def aims(state: State, holder: Character) -> dict[str, Label]:
    """Foes and objects that can be chosen; a hidden one only by a guess."""
    foes = [c for c in state.combatants if c.side != holder.side and c.status is not Status.DEAD and not c.hidden]
    found = [(c.id, c.called) for c in foes] + [(t.id, t.called) for t in state.objects if not t.destroyed]
    called = [name for _, name in found]
    return {name if called.count(name) < 2 else key: name for key, name in found}


def ap(points: int) -> Say:
    """What a deed costs."""
    return say("view.costs", ap=points)


def _strikes(state: State, holder: Character) -> tuple[Deed, ...]:
    """Everything that is an attack."""
    of, at = actor(holder.id), aims(state, holder)
    arms = [i for i in holder.items if i.arms and i.die and i.in_hand and not i.broken and i.ready]
    flasks = [i for i in holder.items if not i.arms and (i.die or i.amount) and i.uses != 0]
    strikes = (
        deed(
            "atk",
            say("view.do_attack", weapon=i.called),
            of=of,
            given={"weapon": said(i, holder.items)},
            cost=ap(1),
            primary=True,
            note=say(
                "view.strike_note",
                dice=damage_text(holder, i).upper(),
                reach=holder.reach + i.reach if i.range in (None, "reach", "melee") else yards(i.range),
            ),
            target=at,
        )
        for i in (arms or [holder.unarmed])
    )
    spells = (cast(holder, s, at) for s in holder.spells if s.ap <= holder.ap)
    thrown = (
        deed(
            "throw",
            say("view.do_throw", item=i.called),
            of=of,
            given={"item": said(i, holder.items)},
            cost=ap(1),
            targets=at,
        )
        for i in flasks
    )
    shove = deed("shove", say("view.do_shove"), of=of, cost=ap(1), target=at)
    return (*strikes, *spells, *thrown, shove, *_stunts(state, holder, at))


@rule("BOO-STN-2", "BOO-LIV-42")
def _stunts(state: State, holder: Character, at: dict[str, Label]) -> tuple[Deed, ...]:
    """The special stunts that somebody is trained for."""
    known = {s.id: s for s in (*shipped().stunts, *state.library.stunts)}.values()
    open_to = [s for s in known if not s.training or trained(state, holder, s.training)]
    return tuple(_stunt(holder, s, at) for s in open_to)


def _stunt(holder: Character, trick: Stunt, at: dict[str, Label]) -> Deed:
    of, title, given = actor(holder.id), say("view.do_stunt", stunt=trick.called), {"stunt": trick.id}
    if trick.against == "tn":
        return deed("stunt", title, of=of, given=given, cost=ap(trick.ap))
    return deed("stunt", title, of=of, given=given, cost=ap(trick.ap), on=at)


def cast(who: Character, spell: Spell, at: dict[str, Label]) -> Deed:
    """Casting a spell of somebody's own."""
    title, given = say("view.do_cast", spell=spell.called), {"spell": said(spell, who.spells)}
    spot = "targets" if spell.area and who.position else ""
    return deed("cast", title, of=actor(who.id), given=given, cost=ap(spell.ap), spot=spot, targets=at)


def _others(state: State, holder: Character) -> tuple[Deed, ...]:
    """Everything that is not an attack."""
    of = actor(holder.id)
    used = [
        *(("drink", i) for i in holder.items if i.heal and i.uses != 0),
        *(("reload", i) for i in holder.items if i.reload and not i.loaded),
        *(("take", i) for i in holder.items if i.arms and not i.in_hand and holder.has_hands_for(i)),
    ]
    uses = (
        deed(how, say(f"view.do_{how}", item=i.called), of=of, given={"item": said(i, holder.items)}, cost=ap(1))
        for how, i in used
    )
    return (
        deed("mv", say("view.do_move"), of=of, cost=ap(1), to=()),
        *_hides(state, holder),
        *uses,
        *_of_effects(state, holder),
        *((deed("pass", say("view.do_pass"), of=of, cost=ap(0)),) if state.options.allow_pass else ()),
    )


@rule("BOO-LIV-34")
def _hides(state: State, holder: Character) -> tuple[Deed, ...]:
    """Hiding: on the map where the square allows it, off the map by the GM's word."""
    if holder.position is None:
        screened = {"cover": Cover.THREE_QUARTERS}
        return (deed("hide", say("view.do_hide"), of=actor(holder.id), cost=ap(1), given=screened, place=()),)
    return (deed("hide", say("view.do_hide"), of=actor(holder.id), cost=ap(1)),) if concealed(state, holder) else ()


@rule("BOO-LIV-36", "BOO-LIV-40")
def _of_effects(state: State, holder: Character) -> tuple[Deed, ...]:
    """Deeds that effects allow their bearer, and getting rid of what can be got rid of."""
    of = actor(holder.id)
    theirs = in_force(WORDS, state, holder.id) if state.effects or holder.traits else ()
    own = (deed("item", use.name, of=of, given={"item": use.name}) for effect in theirs for use in effect.uses)
    borne = (e for e in state.upon(holder.id) if any(one.unit == "rid" for one in e.lasts))
    rid = (deed("rid", say("view.do_rid", effect=name_of(e)), of=of, given={"effect": e.name}) for e in borne)
    return (*own, *rid)

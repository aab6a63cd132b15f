"""What can be done now in boon, as data: by the holder, by the side that chooses, by the GM. The rules judge each of them."""

from collections.abc import Iterable

from msgspec.structs import replace

from ludex.core.deeds import Deed, Gap, Value, deed
from ludex.core.effects.counting import in_force
from ludex.core.effects.sentences import name_of
from ludex.core.principals import Viewer, actor, actor_of
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.boon.content import shipped
from ludex.systems.boon.content.describing import of_item, of_spell, of_stunt, told
from ludex.systems.boon.content.naming import numbered
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.may import TURN, may
from ludex.systems.boon.rules.clock import in_fight, pickable
from ludex.systems.boon.rules.initiative import present
from ludex.systems.boon.rules.moving import speed_of
from ludex.systems.boon.rules.sheets import damage_text
from ludex.systems.boon.rules.sight import concealed, distance
from ludex.systems.boon.rules.windows import trained
from ludex.systems.boon.sheet import AVERAGE, Character, Item, Number, Spell, Stunt, yards
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Attribute, Cover, Status

SCORES = ("10", "11", "12", "13")
"""Scores that a new character often has."""


MOST = 12
"""So many of the GM's people are offered their deeds at once outside a fight."""


def deeds(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    """What this viewer can do now."""
    clock = state.clock
    if viewer.player and not viewer.controls:
        return (create_own(),) if state.combatants else ()
    if not (viewer.gm or viewer.player):
        return ()
    if not clock.running:
        return (*_before(state, viewer), *(_judged(state, one) for one in _at_ease(state, viewer)))
    return (*(_judged(state, one) for one in _in_fight(state, viewer)), *_end(state, viewer))


@rule("BOO-LIV-8")
def _judged(state: State, one: Deed) -> Deed:
    """A deed of a turn with what forbids it now: an effect, for the rest it would not stand here."""
    return replace(one, refusal=may(state, actor_of(one.of), one.name)) if one.of and one.name in TURN else one


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
        return (*_picks(state, viewer), *_run(state, viewer), *_one_line(state, viewer))
    holder = state.find(clock.holder)
    if holder is None or not (viewer.gm or holder.id in viewer.controls):
        return ()
    alone = () if state.is_player(holder) else (deed("act", say("view.do_act"), of=actor(holder.id)),)
    own = (*_strikes(state, holder), *_others(state, holder), *alone)
    several = viewer.gm or len(viewer.controls) > 1
    return tuple(replace(one, group=holder.called) for one in own) if several else own


@rule("BOO-LIV-23")
def _run(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    """The GM lets her own play by themselves while their side chooses."""
    theirs = [state.character(who) for who in pickable(state, state.clock.choosing)]
    hers = viewer.gm and theirs and not any(state.is_player(c) for c in state.members(state.clock.choosing))
    return (deed("act", say("view.do_act_all"), primary=True),) if hers else ()


@rule("BOO-LIV-12")
def _one_line(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    """While a side chooses a player's own deeds are open too: one of them picks and acts."""
    able = [state.character(who) for who in pickable(state, state.clock.choosing) if who in viewer.controls]
    own = [(who, one) for who in able for one in (*_strikes(state, who), *_others(state, who))]
    several = len(viewer.controls) > 1
    return tuple(replace(one, primary=False, group=who.called if several else one.group) for who, one in own)


@rule("BOO-LIV-13", "BOO-LIV-20")
def _at_ease(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    """Outside a fight everybody who can act has her deeds: none costs AP, and an attack starts the fight."""
    mine = [c for c in state.combatants if c.active and (viewer.gm or c.id in viewer.controls)][:MOST]
    attributes = {a.value: term(a) for a in Attribute}
    several = viewer.gm or len(viewer.controls) > 1
    found = []
    for who in mine:
        note = say("view.check_note")
        test = deed("ck", say("view.do_challenge"), of=actor(who.id), note=note, attribute=attributes, task=())
        own = (one for one in (*_strikes(state, who), *_others(state, who)) if one.name != "pass")
        found += [replace(one, cost="", primary=False, group=who.called if several else "") for one in (test, *own)]
    return tuple(found)


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
    """What can be done while nobody fights, beside everybody's own deeds."""
    sides, able = tuple(s.called for s in state.sides), len(present(state)) > 1
    if not viewer.gm:
        first = deed("fight", say("view.do_own_fight"))
        return (
            (first,) if len(sides) > 1 and any(c.id in viewer.controls and c.active for c in state.combatants) else ()
        )
    own = state.library.creatures
    blocks: dict[str, Label] = {key: say(f"things.{key}") for key in shipped().creatures if key not in own}
    blocks |= {key: str(block.get("name", key)) for key, block in own.items()}
    fight = deed("fight", say("view.do_fight"), primary=True, aggressor=sides)
    rest = deed("rest", say("view.do_rest"), hours=("8", "24"))  # BOO-LIV-57: without a name all of the party
    spawn = deed("npc", say("view.do_spawn"), creature=blocks, count=("1", "2", "3"), side=sides)
    party = any(state.is_player(c) for c in state.combatants)
    return (*((fight,) if able else ()), *((rest,) if party else ()), spawn, *_board(state))


@rule("BOO-LIV-27")
def _board(state: State) -> tuple[Deed, ...]:
    """A board to stand on, while there is none to be seen."""
    stands = any(c.position for c in state.combatants) or any(t.position for t in state.objects)
    size = deed("board", say("view.do_board"), width=("12", "16", "20"), height=("8", "10", "12"))
    return () if state.laid or state.ground or stands else (size,)


def _picks(state: State, viewer: Viewer) -> tuple[Deed, ...]:
    side = state.clock.choosing
    if not viewer.gm and side not in {c.side for c in state.combatants if c.id in viewer.controls}:
        return ()
    able = [state.character(who) for who in pickable(state, side)]
    return tuple(deed("pick", say("view.do_pick", who=c.called), given={"who": c.id}, primary=True) for c in able)


def once(things: Iterable[Item], owner: Character) -> dict[str, Item]:
    """Somebody's things by how a line names them; of those that are alike the first (BOO-LIV-51)."""
    said, found = numbered(owner.items), dict[str, Item]()
    for thing in things:
        found.setdefault(said[thing.id], thing)
    return found


def aims(state: State, holder: Character) -> dict[str, Label]:
    """Foes and objects that can be chosen; a hidden one only by a guess."""
    foes = [c for c in state.combatants if c.side != holder.side and c.status is not Status.DEAD and not c.hidden]
    found = [(c.id, c.called) for c in foes] + [(t.id, t.called) for t in state.objects if not t.destroyed]
    return _by_name(found)


def _by_name(found: list[tuple[str, str]]) -> dict[str, Label]:
    """What is given for each of them: the name, or the id where another is called so too."""
    called = [name for _, name in found]
    return {name if called.count(name) < 2 else key: name for key, name in found}


@rule("BOO-CST-5", "BOO-LIV-10")
def friends(state: State, holder: Character, reach: Number | None = None) -> dict[str, Label]:
    """Who can be helped: the own side, the fallen too but for the dead, within so many yards; oneself first, then who is hurt."""
    own = [c for c in state.combatants if c.side == holder.side and c.status is not Status.DEAD]
    near = [c for c in own if reach is None or (distance(holder.position, c.position) or 0) <= reach]
    near.sort(key=lambda c: (c.id != holder.id, not c.damage))
    return _by_name([(c.id, c.called) for c in near])


def ap(points: int) -> Say:
    """What a deed costs."""
    return say("view.costs", ap=points)


def _strikes(state: State, holder: Character) -> tuple[Deed, ...]:
    """Everything that is an attack."""
    of, at = actor(holder.id), aims(state, holder)
    arms = once((i for i in holder.items if i.arms and i.die and i.in_hand and not i.broken and i.ready), holder)
    flasks = once((i for i in holder.items if not i.arms and (i.die or i.amount) and i.uses != 0), holder)
    strikes = (
        deed(
            "atk",
            say("view.do_attack", weapon=i.called),
            of=of,
            given={"weapon": said} if said else {},
            cost=ap(1),
            primary=True,
            note=say(
                "view.strike_note",
                dice=damage_text(holder, i).upper(),
                reach=holder.reach + i.reach if i.range in (None, "reach", "melee") else yards(i.range),
            ),
            target=at,
        )
        for said, i in (arms or {"": holder.unarmed}).items()
    )
    spells = (cast(state, holder, s) for s in holder.spells if s.ap <= holder.ap)
    thrown = (
        deed(
            "throw",
            say("view.do_throw", item=i.called),
            of=of,
            given={"item": said},
            cost=ap(1),
            note=told(of_item(i)),
            targets=at,
        )
        for said, i in flasks.items()
    )
    push = say("view.shove_note", yards=max(1, 1 + holder.strength - AVERAGE))
    shove = deed("shove", say("view.do_shove"), of=of, cost=ap(1), note=push, target=_bodies(state, at))
    if not at:
        return tuple(spells)
    return (*strikes, *spells, *thrown, shove, *_stunts(state, holder, at))


def _bodies(state: State, at: dict[str, Label]) -> dict[str, Label]:
    """Those of the targets that are creatures: nothing else is shoved or tricked (BOO-SHV-1)."""
    things = {word for t in state.objects for word in (t.id, t.called)}
    return {key: name for key, name in at.items() if key not in things}


@rule("BOO-STN-2", "BOO-LIV-42")
def _stunts(state: State, holder: Character, at: dict[str, Label]) -> tuple[Deed, ...]:
    """The special stunts that somebody is trained for."""
    known = {s.id: s for s in (*shipped().stunts, *state.library.stunts)}.values()
    open_to = [s for s in known if not s.training or trained(state, holder, s.training)]
    return tuple(_stunt(holder, s, _bodies(state, at)) for s in open_to)


def _stunt(holder: Character, trick: Stunt, at: dict[str, Label]) -> Deed:
    of, title, given = actor(holder.id), say("view.do_stunt", stunt=trick.called), {"stunt": trick.id}
    note, cost = told(of_stunt(trick)), ap(trick.ap)
    if trick.against == "tn":
        return deed("stunt", title, of=of, given=given, cost=cost, note=note)
    return deed("stunt", title, of=of, given=given, cost=cost, note=note, target=at)


@rule("BOO-CST-2", "BOO-CST-5")
def cast(state: State, who: Character, spell: Spell) -> Deed:
    """Casting a spell of somebody's own: at foes where it attacks, else on friends within its range."""
    title, given = say("view.do_cast", spell=spell.called), {"spell": numbered(who.spells)[spell.id]}
    spot = "targets" if spell.area and who.position else ""
    at = aims(state, who) if spell.attack else friends(state, who, yards(spell.range))
    note = told(of_spell(spell))
    return deed("cast", title, of=actor(who.id), given=given, cost=ap(spell.ap), note=note, spot=spot, targets=at)


@rule("BOO-LIV-9", "BOO-LIV-10")
def _drinks(state: State, holder: Character) -> tuple[Deed, ...]:
    """What can be drunk, and whom of those within reach it can be given to."""
    potions = once((i for i in holder.items if i.heal and i.uses != 0), holder)
    at = friends(state, holder, holder.reach)
    return tuple(
        deed(
            "drink",
            say("view.do_drink", item=i.called),
            of=actor(holder.id),
            given={"item": said},
            cost=ap(1),
            note=told(of_item(i)),
            patient=at,
        )
        for said, i in potions.items()
    )


def _others(state: State, holder: Character) -> tuple[Deed, ...]:
    """Everything that is not an attack."""
    of = actor(holder.id)
    used = {
        "reload": once((i for i in holder.items if i.reload and not i.loaded), holder),
        "take": once((i for i in holder.items if i.arms and not i.in_hand and _takes(holder, i)), holder),
    }
    uses = (
        deed(how, say(f"view.do_{how}", item=i.called), of=of, given={"item": said}, cost=ap(1))
        for how, things in used.items()
        for said, i in things.items()
    )
    return (
        deed(
            "mv", say("view.do_move"), of=of, cost=ap(1), note=say("view.yards", yards=speed_of(state, holder)), to=()
        ),
        *_hides(state, holder),
        *_drinks(state, holder),
        *uses,
        *_of_effects(state, holder),
        *((deed("pass", say("view.do_pass"), of=of, cost=ap(0)),) if state.options.allow_pass else ()),
    )


@rule("BOO-LIV-9", "BOO-LIV-35")
def _takes(holder: Character, item: Item) -> bool:
    """Whether somebody could take a thing of her own: hands are free, and what lies somewhere lies within reach."""
    near = distance(holder.position, item.lies) if item.lies else None
    return holder.has_hands_for(item) and (near is None or near <= holder.reach)


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

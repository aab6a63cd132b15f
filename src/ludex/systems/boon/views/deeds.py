"""What can be done now in boon, as data: by the holder, by the side that chooses, by the GM. The rules judge each of them."""

from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from ludex.core.deeds import Gap, Offer, Value, deed, refusal_of, refused
from ludex.core.effects.counting import in_force
from ludex.core.effects.sentences import name_of
from ludex.core.errors import RuleError
from ludex.core.principals import Viewer, actor, actor_of
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.boon.content import shipped
from ludex.systems.boon.content.describing import joined_note, of_item, of_spell, of_stunt
from ludex.systems.boon.content.naming import numbered_names
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.kinds.offers import pickable
from ludex.systems.boon.rules.actions import check_range
from ludex.systems.boon.rules.attacks import reached_with
from ludex.systems.boon.rules.clock import in_fight
from ludex.systems.boon.rules.initiative import present
from ludex.systems.boon.rules.items import item_range
from ludex.systems.boon.rules.moving import speed_of
from ludex.systems.boon.rules.sheets import damage_text
from ludex.systems.boon.rules.sight import distance, is_blocked, screens
from ludex.systems.boon.rules.stages import HEIGHTS, WIDTHS
from ludex.systems.boon.rules.stunts import push_of
from ludex.systems.boon.rules.turns import TURN, check_may
from ludex.systems.boon.rules.weapons import attack_kind, melee_reach
from ludex.systems.boon.rules.windows import has_training, number
from ludex.systems.boon.sheet import Character, Item, Number, Spell, Stunt, yards
from ludex.systems.boon.state import State, Thing, yards_between
from ludex.systems.boon.terms import AWAY, FOUR, Attribute, Cover

SCORES = ("10", "11", "12", "13")
"""Scores that a new character often has."""


Limit = Callable[[int], Number | None]
"""How far something goes, at somebody so many yards away: what is thrown goes further than what is held."""
MOST = 12
"""So many of the GM's people are offered their deeds at once outside a fight."""


def deeds(state: State, viewer: Viewer) -> tuple[Offer, ...]:
    clock = state.clock
    if viewer.player and not viewer.controls:
        return (create_own(),) if state.combatants else ()
    if not (viewer.gm or viewer.player):
        return ()
    if not clock.running:
        return (*_before(state, viewer), *(_judged(state, one) for one in _at_ease(state, viewer)))
    return (*(_judged(state, one) for one in _in_fight(state, viewer)), *_end(state, viewer))


@rule("BOO-LIV-8")
def _judged(state: State, one: Offer) -> Offer:
    """A deed of a turn with what forbids it now: an effect, for the rest it would not stand here."""
    if not one.of or one.name not in TURN:
        return one
    try:
        check_may(state, actor_of(one.of), one.name)
    except RuleError as error:
        return replace(one, refusal=refusal_of(error))
    return one


def _end(state: State, viewer: Viewer) -> tuple[Offer, ...]:
    """The end of a fight, offered to the GM while a side has nobody active but somebody who is down (BOO-LIV-19)."""
    sides = [state.members(side) for side in state.clock.order]
    down = any(not any(c.active for c in s) and any(in_fight(state, c) for c in s) for s in sides)
    return (deed("finish", say("view.do_finish")),) if viewer.gm and down else ()


def _in_fight(state: State, viewer: Viewer) -> tuple[Offer, ...]:
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
def _run(state: State, viewer: Viewer) -> tuple[Offer, ...]:
    """The GM lets her own play by themselves while their side chooses."""
    theirs = [state.character(who) for who in pickable(state, state.clock.choosing)]
    hers = viewer.gm and theirs and not any(state.is_player(c) for c in state.members(state.clock.choosing))
    return (deed("act", say("view.do_act_all"), primary=True),) if hers else ()


@rule("BOO-LIV-12")
def _one_line(state: State, viewer: Viewer) -> tuple[Offer, ...]:
    """While a side chooses a player's own deeds are open too: one of them picks and acts."""
    able = [state.character(who) for who in pickable(state, state.clock.choosing) if who in viewer.controls]
    own = [(who, one) for who in able for one in (*_strikes(state, who), *_others(state, who))]
    several = len(viewer.controls) > 1
    return tuple(replace(one, primary=False, group=who.called if several else one.group) for who, one in own)


@rule("BOO-LIV-13", "BOO-LIV-20")
def _at_ease(state: State, viewer: Viewer) -> tuple[Offer, ...]:
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


def create_own() -> Offer:
    library = shipped()
    scores = (Gap(a, tuple(map(Value, SCORES))) for a in FOUR)
    callings = Gap("class", tuple(Value(c.id, c.called) for c in library.classes))
    arms = Gap("items", tuple(Value(i.id, i.called) for i in library.items if i.die))
    gaps = (Gap("name"), *scores, callings, arms)
    return Offer("pc", say("view.do_create"), given={"level": 1}, gaps=gaps, primary=True)


def create_for_side() -> Offer:
    """The GM's first step: somebody on a players' side."""
    gaps = (Gap("name"), Gap("side"))
    return Offer("pc", say("view.do_create"), given={"player": True}, gaps=gaps, primary=True)


def _before(state: State, viewer: Viewer) -> tuple[Offer, ...]:
    """What can be done while nobody fights, beside everybody's own deeds."""
    sides, able = {s.named: s.called for s in state.sides}, len(present(state)) > 1
    if not viewer.gm:
        up = any(c.id in viewer.controls and c.active for c in state.combatants)
        return (deed("fight", say("view.do_own_fight")),) if able and up else ()
    own = state.library.creatures
    blocks: dict[str, Label] = {key: say(f"things.{key}") for key in shipped().creatures if key not in own}
    blocks |= {key: str(block.get("name", key)) for key, block in own.items()}
    fight = deed("fight", say("view.do_fight"), primary=True, aggressor=sides)
    rest = deed("rest", say("view.do_rest"), hours=("8", "24"))  # BOO-LIV-57: without a name all of the party
    spawn = deed("npc", say("view.do_spawn"), creature=blocks, count=("1", "2", "3"), side=sides)
    party = any(state.is_player(c) for c in state.combatants)
    return (*((fight,) if able else ()), *((rest,) if party else ()), spawn, *_board(state))


@rule("BOO-LIV-27")
def _board(state: State) -> tuple[Offer, ...]:
    """A board to stand on, while there is none to be seen."""
    stands = any(c.position for c in state.combatants) or any(t.position for t in state.objects)
    size = deed("board", say("view.do_board"), width=WIDTHS, height=HEIGHTS)
    return () if state.laid or state.ground or stands else (size,)


def _picks(state: State, viewer: Viewer) -> tuple[Offer, ...]:
    side = state.clock.choosing
    if not viewer.gm and side not in {c.side for c in state.combatants if c.id in viewer.controls}:
        return ()
    able = [state.character(who) for who in pickable(state, side)]
    return tuple(deed("pick", say("view.do_pick", who=c.called), given={"who": c.id}, primary=True) for c in able)


def once(things: Iterable[Item], owner: Character) -> dict[str, Item]:
    """Somebody's things by how a line names them; of those that are alike the first (BOO-LIV-51)."""
    said, found = numbered_names(owner.items), dict[str, Item]()
    for thing in things:
        found.setdefault(said[thing.id], thing)
    return found


def aims(state: State, holder: Character, limit: Limit | None = None, *, bodies: bool = False) -> tuple[Value, ...]:
    """Foes and objects that can be chosen, of which foes alone are proposed; a hidden one only by a guess. Beyond the `limit`, or behind total cover, each says why not (BOO-LIV-8)."""
    foes = [c for c in state.combatants if c.side != holder.side and c.status not in AWAY and not c.hidden]
    things = (
        [] if bodies else [t for t in state.objects if not t.destroyed]
    )  # BOO-SHV-1: no object is shoved or tricked
    there: tuple[Character | Thing, ...] = (*foes, *things)
    names = _by_name([(one.id, one.called) for one in there])
    judged = (refused(_check_reached, state, holder, one, limit) for one in there)
    found = zip(there, names.items(), judged, strict=True)
    return tuple(Value(key, name, why, unwished=isinstance(one, Thing)) for one, (key, name), why in found)


def _check_reached(state: State, holder: Character, target: Character | Thing, limit: Limit | None) -> None:
    """Whether the map lets somebody aim at somebody; off the map nothing is known."""
    if limit is None or holder.position is None or target.position is None:
        return
    if is_blocked(state, holder.position, target.position):
        raise RuleError("total_cover", clause="BOO-PCV-1", target=target.called)
    far = yards_between(holder.position, target.position)
    check_range(far, limit(far))


def _aimed(one: Offer) -> Offer:
    """A deed of whose targets none can be reached is none for now."""
    values = [value for gap in one.gaps if gap.name in ("target", "targets") for value in gap.values]
    why = [value.refusal for value in values]
    return replace(one, refusal=why[0]) if why and all(why) else one


def _by_name(found: list[tuple[str, str]]) -> dict[str, Label]:
    """What is given for each of them: the name, or the id where another is called so too."""
    called = [name for _, name in found]
    return {name if called.count(name) < 2 else key: name for key, name in found}


@rule("BOO-CST-5", "BOO-LIV-10")
def friends(state: State, holder: Character, reach: Number | None = None) -> dict[str, Label]:
    """Who can be helped: the own side, the fallen too but for the dead, within so many yards; oneself first, then who is hurt."""
    own = [c for c in state.combatants if c.side == holder.side and c.status not in AWAY]
    near = [c for c in own if reach is None or (distance(holder.position, c.position) or 0) <= reach]
    near.sort(key=lambda c: (c.id != holder.id, not c.damage))
    return _by_name([(c.id, c.called) for c in near])


def ap(points: int) -> Say:
    return say("view.costs", ap=points)


def _strikes(state: State, holder: Character) -> tuple[Offer, ...]:
    of = actor(holder.id)
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
            note=_strike_note(holder, i),
            target=aims(state, holder, partial(_blow_reach, state, holder, i)),
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
            note=joined_note(of_item(i)),
            targets=aims(state, holder, None if i.area else partial(_steady, item_range(holder, i))),
        )
        for said, i in flasks.items()
    )
    push = say("view.shove_note", yards=push_of(holder))
    arm = partial(_steady, holder.reach + number(state, holder.id, "reach", 0))
    near = aims(state, holder, arm, bodies=True)
    shove = deed("shove", say("view.do_shove"), of=of, cost=ap(1), note=push, target=near)
    if not aims(state, holder):
        return tuple(map(_aimed, spells))
    tricks = (one for one in (shove, *_stunts(state, holder, arm)) if all(gap.values for gap in one.gaps))
    return tuple(map(_aimed, (*strikes, *spells, *thrown, *tricks)))  # no body is there: nobody to shove or trick


@rule("BOO-LIV-35")
def _strike_note(holder: Character, weapon: Item) -> Say:
    """The dice of a weapon and how far it goes; of one that can be thrown both how far it is held and how far it flies."""
    held, far = melee_reach(holder, weapon), None if weapon.range in (None, "reach", "melee") else yards(weapon.range)
    word = "view.strike_note" if far is None or not weapon.thrown else "view.strike_or_throw_note"
    reach = held if far is None or weapon.thrown else far
    return say(word, dice=damage_text(holder, weapon).upper(), reach=reach, thrown=far)


def _blow_reach(state: State, holder: Character, weapon: Item, far: int) -> Number:
    """How far an attack goes at somebody so many yards away."""
    return reached_with(state, holder, weapon, attack_kind(holder, weapon, distance=far, stated=""))


def _steady(limit: Number | None, _far: int) -> Number | None:
    return limit


@rule("BOO-STN-2", "BOO-LIV-42")
def _stunts(state: State, holder: Character, arm: Limit) -> tuple[Offer, ...]:
    """The special stunts that somebody is trained for."""
    known = {s.id: s for s in (*shipped().stunts, *state.library.stunts)}.values()
    open_to = [s for s in known if not s.training or has_training(state, holder, s.training)]
    return tuple(
        _stunt(state, holder, s, arm if s.range is None else partial(_steady, yards(s.range))) for s in open_to
    )


def _stunt(state: State, holder: Character, trick: Stunt, limit: Limit) -> Offer:
    of, title, given = actor(holder.id), say("view.do_stunt", stunt=trick.called), {"stunt": trick.id}
    note, cost = joined_note(of_stunt(trick)), ap(trick.ap)
    if trick.against == "tn":
        return deed("stunt", title, of=of, given=given, cost=cost, note=note)
    return deed(
        "stunt", title, of=of, given=given, cost=cost, note=note, target=aims(state, holder, limit, bodies=True)
    )


@rule("BOO-CST-2", "BOO-CST-5")
def cast(state: State, who: Character, spell: Spell) -> Offer:
    """Casting a spell of somebody's own: at foes where it attacks, else on friends within its range."""
    title, given = say("view.do_cast", spell=spell.called), {"spell": numbered_names(who.spells)[spell.id]}
    spot = "targets" if spell.area and who.position else ""
    limit = None if spell.area else partial(_steady, yards(spell.range))
    at = aims(state, who, limit) if spell.attack else friends(state, who, yards(spell.range))
    note = joined_note(of_spell(spell))
    return deed("cast", title, of=actor(who.id), given=given, cost=ap(spell.ap), note=note, spot=spot, targets=at)


@rule("BOO-LIV-9", "BOO-LIV-10")
def _drinks(state: State, holder: Character) -> tuple[Offer, ...]:
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
            note=joined_note(of_item(i)),
            patient=at,
        )
        for said, i in potions.items()
    )


def _others(state: State, holder: Character) -> tuple[Offer, ...]:
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
        *(_passes(holder) if state.options.allow_pass else ()),
    )


@rule("BOO-RND-13", "BOO-LIV-41")
def _passes(holder: Character) -> tuple[Offer, ...]:
    """Passing, until somebody acts or for the round."""
    of = actor(holder.id)
    return (
        deed("pass", say("view.do_pass"), of=of, cost=ap(0)),
        deed("pass", say("view.do_pass_whole"), of=of, cost=ap(0), given={"whole": True}),
    )


@rule("BOO-LIV-9", "BOO-LIV-35")
def _takes(holder: Character, item: Item) -> bool:
    """Whether somebody could take a thing of her own: hands are free, and what lies somewhere lies within reach."""
    near = distance(holder.position, item.lies) if item.lies else None
    return holder.has_hands_for(item) and (near is None or near <= holder.reach)


@rule("BOO-LIV-34")
def _hides(state: State, holder: Character) -> tuple[Offer, ...]:
    """Hiding: on the map where the square allows it, off the map by the GM's word."""
    if holder.position is None:
        screened = {"cover": Cover.THREE_QUARTERS}
        return (deed("hide", say("view.do_hide"), of=actor(holder.id), cost=ap(1), given=screened, place=()),)
    return (deed("hide", say("view.do_hide"), of=actor(holder.id), cost=ap(1)),) if screens(state, holder) else ()


@rule("BOO-LIV-36", "BOO-LIV-40")
def _of_effects(state: State, holder: Character) -> tuple[Offer, ...]:
    """Deeds that effects allow their bearer, and getting rid of what can be got rid of."""
    of = actor(holder.id)
    theirs = in_force(WORDS, state, holder.id) if state.swayed else ()
    own = (deed("item", use.name, of=of, given={"item": use.name}) for effect in theirs for use in effect.uses)
    borne = (e for e in state.upon(holder.id) if any(one.unit == "rid" for one in e.lasts))
    rid = (deed("rid", say("view.do_rid", effect=name_of(e)), of=of, given={"effect": e.name}) for e in borne)
    return (*own, *rid)

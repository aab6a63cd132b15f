"""What can be done now, as data: each deed with what is decided, what is offered for the rest, its cost, and why not. It decides nothing."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed, fields_of
from ludex.core.deeds import Gap, Offer, Value, deed, refused
from ludex.core.errors import RuleError
from ludex.core.principals import OBSERVER, Viewer, actor
from ludex.core.rule import rule
from ludex.core.say import Label, say, term
from ludex.systems.mirror.content import (
    ActionRecord,
    Catalogue,
    called,
    described,
    english,
    library,
    own_actions,
    shipped,
    shown,
)
from ludex.systems.mirror.content.actions import FAR
from ludex.systems.mirror.redact import InView, present
from ludex.systems.mirror.rules.actions import ActionGiven, check_action
from ludex.systems.mirror.rules.damage import DamageLine
from ludex.systems.mirror.rules.dying import dying_parts
from ludex.systems.mirror.rules.growth import LevelUp
from ludex.systems.mirror.rules.knowing import known_action, known_actions, made_with
from ludex.systems.mirror.rules.rest import RestLine, TimeLine
from ludex.systems.mirror.sheet import Character, TotalAction
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import ActionType, Mode, Skill, Status

STEPS = tuple(say(f"things.{way}") for way in ("e", "w", "s", "n"))
STATUSES = (Status.STEALTH, Status.INVISIBLE, Status.IMMOBILE, Status.UNCONSCIOUS)
PARTS = ("head", "arm", "torso", "leg")
FEW = ("1", "2", "3")
BY_THEMSELVES = ("walk", "full_move", "focus", "intercept", "block", "pick_lock", "bandage", "camp")
"""Basic actions that have deeds of their own, or aim at nobody."""

Names = dict[str, Label]


def deeds(state: State, viewer: Viewer) -> tuple[Offer, ...]:
    """Everything that this viewer can do, the most pressing first."""
    return tuple(_deeds(state, present(state, viewer), viewer))


def _deeds(state: State, seen: InView, viewer: Viewer) -> Iterator[Offer]:
    own = [c for c in seen.own if viewer.gm or c.id in viewer.controls]
    able = [c for c in own if not (c.out_of_play or c.unconscious)]  # MIR-LIV-7, MIR-LIV-8
    if state.conflict is not None:
        yield from _turns(state, own, seen, viewer)
    for c in own:
        if dying_parts(c) and not c.exempt and state.conflict is None:
            yield deed("dying", say("view.dying", who=c.called), given={"who": c.id}, primary=True)
    for c in able:
        yield deed("ck", say("view.check"), of=actor(c.id), group=_group(c, viewer), skill=_terms(Skill))
    if state.conflict is None:
        for c in able:
            yield from _actions(state, c, seen, viewer)
            yield from () if c.gm_played else _between(state, c, seen, viewer)
        if viewer.role != OBSERVER:
            yield Offer("new", say("view.make"), gaps=(Gap("name"),), primary=not own and not viewer.gm)
    if viewer.gm:
        yield from _gm(state, seen)


def _pays_on(c: Character, running: TotalAction, group: str) -> Offer:
    """Going on with a total action: which, and how many AP are still to be paid."""
    name, left = shown(running.name), running.cost - running.paid
    title, note = say("view.continue", name=name), say("view.continue_note", left=left)
    return deed("cont", title, of=actor(c.id), group=group, primary=True, cost=say("view.cost_ap", ap=left), note=note)


def _group(c: Character, viewer: Viewer) -> str:
    """Her name over her deeds, for a viewer who has several people."""
    return c.called if viewer.gm or len(viewer.controls) > 1 else ""


def _named(people: Iterable[Character]) -> Names:
    return {c.id: c.called for c in people}


def _terms(words: Iterable[str]) -> tuple[Label, ...]:
    return tuple(term(str(word)) for word in words)


def _words(line: type[Deed], field: str, state: State) -> tuple[Label, ...]:
    """The words of the rulebook that a field of a deed offers itself."""
    return _terms(fields_of(line)[field].offers(state, ""))


def names_of(kind: str, catalogue: Catalogue) -> Names:
    """What everything of a kind is called: shipped things in the reader's language, the table's own as they were given."""
    return _names(kind, msgspec.json.encode(catalogue))


@lru_cache(maxsize=128)
def _names(kind: str, written: bytes) -> Names:
    """The same, worked out once as long as nobody changes the table's own content."""
    catalogue: Catalogue = msgspec.json.decode(written)
    base, own = getattr(shipped(), kind), catalogue.get(kind, {})
    records: Mapping[str, msgspec.Struct] = getattr(library(catalogue), kind)
    return {
        name: say(f"things.{name}") if name in base and name not in own else called(name, record)
        for name, record in records.items()
    }


def _actions(state: State, c: Character, seen: InView, viewer: Viewer) -> Iterator[Offer]:
    """Each action that she knows as a card of its own: her own and attacks first; what waits for an event only while it may be used."""
    there = [x for x in (*seen.seen, *seen.own) if x.id != c.id and not x.out_of_play]
    there = sorted(there, key=lambda x: x.side == c.side)  # foes first
    known = [(action, refused(_check, state, c, action)) for action in _known(state, c)]
    own, group = {str(a.get("name", "")) for a in c.actions}, _group(c, viewer)
    names = names_of("actions", state.catalogue)
    first = [one for one in known if one[0].name in own or one[0].attack is not None]
    for action, refusal in (*first, *(one for one in known if one not in first)):
        gaps = _aims(c, action, there)
        wide = action.attack is not None and action.attack.area is not None
        if (refusal and action.type == ActionType.RA) or (action.attack is not None and not gaps):
            continue
        yield deed(
            "act",
            shown(action.called) if action.name in own else names[action.name],
            of=actor(c.id),
            given={"action": action.called if action.name in own else action.name},
            cost=_cost(state, action, c.ap),
            primary=(action, refusal) in first,
            refusal=refusal,
            group=group,
            note=_does(action),
            spot="cell" if wide else "",
            single="" if wide else "targets",
            **gaps,
        )


def _aims(c: Character, action: ActionRecord, there: list[Character]) -> dict[str, tuple[Value, ...] | Names]:
    """On whom an action may be used, foes first where it harms, and the part that it may go for."""
    if action.range == "self":
        return {}
    if action.attack is None and action.check is None:
        helped = [c, *sorted(there, key=lambda x: x.side != c.side)]
        return {"targets": _named(helped)}
    if not there:
        return {}
    whom = tuple(Value(x.id, x.called, unwished=x.side == c.side) for x in there)
    if action.attack is None or action.attack.area is not None:
        return {"targets": whom}
    return {"targets": whom, "part": {p.id: p.name or term(p.id) for x in there for p in x.parts_left}}


@rule("MIR-LIV-59")
def _does(action: ActionRecord) -> Label:
    """What a card says under its name: what it does, how far it reaches, whom it covers."""
    if action.attack is None:
        return described(action.text)
    does, *more = (*striking(action), *_far(action))
    return reduce(lambda said, one: say("view.card_does", does=said, more=one), more, does)


def reaching(action: ActionRecord) -> Iterator[Label]:
    """Range and area of an action, each under its name."""
    if far := _range(action):
        yield say("view.ranged", range=far)
    if area := _area(action):
        yield say("view.covers", area=area)


def _far(action: ActionRecord) -> Iterator[Label]:
    return (said for said in (_range(action), _area(action)) if said)


def _range(action: ActionRecord) -> Label:
    attack = action.attack
    close = "reach" if attack is not None and attack.type == "melee" else ""
    far = action.range or (attack.range if attack is not None else "") or close
    return say(f"view.range_{far}") if far in FAR else far


def _area(action: ActionRecord) -> Label:
    area = action.attack.area if action.attack is not None else None
    if area is None:
        return ""
    key = "view.area_diffuse" if area.diffuse else "view.area_plain"
    return say(key, shape=term(area.shape), size=area.radius or area.length)


def striking(action: ActionRecord) -> Iterator[Label]:
    """Level, power and types of what an attack does, and the injuries that go with it."""
    attack = action.attack
    if attack is not None:
        harm = say("view.slashes", items=[term(t) for t in attack.types])
        yield say("view.strikes", hit=attack.hit, dp=attack.dp, types=harm)
    if attack is not None and attack.effects:
        yield say("view.slashes", items=[term(e) for e in attack.effects])


def _known(state: State, c: Character) -> tuple[ActionRecord, ...]:
    """The actions that she knows and can use by themselves, as far as they can be read (MIR-LIV-9)."""
    try:
        own, known = own_actions(c), known_actions(state, c)
    except RuleError:
        return ()
    more = library(state.catalogue).actions
    taken = {
        *own,
        *BY_THEMSELVES,
        *(a.called for a in own.values()),
    }  # her own goes before one of the library by the same name
    others = (
        more[name]
        for name in more
        if name in known and not {name, more[name].called, english().get(name, name)} & taken
    )
    return (*own.values(), *others)


def action_names(state: State, c: Character | None) -> Names:
    """What the actions that she knows are called; for nobody in particular, those of the library."""
    names = names_of("actions", state.catalogue)
    own = {str(a.get("name", "")) for a in c.actions} if c else set()
    known = _known(state, c) if c else ()
    return {
        a.called if a.name in own else a.name: shown(a.called) if a.name in own else names[a.name] for a in known
    } or names


def _cost(state: State, action: ActionRecord, has: int) -> Label:
    """AP in conflict, with the debt that it leads to, and SP."""
    ap = action.ap if state.conflict is not None else 0
    if not ap:
        return say("view.cost_sp", sp=action.sp) if action.sp else ""
    cost = say("view.cost_both", ap=ap, sp=action.sp) if action.sp else say("view.cost_ap", ap=ap)
    return say("view.cost_debt", cost=cost, left=has - ap) if ap > has else cost


def _check(state: State, c: Character, action: ActionRecord) -> None:
    """Refuse an action that she does not know, has no part left for, or may not use now."""
    if action.name in own_actions(c):
        known_action(state, c, action.name)
    action = replace(action, part=made_with(c, action))
    check_action(state, c, ActionGiven(action=action), own_turn=state.has_turn(c.id))


def _turns(state: State, own: list[Character], seen: InView, viewer: Viewer) -> Iterator[Offer]:
    """The deeds of a turn, or the one that brings the next."""
    conflict = state.conflict
    if conflict is None:
        return
    for c in [c for c in own if conflict.turn == c.id]:
        of, group = actor(c.id), _group(c, viewer)
        able = not (c.unconscious or c.out_of_play)
        if able:
            yield from _actions(state, c, seen, viewer)
            yield deed("mv", say("view.move", mov=c.mov), of=of, group=group, path=STEPS)
            if c.total_action:
                yield _pays_on(c, c.total_action, group)
        if able and any(one.id == c.id for one in conflict.fresh):
            yield deed("delay", say("view.delay"), given={"who": c.id}, group=group)
        if able or viewer.gm:
            yield deed("end", say("view.end_turn"), given={"who": c.id}, group=group)
    if viewer.gm and conflict.turn is None:
        yield deed("next", say("view.next_tick"), primary=True)


def _between(state: State, c: Character, seen: InView, viewer: Viewer) -> Iterator[Offer]:
    """Between conflicts: rest, relations, humanity, and in rest mode growth."""
    of, group = actor(c.id), _group(c, viewer)
    yield deed("rest", say("view.rest"), of=of, group=group, kind=_words(RestLine, "kind", state))
    others = _named(x for x in seen.named if x.id not in (c.id, *c.relations))
    yield deed("relate", say("view.relate"), of=of, group=group, who=others)
    if c.humanity and c.madness:
        yield deed("humanity", say("view.humanity"), of=of, group=group, amount=FEW[:2])
    if (state.mode or Mode.REST) == Mode.REST:
        yield deed("levelup", say("view.level_up"), of=of, group=group, domain=_words(LevelUp, "domain", state))
        yield deed("learn", say("view.learn"), of=of, group=group, ability=names_of("abilities", state.catalogue))


def _gm(state: State, seen: InView) -> Iterator[Offer]:
    """The GM's own: conflict, time, modes, harm and healing, who comes."""
    people = _named(seen.own)
    if state.conflict is not None:
        yield deed("endfight", say("view.end_conflict"))
    else:
        yield deed("fight", say("view.start_conflict"))
        yield deed("time", say("view.advance_time"), unit=_words(TimeLine, "unit", state))
        party = [c.id for c in seen.own if not (c.gm_played or c.out_of_play)]
        if len(party) > 1:  # MIR-LIV-54: one time for all
            yield deed(
                "rest", say("view.rest_together"), given={"together": party}, kind=_words(RestLine, "kind", state)
            )
        yield deed("mode", say("view.set_mode"), mode=_terms((Mode.EXPLORATION, Mode.REST)))
    if people:
        yield deed(
            "dmg",
            say("view.damage"),
            who=people,
            hit=FEW,
            dp=(*FEW, "4"),
            types=_words(DamageLine, "types", state),
            part=_terms(PARTS),
        )
        yield deed("heal", say("view.heal"), part=_terms(PARTS), who=people)
        yield deed("status", say("view.status"), status=_terms(STATUSES), who=people)
    yield deed("npc", say("view.spawn"), npc=names_of("npcs", state.catalogue), count=FEW)

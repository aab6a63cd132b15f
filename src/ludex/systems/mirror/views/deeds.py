"""What can be done now: buttons that send a chat line, for a viewer who may send it. It draws and decides nothing."""

from collections.abc import Iterable, Iterator

from ludex.core.principals import Viewer
from ludex.core.say import say, term
from ludex.core.view import Action, Label
from ludex.systems.mirror.content import Catalogue, called, library, shipped
from ludex.systems.mirror.redact import Known, knowledge
from ludex.systems.mirror.rules.dying import dying_parts
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Mode, Rest, Skill

OBSERVER = "observer"
STEPS = tuple(say(f"things.{way}") for way in ("e", "w", "s", "n"))
DOMAINS = ("warrior", "operative", "caster", "priest")
HURTS = ("impact", "slash", "puncture", "burn", "pain")
STATUSES = ("stealth", "invisible", "immobile", "unconscious")
PARTS = ("head", "arm", "torso", "leg")

Fill = dict[str, tuple[Label, ...]]


def deeds(state: State, viewer: Viewer) -> tuple[Action, ...]:
    """Everything worth a button for this viewer, the most pressing first."""
    return tuple(_deeds(state, knowledge(state, viewer), viewer))


def _deeds(state: State, seen: Known, viewer: Viewer) -> Iterator[Action]:
    own = [c for c in seen.own if viewer.gm or c.id in viewer.controls]
    if state.conflict is not None:
        yield from _turns(state, own, seen, viewer)
    for c in own:
        if dying_parts(c) and not c.exempt and state.conflict is None:
            yield Action(say("view.dying", who=c.called), f".濒死 {c.called}", primary=True)
    alive = [c for c in own if not c.out_of_play]
    if alive:
        who = _who(own, viewer)
        yield Action(say("view.check"), f".检定 {who}<skill>", fill={"skill": _terms(Skill), **_names(alive)})
    if alive and state.conflict is None:
        yield from _between(state, alive, seen, viewer)
    if state.conflict is None and viewer.role != OBSERVER:
        yield Action(say("view.make"), ".建卡 <name>", primary=not own and not viewer.gm)
    if viewer.gm:
        yield from _gm(state, seen)


def _who(own: list[Character], viewer: Viewer) -> str:
    """«@who» where it must be said."""
    return "" if len(own) == 1 and not viewer.gm else "@<who> "


def _group(c: Character, viewer: Viewer) -> str:
    """Her name over her buttons, for a viewer who has several people."""
    return c.called if viewer.gm or len(viewer.controls) > 1 else ""


def _names(people: list[Character]) -> Fill:
    return {"who": tuple(c.called for c in people)}


def _terms(words: Iterable[str]) -> tuple[Label, ...]:
    return tuple(term(str(word)) for word in words)


def _names_of(kind: str, catalogue: Catalogue) -> tuple[Label, ...]:
    """The names of everything of a kind: of shipped things in the reader's language, of the table's own as they were given."""
    base, own = getattr(shipped(), kind), catalogue.get(kind, {})
    return tuple(
        say(f"things.{name}") if name in base and name not in own else called(name, found)
        for name, found in getattr(library(catalogue), kind).items()
    )


def _deed(state: State, c: Character, seen: Known, viewer: Viewer) -> Iterator[Action]:
    """An action from her sheet, or from the library if it has none, on somebody in sight."""
    own: tuple[Label, ...] = tuple(str(a.get("title") or a["name"]) for a in c.actions)
    deeds = own or _names_of("actions", state.catalogue)
    targets = tuple(x.called for x in (*seen.seen, *seen.own) if x.id != c.id)
    at = f"@{c.called} " if viewer.gm else ""
    if deeds and targets:
        fill: Fill = {"action": deeds, "targets": targets}
        yield Action(
            say("view.perform"), f".行动 {at}<action> <targets>", primary=True, fill=fill, group=_group(c, viewer)
        )


def _turns(state: State, own: list[Character], seen: Known, viewer: Viewer) -> Iterator[Action]:
    """The buttons of a turn, or the one that brings the next."""
    conflict = state.conflict
    if conflict is None:
        return
    acting = [c for c in own if conflict.has_turn(c.id)]
    for c in acting:
        at = f"@{c.called} " if viewer.gm else ""
        if not (c.unconscious or c.out_of_play):
            yield from _deed(state, c, seen, viewer)
            group = _group(c, viewer)
            yield Action(say("view.move", mov=c.mov), f".移动 {at}<path>", fill={"path": STEPS}, group=group)
            if c.total_action:
                yield Action(say("view.continue"), f".续付 {at}".strip(), group=group)
        yield Action(say("view.end_turn"), f".结束 {c.called}", group=_group(c, viewer))
    if not any(conflict.has_turn(i) for i in conflict.acting):
        yield Action(say("view.next_tick"), ".下一刻", primary=True)


def _between(state: State, own: list[Character], seen: Known, viewer: Viewer) -> Iterator[Action]:
    """Between conflicts: deeds, rest, relations, humanity, and in rest mode growth."""
    mine = [c for c in own if not c.gm_played]
    for c in mine:
        if not c.unconscious:
            yield from _deed(state, c, seen, viewer)
    who = _who(own, viewer)
    names = _names(mine or own)
    yield Action(say("view.rest"), f".休息 {who}<kind>", fill={"kind": _terms(Rest), **names})
    others = tuple(c.called for c in (*seen.seen, *seen.own))
    yield Action(say("view.relate"), f".关系 {who}<other>", fill={"other": others, **names})
    if any(c.humanity and c.madness for c in mine):
        yield Action(say("view.humanity"), f".人性 {who}<amount>", fill={"amount": ("1", "2"), **names})
    if (state.mode or Mode.REST) == Mode.REST:
        abilities = _names_of("abilities", state.catalogue)
        yield Action(say("view.level_up"), f".升级 {who}<domain>", fill={"domain": _terms(DOMAINS), **names})
        yield Action(say("view.learn"), f".习得 {who}<ability>", fill={"ability": abilities, **names})


def _gm(state: State, seen: Known) -> Iterator[Action]:
    """The GM's own: conflict, time, modes, harm and healing, who comes."""
    people = tuple(c.called for c in seen.own)
    if state.conflict is not None:
        yield Action(say("view.end_conflict"), ".收场")
    else:
        yield Action(say("view.start_conflict"), ".冲突")
        yield Action(say("view.advance_time"), ".时间 <unit>", fill={"unit": _terms(("segment", "unit", "scene"))})
        yield Action(say("view.set_mode"), ".模式 <mode>", fill={"mode": _terms((Mode.EXPLORATION, Mode.REST))})
    if people:
        line = ".伤害 <who> 级=<hit> 力=<dp> 伤=<type>"
        numbers: Fill = {"hit": ("1", "2", "3"), "dp": ("1", "2", "3", "4"), "type": _terms(HURTS)}
        yield Action(say("view.damage"), line, fill={"who": people, **numbers})
        yield Action(say("view.heal"), ".治疗 <part> 谁=<who>", fill={"part": _terms(PARTS), "who": people})
        yield Action(
            say("view.status"),
            ".状态 <status> 谁=<who>",
            fill={"status": _terms(STATUSES), "who": people},
        )
    npcs = _names_of("npcs", state.catalogue)
    yield Action(say("view.spawn"), ".登场 <npc> <count>", fill={"npc": npcs, "count": ("1", "2", "3")})

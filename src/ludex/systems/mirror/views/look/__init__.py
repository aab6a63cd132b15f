"""The table as one viewer sees it: people and their bodies, the clock strip, the stage, what can be done now. The stage is a map: pieces as far as they are
perceived, walls and ground, light, reach, and what is out of sight."""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.deeds import Offer, deed
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.scenery import backdrop
from ludex.core.view import (
    Area,
    Empty,
    Fact,
    Facts,
    Label,
    Piece,
    Rows,
    Section,
    Stage as Map,
    Strip,
    Tag,
    Tags,
    Text,
    Token,
    View,
    edge,
)
from ludex.systems.mirror.content import shown
from ludex.systems.mirror.redact import InView, concealment, light_at, lights, overlooks, player_characters, present
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.state import Conflict, State, on_stage, reachable, spot
from ludex.systems.mirror.terms import Light, Mode, PartStatus, Status, said
from ludex.systems.mirror.views.deeds import Names, action_names
from ludex.systems.mirror.views.look.sheet import left_of, seen_parts, sheet_parts

BRIGHTER = {light: tuple(Light)[place + 1 :] for place, light in enumerate(Light)}
"""Light levels above each: what lamps can make of the surroundings."""


def token(c: Character, conflict: Conflict | None) -> Token:
    turn = "acting" if conflict is not None and conflict.turn == c.id else ""
    state = "dead" if c.out_of_play else "down" if c.unconscious else turn
    borne = [said(status) for status in c.statuses]
    return Token(c.id, c.called, side(c), state, say("view.listed", items=borne) if borne else "")


def side(c: Character) -> str:
    return "pc" if c.side == "pc" else "foe"


def stage_section(state: State, seen: InView, viewer: Viewer) -> Section:
    stage = state.stage
    if not stage.width:
        setting = deed("stage", say("view.new_stage")) if viewer.gm else None
        return Section(
            "stage", say("view.stage"), (Empty(say("view.no_stage"), deed=setting), *_lying(state, seen, viewer))
        )
    light = Facts((Fact(say("view.ambient"), term(stage.ambient)),))
    there = (*_off_stage(state, seen), *_lying(state, seen, viewer))
    return Section("stage", say("view.stage"), (stage_map(state, seen, viewer), light, *there))


@rule("MIR-LIV-49")
def _lying(state: State, seen: InView, viewer: Viewer) -> Iterator[Tags]:
    """What was dropped, where the viewer can see it."""
    there = [one for one in state.lying if viewer.gm or one.cell is None or overlooks(state, seen, one.cell)]
    tags = tuple(
        Tag(say("view.lies", item=shown(one.item.called), cell=spot(one.cell)) if one.cell else shown(one.item.called))
        for one in there
    )
    if tags:
        yield Tags(tags, say("view.lying"))


def _off_stage(state: State, seen: InView) -> Iterator[Tags]:
    """Those who stand nowhere on this stage: not placed yet, or left outside when it was set anew."""
    off = [c for c in seen.named if not on_stage(state.stage, c)]
    if off:
        yield Tags(tuple(Tag(c.called, "warn") for c in off), say("view.off_stage"))


def stage_map(state: State, seen: InView, viewer: Viewer, *more: Area) -> Map:
    """The stage as a map, with further areas washed over it."""
    stage = state.stage
    pieces = (*_pieces(state, seen, viewer), *_guesses(state, seen))
    move = "place" if viewer.gm else "mv"
    return Map(edge(stage.width), edge(stage.height), pieces, (*_areas(state, seen, viewer), *more), stage.grid, move)


def _pieces(state: State, seen: InView, viewer: Viewer) -> Iterator[Piece]:
    mine = next((state.characters[i] for i in viewer.controls if i in state.characters), None)
    actions = action_names(state, mine)
    for c in seen.named:
        if c.pos is not None and on_stage(state.stage, c):
            shown = token(c, state.conflict)
            unseen = viewer.gm and not shown.state and concealment(state, player_characters(state), c) > 0
            yield _piece(replace(shown, state="hidden") if unseen else shown, c.pos, _touched(c, viewer, actions))


def _piece(shown: Token, pos: Cell, touched: Offer | None = None) -> Piece:
    return Piece(shown, float(pos[0]), float(pos[1]), 1.0, deed=touched)


def _touched(c: Character, viewer: Viewer, actions: Names) -> Offer | None:
    """What touching somebody else's piece does: an action on her."""
    if c.id in viewer.controls:
        return None
    return deed("act", say("view.perform"), given={"targets": [c.id]}, action=actions)


def _guesses(state: State, seen: InView) -> Iterator[Piece]:
    """Somebody of whom only the region is known (MIR-CNC-3)."""
    for number, c in enumerate(seen.guessed, 1):
        if c.pos is not None and on_stage(state.stage, c):
            yield _piece(Token(f"unknown-{number}", "?", "", "hidden"), c.pos)


def _areas(state: State, seen: InView, viewer: Viewer) -> Iterator[Area]:
    stage = state.stage
    cells = [(x, y) for x in range(edge(stage.width)) for y in range(edge(stage.height))]
    lamps = lights(state)
    found = {c: light_at(state, c) for c in cells} if lamps else {}
    if stage.ambient in (Light.DARK, Light.DIM):  # what it is where no lamp shines is seen and named too
        unlit = tuple(c for c in cells if found.get(c, stage.ambient) == stage.ambient)
        yield Area(unlit, str(stage.ambient), term(stage.ambient))
    for light in BRIGHTER[Light(stage.ambient)]:
        lit = tuple(c for c, level in found.items() if level is light)
        if lit:
            sources = tuple(lamp.cell for lamp in lamps if lamp.cell in lit)
            yield Area(lit, "dim" if light is Light.DIM else "light", term(light), sources)
    if stage.blocked or stage.impassable:
        yield Area(tuple(dict.fromkeys((*stage.impassable, *stage.blocked))), "wall", say("view.wall"))
    if stage.costs:
        yield Area(tuple(c.cell for c in stage.costs), "rough", say("view.hard"))
    if stage.effects:
        yield Area(stage.effects, "hazard", say("view.hazard"))
    alike: dict[tuple[str, str], list[Cell]] = {}
    for item in stage.scenery:
        alike.setdefault((item.kind, item.name), []).extend(item.cells)
    for (kind, name), where in alike.items():
        yield Area(tuple(dict.fromkeys(where)), kind, shown(name))
    yield from _reach(state, viewer)
    fog = () if viewer.gm else tuple(c for c in cells if not overlooks(state, seen, c))
    if fog:
        yield Area(fog, "fog", say("view.fog"))


def _reach(state: State, viewer: Viewer) -> Iterator[Area]:
    """Where those whose turn it is can move with the Mov they have left, for who plays them: the GM sees it of everybody."""
    for who in state.conflict.acting if state.conflict else ():
        c = state.characters.get(who)
        if (
            c is not None
            and (viewer.gm or who in viewer.controls)
            and c.pos is not None
            and c.mov
            and on_stage(state.stage, c)
        ):
            cells = tuple(cell for cell in reachable(state.stage, c.pos, c.mov) if cell != c.pos)
            yield Area(cells, "reach", say("view.reach", who=c.called))


# --- the table as one viewer sees it ----------------------------------------------------------------------------------

TICKS = 20


def look(state: State, viewer: Viewer) -> View:
    seen = present(state, viewer)
    who = (*(_own(state, c) for c in seen.own), *(_other(state, c) for c in seen.seen))
    where = (_clock(state, seen, viewer), stage_section(state, seen, viewer), *_effects(state, seen))
    names = " ".join(item.name for item in state.stage.scenery)
    return View(who or (_nobody(viewer),), where, backdrop(names))


def _nobody(viewer: Viewer) -> Section:
    offered = {name: say(f"things.{name}") for name in ("bandit", "wolf")}
    spawn = deed("npc", say("view.spawn"), npc=offered) if viewer.gm else None
    return Section("nobody", say("view.people"), (Empty(say("view.nobody"), deed=spawn),))


def _own(state: State, c: Character) -> Section:
    parts = sheet_parts(state, c)
    note, brief = term(f"side_{side(c)}"), _brief(c, numbers=True)
    return Section(
        f"who-{c.id}", c.called, parts, hidden=c.hidden, folded=c.gm_played, note=note, brief=brief, side=side(c)
    )


def _brief(c: Character, *, numbers: bool) -> Say:
    """Somebody in one line: where she stands, SP and AP where they may be known, hurt parts, statuses."""
    hurt: list[Label] = [
        say("view.wounded_part", part=p.called, wounds=len(p.wounds))
        if p.status is PartStatus.NONE
        else say("view.hurt_part", part=p.called, wounds=len(p.wounds), status=term(p.status))
        for p in c.parts
        if p.wounds or p.lost
    ]
    down = (Status.UNCONSCIOUS, Status.DISSOLVED, Status.DEAD)
    marks: list[Label] = [said(s) for s in c.statuses if (numbers and s != Status.TIRED) or s in down]
    facts: dict[str, Label] = {"who": c.called, "side": term(f"side_{side(c)}"), "pos": spot(c.pos) if c.pos else "—"}
    more: list[Label] = [*hurt, *marks] or [term("whole")]
    if not numbers:
        return say("view.brief_seen", **facts, more=more)
    return say("view.brief", **facts, more=more, lv=c.lv, sp=c.sp, sp_max=c.sp_max, ap=c.ap, ap_max=c.ap_most)


def _other(state: State, c: Character) -> Section:
    """Somebody in sight: a sheet where its numbers may be known, else her body and what shows (MIR-LIV-40)."""
    known = c.veiled is None
    parts = sheet_parts(state, c) if known else seen_parts(c)
    note, brief = term(f"side_{side(c)}"), _brief(c, numbers=known)
    return Section(f"who-{c.id}", c.called, parts, folded=True, note=note, brief=brief, side=side(c))


# --- the clock -----------------------------------------------------------------------------------------------------


def _clock(state: State, seen: InView, viewer: Viewer) -> Section:
    """Round, tick, who stands where on the clock; between conflicts the mode."""
    conflict = state.conflict
    if conflict is None:
        mode = state.mode or Mode.EXPLORATION
        start = deed("fight", say("view.start_conflict")) if viewer.gm else None
        return Section(
            "clock", say("view.clock"), (Text(term(mode)), Empty(say("view.no_conflict"), deed=start)), timed=True
        )
    begun = conflict.tick <= TICKS
    note = say("view.round_tick" if begun else "view.round_begins", round=conflict.round, tick=conflict.tick)
    return Section(
        "clock",
        say("view.clock"),
        (_strip(conflict, state, seen), _fighters(conflict, state, seen)),
        note=note,
        timed=True,
    )


def _strip(conflict: Conflict, state: State, seen: InView) -> Strip:
    standing = tuple(
        (min(TICKS, f.current), token(state.characters[f.id], conflict))
        for f in conflict.fighters
        if f.id in seen.ids and not state.characters[f.id].out_of_play
    )
    return Strip(TICKS, 1, conflict.tick if conflict.tick <= TICKS else None, standing)


def _fighters(conflict: Conflict, state: State, seen: InView) -> Rows:
    own = {c.id for c in seen.own}
    rows = []
    for f in conflict.fighters:
        if f.id in seen.ids:
            c = state.characters[f.id]
            mine = (c.ap, c.mov) if f.id in own else ("", "")
            turn = say("view.turn") if conflict.turn == f.id else ""
            rows.append((c.called, f.primary, f.current, *mine, turn))
    columns = ("name", "primary", "current", "ap", "mov", "turn")
    return Rows(tuple(say(f"view.{c}") for c in columns), tuple(rows))


# --- effects -------------------------------------------------------------------------------------------------------


def _effects(state: State, seen: InView) -> Iterator[Section]:
    if not state.effects:
        return
    names = {c.id: c.called for c in seen.named}
    rows = tuple(
        (
            shown(x.name),
            names.get(x.target, say("told.somebody")),
            left_of(state, x),
        )
        for x in state.effects
    )
    columns = tuple(say(f"view.{c}") for c in ("name", "target", "remaining"))
    yield Section("effects", say("view.effects"), (Rows(columns, rows),))

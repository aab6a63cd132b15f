"""The stage as a map: pieces as far as they are perceived, walls and ground, light, reach, and what is out of sight."""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.deeds import Offer, deed
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.core.view import Area, Empty, Fact, Facts, Piece, Section, Stage as Map, Tag, Tags, Token, edge
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.redact import Present, concealment, light_at, lights, overlooks, player_characters
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.state import Conflict, State, on_stage, reachable, spot
from ludex.systems.mirror.terms import Light, said
from ludex.systems.mirror.views.deeds import Names, action_names

BRIGHTER = {light: tuple(Light)[place + 1 :] for place, light in enumerate(Light)}
"""Light levels above each: what lamps can make of the surroundings."""


def token(c: Character, conflict: Conflict | None) -> Token:
    """Somebody on the strip or the stage."""
    turn = "acting" if conflict is not None and conflict.turn == c.id else ""
    state = "dead" if c.out_of_play else "down" if c.unconscious else turn
    borne = [said(status) for status in c.statuses]
    return Token(c.id, c.called, side(c), state, say("view.listed", items=borne) if borne else "")


def side(c: Character) -> str:
    """Ours, or the others."""
    return "pc" if c.side == "pc" else "foe"


def stage_section(state: State, seen: Present, viewer: Viewer) -> Section:
    """The stage, or how to set one."""
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
def _lying(state: State, seen: Present, viewer: Viewer) -> Iterator[Tags]:
    """What was dropped, where the viewer can see it."""
    there = [one for one in state.lying if viewer.gm or one.cell is None or overlooks(state, seen, one.cell)]
    tags = tuple(
        Tag(say("view.lies", item=shown(one.item.called), cell=spot(one.cell)) if one.cell else shown(one.item.called))
        for one in there
    )
    if tags:
        yield Tags(tags, say("view.lying"))


def _off_stage(state: State, seen: Present) -> Iterator[Tags]:
    """Those who stand nowhere on this stage: not placed yet, or left outside when it was set anew."""
    off = [c for c in seen.named if not on_stage(state.stage, c)]
    if off:
        yield Tags(tuple(Tag(c.called, "warn") for c in off), say("view.off_stage"))


def stage_map(state: State, seen: Present, viewer: Viewer, *more: Area) -> Map:
    """The stage as a map, with further areas washed over it."""
    stage = state.stage
    pieces = (*_pieces(state, seen, viewer), *_guesses(state, seen))
    move = "place" if viewer.gm else "mv"
    return Map(edge(stage.width), edge(stage.height), pieces, (*_areas(state, seen, viewer), *more), stage.grid, move)


def _pieces(state: State, seen: Present, viewer: Viewer) -> Iterator[Piece]:
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


def _guesses(state: State, seen: Present) -> Iterator[Piece]:
    """Somebody of whom only the region is known (MIR-CNC-3)."""
    for number, c in enumerate(seen.guessed, 1):
        if c.pos is not None and on_stage(state.stage, c):
            yield _piece(Token(f"unknown-{number}", "?", "", "hidden"), c.pos)


def _areas(state: State, seen: Present, viewer: Viewer) -> Iterator[Area]:
    stage = state.stage
    cells = [(x, y) for x in range(edge(stage.width)) for y in range(edge(stage.height))]
    lamps = lights(state)
    found = {c: light_at(state, c, lamps) for c in cells} if lamps else {}
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

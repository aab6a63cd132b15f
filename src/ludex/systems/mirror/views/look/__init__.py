"""The table as one viewer sees it: people and their bodies, the clock strip, the stage, what can be done now."""

from collections.abc import Iterator

from ludex.core.deeds import deed
from ludex.core.principals import Viewer
from ludex.core.say import Say, say, term
from ludex.core.scenery import backdrop
from ludex.core.view import (
    Empty,
    Label,
    Rows,
    Section,
    Strip,
    Text,
    View,
)
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.redact import Present, present
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import Conflict, State, spot
from ludex.systems.mirror.terms import Mode, PartStatus, Status, said
from ludex.systems.mirror.views.look.sheet import left_of, seen_parts, sheet_parts
from ludex.systems.mirror.views.look.stage import side, stage_section, token

TICKS = 20


def look(state: State, viewer: Viewer) -> View:
    """What this viewer sees."""
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


def _clock(state: State, seen: Present, viewer: Viewer) -> Section:
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


def _strip(conflict: Conflict, state: State, seen: Present) -> Strip:
    standing = tuple(
        (min(TICKS, f.current), token(state.characters[f.id], conflict))
        for f in conflict.fighters
        if f.id in seen.ids and not state.characters[f.id].out_of_play
    )
    return Strip(TICKS, 1, conflict.tick if conflict.tick <= TICKS else None, standing)


def _fighters(conflict: Conflict, state: State, seen: Present) -> Rows:
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


def _effects(state: State, seen: Present) -> Iterator[Section]:
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

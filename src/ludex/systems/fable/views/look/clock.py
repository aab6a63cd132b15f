"""The fight's clock and the story as one viewer sees them."""

from ludex.core.deeds import Deed, Gap, deed
from ludex.core.principals import Viewer
from ludex.core.say import Label, Say, say, term
from ludex.core.view import AnyPart, Empty, Rows, Section, Stations, Strip, Text, Token, filled
from ludex.systems.fable.redact import NUMBERS, UNSEEN
from ludex.systems.fable.rules.conflict import next_actor
from ludex.systems.fable.rules.counting import label
from ludex.systems.fable.rules.initiative import forecast
from ludex.systems.fable.rules.superiority import MOST_POINTS, team_called
from ludex.systems.fable.state import ROUND_TICKS, Conflict, Effect as Timed, State

LAST_TICK = 1
"""The last tick of a round (FAB-CLK-1)."""

AHEAD = 8
"""So many turns are forecast."""


def conflict_section(state: State, viewer: Viewer) -> Section:
    """The clock: who stands where, whose turn it is, who comes next, what lasts, and the sides' points."""
    conflict = state.conflict
    if conflict is None:
        start = deed("fight", say("view.start_conflict")) if viewer.gm else None
        return Section(
            "conflict",
            say("view.conflict"),
            (Empty(say("view.no_conflict"), deed=start),),
            note=state.scene,
            timed=True,
        )
    parts: list[AnyPart] = [
        Stations((say("view.tick_start"), say("view.tick_course"), say("view.tick_end")), _step(conflict)),
        _strip(state, conflict),
    ]
    parts += [filled(say("view.points", team=team_called(team)), n, MOST_POINTS) for team, n in conflict.points.items()]
    parts.append(_coming(state, conflict))
    if conflict.effects:
        parts.append(_effects(state, conflict))
    title = say("view.conflict_at", round=conflict.round, tick=conflict.tick)
    return Section("conflict", title, tuple(parts), note=_turn_note(state, conflict), folded=True, timed=True)


def _step(conflict: Conflict) -> int:
    if not conflict.started:
        return 0
    return 1 if conflict.turn or next_actor(conflict) else 2


def _turn_note(state: State, conflict: Conflict) -> Say | str:
    """Whose turn it is, as far as the viewer may know."""
    known = state.characters
    coming = next_actor(conflict) if conflict.started else ""
    note: Say | str = say("view.next_is", who=known[coming].called) if coming in known else ""
    if conflict.turn in known:
        note = say("view.turn_of", who=known[conflict.turn].called, actions=conflict.actions_left)
    points = [say("view.team_points", team=team_called(team), n=n) for team, n in conflict.points.items() if n]
    return say("view.note_points", note=note, points=points) if points else note


def _strip(state: State, conflict: Conflict) -> AnyPart:
    """Twenty ticks, 20 to 1; who has no turn left in this round stands where she will in the next. The next in order acts: a turn begins by acting."""
    acting = conflict.turn or (next_actor(conflict) if conflict.started else "")
    tokens = tuple(
        (
            min(ROUND_TICKS, c.initiative),
            Token(
                c.id,
                state.characters[c.id].called if c.id in state.characters else c.id,
                c.team,
                "acting" if acting == c.id and c.id in state.characters else "",
                say("view.initiative", initiative=c.initiative, spd=c.spd),
            ),
        )
        for c in conflict.combatants
    )
    return Strip(ROUND_TICKS, LAST_TICK, conflict.tick, tokens, say("view.clock"))


def _coming(state: State, conflict: Conflict) -> AnyPart:
    known = state.characters
    rows = tuple(
        (round_, tick, known[who].called)
        for round_, tick, who in forecast(state, AHEAD)
        if _foreseen(state, who, later=round_ > conflict.round)
    )
    return Rows((say("view.round"), say("view.tick"), say("view.who")), rows)


def _foreseen(state: State, who: str, *, later: bool) -> bool:
    """Whether a turn is known beforehand: in later rounds only those of people whose SPD is known (FAB-LIV-39)."""
    character = state.characters.get(who)
    return character is not None and (not later or character.shown >= NUMBERS)


def _effects(state: State, conflict: Conflict) -> AnyPart:
    def name(who: str) -> Say | str:
        return say("view.somebody") if who == UNSEEN else who

    def called(effect: Timed) -> Label:
        return label(state, effect.record) if effect.record is not None else effect.id

    rows = tuple((called(e), term(e.kind), e.left or "", name(e.anchor), name(e.source)) for e in conflict.effects)
    heads = ("view.effect", "view.counted_in", "view.left", "view.anchor", "view.source")
    return Rows(tuple(say(head) for head in heads), rows)


# ---------------------------------------------------------------------- the story
def story_section(state: State, viewer: Viewer) -> Section:
    """The scene and its clocks."""
    parts: list[AnyPart] = [Text(state.scene)] if state.scene else []
    for clock in state.clocks:
        note = say("view.hidden") if clock.hidden else ""
        parts.append(filled(clock.name, clock.filled, clock.size, note=note))
    if not parts:
        begin = Deed("scene", say("view.new_scene"), gaps=(Gap("name"),)) if viewer.gm else None
        parts.append(Empty(say("view.no_scene"), deed=begin))
    return Section("story", say("view.story"), tuple(parts))

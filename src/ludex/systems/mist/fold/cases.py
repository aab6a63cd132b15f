"""State × event → state: cases."""

from msgspec.structs import replace

from ludex.systems.mist import events as ev
from ludex.systems.mist.sheet import CaseKnown
from ludex.systems.mist.state import Beat, Mission, State
from ludex.systems.mist.terms import MissionPhase, Outcome


def mission_opened(state: State, event: ev.MissionOpened) -> State:
    """The last one is closed, and goes to the archive whole."""
    archive = (*state.archive, state.mission) if state.mission else state.archive
    return replace(state, mission=event.mission, archive=archive, loose=(), stood=())


def clue_found(state: State, event: ev.ClueFound) -> State:
    """Recorded last; it is hidden no longer."""
    mission = state.mission_now
    hidden = tuple(c for c in mission.hidden_clues if c.id != event.clue.id)
    return state.with_mission(clues=(*mission.clues, event.clue), hidden_clues=hidden)


def clue_kept(state: State, event: ev.ClueKept) -> State:
    """For the next case."""
    return replace(state, loose=(*state.loose, event.clue))


def clue_changed(state: State, event: ev.ClueChanged) -> State:
    """In its old place, or last where it comes to be hidden or open; conclusions follow a new name (MST-LIV-40)."""
    mission, now = state.mission_now, event.now
    places = {False: mission.clues, True: mission.hidden_clues}
    for hidden, clues in places.items():
        stays = now is not None and now.hidden == hidden
        kept = [now if stays and c.id == event.name else c for c in clues if stays or c.id != event.name]
        if stays and now not in kept:
            kept.append(now)
        places[hidden] = tuple(c for c in kept if c is not None)
    changed = state.with_mission(clues=places[False], hidden_clues=places[True])
    return _cited_as(changed, event.name, now.id) if now and now.id != event.name else changed


def _cited_as(state: State, old: str, new: str) -> State:
    def renamed(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new if name == old else name for name in names)

    conclusions = tuple(
        replace(c, supporting=renamed(c.supporting), conflicting=renamed(c.conflicting))
        for c in state.mission_now.conclusions
    )
    return state.with_mission(conclusions=conclusions)


def trait_hidden(state: State, event: ev.TraitHidden) -> State:
    """After the others."""
    return state.with_mission(hidden_traits=(*state.mission_now.hidden_traits, event.text))


def trait_changed(state: State, event: ev.TraitChanged) -> State:
    """In its old place, or gone."""

    def changed(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(text for text in (event.now if t == event.text else t for t in texts) if text)

    mission = state.mission_now
    return state.with_mission(traits=changed(mission.traits), hidden_traits=changed(mission.hidden_traits))


def mystery_dropped(state: State, event: ev.MysteryDropped) -> State:
    """What was settled stays settled."""
    return state.with_mission(mysteries=tuple(m for m in state.mission_now.mysteries if m.id != event.name))


def handout_shown(state: State, event: ev.HandoutShown) -> State:
    """From the MC's hand onto the table."""
    mission = state.mission_now
    left = tuple(text for text in mission.handouts if text != event.text)
    return state.with_mission(handouts=left, shown=(*mission.shown, event.text))


def series_named(state: State, event: ev.SeriesNamed) -> State:
    """From now on."""
    return replace(state, series=event.name)


def mystery_posed(state: State, event: ev.MysteryPosed) -> State:
    """In its old place, if it had one."""
    known, posed = state.mission_now.mysteries, event.mystery
    if any(m.id == posed.id for m in known):
        return state.with_mission(mysteries=tuple(posed if m.id == posed.id else m for m in known))
    return state.with_mission(mysteries=(*known, posed))


def file_opened(state: State, event: ev.FileOpened) -> State:
    """Back at the table."""
    return state.with_mission(phase=MissionPhase.WRITING, file=event.file)


def conclusion_settled(state: State, event: ev.ConclusionSettled) -> State:
    """On record for good."""
    done = event.conclusion
    settled = state.with_mission(phase=event.phase, conclusions=(*state.mission_now.conclusions, done))
    return settled.told(Beat(done.form or "deduce", done.id, result=done.verdict))


def trait_revealed(state: State, event: ev.TraitRevealed) -> State:
    """Recorded last; it is hidden no longer."""
    mission = state.mission_now
    hidden = tuple(text for text in mission.hidden_traits if text != event.text)
    return state.with_mission(traits=(*mission.traits, event.text), hidden_traits=hidden)


def suppressed(state: State, event: ev.Suppressed) -> State:  # noqa: ARG001  # the event says it all
    """The end: won."""
    return _remembered(state.with_mission(phase=MissionPhase.SUPPRESSED, outcome=Outcome.WON))


def _remembered(state: State) -> State:
    """Everybody who is there has been in the case (MST-LIV-47)."""
    case = state.mission_now
    known = CaseKnown(case.called, case.series, case.outcome)
    people = tuple(replace(c, cases=(*c.cases, known)) for c in state.characters)
    return replace(state, characters=people).with_mission(people=tuple(c.id for c in people))


def mission_closed(state: State, event: ev.MissionClosed) -> State:
    """The end; everything else is kept as it was."""
    return _remembered(state.with_mission(phase=MissionPhase.CLOSED, outcome=event.outcome, note=event.note))


def archive_revealed(state: State, event: ev.ArchiveRevealed) -> State:
    """Of one closed case; everything else of it stays as it was (MST-LIV-56)."""
    closed = [_shown(case, event.name) if n == event.place else case for n, case in enumerate(state.closed)]
    kept = len(state.archive)
    return replace(state, archive=tuple(closed[:kept]), mission=closed[kept] if closed[kept:] else state.mission)


def _shown(case: Mission, name: str) -> Mission:
    """A closed case with a hidden or private clue, a hidden trait or a true answer of that name made public."""
    found = tuple(replace(c, hidden=False) for c in case.hidden_clues if c.id == name)
    return replace(
        case,
        clues=(*(replace(c, holder="") if c.id == name else c for c in case.clues), *found),
        hidden_clues=tuple(c for c in case.hidden_clues if c.id != name),
        traits=(*case.traits, *(text for text in case.hidden_traits if text == name)),
        hidden_traits=tuple(text for text in case.hidden_traits if text != name),
        mysteries=tuple(replace(m, told=True) if m.id == name and m.answer else m for m in case.mysteries),
    )

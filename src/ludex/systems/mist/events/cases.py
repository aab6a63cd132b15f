"""What becomes true of cases: clues, mysteries, conclusions, traits, and the end."""

from msgspec.structs import replace

from ludex.core.events import Event, Lines, Untold, effect, headline
from ludex.systems.mist.events.telling import Witness, clue_lines
from ludex.systems.mist.sheet import CaseKnown
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.state import Beat, Clue, Conclusion, Mission, Mystery, State
from ludex.systems.mist.terms import MissionPhase, Outcome


class MissionOpened(Untold[State]):
    mission: Mission

    def apply(self, state: State) -> State:
        archive = (*state.archive, state.mission) if state.mission else state.archive
        return replace(state, mission=self.mission, archive=archive, loose=(), stood=())


class ClueFound(Event[State]):
    clue: Clue

    def apply(self, state: State) -> State:
        mission = state.mission_now
        hidden = tuple(c for c in mission.hidden_clues if c.id != self.clue.id)
        return state.with_mission(clues=(*mission.clues, self.clue), hidden_clues=hidden)

    def tell(self, seen: Witness) -> Lines:
        return clue_lines(seen, self.clue)


class ClueKept(Untold[State]):
    """A clue was found with no case open: it is kept for the next."""

    clue: Clue

    def apply(self, state: State) -> State:
        return replace(state, loose=(*state.loose, self.clue))


class ClueChanged(Event[State]):
    """The MC has rewritten a clue of the case, moved it (hidden or not), or (without a new form) removed it."""

    name: str
    now: Clue | None = None

    def apply(self, state: State) -> State:
        """In its old place, or last where it comes to be hidden or open; conclusions follow a new name (MST-LIV-40)."""
        mission, now = state.mission_now, self.now
        places = {False: mission.clues, True: mission.hidden_clues}
        for hidden, clues in places.items():
            stays = now is not None and now.hidden == hidden
            kept = [now if stays and c.id == self.name else c for c in clues if stays or c.id != self.name]
            if stays and now not in kept:
                kept.append(now)
            places[hidden] = tuple(c for c in kept if c is not None)
        changed = state.with_mission(clues=places[False], hidden_clues=places[True])
        return cited_as(changed, self.name, now.id) if now and now.id != self.name else changed

    def tell(self, seen: Witness) -> Lines:
        if self.now is None:
            return
        known = (*seen.before.mission_now.clues, *seen.before.mission_now.hidden_clues)
        if self.now.id == self.name or self.name not in [clue.id for clue in known]:
            yield from clue_lines(seen, self.now)
        else:
            yield effect("told.clue_change_line", before=as_shelved(self.name), after=as_shelved(self.now.id))


class TraitHidden(Untold[State]):
    text: str

    def apply(self, state: State) -> State:
        return state.with_mission(hidden_traits=(*state.mission_now.hidden_traits, self.text))


class TraitChanged(Untold[State]):
    text: str
    now: str = ""

    def apply(self, state: State) -> State:
        def changed(texts: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(text for text in (self.now if t == self.text else t for t in texts) if text)

        mission = state.mission_now
        return state.with_mission(traits=changed(mission.traits), hidden_traits=changed(mission.hidden_traits))


class MysteryDropped(Untold[State]):
    name: str

    def apply(self, state: State) -> State:
        """What was settled stays settled."""
        return state.with_mission(mysteries=tuple(m for m in state.mission_now.mysteries if m.id != self.name))


class HandoutShown(Untold[State]):
    text: str

    def apply(self, state: State) -> State:
        mission = state.mission_now
        left = tuple(text for text in mission.handouts if text != self.text)
        return state.with_mission(handouts=left, shown=(*mission.shown, self.text))


class SeriesNamed(Untold[State]):
    name: str

    def apply(self, state: State) -> State:
        return replace(state, series=self.name)


class MysteryPosed(Untold[State]):
    mystery: Mystery

    def apply(self, state: State) -> State:
        known, posed = state.mission_now.mysteries, self.mystery
        if any(m.id == posed.id for m in known):
            return state.with_mission(mysteries=tuple(posed if m.id == posed.id else m for m in known))
        return state.with_mission(mysteries=(*known, posed))


class FileOpened(Untold[State]):
    file: int

    def apply(self, state: State) -> State:
        return state.with_mission(phase=MissionPhase.WRITING, file=self.file)


class ConclusionSettled(Untold[State]):
    conclusion: Conclusion
    phase: MissionPhase

    def apply(self, state: State) -> State:
        done = self.conclusion
        settled = state.with_mission(phase=self.phase, conclusions=(*state.mission_now.conclusions, done))
        return settled.told(Beat(done.form or "deduce", done.id, result=done.verdict))


class TraitRevealed(Event[State]):
    text: str

    def apply(self, state: State) -> State:
        mission = state.mission_now
        hidden = tuple(text for text in mission.hidden_traits if text != self.text)
        return state.with_mission(traits=(*mission.traits, self.text), hidden_traits=hidden)

    def tell(self, seen: Witness) -> Lines:
        if self.text in seen.after.mission_now.traits:
            yield headline("told.trait", trait=as_shelved(self.text), peak=3)


class ArchiveRevealed(Untold[State]):
    """Something hidden of a closed case is public: the case by its place among the closed ones, and what it is called."""

    place: int
    name: str

    def apply(self, state: State) -> State:
        """Of one closed case; everything else of it stays as it was (MST-LIV-56)."""
        closed = [with_shown(case, self.name) if n == self.place else case for n, case in enumerate(state.closed)]
        kept = len(state.archive)
        return replace(state, archive=tuple(closed[:kept]), mission=closed[kept] if closed[kept:] else state.mission)


class Suppressed(Untold[State]):
    anomaly: str

    def apply(self, state: State) -> State:
        return with_case_known(state.with_mission(phase=MissionPhase.SUPPRESSED, outcome=Outcome.WON))


class MissionClosed(Untold[State]):
    outcome: Outcome
    note: str = ""

    def apply(self, state: State) -> State:
        return with_case_known(state.with_mission(phase=MissionPhase.CLOSED, outcome=self.outcome, note=self.note))


# --- changes of the state -------------------------------------------------------------------------------------------


def cited_as(state: State, old: str, new: str) -> State:
    """The state in which conclusions cite a clue by its new name (MST-LIV-40)."""

    def renamed(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new if name == old else name for name in names)

    conclusions = tuple(
        replace(c, supporting=renamed(c.supporting), conflicting=renamed(c.conflicting))
        for c in state.mission_now.conclusions
    )
    return state.with_mission(conclusions=conclusions)


def with_case_known(state: State) -> State:
    """Everybody who is there has been in the case (MST-LIV-47)."""
    case = state.mission_now
    known = CaseKnown(case.called, case.series, case.outcome)
    people = tuple(replace(c, cases=(*c.cases, known)) for c in state.characters)
    return replace(state, characters=people).with_mission(people=tuple(c.id for c in people))


def with_shown(case: Mission, name: str) -> Mission:
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

"""What can happen to a mission: clues, mysteries, conclusions, traits, and its end."""

from msgspec.structs import replace

from ludex.systems.mist.events.changing import Happened, with_mission
from ludex.systems.mist.terms import MissionPhase
from ludex.systems.mist.world import Clue, Conclusion, Mission, Mystery, State


class MissionOpened(Happened, frozen=True, tag="mission_opened"):
    """A case begins."""

    mission: Mission

    def upon(self, state: State) -> State:
        """The last one is closed."""
        return replace(state, mission=self.mission)


class ClueFound(Happened, frozen=True, tag="clue_found"):
    """The players hold a clue."""

    clue: Clue

    def upon(self, state: State) -> State:
        """Recorded last."""
        return with_mission(state, clues=(*(state.mission or Mission()).clues, self.clue))


class MysteryPosed(Happened, frozen=True, tag="mystery_posed"):
    """The MC has put a question, or put it anew."""

    mystery: Mystery

    def upon(self, state: State) -> State:
        """In its old place, if it had one."""
        known = (state.mission or Mission()).mysteries
        if any(m.id == self.mystery.id for m in known):
            return with_mission(state, mysteries=tuple(self.mystery if m.id == self.mystery.id else m for m in known))
        return with_mission(state, mysteries=(*known, self.mystery))


class FileOpened(Happened, frozen=True, tag="file_opened"):
    """Everybody sits together and writes the file of this number."""

    file: int

    def upon(self, state: State) -> State:
        """Back at the table."""
        return with_mission(state, phase=MissionPhase.WRITING, file=self.file)


class ConclusionSettled(Happened, frozen=True, tag="conclusion_settled"):
    """The dice have settled a conclusion, and this is what it leads to."""

    conclusion: Conclusion
    phase: MissionPhase

    def upon(self, state: State) -> State:
        """On record for good."""
        settled = (*(state.mission or Mission()).conclusions, self.conclusion)
        return with_mission(state, phase=self.phase, conclusions=settled)


class TraitRevealed(Happened, frozen=True, tag="trait_revealed"):
    """A property that makes the anomaly harder is known."""

    text: str

    def upon(self, state: State) -> State:
        """Recorded last."""
        return with_mission(state, traits=(*(state.mission or Mission()).traits, self.text))


class Suppressed(Happened, frozen=True, tag="suppressed"):
    """The anomaly is put down; the mission is over."""

    anomaly: str

    def upon(self, state: State) -> State:
        """The end."""
        return with_mission(state, phase=MissionPhase.SUPPRESSED)

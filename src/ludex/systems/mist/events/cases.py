"""What becomes true of cases: clues, mysteries, conclusions, traits, and the end."""

import msgspec

from ludex.systems.mist.state import Clue, Conclusion, Mission, Mystery
from ludex.systems.mist.terms import MissionPhase, Outcome


class MissionOpened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mission_opened"):
    """A case begins."""

    mission: Mission


class ClueFound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="clue_found"):
    """The players hold a clue."""

    clue: Clue


class ClueKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="clue_kept"):
    """A clue was found with no case open: it is kept for the next."""

    clue: Clue


class ClueChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="clue_changed"):
    """The MC has rewritten a clue of the case, moved it (hidden or not), or (without a new form) removed it."""

    name: str
    now: Clue | None = None


class TraitHidden(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="trait_hidden"):
    """The MC has a trait ready."""

    text: str


class TraitChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="trait_changed"):
    """The MC has rewritten a trait, or (with no text) removed it."""

    text: str
    now: str = ""


class MysteryDropped(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mystery_dropped"):
    """The MC has taken a question out of the file."""

    name: str


class HandoutShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="handout_shown"):
    """The MC has given a handout of the case out."""

    text: str


class SeriesNamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="series_named"):
    """Missions opened from now on belong to this season."""

    name: str


class MysteryPosed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mystery_posed"):
    """The MC has put a question, or put it anew."""

    mystery: Mystery


class FileOpened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="file_opened"):
    """Everybody sits together and writes the file of this number."""

    file: int


class ConclusionSettled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="conclusion_settled"):
    """The dice have settled a conclusion, and this is what it leads to."""

    conclusion: Conclusion
    phase: MissionPhase


class TraitRevealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="trait_revealed"):
    """A property that makes the anomaly harder is known."""

    text: str


class ArchiveRevealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="archive_revealed"):
    """Something hidden of a closed case is public: the case by its place among the closed ones, and what it is called."""

    place: int
    name: str


class Suppressed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="suppressed"):
    """The anomaly is put down; the mission is over."""

    anomaly: str


class MissionClosed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mission_closed"):
    """The MC has closed the mission."""

    outcome: Outcome
    note: str = ""

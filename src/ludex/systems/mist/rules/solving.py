"""Writing the file (书写档案), looked over by the MC: whether each mystery of a case can be solved with what is prepared. MST-LIV-51."""

from collections.abc import Iterable

import msgspec

from ludex.core.rule import rule
from ludex.systems.mist.state import Clue, Mystery


class Solved(msgspec.Struct, frozen=True):
    """One mystery: the known clues that prove it, the hidden clues and the answers of others that do, and how many are missing."""

    mystery: Mystery
    known: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    missing: int = 0

    @property
    def at_once(self) -> bool:
        """Whether the known clues alone are enough."""
        return len(self.known) >= self.mystery.complexity


@rule("MST-LIV-51", "MST-FIL-3")
def solve(mysteries: Iterable[Mystery], clues: Iterable[Clue]) -> tuple[Solved, ...]:
    """What can be solved, worked out until nothing more becomes solvable: true answers are clues for others."""
    asked, given = tuple(mysteries), tuple(clues)
    done: list[str] = []
    while fresh := [m.id for m in asked if m.id not in done and not _solved(m, asked, given, done).missing]:
        done += fresh
    return tuple(_solved(mystery, asked, given, done) for mystery in asked)


def _solved(mystery: Mystery, asked: tuple[Mystery, ...], clues: tuple[Clue, ...], done: list[str]) -> Solved:
    proving = [clue for clue in clues if mystery.id in clue.proves]
    known = tuple(clue.id for clue in proving if not clue.hidden)
    hidden = tuple(clue.id for clue in proving if clue.hidden)
    answers = tuple(m.id for m in asked if m.id in done and m.id != mystery.id and mystery.id in m.proves)
    missing = max(mystery.complexity - len(known) - len(hidden) - len(answers), 0)
    return Solved(mystery, known, hidden, answers, missing)


@rule("MST-LIV-51")
def idle(mysteries: Iterable[Mystery], clues: Iterable[Clue]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Remarks: clues that prove no mystery, mysteries without a true answer."""
    asked = tuple(mysteries)
    ids = [mystery.id for mystery in asked]
    proves_none = tuple(clue.id for clue in clues if not any(name in ids for name in clue.proves))
    return proves_none, tuple(mystery.id for mystery in asked if not mystery.answer)

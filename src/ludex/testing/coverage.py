"""Coverage of the rulebook, computed: every clause, whether code cites it, how many vectors prove it and how many scenes show it.

The clauses are those of the system's words (`words/clauses.*.toml`, or `[clauses]` in its `words.toml`); a clause computes unless it says `computes = false` there
(advice, definitions, flavour). Citations are read from the source: `@rule("MST-ACT-1")` and trailing `# MST-ACT-1`.
"""

import inspect
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from ludex.core.system import System
from ludex.testing.conformance import clauses_proven, load
from ludex.text.words import clauses


class Clause(msgspec.Struct, frozen=True):
    """One clause and where it stands."""

    id: str
    computes: bool
    cited: tuple[str, ...]
    proven: int
    played: int = 0

    @property
    def gap(self) -> bool:
        """A clause that computes and lacks a citation or a proof."""
        return self.computes and not (self.cited and self.proven)


class Coverage(msgspec.Struct, frozen=True):
    """All clauses of a system."""

    system: str
    clauses: tuple[Clause, ...]

    @property
    def gaps(self) -> tuple[Clause, ...]:
        """Computing clauses without citation or proof."""
        return tuple(c for c in self.clauses if c.gap)

    def lines(self, *, only_missing: bool = False) -> Iterator[str]:
        for clause in self.gaps if only_missing else self.clauses:
            kind = "computes" if clause.computes else "advice  "
            where = ", ".join(clause.cited[:3]) or "not cited"
            yield f"{clause.id:14} {kind} {clause.proven:3} vectors {clause.played:3} scenes  {where}"

    def summary(self) -> str:
        computing = [c for c in self.clauses if c.computes]
        cited = sum(bool(c.cited) for c in computing)
        proven = sum(bool(c.proven) for c in computing)
        return (
            f"{self.system}: {len(self.clauses)} clauses, {len(computing)} compute; "
            f"{cited} of them cited by code, {proven} proven by a vector; "
            f"{sum(bool(c.played) for c in self.clauses)} clauses played in a scene"
        )


def covered(system: System, *vectors: Path, scenes: Iterable[Path] = ()) -> Coverage:
    """Join clauses, citations, the proofs in all these files and folders, and the scenes of these pages."""
    words = clauses(system.package, "en")
    cited = citations(system)
    proofs: dict[str, int] = {}
    for clause in clauses_proven(load(*vectors)):
        proofs[clause] = proofs.get(clause, 0) + 1
    played = Counter(clause for page in scenes for clause in clauses_played(system, page))
    found = (
        Clause(name, bool(body.get("computes", True)), cited.get(name, ()), proofs.get(name, 0), played[name])
        for name, body in words.items()
    )
    return Coverage(system.id, tuple(found))


def clauses_played(system: System, page: Path) -> Iterator[str]:
    """The clauses that the scenes of a page say they show, scene by scene: those named between its heading and its first block."""
    pattern = re.compile(rf"\b{system.prefix}-[A-Z0-9]+-\d+\b")
    for scene in page.read_text("utf-8").split("\n## ")[1:]:
        yield from dict.fromkeys(pattern.findall(scene.partition("```")[0]))


def citations(system: System) -> dict[str, tuple[str, ...]]:
    """Clause -> places (`rules/actions.py:31`) in the system's source."""
    pattern = re.compile(rf"\b{system.prefix}-(?!E-)[A-Z0-9]+-\d+\b")  # E are rulings, not clauses
    found: dict[str, list[str]] = {}
    for name, text in sources(system.package):
        for number, line in enumerate(text.splitlines(), 1):
            for clause in pattern.findall(line):
                found.setdefault(clause, []).append(f"{name}:{number}")
    return {clause: tuple(places) for clause, places in found.items()}


def sources(package: str) -> Iterator[tuple[str, str]]:
    module = import_module(package)
    if hasattr(module, "__path__"):
        yield from _sources(resources.files(package), "")
    else:
        yield f"{package}.py", inspect.getsource(module)


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for item in sorted(folder.iterdir(), key=lambda i: i.name):
        if item.is_dir():
            yield from _sources(item, f"{path}{item.name}/")
        elif item.name.endswith(".py"):
            yield f"{path}{item.name}", item.read_text("utf-8")

"""Scripted dice for a live table: the faces to come are given, and every one must be used."""

from collections.abc import Iterable

from ludex.core.driving import ScriptError, check_faces
from ludex.table.chance import Chance, new_seed


class ScriptedChance(Chance):
    """A table's dice with given faces instead of random ones."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
        super().__init__(new_seed())
        self.faces = list(faces)

    def throw(self, sides: tuple[int, ...], *, after: int = 0) -> tuple[int, ...]:  # noqa: ARG002
        """The next faces."""
        self.roll += 1
        if len(self.faces) < len(sides):
            raise ScriptError(f"dice {sides} are thrown, {len(self.faces)} faces are left")
        taken = tuple(self.faces[: len(sides)])
        del self.faces[: len(sides)]
        check_faces(sides, taken)
        return taken

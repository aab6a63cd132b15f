"""Scripted dice for a live table: the faces to come are given, and every one must be used."""

from collections.abc import Iterable

from ludex.core.driving import ScriptError, check_faces
from ludex.table.chance import Chance, new_seed


class ScriptedChance(Chance):
    """A table's dice with given faces instead of random ones; `fell`: what has fallen under each number, also in earlier lines."""

    def __init__(self, faces: Iterable[int] = (), fell: dict[int, tuple[int, ...]] | None = None) -> None:
        super().__init__(new_seed())
        self.faces = list(faces)
        self.fell = {} if fell is None else fell

    def throw(self, sides: tuple[int, ...], *, after: int = 0) -> tuple[int, ...]:  # noqa: ARG002
        number = self.roll
        self.roll += 1
        self.fell[number] = self._next(sides)
        return self.fell[number]

    def throw_again(self, number: int, sides: tuple[int, ...], *, after: int = 0) -> tuple[int, ...]:  # noqa: ARG002
        """The faces that fell before under a number, where no others are given and they fit these dice."""
        before = self.fell.get(number, ())
        fits = len(before) == len(sides) and all(face <= most for face, most in zip(before, sides, strict=True))
        return before if fits and not self.faces else self._next(sides)

    def _next(self, sides: tuple[int, ...]) -> tuple[int, ...]:
        if len(self.faces) < len(sides):
            raise ScriptError(f"dice {sides} are thrown, {len(self.faces)} faces are left")
        taken = tuple(self.faces[: len(sides)])
        del self.faces[: len(sides)]
        check_faces(sides, taken)
        return taken

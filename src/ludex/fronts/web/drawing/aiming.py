"""What of a deed is chosen on the board: somebody who stands there, or a square."""

from collections.abc import Mapping

import msgspec

from ludex.core.deeds import ACTOR, CELL, Command, Field, Gap, Offer

TARGETS = ("target", "targets", "whom", "who", "against", "patient")


class Aim(msgspec.Struct, frozen=True):
    """What is chosen on the board: the field, whether several may be, and for an actor what is sent for it. `cells`: a square is.

    `unwished`: who is never proposed. `spot`: the field that takes a square where an area is laid; `worded`: its numbers as words. `one`: of several only one is chosen.
    """

    field: str
    several: bool = False
    values: dict[str, str] = {}
    cells: bool = False
    spot: str = ""
    worded: bool = False
    one: bool = False
    unwished: tuple[str, ...] = ()


def aim_of(commands: Mapping[str, Command], actors: Mapping[str, str], deed: Offer) -> Aim | None:
    """What of a deed is chosen on the board among these actors (id -> name). Who and whom together are asked for in a form."""
    command = commands.get(deed.name)
    asked = [field for gap in deed.gaps if command and (field := command.field(gap.name)) and field.kind == ACTOR]
    if command is None or sum(field.several for field in asked) > 1:
        return None
    for gap in deed.gaps:
        field = command.field(gap.name)
        values = _people(actors, gap, field)
        if values:
            spot = command.field(deed.spot)
            worded = spot is not None and spot.kind != CELL
            unwished = tuple(str(v.value) for v in gap.values if v.unwished)
            several = bool(field and field.several)
            return Aim(gap.name, several, values, spot=deed.spot, worded=worded, one=gap.one, unwished=unwished)
    return _square(command, deed)


def _people(actors: Mapping[str, str], gap: Gap, field: Field | None) -> dict[str, str]:
    """Whom a gap offers, by their ids; a gap that people alone can fill is one of people, whatever it is called."""
    names = {name: key for key, name in actors.items()}
    values = {
        str(v.value) if v.value in actors else names.get(str(v.value), str(v.value)): str(v.value) for v in gap.values
    }
    if gap.name in TARGETS or (field is not None and field.kind == ACTOR):
        return values
    return values if any(key in actors for key in values) else {}


def _square(command: Command, deed: Offer) -> Aim | None:
    """A deed that goes somewhere: its square, where nothing else is asked for."""
    cell = next((field for field in command.args if field.kind == CELL and field.name == "to"), None)
    others = [gap for gap in deed.gaps if gap.name not in ("to", "path")]
    return Aim("to", cells=True) if cell is not None and not others and "to" not in deed.given else None

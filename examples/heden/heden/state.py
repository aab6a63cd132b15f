"""The words of the rulebook, who is there, what they have, and what becomes true. Whether it may is decided in the rules."""

from typing import Annotated

from ludex import kit


class Attribute(kit.Term):  # HED-ATT-1
    HAND = "hand", "手", "hand"
    EYE = "eye", "眼", "eye"
    HEART = "heart", "心", "heart"


class Move(kit.Term):  # HED-CON-1
    ADVANCE = "advance", "进", "advance"
    GUARD = "guard", "守", "guard"
    RETREAT = "retreat", "退", "retreat"


class Npc(kit.Thing):  # HED-NPC-1: one number for everything
    number: int
    oil: int


KEEPSAKES = kit.shelf("heden", "keepsakes", kit.Thing)
CAST = kit.shelf("heden", "npcs", Npc)


class Person(kit.Record):
    """A character, or an NPC whose attributes are its one number; somebody who does not know that takes it to be 2."""

    name: str
    npc: bool = False
    unseen: bool = False
    hand: Annotated[int, kit.called("手", "hand", hidden=kit.NPCS)] = 2
    eye: Annotated[int, kit.called("眼", "eye", hidden=kit.NPCS)] = 2
    heart: Annotated[int, kit.called("心", "heart", hidden=kit.NPCS)] = 2
    oil: Annotated[int, kit.called("灯油", "lamp oil", top=6)] = 6
    favour: Annotated[int, kit.called("涟漪骰", "dice from ripples", rare=True)] = 0
    back: Annotated[int, kit.called("退步", "steps back", rare=True)] = 0
    keepsakes: Annotated[tuple[str, ...], kit.called("信物", "keepsakes")] = ()
    used: Annotated[tuple[str, ...], kit.called("本场用过", "used this scene")] = ()
    scars: Annotated[tuple[str, ...], kit.called("伤痕", "scars")] = ()

    @property
    def out(self) -> Annotated[bool, kit.called("熄灭", "out")]:
        return self.oil <= 0  # HED-OIL-1


class State(kit.Record):
    people: dict[str, Person] = {}


class Came(kit.Joined[State, Person]):
    """Somebody is here."""


class SceneEnded(kit.Event[State]):
    """Keepsakes are ready again, and who was out is back with 2 oil and a scar (HED-SCN-1, HED-OIL-1)."""

    scars: dict[str, str]

    def apply(self, state: State) -> State:
        rested = {who: kit.replaced(one, used=(), back=0) for who, one in state.people.items()}
        for who, scar in self.scars.items():
            rested[who] = kit.replaced(rested[who], oil=2, scars=(*rested[who].scars, scar))
        return kit.replaced(state, people=rested)

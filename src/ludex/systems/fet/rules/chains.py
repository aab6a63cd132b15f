"""Effects: what follows from one another (FET-LIV-30): a course of things set off, what each was given, and what is told of it."""

from collections.abc import Awaitable, Callable, Sequence

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Occasion
from ludex.core.effects.vocabulary import Slot
from ludex.core.effects.windows import Course, Doing
from ludex.core.rule import rule
from ludex.core.say import Say
from ludex.systems.fet.effects import WORDS, number_in, occasion
from ludex.systems.fet.effects.words import SAME
from ludex.systems.fet.rules.resources import resource_now
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Effect, Number, Resource, Step as Also, tidy, typed_number


class SetOff(msgspec.Struct, frozen=True):
    """What a trait did: whose, which, on whom, from what to what."""

    who: str
    trait: str
    kind: str
    on: str = ""
    resource: str = ""
    before: Number | str | Say = ""
    after: Number | str | Say = ""


class Chain(Course):
    """What follows from the events of one moment, with the rows that tell of it; `hear` opens the window of what a step brings about."""

    def __init__(self, most: int, hear: "Hears | None" = None) -> None:
        super().__init__(most)
        self.rows: list[SetOff] = []
        self.hear = hear


Hears = Callable[[State, Sequence[Occasion], Chain], Awaitable[State]]


@rule("FET-LIV-27", "FET-LIV-30")
async def brings(state: State, doing: Doing, event: str, who: str, other: str, *, amount: Number = 0) -> State:
    """What a step has brought about may set off others, in the same course."""
    course = doing.course
    if not isinstance(course, Chain) or course.hear is None:
        return state
    resource = given(doing, "resource")
    at = occasion(event, who, other, amount=amount, of={"resource": resource} if resource else {})
    return await course.hear(state, (at,), course)


POOLED = (Effect.DAMAGE, Effect.HEAL, Effect.CONVERT, Also.ADD, Also.SCAR)


def note(doing: Doing, before: Number | str | Say = "", after: Number | str | Say = "") -> None:
    """Tell what a step did."""
    kind = doing.phrase.word
    row = SetOff(doing.effect.bearer, doing.effect.name, kind, doing.whom, before=before, after=after)
    if isinstance(doing.course, Chain):
        doing.course.rows.append(replace(row, resource=given(doing, "resource") if kind in POOLED else ""))


def given(doing: Doing, name: str) -> str:
    """What a step was given under a name, or what stands for it."""
    step = WORDS.word("steps", doing.phrase.word)
    slots: tuple[Slot, ...] = step.slots if step else ()
    place = next((n for n, slot in enumerate(slots) if slot.name == name), None)
    said = "" if place is None else doing.phrase.value(place, slots[place].default or "")
    return str(doing.at.fact("resource") or Resource.STAMINA) if name == "resource" and said == SAME else said


@rule("FET-LAW-9")
def size(state: State, doing: Doing) -> Number:
    """How much: a number (so often as it happened at once), the event's damage, all of it, or the victim's maximum."""
    said, at = given(doing, "amount"), doing.at
    if (plain := typed_number(said)) is not None:
        return tidy(plain * (number_in(at, "times") or 1))
    resource = given(doing, "resource") or str(Resource.STAMINA)
    if said in ("victim_max", "对方上限"):
        return resource_now(state, at.target, resource)[1] if at.target in state.people else 0
    if said in ("all", "全部"):
        return resource_now(state, doing.whom, resource)[1]
    return number_in(at, "amount")

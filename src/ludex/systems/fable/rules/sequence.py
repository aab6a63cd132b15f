"""Which of several things of one moment comes first: tied allies agree on it, the owner of several effects arranges them (FAB-INI-5, FAB-TIK-2)."""

from collections.abc import Iterable, Mapping
from itertools import combinations, permutations

from msgspec.structs import replace

from ludex.core.asks import Asking, Option, choose, choose_first
from ludex.core.effects.records import Effect, Occasion, Phrase
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.names import split_list
from ludex.core.principals import Who
from ludex.core.rule import rule
from ludex.core.say import Label, say
from ludex.systems.fable.effects import words
from ludex.systems.fable.events import OrderAgreed
from ludex.systems.fable.rules.steps import lawful
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Pool

ORDER = Option("order:<ids>", say("answers.order_typed"))
LISTED = 3
"""Up to so many things every order is offered; more are ordered by typing."""


async def arranged(who: Iterable[Who], question: str, things: Mapping[str, Label]) -> tuple[str, ...]:
    """Ask for an order of these, written `order:b,a`: of several people the first answer counts (FAB-LIV-17)."""
    ids, people, about = tuple(things), tuple(who), ",".join(things)
    asked, options = say(question, ids=list(things.values())), _orders(things)
    if len(people) == 1:
        return _read(await choose(people[0], asked, options, about=about), ids)
    asking = Asking(asked, options, about, judge=lambda answer: _judge(answer, ids))
    return _read((await choose_first(dict.fromkeys(people, asking)))[1], ids)


def _judge(answer: str, ids: tuple[str, ...]) -> None:
    _read(answer, ids)


def _read(answer: str, ids: tuple[str, ...]) -> tuple[str, ...]:
    chosen = tuple(split_list((ORDER.match(answer) or {"ids": ""})["ids"]))
    if sorted(chosen) != sorted(ids):
        raise RuleError("bad_choice", answer=answer, options=[f"order:{','.join(ids)}"])
    return chosen


def _orders(things: Mapping[str, Label]) -> tuple[Option, ...]:
    def option(ids: tuple[str, ...]) -> Option:
        return Option(f"order:{','.join(ids)}", say("answers.order", order=[things[one] for one in ids]))

    ids = tuple(things)
    if len(ids) <= LISTED:
        return tuple(option(one) for one in permutations(ids))
    return option(ids), replace(ORDER, fill={"ids": (",".join(ids),)})


@rule("FAB-LIV-26")
async def settled_order(
    state: State, people: tuple[Who, ...], question: str, things: Mapping[str, Label], *, owner: str = ""
) -> tuple[tuple[str, ...], bool]:
    """An order that is asked once in a conflict and holds for it (Ruling FAB-E-34), and whether it was settled before; `owner`: of whose effects."""
    key = ((owner,) if owner else ()) + tuple(things)
    agreed = state.conflict.agreed if state.conflict else ()
    kept = next((one for one in agreed if sorted(one) == sorted(key)), None)
    if kept is not None:
        return tuple(one for one in kept if one in things), True
    order = await arranged(people, question, things)
    if state.conflict is not None:
        await happen(OrderAgreed(((owner,) if owner else ()) + order))
    return order, False


# ---------------------------------------------------------------------- whether the order of effects can matter
Deed = tuple[Effect, tuple[Phrase, ...], tuple[Phrase, ...]]
"""An effect that acts now, the steps that it does, and its conditions."""

READS = {"crisis": "hp", "target_crisis": "hp", "unbroken": "hp", "overdrawn": "mp", "status": "status",
         "target_status": "status", "superiority": "superiority"}  # fmt: skip
"""The quantity that a condition looks at."""
SAME = {"break": "hp", "cure": "status", "swap": "initiative"}
"""Steps that change a quantity which another word names."""


@rule("FAB-LIV-26", "FAB-TIK-2")
def entangled(state: State, deeds: Iterable[Deed], at: Occasion) -> tuple[int, ...]:
    """The places of those whose order matters: two touch the same quantity of the same one, or one can switch off the other (Ruling FAB-E-33)."""
    seen = [
        (_touched(state, effect, steps, at), {READS.get(one.word) for one in when}) for effect, steps, when in deeds
    ]
    found = set[int]()
    for (m, (a, reads_a)), (n, (b, reads_b)) in combinations(enumerate(seen), 2):
        if a & b or reads_b & {what for what, _ in a} or reads_a & {what for what, _ in b}:
            found |= {m, n}
    return tuple(sorted(found))


def _touched(state: State, effect: Effect, steps: Iterable[Phrase], at: Occasion) -> set[tuple[str, str]]:
    return {
        (_quantity(step), who)
        for one in steps
        for step in (one, *one.then, *one.otherwise)
        for who in _aimed(state, effect, step, at)
    }


def _quantity(step: Phrase) -> str:
    if step.word == "damage":
        kind = next((one for one in step.values if one in words.MENTAL), "")
        return Pool.MP if kind else Pool.HP
    if step.word in ("heal", "lose", "gain"):
        return step.value()
    return SAME.get(step.word, step.word)


def _aimed(state: State, effect: Effect, step: Phrase, at: Occasion) -> tuple[str, ...]:
    one = {"": effect.bearer, "self": effect.bearer, "target": at.target, "source": at.doer}
    all_of = {"ally": "pick_ally", "side": "pick_side", "enemies": "pick_enemy"}
    return (
        (one[step.whom],) if step.whom in one else lawful(state, effect.bearer, all_of.get(step.whom, step.whom)) or ()
    )

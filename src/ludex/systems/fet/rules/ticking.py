"""Standing effects by hand: put one up, use it (on somebody), change how much it has (FET-SKX-3: the table applies them)."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.systems.fet.rules.buffs import check_duration
from ludex.systems.fet.rules.elapsing import keep
from ludex.systems.fet.rules.entering import EnterChange, enter_change
from ludex.systems.fet.rules.roster import check_bearer
from ludex.systems.fet.rules.standing import used
from ludex.systems.fet.state import Standing, State
from ludex.systems.fet.terms import RESOURCES, Effect, Number, tidy

HURTING = (Effect.RETALIATE, Effect.DAMAGE)
"""Effects that hurt whomever they are used on."""


class AddStanding(Standing, frozen=True, kw_only=True):
    """What `add_standing` is given: an effect, and who has it."""

    who: str


class StandingKept(msgspec.Struct, frozen=True):
    """An effect as it stands now; None where it is over. `loss`: what its use did to `target`."""

    who: str
    name: str
    standing: Standing | None = None
    target: str = ""
    loss: Number | None = None
    why: dict[str, Total] = {}


async def add_standing(state: State, given: AddStanding) -> StandingKept:
    """Put up an effect with a counter."""
    now = check_bearer(state, given.who).burden
    if given.kind not in tuple(Effect):
        raise RuleError("bad_kind", kind=given.kind, kinds=list(Effect))
    if given.resource not in RESOURCES:
        raise RuleError("bad_resource", resource=given.resource)
    if given.amount < 0 or (given.uses is not None and given.uses < 1):
        raise RuleError("bad_amount", amount=given.amount, low=0, high=None)
    check_duration(given.name, time=given.time, acts=given.acts)
    standing = msgspec.convert(msgspec.to_builtins(given), Standing)
    await keep(state, given.who, msgspec.structs.replace(now, standing=(*now.standing, standing)))
    return StandingKept(given.who, given.name, standing)


class UseStanding(msgspec.Struct, frozen=True):
    """What `use_standing` is given: which (a number from 1, or a name); on whom; or how much more or less it has."""

    who: str
    which: str
    target: str = ""
    change: Number | None = None


@rule("FET-SKX-3")
async def use_standing(state: State, given: UseStanding) -> StandingKept:
    """Use an effect once, or change what is left of it; used on somebody, what hurts does so."""
    now = check_bearer(state, given.who).burden
    place = _place(now.standing, given.which)
    old = now.standing[place]
    new = used(old) if given.change is None else _changed(old, given.change)
    things = (*now.standing[:place], *(() if new is None else (new,)), *now.standing[place + 1 :])
    state = await keep(state, given.who, msgspec.structs.replace(now, standing=things))
    kept = StandingKept(given.who, old.name, new, given.target)
    if not given.target or old.kind not in HURTING:
        return kept
    lost = await enter_change(state, EnterChange(given.target, old.resource, -old.amount))
    return msgspec.structs.replace(kept, loss=lost.change, why={"loss": lost.why["change"]})


def _place(things: tuple[Standing, ...], which: str) -> int:
    found = [n for n, thing in enumerate(things) if which in (f"{n + 1}", thing.name)]
    if not found:
        raise RuleError("not_on_you", which=[which], there=[thing.name for thing in things])
    return found[0]


def _changed(standing: Standing, by: Number) -> Standing | None:
    left = tidy(standing.amount + by)
    return msgspec.structs.replace(standing, amount=left) if left > 0 else None

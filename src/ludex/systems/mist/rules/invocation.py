"""Invocations: what a player names for a roll, looked up on the sheet and in the scene, and added up.

MST-PTG-1, MST-PST-5, MST-PGR-1; the sum is that of `power`.
"""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.rule import rule
from ludex.systems.mist.rules.power import StatusUse, TagUse, Weigh, check_burn, weigh
from ludex.systems.mist.rules.tags import Found, find_tag
from ludex.systems.mist.rules.who import Acting, held_status, holder_of
from ludex.systems.mist.sheet import Character
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import TagKind, Use


class Invocation(Acting, frozen=True, kw_only=True):
    """What a player names for a roll: tags that help and hinder, which to burn, statuses on both sides; or a ready power."""

    help: tuple[str, ...] = ()
    hinder: tuple[str, ...] = ()
    burn: tuple[str, ...] = ()
    status_help: tuple[str, ...] = ()
    status_hinder: tuple[str, ...] = ()
    power: int | None = None


@rule("MST-MIT-2")
def read_invocation(text: str) -> Invocation:
    """An invocation as a player writes it in one line: `勇敢 敏捷! -胆小 ~有利 -~受伤` (`!` burns, `-` hinders, `~` is a status)."""
    named: dict[str, list[str]] = {"help": [], "hinder": [], "burn": [], "status_help": [], "status_hinder": []}
    for word in text.replace(",", " ").replace("，", " ").replace("、", " ").split():
        side = "hinder" if word.startswith("-") else "help"
        name = word.lstrip("+-~").rstrip("!！")
        named[f"status_{side}" if "~" in word[:2] else side].append(name)
        if word.endswith(("!", "！")):
            named["burn"].append(name)
    return msgspec.convert(named, Invocation)


class Invoked(msgspec.Struct, frozen=True):
    """The power of an invocation, the tags it burns, and the themes whose weakness got in the way."""

    power: int
    burns: tuple[Found, ...] = ()
    flipped: tuple[str, ...] = ()
    growth_due: tuple[str, ...] = ()
    why: dict[str, Total] = {}

    @property
    def burnt(self) -> tuple[str, ...]:
        """The texts of the burnt tags."""
        return tuple(found.name for found in self.burns)


def invoke(state: State, actor: Character | None, given: Invocation) -> Invoked:
    """Look up everything that is invoked and add it up. Nothing is burnt yet."""
    if given.power is not None:
        ready = because(given.power, "why.ready", "MST-ACT-6")
        return Invoked(given.power, why={"power": total(ready, clause="MST-ACT-6")})
    found = {name: find_tag(state, actor, name) for name in (*given.help, *given.hinder, *given.burn)}
    statuses = (
        *_invoked(state, actor, names=given.status_help, use=Use.HELP),
        *_invoked(state, actor, names=given.status_hinder, use=Use.HINDER),
    )
    _check_burns(given, found)
    uses = tuple(
        TagUse(name, found[name].kind, use, burn=use is Use.HELP and name in given.burn, burnt=found[name].burnt)
        for names, use in ((given.help, Use.HELP), (given.hinder, Use.HINDER))
        for name in names
    )
    weighed = weigh(Weigh(uses, statuses), state.options)
    return Invoked(
        weighed.power,
        burns=tuple(found[name] for name in given.burn),
        flipped=weighed.flipped,
        growth_due=_growth_due(given.hinder, found),
        why=weighed.why,
    )


def _check_burns(given: Invocation, found: dict[str, Found]) -> None:
    """What is burnt must help, and be named once."""
    for name in given.burn:
        if given.burn.count(name) > 1:
            raise RuleError("duplicate_tag", clause="MST-PTG-2", tag=name)
        check_burn(name, found[name].kind, helps=name in given.help)


@rule("MST-PST-5")
def _invoked(state: State, actor: Character | None, *, names: tuple[str, ...], use: Use) -> tuple[StatusUse, ...]:
    """Statuses by `name` on the actor, or by `holder:name` on anybody in the scene."""
    return tuple(_status_use(state, actor, reference=name, use=use) for name in names)


def _status_use(state: State, actor: Character | None, *, reference: str, use: Use) -> StatusUse:
    whose, colon, name = reference.partition(":")
    if colon:
        status = held_status(holder_of(state, whose), name)
    elif actor is None:
        raise RuleError("unknown_status", name=reference, statuses=[])
    else:
        status = held_status(actor, reference)
    return StatusUse(reference, status.tier, use)


@rule("MST-PGR-1")
def _growth_due(hinder: tuple[str, ...], found: dict[str, Found]) -> tuple[str, ...]:
    """The themes whose own weakness hindered the roll, each once."""
    themes = [found[name].theme for name in hinder if found[name].kind is TagKind.WEAKNESS]
    return tuple(dict.fromkeys(themes))

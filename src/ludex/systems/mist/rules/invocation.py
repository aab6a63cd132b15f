"""Actions (行动), the invocation: what a player names for a roll, looked up on the sheet and in the scene, and added up.

MST-PTG-1, MST-PST-5, MST-PGR-1; the sum is that of `power`.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import Asked
from ludex.core.effects.records import Facts
from ludex.core.effects.sentences import name_of
from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.mist.kinds.reading import tags_of
from ludex.systems.mist.rules.power import BURNT, StatusUse, TagUse, Weigh, check_burn, weigh
from ludex.systems.mist.rules.records import denies, total_of
from ludex.systems.mist.rules.tags import Found, check_time, find_tag
from ludex.systems.mist.rules.who import Acting, held_status, holder_of
from ludex.systems.mist.sheet import Character, status_of, tags_on
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


def invocation_of(
    state: State, actor: Character | None, *, helping: Sequence[str], hindering: Sequence[str]
) -> Invocation:
    """An invocation from names as people write them: `!` behind one burns it; statuses are told from tags by what there is."""
    for named in (helping, hindering):
        if twice := next((name for name in named if named.count(name) > 1), ""):
            raise RuleError("duplicate_tag", clause="MST-PTG-2", tag=twice.rstrip("!！"))
    bare, against = (
        {name.rstrip("!！"): name.endswith(("!", "！")) for name in named} for named in (helping, hindering)
    )
    statuses = [name for name in (*bare, *against) if _is_status(state, actor, name)]
    return Invocation(
        help=tuple(name for name in bare if name not in statuses),
        hinder=tuple(name for name in against if name not in statuses),
        burn=tuple(dict.fromkeys(name for name, burnt in (*bare.items(), *against.items()) if burnt)),
        status_help=tuple(name for name in bare if name in statuses),
        status_hinder=tuple(name for name in against if name in statuses),
    )


def named_in(asked: Asked) -> Invocation:
    burning = [f"{name}!" for name in asked["burn"]]
    read = invocation_of(
        asked.state,
        asked.state.character(asked.actor),
        helping=tags_of(asked, (*asked["help"], *burning)),
        hindering=tags_of(asked, asked["hinder"]),
    )
    return replace(read, actor=asked.actor, power=asked["power"])


def _is_status(state: State, actor: Character | None, name: str) -> bool:
    """Whether a name is a status: `holder:name` that is no tag, or one of the actor's own that is no tag."""
    whose, colon, _ = name.partition(":")
    if colon:
        tags = (*(tags_on(actor) if actor else ()), *state.around)
        return state.holder(whose) is not None or name not in tags
    return actor is not None and name not in tags_on(actor) and status_of(actor, name) is not None


@rule("MST-MIT-2")
def read_invocation(state: State, actor: Character, text: str) -> Invocation:
    """An invocation written in one line: `勇敢 敏捷! -胆小` (`!` burns, `-` hinders; a status counts like a tag)."""
    words = _words(text, (*tags_on(actor), *(s.name for s in actor.statuses), *state.seen.around))
    helping = [word.removeprefix("+") for word in words if not word.startswith("-")]
    hindering = [word.removeprefix("-") for word in words if word.startswith("-")]
    found = invocation_of(state.seen, actor, helping=helping, hindering=hindering)
    invoke(state.seen, actor, found)  # MST-LIV-41: what is on stage unseen is refused like what is not there
    return found


def _words(text: str, names: tuple[str, ...]) -> list[str]:
    """The words of a line; a name of several words that is known here is one of them."""
    plain = text.replace(",", " ").replace("，", " ").replace("、", " ").replace("：", ":")
    for name in sorted((n for n in names if " " in n), key=len, reverse=True):
        plain = plain.replace(name, name.replace(" ", _GLUE))
    return [word.replace(_GLUE, " ") for word in plain.split()]


_GLUE = "\N{WORD JOINER}"
"""Stands for a space inside a name while a line is taken apart."""


class Invoked(msgspec.Struct, frozen=True):
    """The power of an invocation, the tags it burns, and the themes whose weakness got in the way.

    `known`: the power without what is on stage unseen, as players reckon it. `unseen`: what the MC is told of tags that brought nothing.
    """

    power: int
    known: int
    burns: tuple[Found, ...] = ()
    flipped: tuple[str, ...] = ()
    growth_due: tuple[str, ...] = ()
    why: dict[str, Total] = {}
    unseen: tuple[Say, ...] = ()

    @property
    def burnt(self) -> tuple[str, ...]:
        return tuple(found.name for found in self.burns)


def invoke(state: State, actor: Character | None, given: Invocation, kind: str = "action") -> Invoked:
    """Look up everything that is invoked for a kind of roll and add it up. Nothing is burnt yet."""
    if given.power is not None:
        ready = because(given.power, "why.ready", "MST-ACT-6")
        return Invoked(given.power, given.power, why={"power": total(ready, clause="MST-ACT-6")})
    names = (*given.help, *given.hinder, *given.burn)
    found = {name: find_tag(state, actor, name, burn=name in given.burn) for name in names}
    statuses = (
        *_invoked(state, actor, names=given.status_help, use=Use.HELP),
        *_invoked(state, actor, names=given.status_hinder, use=Use.HINDER),
    )
    _check_burns(given, found)
    facts: Facts = {"help": given.help, "hinder": given.hinder, "kind": kind}
    gives = _burnt_gives(state, actor, facts) if given.burn else BURNT
    uses = tuple(
        TagUse(name, found[name].kind, use, use is Use.HELP and name in given.burn, found[name].burnt, gives)
        for names, use in ((given.help, Use.HELP), (given.hinder, Use.HINDER))
        for name in names
    )
    weighed = weigh(Weigh(uses, statuses), state.options)
    power = known = weighed.why["power"]
    if actor is not None:
        _check_denied(state.seen, actor, (*given.help, *given.hinder))
        power, known = (total_of(one, "power", actor.id, power.terms, **facts) for one in (state, state.seen))
    return Invoked(
        int(power),
        int(known),
        burns=tuple(found[name] for name in given.burn),
        flipped=weighed.flipped,
        growth_due=_growth_due(given.hinder, found) if state.options.growth else (),
        why={"power": power},
    )


@rule("MST-ACT-5", "MST-LIV-32")
def _burnt_gives(state: State, actor: Character | None, facts: Facts) -> int:
    """What a burnt tag gives to somebody now."""
    base = (because(BURNT, "why.burning", "MST-ACT-5"),)
    return int(total_of(state, "burn", actor.id, base, **facts)) if actor else BURNT


@rule("MST-LIV-32", "MST-LIV-33")
def _check_denied(state: State, actor: Character, tags: tuple[str, ...]) -> None:
    """A tag that a record denies is refused like a burnt one, which is denied too; what is said is which record it is.

    What is unseen denies nothing by itself (`unseen`).
    """
    for tag in tags:
        if record := denies(state, actor.id, tag):
            why = say("told.denied_by", by=name_of(record))
            raise RuleError("tag_burnt", clause="MST-LIV-32", tag=tag, why=why)


@rule("MST-PBU-2")
def _check_burns(given: Invocation, found: dict[str, Found]) -> None:
    """What is burnt must help, and be named once."""
    for name in given.burn:
        if given.burn.count(name) > 1:
            raise RuleError("duplicate_tag", clause="MST-PTG-2", tag=name)
        if not found[name].own:
            raise RuleError("not_owned", clause="MST-PBU-2", tag=name)
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
    check_time(state, reference, status.since)
    return StatusUse(reference, status.tier, use)


@rule("MST-PGR-1", "MST-PGR-5")
def _growth_due(hinder: tuple[str, ...], found: dict[str, Found]) -> tuple[str, ...]:
    """The themes whose own weakness hindered the roll, each once."""
    themes = [found[name].theme for name in hinder if found[name].kind is TagKind.WEAKNESS]
    return tuple(dict.fromkeys(themes))

"""Actions (行动), power (效力): what the tags and statuses that bear on an action come to.

MST-ACT-3..6, MST-ACT-11, and the parents' burning (MST-PBU-1) and matching (MST-PTG-2, -3).
"""

from collections.abc import Iterable

import msgspec

from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because, total
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.options import Options
from ludex.systems.mist.rules.statuses import check_tier
from ludex.systems.mist.rules.tags import check_text, out_of_use
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import TagKind, Use, as_terms

BURNT = 3
"""What a burnt tag gives instead of 1 (MST-ACT-5)."""

DEFAULT_USE = {TagKind.POWER: Use.HELP, TagKind.WEAKNESS: Use.HINDER}
"""The side on which a tag counts by itself (MST-TAG-3); a story tag has none (MST-ACT-11)."""


# --- tags and statuses in use --------------------------------------------------------------------------------------


class TagUse(msgspec.Struct, frozen=True):
    """A tag that bears on an action: on which side, whether it is to be burnt (and what that gives), whether it already is."""

    name: str
    kind: str = ""
    use: str | None = None
    burn: bool = False
    burnt: bool = False
    gives: int = BURNT

    @property
    def side(self) -> Use:
        if self.kind not in tuple(TagKind):
            raise RuleError("tag_kind", clause="MST-TAG-2", tag=self.name, kind=self.kind, kinds=as_terms(TagKind))
        if self.use is None and self.kind != TagKind.STORY:
            return DEFAULT_USE[TagKind(self.kind)]
        return _side(self.name, self.use)

    @property
    def flipped(self) -> bool:
        """Whether it counts against its nature, by the MC's leave (MST-PTG-3)."""
        return self.kind != TagKind.STORY and self.side is not DEFAULT_USE[TagKind(self.kind)]

    @property
    def worth(self) -> int:
        if self.burn:
            return self.gives
        return 1 if self.side is Use.HELP else -1


class StatusUse(msgspec.Struct, frozen=True):
    name: str
    tier: int
    use: str | None = None

    @property
    def side(self) -> Use:
        return _side(self.name, self.use)


def _side(name: str, use: str | None) -> Use:
    if use not in tuple(Use):
        raise RuleError("tag_use", clause="MST-ACT-11", tag=name, use=use, uses=as_terms(Use))
    return Use(use)


@rule("MST-TAG-2", "MST-TAG-7", "MST-PTG-2", "MST-ACT-5", "MST-PBU-1")
def check_uses(tags: tuple[TagUse, ...], options: Options) -> None:
    """Refuse what cannot count: no such kind, twice, on both sides, burnt already, or not to be burnt."""
    seen: dict[str, Use] = {}
    for tag in tags:
        side = tag.side
        if check_text(tag.name) in seen:
            code = "duplicate_tag" if seen[tag.name] is side else "tag_both_sides"
            raise RuleError(code, clause="MST-PTG-2", tag=tag.name)
        seen[tag.name] = side
        if tag.burnt:
            raise out_of_use(tag.name)
        if tag.burn:
            check_burn(tag.name, tag.kind, helps=side is Use.HELP)
    burns = [tag.name for tag in tags if tag.burn]
    if (
        options.max_burns_per_roll and len(burns) > options.max_burns_per_roll
    ):  # Ruling MST-E-6: nothing limits the number
        raise RuleError("too_many_burns", clause="MST-PBU-1", tags=burns, limit=options.max_burns_per_roll)


@rule("MST-ACT-5")
def check_burn(name: str, kind: str, *, helps: bool) -> None:
    """Only a tag that helps can be burnt, and no weakness."""
    if kind == TagKind.WEAKNESS:
        raise RuleError("cannot_burn_weakness", clause="MST-ACT-5", tag=name)
    if not helps:
        raise RuleError("burn_not_helping", clause="MST-ACT-5", tag=name)


# --- the sum -------------------------------------------------------------------------------------------------------


class Weigh(msgspec.Struct, frozen=True):
    tags: tuple[TagUse, ...] = ()
    statuses: tuple[StatusUse, ...] = ()


class Weighed(msgspec.Struct, frozen=True):
    power: int
    from_tags: int
    from_burn: int
    from_status_help: int
    from_status_hinder: int
    burnt: tuple[str, ...]
    flipped: tuple[str, ...]
    why: dict[str, Total]


@rule("MST-ACT-3", "MST-ACT-4", "MST-ACT-5", "MST-ACT-6", "MST-ACT-11")
async def power(state: State, given: Weigh) -> Weighed:
    """Add up the power of an action from what bears on it."""
    return weigh(given, state.options)


@rule("MST-ACT-6")
def weigh(given: Weigh, options: Options) -> Weighed:
    """Power is the plain sum of tags, burnt tags and the two statuses that count."""
    check_uses(given.tags, options)
    helping, hindering = counted_statuses(given.statuses, options)
    burnt = tuple(t for t in given.tags if t.burn)
    plain = tuple(t for t in given.tags if not t.burn)
    terms = (*map(_tag_term, given.tags), *_status_terms(helping, hindering))
    return Weighed(
        power=sum(term.value for term in terms),
        from_tags=sum(t.worth for t in plain),
        from_burn=sum(t.worth for t in burnt),
        from_status_help=helping.tier if helping else 0,
        from_status_hinder=-hindering.tier if hindering else 0,
        burnt=tuple(t.name for t in burnt),
        flipped=tuple(t.name for t in given.tags if t.flipped),
        why={"power": total(*terms, clause="MST-ACT-6")},
    )


@rule("MST-ACT-4")
def counted_statuses(statuses: tuple[StatusUse, ...], options: Options) -> tuple[StatusUse | None, StatusUse | None]:
    """The highest helpful and the highest hindering status; with the option `highest` only the higher of the two."""
    for status in statuses:
        check_tier(status.tier)
    helping = _highest(s for s in statuses if s.side is Use.HELP)
    hindering = _highest(s for s in statuses if s.side is Use.HINDER)
    if options.status_power == "highest" and helping and hindering:  # Ruling MST-E-7: one a side, or one in all
        if helping.tier > hindering.tier:
            return helping, None
        if hindering.tier > helping.tier:
            return None, hindering
    return helping, hindering


def _highest(statuses: Iterable[StatusUse]) -> StatusUse | None:
    return max(statuses, key=lambda s: s.tier, default=None)


def _tag_term(tag: TagUse) -> Term:
    if tag.burn:
        return because(tag.worth, say("why.burnt", tag=tag.name), "MST-ACT-5")
    clause = "MST-ACT-11" if tag.kind == TagKind.STORY else "MST-ACT-3"
    return because(tag.worth, say(f"why.{tag.kind}", tag=tag.name), clause)


def _status_terms(helping: StatusUse | None, hindering: StatusUse | None) -> Iterable[Term]:
    if helping:
        yield because(helping.tier, say("why.status", name=helping.name), "MST-ACT-4")
    if hindering:
        yield because(-hindering.tier, say("why.status", name=hindering.name), "MST-ACT-4")

"""The one record for everything that changes the rules for somebody: feats, states, stunts, spells, items, ground.

A record is written once (a definition) and borne by somebody (the same record with `bearer`, `by`, `made` and an end filled in).
Its words are keys of the system's vocabulary; what people typed, in whatever language, was read by `authoring`.
"""

import msgspec

from ludex.core.visibility import Secret

By = int | str
"""A number, or a text that the system works one out of (`LV`, `1d6`)."""


Facts = dict[str, object]
"""What an occasion is about, by name."""


class Phrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition, a step or a grant: a word of the vocabulary with what it needs.

    `whom` and `within` aim a step; `negated` turns a condition; `then` and `otherwise` are steps after one that can fail; of a
    condition `otherwise` is the alternative: one of both must hold.
    """

    word: str
    values: tuple[str, ...] = ()
    whom: str = ""
    within: int = 0
    negated: bool = False
    then: "tuple[Phrase, ...]" = ()
    otherwise: "tuple[Phrase, ...]" = ()

    def value(self, place: int = 0, default: str = "") -> str:
        """One of its values, or what stands for it where it has none."""
        return self.values[place] if place < len(self.values) else default

    def number(self, place: int = 0, default: int = 0) -> int:
        return int(self.values[place]) if place < len(self.values) else default


FLAT, SET, HALF = "flat", "set", "half"
"""Ways in which a modifier changes a quantity that every system has."""


class Give(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a modifier gives, or what something costs: in which way (`flat`, `boons`, `set`, `mp`), and how much."""

    how: str
    by: By = 1


class Modifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of a named quantity while its conditions hold.

    `part` narrows the quantity (the AP cost *of blocking*, resistance *against fire*); `kind` is the kind of bonus where the
    system tells kinds apart; `whose` quantity it is, the bearer's where nothing is said.
    """

    of: str
    give: tuple[Give, ...] = ()
    when: tuple[Phrase, ...] = ()
    part: str = ""
    kind: str = ""
    whose: str = ""
    within: int = 0


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often: `n` times in each `per` (a round, a fight); 0 is without a limit, no `per` is as long as the effect lasts."""

    n: int = 0
    per: str = ""


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What listens to an event: whose, under which conditions, whether its bearer is asked, how often, at what cost, what it does."""

    on: str
    whose: str = ""
    within: int = 0
    when: tuple[Phrase, ...] = ()
    ask: bool = False
    limit: Limit = Limit()
    cost: tuple[Give, ...] = ()
    do: tuple[Phrase, ...] = ()


class Use(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deed that an effect lets its bearer do: its name, cost, at whom, how often, and what it does."""

    name: str
    cost: tuple[Give, ...] = ()
    whom: str = ""
    within: int = 0
    when: tuple[Phrase, ...] = ()
    limit: Limit = Limit()
    do: tuple[Phrase, ...] = ()


class Lasts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long: so many of a unit. Of several the first that is over ends it; none: for good, or as long as what brings it."""

    unit: str
    n: int = 0


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An effect, written or borne.

    `bearer` bears it, `by` made it, `made` is the moment of its clock at which it began, `ends` that at which it ends, `left`
    how many uses or points are left, `spent` the limits that were drawn on. `when` must hold for any of it to be in force.
    `aura` is how far it reaches beyond its bearer, `over` whom there; `rid` is how it is got rid of (cost and steps).
    """

    id: str = ""
    name: str = ""
    bearer: str = ""
    by: str = ""
    lasts: tuple[Lasts, ...] = ()
    made: int = 0
    ends: int | None = None
    left: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    grants: tuple[Phrase, ...] = ()
    denies: tuple[str, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    uses: tuple[Use, ...] = ()
    when: tuple[Phrase, ...] = ()
    aura: int = 0
    over: str = ""
    rid: Use | None = None
    tags: tuple[str, ...] = ()
    text: str = ""
    shelf: str = ""
    secret: Secret = False
    spent: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """Its name, or its id where it has none."""
        return self.name or self.id

    @property
    def acts(self) -> bool:
        """Whether it computes anything; a text alone does not, and is marked as such."""
        return bool(self.modifiers or self.grants or self.denies or self.triggers or self.uses)


class Occasion(msgspec.Struct, frozen=True):
    """What is at hand while a number is read or an event is told: who does it to whom, and what else is known of it.

    Roles travel here, beside the event, never as fields of it. `facts` are the system's own (the kind of attack, the face).
    """

    event: str = ""
    doer: str = ""
    target: str = ""
    facts: Facts = {}

    def other(self, than: str) -> str:
        """Whom somebody has to do with here: the target of its own deed, the doer of what befalls it."""
        return self.target if than == self.doer else self.doer

    def fact(self, name: str, default: object = "") -> object:
        """Something that the system knows of this occasion."""
        return self.facts.get(name, default)

    def then(self, event: str, *, doer: str = "", target: str = "", **facts: object) -> "Occasion":
        """What follows from it: another event, with what is known so far."""
        return Occasion(event, doer or self.doer, target or self.target, {**self.facts, **facts})


NOTHING = Occasion()
"""Nothing in particular is going on: a sheet is read."""

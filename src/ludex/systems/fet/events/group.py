"""What becomes true of what the group has: its day and place, target, partner, timelines in chat, and content of its own."""

from msgspec.structs import replace

from ludex.core.events import Event, Lines, Untold, effect, headline
from ludex.core.say import term
from ludex.systems.fet.events.battle import OWN_KINDS, extended
from ludex.systems.fet.events.telling import Witness
from ludex.systems.fet.sheet import Extension, Ground, Item, Partner, Race, Sheet, Skill, Trait, Weapon, WrittenModifier
from ludex.systems.fet.state import Axis, Declared, State


class SessionBegun(Untold[State]):
    number: int

    def apply(self, state: State) -> State:
        return replace(state, session=self.number)


class DayPassed(Event[State]):
    day: int

    def apply(self, state: State) -> State:
        return replace(state, day=self.day)

    def tell(self, seen: Witness) -> Lines:  # noqa: ARG002  # the same for all
        yield headline("told.pass_time", day=self.day)


class Darkened(Event[State]):
    dark: bool

    def apply(self, state: State) -> State:
        return replace(state, dark=self.dark)

    def tell(self, seen: Witness) -> Lines:  # noqa: ARG002  # the same for all
        yield effect("told.dark" if self.dark else "told.light")


class PlaceChanged(Event[State]):
    modifiers: tuple[WrittenModifier, ...]
    name: str = ""

    def apply(self, state: State) -> State:
        return replace(state, place=self.modifiers, place_name=self.name)

    def tell(self, seen: Witness) -> Lines:  # noqa: ARG002  # the same for all
        for one in self.modifiers:
            yield effect("view.modifier", of=term(one.of), kind=term(one.kind), value=one.value)


class TargetSet(Event[State]):
    """The group's target value; `by`: `gm` or `secret`, where it is the GM's word."""

    target: int | None
    by: str = ""

    def apply(self, state: State) -> State:
        return replace(state, target=self.target, target_by=self.by)


class PartnerSet(Event[State]):
    partner: Partner | None

    def apply(self, state: State) -> State:
        return replace(state, partner=self.partner)


class TimelineKept(Untold[State]):
    rows: tuple[Declared, ...]

    def apply(self, state: State) -> State:
        return replace(state, timeline=self.rows)


class AxisKept(Untold[State]):
    name: str
    axis: Axis | None = None

    def apply(self, state: State) -> State:
        axes = {name: axis for name, axis in state.axes.items() if name != self.name or self.axis is not None}
        if self.axis is not None:
            axes[self.name] = self.axis
        return replace(state, axes=axes, axis=state.axis if state.axis in axes else "")


class AxisPicked(Event[State]):
    """Which named timeline is in use; empty: none."""

    name: str

    def apply(self, state: State) -> State:
        return replace(state, axis=self.name)

    def tell(self, seen: Witness) -> Lines:  # noqa: ARG002  # the same for all
        yield effect("told.axis", name=self.name) if self.name else effect("told.no_axis")


class ContentAdded(Event[State]):
    """The table has a skill, trait, weapon, stat block or race of its own. `kept`: it is the GM's, and a secret until it is opened."""

    key: str
    skill: Skill | None = None
    trait: Trait | None = None
    weapon: Weapon | None = None
    block: Sheet | None = None
    race: Race | None = None
    item: Item | None = None
    builder: str = ""
    place: Ground | None = None
    extension: Extension | None = None
    kept: bool = False

    def apply(self, state: State) -> State:
        kinds = ("skill", "trait", "weapon", "block", "race", "item", "place", "extension")
        new = {f"{kind}s": one for kind in kinds if (one := getattr(self, kind)) is not None}
        added = {shelf: {**getattr(state, shelf), self.key: one} for shelf, one in new.items()}
        card = self.skill or self.trait or self.weapon
        refused = tuple(c for c in state.refused if card is None or (c.who, c.name) != (self.builder, card.name))
        builders = {**state.builders, **({self.key: self.builder} if self.builder else {})}
        anew = self.kept and not any(
            self.key in getattr(state, kind) for kind in OWN_KINDS
        )  # a correction stays as open as it was
        kept = (*state.kept, self.key) if anew else state.kept
        state = replace(state, **added, builders=builders, refused=refused, kept=kept)
        return replace(state, options=extended(state.options, self.extension)) if self.extension else state


class ContentOpened(Event[State]):
    key: str

    def apply(self, state: State) -> State:
        return replace(state, kept=tuple(key for key in state.kept if key != self.key))


class ContentRemoved(Event[State]):
    """The table no longer has something of its own; sheets that have it keep it."""

    key: str

    def apply(self, state: State) -> State:
        left = {kind: {k: v for k, v in getattr(state, kind).items() if k != self.key} for kind in OWN_KINDS}
        return ContentOpened(self.key).apply(replace(state, **left))

    def tell(self, seen: Witness) -> Lines:  # noqa: ARG002  # the same for all who hear of it
        yield effect("told.card_removed", name=self.key)

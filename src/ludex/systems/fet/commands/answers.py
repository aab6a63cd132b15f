"""What the bot answers, as data (FET-CMD-6): a struct for each kind of reply, with the facts that go with it."""

import msgspec

from ludex.core.explain import Total
from ludex.systems.fet.commands.reading import Reader
from ludex.systems.fet.rules.chains import SetOff
from ludex.systems.fet.state import Declared, State
from ludex.systems.fet.terms import Number


class Sent(msgspec.Struct, frozen=True):
    """A command as it was sent: by whom, and what follows the command word; the rest as in `Line`."""

    who: str
    reader: Reader
    by: str = ""
    level: bool = True
    restores: bool = False
    new: bool = False


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """A code, the line that it answers, and whom it is about; `text` where the rulebook prints the wording."""

    code: str
    line: int = 0
    name: str | None = None
    text: str | None = None
    why: dict[str, Total] = {}


Answer = tuple[Reply, State]


class Refused(Reply, frozen=True, kw_only=True):
    """A line that changed nothing; its code says why."""

    error: bool = True


class SheetSet(Reply, frozen=True, kw_only=True):
    """Fields of a sheet were set, and what it still lacks."""

    code: str = "sheet_set"
    warnings: tuple[str, ...]


class StatusShown(Reply, frozen=True, kw_only=True):
    """How somebody is."""

    code: str = "status_shown"
    stamina: Number
    stamina_max: Number
    will: Number
    will_max: Number
    dead: bool
    action_points: Number | None = None


class StatusChanged(Reply, frozen=True, kw_only=True):
    """A resource went up or down."""

    code: str = "status_changed"
    resource: str
    change: Number
    current: Number
    max: Number
    dead: bool


class StatusReset(Reply, frozen=True, kw_only=True):
    """One resource or both are as at the start; `dead` is false where that brought somebody back."""

    code: str = "status_reset"
    stamina: Number | None = None
    stamina_max: Number | None = None
    will: Number | None = None
    will_max: Number | None = None
    dead: bool | None = None


class CashTold(Reply, frozen=True, kw_only=True):
    """Somebody's money, and what was added to the bill."""

    change: Number | None = None
    cash: Number
    start: Number


class TargetTold(Reply, frozen=True, kw_only=True):
    """The group's target value, shown or set; the difficulty where it was thrown for."""

    target: int | None
    difficulty: Number | None = None


class AttributeChecked(Reply, frozen=True, kw_only=True):
    """A check against the group's target."""

    code: str = "checked"
    attribute: str
    value: int
    target: int
    rate: int
    face: int | None
    ratio: Number | None
    result: str
    action_points: Number | None = None
    set_off: tuple[SetOff, ...] | None = None


class PartnerTold(Reply, frozen=True, kw_only=True):
    """With whom the group negotiates, shown or set."""

    level: Number
    intelligence: Number


class Bargained(Reply, frozen=True, kw_only=True):
    """A negotiation that was rated."""

    code: str = "negotiated"
    rp: Number
    bonus: Number
    rate: int
    face: int | None
    result: str


class WindUpTold(Reply, frozen=True, kw_only=True):
    """How long an act would take."""

    code: str = "wind_up"
    attribute: str
    impact: Number
    wind_up: Number


class TimelineTold(Reply, frozen=True, kw_only=True):
    """The group's timeline: shown, left by somebody, or ended."""

    timeline: tuple[Declared, ...]


class ActAdded(TimelineTold, frozen=True, kw_only=True):
    """An act that stands in the timeline now; `cancelled`: the last one was given up for it."""

    code: str = "act_added"
    attribute: str
    impact: Number
    start: Number
    wind_up: Number
    end: Number
    cancelled: bool

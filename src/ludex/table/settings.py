"""A table's settings: what the GM, or a seat for itself, has settled about how this table is run.

A change is one of the structs here, in the log as it was made; `Settings` is what they come to.
"""

from typing import Literal

import msgspec
from msgspec.structs import replace

from ludex.core.orders import Order
from ludex.core.principals import Who, actor_of
from ludex.table.seats import Seat

Trust = Literal["ask", "open", "strict"]
Pace = Literal["flow", "step"]
Numbers = Literal["hidden", "bands", "open"]

KINDS = ("difficulty", "circumstance", "sheet", "story")
"""Kinds of the GM's word, each with a trust of its own. A system may tell apart more under them (`sheet.level`): those are allowed
one by one, and trusted as their group is."""

WEIGHED = "weighed"
"""The kind of what players put and the GM weighs: no matter of trust, so it is asked in `strict` too; `open` it is not asked."""


class Automatic(msgspec.Struct, frozen=True, tag="automatic", forbid_unknown_fields=True):
    """The default policy answers for somebody, or no longer."""

    who: Who
    on: bool


class Phrased(msgspec.Struct, frozen=True, tag="phrased", forbid_unknown_fields=True):
    """This table's own wording of a reply; empty: the original again."""

    key: str
    phrase: str


class Current(msgspec.Struct, frozen=True, tag="current", forbid_unknown_fields=True):
    """The character that a seat's plain lines are about."""

    seat: str
    actor: str


class Trusted(msgspec.Struct, frozen=True, tag="trusted", forbid_unknown_fields=True):
    """What happens when a player types what is the GM's word: `ask` the GM, `open` (done and marked), `strict` (refused).

    Of a kind; empty: of every kind.
    """

    kind: str
    trust: Trust


class Allowed(msgspec.Struct, frozen=True, tag="allowed", forbid_unknown_fields=True):
    """The GM allowed a kind of word until the scene (or the fight, or the session) ends."""

    kind: str
    scope: str


class Paced(msgspec.Struct, frozen=True, tag="paced", forbid_unknown_fields=True):
    """Whether what follows by itself happens by itself (`flow`) or when the GM turns the crank (`step`)."""

    pace: Pace


class Shown(msgspec.Struct, frozen=True, tag="shown", forbid_unknown_fields=True):
    """How much of NPCs' numbers players see."""

    numbers: Numbers


class Ordered(msgspec.Struct, frozen=True, tag="ordered", forbid_unknown_fields=True):
    """The standing orders that somebody's questions are answered by, in the order in which they are read; none: no longer."""

    who: Who
    orders: tuple[Order, ...] = ()


class Diced(msgspec.Struct, frozen=True, tag="diced", forbid_unknown_fields=True):
    """The die that a free roll without dice throws at this table; empty: the system's."""

    die: str


class Aliased(msgspec.Struct, frozen=True, tag="aliased", forbid_unknown_fields=True):
    """A seat's own short name for a line; without a line it is forgotten."""

    seat: str
    name: str
    line: str


class Published(msgspec.Struct, frozen=True, tag="published", forbid_unknown_fields=True):
    """A card of the system that anybody with a link may read, by the hash of that link: as somebody knows it who has no seat."""

    link: str
    card: str
    given: dict[str, str] = {}


class Pictured(msgspec.Struct, frozen=True, tag="pictured", forbid_unknown_fields=True):
    """The picture of somebody (an actor) or of the ground under the map (`GROUND`), by its hash; none: drawn again."""

    of: Who
    picture: str = ""


GROUND = "ground"
"""What lies under the map, as the subject of a picture."""

Setting = (
    Automatic | Phrased | Current | Trusted | Allowed | Paced | Shown | Ordered | Diced | Aliased | Published | Pictured
)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How this table is run."""

    automatic: frozenset[Who] = frozenset()
    phrases: dict[str, str] = {}
    current: dict[str, str] = {}
    trust: dict[str, Trust] = {}
    allowed: dict[str, str] = {}
    pace: Pace = "flow"
    numbers: Numbers = "hidden"
    orders: dict[Who, tuple[Order, ...]] = {}
    die: str = ""
    aliases: dict[str, dict[str, str]] = {}
    published: dict[str, Published] = {}
    pictures: dict[Who, str] = {}

    def trusts(self, kind: str, scope: str) -> Trust:
        """What happens to a player's word of a kind now: difficulties are taken on trust, everything else is asked about."""
        if self.allowed.get(kind) == scope:
            return "open"
        if kind == WEIGHED:
            return "open" if self.trust.get("story") == "open" else "ask"
        group = kind.partition(".")[0]
        return self.trust.get(group, "open" if group == "difficulty" else "ask")

    def allows(self, kind: str, scope: str) -> bool:
        """Whether the GM has allowed this kind of word until now."""
        return self.allowed.get(kind) == scope


def own_setting(seat: Seat, setting: Setting) -> bool:
    """Whether a setting is a seat's own: its character in use, and how its own characters' questions are answered."""
    match setting:
        case Current() | Aliased():
            return setting.seat == seat.id
        case Ordered() | Automatic():
            return actor_of(setting.who) in seat.controls
        case Pictured():
            return actor_of(setting.of) in seat.controls
    return False


def settled(settings: Settings, setting: Setting) -> Settings:
    """The settings after one change."""
    match setting:
        case Automatic():
            switched_off = settings.automatic - {setting.who}
            return replace(settings, automatic=switched_off | {setting.who} if setting.on else switched_off)
        case Phrased():
            others = {key: phrase for key, phrase in settings.phrases.items() if key != setting.key}
            return replace(settings, phrases={**others, **({setting.key: setting.phrase} if setting.phrase else {})})
        case Current():
            return replace(settings, current={**settings.current, setting.seat: setting.actor})
        case Trusted():
            kinds = (setting.kind,) if setting.kind else KINDS
            return replace(settings, trust={**settings.trust, **dict.fromkeys(kinds, setting.trust)})
        case Allowed():
            return replace(settings, allowed={**settings.allowed, setting.kind: setting.scope})
        case Paced():
            return replace(settings, pace=setting.pace)
        case Shown():
            return replace(settings, numbers=setting.numbers)
        case Ordered():
            standing = {who: orders for who, orders in settings.orders.items() if who != setting.who}
            return replace(settings, orders={**standing, **({setting.who: setting.orders} if setting.orders else {})})
        case Diced():
            return replace(settings, die=setting.die)
        case Published():
            return replace(settings, published={**settings.published, setting.link: setting})
        case Aliased():
            own = {name: line for name, line in settings.aliases.get(setting.seat, {}).items() if name != setting.name}
            named = {**own, **({setting.name: setting.line} if setting.line else {})}
            return replace(settings, aliases={**settings.aliases, setting.seat: named})
        case Pictured():
            others = {of: picture for of, picture in settings.pictures.items() if of != setting.of}
            return replace(settings, pictures={**others, **({setting.of: setting.picture} if setting.picture else {})})

"""A table's settings: what the GM, or a seat for itself, has settled about how this table is run.

A change is one of the structs here, in the log as it was made; `Settings` is what they come to.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.orders import Order
from ludex.core.principals import Who, actor_of
from ludex.core.scenery import GROUNDS
from ludex.table.seats import Seat

Trust = Literal["ask", "open", "strict"]
Pace = Literal["flow", "step"]
Numbers = Literal["hidden", "bands", "open"]
ByHand = Literal["anyone", "gm"]
Advice = Literal["off", "on"]

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


class Thrown(msgspec.Struct, frozen=True, tag="thrown", forbid_unknown_fields=True):
    """Who may type in the faces of dice that were thrown by hand: anyone for the own dice, or the GM alone."""

    by_hand: ByHand


class Advised(msgspec.Struct, frozen=True, tag="advised", forbid_unknown_fields=True):
    """Whether players are advised what to do."""

    advice: Advice


class Ordered(msgspec.Struct, frozen=True, tag="ordered", forbid_unknown_fields=True):
    """The standing orders that somebody's questions are answered by, in the order in which they are read; none: no longer."""

    who: Who
    orders: tuple[Order, ...] = ()


class Diced(msgspec.Struct, frozen=True, tag="diced", forbid_unknown_fields=True):
    """The die that a free roll without dice throws at this table; empty: the system's."""

    die: str


class SameDice(msgspec.Struct, frozen=True, tag="same_dice", forbid_unknown_fields=True):
    """Whether what a player takes back and does again falls with the same dice."""

    on: bool


class Aliased(msgspec.Struct, frozen=True, tag="aliased", forbid_unknown_fields=True):
    """A seat's own short name for a line, or (without a seat) a word that the GM taught the table; without a line it is forgotten."""

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


Stamps = tuple[tuple[tuple[int, int], str], ...]
"""Squares of the map, each with what is painted on it, in the order in which it was."""


class Stamped(msgspec.Struct, frozen=True, tag="stamped", forbid_unknown_fields=True):
    """Squares of the map on which something is painted for the eye alone; no kind: it is taken away, without squares everywhere."""

    kind: str
    cells: tuple[tuple[int, int], ...] = ()


Telling = Literal["said", "added", "chosen", "quoted", "published"]


class Chronicled(msgspec.Struct, frozen=True, tag="chronicled", forbid_unknown_fields=True):
    """A stroke of the pen on a session's chronicle, by the entry of the log that it is about.

    `said`: the GM's words in its place; `added`: hers behind it; `chosen`: it is told or left out (`on`); `quoted`: what was said there
    is a quote; `published`: the GM's words are for all to read.
    """

    session: int
    way: Telling
    entry: int = 0
    text: str = ""
    on: bool = True


class Chronicle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What people have made of a session's chronicle."""

    said: dict[int, str] = {}
    added: dict[int, str] = {}
    chosen: dict[int, bool] = {}
    quoted: dict[int, bool] = {}
    published: bool = False

    def after(self, stroke: Chronicled) -> "Chronicle":
        """It after one more stroke; words that are empty are taken back."""
        if stroke.way == "published":
            return replace(self, published=stroke.on)
        known: dict[int, str | bool] = dict(getattr(self, stroke.way))
        value = stroke.text if stroke.way in ("said", "added") else stroke.on
        kept = {n: one for n, one in known.items() if n != stroke.entry}
        if value != "":
            kept[stroke.entry] = value
        return replace(self, **{stroke.way: kept})


GROUND = "ground"
"""What lies under the map, as the subject of a picture."""

Setting = (
    Automatic
    | Phrased
    | Current
    | Trusted
    | Allowed
    | Paced
    | Shown
    | Thrown
    | Ordered
    | Diced
    | SameDice
    | Aliased
    | Published
    | Pictured
    | Chronicled
    | Stamped
    | Advised
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
    same_dice: bool = True
    aliases: dict[str, dict[str, str]] = {}
    published: dict[str, Published] = {}
    pictures: dict[Who, str] = {}
    chronicles: dict[int, Chronicle] = {}
    stamps: Stamps = ()
    by_hand: ByHand = "anyone"
    advice: Advice = "off"

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


def _stamped(stamps: Stamps, stroke: Stamped) -> Stamps:
    """What is painted after one more stroke: on the ground of a square one thing stands, and its ground may be laid anew under it."""
    if not stroke.cells:
        return ()
    ground = stroke.kind in GROUNDS
    gone = set(stroke.cells)
    kept = tuple(one for one in stamps if one[0] not in gone or (stroke.kind and (one[1] in GROUNDS) != ground))
    return (*kept, *((cell, stroke.kind) for cell in dict.fromkeys(stroke.cells) if stroke.kind))


def check_by_hand(settings: Settings, seat: Seat, typed: Sequence[int]) -> None:
    """Refuse faces that a player types in at a table whose dice all fall at the table."""
    if typed and not seat.gm and settings.by_hand == "gm":
        raise RuleError("typed_dice_off")


def own_setting(seat: Seat, setting: Setting) -> bool:
    """Whether a setting is a seat's own: its character in use, and how its own characters' questions are answered."""
    match setting:
        case Current() | Aliased():
            return setting.seat == seat.id
        case Ordered() | Automatic():
            return actor_of(setting.who) in seat.controls
        case Pictured():
            return actor_of(setting.of) in seat.controls
        case Chronicled():
            return setting.way == "quoted"
    return False


def settled(settings: Settings, setting: Setting) -> Settings:  # noqa: C901  # a case for each kind of setting
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
        case Thrown():
            return replace(settings, by_hand=setting.by_hand)
        case Ordered():
            standing = {who: orders for who, orders in settings.orders.items() if who != setting.who}
            return replace(settings, orders={**standing, **({setting.who: setting.orders} if setting.orders else {})})
        case Advised():
            return replace(settings, advice=setting.advice)
        case Diced():
            return replace(settings, die=setting.die)
        case SameDice():
            return replace(settings, same_dice=setting.on)
        case Published():
            return replace(settings, published={**settings.published, setting.link: setting})
        case Aliased():
            own = {name: line for name, line in settings.aliases.get(setting.seat, {}).items() if name != setting.name}
            named = {**own, **({setting.name: setting.line} if setting.line else {})}
            return replace(settings, aliases={**settings.aliases, setting.seat: named})
        case Chronicled():
            told = settings.chronicles.get(setting.session, Chronicle()).after(setting)
            return replace(settings, chronicles={**settings.chronicles, setting.session: told})
        case Stamped():
            return replace(settings, stamps=_stamped(settings.stamps, setting))
        case Pictured():
            others = {of: picture for of, picture in settings.pictures.items() if of != setting.of}
            return replace(settings, pictures={**others, **({setting.of: setting.picture} if setting.picture else {})})

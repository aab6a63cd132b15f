"""What a page may say over its WebSocket: one small struct for each thing. `id` is sent back with the reply; `request` makes it once only."""

import msgspec

from ludex.core.plain import Plain, Written

LARGEST = 40_000
"""Characters of one message. A longer one is refused unread, and the connection lives on."""


class Message(msgspec.Struct, frozen=True, tag_field="do", kw_only=True):
    """Base of all messages."""

    id: int = 0
    request: str = ""


class Hello(Message, frozen=True, tag="hello"):
    """What the page already has: the stretch of the log, and the marks of its fragments."""

    first: int = 0
    seen: int = 0
    have: dict[str, str] = {}


class Line(Message, frozen=True, tag="line"):
    """A line as it would be typed in chat."""

    text: str


class DeedAsked(Message, frozen=True, tag="deed"):
    """A deed with its fields filled in; `dice` are real dice, typed in. `secret`: only the GM knows of it. `whom`: the GM calls these for it."""

    deed: str
    args: Plain = {}
    actor: str = ""
    dice: tuple[int, ...] = ()
    secret: bool = False
    whom: tuple[str, ...] = ()


class Odds(Message, frozen=True, tag="odds"):
    """The odds of a deed before it is done; `whether`: only whether it has any."""

    deed: str
    args: Plain = {}
    actor: str = ""
    whether: bool = False


class Chances(Message, frozen=True, tag="chances"):
    """The odds of a deed for each of several values of one of its fields, in one request. `whether`: only if it may be done at all."""

    deed: str
    field: str
    values: tuple[Written, ...]
    args: Plain = {}
    actor: str = ""
    several: bool = False
    whether: bool = False


class Trace(Odds, frozen=True, tag="trace"):
    """What a deed would draw on the map before it is done."""


class Far(Message, frozen=True, tag="far"):
    """How far two cells of the map are apart."""

    a: tuple[int, int]
    b: tuple[int, int]


class Answer(Message, frozen=True, tag="answer"):
    """An answer to an open question."""

    act: int
    answer: str
    dice: tuple[int, ...] = ()


class Change(Message, frozen=True, tag="change"):
    """What somebody proposes is changed: the same deed, filled in otherwise."""

    act: int
    deed: str
    args: Plain = {}
    actor: str = ""


class Cancel(Message, frozen=True, tag="cancel"):
    """Give a waiting act up."""

    act: int


class Undo(Message, frozen=True, tag="undo"):
    """Take the last step back."""


class Redo(Message, frozen=True, tag="redo"):
    """Bring it back."""


class Older(Message, frozen=True, tag="older"):
    """More of the log, from before what the page has: `before`, where it has let go of some."""

    before: int = 0


class Search(Message, frozen=True, tag="search"):
    """Entries that hold these words; of somebody, of a kind (`dice`, `talk`, `deeds`), of one session."""

    text: str = ""
    who: str = ""
    kind: str = ""
    session: int = 0


class Commands(Message, frozen=True, tag="commands"):
    """What can be typed, for completion."""


class Unable(Message, frozen=True, tag="unable"):
    """What an actor cannot do now, and why; without a name the seat's own."""

    of: str = ""


class Beasts(Message, frozen=True, tag="beasts"):
    """What the cards say of those whom a deed could bring in, by the values of its field."""

    deed: str
    field: str
    values: tuple[str, ...]


class Wells(Message, frozen=True, tag="wells"):
    """What the GM has ready."""


class Rehearse(Message, frozen=True, tag="rehearse"):
    """More of a rehearsal (GM): of something that is ready by its name, or of the scene that runs; with knobs turned, without those away.
    `find`: the knob whose value for a chance in percent is looked for. `watch`: the run that is told deed by deed (typical, narrow, worst)."""

    scene: str = ""
    knobs: dict[str, int] = {}
    away: tuple[str, ...] = ()
    find: str = ""
    target: int = 70
    watch: str = ""


class Things(Message, frozen=True, tag="things"):
    """What the cards of things say in a few words, by what they are called in a form."""

    names: tuple[str, ...]


class Invite(Message, frozen=True, tag="invite"):
    """A new seat."""

    name: str
    role: str = "player"
    controls: tuple[str, ...] = ()


class Control(Message, frozen=True, tag="control"):
    """Give an actor to a seat, or take it away."""

    seat: str
    actor: str
    on: bool


class Relink(Message, frozen=True, tag="relink"):
    """A new link for a seat; the old one dies."""

    seat: str


class Ping(Message, frozen=True, tag="ping"):
    """Point at a square of the map, for everybody to see."""

    cell: tuple[int, int]


class Stamp(Message, frozen=True, tag="stamp"):
    """Paint squares of the map for the eye alone; no kind: take away what is painted there, without squares everywhere."""

    kind: str
    cells: tuple[tuple[int, int], ...] = ()


class Quote(Message, frozen=True, tag="quote"):
    """Mark what somebody said as a quote for the chronicle, or no longer."""

    n: int


class Dismiss(Message, frozen=True, tag="dismiss"):
    """Take a seat away."""

    seat: str


class Restore(Message, frozen=True, tag="restore"):
    """Bring a seat back that was taken away."""

    seat: str


class Qr(Message, frozen=True, tag="qr"):
    """A link as a picture to be scanned."""

    link: str


class SampleAsked(Message, frozen=True, tag="sample"):
    """The ready-made party comes to the table; or one of it, by name."""

    name: str = ""


class Gather(Message, frozen=True, tag="gather"):
    """A deed is kept ready under a title, with what is ready there already."""

    title: str
    deed: str
    args: dict[str, Written] = {}


class Auto(Message, frozen=True, tag="auto"):
    """Let the default policy answer for an actor, or not."""

    actor: str
    on: bool


AnyMessage = (
    Hello
    | Line
    | DeedAsked
    | Odds
    | Chances
    | Trace
    | Far
    | Answer
    | Change
    | Cancel
    | Undo
    | Redo
    | Older
    | Search
    | Commands
    | Unable
    | Beasts
    | Wells
    | Rehearse
    | Things
    | Invite
    | Control
    | Relink
    | Ping
    | Quote
    | Dismiss
    | Stamp
    | Restore
    | Qr
    | SampleAsked
    | Gather
    | Auto
)

LOOKS = (Odds, Chances, Trace, Far, Search, Commands, Unable, Beasts, Wells, Rehearse, Things)
"""Messages that change nothing."""

_READ: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)


def read(text: str | bytes) -> AnyMessage:
    """A message; `msgspec.DecodeError` or `msgspec.ValidationError` if it is none."""
    try:
        return _READ.decode(text)
    except RecursionError:
        raise msgspec.DecodeError("nested too deeply") from None

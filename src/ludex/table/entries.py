"""The log's entries: everything that was ever accepted at a table, as frozen facts.

One accepted command is one entry. The table's memory is the fold of its entries (`memory.py`); nothing else is true. An entry
names its format; those of earlier formats are brought up to date where they are read (`upcasting.py`). Unknown fields are refused.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache

import msgspec

from ludex.core.asks import Choose, Option
from ludex.core.deeds import Filled
from ludex.core.driving import Answer, Choice, Faces
from ludex.core.packs import texts_in
from ludex.core.principals import EVERYBODY, Who
from ludex.core.say import Say
from ludex.core.view import Card
from ludex.table.chance import KeptDice
from ludex.table.characters import Came
from ludex.table.handouts import Handout, Prepared
from ludex.table.preludes import Prelude
from ludex.table.sessions import Present
from ludex.table.settings import Setting
from ludex.table.upcasting import FORMAT, to_present

Clock = Callable[[], str]
"""What time it is, as an entry says it. Tests and replays have their own."""


def wall_clock() -> str:
    """Now, in UTC, to the second. Nothing else reads the time."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


ALL = (EVERYBODY,)

RESTATE = "ludex.restate"
"""The procedure by which what was done unseen stays when something before it is taken back (`undo.py`)."""


RESTORED, SALVAGED = "restored", "salvaged"
"""Why a table got new dice: it was put back from a copy, or brought out of a damaged database."""


class Entry(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True, forbid_unknown_fields=True):
    """Base of all entries. `at` is the table's clock, `seat` the seat that asked (empty: the table itself).

    `request` is the client's own number for what it asked, so that a repeated request is answered and not done again. `past`
    is the hash of the entry before this one: the log is a chain. `salt` is what nobody can guess, so that such a hash, which every
    seat may ask for (`.seal`), cannot be tried against what an entry hides from it.
    """

    at: str
    seat: str
    format: int = FORMAT
    request: str = ""
    past: str = ""
    salt: str = ""


class Opened(Entry, frozen=True, tag="opened"):
    """The table was opened: the first entry. `state` is the starting state, `seal` the hash of the secret dice seed.

    `version` is that of Ludex, `system_version` that of the system's states and events.
    """

    system: str
    name: str
    state: msgspec.Raw
    seal: str
    version: str
    system_version: int = 1


class Seated(Entry, frozen=True, tag="seated"):
    """Somebody got a seat, or a seat changed: its role, name and the actors it controls. `link` is the hash of its secret."""

    who: str
    role: str
    name: str
    controls: tuple[str, ...] = ()
    link: str = ""


class Left(Entry, frozen=True, tag="left"):
    """A seat was taken away; its link is dead."""

    who: str


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a procedure was called with, the deed that it came from, and what is asked before it begins.

    `own_word` are the kinds of the GM's word that a player took for granted, where the table trusts her. `call` is the number of the
    first entry of a call to several (0: none). `line` is what was typed; a deed that was not typed has none. `readers`: whose eyes may read the line (`PUBLIC`
    among them: everybody's); unset where that was not worked out when it was typed.
    """

    procedure: str
    given: msgspec.Raw
    line: str = ""
    prelude: Prelude | None = None
    filled: Filled | None = None
    own_word: tuple[str, ...] = ()
    secret: bool = False
    call: int = 0
    readers: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def said(self) -> str:
        """What was asked in its own words: the line, else what was filled in."""
        if self.line or self.filled is None:
            return self.line
        return " ".join(filter(None, (self.filled.actor, *texts_in(list(self.filled.args.values())))))


PUBLIC = ""
"""The key of the card that observers and later seats get."""


def reads_line(asked: Asked, key: str) -> bool:
    """Whether a pair of eyes may read a line; where that was not worked out when it was typed, every one may."""
    return asked.readers is msgspec.UNSET or key in asked.readers or PUBLIC in asked.readers


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An open question as it was asked: whom, what, about what, and the answers offered. `discreet`: nobody but the GM hears of it."""

    who: Who
    what: Say
    options: tuple[Option, ...]
    about: str = ""
    discreet: bool = False

    @classmethod
    def of(cls, ask: Choose, *, discreet: bool = False) -> "Question":
        """The question that a rule asks."""
        return cls(ask.who, ask.what, ask.options, ask.about, discreet)

    def answered(self, answer: str, *, by: str, sealed: bool = False, how: str = "") -> Choice:
        """An answer to this very question; `how`: the way in which the table found it by itself."""
        given = next((option for option in self.options if option.answer == answer), Option(answer))
        told = given.told or self._filled(answer)
        return Choice(self.who, self.what.key, answer, self.about, by, sealed, how, given.say, told, self.discreet)

    def _filled(self, answer: str) -> Say | None:
        """How an answer with something filled in is told: by the words of the option that says most of it, with that."""
        longest = sorted(self.options, key=lambda one: -len(one.answer))
        found = [(one.told, one.match(answer)) for one in longest if one.open and one.told]
        filled = ((told, {gap.removesuffix("…"): text for gap, text in gaps.items()}) for told, gaps in found if gaps)
        return next((Say(told.key, {**told.facts, **gaps}) for told, gaps in filled if told), None)


def rolls_in(answers: Sequence[Answer]) -> int:
    """How many throws of the table's own dice are among these answers."""
    return sum(isinstance(one, Faces) and not one.typed for one in answers)


class Acted(Entry, frozen=True, tag="acted"):
    """A procedure ran, from its start or from an answer, until it parked or ended.

    `act` is the number of the entry that began it (0: this one, which alone holds `asked`); `root` that of the entry which a
    person's word began and from which this one follows (0: the act's own), `cause` that of the entry that led to it by itself
    (0: nobody's but a person's). `audience` may know of it; of what is
    `announced` all others know that it was done; what is `blind` not even the seat that asked may read. `answers` are those new in this entry; `kept` how many of the earlier ones still hold (fewer
    than all if the state under a parked act changed). `first` is the number of the first die roll in it;
    its first throws may have the numbers `again` instead, of throws that a player took back (`chance.py`). If it parked,
    `questions` are what it waits for, `sealed` if their answers stay closed until the last. If it ended, `events` are what
    happened and `parent` is the commit it stands on; `cards` tell it, `seen` says who gets which card; `opened` are the sealed
    answers of its last moment. `refused` is the code of a refusal after dice had fallen: they are spent, and nothing happened.
    `step`: it is a step of history though nothing in the state changed (a session was opened or closed).
    `made` is the version of Ludex that told it. `hushed`: it waits for the GM's answers to discreet questions alone, and nobody else hears of it.
    """

    act: int = 0
    root: int = 0
    cause: int = 0
    audience: tuple[Who, ...] = ALL
    announced: bool = False
    blind: bool = False
    hushed: bool = False
    asked: Asked | None = None
    answers: tuple[Answer, ...] = ()
    kept: int = 0
    first: int = 0
    again: tuple[int, ...] = ()
    questions: tuple[Question, ...] = ()
    sealed: bool = False
    opened: tuple[Choice, ...] = ()
    done: bool = False
    step: bool = False
    parent: int = 0
    events: msgspec.Raw = msgspec.Raw(b"[]")
    cards: tuple[Card, ...] = ()
    seen: dict[str, int] = {}
    refused: str = ""
    system_version: int = 1
    made: str = ""

    @property
    def line(self) -> str:
        """The line that began it, where it begins here."""
        return self.asked.line or self.asked.procedure if self.asked else ""

    @property
    def fresh(self) -> int:
        """How many throws of the table's own dice in it had not fallen before."""
        return rolls_in(self.answers) - len(self.again)

    @property
    def commits(self) -> bool:
        """Whether it is a step of history: it changed the state, or is one for another reason. Undo moves from one to another."""
        return self.done and (self.step or bytes(self.events) != b"[]")


class Cancelled(Entry, frozen=True, tag="cancelled"):
    """A parked act was given up. Those know of it who knew of the act. `again`: its dice fall again if it is done again."""

    act: int
    audience: tuple[Who, ...] = ALL
    again: bool = False


class Moved(Entry, frozen=True, tag="moved"):
    """History was moved to another commit: an undo, a redo or a jump. Nothing is lost; every branch stays.

    `of` is the entry with which the step began that was taken back or brought back (0: in an elder entry, or a jump).
    `dropped` are the parked acts that followed by themselves from what was undone: nobody is asked for them any more.
    `again` are throws that fall again when the same is done again.
    Those know of it who knew of what was taken back.
    """

    head: int
    way: str
    of: int = 0
    dropped: tuple[int, ...] = ()
    again: tuple[KeptDice, ...] = ()
    audience: tuple[Who, ...] = ALL


class Said(Entry, frozen=True, tag="said"):
    """Words at the table."""

    text: str
    audience: tuple[Who, ...] = ALL


class Reworded(Entry, frozen=True, tag="reworded"):
    """Words that were said earlier (entry `of`) have another wording; without a text they were taken back."""

    of: int
    text: str
    audience: tuple[Who, ...] = ALL


class Settled(Entry, frozen=True, tag="settled"):
    """A table setting was changed."""

    setting: Setting


class Revealed(Entry, frozen=True, tag="revealed"):
    """The dice seed so far is shown, so that every roll can be checked, with those `earlier` ones that were put away; a new one is sealed.

    `rolls`: so many throws have fallen under the seed until now (nothing: the entry is from before they were counted).
    """

    seed: str
    seal: str
    earlier: tuple[str, ...] = ()
    rolls: int | None = None


class Stirred(Entry, frozen=True, tag="stirred"):
    """A seat put something of its own into the dice seed: nobody who knew the seed before knows it after. `seal` is its new hash.

    `rolls` as in `Revealed`.
    """

    text: str
    seal: str
    rolls: int | None = None


class Resealed(Entry, frozen=True, tag="resealed"):
    """The dice have a new seed, because the table was put back from a copy (`why`: restored, salvaged): it must not roll again what
    it rolled in the future that was lost. The seed so far is put away until the next reveal. `rolls` as in `Revealed`."""

    seal: str
    why: str = RESTORED
    rolls: int | None = None


class Arrived(Entry, frozen=True, tag="arrived"):
    """A character has come from elsewhere: where from, with her history and her notes. `act` is the entry that brought her."""

    actor: str
    name: str
    act: int
    came: Came
    audience: tuple[Who, ...] = ALL


class Framed(Entry, frozen=True, tag="framed"):
    """A session was opened or closed (`way`), by which act, who was there, and what the GM gave for it."""

    way: str
    act: int
    title: str = ""
    present: tuple[Present, ...] = ()
    reward: str = ""


class Noted(Entry, frozen=True, tag="noted"):
    """Something was written down for those who may read it; `of` an earlier note (0: a new one), without text that one is gone.

    `about`: an actor whose history it belongs to.
    """

    text: str
    audience: tuple[Who, ...]
    of: int = 0
    about: str = ""


class Handed(Entry, frozen=True, tag="handed"):
    """A handout is shown to those it is for: words, a picture beside the log (its hash), or both. `of` an earlier one (0: a new one):
    it is shown to these instead, without title and text and picture it is taken back."""

    handout: Handout
    audience: tuple[Who, ...]
    of: int = 0


class Readied(Entry, frozen=True, tag="readied"):
    """The GM has prepared something under a name, or (`prepared` is nothing) put it away. Nobody else knows of it.

    `before`: where history stood before its lines were done, if it went because it came on: if that is undone, it is ready again.
    """

    name: str
    prepared: Prepared | None = None
    before: int | None = None


AnyEntry = (
    Opened
    | Seated
    | Left
    | Acted
    | Cancelled
    | Moved
    | Said
    | Reworded
    | Settled
    | Revealed
    | Stirred
    | Resealed
    | Arrived
    | Framed
    | Handed
    | Noted
    | Readied
)

_READ: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def read_entry(body: bytes) -> AnyEntry:
    """An entry as the store keeps it; one of an earlier format is brought up to date."""
    return _READ.decode(to_present(body))


recent_entry = lru_cache(maxsize=1024)(read_entry)
"""The same of what was written or read lately: the table folds it, and every seat reads it."""


def kind_of(entry: AnyEntry) -> str:
    """The entry's kind as the log writes it."""
    return str(entry.__struct_config__.tag)

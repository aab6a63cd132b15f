"""Deeds as data: what can be done, what it needs, and whose word that is. A typed line is one way to write a deed down.

A system declares its deeds once (`Command`: names, fields, what it calls). From that come chat lines, help, forms, the API and
tool descriptions. `views/deeds.py` says which of them stand open now (`Deed`), each with its lawful values and, for unlawful
ones, the reason. Chat, page, API and bots fill the same value (`Filled`).

Words are in the system's `words/`: `commands.<first latin name>.title|help` and `args.<field>`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, ParamSpec

import msgspec

from ludex.core.errors import RuleError
from ludex.core.pairs import Pair
from ludex.core.principals import EVERYBODY, GM, Viewer, Who
from ludex.core.say import Label
from ludex.core.terms import Term

P = ParamSpec("P")

ANYONE, PLAYER, GM_ONLY = "anyone", "player", "gm"
"""Who may give a command."""

TEXT, WHOLE, DECIMAL, ACTOR = "text", "whole", "decimal", "actor"
CELL, ITEM, TERM, FLAG, REST = "cell", "item", "term", "flag", "rest"
"""Kinds of fields: what is read from what somebody typed or clicked."""

PERSON, SQUARE, THING, CLOCK = "person", "square", "thing", "clock"
SCENE, CASE, SHELF, BOOK = "scene", "case", "shelf", "book"
PLACES = (PERSON, SQUARE, THING, CLOCK, SCENE, CASE, SHELF, BOOK)
"""Kinds of things on a page that a deed may stand beside: somebody, a square of the map, something that is named on a sheet, the
clock, the scene, the case, what the GM prepares from, and what is only looked up or worked out."""

DOING = ("sword", "bow", "push", "walk", "eye", "eye-off", "flask", "spark", "shield")
LATER = ("wait", "up", "plus", "flag")
PICTURES = (*DOING, *LATER)
"""What a card may show of a deed: what somebody does herself at any time (a blow, a shot, a shove, a way, looking, hiding, tending, an
art, a guard), and what waits, grows, makes somebody or begins something. Anything else shows a die."""

OWN, RULE = "own", "rule"
"""Owners of a field: the actor's own word; what the rules and the map know by themselves."""


def by_gm(kind: str) -> str:
    """The owner of a field that is the GM's word, of a kind (`difficulty`, `circumstance`, `sheet`, `story`, or one under them: `sheet.level`)."""
    return f"gm:{kind}"


WORD, ALWAYS = "word:", "always"
"""A rule's own question to the GM, `about` a kind of word (`word:circumstance.several`): the answer `always` allows that kind for longer."""


Name = str | Pair
"""What something is called: in people's own words, or in both languages."""

Offers = Mapping[str, Name] | tuple[str, ...]
"""What may stand in a field: ids with what they are called, or plain words."""

Among = Callable[[Any, str], Offers]
"""The offers in a state (as far as the asking seat knows it) for an acting character (its id, or empty)."""


def spellings(name: Name) -> tuple[str, ...]:
    """Every way in which something that is offered may be typed."""
    return (name,) if isinstance(name, str) else name


class Field(msgspec.Struct, frozen=True):
    """One thing that a deed needs to know.

    `kind`: `text` (one word or a quoted text), `whole`, `decimal`, `actor` (given as its id), `cell` (given as x, y),
    `item` (one of `among`, given as its id), `term` (a word of `terms`, given as its key), `flag` (said or not), `rest`
    (everything that is left of a line). `several`: a list of them. A line gives it by place, or by key (`帮助=勇敢,敏捷`) under
    any of `keys`; `keyed` ones by key alone. It is not wanted where the field `unless` is filled. `among` offers values; a `strict` text must be one of them. `refusal` is the code
    for what cannot be read, where the ledger names one. `least`: the smallest number that means something.
    """

    name: str = ""
    kind: str = TEXT
    required: bool = True
    keys: tuple[str, ...] = ()
    keyed: bool = False
    default: Any = None
    among: tuple[str, ...] | Among = ()
    strict: bool = False
    several: bool = False
    terms: type[Term] | None = None
    owner: str = OWN
    refusal: str = ""
    least: int | None = None
    unless: str = ""
    spans: Callable[[str], bool] | None = None
    """Whether the next word of a line still belongs to it: they are joined by `+`."""
    wide: bool = False
    """Further words of a line that fit nowhere else are part of it (`break down the door`)."""
    signed: bool = False
    """A number with its sign (`+2`) is meant for it, wherever it stands in a line."""
    dice: bool = False
    """Dice may stand for the number (`2d6+1`), which are thrown when it is done."""
    wanted: bool = False
    """A form asks for it, though a line may leave it out: the deed itself then says what is missing."""
    secret: bool = False
    """What is filled in is for the one who does it and the GM alone, and for those whom the command's `knows` names: no other seat reads
    the line, nor the deed, in the log or anywhere."""

    @property
    def needed(self) -> bool:
        """Whether it cannot be left out."""
        return self.required and self.kind != FLAG

    def offers(self, state: Any, actor: str) -> Offers:
        """What may stand here now."""
        if self.terms is not None:
            return {term.value: (term.zh, term.en) for term in self.terms}
        return self.among(state, actor) if callable(self.among) else self.among


class Asked(msgspec.Struct, frozen=True):
    """What a command gets: the state as the asking seat knows it, its fields, the acting character, and who asks.

    `text` is everything behind the command's name but `@who`; `named` says whether there was one, `aimed` whom it is for. `trusted`: the
    table does not ask its GM to weigh what players put. `trust(kind)`: what becomes of a player's word of a kind (`ask`, `open`,
    `strict`, or `allowed` by the GM for a while). `pace`: whether the table turns by itself. `changes`: the GM's other word on what a
    player put. `seat` is who asks: somebody who has no character yet can be asked questions by it; `sender` is what that seat is called.
    `language`: in which it asks, for names that are given to what has none of its own. `numbers`: how much of NPCs' numbers the table
    shows to players (`hidden`, `bands`, `open`).
    """

    state: Any
    args: Mapping[str, Any]
    actor: str = ""
    viewer: Viewer = Viewer()
    text: str = ""
    seat: Who = GM
    named: bool = False
    aimed: str = ""
    trusted: bool = False
    trust: Callable[[str], str] = lambda _kind: "ask"
    pace: str = "flow"
    changes: bool = False
    sender: str = ""
    language: str = "zh"
    numbers: str = "open"

    def __getitem__(self, name: str) -> Any:
        return self.args[name]

    @property
    def gm(self) -> bool:
        return self.viewer.gm

    @property
    def controls(self) -> tuple[str, ...]:
        """The actors of the seat that asks."""
        return self.viewer.controls


class Filled(msgspec.Struct, frozen=True):
    """A deed that somebody does: its name, what was filled in, and for whom (an actor's name or id; empty: the seat's own).

    `text` is all that was typed behind the name, for commands that read it themselves.
    """

    deed: str
    args: Mapping[str, Any] = {}
    actor: str = ""
    text: str = ""


class Do(msgspec.Struct, frozen=True):
    """Run a procedure. `given` is plain data or the procedure's input. `audience`: who may know of it (the GM always does).

    `announced`: the others may know that something was done in secret, and by whom. `always`: what follows by itself follows also
    where the GM turns the crank. `then`: another deed of the same seat, done right after it (the part of a line that is the GM's word).
    `answer`: such a procedure waits for the seat already, and this is what it answers.
    """

    procedure: str
    given: Any = {}
    audience: tuple[Who, ...] = (EVERYBODY,)
    announced: bool = False
    always: bool = False
    then: Filled | None = None
    answer: str = ""


class Show(msgspec.Struct, frozen=True):
    """Only show something to the seat that asked: nothing changes.

    `card` names one of the system's cards, `given` is what it is about. `use`: the seat's own character that plain lines are
    about from now on. `asks`: instead of a card a procedure that changes nothing answers. `publish`: the GM lets anyone who has a link read it as a page.
    """

    card: str
    given: Mapping[str, Any] = {}
    use: str = ""
    publish: bool = False
    asks: Do | None = None


@lru_cache(maxsize=4096)
def _key(names: tuple[str, ...]) -> str:
    return next((name for name in names if name.isascii()), names[0])


class Command(msgspec.Struct, frozen=True):
    """A deed as it is declared, and how it is written as a line.

    `names`: Chinese first, then the short Latin forms; the first Latin one is its key. `run` turns what was asked into a `Do`
    or a `Show`, or refuses. `who`: `ANYONE`, `PLAYER` (a seat that controls somebody, or the GM) or `GM_ONLY`. `example` is a
    line that works in the demo. `foresee` makes the `Do` whose odds are shown before the deed is done, where that is not what
    `run` makes: a deed that is bound to a turn can be foreseen at any time. `alone`: it begins something that takes turns.
    `owner`: whose word the deed itself is (`by_gm(kind)`: a player proposes it). `word(asked, kinds)` says which kinds of the GM's
    word it really needs, where fields alone do not tell (what only costs oneself needs none). `many`: it may be done for several
    at once, one after another; `everybody`: the group that 全体 means in it, where that is not all who are here. `called`: the GM's line for a player's character calls for it. `together`: the field that takes everybody
    named with `@`, where it is done for several as one act. `aims`: an `@name` is whom it is for, not who acts, and may stand for its
    field for somebody (`.状态 @林默 受伤 2`). `others`: it may be put for somebody whom one does not play, and `word` says whose word that
    is. `beside`: the kind of thing on a page that it stands beside (`PLACES`), where its fields do not say so by themselves. `picture`:
    what its card shows (`PICTURES`). `afresh`: what the GM changes a proposal of it to is the whole of it, because its values mean
    something only together. `knows`: the inputs of its procedure that name people who may know its secret fields too.
    """

    names: tuple[str, ...]
    run: Callable[[Asked], Do | Show]
    args: tuple[Field, ...] = ()
    who: str = PLAYER
    example: str = ""
    group: str = ""
    foresee: Callable[[Asked], Do | Show] | None = None
    alone: bool = False
    owner: str = OWN
    word: Callable[[Asked, tuple[str, ...]], tuple[str, ...]] | None = None
    many: bool = False
    everybody: str = ""
    called: bool = False
    together: str = ""
    aims: bool = False
    others: bool = False
    beside: str = ""
    picture: str = ""
    afresh: bool = False
    knows: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name its words are filed under: the first Latin one."""
        return _key(self.names)

    def field(self, name: str) -> Field | None:
        for field in self.args:
            if field.name == name:
                return field
        return None


def placed(
    commands: Iterable[Command], places: Mapping[str, tuple[str, ...]], pictures: Mapping[str, tuple[str, ...]]
) -> tuple[Command, ...]:
    """Commands with the places and pictures that a system names for them (place or picture -> keys)."""
    found = tuple(commands)
    keys = {command.key for command in found}
    where, shows = _by_key(places, PLACES, keys), _by_key(pictures, PICTURES, keys)
    return tuple(
        msgspec.structs.replace(one, beside=where.get(one.key, one.beside), picture=shows.get(one.key, one.picture))
        for one in found
    )


def _by_key(named: Mapping[str, tuple[str, ...]], known: Collection[str], keys: Collection[str]) -> dict[str, str]:
    """What is named for each command; a key or a name that there is not is a mistake."""
    found = {key: name for name, those in named.items() for key in those}
    unknown = (set(found) - set(keys)) | (set(named) - set(known))
    if unknown:
        raise ValueError(f"no such command, place or picture: {sorted(unknown)}")
    return found


def kinds_of(command: Command, given: Mapping[str, Any], asked: Asked) -> tuple[str, ...]:
    """The kinds of the GM's word that a filled deed takes for granted, when a player does it."""
    found = dict.fromkeys([command.owner])
    for field in command.args:
        typed = given.get(field.name)
        if typed not in (None, "", False, []) and asked.args[field.name] != field.default:
            found[field.owner if field.owner != RULE else by_gm("circumstance")] = None
    kinds = tuple([owner[3:] for owner in found if owner.startswith("gm:")])
    return command.word(asked, kinds) if command.word else kinds


class Refusal(msgspec.Struct, frozen=True):
    """Why something cannot be done now: a code, the clause that forbids it, and what a person needs to know."""

    code: str
    clause: str = ""
    facts: Mapping[str, Any] = {}


def refusal_of(error: RuleError) -> Refusal:
    return Refusal(error.code, error.clause, error.facts)


def refused(check: Callable[P, object], *given: P.args, **named: P.kwargs) -> Refusal | None:
    """Why a check refuses what it is given, as data; None where it lets it pass."""
    try:
        check(*given, **named)
    except RuleError as error:
        return refusal_of(error)
    return None


class Value(msgspec.Struct, frozen=True):
    """Something that may stand in a field: what is given, how it is called, why it would be refused, and whether nobody would wish it."""

    value: Any
    label: Label = ""
    refusal: Refusal | None = None
    unwished: bool = False


class Gap(msgspec.Struct, frozen=True):
    """A field of a deed that a person still fills, with what is offered for it. `one`: only one is picked here, though the field takes several.
    `wanted`: nothing comes of the deed without it now, though it can be left out elsewhere."""

    name: str
    values: tuple[Value, ...] = ()
    one: bool = False
    wanted: bool = False


class Offer(msgspec.Struct, frozen=True):
    """Something that can be done now.

    `name` is the command's key; `of` the thing that it belongs to (the acting character first of all); `given` what is decided
    already and `gaps` what a person fills in. `refusal`: why not now. `primary`: the one next step. `note`: what it does, in a few
    words. `spot`: the field that a cell of the map may fill, where it lays an area.
    """

    name: str
    title: Label
    of: Who | None = None
    given: Mapping[str, Any] = {}
    gaps: tuple[Gap, ...] = ()
    cost: Label = ""
    primary: bool = False
    refusal: Refusal | None = None
    group: Label = ""
    note: Label = ""
    spot: str = ""


Offered = Iterable[Value | Label] | Mapping[str, Label]


def deed(
    name: str,
    title: Label,
    /,
    *,
    of: Who | None = None,
    given: Mapping[str, Any] | None = None,
    cost: Label = "",
    primary: bool = False,
    refusal: Refusal | None = None,
    group: Label = "",
    note: Label = "",
    spot: str = "",
    single: str = "",
    **gaps: Offered,
) -> Offer:
    """A deed in one breath: `deed("attack", say("view.do_attack"), given={"weapon": "bow"}, target={"orc1": "兽人1"})`.

    Keyword arguments are the fields to be filled in, each with what is offered: ids with their names, or the words themselves.
    `single`: the one of them for which only one is picked, though it takes several elsewhere.
    """
    open_fields = tuple(Gap(field, _values(offered), field == single) for field, offered in gaps.items())
    return Offer(name, title, of, given or {}, open_fields, cost, primary, refusal, group, note, spot)


def _values(offered: Offered) -> tuple[Value, ...]:
    if isinstance(offered, Mapping):
        return tuple(Value(value, label) for value, label in offered.items())
    return tuple(one if isinstance(one, Value) else _value(one) for one in offered)


def _value(label: Label) -> Value:
    """A word offered by itself: a term is given by its key, people's own words as they are."""
    return Value(label if isinstance(label, str) else label.key.rsplit(".", 1)[-1], label)


def word(text: str) -> str:
    """A text as one word of a line to type: in quotes if it would otherwise be taken for several."""
    if not any(letter.isspace() for letter in text):
        return text
    return f'"{text}"' if '"' not in text else f"「{text}」"

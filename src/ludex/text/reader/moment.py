"""What can be named at a table now, as far as one seat knows: the deeds and their words, people and crowds, what each field takes.

Everything comes from the seat's own redacted offers and names, so that nothing hidden can be found by a line. What was put together stays
at hand as long as nothing happens at the table.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import (
    ACTOR,
    CELL,
    DECIMAL,
    FLAG,
    OWN,
    PLAYER,
    REST,
    TERM,
    TEXT,
    WHOLE,
    Command,
    Field,
    Filled,
    Offers,
    spellings,
    word,
)
from ludex.core.errors import RuleError
from ludex.core.fields import DIFFICULTY
from ludex.desk.spelling import name_in
from ludex.table.seats import may_use
from ludex.text.reader.english import inflected
from ludex.text.reader.forms import INSIDE, UNNUMBERED, Found, Index, sounds
from ludex.text.reader.words import Vocabulary, common_words, normal, vocabulary
from ludex.text.words import LANGUAGES, Words

if TYPE_CHECKING:
    from ludex.text.chat import Chat
    from ludex.text.reader.answers import Answered

Named = tuple[tuple[str, tuple[str, ...]], ...]
"""Things with their names, as a key to what was put together of them before."""


EVERYBODY_IN = {"zh": "全体", "en": "all"}
"""How a line names everybody."""

_GIVEN = re.compile(r"[\u4e00-\u9fff]{3}")
"""A Chinese name of a family name and two letters."""


class Slot(msgspec.Struct, frozen=True, dict=True):
    """A field of a deed as the reader fills it.

    `index`: what may be named in it; without one it takes free words, unless it is a number or a square. `written`: what each value is in a line.
    `person`: it is about people. `unit`: words behind a number that is meant for it. `bare`: it may stand without its key, `often`: as well
    as with it; `unsigned`: its number has no sign. `pair`: its values have a number behind them. `new`: it takes a new name too. `sentence`: it takes whole sentences.
    """

    field: Field
    index: Index | None = None
    written: Mapping[str, str] = {}
    person: bool = False
    unit: tuple[str, ...] = ()
    square: bool = False
    counted: bool = False
    bare: bool = True
    often: bool = False
    pair: bool = False
    new: bool = False
    sentence: bool = False
    unsigned: bool = False

    @cached_property
    def way(self) -> bool:
        """Whether it takes words of a list one after another, each perhaps so many times: 东 东 北, 东2."""
        return self.field.kind == REST and self.index is not None

    @cached_property
    def stretch(self) -> bool:
        """Whether it takes squares, one or a stretch of them."""
        return self.square and self.field.kind == REST and self.index is None

    @cached_property
    def name(self) -> str:
        """The field's name."""
        return self.field.name

    @cached_property
    def number(self) -> bool:
        """Whether it takes a number; one that is kept as a text has words that stand behind it."""
        return self.field.kind in (WHOLE, DECIMAL) or (
            self.field.kind == TEXT and bool(self.unit) and self.index is None
        )

    @cached_property
    def takes_sign(self) -> bool | None:
        """Whether a number in it has a sign: always, never (the number to reach, what can only be above nothing), or as people like (None)."""
        above = self.field.kind == TEXT and self.field.least is not None and self.field.least > 0
        return True if self.field.signed else False if self.unsigned or self.to_reach or above else None

    @cached_property
    def flag(self) -> bool:
        """Whether it is a word that is said or not."""
        return self.field.kind == FLAG

    @cached_property
    def free(self) -> bool:
        """Whether it takes people's own words."""
        unnamed = self.index is None and not self.number and not self.flag and not self.square
        return unnamed or self.new

    @cached_property
    def to_reach(self) -> bool:
        """Whether it is the number to reach."""
        return self.field.owner.startswith(DIFFICULTY)


class Frame(msgspec.Struct, frozen=True):
    """What a deed can be fitted with: its fields, where its own words stand, who may act, and whether it must be named.

    `many`: what stands in the place for one person may be several. `me`: the acting character as a line writes it. `marks`: next to whom or what a
    square may be. `unnamed`: what it costs that the deed is not named. `in_verbs`: stretches inside the longer words for deeds (剑 in 来一剑).
    """

    slots: tuple[Slot, ...]
    verbs: Mapping[int, Sequence[Found]]
    headed: bool = False
    heads: tuple[str, ...] = ()
    actors: Index | None = None
    actor_names: Mapping[str, str] = {}
    crowds: Index | None = None
    crowd_acts: bool = False
    aims: bool = False
    gm: bool = False
    many: bool = False
    me: str = ""
    members: Mapping[str, str] = {}
    beside: tuple[str, ...] = ()
    marks: Index | None = None
    unnamed: float = 0.0
    in_verbs: frozenset[tuple[int, int]] = frozenset()

    def is_stroke(self, slot: Slot, hit: Found) -> bool:
        """Whether what is said of a thing is part of a word for another deed (给山贼1来一剑), which gives nobody a sword."""
        return (hit.start, hit.end) in self.in_verbs and slot.name not in self.heads


@lru_cache(maxsize=2048)
def _index(named: Named, package: str) -> Index:
    return Index(dict(named), vocabulary(package).also)


class Moment:
    """What one seat can name at a table now."""

    def __init__(self, chat: "Chat") -> None:
        self.chat, self.desk = chat, chat.desk
        self.package = chat.table.system.package
        self.words: Vocabulary = vocabulary(self.package)
        self.deeds = _deed_words(chat, self.words)
        self.language = chat.language
        self._slots: dict[tuple[str, str], tuple[Slot, ...]] = {}
        self.crowd_names: frozenset[str] = frozenset()
        self.heard: dict[str, list[Answered]] = {}
        self.lines: dict[tuple[str, str], list[Filled] | RuleError] = {}

    @cached_property
    def actors(self) -> Mapping[str, str]:
        """Everybody of whom the seat may know: id -> name."""
        return self.desk.actors()

    @cached_property
    def called(self) -> dict[str, str]:
        """The same as lines write them."""
        return {who: word(name) for who, name in self.actors.items()}

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The seat's own characters that are there."""
        return tuple(one for one in self.desk.seat.controls if one in self.actors)

    @cached_property
    def people(self) -> Index:
        """Everybody by name, by the id, and by the name of the seat that holds her alone."""
        named = ((who, (name, *self._other_names.get(who, ()))) for who, name in self.actors.items())
        return _index(tuple(named), self.package)

    @cached_property
    def crowds(self) -> Index:
        """Sides, parties, and words for everybody; each as it is written in a line."""
        groups = self.desk.table.system.groups(self.desk.state) if self.desk.table.system.groups else {}
        everybody = next((name for name in groups if normal(name) in self.words.everybody), EVERYBODY_IN[self.language])
        own = {other for name in groups for other in self.words.also.get(normal(name), ())}  # words for a party
        every = tuple(one for one in self.words.everybody if one not in own)
        played = set(self.desk.table.memory.played)
        party = next((name for name, people in groups.items() if people and {*people} == played), everybody)
        others = (name for name in groups if normal(name) not in self.words.everybody)
        named = {name: (name,) for name in others} | {everybody: (everybody, *every)}
        party = party if party in named else everybody
        named[party] = (*named[party], *_all_of(len(played)))
        self.crowd_names = frozenset(named)
        return _index(tuple(named.items()), self.package)

    @cached_property
    def members(self) -> dict[str, str]:
        """The people of each side or party, as a line lists them."""
        groups = self.desk.table.system.groups(self.desk.state) if self.desk.table.system.groups else {}
        return {
            name: ",".join(word(self.actors[one]) for one in people if one in self.actors)
            for name, people in groups.items()
        }

    @property
    def names(self) -> Index:
        """Every command of the system by its names."""
        return self.deeds.names

    @property
    def verbs(self) -> Index:
        """Every command of the system by words that begin it."""
        return self.deeds.verbs

    @property
    def commands(self) -> tuple[Command, ...]:
        """The system's commands."""
        return self.deeds.commands

    def slots(self, command: Command, actor: str = "") -> tuple[Slot, ...]:
        """The fields of a command, each with what this seat may name in it (for an acting character)."""
        key = (command.key, actor)
        if key not in self._slots:
            slots = (self._slot(command, field, actor) for field in command.args)
            self._slots[key] = tuple(self._marked(command, slot) for slot in slots)
        return self._slots[key]

    def _marked(self, command: Command, slot: Slot) -> Slot:
        """A field with what the words say of how it stands in a line."""
        by_key, often, pair, new, sentence, unsigned = self.deeds.marks(command.key, slot.name)
        return replace(slot, bare=not by_key, often=often, pair=pair, new=new, sentence=sentence, unsigned=unsigned)

    def acting(self, heard: "Heard") -> str:
        """Whose deed a GM's line is: of whom it begins with, else of the one of the GM's who has the turn."""
        if not self.desk.seat.gm:
            return ""
        start = 1 if heard.text[:1] in self.words.agents else 0
        hits = sorted(heard.hits(self.people).get(start, ()), key=lambda hit: hit.cost)
        first = [hit for hit in hits if hit.cost <= UNNUMBERED]
        parts = [hit for hit in hits if hit.cost <= INSIDE and hit.end - start > 1 and hit.cost == hits[0].cost]
        alone = len({hit.value for hit in parts}) == 1  # 弓手 of the only one
        return (first or parts)[0].value if first or alone else self.desk.acting()

    def names_played(self, heard: "Heard") -> bool:
        """Whether a text names a player's character: what that character does, her player says."""
        played = set(self.desk.table.memory.played)
        hits = (hit for several in heard.hits(self.people).values() for hit in several)
        return any(hit.cost <= UNNUMBERED and hit.value in played for hit in hits)

    def _slot(self, command: Command, field: Field, actor: str) -> Slot:
        unit = self.words.units.get(f"{command.key}.{field.name}") or self.words.units.get(field.name, ())
        unit = (*unit, *self.words.reaching) if field.owner.startswith(DIFFICULTY) else unit
        worded = field.kind == REST and not field.among
        square = field.kind == CELL or field.name in self.words.squares.get(command.key, ())
        if worded or field.kind in (WHOLE, DECIMAL, FLAG, CELL) or not may_use(self.desk.seat, command.who):
            return Slot(field, unit=unit, square=square)
        if field.kind == ACTOR:
            return Slot(field, self.people, self.called, person=True)
        offered = self._offered(field, actor)
        if not offered or (unit and all(one.lstrip("+-").isdecimal() for one in offered)):
            named_only = not offered and f"{command.key}.{field.name}" in self.words.offered
            return Slot(field, _index((), self.package) if named_only else None, unit=unit, square=square)
        named: list[tuple[str, tuple[str, ...]]] = []
        written: dict[str, str] = {}
        pairs = offered.items() if isinstance(offered, Mapping) else ((one, one) for one in offered)
        for value, name in pairs:
            more = field.terms(value).spellings if field.kind == TERM and field.terms else ()
            said = (*spellings(name), *more)
            named.append((value, tuple(dict.fromkeys(said if len(said) > 1 else _in_both(self.package, said[0])))))
            written[value] = word(name_in(name, self.language))
        called = {*self.actors, *self.actors.values()}
        person = any(value in called for value in written)
        if person:
            known = self._other_names
            named = [(value, (*names, *known.get(value, ()))) for value, names in named]
        index, counted = _index(tuple(named), self.package), self.words.counted.get(command.key, ())
        return Slot(field, index, written, person, unit, square, field.name in counted)

    @cached_property
    def _other_names(self) -> dict[str, tuple[str, ...]]:
        """Other names of somebody, by her id and by her name: that of the seat that holds her alone, what her friends call her (小满 of
        林小满), and what one that ships is called in the other language (Wolf1 of 灰狼1)."""
        seats = [seat for seat in self.desk.table.memory.seats.values() if not seat.gm and len(seat.controls) == 1]
        held = {seat.controls[0]: seat.name for seat in seats}
        given = {who: name[1:] for who, name in self.actors.items() if _GIVEN.fullmatch(name)}
        other = {who: said for who, name in self.actors.items() if (said := in_the_other_language(self.package, name))}
        found = {
            who: tuple(others[who] for others in (held, given, other) if who in others)
            for who in dict.fromkeys((*held, *given, *other))
        }
        return found | {self.actors[who]: names for who, names in found.items() if who in self.actors}

    def _offered(self, field: Field, actor: str) -> Offers:
        try:
            return self.desk.offers(field, actor)
        except RuleError:
            return ()

    def takes_actor(self, command: Command) -> bool:
        """Whether a line of this command may say who acts, beside its fields."""
        if command.aims or any(slot.name == command.together and slot.index is None for slot in self.slots(command)):
            return True
        somebody = any(slot.person and not slot.field.keyed for slot in self.slots(command))
        if somebody and (command.who != PLAYER or command.owner != OWN):
            return False
        return self.desk.seat.gm or len(self.own) > 1

    def takes_crowd(self, command: Command) -> bool:
        """Whether several may be named as those who act."""
        calls = self.desk.seat.gm and (command.called or command.key == self.desk.table.system.check)
        return command.many or bool(command.together) or calls

    def heads(self) -> Iterable[tuple[Command, tuple[str, ...]]]:
        """The commands that are meant by naming what one of their fields takes."""
        for command in self.commands:
            fields = self.words.heads.get(command.key, ())
            if fields and may_use(self.desk.seat, command.who):
                yield command, fields

    @cached_property
    def beings(self) -> dict[str, str]:
        """Whatever may be asked after like people: what it is called in a line -> all its names."""
        found = {name: name for name in self.actors.values()}
        for place in self.words.beings:
            key, _, field = place.partition(".")
            slots = (slot for one in self.commands if one.key == key for slot in self.slots(one) if slot.name == field)
            found |= {name: name for slot in slots for name in slot.written.values()}
        return found

    @cached_property
    def marks(self) -> Index | None:
        """Whom and what somebody may go to, where the system knows which square is next to it."""
        return _index(tuple((n, (n,)) for n in self.beings), self.package) if self.desk.table.system.approach else None

    def next_to(self, other: str, actor: str) -> str:
        """The square next to somebody to whom an actor goes (its own where none is named), as a line writes it; empty where there is none."""
        own = next((who for who, name in self.actors.items() if word(name) == actor), "") or self.desk.acting()
        approach = self.desk.table.system.approach
        cell = approach(self.desk.state, own, other) if approach is not None and own else None
        return f"{cell[0]},{cell[1]}" if cell is not None else ""

    @cached_property
    def own_words(self) -> tuple[Index, ...]:
        """The system's own words for its deeds: verbs, and what means a deed by itself."""
        return (self.verbs, *self.head_indexes)

    @cached_property
    def head_indexes(self) -> tuple[Index, ...]:
        """What may be named that means a deed by itself."""
        found = [
            slot.index
            for command, fields in self.heads()
            for slot in self.slots(command)
            if slot.name in fields and slot.index is not None
        ]
        return tuple(dict.fromkeys(found))


def in_the_other_language(package: str, name: str) -> str:
    """What somebody that ships is called in the other language, with her number; empty of anybody else."""
    base = name.rstrip("0123456789")
    other = _dictionary(package).get(normal(base).strip(), "")
    return f"{other}{name[len(base) :]}" if other else ""


@lru_cache(maxsize=4096)
def _in_both(package: str, name: str) -> tuple[str, ...]:
    """The name of something, and what it is called in the other language if it ships."""
    other = _dictionary(package).get(normal(name), "")
    return (name, other) if other else (name,)


@lru_cache(maxsize=16)
def _dictionary(package: str) -> Mapping[str, str]:
    """What ships with a system: what it is called in one language -> in the other."""
    zh, en = (Words(language, package).own() for language in LANGUAGES)
    keys = [key for key in zh if key.startswith(("things.", "terms.")) and key in en]
    pairs = [(normal(zh[key]), normal(en[key]).removeprefix("the ")) for key in keys]
    return {one: other for pair in pairs for one, other in (pair, pair[::-1]) if one != other}


def _all_of(count: int) -> tuple[str, ...]:
    """Words for all of so many people: 两人, 三个人."""
    if not 1 < count < len(_FEW):
        return ()
    return tuple(f"{n}{people}" for n in _FEW[count] for people in ("人", "个人", "位", "个玩家"))


_FEW = ("", "", "两2", "三3", "四4", "五5", "六6", "七7")


class DeedWords:
    """The words for the deeds of a system: the same for everybody at all its tables."""

    def __init__(self, commands: tuple[Command, ...], known: Iterable[tuple[str, object]], words: Vocabulary) -> None:
        self.commands, self.words = commands, words
        self._marks: dict[tuple[str, str], tuple[bool, ...]] = {}
        found: dict[str, list[str]] = {}
        for name, command in known:
            if isinstance(command, Command):
                found.setdefault(command.key, []).append(name)
        self.names = _exact(tuple((key, tuple(names)) for key, names in found.items()))
        self.verbs = _exact(tuple((command.key, self._verbs(command)) for command in commands))

    def marks(self, key: str, field: str) -> tuple[bool, ...]:
        """What the words say of how a field stands in a line: by its key, as often without, with a number, new, whole sentences, unsigned."""
        known = self._marks.get((key, field))
        if known is None:
            words, names = self.words, {field, f"{key}.{field}"}
            marks = (words.by_key, words.often, words.pairs, words.new, words.sentences, words.unsigned)
            known = self._marks[key, field] = tuple(not names.isdisjoint(several) for several in marks)
        return known

    def _verbs(self, command: Command) -> tuple[str, ...]:
        names = (command.key,) if command.key in self.words.unspoken else (command.key, *command.names)
        others = {name for one in self.commands if one is not command for name in one.names}
        common = {verb for name in names for verb in common_words().verbs.get(name, ())} & {
            name for name in others if not name.isascii()
        }  # 退场 where that is a deed
        said = [verb for name in dict.fromkeys(names) for verb in self.words.verbs.get(name, ()) if verb not in common]
        said += (one for name in names for one in inflected(normal(name)))
        return tuple(dict.fromkeys((*said, *self.words.implies.get(command.key, ()))))


_DEEDS: dict[int, DeedWords] = {}
MOST = 64
"""Of so many systems the words are kept."""


def _deed_words(chat: "Chat", words: Vocabulary) -> DeedWords:
    commands = chat.table.system.commands
    known = _DEEDS.get(id(commands))
    if known is None or known.commands is not commands or known.words is not words:
        if len(_DEEDS) >= MOST:
            _DEEDS.clear()
        known = _DEEDS[id(commands)] = DeedWords(commands, chat.lexicon.items(), words)
    return known


@lru_cache(maxsize=64)
def _exact(named: Named) -> Index:
    """Words that are only said whole, or by their sound and letters."""
    return Index(dict(named), {}, whole=True)


def moment_of(chat: "Chat") -> Moment:
    """What a chat's seat can name now; as long as nothing was written down at the table, what was put together before."""
    key, table = f"{chat.desk.seat_id}:{chat.language}", chat.table
    known = table.moments.get(key)
    if known is not None and known[0] == table.memory.n and isinstance(known[1], Moment):
        return known[1]
    found = Moment(chat)
    table.moments[key] = (table.memory.n, found)
    return found


Hits = dict[int, list[Found]]


class Heard:
    """A text, and what stands in it; each vocabulary is looked for once."""

    def __init__(self, text: str) -> None:
        self.typed, self.text = text, normal(text)
        self.sounds: Sequence[str] = sounds(self.text)
        self._found: dict[Index, Hits] = {}  # an index that is held here is not mistaken for a later one

    def hits(self, index: Index) -> Hits:
        """What stands in the text of an index, by where it begins."""
        known = self._found.get(index)
        if known is None:
            known = {}
            for hit in index.find(self.text, self.sounds):
                known.setdefault(hit.start, []).append(hit)
            self._found[index] = known
        return known

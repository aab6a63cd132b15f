"""Deeds written as lines, in the reader's language: the command by its name, fields by place or by key, gaps in angle brackets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from ludex.core.deeds import ACTOR, ITEM, REST, Command, Field, Filled, Gap, Offer, spellings, word
from ludex.core.names import folded, matching, narrow, split_list
from ludex.core.plain import Written, one_or_several
from ludex.core.principals import actor_of
from ludex.desk.desk import Desk
from ludex.desk.spelling import name_in, placed, spell
from ludex.table.seats import may_use
from ludex.text.filling import fill
from ludex.text.grammar import Token, inner_line, match, pull_actor, tokens, without_actor
from ludex.text.lexicon import Common
from ludex.text.words import Words

Known = Command | Common
"""A command of the system, or of every table."""


def known_words(desk: Desk, command: Command) -> list[str]:
    """What the fields of a command offer, to a seat that may use it."""
    fields = command.args if may_use(desk.seat, command.who) else ()
    return [word for field in fields for word in offered_words(desk, field)]


def offered_words(desk: Desk, field: Field) -> Iterable[str]:
    """What people may type in a field: what its offers are called, in any language."""
    offered = desk.offers(field)
    names = offered.values() if isinstance(offered, Mapping) else offered
    return [word for name in names for word in spellings(name)]


def in_order(desk: Desk, command: Command, args: dict[str, Written]) -> dict[str, Written]:
    """What a line fills in, where two things stand in each other's places (`.施法 灰狼 火花`): each is offered for the other's and not for its own."""
    places = [f for f in command.args if f.among and not f.keyed and args.get(f.name)]
    for one, other in pairwise(places):
        first, second = ([str(said) for said in one_or_several(args[field.name])] for field in (one, other))
        if _offers(desk, other, first) and _offers(desk, one, second) and not _offers(desk, one, first):
            return {**args, one.name: _held(one, second), other.name: _held(other, first)}
    return args


def _offers(desk: Desk, field: Field, said: Sequence[str]) -> bool:
    """Whether all of this is offered for a field, which takes so many."""
    words = {folded(word) for word in offered_words(desk, field)}
    return (field.several or len(said) == 1) and all(folded(one) in words for one in said)


def _held(field: Field, said: Sequence[str]) -> Written:
    return list(said) if field.several else said[0]


def offered_names(desk: Desk, field: Field, language: str) -> Iterable[str]:
    """The same in one language, for suggestions."""
    offered = desk.offers(field)
    return [name_in(name, language) for name in (offered.values() if isinstance(offered, Mapping) else offered)]


def aimed(desk: Desk, command: Command, args: Mapping[str, Written]) -> Field | None:
    """The field for somebody that an `@name` fills, where a command is aimed at people and nobody's name stands in its place."""
    found = (f for f in command.args if command.aims and f.kind in (ACTOR, ITEM) and f.needed and not f.keyed)
    if (whom := next(found, None)) is None:
        return None
    known = desk.actors() if whom.kind == ACTOR else desk.offers(whom)
    called = known if isinstance(known, Mapping) else {name: name for name in known}
    names = {key: (key, *spellings(name)) for key, name in called.items()}
    return None if any(matching(str(one), names) for one in one_or_several(args.get(whom.name))) else whom


def each_in_place(desk: Desk, command: Command, filled: Filled, known: Iterable[str]) -> list[Filled]:
    """A deed for each of several, of a side or of all who stand in the place for somebody (`.伤害 安,柏 3`); else just the one."""
    field = next(iter(_for_somebody(command)), None)
    said = filled.args.get(field.name) if field else None
    names = split_list(said) if isinstance(said, str) else []
    alone = {folded(one) for one in known}
    if field is None or not (len(names) > 1 or any(desk.is_group(n) and folded(n) not in alone for n in names)):
        return [filled]
    away = field.kind == ITEM  # somebody who is not here is found by the field itself
    found = ((name,) if away and not desk.is_group(name) else desk.group(name) for name in names)
    people = dict.fromkeys(one for several in found for one in several)
    return [replace(filled, args={**filled.args, field.name: one}) for one in people] or [filled]


def unfolded(desk: Desk, command: Command, args: dict[str, Written]) -> dict[str, Written]:
    """What a line fills in, with everybody of a side or of all in a place that takes several people (`.施法 回春 同伴`)."""
    places = [f.name for f in command.args if f.kind == ACTOR and f.several and args.get(f.name)]
    known = {folded(one) for pair in desk.actors().items() for one in pair}
    found = dict(args)
    for place in places:
        said = [name for one in one_or_several(args[place]) for name in split_list(str(one))]
        groups = [name for name in said if folded(name) not in known and desk.is_group(name)]
        if groups:
            everybody = [one for name in said for one in (desk.group(name) if name in groups else (name,))]
            found[place] = list(dict.fromkeys(everybody))
    return found


def _for_somebody(command: Command) -> list[Field]:
    """The places of a command for one person, who is here or whom the table remembers."""
    people = (f for f in command.args if f.kind == ACTOR or (f.kind == ITEM and f.refusal == UNKNOWN_PERSON))
    return [f for f in people if not f.several and not f.keyed]


UNKNOWN_PERSON = "unknown_character"
"""How a field refuses a name that nobody has."""


def sums_joined(command: Command, found: Sequence[Token]) -> list[Token]:
    """Words that stand around a `+` as the one word that they are for a field (`dex + mig`)."""
    pairs = [field.spans for field in command.args if field.spans is not None]
    out = list[Token]()
    for token in found:
        around = (out[-2].text, token.text) if len(out) > 1 and out[-1].text == "+" else ()
        if around and any(all(map(spans, around)) for spans in pairs):
            out[-2:] = [Token("+".join(around), out[-2].start, token.end)]
        else:
            out.append(token)
    return out


def titled(words: Words, command: Command, found: Sequence[Token]) -> list[Token]:
    """Words that give a field by what help calls it (`点数=2`), as they are given by its key."""
    if not any("=" in narrow(token.text) for token in found):
        return list(found)
    keys = {folded(key) for field in command.args for key in (field.name, *field.keys)}
    titles = {folded(words.argument(field.name, command.key)): field.name for field in reversed(command.args)}
    out = list[Token]()
    for token in found:
        title, sign, value = narrow(token.text).partition("=")
        field = titles.get(folded(title)) if sign and not token.quoted and folded(title) not in keys else None
        out.append(replace(token, text=f"{field}={value}") if field else token)
    return out


def in_a_row(desk: Desk, command: Command, found: Sequence[Token]) -> list[Token]:
    """Names that stand one behind another as one list, where a deed is done for each of several (`.伤害 安 柏 3`)."""
    places = _for_somebody(command)
    if not command.many or len(places) != 1:
        return list(found)
    actors, out = desk.actors(), list[Token]()
    names = {folded(one) for one in (*actors, *actors.values(), *offered_words(desk, places[0]))}
    for token in found:
        if out and all(folded(one) in names for text in (out[-1].text, token.text) for one in split_list(text)):
            first = out.pop()
            out.append(Token(f"{first.text},{token.text}", first.start, token.end))
        else:
            out.append(token)
    return out


def _gap(words: Words, gap: Gap, command: Command) -> str:
    field = command.field(gap.name)
    several = "…" if field is not None and field.several else ""
    name = f"{words.argument(gap.name, command.key)}{several}"
    return f"<{name}>" if field is None or field.needed else f"[{name}]"


def write(desk: Desk, words: Words, deed: Offer | Filled) -> str:
    """The line that does a deed; what a person still fills in stands in angle brackets, in square ones where it may be left out."""
    if isinstance(deed, Filled):
        return spell(desk, deed, words.language)
    command = desk.command(deed.name)
    gaps = {gap.name: _gap(words, gap, command) for gap in deed.gaps}
    filled = Filled(deed.name, dict(deed.given), actor_of(deed.of) if deed.of else "")
    return spell(desk, filled, words.language, gaps)


MANY_DEEDS = 40
"""More open deeds than this are told in a line for each who may do them."""


def open_lines(words: Words, deeds: Sequence[Offer], write: Callable[[Offer], str]) -> list[str]:
    """What can be done, each with the line that does it; of many, those of one group by their titles alone."""
    grouped: dict[str, list[str]] = {}
    lines: list[str] = []
    for deed in deeds:
        if deed.group and len(deeds) > MANY_DEEDS:
            grouped.setdefault(words.say(deed.group), []).append(words.say(deed.title))
        else:
            lines.append(f"{words.say(deed.title)}  {write(deed)}")
    listed = (f"{who}{words('common.colon')}{words('common.comma').join(titles)}" for who, titles in grouped.items())
    return [*lines, *listed]


def reworded_example(command: Known, phrases: Mapping[str, str], lexicon: Mapping[str, Known]) -> str:
    """A command's example in English: one that is written whole, else its Latin name and keys, the words of the rulebook, the demo's
    people and things."""
    if whole := phrases.get(command.example) or (command.english if isinstance(command, Common) else ""):
        return whole
    if not command.example:
        return ""
    return english(command.example, phrases, {**lexicon, **dict.fromkeys(command.names, command)})


def english(line: str, phrases: Mapping[str, str], lexicon: Mapping[str, Known]) -> str:
    """A Chinese line in English: the same command with the same fields, by their Latin names, keys and words."""
    inner = inner_line(line)
    found = match(inner, lexicon)
    command = lexicon[found.name] if found else None
    if found is None or command is None:
        return line
    if not isinstance(command, Command):
        head = f".{command.key}"
        rest = found.rest
        return f"{head} {english(rest, phrases, lexicon)[1:] if match(inner_line(rest), lexicon) else phrases.get(rest, rest)}".strip()
    words = tokens(found.rest)
    actor, said = pull_actor(words)
    given = fill(without_actor(found.rest, words), said, command.args)
    shown = {name: _english(command.field(name), value, phrases) for name, value in given.items()}
    whom = [f"@{word(phrases.get(actor, actor))}"] if actor else []
    return " ".join([f".{command.key}", *placed(command, shown, "en"), *whom])


def _english(field: Field | None, value: Written, phrases: Mapping[str, str]) -> str:
    if isinstance(value, list):
        return ",".join(_english(field, one, phrases) for one in value)
    if field is not None and field.terms is not None and field.terms.holds(str(value)):
        return word(field.terms.read(str(value)).en)
    said = phrases.get(str(value), str(value))
    return said if field is not None and field.kind == REST else word(said)

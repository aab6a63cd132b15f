"""What the card of a thing says in a few words, for the one who chooses among several in a form: what it costs, does, needs.

Read off the records that a system and a table keep of their content, by the titles of the fields there; so no system says it twice.
"""

from collections.abc import Collection, Iterator, Sequence

from ludex.core.forms import FormField, form_of
from ludex.core.names import folded
from ludex.core.packs import ContentKind
from ludex.core.plain import Plain, Written
from ludex.desk.stocking import shipped
from ludex.fronts.web.drawing.draw import Drawing
from ludex.text.chat import Chat
from ludex.text.words import LANGUAGES, Words

MOST = 60
FEW = 6
"""So much fits beside a choice."""

LONGEST = 48
UNSAID = frozenset({"id", "name", "title", "list", "training", "source", "tags", "kind", "heroic"})
"""What a choice says already, or what only the rules read."""

PROSE = ("text", "summary", "note")


def told(chat: Chat, names: Sequence[str]) -> dict[str, str]:
    """By name, what the card of that thing says; what has none is left out."""
    known = _known(chat, {folded(name) for name in names[:MOST]})
    found = {name: _told(chat, *known[folded(name)]) for name in names[:MOST] if folded(name) in known}
    return {name: text for name, text in found.items() if text}


def _told(chat: Chat, kind: ContentKind, key: str, record: Plain) -> str:
    """The words that the system has for it, else what its record says."""
    worded = _worded(chat.words, kind, key)
    prose = worded or next((str(record[one]) for one in PROSE if record.get(one) and chat.language == "zh"), "")
    facts = list(_facts(chat, kind, record))[:FEW]
    short = prose if len(prose) <= LONGEST else f"{prose[: LONGEST - 1]}…"
    return " · ".join(one for one in (*facts, short) if one)


def _worded(words: Words, kind: ContentKind, key: str) -> str:
    """What a thing does in the words of its system: under its kind, by its key."""
    path = f"{kind.name}.{key}"
    return words.phrase(path) if words.has(path) and "{" not in words.phrase(path) else ""


def _known(chat: Chat, wanted: Collection[str]) -> dict[str, tuple[ContentKind, str, Plain]]:
    """The records of things by their ids or by what they are called: the table's own before what ships."""
    system, stock = chat.table.system, chat.table.system.stock
    own = stock.records(chat.desk.state) if stock else {}
    brought = stock.brought if stock else ()
    found: dict[str, tuple[ContentKind, str, Plain]] = {}
    for kind in (one for one in system.kinds if one.name not in brought):
        for records in (own.get(kind.name, {}), shipped(system.package, kind)):
            for key, record in records.items():
                for name in (folded(key), folded(_called(chat, key, record))):
                    if name in wanted:
                        found.setdefault(name, (kind, key, record))
    return found


def _called(chat: Chat, key: str, record: Plain) -> str:
    """What a thing is called where this chat is read."""
    written = str(record.get("name") or record.get("title") or key)
    return written if chat.language == "zh" else chat.words.thing(key)


def _facts(chat: Chat, kind: ContentKind, record: Plain) -> Iterator[str]:
    """The numbers and plain words of a record under their titles, in the order of its form."""
    place, drawing = LANGUAGES.index(chat.language), Drawing(chat.words)
    for field in form_of(kind).fields:
        value = record.get(field.name)
        if field.name in UNSAID or value in (None, "", [], {}, 0, False) or value == field.default:
            continue
        shown = _shown(drawing, field, value, place)
        if shown is not None:
            yield f"{_title(chat.words, field, place)} {shown}".strip()


def _title(words: Words, field: FormField, place: int) -> str:
    name = field.called[place]
    return name if name != field.name else words.field(field.name)


def _shown(drawing: Drawing, field: FormField, value: Written, place: int) -> str | None:
    """A value as a few words; None for what is too much for them."""
    if isinstance(value, bool):
        return ""
    if isinstance(value, int | float):
        return drawing.show(value)
    if isinstance(value, str) and field.kind == "choice":
        named = field.choices.get(value, (value, value))[place]
        return named if named != value else drawing.term(value)
    return None

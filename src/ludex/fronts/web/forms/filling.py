"""A form of a record, worked out from its schema: inputs with what stands in them and what is wrong beside them, and read back.

Every input is called by its path (`v/limits/0/max`). What has no small input of its own (effects, records in records) is written as
it stands in a file, in one box, and read and checked like a file.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from ludex.core.forms import Form, FormField
from ludex.core.names import folded, split_list
from ludex.core.packs import pasted_toml
from ludex.core.plain import Plain, Written
from ludex.core.stock import toml_value
from ludex.text.words import LANGUAGES, Words

ROOT = "v"
SMALL = ("whole", "decimal", "text", "choice")
PICKS = 40
"""So many words of a closed list are shown to be picked from."""

FEW = 16
"""So many names of a table stand there to be filled in, each with its number."""

ROWS = 60
LONG = frozenset({"text", "summary", "notes", "note", "background", "looks", "personality", "features", "motivation"})
"""Texts that are longer than a word."""

SENTENCES = frozenset({"notes", "handouts", "brings"})
"""Lists of whole sentences, in which a comma parts nothing: one to a line."""

WRITTEN_AS_EFFECT = frozenset(
    {"effects", "effect", "modifiers", "triggers", "uses", "grants", "denies", "when", "rid", "lasts", "traits"}
)
"""What is written as effects are: a sentence or a record in one's own words."""

Filled = Mapping[str, list[str]]
Named = Mapping[str, Mapping[str, str]]


class Widget(msgspec.Struct, frozen=True):
    """An input. `kind`: `text`, `long`, `whole`, `flag`, `choice`, `picks` (several of a closed list), `places` (so many of one, the same may come twice), `words` (several, commas between), `lines` (several, one to a line),
    `hidden`, `written` (as in a file; `file` where that is for this record alone), `record` (inputs of its own), `rows` (records, more can be added), `table` (names with a value each),
    `line` (a sentence whose gaps are inputs: its hint says how it reads), `sentences` (such lines, more can be added)."""

    path: str
    title: str
    kind: str
    value: str = ""
    values: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    inside: "tuple[Widget, ...]" = ()
    required: bool = False
    hint: str = ""
    problems: tuple[str, ...] = ()

    @property
    def meaning(self) -> str:
        """What each name means that is shown or offered in an input, as the form carries it."""
        return msgspec.json.encode({said: key for key, said in self.choices}).decode()

    @property
    def gaps(self) -> list[tuple[str, "list[Widget]", str]]:
        """What stands before each gap of a line, the inputs in it (`{of}` one, `{values/}` all below it) and what stands behind; what the line does not name comes last."""
        left = list(self.inside)
        found: list[tuple[str, list[Widget], str]] = []
        for piece in self.hint.split("|"):
            before, _, rest = piece.partition("{")
            name, gap, after = rest.partition("}")
            path = f"{self.path}/{name}"
            here = [one for one in left if one.path == path or (name.endswith("/") and one.path.startswith(path))]
            left = [one for one in left if one not in here]
            if here or not gap:
                found.append((before, here, after))
        return [*found, ("", left, "")]

    @property
    def filled(self) -> bool:
        """Whether anything stands in it, or is wrong with it."""
        own = bool(self.value or self.values or self.problems)
        return own or any(one.filled for one in self.inside)


def kind_of(field: FormField) -> str:  # noqa: C901  # a case for each kind of field
    item = field.item
    if field.kind == "list" and item is not None and item.kind == "thing":
        return "things"
    if field.name in WRITTEN_AS_EFFECT and field.kind in ("list", "record", "table", "any") and not _by_rows(field):
        return "written"
    match field.kind:
        case "thing":
            return "thing"
        case "text":
            return "long" if field.name in LONG else "text"
        case "flag" if field.default is not False and not field.required:
            return "either"
        case "whole" | "decimal" | "flag" | "choice":
            return field.kind
        case "list" if item is not None and item.kind == "choice" and len(item.choices) <= PICKS:
            return "places" if field.length else "picks"
        case "list" if _plain_list(field):
            return "lines" if field.name in SENTENCES else "words"
        case "list" if field.name in SENTENCES:
            return "lines"
        case "list" if item is not None and item.kind == "record" and item.fields:
            return "rows"
        case "table" if item is not None and item.kind in SMALL:
            return "table"
        case "record" if field.fields:
            return "record"
    return "written"


def _plain_list(field: FormField) -> bool:
    return field.kind == "list" and field.item is not None and field.item.kind in ("text", "whole", "decimal")


def _by_rows(field: FormField) -> bool:
    """Whether what is called effects here is no effect as the kernel keeps it, but records of the system's own."""
    item = field.item
    own = item is not None and item.kind == "record" and not KERNEL & {one.name for one in item.fields}
    listed = field.kind == "list" and item is not None and item.kind == "choice"
    return (
        _plain_list(field)
        or listed
        or (field.name in ("effects", "traits", "modifiers") and field.kind == "list" and own)
    )


KERNEL = frozenset({"give", "modifiers", "on", "do", "bearer"})
"""Fields by which an effect of the kernel, or a part of one, is known."""


def offered(form: Form, among: Mapping[str, Sequence[str]]) -> Form:
    """A form in which the words that a system knows are chosen, wherever its schema takes any text."""
    return msgspec.structs.replace(form, fields=tuple(_offered(field, among) for field in form.fields))


def _offered(field: FormField, among: Mapping[str, Sequence[str]]) -> FormField:
    if field.kind == "text" and field.name in among:
        words = {str(one): (str(one), str(one)) for one in among[field.name]}
        return msgspec.structs.replace(field, kind="choice", choices=words)
    inside = tuple(_offered(one, among) for one in field.fields)
    item = _offered(field.item, among) if field.item else None
    return msgspec.structs.replace(field, fields=inside, item=item)


# --- as inputs -------------------------------------------------------------------------------------------------------------


class Filler:
    """Draws the inputs of one record in one language. `named`: what may stand in a table, by its field: each name, and what it is called.
    `as_text`: the fields that their writer wants to see as in a file. `typed`: what stands beside chosen things and names none of them, by path."""

    def __init__(
        self,
        words: Words,
        wrong: Mapping[str, Sequence[str]],
        named: Named | None = None,
        as_text: Collection[str] = (),
        typed: Mapping[str, str] | None = None,
    ) -> None:
        self.as_text, self.typed = as_text, typed or {}
        self.words = words
        self.named = named or {}
        self.place = LANGUAGES.index(words.language)
        self.wrong = wrong

    def widgets(self, fields: Iterable[FormField], record: Plain, path: str = ROOT) -> tuple[Widget, ...]:
        known = tuple(fields)
        names = {field.name for field in known}
        others = (FormField(key, (key, key), "any") for key in record if key not in names and path == ROOT)
        drawn = (self.widget(one, record.get(one.name), f"{path}/{one.name}") for one in (*known, *others))
        return tuple(
            one for one in drawn if path == ROOT or one.kind != "written" or one.filled
        )  # nothing that only a file could write

    def widget(self, field: FormField, value: Written, path: str) -> Widget:  # noqa: C901  # a case for each kind of field
        kind = kind_of(field)
        held = value if isinstance(value, list | tuple) else (value,)
        if kind in ("words", "lines", "text", "long", *SMALL) and any(
            isinstance(one, Mapping | list | tuple) for one in held
        ):
            kind = "file"
        base = Widget(
            path,
            self._called(field),
            kind,
            required=field.required,
            hint=self._how(field) if kind == "written" else _hint(field),
            problems=self._problems(path, kind),
        )
        match kind:
            case "picks":
                chosen = tuple(str(one) for one in value) if isinstance(value, list | tuple) else ()
                return _with(base, values=chosen, choices=self._choices(field.item or field))
            case "places":
                chosen = tuple(str(one) for one in value) if isinstance(value, list | tuple) else ()
                blank = ("",) * (field.length - len(chosen))
                return _with(base, values=(*chosen, *blank), choices=self._choices(field.item or field))
            case "things":
                chosen = tuple(_token(one) for one in held if one not in (None, ""))
                among = self._among(field.item or field, chosen)
                return _with(base, value=self.typed.get(path, ""), values=chosen, choices=among)
            case "thing":
                own = isinstance(value, Mapping) and bool(field.fields)
                token = OWN if own else _token(value) if value not in (None, "") else ""
                inner = self.widgets(field.fields, value if isinstance(value, Mapping) else {}, path) if own else ()
                return _with(base, value=token, choices=self._among(field, (token,)), inside=inner)
            case "choice":
                return _chosen(base, _text(value), self._choices(field))
            case "flag":
                return _with(base, value="yes" if (field.default if value is None else value) else "")
            case "lines":
                return _with(base, value="\n".join(_text(one) for one in held if one))
            case "words":
                several = [_text(one) for one in value] if isinstance(value, list | tuple) else [_text(value)]
                return _with(base, value=", ".join(one for one in several if one))
            case "record":
                within = value if isinstance(value, Mapping) else {}
                return _with(base, inside=self.widgets(field.fields, within, path))
            case "rows" if field.item is not None:
                held = value if isinstance(value, list | tuple) else ()
                rows = tuple(self._row(field.item, one, f"{path}/{n}") for n, one in enumerate(held))
                return _with(base, inside=rows)
            case "table" if field.item is not None:
                return _with(base, inside=self._table(field.item, value if isinstance(value, Mapping) else {}, path))
            case "written" | "file" if field.name not in self.as_text and value and not _worded(value):
                names = "、".join(map(self.words.thing, _names_in(value).split("、")))
                return _with(base, kind="held", value=_token(value), hint=names)
            case "written" | "file":
                return _with(base, value=_file(value))
            case "either":
                yes, no = (("true", "是"), ("false", "否")) if self.place == 0 else (("true", "yes"), ("false", "no"))
                return _with(base, kind="choice", value=_text(value), choices=(yes, no))
        return _with(base, value=_text(value))

    def _among(self, field: FormField, chosen: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """The things of a shelf, and what stands there beside them, by name."""
        known = self._choices(field)
        there = {key for key, _ in known}
        own = (
            (one, self.words("web.workshop_own_one") if one == OWN else self.words.thing(_names_in(_held(one))))
            for one in chosen
            if one and one not in there
        )
        writes = ((OWN, self.words("web.workshop_own_one")),) if field.fields and OWN not in chosen else ()
        return (*known, *dict(own).items(), *writes)

    def _row(self, item: FormField, value: Written, path: str) -> Widget:
        held = value if isinstance(value, Mapping) else {}
        return Widget(path, "", "record", inside=self.widgets(item.fields, held, path))

    def _table(self, item: FormField, held: Plain, path: str) -> tuple[Widget, ...]:
        names = self.named.get(path.rpartition("/")[2], {})
        few = len(names) <= FEW
        more = tuple((key, called) for key, called in names.items() if key not in held and not few)
        offered = [(key, None) for key in names if key not in held] if few else []
        pairs = [*held.items(), *offered, *([] if names and few else [("", None)])]
        choices = self._choices(item)
        kind = "choice" if choices else "text"
        return tuple(
            Widget(
                f"{path}/{n}",
                "",
                "pair",
                inside=(
                    Widget(
                        f"{path}/{n}/=k",
                        names.get(_text(key)) or self._known(_text(key)),
                        "text",
                        _text(key),
                        choices=more,
                    ),
                    Widget(f"{path}/{n}/=v", "", kind, _text(one), choices=choices),
                ),
            )
            for n, (key, one) in enumerate(pairs)
        )

    def _known(self, key: str) -> str:
        """What a name is called that the system knows; its value is asked for under that, and none takes it out."""
        return self.words.term(key) if key and self.words.term(key) != key else ""

    def _called(self, field: FormField) -> str:
        name = field.called[self.place]
        return name if name != field.name else self.words.field(field.name)

    def _how(self, field: FormField) -> str:
        """How a thing without small inputs is written, where its system says so."""
        key = f"hints.{field.name}"
        return self.words(key) if self.words.has(key) else ""

    def _choices(self, field: FormField) -> tuple[tuple[str, str], ...]:
        own = {key: pair[self.place] for key, pair in field.choices.items()}
        return tuple((key, name if name != key else self._word(field.name, key)) for key, name in own.items())

    def _word(self, field: str, key: str) -> str:
        """A word of the system, or what the sheets call it in this field."""
        shown = f"view.{field}_{key}"
        said = self.words.term(key)
        return self.words(shown) if said == key and self.words.has(shown) else said

    def _problems(self, path: str, kind: str) -> tuple[str, ...]:
        """What is wrong here; what has no inputs of its own inside bears what is wrong there."""
        nested = kind in ("written", "file", "words", "lines", "picks", "places", "table")
        found = [
            text
            for place, texts in self.wrong.items()
            if place == path or (nested and place.startswith(f"{path}/"))
            for text in texts
        ]
        return tuple(dict.fromkeys(found))


def _with(widget: Widget, **changes: Written | tuple[Widget, ...]) -> Widget:
    return msgspec.structs.replace(widget, **changes)


def _chosen(base: Widget, value: str, choices: tuple[tuple[str, str], ...]) -> Widget:
    """A choice; what stands there by itself is the empty one, and is not offered a second time."""
    usual = dict(choices).get(base.hint, "")
    alike = {usual, *(name for key, name in choices if key == value)}  # two that are called alike are one
    others = tuple(one for one in choices if one[0] == value or one[1] not in alike)
    return _with(base, value="" if usual and value == base.hint else value, choices=others, hint=usual)


def _hint(field: FormField) -> str:
    usual = field.default
    return str(usual) if isinstance(usual, str | int | float) and not isinstance(usual, bool) else ""


def _text(value: Written) -> str:
    return "" if value is None else value if isinstance(value, str) else msgspec.json.encode(value).decode().strip('"')


OWN = "=own"
"""Stands where a thing is written out, not taken from a shelf."""


def _token(value: Written) -> str:
    """A value as an input keeps it: a name as it is, anything else whole, so that nobody has to read or write it."""
    return value if isinstance(value, str) else f"={msgspec.json.encode(value).decode()}"


def _held(token: str) -> Written:
    """What an input keeps."""
    if not token.startswith("="):
        return token
    try:
        found: Written = msgspec.json.decode(token[1:])
    except msgspec.DecodeError:
        return token
    return found


def _names_in(value: Written) -> str:
    """What a value that is kept whole is called: the names in it, one after another."""
    if isinstance(value, Mapping):
        said = value.get("name") or value.get("title") or value.get("id") or value.get("text") or ""
        return str(said) if said else "、".join(filter(None, map(_names_in, value.values())))
    if isinstance(value, list | tuple):
        return "、".join(filter(None, map(_names_in, value)))
    return str(value) if isinstance(value, str) else ""


def _worded(value: Written) -> bool:
    """Whether a value is words alone, which anybody may read and write."""
    return isinstance(value, str) or (isinstance(value, list | tuple) and all(isinstance(one, str) for one in value))


def _file(value: Written) -> str:
    """A value as a file has it: words without quotes, a list line by line."""
    if value in (None, "", [], {}):
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and len(value) > 1 and not any(isinstance(one, list | tuple) for one in value):
        return "\n".join(one if isinstance(one, str) else toml_value(one) for one in value)
    return toml_value(value)


def told(widget: Widget) -> str:
    """What stands in an input, as it is read; nothing where nothing does."""
    called = dict(widget.choices)
    match widget.kind:
        case "hidden" | "held":
            return ""
        case "flag":
            return "✓" if widget.value else ""
        case "picks" | "places" | "things":
            return "、".join(called.get(one, one) for one in widget.values if one)
        case "choice" | "thing" | "either":
            return called.get(widget.value, widget.value)
    inside = [f"{one.title} {said}".strip() for one in widget.inside if (said := told(one))]
    return "；".join(inside) if widget.inside else widget.value


# --- read back -----------------------------------------------------------------------------------------------------------


def read(form: Form, filled: Filled) -> dict[str, Written]:
    """The record that was filled in. What cannot be read stays as it was written, to be refused beside its input."""
    names = {field.name for field in form.fields}
    sent = dict.fromkeys(name.split("/")[1] for name in filled if name.startswith(f"{ROOT}/"))
    others = [FormField(key, (key, key), "any") for key in sent if key not in names]
    return _record((*form.fields, *others), ROOT, filled)


def keyed(filled: Filled, named: Named) -> dict[str, list[str]]:
    """What was filled in, where a table is written by what its names are called, by the names themselves."""
    keys = {field: {called: key for key, called in names.items()} for field, names in named.items()}
    table = {name: keys.get(name.split("/")[1], {}) for name in filled if name.endswith("/=k")}
    return {name: [table.get(name, {}).get(one.strip(), one) for one in values] for name, values in filled.items()}


def _record(fields: Iterable[FormField], path: str, filled: Filled) -> dict[str, Written]:
    found = {field.name: _value(field, f"{path}/{field.name}", filled) for field in fields}
    return {key: value for key, value in found.items() if value is not None}


def _value(field: FormField, path: str, filled: Filled) -> Written:  # noqa: C901  # a case for each kind of field
    """What stands in a field; None where nothing does."""
    kind, item = kind_of(field), field.item
    given = [one.strip() for one in filled.get(path, ()) if one.strip()]
    first = given[0] if given else ""
    match kind:
        case "either":
            return {"true": True, "false": False}.get(first)
        case "choice" if first and all(key.lstrip("-").isdigit() for key in field.choices):
            return _number(first)
        case _ if f"{path}/=file" in filled:
            return _from_file(field, first)
        case "flag":
            return bool(first) if bool(first) != bool(field.default) and f"{path}/=" in filled else None
        case "whole" | "decimal":
            return _number(first)
        case "picks" | "places":
            return given or None
        case _ if first.startswith("=") and kind not in ("thing", "things"):
            return _held(first)
        case "things":
            more = _named_thing(item or field, first_of(filled, f"{path}/=add"))
            return [*map(_held, given), *([more] if more else [])] or None
        case "thing" if first == OWN:
            return _record(field.fields, path, filled) or None
        case "thing":
            return _held(first) if first else None
        case "lines":
            return [line.strip() for line in first.splitlines() if line.strip()] or None
        case "words":
            several = split_list(first.replace("\n", ","))
            return [_number(one) if item and item.kind != "text" else one for one in several] or None
        case "record":
            return _record(field.fields, path, filled) or None
        case "rows" if item is not None:
            return [_record(item.fields, f"{path}/{n}", filled) for n in _places(path, filled)] or None
        case "table" if item is not None:
            rows = [f"{path}/{n}" for n in _places(path, filled)]
            pairs = [(first_of(filled, f"{row}/=k"), first_of(filled, f"{row}/=v")) for row in rows]
            return {
                key: value if item.kind in ("text", "choice") else _number(value)
                for key, value in pairs
                if key and value
            } or None
        case "written":
            return _from_file(field, first)
    return first or None


def _named_thing(field: FormField, said: str) -> str:
    """The id of the thing that somebody named whole; nothing while she is still typing."""
    names = {folded(name): key for key, pair in field.choices.items() for name in (key, *pair)}
    return names.get(folded(said), "") if said else ""


def unnamed(fields: Iterable[FormField], filled: Filled, path: str = ROOT) -> dict[str, str]:
    """What was typed to add a thing and names none, by the path of its input."""
    found: dict[str, str] = {}
    for field in fields:
        at, kind, inside = f"{path}/{field.name}", kind_of(field), field.item or field
        if kind == "things" and (said := first_of(filled, f"{at}/=add")) and not _named_thing(inside, said):
            found[at] = said
        elif kind == "rows":
            for n in _places(at, filled):
                found |= unnamed(inside.fields, filled, f"{at}/{n}")
        elif kind == "record":
            found |= unnamed(field.fields, filled, at)
    return found


def first_of(filled: Filled, name: str) -> str:
    """The first value under a name; empty where there is none."""
    return next((one.strip() for one in filled.get(name, ())), "")


def _number(text: str) -> Written:
    if not text:
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _places(path: str, filled: Filled) -> list[int]:
    pattern = re.compile(re.escape(path) + r"/(\d{1,3})/")
    found = {int(match[1]) for name in filled if (match := pattern.match(name))}
    return sorted(found)[:ROWS]


def _from_file(field: FormField, text: str) -> Written:
    """What is written as in a file: a value of TOML, several lines of a list, or words."""
    if not text:
        return None
    whole = _toml(text)
    if whole is not None:
        return whole
    if "\n" in text:
        return [one if (value := _toml(one)) is None else value for line in text.splitlines() if (one := line.strip())]
    parts = split_list(text)
    return [_number(one) for one in parts] if len(parts) > 1 and field.kind == "any" else text


def _toml(text: str) -> Written:
    if not text.lstrip().startswith(("{", "[", '"')) and not re.fullmatch(r"-?\d+(\.\d+)?|true|false", text.strip()):
        return None
    try:
        found: Written = pasted_toml(f"x = {text.strip()}")["x"]
    except ValueError:
        return None
    return found


def grown(filled: Filled, path: str) -> dict[str, list[str]]:
    """What was filled in with one row more at a path."""
    there = _places(path, filled)
    fresh = f"{path}/{(there[-1] + 1) if there else 0}/=new"
    return {**{name: list(values) for name, values in filled.items()}, fresh: ["yes"]}


def shrunk(filled: Filled, path: str) -> dict[str, list[str]]:
    """What was filled in without the row at a path."""
    return {name: list(values) for name, values in filled.items() if not name.startswith(f"{path}/")}

"""A kind of content as the GM's workshop shows it: what there is of it, a record as inputs with every problem beside its own, and its
effects as a form or as text.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ludex.core.effects.records import Effect
from ludex.core.errors import RuleError
from ludex.core.forms import Form, FormField, Thing, ordered, with_things
from ludex.core.packs import ContentKind, reworded
from ludex.core.plain import Plain, Written
from ludex.core.say import Say
from ludex.core.stock import Dial
from ludex.desk import stocking
from ludex.desk.stocking import Shelf
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.forms import effectpage, filling, problems, wording
from ludex.fronts.web.forms.effectform import BASE, EffectForm
from ludex.fronts.web.forms.filling import Widget
from ludex.table.house import demo_phrases
from ludex.text.chat import Chat
from ludex.text.words import LANGUAGES, Words

EFFECT = "effect"
MISSING, UNKNOWN = "content.missing_field", "content.unknown_field"
"""Problems: what has to be written is not yet; there is no such field."""

OPEN = ("content.to_write", "content.bad_value", "content.not_among")
"""Problems of a word that nobody has chosen yet, where it says nothing."""

ACTING = frozenset({"effects", "drawbacks", "modifiers"})
"""Fields of a system's own in which it says what a thing does."""

NOT_COPIED = frozenset({"id", "name", "title", "shelf", "en"})
"""What a copy of something that ships leaves behind."""

CALLED = frozenset({"name", "title"})
"""Fields for what a thing is called, which stands above its form."""

NAME = ("name", "text")
"""The field of a record that says what it is called."""


class Listed(msgspec.Struct, frozen=True):
    """Something on a shelf: its id, what it is called, whether it is the table's own."""

    id: str
    name: str
    own: bool


class Draft(msgspec.Struct, frozen=True):
    """A record on its way: its id, what it was called before, its inputs, and what is wrong with all of it.

    `effects`: its effects as a form, input by input; None where they are written as text. `reads`: how they read.
    """

    name: str
    was: str
    widgets: tuple[Widget, ...]
    wrong: tuple[str, ...]
    count: int
    effects: tuple[tuple[Widget, ...], ...] | None = None
    reads: str = ""

    @property
    def facts(self) -> list[tuple[str, str]]:
        """What stands in it, field by field."""
        rows = ((one.title, filling.told(one)) for one in self.widgets if one.kind != "file")
        return [(title, told) for title, told in rows if told]


class Workshop:
    """The shelves of one table, as its GM's page shows them."""

    def __init__(self, chat: Chat, kind: str) -> None:
        self.chat, self.drawing = chat, Drawing.at(chat)
        self.stock = stocking.stock_of(chat.desk)
        self.among = self.stock.among
        known = stocking.shelves(chat.desk)
        self._things = {shelf.form.name: self._called(shelf) for shelf in known}
        self.shelves = [self._offering(shelf) for shelf in known]
        names = [shelf.form.name for shelf in self.shelves]
        wanted = kind or _first_kind(names)
        found = next((shelf for shelf in self.shelves if shelf.form.name == wanted), None)
        if found is None:
            raise RuleError("unknown_kind", kind=kind[:40], kinds=names)
        self.shelf, self.kind = found, stocking.kind_of(chat.desk, found.form.name)
        self.known = chat.table.system.vocabulary
        self.home = effectpage.home_of(self.kind) if self.known else None
        self.tables = self._tables()
        self.usual = wording.usual(found.shipped.values())
        self.used = wording.used((*found.shipped.values(), *found.own.values()))

    def _offering(self, shelf: Shelf) -> Shelf:
        """A shelf whose form offers the words that the system knows; what ships is in the reader's language, as far as there is one."""
        kind = shelf.form.name
        others = {name: things for name, things in self._things.items() if name != kind}
        others |= {field: self._things[shelf] for field, shelf in self.stock.refers.get(kind, {}).items()}
        form = ordered(with_things(shelf.form, others), self.stock.first.get(kind, ()))
        form = filling.offered(form, self.among.get(kind, {}))
        phrases = {**demo_phrases(self.chat.table.system.package, self.chat.language), **self._described(shelf)}
        return msgspec.structs.replace(shelf, form=form, shipped=reworded(dict(shelf.shipped), phrases))

    def _called(self, shelf: Shelf) -> dict[str, Thing]:
        """Every thing of a shelf with what it is called, the table's own first."""
        own = {key: (self.called(key, one), one) for key, one in shelf.own.items()}
        rest = {k: (self.called(k, one, own=False), one) for k, one in shelf.shipped.items() if k not in shelf.own}
        return {key: Thing((name, name), record) for key, (name, record) in {**own, **rest}.items()}

    @property
    def dials(self) -> Sequence[Dial]:
        """What is turned with one hand."""
        return self.stock.dials.get(self.shelf.form.name, ())

    def kept(self, name: str) -> str:
        """The key of a thing of the table's own that nobody but the GM knows of; empty where players do, or never do."""
        if not name or self.shelf.form.name in self.stock.brought:
            return ""
        found = self.stock.kept(self.chat.desk.state)
        return next((key for key in found if key.partition("/")[2] == name), "")

    def _tables(self) -> filling.Named:
        """The names that stand in each table of what there is of this kind, as the reader calls them: what another is offered."""
        held = [*self.shelf.shipped.values(), *self.shelf.own.values()]
        tables = [field.name for field in self.shelf.form.fields if filling.kind_of(field) == "table"]
        found = {name: [one for record in held if isinstance(one := record.get(name), Mapping)] for name in tables}
        return {name: {key: self.chat.words.term(key) for one in ones for key in one} for name, ones in found.items()}

    def _described(self, shelf: Shelf) -> dict[str, str]:
        """What the system's words say of each thing that ships (`skills.dash`), by what its record says."""
        written, words = Words(LANGUAGES[0], self.chat.words.package), self.chat.words
        paths = [f"{shelf.form.name}.{key}" for key in shelf.shipped]
        return {written.phrase(path): words.phrase(path) for path in paths if written.has(path)}

    def named(self, name: str, record: Plain) -> dict[str, Written]:
        """A record that is called what it is filed under, unless it has another name."""
        called = any((field.name, field.kind) == NAME for field in self.shelf.form.fields)
        return {"name": name, **record} if called and name else dict(record)

    def unnamed(self, name: str, record: Plain) -> Plain:
        """The same as it is asked for: what a thing is called stands above it, and only another name is asked for again."""
        return {key: value for key, value in record.items() if (key, value) != ("name", name)}

    def copied(self, name: str, record: Plain) -> Plain:
        """What ships, to begin with: a copy is called as its writer calls it, in her language alone."""
        written = self.stock.worded({"id": name, **record})
        return {key: value for key, value in written.items() if key not in NOT_COPIED}

    def title(self, form: Form) -> str:
        chinese = next((one for one in form.also if not one.isascii()), "")
        if chinese and self.chat.language == "zh":
            return chinese
        called = self.chat.words.field(form.name)
        return self.drawing.begun(form.name if "," in called else called)

    def plainly(self, record: Plain) -> bool:
        """Whether the effects of a record open as a form: where there are none yet, or they are kept as the kernel keeps them."""
        if self.home is None:
            return False
        return self.home.how != effectpage.HELD or not any(record.get(key) for key in self.kind.beside)

    def listed(self, shelf: Shelf) -> list[Listed]:
        """What there is of a kind, the table's own first."""
        own = [Listed(key, self.called(key, record), own=True) for key, record in shelf.own.items()]
        rest = [(key, record) for key, record in shelf.shipped.items() if key not in shelf.own]
        return [*own, *(Listed(key, self.called(key, record, own=False), own=False) for key, record in rest)]

    def called(self, key: str, record: Plain, *, own: bool = True) -> str:
        """What a thing is called; what ships has its name in every language."""
        if not own and Words("zh", self.chat.words.package).thing(key) != key:
            return self.drawing.begun(self.chat.words.thing(key))
        name = (
            record.get("name") or record.get("title") or record.get("theme_tag") if isinstance(record, Mapping) else ""
        )
        return self.chat.words.term(key) if not isinstance(name, str) or not name else name

    def draft(
        self,
        name: str,
        record: Plain,
        *,
        was: str,
        checked: bool,
        extra: tuple[str, ...] = (),
        effects: list[Effect] | None = None,
        typed: Mapping[str, str] | None = None,
        stopped: bool = False,
    ) -> Draft:
        """A record as inputs; once it was worked on, with everything that is wrong with it. `typed`: what was written to add a thing and names none, which is wrong once `stopped`: somebody wanted to save."""
        form = self.shelf.form
        whole_record, record = record, self.unnamed(name, record)
        found = stocking.problems(self.chat.desk, form.name, name or "?", whole_record) if checked else []
        placed = problems.places(found, form.name, name or "?")
        above = (
            []
            if record.keys() & CALLED
            else [one.name for one in form.fields if one.name in CALLED and not one.required]
        )
        asked = [one for one in form.fields if one.name not in (*above, *(self.taken if effects is not None else ()))]
        titles = _titles(filling.Filler(self.chat.words, {}).widgets(asked, record))
        apart = self.home if effects is not None else None
        own = [(path, problem) for path, problem in placed if apart is None or not effectpage.inside(apart, path)]
        inner = self._inner(placed, effects) if checked else []
        beside: dict[str, list[str]] = {}
        whole = list(extra)
        for path, problem in own:
            home = _home(path, titles)
            if home:
                open_yet = problem.key == MISSING and home == path
                said = self.chat.words("web.field_missing", arg=titles[home]) if open_yet else ""
                title = (name or "?") if problem.key == UNKNOWN else titles[home]
                beside.setdefault(home, []).append(said or self._told(problem, title))
            else:
                whole.append(self._told(problem, name or "?"))
        for path, said in (typed or {}).items() if stopped else ():
            beside.setdefault(path, []).append(self.chat.words("web.workshop_no_such", name=said))
        widgets = filling.Filler(
            self.chat.words, beside, self.tables, () if effects is not None else self.taken, typed
        ).widgets(
            asked if effects is not None else _asked(self.kind, asked, record),
            {key: value for key, value in record.items() if effects is None or key not in self.taken},
        )
        widgets = self._worded(one for one in widgets if not _only_by_file(one))
        drawn = None if effects is None else tuple(map(self._worded, self._drawn(effects, inner)))
        reads = "" if inner else self._reads(name, record, effects)
        count = len(own) + len(inner) + (len(typed or ()) if stopped else 0)
        return Draft(name, was, widgets, tuple(dict.fromkeys(whole)), count, drawn, reads)

    def gist(self, name: str, record: Plain) -> tuple[list[tuple[str, str]], list[str]]:
        """What stands in a record, field by field, and what is wrong with it: to look at, not to work on."""
        effects = self.held(name, record)
        draft = self.draft(name, record, was="", checked=True, effects=effects)
        inputs = [one for several in (draft.widgets, *(draft.effects or ())) for one in several]
        return [*draft.facts, *([("", draft.reads)] if draft.reads else [])], [*draft.wrong, *_problems(inputs)]

    def _worded(self, widgets: Iterable[Widget]) -> tuple[Widget, ...]:
        hinted = wording.hinted(tuple(widgets), self.usual)
        return wording.worded(hinted, self.chat.words, self.used)

    # --- effects -------------------------------------------------------------------------------------------------------

    @property
    def taken(self) -> tuple[str, ...]:
        """The fields in whose place the form of effects stands."""
        return self.home.fields(self.kind) if self.home else ()

    @property
    def several(self) -> bool:
        return self.home is not None and self.home.how == effectpage.SEVERAL

    def idle(self, record: Plain) -> bool:
        """Whether a record that could do something by what its system calls effects says nothing of the kind."""
        acts = [field.name for field in self.shelf.form.fields if field.name in ACTING]
        return bool(acts) and not any(record.get(name) for name in acts)

    def held(self, name: str, record: Plain) -> list[Effect] | None:
        """The effects of a record as a form shows them; None where it cannot."""
        if self.home is None or self.known is None:
            return None
        return effectpage.held(self.kind, self.home, self.known, name, record)

    def beside(self, name: str, record: Plain) -> dict[str, Written]:
        """A record whose effects are going to stand in a form, with what only their text has said."""
        found = effectpage.left_beside(self.kind, self.home, name, record) if self.home else {}
        return {**record, **found}

    def with_effects(self, record: Plain, effects: list[Effect]) -> dict[str, Written]:
        return effectpage.placed(self.kind, self.home, record, effects) if self.home else dict(record)

    def _inner(self, placed: list[tuple[str, Say]], effects: list[Effect] | None) -> list[tuple[str, Say]]:
        """What is wrong with the effects of the form: what the vocabulary finds, else what the kind does."""
        if effects is None or self.home is None or self.known is None:
            return []
        found = effectpage.wrong(self.known, effects)
        return found or [(inner, said) for path, said in placed if (inner := effectpage.inside(self.home, path))]

    def _drawn(self, effects: list[Effect], inner: list[tuple[str, Say]]) -> tuple[tuple[Widget, ...], ...]:
        if self.known is None:
            return ()
        shown = effects or ([] if self.several else [Effect()])
        plain = EffectForm(self.known, self.chat.words)
        titles = _titles(tuple(w for n, one in enumerate(shown) for w in plain.widgets(one, f"{BASE}/{n}")))
        plainly = {path.replace("/give/", "/"): title for path, title in titles.items()}
        wrong: dict[str, list[str]] = {}
        for path, problem in inner:
            home = _home(path, plainly) or f"{BASE}/0/modifiers"
            wrong.setdefault(home, []).append(self._chosen(problem, plainly.get(home, "")))
        form = EffectForm(self.known, self.chat.words, wrong)
        return tuple(form.widgets(one, f"{BASE}/{n}", named=self.several) for n, one in enumerate(shown))

    def _chosen(self, problem: Say, title: str) -> str:
        """What is wrong with an input of the form; what is still open says so."""
        said = str(problem.facts.get("value", ""))
        if problem.key in OPEN and (not said or said.lstrip("!").startswith(" = ")):
            return self.chat.words("web.effect_open")
        return self._told(problem, title) if title else self.chat.words.show(problem)

    def _reads(self, name: str, record: Plain, effects: list[Effect] | None) -> str:
        found = effects if effects is not None else self.held(name, record)
        if not found or self.known is None:
            return ""
        return effectpage.read_aloud(self.known, found, self.chat.words)

    def _told(self, problem: Say, title: str) -> str:
        """A problem beside its input, which is named by its title."""
        if inner := problems.reason(problem):
            return self._told(inner, title)
        facts = {**problem.facts, "where": title, "field": title}
        return self.chat.words.show(Say(problem.key, facts))


def _asked(kind: ContentKind, fields: list[FormField], record: Plain) -> list[FormField]:
    """The fields that are asked for: an effect is written key by key, or stands there whole, never both."""
    held = bool(record.get(EFFECT))
    left_out = kind.beside if held else (EFFECT,) if kind.beside else ()
    return [field for field in fields if field.name not in left_out]


def _only_by_file(widget: Widget) -> bool:
    """Whether nothing stands there, and nothing but a file could write it."""
    return (
        widget.kind == "written"
        and not widget.filled
        and widget.path.rpartition("/")[2] not in filling.WRITTEN_AS_EFFECT - {"traits"}
    )


def _first_kind(names: list[str]) -> str:
    """Where the workshop opens: at those who can be met."""
    usual = ("creatures", "npcs", "missions", "people")
    return next((one for one in usual if one in names), names[0] if names else "")


def _problems(widgets: Iterable[Widget]) -> list[str]:
    return [one for widget in widgets for one in (*widget.problems, *_problems(widget.inside))]


def _titles(widgets: tuple[Widget, ...], above: str = "") -> dict[str, str]:
    """What each input is called; a row is called as what it is one of."""
    found: dict[str, str] = {}
    for widget in widgets:
        found[widget.path] = widget.title or above
        found |= _titles(widget.inside, found[widget.path])
    return found


def _home(path: str, titles: Mapping[str, str]) -> str:
    """The nearest input that a problem can stand beside."""
    while path and path not in titles:
        path = path.rpartition("/")[0]
    return path

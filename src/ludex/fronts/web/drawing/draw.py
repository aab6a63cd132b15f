"""Drawing: every part of a view has exactly one template, `templates/parts/<part>.html`; this module hands it what it needs.

Everything is escaped: people's own words are text wherever they appear. A `Drawing` is one reader's: its words and the
system whose clauses it may open.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from ludex.core.deeds import Command, Filled, Gap, Offer, Refusal
from ludex.core.driving import Choice
from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.core.principals import actor_of
from ludex.core.say import Say
from ludex.core.scenery import Backdrop
from ludex.core.sessions import Sessions
from ludex.core.view import (
    AnyPart,
    Bar,
    Board,
    BoardCard,
    Body,
    Card,
    Gauges,
    Label,
    Link,
    Role,
    Section,
    Stage,
    Timeline,
    Token,
    Track,
    Vital,
)
from ludex.fronts.web.drawing.aiming import TARGETS
from ludex.fronts.web.drawing.answered import answered
from ludex.fronts.web.drawing.commons import called_gaps
from ludex.fronts.web.drawing.formgap import FormGap, encoded
from ludex.fronts.web.drawing.pens import Pen, Pens
from ludex.fronts.web.drawing.scene import Chip
from ludex.fronts.web.drawing.shapes import bars, body, dice, prose, sides, stage, timeline
from ludex.fronts.web.drawing.shapes.stage import Painted, painted
from ludex.fronts.web.drawing.spoken import brief_of, deed_said, line_said, title_of
from ludex.fronts.web.drawing.stones import drawn_stone, stone_of, with_link
from ludex.fronts.web.drawing.turns import waiting_for
from ludex.table.house import demo_phrases
from ludex.table.preludes import spoken
from ludex.table.settings import Stamps
from ludex.text.chat import Chat
from ludex.text.commands.why import signed
from ludex.text.lexicon import Common
from ludex.text.summary import Summary, summary
from ludex.text.words import Words

SHAPES = {"great": "✦", "good": "●", "mixed": "◐", "bad": "○", "terrible": "✕", "plain": ""}
"""The shape beside a verdict, so that colour never stands alone."""

REWARD = "told.reward"
"""What an evening came to, where the GM has named it; how often people rolled stands in its card."""

GIST = 88
"""So wide is what an act led to in its line of the story: a Chinese character is two."""

OPENED = "told.session_opened"
"""A card that its heading says already."""

FREE_ROLL = "told.roll_reason"
"""The title of a free roll that says what it was for."""

TYPED = re.compile(r"`?(?<![\w.])\.([^\W\d_]+)`?")
"""A line to type, in a sentence."""

_LINE = re.compile(r"(?:^|[\s，、：:“「或])[.．][^\W\d]")
"""A line to type in the middle of a sentence."""

_SENTENCES = re.compile(r"(?<=[。；])|(?<=[.;])\s+")

Shaper = Callable[[Any, Words], Any]
_SHAPERS: dict[str, Shaper] = {
    "vital": lambda part, _: bars.filled(part),
    "strip": lambda part, _: (timeline.ticks(part), timeline.beside(part)),
    "timeline": lambda part, _: timeline.axis(part),
    "stage": lambda part, _: stage.stage(part),
    "body": lambda part, _: body.body(part),
}


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates, escaping everything, failing loudly on an unknown name."""
    found = Environment(
        loader=PackageLoader("ludex.fronts.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.globals.update(
        SHAPES=SHAPES,
        dice=dice.drawn,
        shown=dice.SHOWN,
        initials=prose.initials,
        letters=prose.letters,
        linked=with_link,
        parted=prose.parted,
    )
    found.globals["drawn_die"] = vars(found.get_template("seal.html").module)[
        "drawn_die"
    ]  # entries are drawn most often
    return found


@lru_cache(maxsize=256)
def template(name: str) -> Template:
    """A template. What all of them know lies flat in it: it is copied for every drawing, and a chain of maps is slow to copy."""
    found = environment().get_template(name)
    found.globals = dict(found.globals)
    return found


def prepare() -> None:
    """Compile every template, so that the first reader does not wait for it."""
    for name in environment().list_templates():
        template(name)


class Drawing:
    """One reader's drawings: words of one table in one language."""

    def __init__(self, words: Words, system: str = "") -> None:
        self.words = words
        self.system = system
        self.commands: Mapping[str, Command] = {}
        self.typed: Callable[[], Sequence[Command | Common]] = tuple
        self.waits = ""
        self.check = ""
        self.sessions = Sessions()
        self.deed_said: Callable[[Filled, str], str] = lambda filled, _by: self.title(filled.deed)
        self.line_said: Callable[[str, str], str] = lambda line, _by: spoken(line)
        self.callers: Callable[[], tuple[FormGap, ...]] = tuple
        self.cast: Mapping[str, Chip] = {}
        self.sheets: Mapping[str, Section] = {}
        self.crowded = False
        self.ground = ""
        self.backdrop: Backdrop | None = None
        self.passed: tuple[Link, ...] = ()
        self.pictured: frozenset[str] = frozenset()
        self.stamps: Stamps = ()
        self.pens: Pens | None = None

    @classmethod
    def at(cls, chat: Chat) -> "Drawing":
        """The drawings for the one who sits at a chat, with lines to type as they are typed there."""
        drawing = cls(chat.words, chat.table.system.id)
        drawing.commands = chat.desk.commands
        drawing.typed = chat.commands
        drawing.waits = waiting_for(chat)
        drawing.check = chat.table.system.check
        drawing.sessions = chat.table.system.sessions
        drawing.callers = lambda: called_gaps(chat)
        drawing.deed_said = lambda filled, by: deed_said(chat, filled, by)
        drawing.line_said = lambda line, by: line_said(chat, line, by)
        return drawing

    def page(self, name: str, /, **facts: Any) -> str:
        """A whole template; in English a number does not stick to the name before it."""
        drawn = template(name).render(d=self, t=self.words, **facts)
        return prose.numbers_apart(drawn) if self.words.language == "en" else drawn

    def part(self, part: AnyPart) -> Markup:
        kind = str(part.__struct_config__.tag)
        shaper = _SHAPERS.get(kind)
        shape = shaper(part, self.words) if shaper else None
        return Markup(self.page(f"parts/{kind}.html", part=part, shape=shape, side=sides.sides(part)))

    def section(self, section: Section, chip: Chip | None = None, pens: Pens | None = None) -> Markup:
        """A titled card of parts; with a chip, somebody's sheet, which begins with her body, with pens one that is written on."""
        self.pens = pens
        parts = sorted(section.parts, key=lambda part: not isinstance(part, Body)) if chip else section.parts
        drawn = Markup(self.page("section.html", section=section, parts=parts, chip=chip))
        self.pens = None
        return drawn

    def pen(self, kind: str, label: Label) -> Pen | None:
        """How the value under a label of a sheet is written on; None where it is not."""
        return self.pens.placed.get(f"{kind} {self.say(label)}") if self.pens else None

    # --- the cast ------------------------------------------------------------------------------------------------

    def chip(self, token: Token) -> Chip:
        """Somebody on the board as she is on the rail."""
        known = {"object": "thing"} | dict.fromkeys(sides.FOES, "foe")
        side = known.get(token.side.lower(), "ally")
        return self.cast.get(token.id) or Chip(token.id, "", token.name, side, hidden=token.state == "hidden")

    def stone(self, radius: float, chip: Chip, name: str) -> Markup:
        return drawn_stone(environment(), stone_of(self.say, radius, chip, name))

    def shape(self, part: AnyPart) -> Any:
        """Where things go on a drawing."""
        return _SHAPERS[str(part.__struct_config__.tag)](part, self.words)

    def segments(self, chip: Chip, place: int) -> Markup:
        """Somebody's gauges in a row, where she has any."""
        section = self.sheets.get(chip.sheet)
        found = [part for part in section.parts if isinstance(part, Gauges)] if section else []
        return Markup(self.page("segments.html", part=found[place], place=place)) if place < len(found) else Markup()

    def tracks(self, chip: Chip) -> list[Track]:
        """What is marked on somebody, box by box: what she bears, and what she has a limit for."""
        section = self.sheets.get(chip.sheet)
        parts = section.parts if section else ()
        return [part for part in parts if isinstance(part, Track) and (part.borne or part.limit)]

    def painted(self, part: Stage) -> Painted:
        """What the GM has painted on a map."""
        return painted(part, self.stamps)

    def slices(self, part: Track) -> list[str]:
        """A clock as slices of a pie, from the top on."""
        return bars.slices(part.boxes)

    def landings(self, part: Timeline) -> list[tuple[Token, Bar]]:
        """What settles next, in order."""
        running = [(lane.who, bar) for lane in part.lanes for bar in lane.bars if bar.state in ("running", "hidden")]
        return sorted(running, key=lambda one: one[1].end)[:6]

    def columns(self, part: Board) -> list[tuple[str, list[BoardCard]]]:
        """Cards under their kinds: those that always have a column, then the others as they first appear."""
        kinds = dict.fromkeys((*part.columns, *(card.kind for card in part.cards)))
        return [(kind, [card for card in part.cards if card.kind == kind]) for kind in kinds]

    def links(self, part: Board) -> str:
        """The threads between cards, as the page draws them."""
        return self.json([(link.a, link.b, link.kind, self.say(link.label)) for link in part.links])

    def json(self, value: Any) -> str:
        """A value as the page reads it."""
        return msgspec.json.encode(value).decode()

    def brief(self, name: str) -> str:
        """What a deed is for, in one short sentence."""
        return self.begun(brief_of(self.words, name))

    def done(self, filled: Filled | None, line: str, by: str) -> str:
        """What a seat did or wishes to do, as people say it: a deed by who does what, any other line as it was typed."""
        return self.begun(self.deed_said(filled, by) if filled else "") or self.line_said(line, by)

    def title(self, command: str) -> str:
        return title_of(self.words, command)

    def story_title(self, card: Card, who: str) -> str:
        """A card's title in the story: a free roll by who threw for what, its dice are on the card."""
        if not isinstance(card.title, Say) or card.title.key != FREE_ROLL:
            return self.head(card.title)
        return f"{who}{self.words('common.colon')}{card.title.facts['reason']}"

    def gist(self, card: Card) -> str:
        """What a card leads to in one line: as many of its lines as fit, what weighs most before all; what only runs the table makes room."""
        keys = [(one, one.key if isinstance(one, Say) else "") for one in card.all_lines]
        rewards = [(one, key) for one, key in keys if key == REWARD]
        story = rewards or [(one, key) for one, key in keys if key not in self.sessions.unsaid] or keys
        told = ((self.phrase(self.by_hand(self.say(one))), key in self.sessions.weighs) for one, key in story)
        lines = [(text, weighs) for text, weighs in told if text]
        if not lines and card.verdict is None and card.totals:
            return self.summed(card)
        return self.words("common.semicolon").join(prose.shortened(lines, GIST))

    def phrase(self, text: str) -> str:
        """A line of a card as part of a sentence; one that only announces the next tells nothing."""
        return "" if text.rstrip().endswith(("：", ":")) else text.strip().rstrip("。.")

    def short_title(self, command: str) -> str:
        """The same on a card or a button: without what is explained behind it."""
        return re.split(r"[：（]|: | \(", self.begun(self.title(command)), maxsplit=1)[0]

    def summed(self, card: Card) -> str:
        """The first number of a card, with what it is called where its title does not say so."""
        label, value = self.say(card.totals[0].label), self.show(card.totals[0].value)
        return value if label in self.say(card.title) else f"{label} {value}"

    def five(self, card: Card) -> Summary:
        """What of a card is read at once."""
        return summary(card, self.sessions, {fact.label: self.say(fact.label) for fact in card.totals})

    def time_of(self, card: Card) -> str:
        """The heading of a card with which a round or a moment begins."""
        named = [
            one for one in (card.title, *card.all_lines) if isinstance(one, Say) and one.key in self.sessions.times
        ]
        return self.begun(self.words(self.sessions.times[named[0].key], **named[0].facts)) if named else ""

    def only_runs(self, card: Card) -> bool:
        """Whether a card tells nothing but how the table is run: whose turn it is, what the clock says; or only opens a scene."""
        unsaid = (*self.sessions.unsaid, *self.sessions.times)
        if card.verdict or card.parts or not isinstance(card.title, Say):
            return False
        if card.sentence and card.title.key not in unsaid:
            return False
        books = {one.said for one in card.happened if one.role is Role.BOOKS}
        lines = [one for one in card.all_lines if one not in books and not (isinstance(one, Say) and one.key in unsaid)]
        return not lines and (card.title.key in (*unsaid, OPENED, f"told.{self.sessions.opens}") or bool(card.scene))

    def folds(self, card: Card, part: AnyPart) -> bool:
        """Whether a part of a card lies in its account: how somebody stands after a roll, beyond the first such part."""
        return bool(card.verdict and isinstance(part, Vital | Track | Gauges))

    def card(self, card: Card) -> Markup:
        return Markup(self.page("card.html", card=card))

    def entered(self, card: Card) -> Markup:
        """The same in the story: without the time axis, which the board shows."""
        return self.card(
            msgspec.structs.replace(card, parts=tuple(part for part in card.parts if not isinstance(part, Timeline)))
        )

    def total(self, total: Total) -> Markup:
        """The tree of a total: terms, each with its own terms and its clause."""
        return Markup(self.page("total.html", total=total))

    def deed(self, deed: Offer) -> Markup:
        return Markup(self.page("deed.html", deed=deed))

    def deed_data(self, deed: Offer) -> str:
        """A deed as the page sends it, without what is still to be filled in."""
        whom = actor_of(deed.of) if deed.of else ""
        return msgspec.json.encode({"deed": deed.name, "actor": whom, "args": deed.given}).decode()

    def deed_gaps(self, deed: Offer) -> str:
        """What a person fills in: name, title, whether there may be several, and what is offered, as JSON. A check of nobody's is the
        GM's call: who throws is filled in too."""
        command = self.commands.get(deed.name)
        called = self.callers() if command and deed.of is None and deed.name == self.check else ()
        return encoded([*called[:1], *(self._deed_gap(gap, command) for gap in deed.gaps), *called[1:]])

    def _deed_gap(self, gap: Gap, command: Command | None) -> FormGap:
        field = command.field(gap.name) if command else None
        shown = self.once([self.say(value.label) or self.show(value.value) for value in gap.values])
        labelled = [(value.value, self.say(value.label) or self.show(value.value)) for value in gap.values]
        offered = tuple((value, label) for value, label in labelled if label in shown)
        aimed = gap.name in TARGETS and bool(offered) and not any(label[:1].isdigit() for _, label in offered)
        title = self.asks(command.key if command else "", gap.name, aimed=aimed)
        return FormGap(
            name=gap.name,
            title=title,
            fill=offered,
            kind=field.kind if field else "",
            many=bool(field and field.several and not gap.one),
            one=gap.one,
            optional=bool(field and not (field.needed or field.wanted or gap.wanted)),
            closed=aimed or bool(field and field.strict),
        )

    def asks(self, command: str, field: str, *, aimed: bool = False) -> str:
        """What a field is called: as its command calls it, where the same word means something else there; else at whom it is `aimed`."""
        own = f"args.{command}_{field}"
        if aimed and not self.words.has(own):
            return self.words("web.aimed_at")
        called = self.begun(self.words.argument(field, command))
        known = self.commands.get(command)
        asked = known.field(field) if known is not None else None
        return self.words("web.secret_field", what=called) if asked is not None and asked.secret else called

    def wants(self, deed: Offer, aimed: str = "") -> str:
        """The one thing that a deed asks for, where nothing else is said of it; not what is chosen on the board."""
        asked = [gap.name for gap in deed.gaps if gap.name != aimed]
        name = re.split(r"[；：（(;:]", self.words.argument(asked[0]))[0].strip() if len(asked) == 1 else ""
        return self.begun(self.words("web.wants", what=name)) if name else ""

    def refusal(self, refusal: Refusal | None) -> str:
        if refusal is None:
            return ""
        return self.by_hand(self.words.error(RuleError(refusal.code, clause=refusal.clause, **refusal.facts)))

    @cached_property
    def _by_name(self) -> dict[str, str]:
        """The commands here, by every name that is typed for them."""
        return {name.lower(): command.key for command in self.typed() for name in command.names}

    def by_hand(self, text: str) -> str:
        """A refusal, or a line of a card, as a page says it: without its clause; what would be typed elsewhere is a button here, and goes by its name."""

        def button(said: re.Match[str]) -> str:
            title = self.begun(self.title(self._by_name.get(said[1].lower(), "")))
            return self.words("web.button", title=title) if title else said[0]

        told = TYPED.sub(button, prose.unmarked(text))
        return told.replace(" 「", "「").replace("」 ", "」") if self.words.language == "zh" else told

    def deed_held(self, deed: Offer) -> str:
        """Whose answer a deed waits for, if it cannot be begun before."""
        command = self.commands.get(deed.name)
        return self.waits if command is not None and command.alone else ""

    def clause(self, clause: str) -> Markup:
        """A link that opens a clause in place."""
        return Markup(self.page("clause.html", clause=clause)) if clause else Markup()

    # --- words ---------------------------------------------------------------------------------------------------

    def say(self, label: Label | None) -> str:
        return self.words.say(label)

    def head(self, label: Label | None) -> str:
        """A label that stands by itself: English begins it with a capital. People's own words stay as they are."""
        return self.begun(self.say(label)) if isinstance(label, Say) else self.say(label)

    def shown(self, label: Label | None) -> str:
        """A label without its sentences about what to type: on a page there are buttons."""
        told = _SENTENCES.split(self.head(label))
        return " ".join(one.strip() for one in told if one.strip() and not _LINE.search(one))

    def begun(self, text: str) -> str:
        """A text of ours that stands by itself."""
        return text[:1].upper() + text[1:] if self.words.language == "en" else text

    def reason(self, why: Say) -> str:
        """What dice were thrown for, where there are words for it."""
        return self.words.say(why) if self.words.has(why.key) else ""

    def show(self, value: Any) -> str:
        return self.words.show(value)

    def term(self, name: Any) -> str:
        """One of the system's words, shown as it is where there is none."""
        return self.words.show(name) if isinstance(name, bool | int | float) else self.words.term(str(name))

    def answered(self, choice: Choice, who: str, *, several: bool = False) -> Markup:
        return answered(self.words, choice, who, several=several)

    def kind(self, group: str, name: str) -> str:
        """A word of the page for a kind, state or side; the system's word for it wins."""
        key = f"web.{group}.{name}"
        if not self.words.has(f"terms.{name}") and self.words.has(key):
            return self.words(key)
        return self.words.term(name)

    def signed(self, value: Any, *, first: bool) -> str:
        """A term's number with its sign, as it stands in a sum."""
        return signed(self.words, value, first=first)

    def once(self, labels: Sequence[str]) -> set[str]:
        """What comes in two languages is offered in the reader's alone."""
        english = demo_phrases(self.words.package, "en") if self.words.package else {}
        twice = {one: english[one] for one in labels if english.get(one) in labels}
        others = set(twice if self.words.language == "en" else twice.values())
        return {one for one in labels if one not in others}

    def given(self, offered: Label) -> tuple[str, str]:
        """A suggestion for an answer: the rules get it as it is; people read its words."""
        return str(offered), self.term(offered)

    def percent(self, chance: Fraction | float) -> str:
        """A chance as people read it: 0 and 100 only where they are exact."""
        share = float(chance) * 100
        if 0 < share < 0.1:
            return "<0.1%"
        if 99.9 < share < 100:
            return ">99.9%"
        return f"{share:.1f}%" if share not in (0, 100) else f"{share:.0f}%"

"""Creation as one page: every question of a new character at once, the sheet growing beside them.

The page is a plain form. What was filled in comes back with every request, so nothing is kept for it: the draft is worked out
anew, and only what is finished reaches the table.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from ludex.core.asks import GAP, Bag, Choose, Option
from ludex.core.deeds import ACTOR, CELL, FLAG, REST, WHOLE, Field
from ludex.core.errors import RuleError
from ludex.core.say import Label, Say
from ludex.core.view import Section
from ludex.desk import making
from ludex.desk.making import Step
from ludex.fronts.connections import Asking
from ludex.fronts.pace import Paces
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.scene import Chip, lay_out
from ludex.fronts.web.forms.drafted import ANSWER, FIELD, Form, answers_of, args_of, blank_name, clean, first
from ludex.fronts.web.forms.filling import PICKS, Widget
from ludex.fronts.web.gate.reader import sit
from ludex.fronts.web.pages.start import html
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.drawing import option_text

_TYPED = re.compile(r"\s?[（(][.。]\S+?[）)]")
"""What one would type: a page has another way."""


class Blank(msgspec.Struct, frozen=True):
    """A gap of an answer: its input's name, its title, what stands in it, and what is offered. `closed`: nothing else is; `many`:
    several are picked, each as it is or (`rated`) with one of its numbers; `parts`: it is written piece by piece, each with its input,
    its title and what stands in it."""

    name: str
    title: str
    value: str
    offers: tuple[tuple[str, str], ...] = ()
    closed: bool = False
    many: tuple[tuple[str, str, bool], ...] = ()
    rated: tuple[tuple[str, tuple[tuple[str, str, bool], ...]], ...] = ()
    parts: tuple[tuple[str, str, str], ...] = ()

    @property
    def empty(self) -> bool:
        return not self.value


class Choosing(msgspec.Struct, frozen=True):
    """One answer as a card."""

    answer: str
    text: str
    note: str
    chosen: bool
    blanks: tuple[Blank, ...] = ()
    usual: tuple[int, ...] = ()
    """Numbers that are usual for its blanks, one each; of those that share out points, `total` is the sum."""
    total: int = 0


class Pick(msgspec.Struct, frozen=True):
    """Something that may be taken with others: how often it is, how often it may be, and why it may not."""

    value: str
    text: str
    note: str
    count: int = 0
    times: int = 1
    why: str = ""


class Asked(msgspec.Struct, frozen=True):
    """One question with its answers. `own`: the person has answered it; `needed`: nobody else can; `half`: hers lacks a word.

    `turn`: which it is of several that are asked alike, from 1 (0: it is asked once); of those one at a time is `open`. `picks`: of what several are taken, `room` how many (0: as many as one likes)."""

    key: str
    text: str
    given: str
    own: bool
    needed: bool
    problem: str
    choices: tuple[Choosing, ...]
    half: bool = False
    turn: int = 0
    open: bool = True
    picks: tuple[Pick, ...] = ()
    room: int = 0

    @property
    def taken(self) -> int:
        return sum(one.count for one in self.picks)


class Chapter(msgspec.Struct, frozen=True):
    """Questions about one thing, under one heading."""

    id: str
    title: str
    told: str
    state: str
    asked: tuple[Asked, ...] = ()


class Group(msgspec.Struct, frozen=True):
    """Chapters that belong together, under the heading that is gone to. `told`: what has been said, in short."""

    id: str
    title: str
    told: str
    chapters: tuple[Chapter, ...]

    @property
    def state(self) -> str:
        """How it stands: the worst of what is in it, or done where anything of it is."""
        held = {one.state for one in self.chapters}
        return next((one for one in ("wrong", "open", "done", "maybe") if one in held), "")


WHO = "c-who"


class Filling(Widget, frozen=True):
    """A field of the deed as an input. `gm`: it is the GM's word."""

    gm: bool = False


# --- the draft, drawn ----------------------------------------------------------------------------------------------------


class Page:
    """A draft as one seat's page."""

    def __init__(self, chat: Chat, form: Form) -> None:
        self.chat, self.form = chat, form
        self.drawing = Drawing.at(chat)
        fields = making.command_of(chat.desk).args
        self.args, self.answers = args_of(form, fields), answers_of(form)
        nameless = chat.words("web.nameless")
        self.draft = making.draft(chat.desk, self.args, self.answers, name=nameless, hides=self._foreign)

    def _foreign(self, ask: Choose) -> frozenset[str]:
        """Answers that stand there in another language too."""
        called = {option.answer.partition(":")[2]: option.answer for option in ask.options if ":" in option.answer}
        shown = self.drawing.once(list(called))
        return frozenset(answer for name, answer in called.items() if name not in shown)

    def fields(self) -> list[Filling]:
        return [self._field(field) for field in self.draft.fields if field.kind != CELL and field.name != "id"]

    def _field(self, field: Field) -> Filling:
        words, error = self.chat.words, self.draft.problems.get(field.name)
        title = self.drawing.begun(words.argument(field.name))
        among = self.chat.desk.offers(field) if field.among or field.terms else ()
        offers = (
            [(key, self._called(name)) for key, name in among.items()]
            if isinstance(among, Mapping)
            else [(str(one), str(one)) for one in among]
        )
        if field.kind == ACTOR:
            offers = list(self.chat.desk.actors().items())
        problem = self._refused(error) if error and self._touched(field.name) else ""
        values = tuple(self.form.get(FIELD + field.name, ()))
        asks = self.draft.command.word is None  # else the deed itself says when the GM is asked
        gm = asks and field.owner.startswith("gm:") and not self.chat.seat.gm
        return Filling(
            path=FIELD + field.name,
            title=title,
            kind=_kind(field, len(offers)),
            value=next(iter(values), ""),
            values=values,
            choices=tuple(offers),
            required=field.needed,
            problems=(problem,) if problem else (),
            gm=gm,
        )

    def _called(self, name: Label | tuple[str, str]) -> str:
        return name[1 if self.chat.language == "en" else 0] if isinstance(name, tuple) else self.drawing.say(name)

    def _refused(self, error: RuleError) -> str:
        """Why a field cannot stay as it is; of one that is empty, that it is."""
        words = self.chat.words
        if error.code == "missing_argument":
            return words("web.field_missing", arg=self.drawing.begun(words.argument(str(error.facts.get("arg", "")))))
        return self.drawing.by_hand(words.error(error))

    def _touched(self, name: str) -> bool:
        """Whether somebody has been at a field, or wants to be done."""
        return FIELD + name in self.form or "finish" in self.form

    def chapters(self) -> list[Chapter]:
        """The questions of the draft, those about one thing together."""
        groups: list[list[Step]] = []
        for step in self.draft.steps:
            if step.more:
                continue  # what is taken was said at the first
            if groups and groups[-1][0].ask.about == step.ask.about and step.ask.about:
                groups[-1].append(step)
            else:
                groups.append([step])
        return [self._chapter(place, steps) for place, steps in enumerate(groups)]

    def groups(self, chapters: list[Chapter], *, who: bool) -> list[Group]:
        """The chapters as few groups, as the system's words put them together (`chapters.<step>`); the first says who she is."""
        words, first_of_all = self.chat.words, self.chat.words("web.create_about")
        found: dict[str, list[Chapter]] = {first_of_all: []} if who else {}
        for one in chapters:
            key = f"chapters.{one.id.partition('-')[2]}"
            found.setdefault(words(key) if words.has(key) else one.title, []).append(one)
        return [
            Group(
                WHO if who and title == first_of_all else several[0].id,
                title,
                words("common.comma").join(one.told for one in several if one.told),
                tuple(several),
            )
            for title, several in found.items()
        ]

    def ready(self, chapters: list[Chapter]) -> bool:
        """Whether she can come to the table: all is in order, and nothing that was begun lacks a word."""
        return self.draft.ready and not any(one.needed for chapter in chapters for one in chapter.asked)

    def _chapter(self, place: int, steps: list[Step]) -> Chapter:
        asked = _one_open(tuple(self._asked(step) for step in steps))
        state = "wrong" if any(one.problem for one in asked) else "open" if any(one.needed for one in asked) else ""
        state = state or ("done" if any(one.own for one in asked) else "maybe")
        told = self.chat.words("common.comma").join(dict.fromkeys(one.given for one in asked if one.given))
        return Chapter(f"c{place}-{steps[0].ask.about}", self._title(steps[0]), told, state, asked)

    def _title(self, step: Step) -> str:
        """What a chapter is called: the system's word for the step, else the beginning of its question."""
        words, about = self.chat.words, step.ask.about
        for key in (f"steps.{about}", f"terms.{about}", f"args.{about}"):
            if about and words.has(key):
                return self.drawing.begun(words(key))
        return _beginning(self.drawing.begun(words.show(step.ask.what)))

    def _asked(self, step: Step) -> Asked:
        ask, words = step.ask, self.chat.words
        if ask.bag is not None:
            return self._bagged(step, ask.bag)
        wanted = first(self.form, ANSWER + step.key) or ""
        template = next((value for value in self.form.get(ANSWER + step.key, ())), "")
        half = bool(template) and not step.own
        hidden = self._foreign(ask)
        choices = tuple(
            self._choice(step, option, template if half or (step.own and GAP.search(template)) else step.given)
            for option in ask.options
            if option.answer not in hidden or option.answer == step.given
        )
        choices = _counted(words.show(ask.what), choices)
        given = next((one.text for one in choices if one.chosen and not one.blanks), "")
        if step.own and not given and wanted:
            blanks = [blank for one in choices if one.chosen for blank in one.blanks]
            given = words("common.comma").join(dict(blank.offers).get(blank.value, blank.value) for blank in blanks)
        problem = self._refused(step.problem) if step.problem else words("web.fill_blanks") if half else ""
        needed = step.needed or half
        own = step.own or half  # what was begun stays hers until it is finished or another answer is chosen
        what = self.drawing.begun(_TYPED.sub("", words.show(ask.what)))
        return Asked(step.key, what, given, own, needed, problem, choices, half)

    def _bagged(self, step: Step, bag: Bag) -> Asked:
        """A question of which several are taken, all at once: what is open first, then what is not, with the reason."""
        taken = Counter(one for one in step.taken if one != bag.stop)
        hidden = self._foreign(step.ask)
        closed = [one for one in step.ask.options if not one.open and one.answer not in (bag.stop, *hidden)]
        held = {one.answer: one for one in closed} | {one.option.answer: one.option for one in bag.barred}
        why = {one.option.answer: one.why for one in bag.barred if not one.until or not taken.keys() >= set(one.until)}
        picks = tuple(
            Pick(key, *self._said(one), taken[key], bag.times.get(key, 1), self._why(why[key]) if key in why else "")
            for key, one in held.items()
        )
        told = self.chat.words("common.comma").join(one.text for one in picks if one.count)
        problem = self._refused(step.problem) if step.problem else ""
        what = self.drawing.begun(self.drawing.say(bag.called)) if bag.called else self._title(step)
        return Asked(step.key, what, told, bool(taken), False, problem, (), picks=picks, room=bag.room)

    def _why(self, why: Say) -> str:
        return self.drawing.by_hand(self.chat.words.show(why)).rstrip("。.")

    def _said(self, option: Option) -> tuple[str, str]:
        """An answer, and what it means."""
        said = self.drawing.say(option.say) if option.say is not None else option_text(self.chat.words, option)
        return _apart(self.drawing.begun(said))

    def _choice(self, step: Step, option: Option, given: str) -> Choosing:
        text, note = self._said(option)
        blanks = tuple(self._blank(step, option, n, name) for n, name in enumerate(GAP.findall(option.answer)))
        return Choosing(option.answer, text, note, option.answer == given, blanks)

    def _blank(self, step: Step, option: Option, place: int, gap: str) -> Blank:
        name = blank_name(step.key, option.answer, place)
        bare = gap.removesuffix("…")
        shown = self.drawing.once([str(one) for one in option.fill.get(bare, ())])
        offers = tuple(self.drawing.given(one) for one in option.fill.get(bare, ()) if str(one) in shown)
        closed = bool(offers) and bare == gap and all(value != label or self._known(value) for value, label in offers)
        title = self.drawing.begun(self.chat.words.argument(bare))
        if pieces := self._pieces(name, bare):
            told = self.chat.words("common.comma").join(value for _, _, value in pieces if value)
            return Blank(name, title, told, parts=pieces)
        if bare != gap and offers and all(self._known(value.partition("=")[0]) for value, _ in offers):
            return self._several(name, title, [value for value, _ in offers])
        return Blank(name, title, first(self.form, name), offers, closed)

    def _pieces(self, name: str, gap: str) -> tuple[tuple[str, str, str], ...]:
        """The pieces of a gap that the words name one by one (`parts.<gap>`), with what stands between them."""
        words = self.chat.words
        if not words.has(f"parts.{gap}"):
            return ()
        named = words(f"parts.{gap}")
        glue = "；" if "；" in named else " "
        titles = named.split("；" if glue == "；" else "|")
        return tuple((part := f"{name}{glue}{n}", title, first(self.form, part)) for n, title in enumerate(titles))

    def _several(self, name: str, title: str, offered: list[str]) -> Blank:
        """A gap that takes several of what is offered: names, or names with a number each (`运动=2`)."""
        picked = {clean(one) for one in self.form.get(name, ())}
        words, called = self.chat.words, {value: self._named(value.partition("=")[0]) for value in offered}
        told = words("common.comma").join(
            f"{called[one]} {one.partition('=')[2]}".strip() for one in offered if one in picked
        )
        if not any("=" in value for value in offered):
            return Blank(name, title, told, many=tuple((one, called[one], one in picked) for one in offered))
        rated = {
            called[head]: tuple(
                (one, one.partition("=")[2], one in picked) for one in offered if called[one] == called[head]
            )
            for head in offered
        }
        return Blank(name, title, told, rated=tuple(rated.items()))

    def _known(self, key: str) -> str:
        """The key of a word of the system, or of one of its things; nothing for people's own words, of which others may be written."""
        return next((one for one in (f"things.{key}", f"terms.{key}") if self.chat.words.has(one)), "")

    def _named(self, key: str) -> str:
        return self.drawing.begun(self.chat.words(self._known(key)))

    def sheet(self) -> tuple[Section, Chip] | None:
        draft = self.draft
        if draft.view is None:
            return None
        scene = lay_out(draft.view, draft.actors, (draft.actor,))
        chip = next((one for one in scene.people if one.id == draft.actor and one.sheet), None)
        found = next((one for one in scene.sheets if chip and one.id == chip.sheet), None)
        return (found, chip) if chip and found else None


def _counted(question: str, choices: tuple[Choosing, ...]) -> tuple[Choosing, ...]:
    """Answers of numbers alone get those of a ready answer as what is usual; where the question names their sum, points are shared out."""
    ready = [[int(n) for n in NUMBER.findall(f"{one.text} {one.note}")] for one in choices if not one.blanks]
    said = {int(n) for n in NUMBER.findall(question)}
    found = list[Choosing]()
    for one in choices:
        free = bool(one.blanks) and not any(b.offers or b.many or b.rated for b in one.blanks)
        cells = sum(len(blank.parts) or 1 for blank in one.blanks) if free else 0
        usual = next((n * (cells // len(n)) for n in ready if n and len(n) in (1, cells)), []) if cells > 1 else []
        whole = sum(usual)
        base = next((one for one in (0, *sorted(said)) if usual and whole - cells * one in said), None)
        if base:  # what is put on top of it is asked for
            usual = [n - base for n in usual]
        found.append(msgspec.structs.replace(one, usual=tuple(usual), total=0 if base is None else sum(usual)))
    titles = next((titles for one in found if one.usual and (titles := _cells(one))), ())
    return tuple(_numbered(one, titles) for one in found)


def _cells(one: Choosing) -> tuple[str, ...]:
    """What each number of an answer is called that is written number by number; nothing where that is only its place."""
    titles = [title for blank in one.blanks for _, title, _ in blank.parts or ((blank.name, blank.title, ""),)]
    return () if any(title.isdigit() for title in titles) else tuple(titles)


def _numbered(one: Choosing, titles: Sequence[str]) -> Choosing:
    """A ready answer of numbers alone, each with what it is of."""
    numbers = one.text.replace("，", ",").split(",")
    if one.blanks or len(numbers) != len(titles) or not all(n.strip().isdigit() for n in numbers):
        return one
    said = " · ".join(f"{title} {n.strip()}" for title, n in zip(titles, numbers, strict=True))
    return msgspec.structs.replace(one, text=said)


NUMBER = re.compile(r"\d+")


def _one_open(asked: tuple[Asked, ...]) -> tuple[Asked, ...]:
    """Questions that are asked again and again, numbered; of them the first that nobody has answered is open, and what is wrong."""
    alike = Counter(one.key.rpartition("|")[0] for one in asked if not one.picks)
    turns, opened, found = Counter[str](), set[str](), list[Asked]()
    for one in asked:
        kind = one.key.rpartition("|")[0]
        if alike[kind] < 2:
            found.append(one)
            continue
        turns[kind] += 1
        first_left = not one.own and kind not in opened
        if first_left:
            opened.add(kind)
        shown = first_left or bool(one.problem) or one.needed
        found.append(msgspec.structs.replace(one, turn=turns[kind], open=shown))
    return tuple(found)


def _kind(field: Field, offers: int) -> str:
    """How a field of the deed is asked for (`filling.Widget.kind`)."""
    if field.kind == FLAG:
        return "flag"
    if field.several:
        return "picks" if 0 < offers <= PICKS else "words"
    return "choice" if offers else {REST: "long", WHOLE: "whole"}.get(field.kind, "text")


def _apart(text: str) -> tuple[str, str]:
    """An answer, and after a colon or in brackets what it means."""
    for colon in ("：", ": "):
        head, found, rest = text.partition(colon)
        if found and rest and len(head) <= LONG and "（" not in head and " (" not in head:
            return head, rest
    for opening, closing in (("（", "）"), (" (", ")")):
        head, found, rest = text.partition(opening)
        if found and rest.endswith(closing) and head.strip():
            return head.strip(), rest.removesuffix(closing)
    return text.rstrip("：: "), ""


LONG = 32
"""So long is the name of a step at most; it ends with a whole word."""


def _beginning(text: str) -> str:
    """The first few words of a question."""
    for mark in "。？：；，?:;,（(":
        text = text.partition(mark)[0]
    return text if len(text) <= LONG else text[:LONG].rpartition(" ")[0] or text[:LONG]


# --- requests --------------------------------------------------------------------------------------------------------------


@get("/t/{secret:str}/create", include_in_schema=False)
async def create(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> Response[str]:
    return _drawn(request, await sit(request, house, paces, secret), secret, {})


@post("/t/{secret:str}/create", status_code=200, include_in_schema=False)
async def created(
    request: Asking, house: NamedDependency[House], paces: NamedDependency[Paces], secret: FromPath[str]
) -> Response[str] | Redirect:
    """The draft again with what was filled in; or the character comes to the table."""
    chat = await sit(request, house, paces, secret)
    given = await request.form()
    form = {name: [str(value) for value in given.getall(name)] for name in given}
    if "ready" in form:
        return await _ready_made(request, chat, secret, form)
    if "finish" not in form:
        return _drawn(request, chat, secret, form)
    page = Page(chat, form)
    if not page.ready(page.chapters()):
        return _drawn(request, chat, secret, form)
    answers = {step.key: step.given for step in page.draft.steps}
    try:
        await making.finish(chat.desk, page.args, answers)
    except RuleError as error:
        return _drawn(request, chat, secret, form, problem=Drawing.at(chat).by_hand(chat.words.error(error)))
    return Redirect(f"/t/{secret}", status_code=303)


async def _ready_made(request: Asking, chat: Chat, secret: str, form: Form) -> Response[str] | Redirect:
    """Somebody of the system's own people instead."""
    try:
        await making.adopt(chat.desk, first(form, "ready"), chat.language)
    except RuleError as error:
        return _drawn(request, chat, secret, form, problem=Drawing.at(chat).by_hand(chat.words.error(error)))
    return Redirect(f"/t/{secret}", status_code=303)


def _drawn(request: Asking, chat: Chat, secret: str, form: Form, problem: str = "") -> Response[str]:
    page = Page(chat, form)
    wrong = page.draft.problems.get("")
    told = problem or (page.drawing.by_hand(chat.words.error(wrong)) if wrong and form else "")
    chapters, fields = page.chapters(), page.fields()
    return html(
        request,
        "create.html",
        drawing=page.drawing,
        chat=chat,
        secret=secret,
        fields=fields,
        chapters=chapters,
        groups=page.groups(chapters, who=bool(fields)),
        sheet=page.sheet(),
        problem=told,
        ready=page.ready(chapters),
        asks=page.draft.asks,
        samples=making.people(chat.desk, chat.language),
    )


HANDLERS = (create, created)

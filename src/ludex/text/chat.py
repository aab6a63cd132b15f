"""Chat: one seat's place to type. A line goes in, a reply comes out; what is done is the desk's.

A line with a prefix is a command: the system's own first, then those of every table. One without answers a question, or is talk.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property, partial

from msgspec.structs import replace

from ludex.core.asks import GM
from ludex.core.bounds import whole
from ludex.core.deeds import OWN, REST, TEXT, WORD, Command, Filled, Offer
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.names import narrow
from ludex.core.principals import Who, actors_of, seat_of
from ludex.core.view import Card
from ludex.desk.desk import Desk
from ludex.store.port import Failed
from ludex.table.house import demo_phrases
from ludex.table.questions import Open
from ludex.table.requests import asked_as, once
from ludex.table.seats import Seat, check_acts_for, may_use
from ludex.table.table import Outcome, Table
from ludex.table.writing import Broken
from ludex.text import changing, drawing, lines, telling
from ludex.text.answers import Hearing, alike, gist, named, nearly, offered, place_said, spoken, typed_answer, weighed
from ludex.text.filling import fill
from ludex.text.grammar import (
    LONGEST,
    Line,
    Matched,
    command_line,
    inner_line,
    match,
    pull_actors,
    suggestions,
    tokens,
    without_actor,
)
from ludex.text.lexicon import Common, shared_lexicon
from ludex.text.other_bots import elsewhere, said_here, unglued
from ludex.text.reader.answers import (
    BARE,
    OWN_WORDS,
    STRICT,
    SURE,
    Answered,
    heard_answer,
    near_answers,
    options_meant,
)
from ludex.text.reader.decision import NOTHING, Understood, refused_word, understand
from ludex.text.reader.dryrun import lacking, wordy
from ludex.text.reader.moment import Moment, moment_of
from ludex.text.reader.near import swallows
from ludex.text.reader.phrases import phrased
from ludex.text.reader.prices import LONGEST as LONGEST_READ
from ludex.text.reader.readings import begins_with_longer, is_misplaced, is_whole_word
from ludex.text.refusing import for_others, hinted, mended, refusal
from ludex.text.repeating import for_each, repeated
from ludex.text.reply import Reply, joined
from ludex.text.words import Words

Dice = Sequence[int]

PRONOUNS = ("i",)
"""A command's name with which English sentences begin."""

TABLE = ""
"""Stands for the seat of a short name that everybody at the table has."""

NAMES_NOBODY = (
    *("unknown_actor", "unknown_character", "unknown_fighter", "unknown_holder", "unknown_id", "unknown_target"),
    *("bad_command", "not_among", "no_target", "bad_number", "missing_argument"),
)
"""Refusals of a line in the command's own form for which no other deed is looked: a name that nobody is known by is told as that."""

PLAIN = 0.35
"""What another word for a name may cost in such a line."""

_FIRST = re.compile(r"\w+")
"""The first word of a line."""

_COUNTS = re.compile(r"[\d零一二两三四五六七八九十百]")
MISPLACED = ("missing_argument", "bad_number")
"""Of these, refusals of a line whose words may only stand otherwise than the command's own form has them."""

NOT_MEANT = ("gm_only", "dice_syntax", "attribute_not_found", "unknown_deck")
"""Refusals of a command of every table under which something of the rulebook may be meant by its name: `.话术 14`, `.roll athletics 15`."""

ANSWERING = ("选", "choose", "answer")
"""The command with which a question is answered in so many words."""

HELP, HELPED = ("help", "帮助", "--help", "-h"), ("log", "help")
"""Words behind a command with which every bot is asked how it is written, and the commands that answer them themselves."""

SHOWS_IT = ("several_questions", "dead_link", "line_too_long", "broken_text")
"""Refusals under which the open question is not told once more."""


def _picked(offered: Sequence[str], said: str) -> str:
    """The line that a number picks among those that may have been meant."""
    number = whole(said.strip()) or 0
    return offered[number - 1] if 0 < number <= len(offered) else ""


def _no_name(error: RuleError) -> bool:
    """Whether what nobody is called by is no name at all, but a number or a square."""
    said = (str(error.facts[key]) for key in ("id", "actor", "target", "value") if error.facts.get(key))
    return any(one[0].isdecimal() and not any(letter.isalpha() for letter in one) for one in said)


class Chat:
    """One seat at one table, in one language. `reads_log`: what stands in the log is read there, and is not said again; `shows`: which open
    questions of hers may stand under a refusal, where others read it too."""

    def __init__(
        self,
        table: Table,
        seat: str | Seat,
        language: str = "zh",
        *,
        reads_log: bool = False,
        shows: Callable[[Open], bool] = lambda _one: True,
    ) -> None:
        self.desk = Desk(table, seat, language)
        self.desk.ships = lambda key: self.words.thing(key)
        self.language = language
        self.request, self.asked, self.reads_log, self.shows = "", b"", reads_log, shows
        self._words_now = Words(language, table.system.package)
        self._words_for: tuple[str, dict[str, str]] = (language, {})

    @property
    def table(self) -> Table:
        return self.desk.table

    @property
    def seat(self) -> Seat:
        return self.desk.seat

    @property
    def words(self) -> Words:
        """The words of this table in this language; made anew when the table or the language changes its wording."""
        phrases = self.table.memory.settings.phrases
        if self._words_for != (self.language, phrases):
            self._words_now = Words(self.language, self.table.system.package, phrases)
            self._words_for = (self.language, phrases)
        return self._words_now

    async def line(self, typed: str, request: str = "") -> Reply:
        """Take one line. A refusal comes back as words and changes nothing. A `request` is done once, however often it comes."""
        try:
            return await self.once(request, lambda: self.take(typed))
        except RuleError as error:
            return Reply("\n".join((self.refusal(error, typed), *self._asked_again(error))), code=error.code)
        except SystemFailed as error:
            return Reply(self.words.error(error.refusal()), code=error.code)
        except Broken:
            return Reply(self.words("errors.store_failed"), code="store_failed")
        except Failed:
            return Reply(self.words("errors.store_unreadable"), code="store_unreadable")

    def _asked_again(self, error: RuleError) -> list[str]:
        """The question that still waits for this seat, under a refusal that does not show it: of several the one that it names, else the first."""
        shown = error.code in SHOWS_IT or "options" in error.facts
        asked = [] if shown else [one for one in self.desk.questions() if self.shows(one)]
        named = [one for one in asked if self.desk.act_number(one.act.number) == error.facts.get("act")]
        asked = (named or asked)[:1]
        return [drawing.question_text(self.words, one.question, asked=self.name_of(one.question.who)) for one in asked]

    async def once(self, request: str, run: Callable[[], Awaitable[Reply]], what: bytes = b"") -> Reply:
        """Do something for a request; what was done for it before is told again instead. `what` was asked for, if somebody says so."""
        with asked_as(request, what):
            return await once(self.table, self.seat, run, self.again)

    async def again(self, n: int) -> Reply:
        """What an entry told when it was made; a refusal after its dice is one again."""
        outcome = await self.table.outcome(n)
        if outcome is None:
            return Reply("", self.desk.number(n), private=False)
        if outcome.entry.refused:
            raise RuleError(outcome.entry.refused)
        return await self.told(outcome)

    async def take(self, typed: str) -> Reply:
        offered = self.table.meant.pop(self.desk.seat_id, ())
        line = command_line(typed, self.table.system.prefixes)
        if picked := _picked(offered, line.narrow if line else narrow(typed)):
            return await self.take(picked)
        if line is None:
            return await self._words_said(typed)
        if line.narrow.split(" ")[0].removeprefix("#").isdecimal():
            return await self.answer_with(line.typed)
        return await self._read(unglued(self._unaliased(line)), typed)

    async def take_inner(self, typed: str) -> Reply:
        return await self._read(self.inner(typed), typed)

    async def _read(self, line: Line, typed: str) -> Reply:
        """A line behind its prefix: an answer to what is asked, a sentence that means a line, the strict grammar, and then the reader."""
        found = match(line, self.lexicon)
        moment = moment_of(self)
        by_name = found is not None and found.name in ANSWERING
        if self.desk.questions() and not by_name and (answered := await self._heard(line.typed, found)):
            return answered
        explicit = found is not None and line.narrow[len(found.name) : len(found.name) + 1].isspace()
        explicit = explicit and not (found is not None and found.rest and found.name in PRONOUNS)
        if not explicit and (meant := phrased(self, moment, line.typed, longer_than=self._named_by(found))):
            return await self._strictly(self.inner(meant), meant)
        if found is None:
            other = elsewhere(line)
            if other.isascii() and other and not is_whole_word(moment.head_indexes, other):
                self.find(line)  # another bot's command, answered with what it is here
            if check := self._check_of(line):
                return await self._strictly(self.inner(check), check)
            return await self._understood(line, None)
        owner = self.lexicon[found.name]
        if explicit and found.rest.strip().lower() in HELP and owner.key not in HELPED:
            return await self._strictly(self.inner(f"help {found.name}"), f".help {found.name}")
        if means := self._means_otherwise(moment, owner, line, found, explicit=explicit):
            return await self._carried_out(means, None, line)
        before = self.table.memory.n
        try:
            return await self._strictly(line, typed, found)
        except RuleError as error:
            if self.table.memory.n != before:  # a part of it was done: the line is taken back as a whole
                raise
            return await self._after_refusal(moment, owner, line, found, error, explicit=explicit)

    def _means_otherwise(
        self, moment: Moment, owner: Command | Common, line: Line, found: Matched, *, explicit: bool
    ) -> Understood | None:
        """What a line means beyond doubt that begins with a command's name and is not the command; None where it is to be tried as that."""
        if begins_with_longer(moment, line.typed, found.name) and (understood := understand(self, line.typed)).line:
            return understood
        if isinstance(owner, Command) and swallows(self, owner, found.rest, glued=not explicit):
            understood = understand(self, line.typed, owner=owner.key if len(found.name) > 1 else "")
            if understood.choices or (understood.line and not (understood.reading and understood.reading.missing)):
                return understood
        if isinstance(owner, Common) and found.rest and not explicit and self._means_more(moment, found):
            understood = understand(self, line.typed)  # .退回安全区
            if understood.reading is not None:
                return understood
        return None

    async def _after_refusal(
        self, moment: Moment, owner: Command | Common, line: Line, found: Matched, error: RuleError, *, explicit: bool
    ) -> Reply:
        """What a line means that its command refused, where it may mean something else; else the refusal itself."""
        glued = not explicit and bool(found.rest)  # a name alone is that command's
        unmeant = (
            error.code in (*NOT_MEANT, self.table.system.nobody)
            if isinstance(owner, Common)
            else self._lacks_of_gm(owner, error) or (error.code == "gm_only" and (glued or found.name.isascii()))
        )  # .heal 洛卡 of a player is her spell, .用 记者证 撬门 no choice of who acts
        tool = isinstance(owner, Common) and self._means_more(moment, found)
        others = unmeant and (tool or glued or is_whole_word(moment.own_words, found.name))
        if explicit and not others and (isinstance(owner, Common) or self._names_nobody(owner, error, line)):
            plain = self._as_sentence(moment, owner, line, error) or self._plainly(owner, line, error)
            if plain is None:
                raise error
            return await self._carried_out(plain, error, line)
        if error.code == "still_open" and (answered := await self._heard(line.typed, None)):
            return answered  # .结束 where the end of the turn is asked about
        its_own = isinstance(owner, Command) and len(found.name) > 1 and may_use(self.seat, owner.who)
        key = owner.key if isinstance(owner, Command) and its_own else ""
        if wordy(error) or others:
            return await self._understood(line, error, key)
        understood = understand(self, line.typed, owner=key, error=error) if lacking(error) else NOTHING
        if not understood.gap and not (understood.reading and understood.reading.actor):
            raise error
        return await self._carried_out(understood, error)

    def _means_more(self, moment: Moment, found: Matched) -> bool:
        """Whether a command of every table is called like a deed's own word, like the word before a thing that is used (用短矛刺), or as what
        means a deed begins."""
        tool = found.name in moment.words.tools and not is_whole_word((moment.people,), found.rest.strip())
        first = _FIRST.match(f"{found.name}{found.rest}")
        longer = first is not None and is_whole_word(moment.head_indexes, first[0])  # 教育 is not 教
        return tool or longer or is_whole_word((moment.verbs,), found.name)

    async def heard_with(self, line: Line, faces: Dice) -> Reply | None:
        """The reply to a line that answers an open question of this seat by its words, with the dice that are typed for it."""
        if not self.desk.questions() or match(line, self.lexicon) is not None:
            return None
        answered = heard_answer(self, moment_of(self), line.typed)
        if answered is None:
            return None
        return await self.answer(answered.asked, self.meaning(answered.asked, answered.answer), faces=faces)

    def _lacks_of_gm(self, owner: Command, error: RuleError) -> bool:
        """Whether a player's line in the form of a deed that is the GM's word lacks something of it."""
        return error.code == "missing_argument" and not self.seat.gm and owner.owner != OWN

    def _names_nobody(self, owner: Command, error: RuleError, line: Line) -> bool:
        """Whether a line in the command's own form is refused for a name that nobody is known by, nor anything else that the command takes."""
        if error.code not in (self.table.system.nobody, *NAMES_NOBODY) or _no_name(error):
            return False
        said = refused_word(error, line.typed)
        refused_by = str(error.facts.get("arg", ""))
        whole = error.code == "bad_command"  # what was refused is the whole line
        return whole or not said or not is_misplaced(moment_of(self), owner, said, refused_by)

    def _check_of(self, line: Line) -> str:
        """A player's check that is named by what it takes alone, with the deed in her own words (`.敏捷 躲落石`), as a line; else nothing."""
        check = self.desk.commands.get(self.table.system.check)
        said, _, task = line.typed.partition(" ")
        if check is None or self.seat.gm or not check.args or any(field.needed for field in check.args[1:]):
            return ""
        words = check.args[0].terms
        plain = task.strip() and not any(letter.isdecimal() or letter in "=@" for letter in narrow(task))
        return f".{self.called(check)} {line.typed}" if words is not None and words.holds(said) and plain else ""

    def _as_sentence(self, moment: Moment, owner: Command | Common, line: Line, error: RuleError) -> Understood | None:
        """A line in the command's own form that is one of its sentences (`.开战 甲、乙对丙`), or of any, where another bot's word begins it (`who is where`)."""
        meant = phrased(self, moment, line.typed)
        found = match(self.inner(meant), self.lexicon) if meant else None
        same = found is not None and self.lexicon[found.name] is owner
        return Understood(meant) if meant and (same or error.code == "elsewhere") else None

    def _plainly(self, owner: Command | Common, line: Line, error: RuleError) -> Understood | None:
        """What a line in the command's own form means beyond doubt though a name in it is another word for one (药水, 兽人二), or its
        words stand in other places or in one (`.闪避 敏捷40`); else None."""
        if isinstance(owner, Common):
            return None
        if error.code in MISPLACED and not _COUNTS.search(line.narrow):
            return None
        meant = understand(self, line.typed, owner=owner.key, error=error, phrases=False)
        near = meant.cost <= PLAIN or (error.code in MISPLACED and (meant.gap or meant.reading is not None))
        return meant if meant.deed == owner.key and near else None

    def _named_by(self, found: Matched | None) -> int:
        """How many letters of a line are a command's name; of one that says nothing of what it must, one fewer: it may be a sentence (`.线索`)."""
        command = self.lexicon[found.name] if found else None
        lacks = isinstance(command, Command) and any(field.needed for field in command.args)
        return len(found.name) - (lacks and not found.rest) if found else 0

    async def _heard(self, said: str, found: Matched | None) -> Reply | None:
        """The reply to a line that answers an open question of this seat."""
        unclear: RuleError | None = None
        try:
            if found is None and (reply := await self._answered(said, nearly)):
                return reply
        except RuleError as error:
            unclear = error
            if error.code != "bad_choice":
                raise
        sure = SURE if found is None else STRICT if found.rest else OWN_WORDS
        near = near_answers(self, moment_of(self), said, sure=sure)
        if len(near) == 1:
            return await self.answer(near[0].asked, self.meaning(near[0].asked, near[0].answer))
        if found is None and 1 < len(near) == len({one.asked.act.number for one in near}):
            raise self._several([one.asked for one in near], said)
        if found is None and (which := self._which_answer(said, near, unclear.code if unclear else "unclear")):
            return which
        if unclear is not None:
            raise unclear
        return None

    def _which_answer(self, said: str, near: Sequence[Answered], code: str = "unclear") -> Reply | None:
        """The question which of several options a word means that is an answer to each of them; each by its own number."""
        meant = options_meant(near, said)
        lines = [f"{n}. {drawing.option_text(self.words, option)}" for n, option in meant.items()]
        return Reply("\n".join((self.words("told.which_value"), *lines)), code=code) if lines else None

    async def _strictly(self, line: Line, typed: str, found: Matched | None = None) -> Reply:
        command, found = (self.lexicon[found.name], found) if found else self.find(line)
        if isinstance(command, Common):
            if not may_use(self.seat, command.who):
                raise RuleError("gm_only" if self.seat.role == "player" else "observers_watch")
            return await command.run(self, found.rest)
        return await repeated(self, command, found.rest, typed)

    async def _understood(self, line: Line, error: RuleError | None, owner: str = "") -> Reply:
        """A line that the strict grammar does not take, as the reader understands it."""
        return await self._carried_out(understand(self, line.typed, owner=owner, error=error), error, line)

    async def _carried_out(self, understood: Understood, error: RuleError | None, line: Line | None = None) -> Reply:
        if understood.line:
            try:
                return await self._strictly(self.inner(understood.line), understood.line)
            except RuleError as other:
                if line is not None and understood.reading is not None and lacking(other):
                    wider = understand(self, line.typed, owner=understood.reading.command.key, error=other)
                    if wider.gap:
                        return self._which(wider, other, line.typed)
                unread = wordy(other) or lacking(other) or other.code.startswith("bad_")
                raise error if error is not None and unread else other from None
        if understood.choices:
            return self._which(understood, error, line.typed if line else "")
        if line is not None and len(line.typed) <= LONGEST_READ:
            self.table.misheard.append((self.seat.name, line.typed))
        if error is not None:
            raise error
        self.find(line or self.inner(""))  # refuses, naming what is near
        raise RuleError("no_such_command", text="")

    def _which(self, understood: Understood, error: RuleError | None, typed: str) -> Reply:
        """The question which line was meant: it belongs to this seat and stands in no log."""
        self.table.meant[self.desk.seat_id] = understood.choices
        said = [self.refusal(error, typed)] if error is not None else []
        asked = self.words("told.which_value" if understood.gap else "told.which_line")
        told = [*said, asked, *(f"{n}. {one}" for n, one in enumerate(understood.choices, 1))]
        return Reply("\n".join(told), code=error.code if error else "unclear", choices=understood.choices)

    def _unaliased(self, line: Line) -> Line:
        """A line that begins with a short name of this seat's own (`.劈`, `.& 劈`), as the line that it stands for; what follows it is kept."""
        aliases = self.table.memory.settings.aliases
        own = {**aliases.get(TABLE, {}), **aliases.get(self.desk.seat_id, {})}
        found = match(self.inner(line.typed.lstrip("&＆").lstrip()), own) if own else None
        return line if found is None else self.inner(f"{own[found.name]} {found.rest}".strip())

    def refusal(self, error: RuleError, typed: str = "") -> str:
        return refusal(self, error, typed)

    async def _words_said(self, typed: str) -> Reply:
        """A line without a prefix: an answer's word, or talk."""
        if not (said := typed.strip()):
            raise RuleError("empty_line")
        if answered := await self._answered(said, spoken):
            return answered
        number = place_said(said) if len(self.desk.questions()) == 1 else 0
        if 0 < number <= len(self.desk.questions()[0].question.options if number else ()):
            return await self.answer_with(str(number))
        if self.desk.questions():
            near = near_answers(self, moment_of(self), said)
            if (heard := self._heard_bare(said, near)) is not None:
                return await self.answer(heard.asked, self.meaning(heard.asked, heard.answer))
            if which := self._which_answer(said, near):
                return which
        return Reply("", await self.desk.say(said), private=False)

    def _heard_bare(self, said: str, near: Sequence[Answered]) -> Answered | None:
        """The answer that a line without a prefix gives, of those that are `near`; before what fills an option its number may stand."""
        number, _, rest = narrow(said).partition(" ")
        place, asked = whole(number) or 0, self.desk.questions()
        if not rest or len(asked) != 1 or not 0 < place <= len(asked[0].question.options):
            return near[0] if len(near) == 1 and near[0].cost <= BARE else None
        heard = heard_answer(self, moment_of(self), rest.strip(), sure=BARE)
        meant = asked[0].question.options[place - 1].answer.partition(":")[0]
        return heard if heard is not None and heard.answer.partition(":")[0] == meant else None

    async def _answered(self, said: str, read: Hearing) -> Reply | None:
        """The reply to an answer given by its word, as it is `read`; None where it is no question's."""
        asked = self.desk.questions()
        parts = [token.text for token in tokens(said, self._names())] if asked else []
        found = [(one, text) for one in asked if (text := read(self.words, list(one.question.options), said, parts))]
        if len(found) > 1 and weighed(found[0][0].question):
            raise self._several([one for one, _ in found], said)
        return await self.answer(found[0][0], self.meaning(*found[0])) if found else None

    # --- commands ------------------------------------------------------------------------------------------------

    def commands(self) -> tuple[Command | Common, ...]:
        return tuple({id(command): command for command in self.lexicon.values()}.values())

    @cached_property
    def lexicon(self) -> Mapping[str, Command | Common]:
        """Every command by each of its names in lower case."""
        from ludex.text.commands.index import COMMON  # the common commands are written in terms of a chat

        return shared_lexicon(self.table.system.commands, COMMON, self.table.system.makes)

    def inner(self, typed: str) -> Line:
        return inner_line(typed, self.table.system.prefixes)

    def find(self, line: Line) -> tuple[Command | Common, Matched]:
        """The command that a line names; the system's wins where both have the name."""
        names = self.lexicon
        found = match(line, names)
        if found is None:
            if (other := elsewhere(line)) and self.words.has(said_here(other)):
                raise RuleError("elsewhere", text=other, here=self.words(said_here(other)))
            typed = line.typed.split(maxsplit=1)[0][:30] if line.typed.split() else ""
            near = [f".{n}" for n in suggestions(line, list(names))]
            raise RuleError("unknown_command" if near else "no_such_command", text=typed, near=near)
        return names[found.name], found

    def filled(self, command: Command, rest: str) -> Filled:
        """What was typed behind a command's name as a filled deed; a refusal also says how the command is written."""
        if not may_use(self.seat, command.who):
            raise RuleError("gm_only" if self.seat.role == "player" else "observers_watch")
        filled, actors = self.read(command, rest)
        if command.together and actors and (len(actors) > 1 or self.desk.is_group(actors[0])):
            people = self._together(command, actors, filled)
            return replace(filled, actor="", args={**filled.args, command.together: people})
        if len(actors) > 1:
            raise RuleError("which_actor", actor=" ".join(actors), actors=actors)
        return filled

    def _together(self, command: Command, actors: Sequence[str], filled: Filled) -> list[str] | str:
        """Everybody named, for a command that is about all of them at once; one that reads names itself gets them as they were said."""
        field, said = command.field(command.together), filled.args.get(command.together)
        if field is not None and field.kind == REST:
            return ",".join((*actors, said) if isinstance(said, str) else actors)
        if field is not None and field.kind == TEXT:
            return [*actors, *(said if isinstance(said, list) else ())]
        return list(dict.fromkeys(one for name in actors for one in self.desk.group(name)))

    def filled_for_all(self, command: Command, rest: str) -> list[Filled]:
        """The same for everybody who is named: several names, a side, all."""
        filled, actors = self.read(command, rest)
        people = dict.fromkeys(one for name in actors for one in self.desk.group(name, command.everybody))
        return [replace(filled, actor=one) for one in people] or lines.each_in_place(
            self.desk, command, filled, self._names()
        )

    def read(self, command: Command, rest: str) -> tuple[Filled, list[str]]:
        """What a line fills in for a command, and for whom."""
        said = tokens(rest, self._known(command))
        actors, found = pull_actors(said)
        rest, found = without_actor(rest, said), lines.in_a_row(self.desk, command, lines.sums_joined(command, found))
        found = lines.titled(self.words, command, found)
        try:
            args = fill(rest, found, command.args, self._names())
            if actors and (whom := lines.aimed(self.desk, command, args)):
                others = [field for field in command.args if field is not whom]
                meant = actors if whom.several else ",".join(actors) if command.many else actors[0]
                args = {**fill(rest, found, others, self._names()), whom.name: meant}
                actors = [] if whom.several or command.many else actors[1:]
            args = lines.unfolded(self.desk, command, lines.in_order(self.desk, command, args))
        except RuleError as error:
            raise hinted(self, command, error) from None
        return Filled(command.key, args, actors[0] if actors else "", rest.strip()), actors

    def _known(self, command: Command) -> list[str]:
        """The names that a line of this command may hold: whom this seat knows of, and what its fields offer."""
        return [*self._names(), *lines.known_words(self.desk, command)]

    def _names(self) -> list[str]:
        actors = self.desk.actors()
        return [*actors, *actors.values()]

    async def deed(self, command: Command, rest: str, typed: str, *, faces: Dice = (), secret: bool = False) -> Reply:
        """Do what a line says, for one or for everybody named."""
        before, line = self.seat.controls, typed.strip()[:LONGEST]
        several = self.filled_for_all(command, rest) if command.many else [self.filled(command, rest)]
        asks = command.called or command.key == self.table.system.check
        others = {filled.actor for filled in several} - {"", *self.seat.controls}
        if asks and not self.seat.gm and len(several) > 1 and others:
            raise RuleError("gm_only")  # to call everybody to a check is the GM's
        calls = self.seat.gm and not secret and asks
        if calls and (self.table.system.together or len(several) > 1) and all(filled.actor for filled in several):
            return self._with_newcomers(await self.called_for(several, line, faces=faces), before)
        called = partial(self.desk.call, line=line, typed=faces) if calls else None
        done = partial(self.done, line=line, faces=faces, secret=secret)
        return self._with_newcomers(await for_each(self, several, done, called), before)

    async def called_for(self, deeds: Sequence[Filled], line: str, *, faces: Dice = (), secret: bool = False) -> Reply:
        """The GM calls for a check: the players throw, anybody else's dice fall at once."""
        try:
            done = await self.desk.call(deeds, line=line, typed=faces, secret=secret)
        except RuleError as error:
            raise mended(self, self.desk.command(deeds[0].deed), error) from None
        return joined([await self.replied(one) for one in done])

    async def do(self, filled: Filled, *, line: str = "", faces: Dice = (), secret: bool = False) -> Reply:
        """Do a filled deed and tell what came of it."""
        return await self.replied(await self.done(filled, line=line, faces=faces, secret=secret))

    async def done(
        self, filled: Filled, *, line: str = "", faces: Dice = (), secret: bool = False, root: int = 0
    ) -> Outcome | Card:
        """Do a filled deed; a refusal says what a person needs to mend it."""
        try:
            return await self.desk.do(filled, line=line, typed=faces, secret=secret, root=root)
        except RuleError as error:
            raise mended(self, self.desk.command(filled.deed), error) from None

    async def replied(self, done: Outcome | Card) -> Reply:
        """What was done or is only shown, as this seat may read it."""
        return self.shown(done) if isinstance(done, Card) else await self.told(done)

    def shown(self, card: Card) -> Reply:
        return Reply(drawing.card_text(self.words, card), card=card)

    def called(self, command: Command | Common) -> str:
        return command.key if self.language == "en" else command.names[0]

    def written(self, deed: Offer) -> str:
        """A deed as the line that does it, gaps and all, in this chat's language."""
        return lines.write(self.desk, self.words, deed)

    def example(self, command: Command | Common) -> str:
        """A command's example, about the people and things of the demo in this chat's language."""
        if self.language != "en":
            return command.example
        return lines.reworded_example(command, demo_phrases(self.table.system.package, self.language), self.lexicon)

    def _with_newcomers(self, told: Reply, before: tuple[str, ...]) -> Reply:
        """Say whom plain commands are still about when a second character has come under this seat's hand."""
        own = self.desk.own()
        fresh = [a for a in self.seat.controls if a not in before and a != own]
        if not fresh or not own:
            return told
        hint = self.words("told.still", who=self.called_actor(own), other=self.called_actor(fresh[0]))
        return replace(told, text=f"{told.text}\n{hint}")

    # --- questions -----------------------------------------------------------------------------------------------

    async def answer(self, asked: Open, answer: str, *, faces: Dice = ()) -> Reply:
        return await self.told(await self.answered(asked, answer, faces=faces))

    async def answered(self, asked: Open, answer: str, *, faces: Dice = ()) -> Outcome:
        """Answer a question. Where the rules refuse, the way out is told too: giving the act up."""
        act = asked.act
        try:
            return await self.desk.answer(act.number, answer, typed=faces)
        except RuleError as error:
            facts = dict(error.facts) | offered(self.words, asked, error)
            if error.code == "not_your_question":
                facts["who"] = self.name_of(asked.question.who)
            if error.clause and act.number in self.table.memory.parked and (self.seat.gm or act.seat == self.seat.id):
                facts["hint"] = self.words("told.may_cancel", n=self.desk.act_number(act.number))
            raise RuleError(error.code, clause=error.clause, **facts) from None

    async def answer_with(self, typed: str, *, faces: Dice = ()) -> Reply:
        """Answer by number (`2`, `2 filled in`), or by the answer's own text; `#17` in front says which question is meant."""
        said = tokens(typed, self._names())
        first = narrow(said[0].text) if len(said) > 1 else ""
        number = whole(first[1:]) if first.startswith("#") else None
        if number is not None:
            if not (self.desk.waits() or self.desk.questions()):  # what waits unseen is nothing
                raise RuleError("no_question_for_you")
            asked, said = self.of_act(self.desk.act(number)), said[1:]
        else:
            asked = self._meant(" ".join(token.text for token in said))
        answer = typed_answer(self.words, asked.question, typed, said)
        return await self.answer(asked, self.meaning(asked, answer), faces=faces)

    def meaning(self, asked: Open, answer: str) -> str:
        """An answer as the rules take it: what a proposal is changed to is read like a line."""
        return changing.meaning(self, asked, answer)

    def of_act(self, number: int) -> Open:
        act = self.table.parked(number)
        own = (one for one in self.desk.questions() if one.act.number == act.number)
        return next(own, Open(act, act.question))

    def _meant(self, said: str) -> Open:
        """The question that an answer without a number is for: the only one, the only one that has this answer, of equals the oldest."""
        mine = self.desk.questions()
        if not mine:
            raise RuleError("no_question_for_you", **for_others(self, said))
        fits = [one for one in mine if named(self.words, list(one.question.options), said)]
        if len(mine) > 1 and len(fits) != 1 and not alike(self.words, mine, said):
            raise self._several(mine, said)
        return fits[0] if fits else mine[0]

    def _several(self, mine: Sequence[Open], said: str) -> RuleError:
        """Which questions an answer may be for, what they are about where one person is asked them all, and how one is named."""
        apart = len({one.question.who for one in mine}) == len(mine)
        called = [self.name_of(one.question.who) if apart else gist(self.words, one.question) for one in mine]
        numbers = [f"#{self.desk.act_number(one.act.number)}" for one in mine]
        asked = [f"{number} {name}" for number, name in zip(numbers, called, strict=True)]
        return RuleError("several_questions", open=asked, example=f".{numbers[-1]} {said or 1}")

    async def told(self, outcome: Outcome) -> Reply:
        """An outcome as this seat may read it, with the questions it waits for."""
        return await telling.told(self, outcome)

    async def question(self, asked: Open) -> str:
        """An open question as text, with odds for the seat that has to answer; they are worked out beside the other tables' play."""
        act, question = asked.act, asked.question
        if question.who == GM and not self.seat.gm and self.table.system.gm_reads_alone:
            return self.words("chat.question", who=self.words("roles.gm"), what=self.words("chat.for_the_gm"))
        mine = self.desk.questions()
        own = any((one.act.number, one.question.who) == (act.number, question.who) for one in mine)
        proposed = act.seat == self.seat.id and question.about.startswith(WORD)  # this seat's own line, put to the GM
        theirs = self.table.memory.settings.numbers != "open" or act.sealed
        if theirs and not (own or proposed or self.seat.gm):
            return self.words("log.waits", who=self.name_of(question.who))  # what is asked may hold numbers of theirs
        odds = await self.desk.answer_odds(act, question) if own or self.seat.gm else None
        numbered = (own and len(mine) > 1) or (not own and self.seat.gm)
        number = self.desk.act_number(act.number) if numbered else 0
        return drawing.question_text(self.words, question, asked=self.name_of(question.who), odds=odds, number=number)

    def name_of(self, who: Who) -> str:
        if who == GM:
            return self.words("roles.gm")
        if name := seat_of(who):
            return self.table.seat_name(name)
        return self.words("common.comma").join(self.called_actor(one) for one in actors_of(who))

    def called_actor(self, actor: str) -> str:
        somebody = self.words("roles.somebody") if actor in self.table.actors() else actor
        return self.desk.actors().get(actor) or somebody

    def check_acts_for(self, actor: str) -> None:
        """Refuse acting for somebody else's character, naming the own ones."""
        try:
            check_acts_for(self.seat, actor)
        except RuleError as error:
            own = [self.called_actor(a) for a in self.seat.controls]
            raise RuleError(error.code, actor=self.called_actor(actor), controls=own) from None

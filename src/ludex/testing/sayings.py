"""Sayings: what people really type, as a test. What somebody says at a table must do what the line in the command's own words does.

A page of sayings (`*.sayings.md`) has headings, each with a `ludex` block that says how the table stands (as in `scenes`) and rows: the
seat, what it says, what is meant. Every row is said at that table as it stands, none after another. docs/reference/sayings.md has the form.
"""

import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import msgspec

from ludex.core.deeds import REST, TEXT, Filled
from ludex.core.driving import Choice
from ludex.core.plain import Written
from ludex.dice import parse
from ludex.table.entries import Acted, AnyEntry, kind_of, read_entry
from ludex.testing.scenes import Scene, Stage, folded, scene_in
from ludex.text.chat import Chat
from ludex.text.reader.moment import in_the_other_language
from ludex.text.reader.words import bare
from ludex.text.reply import Reply

Verdict = Literal["right", "asked", "dead", "wrong"]
VERDICTS: tuple[Verdict, ...] = ("right", "asked", "dead", "wrong")

TALK, ASKED, ANSWER, REFUSED = "–", "?", "=", "!"
"""How what is meant begins where it is no line: talk, a question back, an answer, a refusal."""

UNCOMPARED = (
    "kind",
    "at",
    "salt",
    "past",
    "link",
    "request",
    "format",
    "seal",
    "seed",
    "act",
    "parent",
    "root",
    "cause",
)
"""What two entries of the same deed need not have alike."""

_HEAD = re.compile(r"^## +([\w.-]+)\s*$", re.M)
_ROW = re.compile(r"^\|([^|\n]+)\|(.*)\|([^|\n]*)\|[ \t]*$", re.M)
_OR = re.compile(r"\s*‖\s*")


class Saying(msgspec.Struct, frozen=True):
    """One row: who says what, and what is meant."""

    id: str
    seat: str
    said: str
    means: str


class Page(msgspec.Struct, frozen=True):
    """A heading: how the table stands, and what is said at it."""

    scene: Scene
    rows: tuple[Saying, ...]


class Judged(msgspec.Struct, frozen=True):
    """How a row went; `got` is what came of it, in words."""

    id: str
    system: str
    seat: str
    said: str
    expected: str
    verdict: Verdict
    got: str


class Deed(msgspec.Struct, frozen=True):
    """What an entry did, as far as two lines are compared; `free` are the words in it that people put as they like."""

    what: Written
    free: frozenset[str] = frozenset()


class Came(msgspec.Struct, frozen=True):
    """What a line led to: the reply, what was done, and who is asked what afterwards."""

    reply: Reply
    done: tuple[Deed, ...]
    waits: tuple[tuple[str, str], ...]

    @property
    def silent(self) -> bool:
        """Whether nothing was done and nothing answered: the words were talk."""
        return not self.reply.text.strip() and not self.reply.code and not self.deeds

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """What was done, without mere talk."""
        return tuple(deed for deed in self.done if not (isinstance(deed.what, list) and deed.what[0] == "said"))


def sayings_of(path: Path) -> list[Page]:
    """The pages of a file; what it is called says the system (`common`: at a table of boon)."""
    text = path.read_text("utf-8")
    name = path.name.partition(".")[0]
    heads = list(_HEAD.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    parts = ((head[1], text[head.start() : end]) for head, end in zip(heads, ends, strict=True))
    return [_page("boon" if name == "common" else name, head, path.name, part) for head, part in parts]


def _page(system: str, head: str, page: str, text: str) -> Page:
    found = [[cell.strip() for cell in row.groups()] for row in _ROW.finditer(text)]
    rows = [row for row in found if row[0] != "seat" and set(row[0]) - set("-: ")]
    said = tuple(Saying(f"{head}-{n}", *row) for n, row in enumerate(rows, 1))
    return Page(scene_in(head, system, "zh", page, text), said)


async def judge(page: Page) -> list[Judged]:
    """Say every row of a page at its table."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(page.scene, Path(folder) / "ludex.db")
        try:
            await stage.play()
        finally:
            await stage.house.close()
        return [await _judge(stage, row) for row in page.rows]


async def _judge(stage: Stage, row: Saying) -> Judged:
    came = await _say(stage, row.seat, row.said)
    verdict = await _verdict(stage, row, came)
    return Judged(row.id, stage.scene.system, row.seat, row.said, row.means, verdict, _told(came))


async def _verdict(stage: Stage, row: Saying, came: Came) -> Verdict:
    mark, words = row.means[:1], row.means[1:].strip()
    if mark == TALK:
        return "right" if came.silent else "wrong" if came.deeds else "dead"
    if mark == REFUSED:
        refused = bool(came.reply.code) and not came.done and folded(words) in folded(came.reply.text)
        return "right" if refused else "wrong" if came.deeds else "dead"
    offered = [await _say(stage, row.seat, line) for line in came.reply.choices]
    if mark == ASKED:
        meant = [await _say(stage, row.seat, line) for line in _OR.split(words)]
        matched = len(offered) == len(meant) and all(any(_alike(one, other) for other in offered) for one in meant)
        return "wrong" if came.deeds else "right" if matched else "dead"
    meant_line = await _say(stage, row.seat, f".选 {words}" if mark == ANSWER else row.means)
    if _alike(meant_line, came):
        return "right"
    if came.deeds:
        return "wrong"
    return "asked" if any(_alike(meant_line, one) for one in offered) else "dead"


@asynccontextmanager
async def _copy(stage: Stage) -> AsyncIterator[Stage]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ludex.db"
        shutil.copy(stage.path, path)
        again = Stage(stage.scene, path)
        try:
            again.table = await again.house.open(stage.table.id)
            yield again
        finally:
            await again.house.close()


async def _say(stage: Stage, seat: str, line: str) -> Came:
    """What a line leads to at the table as it stands."""
    async with _copy(stage) as there:
        chat, before = there.chat(seat), there.table.memory.n
        reply = await chat.line(line)
        stored = await there.house.store.read(there.table.id, after=before)
        asked = (question for act in there.table.memory.parked.values() for question in act.questions)
        waits = tuple(sorted((str(question.who), question.what.key) for question in asked))
        return Came(reply, tuple(_deed(chat, read_entry(one.body)) for one in stored), waits)


def _deed(chat: Chat, entry: AnyEntry) -> Deed:
    """An entry as far as it is compared: what was called with what, what was answered; not what was rolled or told."""
    if not isinstance(entry, Acted):
        plain = {key: value for key, value in msgspec.to_builtins(entry).items() if key not in UNCOMPARED}
        return Deed([kind_of(entry), plain], frozenset(str(plain[key]) for key in ("text", "title") if plain.get(key)))
    answers = [[one.what, one.answer] for one in entry.answers if isinstance(one, Choice)]
    if entry.asked is None:
        return Deed(["answered", answers])
    asked = entry.asked
    kinds = getattr(asked.prelude, "kinds", None)
    given = msgspec.json.decode(asked.given)
    free = _free_words(chat, asked.filled)
    if asked.procedure == "ludex.roll":  # however they are written, and what for
        given["dice"], _, why = parse(given["dice"]).text.partition(" # ")
        given["reason"] = why or given["reason"]
        free |= {given["reason"]}
    given = _in_one_language(chat, given)
    return Deed(
        ["acted", asked.procedure, given, list(kinds or ()), asked.secret, list(entry.audience), entry.refused], free
    )


def _in_one_language(chat: Chat, given: Written) -> Written:
    """What was given, with what ships as it is called in English: 挥砍 is slash, 青铜剑 is bronze_sword."""
    if isinstance(given, dict):
        return {key: _in_one_language(chat, value) for key, value in given.items()}
    if isinstance(given, list):
        return [_in_one_language(chat, value) for value in given]
    known = in_the_other_language(chat.table.system.package, given) if isinstance(given, str) else ""
    return known.replace(" ", "_") if known.isascii() and known else given


def _free_words(chat: Chat, filled: Filled | None) -> frozenset[str]:
    """What a line says in its own words: a reason, a description."""
    command = chat.desk.commands.get(filled.deed) if filled else None
    if command is None or filled is None:
        return frozenset()
    free = (f.name for f in command.args if f.kind == REST or (f.kind == TEXT and not f.among and f.terms is None))
    return frozenset(str(filled.args[name]) for name in free if filled.args.get(name))


def _alike(meant: Came, got: Came) -> bool:
    """Whether a line did what another one means; of lines that only show something, whether it shows that."""
    if meant.reply.code or got.reply.code:
        return bool(meant.reply.code) and meant.reply.code == got.reply.code and not got.done
    if not meant.done and not got.done:
        return _shows(meant.reply.text, got.reply.text)
    same = len(meant.done) == len(got.done) and meant.waits == got.waits
    return same and all(
        _equal(one.what, other.what, one.free | other.free) for one, other in zip(meant.done, got.done, strict=True)
    )


def _shows(meant: str, got: str) -> bool:
    """Whether a reply holds what another shows: all of it is from there, or it begins as that does."""
    wanted, lines = folded(meant), [folded(line) for line in got.splitlines() if line.strip()]
    head = next((folded(line) for line in meant.splitlines() if line.strip()), "")
    return bool(lines) and (all(line in wanted for line in lines) or head in folded(got))


def _equal(meant: Written, got: Written, free: Iterable[str]) -> bool:
    """Whether two values are alike; free words need only hold the meant ones, particles aside."""
    if meant == got:
        return True
    match meant, got:
        case dict(), dict():
            return set(meant) == set(got) and all(_equal(meant[key], got[key], free) for key in meant)
        case list(), list():
            return len(meant) == len(got) and all(_equal(a, b, free) for a, b in zip(meant, got, strict=True))
        case str(), str():
            return (meant in free or not meant) and got in (*free, "") and bare(meant) in bare(got)
    return False


def _told(came: Came) -> str:
    said = came.reply.text.strip().replace("\n", " ⏎ ")[:160]
    done = msgspec.json.encode([deed.what for deed in came.deeds]).decode()[:240] if came.deeds else ""
    return " · ".join(part for part in (came.reply.code, done, " ‖ ".join(came.reply.choices), said) if part)

"""Decks as groups share them: JSON files of names and cards, drawn with the table's own dice, so that a draw can be proven too.

A file is `{"名": ["…", "::3::重三倍的牌", "{%另一副}", "[1d6] 枚金币"]}`. `{%名}` draws from another deck and puts the card back, `{名}` keeps
it out until the draw is over; `[…]` rolls dice; a name that begins with `_` is drawn from by other decks alone. The author of a file may
mean harm: what it can cost is bounded before it is read and while it is drawn.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ludex.core.errors import RuleError
from ludex.core.names import folded, harmless
from ludex.core.rule import Procedure, procedure
from ludex.core.say import say
from ludex.core.view import Card
from ludex.dice import DiceError, free_roll, parse

LARGEST = 2_000_000
"""Bytes of a file."""

MOST_FILES = 100
MOST_CARDS = 20_000
"""Cards of all decks together."""

LONGEST = 2000
"""Characters of one card, and of what is drawn at once."""

REACHED = 200_000
"""Characters of a deck and of everything that its cards name: a draw keeps them, so that it can be done again."""

MOST_DRAWN = 20
MOST_STEPS = 200
"""Cards that may fall for one draw, those of other decks included."""

DEEPEST = 20
HEAVIEST = 10_000

_WEIGHT = re.compile(r"::\s*(\d{1,5})\s*::")
_NAMED = re.compile(r"\{(%?)([^{}\n]{1,60})\}")
_INNER = re.compile(r"\{(%?)([^{}\n]{1,60})\}|\[([^\[\]\n]{1,60})\]")
_CODE = re.compile(r"\[CQ:[^\]]*\]")
_SELF = ("player", "nick", "self", "玩家", "pc")

Cards = tuple[tuple[int, str], ...]
"""The cards of a deck, each with its weight."""


class Deck(msgspec.Struct, frozen=True):
    """A deck: its name, its cards and the file that it is from."""

    name: str
    cards: Cards
    file: str

    @property
    def hidden(self) -> bool:
        """Whether other decks alone draw from it."""
        return self.name.startswith("_")


class Shelved(msgspec.Struct, frozen=True):
    """All decks by their folded names, and what could not be read."""

    decks: dict[str, Deck]
    problems: tuple[str, ...] = ()


class Decks:
    """The decks that a server has: its own, and the files of a folder. They are read when first wanted, and again on demand."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._read: Shelved | None = None

    def all(self) -> Shelved:
        if self._read is None:
            self._read = self._shelved()
        return self._read

    def again(self) -> Shelved:
        """Every deck, read anew."""
        self._read = None
        return self.all()

    def _shelved(self) -> Shelved:
        found, problems, count = dict[str, Deck](), list[str](), 0
        for file in (Path(__file__).with_suffix(".json"), *self._files()):
            try:
                decks = _read_file(file)
            except (OSError, ValueError, RecursionError) as error:
                problems.append(f"{file.name}: {str(error)[:120]}")
                continue
            for deck in decks:
                count += len(deck.cards)
                if count > MOST_CARDS:
                    return Shelved(found, (*problems, f"{file.name}: > {MOST_CARDS}"))
                found[folded(deck.name)] = deck
        return Shelved(found, tuple(problems))

    def _files(self) -> list[Path]:
        if self.folder is None or not self.folder.is_dir():
            return []
        files = (path for path in self.folder.iterdir() if path.suffix.lower() == ".json" and path.is_file())
        return sorted(files)[:MOST_FILES]


def _read_file(path: Path) -> Iterator[Deck]:
    """The decks of a file; what is no list of cards (who made it, its version) is left out."""
    if path.stat().st_size > LARGEST:
        raise ValueError(f"> {LARGEST}")
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("gb18030")
    parts = msgspec.json.decode(text.encode(), type=dict[str, msgspec.Raw])
    return iter([deck for name, body in parts.items() if (deck := _deck(name, body, path.stem)) is not None])


ABOUT = ("_title", "_author", "_date", "_updatedate", "_version", "_brief", "_license", "_comment", "_keys", "_export")
"""What a file says of itself."""


def _deck(name: str, body: msgspec.Raw, file: str) -> Deck | None:
    try:
        written = msgspec.json.decode(body, type=list[str | int | float])
    except msgspec.MsgspecError:
        return None
    cards = tuple(_card(str(one)) for one in written if str(one).strip())
    name = harmless(name).strip()[:60]
    return Deck(name, cards, file) if cards and name and name.lower() not in ABOUT else None


def _card(text: str) -> tuple[int, str]:
    """A card and its weight. Pictures and mentions of another bot are left out."""
    weight = _WEIGHT.match(text)
    body = text[weight.end() :] if weight else text
    plain = harmless(_CODE.sub("", body).replace("\r\n", "\n").replace("\\n", "\n").replace("{br}", "\n"))[:LONGEST]
    return (max(1, min(HEAVIEST, int(weight[1]))) if weight else 1), plain


def reached(shelved: Shelved, name: str) -> dict[str, Cards]:
    """A deck and everything that its cards may draw from."""
    found, waiting, size = dict[str, Cards](), [folded(name)], 0
    while waiting:
        key = waiting.pop()
        deck = shelved.decks.get(key)
        if deck is None or key in found:
            continue
        found[key] = deck.cards
        size += sum(len(text) for _, text in deck.cards)
        if size > REACHED:
            raise RuleError("deck_too_large", name=name, limit=REACHED)
        waiting += [folded(inner[2]) for _, text in deck.cards for inner in _NAMED.finditer(text)]
    return found


# --- drawing ---------------------------------------------------------------------------------------------------------------


class Draw(msgspec.Struct, frozen=True):
    """Draw so many cards from a deck; `decks` are those that it needs, `who` stands for `{player}`."""

    deck: str
    times: int = 1
    who: str = ""
    decks: dict[str, Cards] = {}


class Drawn(msgspec.Struct, frozen=True):
    """What was drawn."""

    deck: str
    cards: tuple[str, ...]


class _Hand:
    """One draw: what is out of its decks, and how much it may still cost."""

    def __init__(self, given: Draw) -> None:
        self.given = given
        self.out: dict[str, set[int]] = {}
        self.steps = 0

    async def card(self, key: str, depth: int, *, back: bool) -> str:
        """A card of a deck with everything in it drawn and rolled; empty where none is left."""
        self.steps += 1
        if self.steps > MOST_STEPS or depth > DEEPEST:
            raise RuleError("deck_too_deep", name=self.given.deck, limit=MOST_STEPS)
        out = self.out.setdefault(key, set())
        left = [(place, *card) for place, card in enumerate(self.given.decks[key]) if back or place not in out]
        if not left:
            return ""
        fell = await _fallen(sum(weight for _, weight, _ in left))
        for place, weight, text in left:
            fell -= weight
            if fell <= 0:
                if not back:
                    out.add(place)
                return await self._filled(text, depth)
        return ""

    async def _filled(self, text: str, depth: int) -> str:
        built, at = "", 0
        for inner in _INNER.finditer(text):
            built += text[at : inner.start()] + await self._inner(inner, depth)
            at = inner.end()
            if len(built) > LONGEST:
                break
        return (built + text[at:])[:LONGEST]

    async def _inner(self, inner: re.Match[str], depth: int) -> str:
        if inner[3] is not None:
            return await _rolled(inner[3]) or inner[0]
        key = folded(inner[2])
        if key in _SELF:
            return self.given.who
        return await self.card(key, depth + 1, back=bool(inner[1])) if key in self.given.decks else inner[0]


async def _fallen(sides: int) -> int:
    """One die of so many sides; where there is no choice none is thrown."""
    return int((await free_roll(parse(f"d{sides}"))).value) if sides > 1 else 1


async def _rolled(text: str) -> str:
    """What dice in brackets come to; nothing if they are no dice."""
    try:
        expression = parse(text)
    except DiceError:
        return ""
    if expression.reason or not any(letter.isdecimal() for letter in text):
        return ""
    return str((await free_roll(expression)).value)


async def draw(state: Any, given: Draw) -> Drawn:  # noqa: ARG001  # every procedure gets the state
    """Draw cards; one that was drawn is out until all are drawn."""
    hand, key = _Hand(given), folded(given.deck)
    if key not in given.decks or not 1 <= given.times <= MOST_DRAWN:
        raise RuleError("unknown_deck", name=given.deck)
    drawn = [await hand.card(key, 0, back=False) for _ in range(min(given.times, len(given.decks[key])))]
    return Drawn(given.deck, tuple(drawn))


PROCEDURES: dict[str, Procedure] = {"ludex.draw": procedure(draw, name="ludex.draw")}


def card(result: Drawn) -> Card:
    """How a draw is told."""
    return Card(say("told.drawn", deck=result.deck), lines=result.cards)

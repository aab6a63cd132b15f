"""What comes from a chat platform and what goes there, as plain data. Nothing here knows a platform."""

import msgspec

GROUP, PRIVATE = "group", "private"
MEMBER, ADMIN, OWNER = "member", "admin", "owner"
"""Who somebody is in a group. An owner may all that an admin may."""


class Place(msgspec.Struct, frozen=True):
    """Where people talk: a group, or one person in private."""

    platform: str
    id: str
    kind: str = GROUP


class Person(msgspec.Struct, frozen=True):
    """Somebody as a platform knows her."""

    platform: str
    id: str
    name: str = ""
    role: str = MEMBER


class Mention(msgspec.Struct, frozen=True):
    """Somebody who is addressed inside a text."""

    id: str


class Message(msgspec.Struct, frozen=True):
    """One message: where, by whom, its own id, what was said and to whom, the message that it quotes, or the act that it answers."""

    place: Place
    person: Person
    id: str
    parts: tuple[str | Mention, ...]
    quotes: str = ""
    to_me: bool = False
    asks: int = 0

    @property
    def text(self) -> str:
        """What was said, without those who were addressed."""
        return "".join(part for part in self.parts if isinstance(part, str)).strip()


class Changed(msgspec.Struct, frozen=True):
    """A message was edited, or withdrawn (no text): where, whose (empty: the platform does not say), which."""

    place: Place
    person: str
    id: str
    text: str = ""


class Button(msgspec.Struct, frozen=True):
    """Something to press: anyone who does has typed its line, as a quote of the message that it stands under."""

    text: str
    line: str


class Say(msgspec.Struct, frozen=True):
    """What is to be said: where, to whom (they are addressed), as an answer to which message.

    `asks`: the act whose question this is, so that a quote of it is an answer. `picture`: a PNG that says the same, with `caption` under
    it, for platforms that take one. `buttons`: for platforms that have them; nothing can be done by them alone. `file`: the name of a text
    file with its `body`, for platforms that take files, with `caption` beside it; on others the text stands for it.
    """

    place: Place
    text: str
    to: tuple[Person, ...] = ()
    quotes: str = ""
    asks: int = 0
    picture: bytes = b""
    caption: str = ""
    buttons: tuple[Button, ...] = ()
    file: str = ""
    body: bytes = b""

    @property
    def spoken(self) -> str:
        """What is said in words where its picture is shown too."""
        return self.caption if self.picture else self.text

    def pressing(self, button: Button) -> str:
        """What a platform keeps of a button under this, and brings back when it is pressed (`pressed`)."""
        return f"{_OURS}{self.asks or ''}|{button.line}"


_OURS = "ludex|"
"""How what is kept of a button of ours begins; the act that it answers and its line follow."""


class Pressed(msgspec.Struct, frozen=True):
    """What a button of ours says: its line, and the act that it answers (0: none)."""

    line: str
    asks: int = 0


def pressed(kept: str) -> Pressed | None:
    """What a platform kept of a button, read; None of a button that is not ours."""
    if not kept.startswith(_OURS):
        return None
    act, _, line = kept.removeprefix(_OURS).partition("|")
    return Pressed(line, int(act) if act.isdecimal() else 0)


class Unsent(Exception):
    """A platform did not take a message. `later`: it is away, or will not hear of it now, and may take it when it is asked again."""

    def __init__(self, problem: str, *, later: bool = False) -> None:
        super().__init__(problem)
        self.later = later


class Busy(Unsent):
    """A platform wants to be asked again in so many seconds."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"too fast by {wait:.1f} s", later=True)
        self.wait = wait


def manages(person: Person) -> bool:
    """Whether somebody manages the group that she writes in."""
    return person.role in (ADMIN, OWNER)


def group_of(message: Message) -> bool:
    return message.place.kind == GROUP


def named(person: Person) -> str:
    """An account as settings name it."""
    return f"{person.platform}:{person.id}"


def split(text: str, longest: int) -> list[str]:
    """A long text as several, cut between lines where that can be done."""
    parts, part = list[str](), ""
    for line in text.split("\n"):
        while len(line) > longest:
            if part:
                parts, part = [*parts, part], ""
            parts, line = [*parts, line[:longest]], line[longest:]
        if part and len(part) + 1 + len(line) > longest:
            parts, part = [*parts, part], line
        else:
            part = f"{part}\n{line}" if part else line
    return [one for one in [*parts, part] if one.strip()]

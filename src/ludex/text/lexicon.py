"""Which command a name means: those of the system before those of every table, but for the few that go before them and know them."""

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from ludex.core.deeds import Command
from ludex.text.reply import Reply

if TYPE_CHECKING:
    from ludex.text.chat import Chat

Run = Callable[["Chat", str], Coroutine[None, None, Reply]]


class Common(msgspec.Struct, frozen=True):
    """A command of every table. Its words are under `commands.<first Latin name>`.

    `english`: its example in English, where that is more than its Latin name. `over`: it goes before a system's command of the same name, and does that one's work where it is meant (`own_of`).
    """

    names: tuple[str, ...]
    run: Run
    who: str = "anyone"
    example: str = ""
    english: str = ""
    over: bool = False

    @property
    def key(self) -> str:
        """The name its words are filed under."""
        return next(n for n in self.names if n.isascii())


MAKING: tuple[str, ...] = ("建卡", "车卡", "制卡", "create", "make")
"""How people call making a character, whatever a system calls it."""

ALIKE: tuple[tuple[str, ...], ...] = (
    ("登场", "召来", "出场"),
    ("退场", "离场"),
    ("开战", "冲突"),
    ("收场", "终战"),
    ("现身", "显形"),
    ("伤", "伤害"),
)
"""What one rulebook calls so and another otherwise: a name that a system does not have means the one that it has."""


def lexicon(own: Sequence[Command], common: Iterable[Common], makes: str = "") -> dict[str, Command | Common]:
    """Every command by each of its names in lower case. The first one that has a name keeps it. `makes`: the system's command for a new character."""
    common = tuple(common)
    names: dict[str, Command | Common] = {}
    everything: tuple[Command | Common, ...] = (
        *(one for one in common if one.over),
        *own,
        *(one for one in common if not one.over),
    )
    for command in everything:
        for name in command.names:
            names.setdefault(name.lower(), command)
    return {**_otherwise(own, makes), **names}


def _otherwise(own: Sequence[Command], makes: str) -> dict[str, Command | Common]:
    """The system's commands by names of two letters or more that another rulebook, or anybody, has for the same."""
    known = {name: command for command in own for name in command.names}
    meant = [(group, next((known[name] for name in group if name in known), None)) for group in ALIKE]
    meant.append((MAKING, next((command for command in own if command.key == makes), None)))
    return {name: command for group, command in meant if command for name in group if len(name) > 1}


def shared_lexicon(own: tuple[Command, ...], common: Iterable[Common], makes: str) -> Mapping[str, Command | Common]:
    """The same, put together once for all seats at tables of one system."""
    known = _SHARED.get(id(own))
    if known is None or known[0] is not own:
        if len(_SHARED) >= MOST:
            _SHARED.clear()
        known = _SHARED[id(own)] = (own, lexicon(own, common, makes))
    return known[1]


MOST = 32
"""Of so many systems the commands are kept at hand."""

_SHARED: dict[int, tuple[tuple[Command, ...], Mapping[str, Command | Common]]] = {}


def own_of(chat: "Chat", name: str) -> Command | None:
    """The system's own command of a name, behind one of every table."""
    return next((command for command in chat.table.system.commands if name in command.names), None)

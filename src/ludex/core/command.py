"""Commands as declarations: what people type, which arguments it takes, who may, and which procedure it calls.

A system lists its commands; the chat grammar parses them, the web page makes forms of them, `.help` explains them. The
words (a title, a help text, argument names) are in the system's `words/`: `commands.<first latin name>.title|help` and
`args.<name>`.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ludex.core.asks import GM
from ludex.core.view import Card

ANYONE = "anyone"
PLAYER = "player"
GM_ONLY = "gm"


def word(text: str) -> str:
    """A text as one word of a line to type: in quotes if it would otherwise be taken for several."""
    if not any(letter.isspace() for letter in text):
        return text
    return f'"{text}"' if '"' not in text else f"「{text}」"


class Arg(msgspec.Struct, frozen=True):
    """One argument.

    `kind`: `text` (one word or a quoted text), `int`, `number`, `actor` (an actor's id or name, resolved to the id),
    `list` (words joined by `,` `，` `、`), `flag` (present or not), `rest` (everything that is left, with its spaces).
    An argument is given by place, or by key (`帮助=勇敢,敏捷`) under any of `keys`. `among` offers (and, if `strict`,
    limits) the values: a fixed tuple, or a function of the state.
    """

    name: str
    kind: str = "text"
    required: bool = True
    keys: tuple[str, ...] = ()
    keyed: bool = False
    default: Any = None
    among: tuple[str, ...] | Callable[[Any], tuple[str, ...]] = ()
    strict: bool = False


class Asked(msgspec.Struct, frozen=True):
    """What a command gets: the state, the parsed arguments, the acting character (own, or `@who`), and who asks.

    `text` is everything behind the command's name but `@who`; `named` says whether there was one.
    `seat` is the id of the seat that asks: somebody who has no character yet can be asked questions by it.
    """

    state: Any
    args: Mapping[str, Any]
    actor: str = ""
    gm: bool = False
    controls: tuple[str, ...] = ()
    text: str = ""
    seat: str = GM
    named: bool = False

    def __getitem__(self, name: str) -> Any:
        return self.args[name]


class Do(msgspec.Struct, frozen=True):
    """Run a procedure. `given` is plain data or the procedure's input. `audience`: `all`, `gm`, or actors' ids (then the GM too)."""

    procedure: str
    given: Any = {}
    audience: tuple[str, ...] = ("all",)


class Show(msgspec.Struct, frozen=True):
    """Only show something to whoever asked: nothing changes. `use`: the seat's own character that plain lines are about from now on."""

    card: Card
    use: str = ""


class Command(msgspec.Struct, frozen=True):
    """Something people type.

    `names`: Chinese first, then the short Latin forms; the first Latin one is the key of its words. `run` turns what was
    asked into a `Do` or a `Show`, or refuses. `who`: `ANYONE`, `PLAYER` (a seat that controls somebody, or the GM) or
    `GM_ONLY`. `example` is a line that works in the demo. `foresee` makes the `Do` whose odds are shown before the command
    is given, where that is not what `run` makes: a deed that is bound to a turn can be foreseen at any time.
    """

    names: tuple[str, ...]
    run: Callable[[Asked], Do | Show]
    args: tuple[Arg, ...] = ()
    who: str = PLAYER
    example: str = ""
    group: str = ""
    foresee: Callable[[Asked], Do | Show] | None = None

    @property
    def key(self) -> str:
        """The name its words are filed under: the first Latin one."""
        return next((n for n in self.names if n.isascii()), self.names[0])

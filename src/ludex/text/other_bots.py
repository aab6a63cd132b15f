"""Habits from other bots: words written in one, and commands that this table does not have, answered with what it is here (`elsewhere.`)."""

from ludex.core.names import narrow
from ludex.text.grammar import Line, match

ELSEWHERE = frozenset(
    (
        *(
            "sc",
            "en",
            "ti",
            "li",
            "coc",
            "dnd",
            "setcoc",
            "rr",
            "jsr",
            "drl",
            "buff",
            "ss",
            "cast",
            "longrest",
        ),
        *("ds", "ob", "sn", "ext", "reply", "welcome", "botlist", "userid", "randalgo", "game", "link", "ak", "gugu"),
        *("master", "ban", "trust", "dismiss", "str", "hiy", "rsr", "me"),
        *("br", "round", "turn", "skip", "ed", "hp"),
    )
)
"""What other bots know and this table does not: words under `elsewhere.` say what it is here."""

GLUED = {
    **{f"st{word}": f"st {word}" for word in ("show", "list", "del", "rm", "clr", "clear", "export", "import", "fmt")},
    **{f"log{word}": f"log {word}" for word in ("new", "on", "off", "halt", "end", "list", "get", "export", "stat")},
    **{f"pc{word}": f"pc {word}" for word in ("new", "list", "tag", "save", "load", "del", "show")},
    **{f"init{word}": f"init {word}" for word in ("clr", "end", "del", "set", "list")},
    **{f"bot{word}": f"bot {word}" for word in ("on", "off", "bye")},
    **{f"{word}{die}": f"{word} {die}" for word in ("ra", "rc") for die in "bp"},
    "nnclr": "nn clr",
    "obexit": "ob exit",
    "decklist": "deck list",
    "drawlist": "draw",
    "snoff": "sn off",
}
"""Words that fingers write in one: the command and its first word."""


def unglued(line: Line) -> Line:
    """A line whose command and first word are written in one (`.stshow 力量`), as two words."""
    found = match(line, GLUED)
    if found is None:
        return line
    apart = f"{GLUED[found.name]} {found.rest}".strip()
    return Line(apart, narrow(apart))


def elsewhere(line: Line) -> str:
    """The command of another bot that a line begins with."""
    found = match(line, ELSEWHERE)
    return found.name if found else ""

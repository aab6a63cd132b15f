"""Habits from other bots: words written in one, and commands that this table does not have, answered with what it is here (`elsewhere.`)."""

from ludex.core.names import narrow
from ludex.text.grammar import Line, match

_OWN_WORD = (
    *("sc", "en", "ti", "li", "coc", "dnd", "setcoc", "rr", "jsr", "drl", "buff", "ss", "cast", "longrest"),
    *("ds", "ob", "sn", "ext", "reply", "welcome", "botlist", "userid", "randalgo", "game", "link", "ak", "gugu"),
    *("master", "ban", "trust", "dismiss", "str", "hiy", "rsr", "me"),
    *("br", "round", "turn", "skip", "ed", "hp", "dset", "c", "q", "cnmods", "ekgen", "rk", "wh", "sr", "deckq"),
)

_SAME_AS = {
    **dict.fromkeys(("长休", "短休", "shortrest"), "longrest"),
    **dict.fromkeys(("死亡豁免", "死亡检定"), "ds"),
    **dict.fromkeys(("咕咕", "鸽子", "咕咕咕"), "gugu"),
    **dict.fromkeys(("dndx",), "dnd"),
    **dict.fromkeys(("namednd",), "name"),
    **dict.fromkeys(("scb", "sch", "sca", "理智检定", "san"), "sc"),
    **dict.fromkeys(("rs", "rsh", "rst", "rsx", "rsk"), "rsr"),
    **dict.fromkeys(("成长检定", "成长"), "en"),
    **dict.fromkeys(("法术位", "spellslots"), "ss"),
    **dict.fromkeys(("施法",), "cast"),
    **dict.fromkeys(("房规",), "setcoc"),
    **dict.fromkeys(("ct", "customtext", "文案"), "str"),
    **dict.fromkeys(("ekq", "modu", "模组", "mod"), "cnmods"),
    **dict.fromkeys(("drlh", "抽选"), "drl"),
    **dict.fromkeys(("随机算法",), "randalgo"),
    **dict.fromkeys(("group", "system", "admin", "botcmd"), "ext"),
    **dict.fromkeys(("whitelist", "blacklist", "black", "white"), "ban"),
}
"""Other names of the same, in Chinese and of other bots."""

ELSEWHERE = {**{name: name for name in _OWN_WORD}, **_SAME_AS}
"""What other bots know and this table does not, and under which of the words of `elsewhere.` stands what it is here."""

GLUED = {
    **{f"st{word}": f"st {word}" for word in ("show", "list", "del", "rm", "clr", "clear", "export", "import", "fmt")},
    **{
        f"log{word}": f"log {word}"
        for word in ("new", "on", "off", "halt", "end", "list", "get", "export", "stat", "del", "rm")
    },
    **{f"pc{word}": f"pc {word}" for word in ("new", "list", "tag", "save", "load", "del", "show")},
    **{f"init{word}": f"init {word}" for word in ("clr", "end", "del", "set", "list")},
    **{f"bot{word}": f"bot {word}" for word in ("on", "off", "bye")},
    **{word: word for word in ("ra", "rc", "rah", "rch")},
    **{f"{word}{die}": f"{word} {die}" for word in ("ra", "rc", "rah", "rch") for die in "bp"},
    "nnclr": "nn clr",
    "obexit": "ob exit",
    "decklist": "deck list",
    **{f"draw{word}": f"draw {word}" for word in ("list", "keys", "help", "search", "reload", "desc")},
    **{f"deck{word}": f"deck {word}" for word in ("search", "reload", "show", "new", "set", "clr")},
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


def said_here(name: str) -> str:
    """Under which word of `elsewhere.` stands what another bot's command is here."""
    return f"elsewhere.{ELSEWHERE.get(name, name)}"

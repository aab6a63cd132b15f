"""Commands of other bots that this table does not have: each is answered with what it is here (words under `elsewhere.`)."""

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
    )
)
"""What other bots know and this table does not: words under `elsewhere.` say what it is here."""


def elsewhere(line: Line) -> str:
    """The command of another bot that a line begins with."""
    found = match(line, ELSEWHERE)
    return found.name if found else ""

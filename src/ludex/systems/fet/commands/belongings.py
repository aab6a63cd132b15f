"""One's characters and what they carry, in the forms of the author's newer bot (`.chr`, `.i`)."""

import msgspec

from ludex.core.deeds import Arg, Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.systems.fet.commands.bot import sheet_change
from ludex.systems.fet.commands.reading import ALL, DROP, LIST, TEXT, normal, number_in, unreadable, words_of
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.roster import check_character
from ludex.systems.fet.sheet import Entry, Item
from ludex.systems.fet.views.cards import inventory_card, roster_card, sheet_card

CASH = ("cash", "现金", "钱")


# .chr


def characters(asked: Asked) -> Do | Show:
    """`.chr` lists, `.chr 2` switches, `.chr show`, `.chr del 2`, `.chr del all`, `.chr reset`."""
    words = words_of(asked)
    head, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if not head:
        return Show(roster_card(asked.state, _own(asked), now=asked.actor))
    if head in LIST:
        return Show(sheet_card(asked.state, _whom(asked, rest)))
    if head in ("reset", "重置"):
        who = _whom(asked, rest)
        return Do("set_back", {"who": who, "everything": True}, heard_by(asked.state, who))
    if head in DROP:
        return _remove(asked, rest)
    who = _named(asked, words[0])
    return Show(roster_card(asked.state, _own(asked), now=who), use=who)


def _own(asked: Asked) -> tuple[str, ...]:
    """The characters that are one's own, in order; the GM's are all."""
    return tuple(who for who in asked.state.characters if asked.gm or who in asked.controls)


def _named(asked: Asked, word: str) -> str:
    """One of one's own by number or name."""
    own = _own(asked)
    names = {who: asked.state.characters[who].sheet.name for who in own}
    found = next((w for n, w in enumerate(own, 1) if word in (f"{n}", w, names[w])), None)
    if found is None:
        raise RuleError("not_among_yours", name=word, names=list(names.values()))
    return found


def _whom(asked: Asked, words: list[str]) -> str:
    who = _named(asked, words[0]) if words else asked.actor
    check_character(asked.state, who)
    return who


def _remove(asked: Asked, words: list[str]) -> Do:
    if not words:
        raise unreadable(asked)
    every = words[0].lower() in ALL
    who = _own(asked) if every else tuple(dict.fromkeys(_named(asked, word) for word in words))
    if not who:
        raise RuleError("no_sheet", who="")
    return Do("remove_characters", {"who": list(who)})


# .i


def belongings(asked: Asked) -> Do | Show:
    """`.i`, `.i 药水 +3 0.5`, `.i 绳子 15`, `.i del 1`, `.i cash`, `.i cash -50 买药`."""
    sheet = check_character(asked.state, asked.actor).sheet
    words = words_of(asked)
    head = words[0].lower() if words else ""
    if head in LIST or (head in CASH and len(words) == 1):
        return Show(inventory_card(asked.state, asked.actor))
    if head in CASH:
        entry = Entry(number_in(words[1], "amount"), " ".join(words[2:]))
        return sheet_change(asked, add={"bill": msgspec.to_builtins(entry)})
    if head in DROP:
        return _leave(asked, words[1:])
    if len(words) > 1 and normal(words[1])[:1] in ("+", "-"):
        return _some(asked, words)
    if len(words) > 2 or any(item.name == words[0] for item in sheet.items if len(words) == 1):
        raise unreadable(asked)
    item = Item(words[0], number_in(words[1], "load") if len(words) > 1 else 0)
    return sheet_change(asked, add={"items": msgspec.to_builtins(item)})


def _leave(asked: Asked, words: list[str]) -> Do:
    if not words:
        raise unreadable(asked)
    every = words[0].lower() in ALL
    return Do("drop_items", {"who": asked.actor, "which": [] if every else words}, heard_by(asked.state, asked.actor))


def _some(asked: Asked, words: list[str]) -> Do:
    """So many more or fewer, with the load of one."""
    if len(words) > 3:
        raise unreadable(asked)
    given: dict[str, object] = {"who": asked.actor, "name": words[0], "count": number_in(words[1], "count")}
    if len(words) == 3:
        given["load"] = number_in(words[2], "load")
    return Do("change_item", given, heard_by(asked.state, asked.actor))


COMMANDS = (
    Command(("角色", "chr"), characters, TEXT, example=".chr", group="people"),
    Command(
        ("物品", "i"),
        belongings,
        (Arg("text", "rest", required=False, default=""),),
        example=".i 药水 +3 0.5",
        group="people",
    ),
)

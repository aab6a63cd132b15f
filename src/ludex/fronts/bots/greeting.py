"""Replies of a group's own, and a welcome for those who come: words that a group has given, said when they are due."""

from typing import TYPE_CHECKING

from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.fronts.bots.messages import Message, Person, Place

if TYPE_CHECKING:
    from ludex.fronts.bots.hall import Hall

WELCOME, OFF = "welcome", "replies off"
WITHIN = "*"
"""In front of a word: it may stand anywhere in what is said."""

MOST, LONGEST = 100, 500


def place_key(place: Place) -> str:
    return f"{place.platform}:{place.kind}:{place.id}"


def _kind(place: Place) -> str:
    return f"reply {place_key(place)}"


async def answer(hall: "Hall", message: Message) -> str:
    """The group's own reply to what somebody says, or the bot's; empty where there is none."""
    said = folded(message.text)
    if not said or len(said) > LONGEST or await hall.ledger.kept(OFF, place_key(message.place)) is not None:
        return ""
    known = {**hall.settings.replies, **await hall.ledger.all_kept(_kind(message.place))}
    for word, text in known.items():
        wanted = folded(word.removeprefix(WITHIN))
        if wanted and (said == wanted or (word.startswith(WITHIN) and wanted in said)):
            return _filled(text, message.person.name or message.person.id)
    return ""


def _filled(text: str, name: str) -> str:
    return text.replace("{name}", name).replace("{nick}", name).replace("\\n", "\n")


async def welcome(hall: "Hall", place: Place, person: Person) -> str:
    """What is said to somebody who has come to a group; empty where nothing is."""
    own = await hall.ledger.kept(WELCOME, place_key(place))
    text = hall.settings.welcome if own is None else own
    return _filled(text, person.name or person.id).strip()


async def set_reply(hall: "Hall", place: Place, rest: str) -> str:
    """`.reply 词 = 话`: from now on that is said; `.reply *词 = 话`: wherever it stands; `del 词`, `on`, `off`; alone, which there are."""
    word, _, more = rest.partition(" ")
    own = await hall.ledger.all_kept(_kind(place))
    match folded(word):
        case "" | "list" | "列表":
            lines = [f"{name} = {text}" for name, text in {**hall.settings.replies, **own}.items()]
            return "\n".join(lines) or hall.words("bots.no_replies")
        case "on" | "off" if not more.strip():
            await hall.ledger.keep(OFF, place_key(place), None if folded(word) == "on" else "off")
            return hall.words(f"bots.replies_{folded(word)}")
        case "del" | "rm" | "删" | "删除":
            await hall.ledger.keep(_kind(place), narrow(more).strip(), None)
            return hall.words("bots.reply_gone", word=more.strip()[:40])
    name, equals, text = (part.strip() for part in rest.replace("＝", "=").partition("="))
    if not equals or not name.strip(WITHIN) or not text or len(rest) > LONGEST:
        raise RuleError("reply_form")
    if len(own) >= MOST:
        raise RuleError("too_many_aliases", limit=MOST)
    await hall.ledger.keep(_kind(place), narrow(name), text)
    return hall.words("bots.reply_kept", word=name, text=text)


async def set_welcome(hall: "Hall", place: Place, rest: str) -> str:
    """`.welcome 话`: what is said to those who come (`{name}` stands for them); `off`: nothing; alone, what it is."""
    said = rest.strip()
    if folded(said) in ("", "show", "看"):
        return await welcome(hall, place, Person(place.platform, "{name}", "{name}")) or hall.words("bots.no_welcome")
    off = folded(said) in ("off", "关", "clr", "clear")
    await hall.ledger.keep(WELCOME, place_key(place), "" if off else said[:LONGEST])
    return hall.words("bots.welcome_off" if off else "bots.welcome_kept", text=said[:LONGEST])

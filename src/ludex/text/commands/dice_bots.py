"""Commands that fingers know from dice bots, where they fit this table; those that do not are answered with what it is here.

Checks go to the system's own check, with its rules; dice are free dice. Nothing here knows a rule.
"""

import hashlib
import re
import secrets

import msgspec

from ludex import __version__
from ludex.core.deeds import Command
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.dice import parse
from ludex.table.settings import Aliased, Diced
from ludex.text.chat import TABLE, Chat
from ludex.text.commands.dice import roll, roll_hidden, usual_die
from ludex.text.commands.seats import amend, who
from ludex.text.grammar import pull_actors, tokens, without_actor
from ludex.text.names import invented
from ludex.text.repeating import repeated
from ludex.text.reply import Reply

_DICE = re.compile(r"\d*[dD]\d|\d+\s*#|\d+[+\-*/]")
MOST_ALIASES = 50


# --- checks --------------------------------------------------------------------------------------------------------------


def _check(chat: Chat) -> Command | None:
    key = chat.table.system.check
    return chat.desk.command(key) if key else None


async def check(chat: Chat, rest: str) -> Reply:
    """`.ra 力量`, `.ra 3#力量 @谁`: the system's check; where it has none, free dice."""
    return await _checked(chat, rest, secret=False)


async def check_hidden(chat: Chat, rest: str) -> Reply:
    """`.rah 力量`: the same in secret."""
    return await _checked(chat, rest, secret=True)


async def _checked(chat: Chat, rest: str, *, secret: bool) -> Reply:
    command = _check(chat)
    if command is None:
        return await roll(chat, rest)
    reply = await repeated(chat, command, rest, f".{chat.called(command)} {rest}".rstrip(), secret=secret, others=True)
    if secret and reply.ok and not reply.text:
        return msgspec.structs.replace(reply, text=chat.words("told.secretly_done"))
    return reply


async def check_other(chat: Chat, rest: str) -> Reply:
    """`.rx 力量 @谁`, `.rx 2d6 @谁`: the check or the dice of somebody else whom one may act for."""
    return await _for_other(chat, rest, secret=False)


async def check_other_hidden(chat: Chat, rest: str) -> Reply:
    """`.rxh 力量 @谁`: the same in secret."""
    return await _for_other(chat, rest, secret=True)


async def _for_other(chat: Chat, rest: str, *, secret: bool) -> Reply:
    said = tokens(rest, list(chat.desk.actors().values()))
    names, _ = pull_actors(said)
    if not names:
        raise RuleError("whose")
    bare = without_actor(rest, said).strip()
    if not _DICE.match(narrow(bare)):
        return await _checked(chat, rest, secret=secret)
    whom = [chat.called_actor(chat.desk.actor(name)) for name in names]
    return await (roll_hidden if secret else roll)(chat, f"{bare} {' '.join(whom)}")


async def opposed(chat: Chat, rest: str) -> Reply:
    """`.rav …`: the system's opposed check."""
    own = next((c for c in chat.table.system.commands if "对抗" in c.names), None)
    if own is None:
        raise RuleError("elsewhere", text="rav", here=chat.words("elsewhere.rav"))
    return await chat.deed(own, rest, f".{chat.called(own)} {rest}".rstrip())


async def bonus(chat: Chat, rest: str) -> Reply:
    """`.rb2 侦查`: a d100 with bonus dice."""
    return await roll(chat, f"b{rest}")


async def penalty(chat: Chat, rest: str) -> Reply:
    """`.rp 侦查`: a d100 with penalty dice."""
    return await roll(chat, f"p{rest}")


async def adding_pool(chat: Chat, rest: str) -> Reply:
    """`.ww 8a9`, `.ww 8`: a pool that adds dice from a line on."""
    said = narrow(rest).strip()
    return await roll(chat, re.sub(r"^(\d+)(?![\dac])", r"\1a10", said) or "10a10")


async def critical_pool(chat: Chat, rest: str) -> Reply:
    """`.dx 8c8`, `.dx 8`: a pool whose criticals bring rounds."""
    said = narrow(rest).strip()
    return await roll(chat, re.sub(r"^(\d+)(?![\dac])", r"\1c10", said) or "1c10")


# --- the table ---------------------------------------------------------------------------------------------------------------


async def set_die(chat: Chat, rest: str) -> Reply:
    """`.setdice 100` (GM): the die that `.r` throws; `.setdice clr`: the system's again; alone, which it is."""
    said = narrow(rest).strip().lower().removeprefix("d")
    if not said:
        return Reply(chat.words("told.die", die=usual_die(chat)))
    if not chat.seat.gm:
        raise RuleError("gm_only")
    die = "" if said in ("clr", "clear", "reset") else f"d{said}"
    if die and not said.isdecimal():
        raise RuleError("bad_argument", arg="n", value=rest[:40], kind="int")
    if die:
        parse(die)
    await chat.table.settle(chat.seat, Diced(die))
    return Reply(chat.words("told.die", die=usual_die(chat)), chat.desk.last, private=False)


async def set_(chat: Chat, rest: str) -> Reply:
    """`.set 100`, `.set clr`: the usual die; `.set path value` (GM): any value."""
    said = narrow(rest).strip().lower()
    if re.fullmatch(r"d?\d+|clr|clear|reset", said):
        return await set_die(chat, rest)
    if said == "info":
        return await set_die(chat, "")
    if not chat.seat.gm:
        raise RuleError("gm_only")
    if said in ("coc", "coc7", "dnd", "dnd5e") or said.endswith("--my"):
        raise RuleError("elsewhere", text=f"set {said[:20]}", here=chat.words("elsewhere.set"))
    return await amend(chat, rest)


async def team(chat: Chat, rest: str) -> Reply:
    """`.team`: who plays here. What other bots do with a team's name behind it is answered with what it is here."""
    if rest.strip():
        raise RuleError("elsewhere", text="team", here=chat.words("elsewhere.team"))
    return await who(chat, rest)


async def send(chat: Chat, rest: str) -> Reply:
    """`.send 话`: words for the GM alone."""
    if not rest.strip():
        raise RuleError("missing_argument", arg="said", expected=["said"], hint=".send …")
    if re.match(r"to\s+\S*\d{3,}", narrow(rest)):
        raise RuleError("elsewhere", text="send to", here=chat.words("elsewhere.send_to"))
    gm = next(seat for seat in chat.table.memory.seats.values() if seat.gm)
    n = await chat.desk.say(rest.strip(), to=gm)
    return Reply(chat.words("told.whispered_gm", name=gm.name), n)


async def alias(chat: Chat, rest: str) -> Reply:
    """`.alias 劈 = .攻击 兽人 长剑`, `.alias 劈 .攻击 兽人`: an own short name for a line; `.alias del 劈`: it is forgotten; alone, which there are."""
    return await _named_line(chat, _usual_form(rest), chat.seat.id)


_ALIAS = re.compile(r"(?:--(?:my|group)\s+)?(?P<name>\S+)\s+(?P<line>[.。/!！]\s*\S.*)", re.DOTALL)


def _usual_form(rest: str) -> str:
    """`.alias 劈 .r d20` and `.alias del 劈`, as dice bots have them, with the equals sign."""
    word, _, more = rest.strip().partition(" ")
    if narrow(word).lower() in ("del", "rm", "删", "删除") and more.strip():
        return f"{more.strip()} ="
    if narrow(word).lower() in ("list", "列表", "show") and "=" not in narrow(more):
        return ""
    found = _ALIAS.fullmatch(rest.strip()) if "=" not in rest.split(" ")[0] else None
    return f"{found['name']} = {found['line']}" if found and not narrow(found["line"]).startswith("=") else rest


async def teach(chat: Chat, rest: str) -> Reply:
    """`.教 开摆 = 让过`: a word of this table's own for a line, for everybody (GM); without a line it is forgotten; alone, which there are."""
    return await _named_line(chat, rest, TABLE)


async def misheard(chat: Chat, _rest: str) -> Reply:
    """`.没听懂`: what was typed lately and not understood, for the GM to teach (GM); it is kept at this table alone."""
    told = [chat.words("told.misheard_line", who=who, line=line) for who, line in chat.table.misheard]
    return Reply("\n".join((*told, chat.words("told.misheard_how"))) if told else chat.words("told.nothing_misheard"))


async def _named_line(chat: Chat, rest: str, whose: str) -> Reply:
    own = chat.table.memory.settings.aliases.get(whose, {})
    name, equals, line = (part.strip() for part in rest.replace("＝", "=").partition("="))
    name = narrow(name).lstrip(".。/").lower()
    if not name:
        return Reply("\n".join(f".{n} = {said}" for n, said in own.items()) or chat.words("told.no_aliases"))
    if not equals or " " in name or len(name) > 20 or len(line) > 500:
        raise RuleError("alias_form")
    if name in chat.lexicon:
        raise RuleError("alias_taken", name=name)
    if line and len(own) >= MOST_ALIASES:
        raise RuleError("too_many_aliases", limit=MOST_ALIASES)
    await chat.table.settle(chat.seat, Aliased(whose, name, line))
    return Reply(chat.words("told.aliased" if line else "told.alias_gone", name=name, line=line), chat.desk.last)


# --- small things ----------------------------------------------------------------------------------------------------------------


async def about(chat: Chat, rest: str) -> Reply:
    """`.bot`: what this is; switching it on and off is the group's business."""
    if rest.strip():
        raise RuleError("elsewhere", text=f"bot {rest[:20]}", here=chat.words("elsewhere.bot"))
    return Reply(chat.words("told.about", version=__version__, system=chat.words("system.title")))


async def ping(chat: Chat, _rest: str) -> Reply:
    """`.ping`: whether anybody is there."""
    return Reply(chat.words("told.pong", n=chat.desk.last))


async def fortune(chat: Chat, _rest: str) -> Reply:
    """`.jrrp`: today's luck, the same all day for one seat; it has nothing to do with the dice."""
    day = chat.table.clock()[:10]
    digest = hashlib.sha256(f"{chat.table.id}/{chat.seat.id}/{day}".encode()).digest()
    value = int.from_bytes(digest[:8], "big") % 100 + 1
    return Reply(chat.words("told.fortune", name=chat.seat.name, value=value), private=False)


async def name(chat: Chat, rest: str) -> Reply:
    """`.name [cn/en] [5]`: names for somebody who has none yet."""
    said = narrow(rest).lower().split()
    if any(not word.isdecimal() and word not in ("en", "cn", "英", "中", "zh") for word in said):
        raise RuleError("elsewhere", text=f"name {rest[:20]}", here=chat.words("elsewhere.name"))
    numbers = [word for word in said if word.isdecimal()]
    count = min(int(numbers[0][:3]), 10) if numbers else 1
    language = "en" if "en" in said or "英" in said else "zh" if "cn" in said or "中" in said else chat.language
    return Reply(chat.words("common.comma").join(invented(language, secrets.choice) for _ in range(max(1, count))))

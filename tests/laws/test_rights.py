"""Who may do what: every command of every system and of every table, by every role, at every trust.

What is nobody's but the GM's is refused to players; observers change nothing; a player's word on the GM's matter is refused, asked or
marked, as the table trusts her, and before it is allowed nothing has changed.
"""

import pytest

from ludex.core.deeds import ANYONE, GM_ONLY, Command, Show, kinds_of
from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.seating import invite
from ludex.text.chat import Chat
from ludex.text.commands.index import COMMON
from tests.ours import NAMES

TRUSTS = ("ask", "open", "strict")
REFUSED = ("gm_only", "observers_watch")


class Room:
    """A demo table with a player and an observer, made anew as soon as something was changed at it."""

    def __init__(self, house, system, trust):
        self.house, self.system, self.trust = house, system, trust
        self.table = None

    async def fresh(self):
        if self.table is None:
            self.table, _ = await self.house.demo(self.system)
            assert (await Chat(self.table, HOST).line(f".设置 信任 {self.trust}")).ok
            watcher, _ = await invite(self.table, self.table.seat(HOST), role="observer", name="看客")
            self.watcher = watcher.id
            self.n = self.table.memory.n
        return self.table

    def chat(self, role):
        return Chat(self.table, {"gm": HOST, "player": "player1", "observer": self.watcher}[role])

    async def type(self, role, line):
        await self.fresh()
        reply = await self.chat(role).line(line)
        changed = self.table.memory.n != self.n
        if changed:
            self.used, self.table = self.table, None
        else:
            self.used = self.table
        return reply, changed


def lines_of(chat):
    """Every command with a line that works in the demo, if it is the one that its line means."""
    for command in chat.commands():
        if command.example:
            yield command, command.example


@pytest.fixture
async def room(tmp_path, request):
    system, trust = request.param
    house = House(SqliteStore(tmp_path / "rights.db"), clock=lambda: "2026-01-01T00:00:00Z")
    made = Room(house, system, trust)
    await made.fresh()
    yield made
    await house.close()


EVERYWHERE = pytest.mark.parametrize(
    "room", [(system, trust) for system in NAMES for trust in TRUSTS], indirect=True, ids=lambda p: "-".join(p)
)


@EVERYWHERE
async def test_what_is_the_gms_alone_is_refused_to_everybody_else(room):
    for command, line in list(lines_of(room.chat("gm"))):
        if command.who != GM_ONLY:
            continue
        for role in ("player", "observer"):
            reply, changed = await room.type(role, line)
            assert reply.code in REFUSED, (role, line, reply.text)
            assert not changed, (role, line)


@EVERYWHERE
async def test_an_observer_changes_nothing(room):
    for command, line in list(lines_of(room.chat("gm"))):
        before = room.table.memory.state if room.table else None
        reply, changed = await room.type("observer", line)
        if command.who != ANYONE:
            assert reply.code in REFUSED, (line, reply.text)
        if changed and before is not None:
            assert room.used.memory.state == before, line


def needed(chat, command, line):
    """The kinds of the GM's word that a line takes for granted, when a player types it; None where it is refused anyway."""
    try:
        _, found = chat.find(chat.inner(line))
        filled = chat.filled(command, found.rest)
        asked = chat.desk.asked(filled)
        chat.desk.check_may(command, asked.actor)
        if isinstance(command.run(asked), Show):  # what is only shown takes nobody's word
            return None
        return kinds_of(command, filled.args, asked)
    except RuleError:
        return None


@EVERYWHERE
async def test_a_players_word_on_the_gms_matter_goes_by_trust(room):
    seen = 0
    for command, line in list(lines_of(room.chat("gm"))):
        if not isinstance(command, Command) or command.who == GM_ONLY:
            continue
        await room.fresh()
        kinds = needed(room.chat("player"), command, line)
        if not kinds or "weighed" in kinds:
            continue
        seen += 1
        before = room.table.memory.state
        reply, _ = await room.type("player", line)
        parked = room.used.memory.parked.values()
        match room.trust:
            case "strict":
                assert reply.code == "gm_only", (line, reply.text)
            case "ask":
                assert room.used.memory.state == before, line
                assert not reply.ok or any(act.proposed for act in parked), (line, reply.text)
            case "open":
                assert not any(act.proposed for act in parked), line
    assert seen, "no line of any command takes the GM's word for granted"


@EVERYWHERE
async def test_the_commands_of_every_table_know_their_roles(room):
    """Those of the campaign have no example that works everywhere: they are tried with lines of their own."""
    for line, who in (
        (".开团 雾港", "gm"),
        (".收团", "gm"),
        (".准备 伏击 | .r d6", "gm"),
        (".揭示 伏击", "gm"),
        (".讲义 地图 | 这里有龙", "gm"),
        (".导出角色", "player"),
        (".改卡", "player"),
        (".笔记 门后有人", "player"),
        (".导入 {}", "player"),
    ):
        roles = {"gm": ("player", "observer"), "player": ("observer",)}[who]
        for role in roles:
            reply, changed = await room.type(role, line)
            assert reply.code in REFUSED, (role, line, reply.text)
            assert not changed, (role, line)
    names = {name for command in COMMON for name in command.names}
    assert {"开团", "收团", "准备", "揭示", "讲义", "导出角色", "改卡", "笔记", "导入"} <= names

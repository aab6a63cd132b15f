"""Any record that somebody writes, or that an older log holds: taken or refused with the reason, told to no player, and no view ever fails."""

import os
from random import Random

import msgspec
import pytest

from ludex.core.errors import RuleError
from ludex.core.principals import HOST, PLAYER
from ludex.desk import stocking
from ludex.store.sqlite import SqliteStore
from ludex.systems.fet.sheet import Weapon
from ludex.table.characters import Rewritten, rewrite, sheets_of
from ludex.table.house import House
from ludex.testing.records import records
from ludex.text import drawing
from ludex.text.chat import Chat
from tests.ours import systems

ROUNDS = int(os.environ.get("LUDEX_RECORDS", "1"))
"""How many rounds of records each system is tried with; `make soak` tries many."""

EACH = 14
OWN = sorted(name for name in systems() if (stock := systems()[name].stock) and stock.comes)
"""Systems at whose tables somebody whom a GM wrote comes on stage."""


async def table_of(system, folder):
    house = House(SqliteStore(folder / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    table, _ = await house.demo(system)
    players = [seat.id for seat in table.memory.seats.values() if seat.role == PLAYER][:2]
    return house, table, [Chat(table, seat, "zh") for seat in (HOST, *players)]


def check_views(chats, said):
    for chat in chats:
        view = chat.desk.look()
        deeds = chat.desk.deeds()
        text = drawing.view_text(chat.words, view, "", chat.written, deeds)
        assert text, said


def deed_for(chats, kind, name):
    """The deed by which somebody of a kind comes on stage."""
    stock = chats[0].table.system.stock
    return stock.comes(name, 1) if kind in stock.dials else None


@pytest.mark.parametrize("system", OWN)
async def test_a_record_is_taken_or_refused_and_no_view_fails(system, tmp_path):
    house, table, chats = await table_of(system, tmp_path)
    gm, *players = chats
    taken, came, reasons = 0, 0, []
    for one in (one for seed in range(ROUNDS) for one in records(table.system, seed, EACH)):
        try:
            await stocking.save(gm.desk, one.kind, one.name, one.record)
            taken += 1
        except RuleError as error:
            reasons.append(gm.words.error(error))
            continue
        for player in players if one.kind not in table.system.stock.open else ():
            known = str(player.desk.state)
            assert one.name not in known, (one, "a player knows of it")
            reply = await player.line(f".help {one.name}")
            assert f"「{one.name}」" not in reply.text.replace(f".help {one.name}", "") or not reply.ok
        check_views(chats, one)
        if (filled := deed_for(chats, one.kind, one.name)) is not None:
            try:
                await gm.desk.do(filled)
                came += 1
            except RuleError:
                continue
            check_views(chats, one)
    assert taken
    assert reasons
    assert all(reasons)
    assert came, "nobody came on stage"
    await house.close()


@pytest.mark.parametrize("system", OWN)
async def test_what_an_older_log_let_in_takes_no_view_down(system, tmp_path):
    """Whatever the record of somebody at the table has become, as long as it can be read at all, every seat sees the table."""
    house, table, chats = await table_of(system, tmp_path)
    first, shelf = table.memory, sheets_of(table.system).shelf
    tried = 0
    for seed in range(ROUNDS * 40):
        chance = Random(seed)
        held = getattr(first.state, shelf)
        people = dict(held) if isinstance(held, dict) else {one.id: one for one in held}
        who = chance.choice(sorted(people))
        plain = mutated(msgspec.to_builtins(people[who]), chance)
        try:
            state = rewrite(table.system, first.state, Rewritten(who, plain))
        except RuleError:
            continue  # no log holds what cannot be read
        tried += 1
        table.memory = msgspec.structs.replace(first, state=state)
        check_views(chats, (who, seed))
    table.memory = first
    assert tried > 5
    await house.close()


def mutated(plain, chance):
    """A record with a few of its values odd ones of the same kind."""
    paths = [path for path in leaves(plain) if path[-1] not in ("id", "name")]
    for path in chance.sample(paths, min(3, len(paths))):
        plain = put(plain, path, odd(value_at(plain, path), chance))
    return plain


def leaves(plain, path=()):
    if isinstance(plain, dict) and plain:
        for key, one in plain.items():
            yield from leaves(one, (*path, key))
    elif isinstance(plain, list) and plain:
        for place, one in enumerate(plain):
            yield from leaves(one, (*path, place))
    elif path:
        yield path


def odd(value, chance):
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int | float):
        return chance.choice([0, -1, -999, 10**6])
    return chance.choice(["", "胡说", "近战"]) if isinstance(value, str) else value


def value_at(plain, path):
    for step in path:
        plain = plain[step]
    return plain


def put(plain, path, value):
    if not path:
        return value
    if isinstance(plain, dict):
        return {**plain, path[0]: put(plain[path[0]], path[1:], value)}
    return [put(one, path[1:], value) if place == path[0] else one for place, one in enumerate(plain)]


@pytest.mark.parametrize(
    ("change", "left_out"),
    [
        ({"weapons": (Weapon(name="铁钩", type="近战", damage=15, range=2),)}, ""),
        ({"level": -5}, "level"),
    ],
    ids=["a weapon without a time", "a level below nothing"],
)
async def test_a_sheet_that_cannot_be_computed_says_so_and_the_gm_plays_on(change, left_out, tmp_path):
    """The case that locked a GM out of the table (FET-WPB-2), and one in which the whole sheet cannot be worked out (FET-SHT-6)."""
    house, table, chats = await table_of("fet", tmp_path)
    gm, player = chats[0], chats[1]
    who = next(actor for actor, name in table.actors().items() if name == ("夜莺" if left_out else "打手"))
    held = table.memory.state.characters[who]
    odd_one = msgspec.structs.replace(held, sheet=msgspec.structs.replace(held.sheet, **change))
    people = {**table.memory.state.characters, who: odd_one}
    state = msgspec.structs.replace(table.memory.state, characters=people)
    table.memory = msgspec.structs.replace(table.memory, state=state)
    check_views(chats, change)
    known = repr(player.desk.look())
    assert ("told.uncomputable_bare" in known) == bool(left_out)
    assert "铁钩" not in known
    assert (await player.line(".看")).ok
    assert (await gm.line(".r d20")).ok
    await house.close()

"""Things that a GM adds in play to a system of the kit: pasted or by form, offered, held, shown, counted in the odds, and taken away."""

import pytest

from ludex import kit
from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.desk import stocking
from ludex.fronts.cli.scaffolding import written
from ludex.kit.content import Shelf
from ludex.kit.stocking import open_shelves
from ludex.store.sqlite import SqliteStore
from ludex.table import registry
from ludex.table.house import House
from ludex.testing.laws import check
from ludex.text.chat import Chat
from tests.plugins import install

GEAR = '[rope]\nname = ["长绳", "long rope"]\ndice = 1\n'

RULES = """
class Gear(kit.Thing):
    dice: int = 0


GEAR = kit.shelf("sketch", "gear", Gear)


class State(kit.Record):
    people: dict[str, Person] = {}
    gear: dict[str, Gear] = {}


class Find(kit.Record):
    whom: Annotated[kit.Actor, kit.called("谁", "whom")]
    what: Annotated[str, kit.called("什么", "what", among=GEAR)]


class Found(kit.Record):
    dice: Annotated[int, kit.called("骰数", "dice")]


async def find(state: State, given: Find) -> Found:
    await kit.happen(kit.Gained(given.whom, "bag", given.what))
    return Found(kit.stocked(state, GEAR)[given.what].dice)


class Pick(kit.Record):
    who: kit.Me


async def pick(state: State, given: Pick) -> None:
    what = await kit.pick(kit.actor(given.who), "questions.again", kit.stocked(state, GEAR))
    await kit.happen(kit.Gained(given.who, "bag", what))
"""


def files():
    """A new system with a shelf to which a GM adds."""
    found = {path.partition("/")[2]: text for path, text in written("sketch").items() if "/" in path}
    source = found["__init__.py"]
    before, _, after = source.partition("class State(kit.Record):")
    rest = after.partition("\n\n\n")[2]
    source = f"{before.rstrip()}\n\n{RULES}\n\n{rest}"
    source = source.replace(
        '= ""\n\n\nclass Gear',
        '= ""\n    bag: Annotated[tuple[str, ...], kit.called("包", "bag")] = ()\n\n\nclass Gear',
        1,
    )
    source = source.replace(
        "    plays=(",
        '    things=(GEAR,),\n    plays=(\n        kit.play(find, "得到", "find"),\n        kit.play(pick, "挑", "pick"),',
    )
    return {**found, "__init__.py": source, "data/gear.toml": GEAR}


@pytest.fixture
async def chat(tmp_path, monkeypatch):
    install(monkeypatch, tmp_path, "sketch", files())
    house = House(SqliteStore(tmp_path / "ludex.db"))
    table, _ = await house.demo("sketch", language="en")
    yield Chat(table, HOST, "en")
    await house.close()
    registry.forget()


LAMP = '.content [gear.lamp]\nname = ["银灯", "silver lamp"]\ndice = 3'


async def test_what_is_added_is_offered_and_held_under_its_name_until_it_is_taken_away(chat):
    told = await chat.line(LAMP)
    assert told.ok, told.text
    assert "things: 银灯 silver lamp" in told.text
    found = await chat.line('.find An "silver lamp"')
    assert "dice: 3" in found.text
    assert "An: bag + 银灯 silver lamp" in found.text
    assert "bag: 银灯 silver lamp" in (await chat.line(".view")).text
    asked = await chat.line(".pick @Bai")
    assert "1. long rope" in asked.text
    assert "2. 银灯 silver lamp" in asked.text
    assert (await chat.line(".unshelve lamp")).ok
    assert (await chat.line('.find An "silver lamp"')).code == "not_among"
    assert (await chat.line(".undo")).ok
    assert (await chat.line('.find An "silver lamp"')).ok


async def test_everything_that_is_wrong_with_a_pack_is_named_and_nothing_is_added(chat):
    refused = await chat.line('.content [gear.a]\ndice = "x"\n[gear.b]\nweight = 2\n[gear.c]\ndice = 1')
    assert refused.code == "bad_content"
    assert "gear.a" in refused.text
    assert "weight" in refused.text
    assert chat.table.memory.state.gear == {}
    assert (await chat.line(".content [gear.a")).code == "bad_content"


async def test_a_form_adds_what_a_file_would_and_a_name_in_one_language_is_enough(chat):
    await stocking.save(chat.desk, "gear", "hook", {"dice": 2})
    assert chat.table.memory.state.gear["hook"].name == ("hook", "hook")
    (shelf,) = stocking.shelves(chat.desk)
    assert shelf.own["hook"]["dice"] == 2
    await stocking.drop(chat.desk, "gear", "hook")
    assert chat.table.memory.state.gear == {}


async def test_what_the_help_shows_for_a_kind_can_be_typed(chat):
    told = (await chat.line(".help content gear")).text
    example = told.partition("Example: ")[2].splitlines()[0]
    assert example == '.content gear.my_key = { name = ["",""] }'
    assert (await chat.line(example)).ok
    assert chat.table.memory.state.gear["my_key"].name == ("my_key", "my_key")


async def test_players_add_nothing(chat):
    player = next(seat for seat in chat.table.memory.seats.values() if not seat.gm)
    hers = Chat(chat.table, player.id, "en")
    assert (await hers.line(LAMP)).code == "gm_only"
    with pytest.raises(RuleError):
        stocking.shelves(hers.desk)


def test_such_a_system_keeps_every_law(tmp_path, monkeypatch):
    install(monkeypatch, tmp_path, "sketch", files())
    found = list(check(registry.system("sketch"), games=4))
    registry.forget()
    assert [one for one in found if one.verdict == "broken"] == []


def test_a_field_called_like_a_shelf_that_keeps_no_things_is_refused_when_the_system_is_loaded():
    class Case(kit.Record):
        people: dict[str, str] = {}
        gear: tuple[str, ...] = ("rope",)

    with pytest.raises(TypeError, match=r"Case\.gear is called like a shelf.*or call it something else"):
        open_shelves(Case, (Shelf("gear", kit.Thing, {}),))

"""The workshop's forms: what ships can be opened, comes back whole, and is saved, read again, edited and taken out at a table."""

import re

import msgspec
import pytest

from ludex.core.forms import form_of
from ludex.desk import stocking
from ludex.fronts.web.forms import filling, wording
from ludex.fronts.web.forms.workshop import Workshop
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.words import Words
from tests.ours import systems


def filled(widgets):
    """What a browser sends of inputs as they stand."""
    found = {}
    for one in widgets:
        if one.kind == "flag":
            found[f"{one.path}/="] = ["1"]
        if one.kind == "file":
            found[f"{one.path}/=file"] = ["1"]
        if one.kind in wording.SPOKEN and one.choices:
            found[f"{one.path}/=as"] = [one.meaning]
        if one.kind == "picks":  # a box is ticked once
            found[one.path] = list(dict.fromkeys(one.values))
        elif one.kind == "places":
            found[one.path] = list(one.values)
        elif one.inside:
            found |= {f"{one.path}/=row": ["1"]} | filled(one.inside)
        elif one.value:
            found[one.path] = [one.value]
    return found


CASES = [(name, kind) for name, system in sorted(systems().items()) for kind in system.kinds]


@pytest.mark.parametrize(("name", "kind"), CASES, ids=lambda one: getattr(one, "name", one))
def test_a_form_loses_nothing_of_what_ships(name, kind):
    form = form_of(kind)
    for key, record in stocking.shipped(systems()[name].package, kind).items():
        widgets = filling.Filler(Words("zh"), {}).widgets(form.fields, record)
        again = filling.read(form, filled(widgets))
        assert list(kind.problems(key, again)) == []
        assert msgspec.to_builtins(kind.make(key, again)) == msgspec.to_builtins(kind.make(key, record)), key


@pytest.mark.parametrize("name", sorted(systems()))
async def test_things_are_saved_read_again_edited_and_taken_out(name, tmp_path):
    house = House(SqliteStore(tmp_path / "shop.db"))
    table, _ = await house.create(name, name="x", gm="gm", options={})
    desk = Chat(table, "gm").desk
    for shelf in stocking.shelves(desk):
        kind, form = stocking.kind_of(desk, shelf.form.name), shelf.form
        for key, record in list(shelf.shipped.items())[:2]:
            named = record | {word: f"我的{record[word]}" for word in ("title", "name") if word in record}
            await stocking.save(desk, form.name, f"我的{key}", named)
            own = stocking.own_records(desk, kind)[f"我的{key}"]
            again = filling.read(form, filled(filling.Filler(Words("en"), {}).widgets(form.fields, own)))
            await stocking.save(desk, form.name, f"你的{key}", again, was=f"我的{key}")
            assert set(stocking.own_records(desk, kind)) == {f"你的{key}"}
            await stocking.told(desk, form.name, f"你的{key}")
            await stocking.drop(desk, form.name, f"你的{key}")
            assert stocking.own_records(desk, kind) == {}
    await house.close()


@pytest.mark.parametrize("name", sorted(systems()))
async def test_what_ships_can_be_copied_in_the_readers_language(name, tmp_path):
    house = House(SqliteStore(tmp_path / "shop.db"))
    table, _ = await house.create(name, name="x", gm="gm", options={})
    chat = Chat(table, "gm", "en")
    for shelf in Workshop(chat, "").shelves:
        kind = stocking.kind_of(chat.desk, shelf.form.name)
        assert [key for key, record in shelf.shipped.items() if list(kind.problems(key, record))] == []
        assert len(shelf.shipped) == len(stocking.shipped(table.system.package, kind))
        assert name != "mist" or all(key.isascii() for key in shelf.shipped)


async def test_what_ships_is_called_and_described_in_the_readers_language(tmp_path):
    house = House(SqliteStore(tmp_path / "shop.db"))
    table, _ = await house.create("fet", name="x", gm="gm", options={})
    guard = Workshop(Chat(table, "gm"), "people")
    assert "守卫" in [one.name for one in guard.listed(guard.shelf)]  # not 护身, which has the same key
    for kind in ("skills", "traits"):
        page = Workshop(Chat(table, "gm", "en"), kind)
        assert all(one.name.isascii() for one in page.listed(page.shelf))
        assert all(record["text"].isascii() for record in page.shelf.shipped.values())
    await house.close()


def test_what_stands_by_itself_is_offered_once_and_nothing_is_ticked_beforehand():
    fet = systems()["fet"]
    kind = next(one for one in fet.kinds if one.name == "skills")
    form = filling.offered(form_of(kind), fet.stock.among["skills"])
    draft = {"name": "火球", "effects": [{"kind": "damage"}]}
    widgets = {one.path: one for one in filling.Filler(Words("zh", fet.package), {}).widgets(form.fields, draft)}
    effect = {one.path.rsplit("/", 1)[1]: one for one in widgets["v/effects"].inside[0].inside}
    assert [one.path for one in effect.values() if one.kind == "flag" and one.value] == []
    assert effect["denies_action"].kind == "choice"
    assert effect["denies_action"].value == ""
    for one in (widgets["v/trigger"], effect["resource"]):
        assert one.hint
        assert one.hint not in dict(one.choices).values()
    usual = filling.Filler(Words("zh", fet.package), {}).widgets(form.fields, {**draft, "trigger": "active"})
    assert next(one.value for one in usual if one.path == "v/trigger") == ""
    assert filling.read(form, filled(widgets.values())) == draft


async def test_a_table_offers_the_names_that_are_used_and_takes_them_as_the_reader_calls_them(tmp_path):
    house = House(SqliteStore(tmp_path / "shop.db"))
    table, _ = await house.create("mirror", name="x", gm="gm", options={})
    page = Workshop(Chat(table, "gm"), "npcs")
    draft = page.draft("x", {"skills": {"athletics": 1}}, was="", checked=False)
    skills = next(one for one in draft.widgets if one.path == "v/skills")
    offered = {pair.inside[0].value: (pair.inside[0].title, pair.inside[1].value) for pair in skills.inside}
    assert offered["endurance"] == ("耐力", "")
    assert offered["athletics"][1] == "1"
    sent = {"v/skills/0/=k": ["耐力"], "v/skills/0/=v": ["2"], "v/skills/1/=k": ["剪纸"], "v/skills/1/=v": ["1"]}
    assert filling.read(page.shelf.form, filling.keyed(sent, page.tables)) == {"skills": {"endurance": 2, "剪纸": 1}}
    await house.close()


CODE = re.compile(r"[{}]|[<>]=|=|(?<![A-Za-z.])[a-z]{3,}(?:_[a-z]+)*")
"""What no Chinese form shows: marks of a file, keys in English."""


def shown(widget):
    """What is read in an input, and in those inside."""
    called = dict(widget.choices)
    if widget.path.endswith("/=k") and widget.title:
        pass  # its title stands there instead
    elif widget.kind in ("text", "words", "whole", "long", "lines", "written", "file"):
        yield from (widget.value, widget.hint)
    elif widget.kind not in ("hidden", "flag"):
        yield from called.values()
        yield from (called.get(one, one) for one in (*widget.values, widget.value) if one and widget.kind != "held")
    yield widget.title
    for one in widget.inside:
        yield from shown(one)


@pytest.mark.parametrize("name", sorted(systems()))
async def test_no_form_of_anything_that_ships_shows_a_key_and_all_come_back_by_their_names(name, tmp_path):
    house = House(SqliteStore(tmp_path / "shop.db"))
    table, _ = await house.create(name, name="x", gm="gm", options={})
    chat = Chat(table, "gm", "zh")
    for shelf in Workshop(chat, "").shelves:
        page = Workshop(chat, shelf.form.name)
        for key, shipped in (("", {}), *page.shelf.shipped.items()):
            record = page.copied(key, shipped)
            effects = page.held(key, record)
            record = record if effects is None or page.plainly(record) else page.beside(key, record)
            draft = page.draft("新", record, was="", checked=False, effects=effects)
            inputs = [one for several in (draft.widgets, *(draft.effects or ())) for one in several]
            english = [one for one in inputs if one.path == "v/en"]
            read = [text for one in inputs if one not in english for text in shown(one)]
            assert [text for text in read if CODE.search(text)] == [], (shelf.form.name, key)
            again = filling.read(page.shelf.form, wording.meant(filled(draft.widgets)))
            kept = {one: value for one, value in record.items() if shipped.get(one) == value}
            words = {one: value for one, value in kept.items() if isinstance(value, str) and one in again}
            assert {one: again[one] for one in words} == words, (shelf.form.name, key)
    await house.close()


def test_a_name_that_is_typed_means_its_key_and_whatever_else_stays():
    names = '{"短程": "short", "意志≤20%": "意志<=20%"}'
    sent = {"v/range": ["短程"], "v/range/=as": [names], "v/when": ["意志≤20%，短程"], "v/when/=as": [names]}
    found = wording.meant(sent)
    assert found["v/range"] == ["short"]
    assert found["v/when"] == ["意志<=20%, short"]
    assert wording.meant({"v/range": ["12"], "v/range/=as": ["no json"]})["v/range"] == ["12"]


@pytest.fixture
async def bench(tmp_path):
    """The workshop of a new table's GM, by system and kind."""
    house = House(SqliteStore(tmp_path / "shop.db"))

    async def page(system, kind):
        table, _ = await house.create(system, name="x", gm="gm", options={})
        return Workshop(Chat(table, "gm"), kind)

    yield page
    await house.close()


async def test_what_is_added_by_a_name_that_nothing_has_stays_and_stops_whoever_saves(bench):
    page = await bench("boon", "creatures")
    sent = {"v/items": ["dagger"], "v/items/=add": ["月刃"]}
    typed = filling.unnamed(page.shelf.form.fields, sent)
    assert typed == {"v/items": "月刃"}
    record = filling.read(page.shelf.form, sent)
    for stopped, count in ((False, 0), (True, 1)):
        draft = page.draft("新", record, was="", checked=True, typed=typed, stopped=stopped)
        items = next(one for one in draft.widgets if one.path == "v/items")
        assert (items.value, len(items.problems), draft.count) == ("月刃", count, count)
    assert filling.unnamed(page.shelf.form.fields, {"v/items/=add": ["匕首"]}) == {}


async def test_a_new_person_of_fet_needs_no_more_than_a_name_and_what_is_wrong_stands_at_its_field(bench):
    page = await bench("fet", "people")
    fresh = page.stock.fresh["people"]
    assert stocking.problems(page.chat.desk, "people", "新", {"name": "新", **fresh}) == []
    uneven = {**fresh, "percents": {**fresh["percents"], next(iter(fresh["percents"])): 1}}
    draft = page.draft("新", {"name": "新", **uneven}, was="", checked=True)
    assert draft.wrong == ()
    assert {one.path for one in draft.widgets if one.problems} == {"v/percents"}


async def test_turning_a_person_towards_the_body_makes_the_body_stronger(bench):
    page = await bench("fet", "people")
    dial = next(one for one in page.dials if one.path == "ratio")
    assert [end[1] for end in dial.ends] == ["body", "mind"]
    sheets = [
        await stocking.read_draft(
            page.chat.desk, "people", "新", {"name": "新", **dial.put(page.stock.fresh["people"], to)}
        )
        for to in (dial.low, dial.high)
    ]
    assert sheets[0] != sheets[1]


async def test_a_field_that_is_not_filled_in_says_so_once(bench):
    page = await bench("mirror", "actions")
    draft = page.draft("新", {"name": "新"}, was="", checked=True)
    assert [one.problems for one in draft.widgets if one.problems] == [("「类型」还没填。",)]


async def test_a_skill_that_says_no_effect_is_marked_as_words(bench):
    page = await bench("fet", "skills")
    assert page.idle({"name": "新", "attribute": "will"})
    assert not page.idle({"name": "新", "effects": [{"kind": "damage"}]})
    assert not (await bench("fet", "weapons")).idle({"name": "新"})  # what a weapon does is no effect of its own


async def test_a_record_is_looked_at_field_by_field_with_what_is_wrong(bench):
    page = await bench("mist", "themes")
    record = {"kind": "self", "theme_tag": "守灯人", "tags": ["提灯", "夜路"], "weakness": ["怕黑"]}
    facts, problems = page.gist("守灯", record)
    assert dict(facts)["标签"] == "提灯, 夜路"
    assert dict(facts)["类"] == "自我主题"
    assert problems == []
    _, problems = page.gist("守灯", {**record, "weakness": [], "weaknes": ["怕黑"]})
    assert len(problems) == 2
    assert not any("themes." in one for one in problems)

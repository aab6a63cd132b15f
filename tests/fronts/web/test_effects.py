"""Effects as a form: what ships comes back whole through it, what is open is refused beside its input, and it reads in both languages."""

import pytest
from httpx import ASGITransport, AsyncClient
from msgspec.structs import replace

from ludex.core.effects.records import Effect, Modifier, Phrase
from ludex.desk.stocking import shipped
from ludex.fronts.web.app import create_app
from ludex.fronts.web.forms import effectpage, effectread
from ludex.fronts.web.forms.effectform import BASE, EffectForm
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.words import LANGUAGES, Words
from tests.fronts.web.test_workshop import filled
from tests.ours import systems

KINDS = [
    (name, kind)
    for name, system in sorted(systems().items())
    for kind in system.kinds
    if system.vocabulary and effectpage.home_of(kind)
]


def through(known, effects):
    """Effects into the form and out of it again."""
    form = EffectForm(known, Words("zh"))
    sent = {}
    for n, one in enumerate(effects):
        sent |= {f"{BASE}/{n}/=row": ["1"]} | filled(form.widgets(one, f"{BASE}/{n}", named=True))
    return effectread.effects(known, sent)


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=lambda one: getattr(one, "name", one))
def test_what_ships_comes_back_whole(name, kind):
    system = systems()[name]
    home, known = effectpage.home_of(kind), system.vocabulary
    for key, record in shipped(system.package, kind).items():
        held = effectpage.held(kind, home, known, key, record)
        if held is None:
            continue
        back = through(known, held)
        assert [aloud(known, one) for one in back] == [aloud(known, one) for one in held], key
        assert [one.modifiers and one.modifiers[0].give for one in back] == [
            one.modifiers and one.modifiers[0].give for one in held
        ]
        placed = effectpage.placed(kind, home, record, back)
        assert not list(kind.problems(key, placed)), key


def test_what_is_chosen_later_stays_when_text_becomes_a_form():
    system = systems()["fable"]
    kind = next(one for one in system.kinds if one.name == "feats")
    home, known = effectpage.home_of(kind), system.vocabulary
    shelf = shipped(system.package, kind)
    chosen = {key: one for key, one in shelf.items() if kind.make(key, one).picks}
    assert chosen
    for key, record in chosen.items():
        held = effectpage.held(kind, home, known, key, record)
        kept = {**record, **effectpage.left_beside(kind, home, key, record)}
        back = effectpage.placed(kind, home, kept, through(known, held))
        assert kind.make(key, back).picks == kind.make(key, record).picks


def aloud(known, effect):
    return effectpage.read_aloud(known, [effect], Words("zh"))


def test_most_kinds_of_most_systems_have_effects():
    assert {name for name, _ in KINDS} == {"boon", "fable", "mirror", "mist"}


def test_what_is_open_is_refused_beside_its_input():
    known = systems()["boon"].vocabulary
    modifier = Modifier("", when=(Phrase(""),))
    wrong = effectpage.wrong(known, [Effect(modifiers=(modifier,))])
    assert {path for path, _ in wrong} == {f"{BASE}/0/modifiers/0/of", f"{BASE}/0/modifiers/0/when/0"}
    drawn = EffectForm(known, Words("zh"), {f"{BASE}/0/modifiers/0/of": ["还没选"]}).widgets(
        Effect(modifiers=(modifier,)), f"{BASE}/0"
    )
    rows = next(one for one in drawn if one.path == f"{BASE}/0/modifiers")
    asked = {one.path: one for one in rows.inside[0].inside}
    assert asked[f"{BASE}/0/modifiers/0/of"].problems == ("还没选",)


def test_alternatives_stay_alternatives():
    known = systems()["boon"].vocabulary
    first, second, third = [Phrase(word.key) for word in known.conditions if not word.slots][:3]
    effect = Effect(
        modifiers=(Modifier("hit", when=(replace(first, otherwise=(replace(second, otherwise=(third,)),)),)),)
    )
    assert through(known, [effect])[0].modifiers[0].when == effect.modifiers[0].when


@pytest.fixture
async def gm(tmp_path):
    house = House(SqliteStore(tmp_path / "effects.db"))
    _, secret = await house.create("boon", name="x", gm="y")
    async with AsyncClient(transport=ASGITransport(create_app(house)), base_url="http://ludex") as client:
        client.headers["origin"] = "http://ludex"
        yield client, f"/t/{secret}/workshop"
    await house.close()


async def test_an_effect_is_made_of_chosen_words_and_saved(gm):
    client, address = gm
    blank = await client.get(address, params={"kind": "states"})
    assert 'name="form" value="1"' in blank.text
    told = {"kind": "states", "was": "", "name": "手麻", "form": "1", "e/0/=rest": "{}", "more": "e/0/modifiers"}
    grown = await client.post(address, data=told)
    assert 'name="e/0/modifiers/0/of"' in grown.text
    assert "还没选" in grown.text
    done = told | {"e/0/modifiers/0/of": "hit", "e/0/modifiers/0/give/banes": "1"}
    done |= {"e/0/lasts/0/unit": "rounds", "e/0/lasts/0/n": "2"}
    done.pop("more")
    checked = await client.post(address, data=done)
    assert "all-wrong" not in checked.text
    assert "命中" in checked.text.split('class="aloud"')[1]
    text = await client.post(address, data=done | {"as": "text"})
    assert "banes = 1" in text.text
    saved = await client.post(address, data=done | {"save": "yes"}, follow_redirects=True)
    assert 'class="thing own"' in saved.text
    assert 'value="hit" selected' in saved.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_has_a_name(language):
    for system in systems().values():
        if system.vocabulary is None:
            continue
        whole = Effect(modifiers=(Modifier(""),), when=(Phrase(""),), grants=(Phrase(""),))
        for widget in EffectForm(system.vocabulary, Words(language, system.package)).widgets(whole, "e/0"):
            assert widget.kind == "hidden" or widget.title

"""The designer's report: what it tells follows from rehearsals, and its page needs nothing else."""

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rehearsal import Setup
from ludex.fronts.cli.report import findings, page
from ludex.lab.luck import Interval, wilson
from ludex.lab.rehearsing import Here
from ludex.lab.report import Danger, Swing, checks, facing, fair_count, report, richer, weighed
from ludex.table.registry import system
from ludex.text.words import Words


@pytest.fixture(scope="module")
def found():
    return report(system("fet"), runs=1, executor=Here())


def test_it_tries_every_number_every_stat_block_and_every_way(found):
    fet = system("fet")
    assert set(found.ways) == set(fet.lab.ways)
    assert {one.key for one in found.dangers} == set(fet.lab.creatures(fet.demo().state))
    (thugs,) = (one for one in found.curves if one.knob.key == "count:打手")
    assert thugs.found[4].share == 1
    assert thugs.found[5].share == 0
    assert all(one.life > 0 for one in found.dangers)
    assert found.open
    assert {"constitution", "willpower"} <= {one.option for one in found.points}


def test_more_of_a_number_stands_on_every_sheet_and_what_may_not_stand_there_is_refused():
    fable = system("fable")
    state, found = fable.demo().state, {one.name: one for one in fable.sheets.entries}
    party = next(iter(fable.lab.sides(fable.lab.ready(state, Setup())).values()))
    more = richer(fable, state, party, found["mig"])
    assert all(
        found["mig"].of(fable.sheets.of(more, who)) == found["mig"].of(fable.sheets.of(state, who)) + 1 for who in party
    )
    with pytest.raises(RuleError, match="level_mismatch"):
        richer(fable, state, party, found["level"])


@pytest.mark.parametrize("language", ["zh", "en"])
def test_its_page_needs_nothing_else(found, language):
    html = page(Words(language, system("fet").package), found)
    assert html.count("<svg") == len([one for one in found.curves if len(one.found) > 1]) > 0
    assert not re.search(r"https?://|<script|<link|url\(", html)
    assert "lab." not in re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)


@pytest.mark.parametrize("name", ["boon", "fable", "fet", "mirror"])
def test_every_stat_block_can_stand_against_the_party(name):
    there = system(name)
    state = there.demo().state
    for creature in there.lab.creatures(state):
        sides = there.lab.sides(there.lab.ready(facing(there, state, creature, 2), Setup()))
        ours, theirs = sides.values()
        assert len(theirs) == 2
        assert len(ours) == len(next(iter(there.lab.sides(there.lab.party(state)).values())))


@pytest.mark.parametrize(
    ("shares", "fair"),
    [({1: 1.0, 2: 0.4}, 1.5), ({1: 0.4}, 0.5), ({1: 1.0, 2: 1.0}, 2), ({1: 0.7, 2: 0.7, 4: 0.0}, 2)],
)
def test_a_fair_number_lies_between_those_that_were_tried(shares, fair):
    assert fair_count({n: Interval(share, share, share) for n, share in shares.items()}) == pytest.approx(fair)


def test_where_even_the_most_are_no_fair_fight_it_says_at_least():
    assert Danger("rat", "Rat", 4, {1: wilson(9, 10), 8: wilson(8, 10)}, 8, 3).beyond
    assert not Danger("imp", "Imp", 4, {1: wilson(9, 10), 2: wilson(2, 10)}, 1.3, 3).beyond


def test_what_stands_out_comes_first(found):
    words = Words("en")
    win = wilson(5, 10)
    odd = Danger("imp", "Imp", 4, {1: win}, 0.5, 3, odd=4.0)
    plain = Danger("rat", "Rat", 4, {1: win}, 3, 3, odd=1.2)
    swing = Swing("crits", "True", wilson(9, 10), wilson(2, 10))
    told = findings(words, replace(found, dangers=(plain, odd), swings=(swing,)))
    assert told == [
        "Imp is 4.0 times as dangerous as its life (4) lets expect: 0.5 of them are a fair fight.",
        "The option crits = True changes most: 90% (60–98) → 20% (6–51).",
    ]
    assert findings(words, replace(found, dangers=(plain,), swings=())) == ["Nothing stands out."]


@pytest.mark.parametrize("name", ["boon", "fable", "fet", "mirror", "mist"])
def test_checks_are_harder_at_higher_difficulties_and_easier_at_higher_levels(name):
    found = checks(system(name))
    easier = name == "mist"  # there it is not the difficulty that grows but the power
    for one in found:
        shares = list(one.chances.values())
        assert shares == sorted(shares, reverse=not easier)
        assert 0 <= min(shares) < max(shares) <= 1
    for lower, higher in pairwise(found):
        if lower.called == higher.called:
            assert all(higher.chances[n] >= share for n, share in lower.chances.items())


def test_an_attack_is_as_likely_in_the_report_as_the_rulebook_says():
    (plain,) = (one for one in checks(system("boon")) if one.at == 0)
    assert plain.chances == {n: pytest.approx((21 - n) / 20 if n <= 20 else 0) for n in plain.chances}


@pytest.mark.parametrize(("name", "strong", "weak"), [("boon", "greatsword", "dagger"), ("fable", "石拳", "短刀")])
def test_what_strikes_harder_stands_higher_and_says_why(name, strong, weak):
    found = {one.means: one for one in weighed(system(name), system(name).demo().state, 1) if one.key}
    assert found[strong].outlier
    assert found[strong].odd > 2 * found[weak].odd
    assert any(len(one.odds.chances) > 1 and one.odds.exact for one in found[strong].why)

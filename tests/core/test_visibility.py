"""A mark on a field says who may know it, however deep it stands."""

import msgspec
import pytest

from ludex.core.principals import OBSERVER, PLAYER, Viewer
from ludex.core.visibility import Gm, Own, Private, Secret, Unseen, Whose, kept_from, masked
from ludex.testing import secrets
from ludex.testing.draws import Numbered
from ludex.testing.games import LawBroken
from tests.ours import systems


class Sheet(msgspec.Struct, frozen=True):
    diary: Own[str] = ""
    looks: str = ""


class Person(msgspec.Struct, frozen=True):
    id: str
    sheet: Sheet = Sheet()
    hidden: Unseen = False


class Clue(msgspec.Struct, frozen=True):
    text: str
    holder: Whose = ""
    proves: Gm[tuple[str, ...]] = msgspec.field(default=(), name="for")


class Note(msgspec.Struct, frozen=True):
    who: Private = ""


class Tale(msgspec.Struct, frozen=True):
    people: dict[str, Person] = {}
    clues: tuple[Clue, ...] = ()
    notes: tuple[Note, ...] = ()
    trap: Clue | None = None
    plans: Gm[dict[str, int]] = {}
    fog: tuple["Cloud", ...] = ()


class Cloud(msgspec.Struct, frozen=True):
    secret: Secret = False
    over: tuple["Cloud", ...] = ()


AN, BAI = Viewer(PLAYER, ("an",)), Viewer(PLAYER, ("bai",))
PEOPLE = {"an": Person("an", Sheet("mine", "tall")), "bai": Person("bai", hidden=True)}


def test_the_gm_knows_all_and_what_hides_nothing_stays_the_same():
    tale = Tale(PEOPLE, plans={"doom": 3})
    assert masked(tale, Viewer()) is tale
    assert masked(plain := Tale(clues=(Clue("blood"),)), AN) is plain


def test_a_diary_is_its_writers_and_plans_are_the_gms():
    tale = Tale({"an": PEOPLE["an"]}, plans={"doom": 3})
    assert masked(tale, AN) == Tale({"an": PEOPLE["an"]})
    assert masked(tale, BAI).people["an"].sheet == Sheet(looks="tall")


def test_who_is_unseen_is_there_for_her_player_alone():
    assert set(masked(Tale(PEOPLE), AN).people) == {"an"}
    assert set(masked(Tale(PEOPLE), BAI).people) == {"an", "bai"}


def test_clues_go_to_their_holders_and_notes_of_nobody_to_the_gm():
    clues = (Clue("for all", proves=("q",)), Clue("for an", "an"), Clue("for bai", "bai"))
    tale = Tale(clues=clues, notes=(Note(), Note("an")), trap=Clue("pit", "bai"))
    known = masked(tale, AN)
    assert [clue.text for clue in known.clues] == ["for all", "for an"]
    assert known.clues[0].proves == ()
    assert known.notes == (Note("an"),)
    assert known.trap is None


def test_a_mark_is_kept_however_deep_a_record_stands():
    fog = (Cloud(over=(Cloud(), Cloud(secret=True))),)
    assert masked(Tale(fog=fog), Viewer(OBSERVER)).fog == (Cloud(over=(Cloud(),)),)


def test_what_is_kept_can_be_found_in_plain_data():
    tale = Tale(PEOPLE, (Clue("x"),))
    places = set(kept_from(tale, AN))
    assert places == {("plans",), ("clues", 0, "for"), ("people", "bai", "sheet", "diary")}


def test_a_field_that_is_kept_needs_a_default():
    class Bare(msgspec.Struct):
        plans: Gm[str]

    with pytest.raises(TypeError, match=r"Bare\.plans is kept from some and needs a default"):
        masked(Bare("x"), AN)


def test_a_redact_that_forgets_a_mark_breaks_the_law():
    system = systems()["mist"]
    careless = msgspec.structs.replace(system, redact=lambda state, viewer: state)
    with pytest.raises(LawBroken, match="which a mark keeps"):
        secrets.check_hidden(careless, Numbered(1), worlds=1)

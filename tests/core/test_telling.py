"""Cards by the type of the result that is told."""

from types import ModuleType

import msgspec
import pytest

from ludex.core.system import Told, Viewer
from ludex.core.telling import by_result
from ludex.core.view import Card


class Healed(msgspec.Struct, frozen=True):
    wounds: int


class Rested(msgspec.Struct, frozen=True):
    hours: int


class Fed(msgspec.Struct, frozen=True):
    meals: int


def healed(_told: Told, _viewer: Viewer, result: Healed) -> Card:
    return Card(f"{result.wounds} wounds less")


def spent(_told: Told, _viewer: Viewer, _result: Rested | Fed) -> Card:
    return Card("time went by")


def lines(_told: Told, _viewer: Viewer, result: Healed) -> tuple[str, ...]:
    return (str(result.wounds),)


def room(*functions):
    """A module that holds these functions."""
    made = ModuleType(__name__)
    vars(made).update({f"{one.__name__}{number}": one for number, one in enumerate(functions)})
    return made


def test_each_result_finds_the_function_that_tells_it():
    tellers = by_result(room(healed, lines), room(spent))
    told = Told("tend", None, Healed(2), None, None)
    assert tellers[Healed](told, Viewer(), told.result).title == "2 wounds less"
    assert tellers[Rested] is tellers[Fed] is spent


def test_what_makes_no_card_tells_nothing():
    assert by_result(room(lines)) == {}


def test_a_result_is_told_once():
    with pytest.raises(TypeError, match="Healed is told twice"):
        by_result(room(healed, healed))

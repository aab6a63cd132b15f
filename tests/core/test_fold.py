"""A fold made of one function per event."""

import sys

import msgspec
import pytest

from ludex.core.fold import by_event, written_in


class Lit(msgspec.Struct, frozen=True, tag="lit"):
    lamps: int


class Doused(msgspec.Struct, frozen=True, tag="doused"):
    lamps: int


class Blown(msgspec.Struct, frozen=True, tag="blown"):
    lamps: int


def lit(state: int, event: Lit) -> int:
    return state + event.lamps


def darker(state: int, event: Doused | Blown) -> int:
    return state - event.lamps


def test_each_event_finds_its_function():
    fold = by_event(lit, darker)
    assert fold(fold(fold(1, Lit(5)), Doused(2)), Blown(1)) == 3


def test_an_event_is_folded_once():
    with pytest.raises(TypeError, match="Lit is folded twice"):
        by_event(lit, lit)


def _brighter(state: int, event: Lit) -> int:
    return lit(state, event)


def joined(before: int, event: Lit) -> int:
    return lit(before, event)


def test_what_folds_in_a_module_is_what_takes_a_state_and_an_event():
    assert written_in(sys.modules[__name__]) == (lit, darker)

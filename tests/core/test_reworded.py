"""The same state in other words."""

import msgspec

from ludex.core.packs import reworded


class Person(msgspec.Struct, frozen=True):
    name: str
    likes: tuple[str, ...] = ()


class Party(msgspec.Struct, frozen=True):
    people: dict[str, Person]
    size: int = 0


def test_a_name_changes_wherever_it_stands_and_only_as_a_whole():
    party = Party({"林默": Person("林默", ("周遥", "林默的猫"))}, size=1)
    other = reworded(party, {"林默": "Lin Mo", "周遥": "Zhou Yao"})
    assert other == Party({"Lin Mo": Person("Lin Mo", ("Zhou Yao", "林默的猫"))}, size=1)


def test_without_other_words_it_is_the_same_thing():
    party = Party({})
    assert reworded(party, {}) is party

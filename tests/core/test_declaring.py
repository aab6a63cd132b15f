"""A deed is declared once: of its struct come the line, the form and the input of its procedure."""

from typing import Annotated

import msgspec
import pytest

from ludex.core.declaring import Actor, Deed, Implied, Meant, command_of
from ludex.core.deeds import CELL, FLAG, GM_ONLY, ITEM, OWN, REST, TERM, WHOLE, Asked, Field, kinds_of
from ludex.core.fields import STORY, keyed
from ludex.core.principals import GM, Viewer
from ludex.core.terms import Term
from ludex.desk.reading import read_fields


class Depth(Term):
    """How deep."""

    SHALLOW = "shallow", "浅"
    DEEP = "deep", "深"


class Pond(msgspec.Struct, frozen=True):
    """A state."""

    fish: tuple[str, ...] = ("carp", "pike")


Fish = Annotated[str, Field("", ITEM, among=lambda state, _actor: state.fish, refusal="no_such_fish")]


class Catch(Deed, names=("钓", "catch"), does="catch", group="pond", said_by=STORY, example=".钓 carp"):
    """Catch a fish."""

    actor: Actor
    fish: Fish
    depth: Annotated[Depth, Field()] = Depth.SHALLOW
    weight: Annotated[int | None, keyed("weight", "重")] = None
    alive: Annotated[bool, Field(keys=("活",))] = False
    baits: Annotated[tuple[str, ...], Field("bait", required=False), Meant(lambda _asked, said: sorted(said))] = ()
    kept: bool = True


def asked(command, given, **more):
    args = read_fields(command, given, state=Pond(), actor="an", find=str)
    return Asked(Pond(), args, "an", Viewer(), **more)


def test_types_and_defaults_say_what_a_field_is():
    fields = {field.name: field for field in command_of(Catch).args}
    assert list(fields) == ["fish", "depth", "weight", "alive", "bait"]
    assert (fields["fish"].kind, fields["fish"].required, fields["fish"].owner) == (ITEM, True, STORY)
    assert (fields["depth"].kind, fields["depth"].terms, fields["depth"].default) == (TERM, Depth, Depth.SHALLOW)
    assert (fields["weight"].kind, fields["weight"].keyed, fields["weight"].required) == (WHOLE, True, False)
    assert (fields["alive"].kind, fields["bait"].several) == (FLAG, True)


class Cast(Catch, names=("抛", "cast"), does="cast", own_first=True, example=".抛 3,4"):
    """Cast a line somewhere."""

    spot: Annotated[tuple[int, int], Field(kind=CELL)]
    words: Annotated[tuple[str, ...], Field(kind=REST), Meant(lambda _asked, said: tuple(said.split()))] = ()


def test_what_a_class_says_itself_may_stand_before_what_it_inherits():
    fields = {field.name: field for field in command_of(Cast).args}
    assert list(fields) == ["spot", "words", "fish", "depth", "weight", "alive", "bait"]


def test_a_cell_and_the_rest_of_a_line_are_one_value_each():
    fields = {field.name: field for field in command_of(Cast).args}
    assert [(fields[name].kind, fields[name].several) for name in ("spot", "words")] == [(CELL, False), (REST, False)]


def test_what_is_typed_becomes_the_struct_and_the_struct_is_done():
    command = command_of(Catch)
    do = command.run(asked(command, {"fish": "pi", "depth": "深", "bait": ["worm", "bread"]}))
    assert do.procedure == "catch"
    assert do.given == Catch(actor="an", fish="pike", depth=Depth.DEEP, baits=("bread", "worm"))


def test_whose_word_a_field_is_comes_from_the_class():
    command = command_of(Catch)
    given = {"fish": "carp"}
    assert kinds_of(command, given, asked(command, given)) == ("story",)


def test_a_new_deed_is_one_struct_and_a_new_field_one_line():
    class Throw(Catch, names=("放", "throw"), does="throw", who=GM_ONLY, audience=(GM,)):
        far: Annotated[int, Field()] = 1
        pace: Annotated[str, Implied(lambda asked: asked.pace)] = ""

    command = command_of(Throw)
    assert (command.names, command.group, command.who) == (("放", "throw"), "pond", GM_ONLY)
    do = command.run(asked(command, {"fish": "carp", "far": 3}, pace="step"))
    assert (do.procedure, do.audience, do.given.far, do.given.pace) == ("throw", (GM,), 3, "step")


def test_a_deed_over_a_looser_input_has_the_order_of_its_own_line_and_a_pair_is_one_word():
    class Input(msgspec.Struct, frozen=True):
        weight: int = 0
        fish: str = ""

    class Weigh(Input, Deed, names=("称", "weigh"), does="weigh"):
        fish: Fish
        between: Annotated[tuple[int, int], Field(), Meant(lambda _asked, said: tuple(map(int, said.split("-"))))]
        weight: Annotated[int, Field()] = 1

    command = command_of(Weigh)
    assert [(field.name, field.several) for field in command.args] == [
        ("fish", False),
        ("between", False),
        ("weight", False),
    ]
    do = command.run(asked(command, {"fish": "carp", "between": "2-3"}))
    assert do.given == Weigh(fish="carp", between=(2, 3))


def test_a_slip_in_what_a_deed_says_of_itself_is_loud():
    with pytest.raises(TypeError):

        class Slip(Deed, namse=("钓",)):
            pass


class Weather(msgspec.Struct, frozen=True, kw_only=True):
    """What several inputs share."""

    wind: Annotated[int, keyed("wind", "风", owner=STORY)] = 0


class Sail(Weather, Deed, names=("驶", "sail"), does="sail", all_said_by=OWN):
    """Sail somewhere."""

    to: Annotated[tuple[int, int], Field("", CELL)]


def test_what_a_deed_says_itself_stands_before_what_its_input_shares_and_a_square_is_one_thing():
    to, wind = command_of(Sail).args
    assert (to.name, to.kind, to.several) == ("to", CELL, False)
    assert (wind.name, wind.owner) == ("wind", OWN)

"""The page that tells the kit name by name is that of the code, and the lines that it shows do what they say."""

import ast
import inspect

import pytest

from ludex import kit
from ludex.core.driving import script
from ludex.kit.content import Shelf
from tests.kit import signatures
from tests.kit.test_cards import HERE, Person, State, draw

MOVED = {
    "Became": ("ann", "stance", "low"),
    "CardDrawn": ("ann", "hand", ("a1", "b2")),
    "CardTopped": ("ann", "hand", ()),
}


class Standing(Person):
    stance: str = ""


class Stood(State):
    people: dict[str, Standing] = {}  # type: ignore[assignment]


def test_the_page_is_that_of_the_code():
    assert signatures.PAGE.read_text("utf-8") == signatures.page(), "python -m tests.kit.signatures writes it anew"


def test_every_name_has_its_signature_and_a_line_that_uses_it():
    heads = [line[4:-1] for line in signatures.page().splitlines() if line.startswith("## `")]
    assert sorted(heads) == sorted(kit.__all__)
    assert (
        "await draw(state: S, who: str, count: int = 1, *, what: str = 'hand', deck: str = 'deck') -> S"
        in signatures.page()
    )
    assert "class Outcome: TRIUMPH, SUCCESS" in signatures.page()


@pytest.mark.parametrize("name", signatures.MORE)
def test_a_line_that_no_example_system_has_runs(name):
    people = {who: Standing(one.name, hand=one.hand) for who, one in HERE.people.items()}
    state = Stood(people, HERE.deck)
    system = kit.system(
        "stood", "STO", "tests.kit.tavern", state=Stood, events=(), plays=(kit.play(draw, "摸", "draw"),)
    )
    names = {"kit": kit, "state": state, "rule": draw, "SHELF": Shelf("gear", kit.Thing, {})}
    code = compile(signatures.MORE[name], name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)

    async def run():
        found = eval(code, names)
        if inspect.isawaitable(found):
            await found

    dice = {"highest_of": (3, 19), "lowest_of": (3, 19), "total_of": (1, 2, 3)}.get(name, ())
    found = script(run, state, system.fold, dice=dice, choices=("dare",) if name == "choose_first" else ())
    if name in MOVED:
        who, what, value = MOVED[name]
        assert getattr(found.state.people[who], what) == value
    if name == "Parted":
        assert set(found.state.people) == {"ann"}

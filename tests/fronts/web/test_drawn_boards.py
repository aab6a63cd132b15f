"""Boards as they are drawn: outlines of areas, bodies, clocks, scripts as one."""

import re

from ludex.core.view import Area, Body, BodyPart, Stage
from ludex.fronts.web.drawing.shapes import bars, body, stage
from ludex.fronts.web.gate.assets import FOLDER
from ludex.fronts.web.gate.bundle import bundle


def washes(*areas, grid="square"):
    return stage.stage(Stage(4, 4, (), areas, grid=grid)).washes


def test_an_area_has_one_outline_and_no_lines_between_its_cells():
    (wall,) = washes(Area(((0, 0), (1, 0), (1, 1)), "wall"))
    assert wall.path.count("M") == 1
    assert wall.path.count("L") == 5  # six corners of an angle
    (ring,) = washes(Area(tuple((x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)), "wall"))
    assert ring.path.count("M") == 2  # and the hole in it


def test_cells_that_only_touch_at_a_corner_are_outlined_too():
    (wall,) = washes(Area(((0, 0), (1, 1)), "wall"))
    assert wall.path.count("L") in (6, 7)


def test_hexes_join_as_squares_do():
    (wall,) = washes(Area(((0, 0), (1, 0)), "wall"), grid="hex")
    assert wall.path.count("M") == 1


def test_light_knows_where_it_comes_from_and_how_far_it_goes():
    (light,) = washes(Area(((0, 0), (1, 0), (2, 0)), "light", sources=((0, 0),)))
    ((x, y, reach),) = light.sources
    assert (x, y) == stage.middle(0, 0, Stage(4, 4, ()))
    assert reach > 2 * stage.CELL


def test_a_painted_fire_is_seen_from_afar_and_a_door_stands_in_its_wall():
    part = Stage(6, 4, (), (Area(((2, 0), (2, 2)), "wall"),))
    paint = stage.painted(
        part, [((0, 1), "fire"), ((2, 1), "door"), ((4, 0), "water"), ((5, 0), "water"), ((9, 9), "oak")]
    )
    assert paint.fires == ((*stage.middle(0, 1, part), stage.GLOW * stage.CELL),)
    assert [(one.kind, one.turn) for one in paint.things] == [("fire", 0), ("door", 90)]
    assert [kind for kind, _ in paint.grounds] == ["water"]


def test_a_body_of_four_parts_is_a_figure_and_any_other_stands_in_rows():
    parts = {"head": "head", "torso": "trunk", "arm": "arms", "leg": "legs"}
    human = body.body(Body(tuple(BodyPart(name, name, 0, 0, figure=figure) for name, figure in parts.items())))
    assert human.human
    assert [one.part.id for one in human.parts] == ["head", "arm", "torso", "leg"]
    wolf = body.body(Body((BodyPart("maw", "maw", 0, 0), BodyPart("tail", "tail", 1, 0, wounds=(2,)))))
    assert not wolf.human
    assert wolf.rows[1][0].marks == (2, 0, 0, 0)


def test_a_clock_is_cut_into_equal_slices():
    assert len(bars.slices(6)) == 6
    assert bars.slices(4)[0].startswith("M32 32L32 2")


def test_the_bundle_of_a_page_holds_every_module_once_and_imports_nothing_but_what_stands_apart():
    text = bundle("table")
    wrapped = re.findall(r'^module\("([\w-]+)"', text, re.MULTILINE)
    assert len(wrapped) == len(set(wrapped))
    assert {"table", "hand", "stage", "prepare", "axis"} <= set(wrapped)
    assert re.findall(r"^import .*", text, re.MULTILINE) == ['import * as settings from "../settings.js";']
    assert "import(" not in text
    assert all((FOLDER / f"{name}.js").exists() for name in wrapped)

"""What a GM paints on a map: ground under things, one thing in a square, and rubbed out again."""

from ludex.table.settings import Settings, Stamped, settled


def painted(*strokes):
    settings = Settings()
    for kind, *cells in strokes:
        settings = settled(settings, Stamped(kind, tuple(cells)))
    return dict(enumerate(settings.stamps))


def test_a_thing_stands_on_the_ground_that_was_laid_under_it():
    assert painted(("flags", (0, 0), (1, 0)), ("table", (0, 0))) == {
        0: ((0, 0), "flags"),
        1: ((1, 0), "flags"),
        2: ((0, 0), "table"),
    }


def test_a_second_thing_or_ground_takes_the_place_of_the_first():
    assert painted(("oak", (2, 2)), ("bed", (2, 2))) == {0: ((2, 2), "bed")}
    assert painted(("oak", (2, 2)), ("water", (2, 2)), ("path", (2, 2))) == {0: ((2, 2), "oak"), 1: ((2, 2), "path")}


def test_what_was_painted_is_rubbed_out_square_by_square_or_whole():
    both = (("flags", (0, 0), (1, 0)), ("oak", (0, 0)))
    assert painted(*both, ("", (0, 0))) == {0: ((1, 0), "flags")}
    assert painted(*both, ("",)) == {}

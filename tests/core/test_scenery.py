"""A scene's own words say what is drawn behind it."""

import pytest

from ludex.core.scenery import PLACES, Backdrop, backdrop


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("雨夜的桥", Backdrop("bridge", "night", "rain")),
        ("A bridge on a rainy night", Backdrop("bridge", "night", "rain")),
        ("废站台", Backdrop("platform")),
        ("雾里的渡口，黄昏", Backdrop("shore", "dusk", "fog")),
        ("雪山上的大殿", Backdrop("hall", "day", "snow")),
        ("哪里也不是", Backdrop("road")),
    ],
)
def test_place_hour_and_weather_are_read_in_either_language(text, drawn):
    assert backdrop(text) == drawn


def test_a_scene_that_names_no_place_stands_where_its_system_says_and_may_be_past():
    assert backdrop("", place="street", past=True) == Backdrop("street", past=True)


def test_every_place_is_known_by_words_of_both_languages():
    assert all(
        any(word.isascii() for word in words) and any(not word.isascii() for word in words) for words in PLACES.values()
    )

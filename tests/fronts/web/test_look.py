"""The look keeps its promises: contrast in both themes, words in both languages, nothing third-party."""

import re
from pathlib import Path

import pytest

from ludex.fronts.web.gate.assets import FOLDER
from ludex.text.words import LANGUAGES, Words

TOKENS = (FOLDER / "tokens.css").read_text()
TEMPLATES = FOLDER.parent / "templates"
TEXTS = ("ink", "ink-2", "accent", "good", "bad", "warn", "hidden")
GROUNDS = ("paper", "surface", "sunken")


def theme(place):
    """One side of every colour that has two, and those that are the same in both."""
    block = TOKENS.split(":root {", 1)[1].split("}", 1)[0]
    both = re.findall(r"--([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", block)
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6});", block)) | {one[0]: one[place] for one in both}


THEMES = {"light": theme(1), "dark": theme(2)}


def luminance(colour):
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", TEXTS)
def test_text_can_be_read_on_every_ground(name, ground, text):
    assert contrast(THEMES[name][text], THEMES[name][ground]) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_text_can_be_read_on_buttons_and_crests(name):
    tokens = THEMES[name]
    assert contrast(tokens["on-accent"], tokens["accent"]) >= 4.5
    assert contrast(tokens["on-hue"], tokens["hue"]) >= 4.5
    for light, dark in re.findall(r"--hue: light-dark\((#\w+), (#\w+)\)", TOKENS):
        assert contrast(tokens["on-hue"], light if name == "light" else dark) >= 4.5


def test_every_colour_is_said_once():
    names = re.findall(r"^  --([\w-]+): .*#", TOKENS, re.MULTILINE)
    assert sorted(names) == sorted(set(names))


def used_phrases():
    found = set()
    for file in (*TEMPLATES.rglob("*.html"), *FOLDER.parent.rglob("*.py")):
        found |= set(
            re.findall(r"""["'](web\.[\w.]*[^\W_])["']""", file.read_text())
        )  # one that ends in _ is made of parts
    for file in FOLDER.glob("*.js"):
        found |= {f"web.script.{key}" for key in re.findall(r'\bsay\("(\w+)"', file.read_text())}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_that_the_page_says_is_there(language):
    words = Words(language)
    assert [key for key in sorted(used_phrases()) if not words.has(key)] == []


def test_both_languages_have_the_same_phrases():
    assert set(Words("zh").under("web.")) == set(Words("en").under("web."))


def test_nothing_comes_from_elsewhere_and_nothing_is_minified():
    for file in FOLDER.iterdir():
        text = file.read_text()
        assert not re.search(r"(?:import|url\(|src=|href=)[^\n]*https?://", text)
        if file.suffix in (".js", ".css"):
            assert max(map(len, text.splitlines())) < 400


def test_no_system_is_named_in_the_front():
    names = ("mist", "fable", "mirror", "boon", "fet")
    for file in (*FOLDER.parent.rglob("*.py"), *TEMPLATES.rglob("*.html"), *FOLDER.glob("*.*")):
        if Path(file).suffix != ".svg":
            assert not re.search(rf"\b({'|'.join(names)})\b", file.read_text(), re.IGNORECASE), file


_HELD = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
HOUSED = re.compile(rf"(?<![\w-])(?:html|body|\.table|\.role-\w+):(?:has|not){_HELD}\s+[^\s{{,]")
"""What the whole page holds decides how something in it looks: then every change anywhere styles all of it anew."""


@pytest.mark.parametrize("sheet", sorted(path.name for path in FOLDER.glob("*.css")))
def test_no_change_styles_the_whole_page_anew(sheet):
    assert not [found for found in HOUSED.findall((FOLDER / sheet).read_text()) if ":has(" in found]

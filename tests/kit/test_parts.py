"""Every part that the page for authors names is shown there, small, as it is painted today."""

import io

import pytest
from PIL import Image

from ludex.fronts.bots.painting import NoFont, find_font
from tests.kit.parts import PICTURES, picture, samples

MOST = 4_000
"""So many bytes a picture has at most."""
PAGE = PICTURES.parents[1] / "how-to"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_part_of_the_page_has_its_picture(language):
    page = (PAGE / f"add-a-system.{language}.md").read_text("utf-8")
    for name in samples(language):
        kept = PICTURES / f"{name.lower()}.{language}.png"
        assert f"](../images/parts/{kept.name})" in page
        assert kept.stat().st_size < MOST


def test_a_part_still_looks_as_its_picture_shows_it():
    try:
        find_font()
    except NoFont:
        pytest.skip("no font with Chinese letters")
    for name, part in samples("en").items():
        shown = Image.open(PICTURES / f"{name.lower()}.en.png")
        painted = Image.open(io.BytesIO(picture(part, "en")))
        wide, high = (abs(a - b) for a, b in zip(shown.size, painted.size, strict=True))
        assert max(wide, high) <= shown.width // 5, (
            f"{name}: python -m tests.kit.parts paints it anew"
        )  # other fonts are a little wider

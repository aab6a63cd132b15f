"""Paper that grows: what is drawn is remembered with its place, and put on an image of the right height at the end."""

import io
from collections.abc import Callable

from PIL import Image, ImageDraw

from ludex.core.names import harmless
from ludex.fronts.bots.painting.fonts import Fonts

PAPER, SURFACE, SUNKEN, LINE = "#faf8f4", "#ffffff", "#f3efe8", "#e3ddd2"
INK, QUIET, ACCENT, HUE = "#26221c", "#6d655a", "#8a3b2a", "#566275"
GOOD, BAD, WARN, HIDDEN, LIFE = "#2f6f4f", "#a3302a", "#8a5c0b", "#5b5480", "#4d7f63"
TONES = {"good": GOOD, "bad": BAD, "warn": WARN, "quiet": QUIET, "hidden": HIDDEN}
"""The page's own colours."""

TEXT, SMALL, HEAD = 22, 18, 26
WIDTH = 840
EDGE = 24
TALLEST = 8000
"""A picture is no higher: what is below is cut off."""

Box = tuple[float, float, float, float]
Stroke = Callable[[ImageDraw.ImageDraw], None]


class Canvas:
    """A sheet of paper. `y` is how far it is written on."""

    def __init__(self, fonts: Fonts, width: int = WIDTH) -> None:
        self.fonts, self.width = fonts, width
        self.y = EDGE
        self._strokes: list[Stroke] = []

    @property
    def inner(self) -> int:
        return self.width - 2 * EDGE - 2 * PAD

    @property
    def left(self) -> int:
        return EDGE + PAD

    def text(self, x: float, y: float, text: str, size: int = TEXT, colour: str = INK, *, bold: bool = False) -> int:
        """Write one line; how wide it is comes back."""
        font, weight, shown = self.fonts.of(size), 1 if bold else 0, harmless(text)
        self._strokes.append(
            lambda on: on.text((x, y), shown, fill=colour, font=font, stroke_width=weight / 2, stroke_fill=colour)
        )
        return self.fonts.width(text, size) + weight

    def middle(self, box: Box, text: str, size: int = SMALL, colour: str = INK, *, bold: bool = False) -> None:
        """Write in the middle of a box, cut to its width."""
        shown = text
        while len(shown) > 1 and self.fonts.width(shown, size) > box[2] - box[0]:
            shown = shown[:-1]
        x = (box[0] + box[2] - self.fonts.width(shown, size)) / 2
        self.text(x, (box[1] + box[3]) / 2 - size * 0.72, shown, size, colour, bold=bold)

    def box(
        self, box: Box, fill: str | None = None, edge: str | None = None, *, round_: int = 4, width: int = 1
    ) -> None:
        whole = tuple(round(one) for one in (box[0], box[1], max(box[0], box[2]), max(box[1], box[3])))
        self._strokes.append(
            lambda on: on.rounded_rectangle(whole, round_, fill=fill, outline=edge, width=width if edge else 0)
        )

    def line(self, box: Box, colour: str = LINE, width: int = 1) -> None:
        self._strokes.append(lambda on: on.line(box, fill=colour, width=width))

    def under(self, first: int, box: Box, fill: str, edge: str) -> None:
        """A box under everything that was drawn since stroke `first`."""
        whole = tuple(round(one) for one in box)
        self._strokes.insert(first, lambda on: on.rounded_rectangle(whole, 10, fill=fill, outline=edge, width=1))

    @property
    def strokes(self) -> int:
        """How much was drawn so far."""
        return len(self._strokes)

    def picture(self) -> Image.Image:
        picture = Image.new("RGB", (self.width, min(TALLEST, self.y + EDGE)), PAPER)
        on = ImageDraw.Draw(picture)
        for stroke in self._strokes:
            stroke(on)
        return picture

    def image(self) -> bytes:
        picture = self.picture()
        kept = io.BytesIO()
        picture.quantize(48, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(kept, "PNG", compress_level=6)
        return kept.getvalue()


PAD = 18
"""Room inside of a section's edge."""

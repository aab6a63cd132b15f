"""A font that has Chinese letters, from the machine's own packages."""

import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

from ludex.core.names import harmless

KNOWN = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/System/Library/Fonts/PingFang.ttc",
    "C:/Windows/Fonts/msyh.ttc",
)
"""Where systems keep one (Debian: fonts-noto-cjk)."""

COLLECTED = 12
"""A file of several fonts holds no more than these are looked through."""


class NoFont(Exception):
    """No font with Chinese letters was found."""


@lru_cache(maxsize=1)
def find_font(wanted: str = "") -> Path:
    """The file of such a font: the one that is wanted, else one that the system knows of."""
    for path in (*((wanted,) if wanted else ()), *_matched(), *KNOWN):
        if path and Path(path).is_file():
            return Path(path)
    raise NoFont


def _matched() -> list[str]:
    """What fontconfig takes for Chinese, if it is there."""
    program = shutil.which("fc-match")
    if program is None:
        return []
    asked = [program, "-f", "%{lang}\n%{file}", "sans:lang=zh-cn"]
    try:
        found = subprocess.run(asked, capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return []
    languages, _, path = found.partition("\n")
    return [path.strip()] if "zh" in languages else []


class Fonts:
    """One font in the sizes that are drawn."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.index = _simplified(path)
        self._sizes: dict[int, ImageFont.FreeTypeFont] = {}

    def of(self, size: int) -> ImageFont.FreeTypeFont:
        if size not in self._sizes:
            self._sizes[size] = ImageFont.truetype(
                str(self.path), size, index=self.index, layout_engine=ImageFont.Layout.BASIC
            )
        return self._sizes[size]

    def width(self, text: str, size: int) -> int:
        return round(self.of(size).getlength(harmless(text)))

    def wrapped(self, text: str, size: int, width: int) -> list[str]:
        """A text as lines of a width; Chinese breaks anywhere, Latin words stay whole where they can."""
        lines: list[str] = []
        for line in harmless(text).split("\n"):
            lines += self._wrapped(line, size, max(width, size * 2))
        return lines

    def _wrapped(self, line: str, size: int, width: int) -> list[str]:
        done, rest = list[str](), line
        while rest and self.width(rest, size) > width:
            cut = self._cut(rest, size, width)
            done, rest = [*done, rest[:cut].rstrip()], rest[cut:].lstrip()
        return [*done, rest]

    def _cut(self, text: str, size: int, width: int) -> int:
        low, high = 1, min(len(text), width // max(1, size // 4) + 1)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.width(text[:middle], size) <= width else (low, middle - 1)
        space = text.rfind(" ", 0, low + 1)
        inside = low < len(text) and text[low - 1 : low + 1].isascii() and text[low - 1 : low + 1].isalnum()
        return space + 1 if inside and space > low // 2 else low


def _simplified(path: Path) -> int:
    """The place of simplified Chinese in a file of several fonts."""
    for index in range(COLLECTED if path.suffix.lower() == ".ttc" else 1):
        try:
            name = " ".join(part or "" for part in ImageFont.truetype(str(path), 12, index=index).getname())
        except OSError:
            break
        if " SC" in name:
            return index
    return 0

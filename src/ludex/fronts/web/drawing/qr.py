"""A seat's link as a picture to be scanned: an SVG within our own policy, with no style of its own."""

from ludex.core.errors import RuleError

LONGEST = 300


def drawn(link: str) -> str:
    import segno  # here, because few pages ever show one

    if not link.startswith(("http://", "https://")) or len(link) > LONGEST:
        raise RuleError("bad_argument", arg="link", value=link[:40], kind="text")
    found: str = segno.make_qr(link, error="m").svg_inline(border=2, omitsize=True, svgclass="qr", lineclass="qr-line")
    return found

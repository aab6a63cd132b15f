"""Where a drawing says that a picture is.

What many eyes share is drawn once, so it names a picture without the reader's own link; each page puts its own in.
"""

HERE = "/t/~/faces/"


def with_link(html: str, secret: str) -> str:
    """A drawing with the reader's own link in it."""
    return html.replace(HERE, HERE.replace("~", secret))

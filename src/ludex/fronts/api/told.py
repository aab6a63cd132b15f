"""What every route of the API says of itself: every answer that it can give beside the one that was asked for, and that a seat's secret opens it."""

from litestar.openapi import ResponseSpec

from ludex.fronts.api.errors import Problem

TOLD = {
    400: "The request cannot be read.",
    401: "The link opens no seat.",
    403: "Not this seat's to do.",
    404: "There is no such thing.",
    409: "The table has moved on meanwhile.",
    413: "Too long.",
    422: "The rules refuse.",
    429: "Too fast: wait as long as `Retry-After` says.",
    500: "Our own fault.",
    503: "The disk or the system failed: nothing happened.",
}
"""By status. All of them are a `Problem`."""

Answers = dict[int, ResponseSpec]


def _told(*statuses: int) -> Answers:
    return {one: ResponseSpec(Problem, description=TOLD[one], generate_examples=False) for one in statuses}


ANYBODY = _told(400, 429, 500)
"""Of an address that takes nothing."""

OPENING = _told(400, 404, 413, 422, 429, 500, 503)
"""Of one that opens a table."""

LOOKING = _told(400, 401, 403, 404, 422, 429, 500, 503)
"""Of one that a seat reads."""

SENDING = _told(*TOLD)
"""Of one at which a seat does something."""

SEAT: list[dict[str, list[str]]] = [{"seat": []}]

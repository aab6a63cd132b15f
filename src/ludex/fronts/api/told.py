"""What every route of the API says of itself: how it is refused, and that a seat's secret opens it."""

from litestar.openapi import ResponseSpec

from ludex.fronts.api.errors import Problem

REFUSED = {
    status: ResponseSpec(Problem, description=told, generate_examples=False)
    for status, told in ((401, "The link opens no seat."), (403, "Not this seat's to do."), (422, "The rules refuse."))
}
SEAT: list[dict[str, list[str]]] = [{"seat": []}]

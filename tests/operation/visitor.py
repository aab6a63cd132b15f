"""Visits a Ludex on port 8000 of this machine (or LUDEX_AT), with nothing but the standard library: `open` plays at a new table, `again` finds it."""

import json
import os
import sys
import urllib.request

HERE = os.environ.get("LUDEX_AT", "http://127.0.0.1:8000")


def call(path, body=None, secret=""):
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {secret}"} if secret else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{HERE}{path}", data, headers), timeout=30) as answer:
        return answer.read()


def main(what, secret=""):
    if what == "open":
        assert b"Ludex" in call("/")
        secret = json.loads(call("/api/demos", {"system": "boon"}))["seats"]["gm"]
        assert "42" in json.loads(call("/api/line", {"text": ".r 1d1+41"}, secret))["text"]
        assert b"<html" in call(f"/t/{secret}").lower()
        sys.stdout.write(f"{secret}\n")
    else:
        assert any("1d1+41" in one["line"] for one in json.loads(call("/api/log", secret=secret)))


if __name__ == "__main__":
    main(*sys.argv[1:])

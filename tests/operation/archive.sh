#!/bin/bash
# `make archive`: Ludex, its bot and Python itself in one archive that needs nothing else on the machine; then it is unpacked elsewhere and tried.
# Made by PyInstaller, pinned with everything that goes in by requirements-archive.lock, for the system that it is made on. Tried on Linux.
set -euo pipefail
HERE=$(cd "$(dirname "$0")/../.." && pwd)
PYTHON=${PYTHON:-python3}
WORK=$(mktemp -d)
MADE=$WORK/ludex
SERVER=
PORT=${PORT:-8617}
OUT=$HERE/build/ludex-$(sed -n 's/^version = "\(.*\)"/\1/p' "$HERE/pyproject.toml")-$(uname -s | tr A-Z a-z)-$(uname -m).tar.gz
trap 'test -z "$SERVER" || kill "$SERVER" 2>/dev/null || true; rm -rf "$WORK"' EXIT

make_it() {
	"$PYTHON" -m venv "$WORK/venv"
	"$WORK/venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$HERE/requirements-archive.lock"
	"$WORK/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$HERE"
	local whole=() name # whatever finds its parts by their names or brings files along
	for name in ludex nonebot litestar opencc pypinyin confusable_homoglyphs; do whole+=(--collect-all "$name"); done
	(cd "$WORK" && "$WORK/venv/bin/pyinstaller" --log-level ERROR --noconfirm --onedir --name ludex --copy-metadata ludex "${whole[@]}" \
		--collect-submodules uvicorn --distpath "$WORK" --workpath "$WORK/work" --specpath "$WORK/work" "$HERE/src/ludex/__main__.py")
	mkdir -p "$HERE/build"
	tar -C "$WORK" -czf "$OUT" ludex
	rm -rf "$MADE" "$WORK/venv" "$WORK/work"
}

BARE=(env -i PATH=/nowhere LANG=C.UTF-8) # no Python, no tool, no setting of this machine

make_it
echo "made: $OUT ($(du -h "$OUT" | cut -f1))"
tar -C "$WORK" -xzf "$OUT"
cd "$WORK"
"${BARE[@]}" "$MADE/ludex" doctor --port "$PORT"
"${BARE[@]}" "$MADE/ludex" odds 4d6kh3 | grep -q '1/1296'
"${BARE[@]}" "$MADE/ludex" rehearse boon --runs 20 --workers 2 | grep -q '%'
echo "its doctor is well, odds are exact, processes of its own rehearse"
"${BARE[@]}" "$MADE/ludex" bot --port "$PORT" >"$WORK/said" 2>&1 &
SERVER=$!
for _ in $(seq 60); do grep -q 'ws://' "$WORK/said" && break; sleep 0.5; done
SEAT=$(LUDEX_AT=http://127.0.0.1:$PORT "$PYTHON" "$HERE/tests/operation/visitor.py" open)
LUDEX_AT=http://127.0.0.1:$PORT "$PYTHON" "$HERE/tests/operation/visitor.py" again "$SEAT"
kill "$SERVER"
wait "$SERVER"
SERVER=
echo "the bot starts, a page opens, a table is played, it stops in order"

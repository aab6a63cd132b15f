#!/bin/bash
# `make service`: boot a Debian with systemd as its first process, start the units from docs/how-to in it, play, kill, restart, back up.
# As root, on Debian, with a network.
set -euo pipefail
HERE=$(cd "$(dirname "$0")/../.." && pwd)
WORK=${WORK:-$(mktemp -d)}
ROOT=$WORK/sysroot
UNITS="ludex.service ludex-backup.service ludex-backup.timer"

for tool in debootstrap systemd-nspawn nsenter; do
	command -v $tool >/dev/null || { echo "needs $tool (Debian: apt-get install --no-install-recommends debootstrap systemd-container util-linux)"; exit 1; }
done

if [ ! -d "$ROOT" ]; then
	debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates,systemd,systemd-sysv,dbus bookworm "$ROOT" >/dev/null
fi
cp -L /etc/resolv.conf "$ROOT/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$ROOT/etc/ssl/certs/ca-certificates.crt"
mkdir -p "$ROOT/opt/ludex/code"
tar -C "$HERE" -c pyproject.toml requirements.lock README.md LICENSE src | tar -C "$ROOT/opt/ludex/code" -x
chroot "$ROOT" sh -ec 'cd /opt/ludex; test -x .venv/bin/pip || python3 -m venv .venv
	export PIP_CERT=/etc/ssl/certs/ca-certificates.crt PIP_DISABLE_PIP_VERSION_CHECK=1
	.venv/bin/pip install -q -r code/requirements.lock; .venv/bin/pip install -q --no-deps --force-reinstall ./code
	id ludex >/dev/null 2>&1 || useradd --system ludex'
for unit in $UNITS; do cp "$HERE/docs/how-to/$unit" "$ROOT/etc/systemd/system/"; done
chroot "$ROOT" sh -ec "cd /etc/systemd/system; systemd-analyze verify $UNITS; systemctl -q enable ludex ludex-backup.timer"
echo "the units are verified"

systemd-nspawn -q -D "$ROOT" --register=no --keep-unit --private-network --boot >"$WORK/boot.log" 2>&1 &
NSPAWN=$!
trap 'kill $NSPAWN 2>/dev/null || true; wait $NSPAWN 2>/dev/null || true' EXIT
for _ in $(seq 60); do FIRST=$(pgrep -P $NSPAWN | head -1 || true); [ -n "$FIRST" ] && break; sleep 0.5; done
inside() { nsenter -t "$FIRST" -a "$@"; }
until_ok() { for _ in $(seq 60); do "$@" >/dev/null 2>&1 && return; sleep 0.5; done; tail -30 "$WORK/boot.log"; return 1; }
main() { inside systemctl show -P MainPID ludex; }
ask() { inside python3 - "$@" <"$HERE/tests/operation/visitor.py"; }
page() { inside python3 -c 'import urllib.request; urllib.request.urlopen("http://127.0.0.1:8000/")'; }

until_ok page
SEAT=$(ask open)
echo "ludex.service runs, a page opens, a table is played"
test "$(inside stat -c %U "/proc/$(main)")" = ludex
! inside nsenter -t "$(main)" -m touch /etc/anything 2>/dev/null
inside nsenter -t "$(main)" -m touch /var/lib/ludex/anything
echo "it is its own user, and writes nowhere but in its own folder"
BEFORE=$(main)
inside sh -c "kill -9 $BEFORE"
until_ok page
test "$(main)" != "$BEFORE"
ask again "$SEAT"
echo "killed, it comes back with everything"
inside systemctl start ludex-backup.service
inside sh -c 'ls /var/lib/ludex/backups | grep -q .'
inside systemctl is-active --quiet ludex-backup.timer
echo "the backup is written, its timer waits"
inside systemctl stop ludex
test "$(inside systemctl show -P Result ludex)" = success
echo "it stops in order"
[ -n "${KEEP:-}" ] || { kill $NSPAWN; wait $NSPAWN 2>/dev/null || true; trap - EXIT; rm -rf "$WORK"; }

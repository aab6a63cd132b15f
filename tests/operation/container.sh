#!/bin/bash
# `make container`: build the Containerfile, run what it says, play, restart on the same volume, back up. As root, on Debian, with a network.
# Where no registry can be reached, the base image is made of Debian's own packages. No daemon, no bridge: chroot while building, runc afterwards.
set -euo pipefail
HERE=$(cd "$(dirname "$0")/../.." && pwd)
WORK=${WORK:-$(mktemp -d)}
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
STORE=(--root "$WORK/storage" --runroot "$WORK/run")
PODMAN=(podman --log-level error "${STORE[@]}" --cgroup-manager cgroupfs --runtime runc)
BASE=$(sed -n 's/^FROM //p' "$HERE/Containerfile")
NAME=ludex-tried-$$

for tool in podman buildah runc; do
	command -v $tool >/dev/null || { echo "needs $tool (Debian: apt-get install --no-install-recommends podman buildah runc debootstrap)"; exit 1; }
done

base() {
	"${PODMAN[@]}" image exists "$BASE" && return
	timeout 120 "${PODMAN[@]}" pull --quiet "$BASE" 2>/dev/null && return
	echo "no registry: $BASE is made of Debian's packages"
	debootstrap --variant=minbase --include=python3,python3-pip,python3-venv,ca-certificates bookworm "$WORK/base" >/dev/null
	rm -f "$WORK"/base/usr/lib/python3.11/EXTERNALLY-MANAGED
	ln -sf python3 "$WORK/base/usr/bin/python"
	tar -C "$WORK/base" -cf "$WORK/base.tar" .
	"${PODMAN[@]}" import --quiet "$WORK/base.tar" "$BASE" >/dev/null
}

build() { # whoever vouches for the network here does so inside as well
	buildah --log-level error "${STORE[@]}" bud --quiet --pull-never --network host \
		-v /etc/ssl/certs:/etc/ssl/certs:ro -v /usr/share/ca-certificates:/usr/share/ca-certificates:ro \
		-v /usr/local/share/ca-certificates:/usr/local/share/ca-certificates:ro \
		--env PIP_CERT=/etc/ssl/certs/ca-certificates.crt -t ludex -f "$HERE/Containerfile" "$HERE" >/dev/null
}

run() { # the image's own command, with a network of its own that nobody else is in
	"${PODMAN[@]}" run --detach --name "$NAME" --network none --ulimit nofile=1024:1024 --ulimit nproc=1024:1024 -v "$WORK/data:/data:U" ludex >/dev/null
	for _ in $(seq 60); do "${PODMAN[@]}" logs "$NAME" 2>&1 | grep -q http && return; sleep 0.5; done
	"${PODMAN[@]}" logs "$NAME"; return 1
}

stop() {
	"${PODMAN[@]}" stop --time 20 "$NAME" >/dev/null
	test "$("${PODMAN[@]}" inspect --format '{{.State.ExitCode}}' "$NAME")" = 0
	"${PODMAN[@]}" rm "$NAME" >/dev/null
}

ask() { "${PODMAN[@]}" exec -i "$NAME" python3 - "$@" <"$HERE/tests/operation/visitor.py"; }

trap '"${PODMAN[@]}" rm --force "$NAME" >/dev/null 2>&1 || true' EXIT
mkdir -p "$WORK/data"
base
echo "base: $BASE"
build
echo "built"
run
SEAT=$(ask open)
echo "runs, a page opens, a table is played"
"${PODMAN[@]}" exec "$NAME" ludex backup /data/backups --keep 2
test "$("${PODMAN[@]}" exec "$NAME" id -un)" = ludex
stop
run
ask again "$SEAT"
stop
echo "restarted on the same volume: everything is there"
[ -n "${KEEP:-}" ] || rm -rf "$WORK"

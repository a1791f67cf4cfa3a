#!/bin/sh
# Runs the image that `npm run release -- --image` built as a container would be run hardest: as nobody in particular,
# on a root that cannot be written, with /data and /tmp alone. As root, with buildah; no daemon is needed.
#
#   dev/release/try-image.sh parley:0.2.0-amd64        PORT names another port than 3987
set -eu
export PORT="${PORT:-3987}"
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
container=$(buildah from --pull-never "localhost/$1")
trap 'buildah rm "$container" >/dev/null' EXIT
root=$(buildah mount "$container")
buildah inspect --type image --format 'user {{.OCIv1.Config.User}}, {{.OCIv1.Architecture}}, entry {{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Cmd}}' "localhost/$1"
buildah inspect --type image --format 'health check {{.Docker.Config.Healthcheck.Test}}' "localhost/$1"
unshare --mount sh -eu -s "$root" <<'INSIDE'
root=$1
mount --bind "$root" "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o uid=65534,gid=65534 tmpfs "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev"
for device in null zero random urandom; do touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
mkdir -m 1777 "$root/dev/shm"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
inside() { chroot --userspec=65534:65534 "$root" /usr/bin/env -i PATH=/usr/bin:/bin DATA_DIR=/data HOST=127.0.0.1 PORT="$PORT" "$@" </dev/null; }
entry='exec /opt/parley/parley-*/bin/parley "$@"'
inside sh -c '! touch /opt/written 2>/dev/null' && echo 'the root cannot be written'
(exec chroot --userspec=65534:65534 "$root" /usr/bin/env -i PATH=/usr/bin:/bin DATA_DIR=/data HOST=127.0.0.1 PORT="$PORT" \
  sh -c "$entry" parley start </dev/null) &
server=$!
# Asked sooner it would only start more slowly, emulated above all.
while kill -0 "$server" && ! grep -q "$(printf ':%04X 00000000:0000 0A' "$PORT")" /proc/net/tcp; do sleep 1; done
for _ in $(seq 120); do inside sh -c "$entry" parley health >/dev/null && break; sleep 1; done
echo "healthy: $(inside sh -c "$entry" parley health), as uid $(stat -c %u /proc/$server)"
inside sh -c "$entry" parley doctor
kill "$server"
wait "$server" && echo 'ended cleanly'
INSIDE

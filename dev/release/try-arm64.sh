#!/bin/sh
# Runs the release and the image for arm64 on a machine with an x64 processor: on a Debian for arm64 of its own, as a
# user that is not root, each program emulated by qemu. Slow, and no word about speed; what it shows is that they run.
# As root, with debootstrap, qemu-user-static and (for the image) buildah of Debian.
#
#   dev/release/try-arm64.sh             the release: e2e/installation/release.spec.ts starts, updates, backs up and restores it
#   dev/release/try-arm64.sh image       the image: built of the release, then run by try-image.sh
#
# DEBIAN_ARM64 names where that Debian is, or is made (230 MB). What tells the kernel of qemu goes when this ends.
set -eu
cd "$(dirname "$0")/../.."
debian=$(realpath -m "${DEBIAN_ARM64:-${TMPDIR:-/tmp}/parley-debian-arm64}")

# Mounts in a namespace of its own, so that none is left.
if [ "${1-}" != inside ]; then exec unshare --mount "$0" inside "$@"; fi
shift

# An ELF file for 64 bits of ARM is run by qemu. "F": the kernel opens qemu now, so no root needs a copy of it.
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
rule=parley-arm64-$$
magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
printf ':%s:M::%s:%s:%s:F' "$rule" "$magic" "$mask" "$(command -v qemu-aarch64-static)" >/proc/sys/fs/binfmt_misc/register
trap 'echo -1 >"/proc/sys/fs/binfmt_misc/$rule"' EXIT
trap 'exit 1' INT TERM

if [ ! -e "$debian/etc/debian_version" ] || [ -e "$debian/debootstrap" ]; then
  debootstrap --arch=arm64 --variant=minbase bookworm "$debian"
fi

case "${1-}" in
'')
  work=$(realpath "${TMPDIR:-/tmp}")
  mkdir -p "$debian$work"
  mount --bind "$work" "$debian$work" # the test and what it runs see the same files
  mount -t proc proc "$debian/proc"
  mount --rbind /dev "$debian/dev"
  chroot "$debian" uname -m
  # What Node has compiled is kept for the next command: most of the time goes into that.
  keep=/usr/bin/env\ NODE_COMPILE_CACHE=/var/tmp/parley-compiled
  RELEASE_PLATFORM=linux-arm64 RELEASE_RUNNER="/usr/sbin/chroot --userspec=65534:65534 $debian $keep" \
    npx vitest run --config e2e/installation/vitest.config.ts --testTimeout 3600000 --hookTimeout 3600000 release
  ;;
image)
  export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
  container=$(buildah from --arch arm64 scratch)
  buildah add -q "$container" "$debian" / >/dev/null
  buildah config --arch arm64 "$container"
  buildah commit -q --rm "$container" parley-debian-arm64 >/dev/null
  BASE=localhost/parley-debian-arm64 npm run release -- linux-arm64 --image
  dev/release/try-image.sh "parley:$(node -p "require('./package.json').version")-arm64"
  ;;
*)
  sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
  exit 2
  ;;
esac

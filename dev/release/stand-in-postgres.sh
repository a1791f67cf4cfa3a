#!/bin/sh
# Where no image can be pulled: one with the interface of postgres:18, of PostgreSQL 18 from Debian unstable and
# the entry scripts of the official image (18/trixie of github.com/docker-library/postgres, a folder that is
# given). The steps are those of its Dockerfile. As root, with debootstrap and buildah.
#
#   dev/release/stand-in-postgres.sh FOLDER postgres-18.tar
set -eu
scripts=$1 out=$2
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
debootstrap --variant=minbase --include=gosu,libnss-wrapper,locales,postgresql-common,tzdata,xz-utils,zstd \
  sid "$root" "${MIRROR:-http://deb.debian.org/debian}" >"$work/log" || { tail "$work/log"; exit 1; }
inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@" >>"$work/log" 2>&1 || { tail "$work/log"; exit 1; }; }
echo 'create_main_cluster = false' >"$root/etc/postgresql-common/createcluster.conf"
echo 'en_US.UTF-8 UTF-8' >"$root/etc/locale.gen"
inside locale-gen
inside apt-get install -y --no-install-recommends postgresql-18
inside apt-get clean
rm -rf "$root"/var/lib/apt/lists/* "$root"/var/lib/postgresql/*
sed -ri "s/^#?(listen_addresses)\s*=.*/\1 = '*'/" "$root/usr/share/postgresql/18/postgresql.conf.sample"
install -d -m 3777 "$root/var/run/postgresql"
install -d -m 1777 "$root/var/lib/postgresql"
inside chown postgres: /var/run/postgresql /var/lib/postgresql
mkdir "$root/docker-entrypoint-initdb.d"
install -m 755 "$scripts"/docker-*.sh "$root/usr/local/bin/"
cat >"$work/Dockerfile" <<'DOCKERFILE'
FROM scratch
COPY root /
ENV LANG=en_US.utf8 PG_MAJOR=18 PGDATA=/var/lib/postgresql/18/docker
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/18/bin
VOLUME /var/lib/postgresql
ENTRYPOINT ["docker-entrypoint.sh"]
STOPSIGNAL SIGINT
EXPOSE 5432
CMD ["postgres"]
DOCKERFILE
buildah build --format docker --tag postgres:18 --file "$work/Dockerfile" "$work" >>"$work/log" 2>&1
rm -f "$out"
buildah push --quiet postgres:18 "docker-archive:$out:postgres:18"
buildah rmi localhost/postgres:18 >/dev/null

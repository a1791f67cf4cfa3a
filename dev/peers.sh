#!/bin/bash
# Third-party programs that Parley is tested against: Kannel from Debian (needs root), the Twilio emulator and Twilio's own SDK from npm; Prometheus's
# promtool for the alerts.
# They are installed outside the repository, each if it can be, and listen on loopback only.
#   dev/peers.sh           installs what is missing, and runs the tests against them
#   dev/peers.sh install   installs what is missing; never fails: tests whose program is not there are skipped and say so
set -u
cd "$(dirname "$0")/.." || exit 1
home=${PEERS_HOME:-${TMPDIR:-/tmp}/sms-peers}
export PEERS_HOME=$home
PATIENCE=90 # seconds for one program

install_kannel() {
  command -v bearerbox >/dev/null && return
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "Kannel comes from Debian and only root can install it: its tests are skipped." >&2
    return
  fi
  { timeout "$PATIENCE" apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive timeout "$PATIENCE" apt-get install -y -qq --no-install-recommends kannel; } >/dev/null ||
    echo "Kannel could not be installed: its tests are skipped." >&2
}

install_npm() { # FOLDER PACKAGE VERSION
  [ -d "$1/node_modules/$2" ] && return
  mkdir -p "$1"
  [ -f "$1/package.json" ] || echo '{ "private": true }' >"$1/package.json"
  (cd "$1" && timeout "$PATIENCE" npm install --ignore-scripts --no-audit --no-fund --save-exact "$2@$3" >/dev/null) ||
    echo "$2 could not be installed: its tests are skipped." >&2
}

# Only the program that tries alerts: the package would start a server.
install_promtool() {
  [ -x "$home/prometheus/usr/bin/promtool" ] && return
  command -v promtool >/dev/null && return
  command -v apt-get >/dev/null || { echo "promtool comes from Debian: its test is skipped." >&2; return; }
  mkdir -p "$home/prometheus"
  (cd "$home/prometheus" && timeout "$PATIENCE" apt-get download -qq prometheus && dpkg -x prometheus_*.deb . && rm prometheus_*.deb) >/dev/null ||
    echo "promtool could not be installed: its test is skipped." >&2
}

install_kannel
install_promtool
install_npm "$home/npm" twilio 6.2.0
# Pinned: the newest version under this name is an unrelated package.
install_npm "$home/emulate" emulate 0.11.2
[ "${1:-}" = install ] && exit 0
node --input-type=module -e "import { setUp } from './bin/setup.mjs'; setUp();" || exit 1
exec npx vitest run --project server packages/server/src/carriers/peers.test.ts

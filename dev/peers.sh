#!/bin/bash
# Installs the third-party gateways that carriers are tested against, outside the repository, and runs those tests:
# Kannel from Debian (needs root), the Twilio emulator and Twilio's own SDK from npm. Everything listens on loopback only.
set -eu
cd "$(dirname "$0")/.."
home=${PEERS_HOME:-${TMPDIR:-/tmp}/sms-peers}
install_npm() { # FOLDER PACKAGE@VERSION...
  mkdir -p "$1"
  (cd "$1" && { [ -f package.json ] || npm init -y >/dev/null 2>&1; } && shift &&
    npm install --ignore-scripts --no-audit --no-fund --save-exact "$@" >/dev/null)
}
if ! command -v bearerbox >/dev/null; then
  if [ "$(id -u)" = 0 ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends kannel
  else
    echo "Kannel is not installed, and only root can install it: its tests will be skipped." >&2
  fi
fi
[ -d "$home/npm/node_modules/twilio" ] || install_npm "$home/npm" twilio@6.2.0
# Pinned: the newest version under this name is an unrelated package.
[ -d "$home/emulate/node_modules/emulate" ] || install_npm "$home/emulate" emulate@0.11.2
PEERS_HOME=$home exec npx vitest run --project server packages/server/src/carriers/peers.test.ts

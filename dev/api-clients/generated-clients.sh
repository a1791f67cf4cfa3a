#!/bin/bash
# Clients that are generated from the OpenAPI document of REST v1 compile and run against it: in TypeScript
# (openapi-typescript), Python (openapi-python-client) and Go (oapi-codegen).
#
#   PARLEY=http://127.0.0.1:3000 KEY=pk_live_… dev/api-clients/generated-clients.sh [folder]
#
# KEY is of an account for tests and has every scope. Needs npx, python3 and go; what is missing is told.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$(mktemp -d)}
: "${PARLEY:?the address of a running Parley}" "${KEY:?a key with all scopes}"
export PARLEY KEY
mkdir -p "$work" && cd "$work"
curl -fsS "$PARLEY/api/v1/openapi.json" -o openapi.json
# Numbers of this run.
begin=$((RANDOM % 8000 + 1000))
phones() { echo "+1212555$(printf %04d $((begin + $1)))" "+1212555$(printf %04d $((begin + $1 + 1)))"; }

typescript() {
  mkdir -p ts && cp "$here/client.ts" ts/
  echo '{ "type": "module" }' > ts/package.json
  npm install --prefix ts --silent --no-audit --no-fund openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 @types/node@24.19.2
  cd ts
  node_modules/.bin/openapi-typescript ../openapi.json -o parley.ts
  node_modules/.bin/tsc --strict --noEmit --target es2022 --module nodenext --types node \
    --allowImportingTsExtensions --skipLibCheck client.ts
  # shellcheck disable=SC2046
  node client.ts $(phones 0)
  cd ..
}

python() {
  [ -x venv/bin/openapi-python-client ] || { python3 -m venv venv && venv/bin/pip install -q openapi-python-client==0.29.1; }
  venv/bin/openapi-python-client generate --path openapi.json --output-path parley --meta none --overwrite > python.log 2>&1
  # What the generator could not read it leaves out, and says so.
  if grep -iE 'unable|invalid|duplicate' python.log; then return 1; fi
  cp "$here/client.py" .
  venv/bin/python -m compileall -q parley
  # shellcheck disable=SC2046
  venv/bin/python client.py $(phones 2)
}

go_() {
  mkdir -p go/parley && cp "$here/client.go" go/main.go && cd go
  [ -f go.mod ] || go mod init clients
  GOBIN=$PWD/bin go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2
  bin/oapi-codegen -generate types,client -package parley -o parley/parley.go ../openapi.json
  go mod tidy
  go vet ./...
  # shellcheck disable=SC2046
  go run . $(phones 4)
}

typescript
python
go_

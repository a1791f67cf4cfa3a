#!/bin/bash
# Asks every operation of REST v1 for what its OpenAPI document allows and what it forbids (Schemathesis).
# No answer is a fault (5xx), of a status, type or shape that the document does not name, and nothing that it
# forbids is accepted.
#
#   PARLEY=http://127.0.0.1:3000 KEY=pk_live_… dev/api-clients/schemathesis.sh [folder]
#
# KEY is of an account for tests and has every scope. Needs python3. A key has 600 requests a minute: it takes
# ten minutes. What the document cannot say is refused with 422 all the same (an Idempotency-Key of another
# request, a cursor that is none), so "schema-valid request rejected" is left out.
set -euo pipefail
: "${PARLEY:?the address of a running Parley}" "${KEY:?a key with all scopes}"
cd "${1:-$(mktemp -d)}"
[ -x venv/bin/st ] || { python3 -m venv venv && venv/bin/pip install -q schemathesis==4.32.5; }
exec venv/bin/st run "$PARLEY/api/v1/openapi.json" -H "Authorization: Bearer $KEY" --checks all \
  --exclude-checks positive_data_acceptance,unsupported_method --phases examples,coverage,fuzzing -n 15 --seed 1 \
  --rate-limit 590/m --request-timeout 60 --continue-on-failure

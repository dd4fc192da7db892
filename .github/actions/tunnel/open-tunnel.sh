#!/usr/bin/env bash
# Opens the tunnel of the action beside it. Inputs come as variables, never as text of a script: a branch may be called anything.
set -euo pipefail

# An empty variable is a value for `culvert`.
for name in CULVERT_AUTHTOKEN CULVERT_TRUST CULVERT_GATEWAY CULVERT_NAME CULVERT_TTL; do
  [ -n "${!name:-}" ] || unset "$name"
done
# A name has at most 100 characters, and a branch may have more.
if [ -n "${CULVERT_NAME:-}" ]; then export CULVERT_NAME=${CULVERT_NAME:0:100}; fi

fail() {
  echo "::error title=Culvert tunnel::$1"
  exit 1
}

[[ "$TUNNEL_READY_SECONDS" =~ ^[0-9]{1,4}$ ]] ||
  fail "ready-timeout: expected a number of seconds, got \"$TUNNEL_READY_SECONDS\"."
# Without its base, a number that begins with 0 is octal.
ready_seconds=$((10#$TUNNEL_READY_SECONDS))

folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/culvert.XXXXXX")
culvert=(culvert)
if ! command -v culvert >/dev/null; then
  server=$CULVERT_SERVER
  [[ "$server" == *://* ]] || server="https://$server"
  # The package of the server's own version: they are made for each other.
  site=$(curl --fail --silent --show-error --header 'Content-Type: application/json' \
    --data '{"query":"{ site { version } }"}' "$server/graphql") || fail "There is no answer from $server."
  version=$(sed -n 's/.*"version":"\([0-9A-Za-z.-]*\)".*/\1/p' <<<"$site")
  [ -n "$version" ] || fail "$server is no Culvert server."
  npm install --silent --no-audit --no-fund --prefix "$folder" "$server/download/culvert-agent-$version.tgz"
  culvert=("$folder/node_modules/.bin/culvert")
fi

ready=$folder/ready
log=$folder/culvert.log
# In a session of its own, so that it outlives this step; the runner ends it with the job.
if command -v setsid >/dev/null; then culvert=(setsid "${culvert[@]}"); fi
"${culvert[@]}" http "$TUNNEL_APP" --ready-file "$ready" >"$log" 2>&1 </dev/null &
pid=$!

for ((tenth = 0; tenth < ready_seconds * 10; tenth++)); do
  [ ! -e "$ready" ] || break
  if ! kill -0 "$pid" 2>/dev/null; then
    cat "$log"
    fail 'The tunnel could not be opened; the reason is above.'
  fi
  sleep 0.1
done
if [ ! -e "$ready" ]; then
  kill "$pid" 2>/dev/null || true
  cat "$log"
  fail "The tunnel was not ready after $ready_seconds s."
fi

url=$(sed -n 's/.*"publicUrl":"\([^"]*\)".*/\1/p' "$ready" | head -n 1)
printf 'url=%s\npid=%s\n' "$url" "$pid" >>"$GITHUB_OUTPUT"
echo "CULVERT_URL=$url" >>"$GITHUB_ENV"
echo "Public URL: $url"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then echo "Preview: <$url>" >>"$GITHUB_STEP_SUMMARY"; fi

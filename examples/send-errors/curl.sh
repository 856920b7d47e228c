#!/bin/sh
# Reports one error: MONITOR_WEBHOOK_URL=… ./curl.sh "what happened" [source]
set -eu

url=${MONITOR_WEBHOOK_URL:?"set it to the webhook_url of your monitor"}
message=${1:-"Something failed"}
source=${2:-"$(hostname)"}

# Makes any text fit into JSON: backslashes and quotes escaped, control characters become spaces.
quote() {
  printf '%s' "$1" | tr '\000-\037' ' ' | sed 's/\\/\\\\/g; s/"/\\"/g'
}

# --retry waits and tries again on 408, 429, 5xx and timeouts, and obeys Retry-After.
curl --fail --silent --show-error --max-time 10 --retry 5 --retry-connrefused \
  --header 'Content-Type: application/json' \
  --data "{\"message\": \"$(quote "$message")\", \"source\": \"$(quote "$source")\"}" \
  "$url"
echo

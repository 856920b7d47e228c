#!/bin/sh
# Adds a Slack channel and a mailbox to the users of monitors.yaml, and sends each a test. Run it once.
#
#     SLACK_WEBHOOK_URL=https://hooks.slack.com/services/T/B/X sh devices.sh
set -eu
: "${SLACK_WEBHOOK_URL:?is the URL of an incoming webhook: https://api.slack.com/messaging/webhooks}"

monitorctl devices add ops-channel@example.org "$SLACK_WEBHOOK_URL" --kind webhook --format slack --name "#ops"
monitorctl devices add ada@example.org ada@example.org --kind email --name Mail
monitorctl notify test ag/oncall

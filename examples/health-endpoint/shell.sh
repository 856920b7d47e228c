#!/bin/sh
# Writes a health report of this machine, for a web server that serves files. From cron, each minute:
#   shell.sh > /var/www/health.json.new && mv /var/www/health.json.new /var/www/health.json
set -eu

# Prints one result: name, label, percentage used.
usage() {
  status=ok
  message=
  if [ "$3" -ge 80 ]; then
    status=warning
    message="$2: $3 % used."
  fi
  if [ "$3" -ge 95 ]; then status=failed; fi
  printf '{"name":"%s","label":"%s","status":"%s","shortSummary":"%s %%","notificationMessage":"%s"}' \
    "$1" "$2" "$status" "$3" "$message"
}

# Prints the percentage in one column of df's second line.
column() { awk -v column="$1" 'NR == 2 { gsub("%", "", $column); print $column + 0 }'; }

disk=$(df -P / | column 5)
inodes=$(df -Pi / | column 5)
printf '{"finishedAt":%s,"checkResults":[%s,%s]}\n' "$(date +%s)" \
  "$(usage disk "Disk space" "$disk")" "$(usage inodes "Files on the disk" "$inodes")"

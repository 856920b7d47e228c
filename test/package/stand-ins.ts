/** Programs of a machine that the commands of the guides use, where the real one would need more than a machine. */

const sh = (text: string) => `#!/bin/sh\n${text}`;

export const standIns: Record<string, string> = {
  // Everything runs as root there. Options of sudo end where the command begins.
  sudo: sh(`while [ "\${1#-}" != "$1" ]; do [ "$1" = -u ] && shift; shift; done
exec "$@"
`),
  // The service of the install guide. A `monitord` that serves in another way has its place until then.
  systemctl: sh(`stop() {
  [ -s /run/monitord.pid ] || return 0
  pid=$(cat /run/monitord.pid)
  kill "$pid" 2>/dev/null
  while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
  rm -f /run/monitord.pid
}
case "$1" in
  stop | disable) stop ;;
  is-active) [ -s /run/monitord.pid ] && kill -0 "$(cat /run/monitord.pid)" 2>/dev/null ;;
  start | restart | enable)
    monitord --data-dir /var/lib/monitord --site-url https://monitor.example.com --trusted-proxies 127.0.0.1 ;;
esac
`),
  // What serves does so as in another terminal: this ends when it listens, or with its exit code.
  monitord: sh(`case "$1" in
  --help | --version) exec "$INSTALLED/monitord" "$@" ;;
  "" | serve | --*) ;;
  *) exec "$INSTALLED/monitord" "$@" ;;
esac
systemctl stop monitord
: >/run/monitord.log
setsid "$INSTALLED/monitord" "$@" </dev/null >/run/monitord.log 2>&1 &
echo $! >/run/monitord.pid
until grep -qs "listens on" /run/monitord.log; do
  if ! kill -0 $! 2>/dev/null; then
    wait $!
    code=$?
    cat /run/monitord.log
    exit $code
  fi
  sleep 0.05
done
`),
  npm: sh(`[ "$1" = start ] && shift && [ "$1" = -- ] && shift && exec monitord "$@"
echo "only npm start is known here" >&2
exit 1
`),
  npx: sh('exec "$@"\n'),
  ssh: sh('shift\nexec sh -c "$*"\n'),
  uuidgen: sh("cat /proc/sys/kernel/random/uuid\n"),
  journalctl: sh('echo "the disk is full"\n'),
  useradd: sh("true\n"),
  dropdb: `#!/usr/bin/env node
const { createRequire } = require("node:module");
const { Client } = createRequire(\`\${process.env.INSTALLED}/../lib/node_modules/monitord/\`)("pg");
const client = new Client("postgres://postgres@db.example.com/postgres");
client.connect().then(async () => {
  await client.query(\`drop database \${process.argv[2]}\`);
  // The next words of the guide make it.
  await client.query(\`create database \${process.argv[2]} owner monitord\`);
  await client.end();
});
`,
};

/** Examples of each command: the first thing that its help shows. `test/ctl/help.test.ts` holds that each has some. */
export const examples: Record<string, readonly string[]> = {
  "": [
    "monitorctl login http://127.0.0.1:8620",
    "monitorctl apply -f monitors.yaml",
    "monitorctl status",
    "monitorctl ack 12",
  ],
  init: [
    "monitorctl init",
    "monitorctl init --project shop --health https://shop.example.com/health",
  ],
  validate: [
    "monitorctl validate -f monitors.yaml",
    "monitorctl validate -f monitors -o github",
  ],
  apply: [
    "monitorctl apply -f monitors.yaml",
    "monitorctl apply -f 'monitors/**/*.yaml' --env-file prod.env --wait=90s",
    "monitorctl apply --prune --yes",
    "monitorctl plan --out plan.json && monitorctl apply plan.json",
  ],
  plan: [
    "monitorctl plan -f monitors.yaml",
    "monitorctl plan --prune --out plan.json",
    "monitorctl plan -o md >> $GITHUB_STEP_SUMMARY",
  ],
  diff: [
    "monitorctl diff -f monitors.yaml",
    "monitorctl diff -f monitors.yaml --exit-code",
  ],
  export: [
    "monitorctl export --project shop > monitors.yaml",
    "monitorctl export --project shop --dir monitors",
    "monitorctl export --group oncall",
  ],
  drift: [
    "monitorctl drift -f monitors.yaml",
    "monitorctl drift --project shop",
  ],
  adopt: ["monitorctl adopt hc/www ag/oncall --project shop"],
  detach: ["monitorctl detach hc/www"],
  destroy: ["monitorctl destroy --project shop --confirm shop"],
  render: [
    "monitorctl render -f monitors --env-file prod.env",
    "monitorctl render --variables",
  ],
  explain: [
    "monitorctl explain hc",
    "monitorctl explain hc.interval_seconds",
    "monitorctl explain incident 12",
  ],
  who: [
    "monitorctl who oncall",
    "monitorctl who oncall --at 2026-12-31T23:00:00Z --priority 1",
  ],
  drill: ["monitorctl drill run oncall", "monitorctl drill list oncall"],
  "drill run": ["monitorctl drill run oncall"],
  "drill list": ["monitorctl drill list oncall"],
  notify: ["monitorctl notify test ag/oncall"],
  "notify test": [
    "monitorctl notify test ada@example.com",
    "monitorctl notify test ag/oncall",
  ],
  "devices test": ["monitorctl devices test ada@example.com"],
  schema: ["monitorctl schema > monitors.schema.json"],
  status: ["monitorctl status", "monitorctl status --exit-code || echo down"],
  top: ["monitorctl top", "monitorctl top --once"],
  get: [
    "monitorctl get hc",
    "monitorctl get hc shop-health -o yaml",
    "monitorctl get wh --json external_id,status",
    "monitorctl get hc --watch",
  ],
  describe: [
    "monitorctl describe hc/shop-health",
    "monitorctl describe wh/shop-errors --show-url",
  ],
  events: [
    "monitorctl events --since 2h",
    "monitorctl events hc/shop-health --follow",
  ],
  incidents: [
    "monitorctl incidents",
    "monitorctl incidents --since 7d --group oncall",
  ],
  incident: ["monitorctl incident 12"],
  ack: ["monitorctl ack 12", "monitorctl ack 12 13 --by Ada"],
  unack: ["monitorctl unack 12"],
  resolve: ['monitorctl resolve 12 --reason "rolled back to 1.4.2"'],
  publish: [
    'monitorctl publish 12 "Orders are slow. We are looking into it."',
    'monitorctl publish 12 --title "Checkout" "It is over."',
  ],
  unpublish: ["monitorctl unpublish 12"],
  note: [
    'monitorctl note 12 "the replica is catching up"',
    "journalctl -n 20 | monitorctl note 12 -",
  ],
  silence: ["monitorctl silence list"],
  "silence add": [
    'monitorctl silence add --monitor hc/shop-health --for 2h --reason "new disks"',
    'monitorctl silence add --match env=staging --until-recovered --reason "known"',
    'monitorctl silence add --group oncall --cron "0 2 * * SUN" --duration 1h --timezone Europe/Berlin --reason backups',
  ],
  "silence list": ["monitorctl silence list --all"],
  "silence end": ["monitorctl silence end ID"],
  pause: ["monitorctl pause hc/shop-health --for 30m"],
  resume: ["monitorctl resume hc/shop-health"],
  wait: [
    "monitorctl wait hc/shop-health --for up --timeout 5m",
    "monitorctl wait incident/12 --for acked",
  ],
  check: ["monitorctl check run hc/shop-health"],
  "check run": [
    "monitorctl check run hc/shop-health",
    "monitorctl check run -f monitors.yaml --only shop-health",
  ],
  webhook: ["monitorctl webhook url wh/shop-errors"],
  "webhook url": ["monitorctl webhook url wh/shop-errors"],
  "webhook send": [
    'monitorctl webhook send wh/shop-errors "it broke"',
    "monitorctl webhook send ag/oncall --data @alert.json",
  ],
  "webhook rotate": ["monitorctl webhook rotate wh/shop-errors"],
  inbound: ["monitorctl inbound list"],
  "inbound list": [
    "monitorctl inbound list",
    "monitorctl inbound list wh/shop-errors",
  ],
  "inbound show": ["monitorctl inbound show ID"],
  "inbound replay": ["monitorctl inbound replay ID"],
  run: [
    "monitorctl run nightly -- ./backup.sh --full",
    "0 3 * * *  monitorctl run nightly -- /usr/local/bin/backup",
  ],
  users: ["monitorctl users list"],
  "users list": ["monitorctl users list"],
  "users add": [
    "monitorctl users add ada@example.com --name Ada --external-id ada",
  ],
  "users remove": ["monitorctl users remove ada@example.com"],
  members: ["monitorctl members list oncall"],
  "members list": ["monitorctl members list oncall"],
  "members set": [
    "monitorctl members set oncall ada@example.com --priority 1",
    "monitorctl members set oncall ada --hours 08:00-18:00 --days mon-fri --timezone Europe/Berlin",
    "monitorctl members set oncall ada --hours group --days group",
  ],
  devices: ["monitorctl devices list"],
  "devices list": ["monitorctl devices list ada@example.com"],
  "devices add": [
    "monitorctl devices add ada@example.com",
    "monitorctl devices add ada@example.com ada-4vK9qTzR2mXc7 --name Pixel",
    "monitorctl devices add ada TOPIC --server https://ntfy.example.com --with-token < token",
  ],
  "devices remove": ["monitorctl devices remove ada@example.com Pixel"],
  keys: ["monitorctl keys list"],
  "keys list": ["monitorctl keys list --all"],
  "keys create": [
    "monitorctl keys create github --scopes read --expires 90d",
    "MONITORCTL_API_KEY=$(monitorctl keys create deploy)",
  ],
  "keys revoke": ["monitorctl keys revoke github"],
  login: [
    "monitorctl login https://monitor.example.com --code XXXXX-XXXXX",
    "monitorctl login https://monitor.example.com --with-key < key-file",
  ],
  logout: ["monitorctl logout --context local"],
  whoami: ["monitorctl whoami"],
  context: ["monitorctl context list", "monitorctl context use prod"],
  "context list": ["monitorctl context list"],
  "context use": ["monitorctl context use prod"],
  "context rename": ["monitorctl context rename 127.0.0.1:8620 local"],
  "context delete": ["monitorctl context delete local"],
  doctor: [
    "monitorctl doctor",
    "monitorctl doctor --url https://monitor.example.com",
  ],
  api: [
    "monitorctl api GET /me",
    `monitorctl api POST /incidents/12/notes -d '{"text": "looking"}'`,
  ],
  completion: [
    'eval "$(monitorctl completion bash)"                  # in ~/.bashrc',
    "monitorctl completion zsh > ~/.zfunc/_monitorctl",
    "monitorctl completion fish > ~/.config/fish/completions/monitorctl.fish",
  ],
  version: ["monitorctl version"],
  help: ["monitorctl help keys create", "monitorctl help exit-codes"],
};

/** The examples of a command as its help begins with them; nothing when it has none. */
export function examplesText(path: string): string {
  const own = examples[path] ?? [];
  return own.length === 0
    ? ""
    : `Examples:\n${own.map((line) => `  ${line}\n`).join("")}`;
}

/**
 * A line for each command of both programs, in the order of a day with monitord: what a shell runs in a folder with
 * `files`, and the exit code that the guides promise. The programs are those of the installed package.
 */

export interface Line {
  /** A command line for the shell. */
  run: string;
  exit: number;
  /** What the output must hold, where the exit code alone would not show that it worked. */
  says?: RegExp;
}

/** The files in the folder in which the lines are run. */
export const files: Record<string, string> = {
  "monitors.yaml": `version: 1
project: shop
users:
  - { external_id: ada, email: "\${MAIL}", name: Ada }
alert_groups:
  - { external_id: oncall, title: On call, members: ["\${MAIL}"] }
schedules:
  - { external_id: primary, title: Primary, people: ["\${MAIL}"] }
health_check_monitors:
  - { external_id: shop, title: Shop, alert_group: oncall, url: "\${TARGET}/health" }
webhook_monitors:
  - { external_id: errors, title: Errors, alert_group: oncall, error_rate_threshold: 1 }
  - { external_id: nightly, title: Nightly, alert_group: oncall, expect_every_minutes: 1440 }
status_pages:
  - external_id: shop
    title: Shop
    sections: [{ title: Systems, systems: [{ name: Shop, alert_groups: [oncall] }] }]
`,
  ".monitorctl.yaml": "project: shop\nfiles: [monitors.yaml]\n",
  "prod.env": "MAIL=ada@example.com\n",
  // Node would load this before the program starts.
  "evil.env":
    'MAIL=ada@example.com\nNODE_OPTIONS="--import=data:text/javascript,console.log(`canary`)"\n',
  "gatus.yaml": "endpoints:\n  - { name: www, url: 'https://www.example.com' }\n",
  "empty/.keep": "",
};

/** Paths of the service that need no login. */
export const paths = [
  "/login",
  "/guide",
  "/guide/phones",
  "/service-worker.js",
  "/api/v1/docs",
  "/api/v1/openapi.json",
  "/health",
];

const line = (exit: number, run: string, says?: RegExp): Line => ({
  run,
  exit,
  ...(says && { says }),
});

/** Of monitorctl. */
const client = [
  line(0, "monitorctl version", /^monitorctl \d/),
  line(0, "monitorctl login $SITE --code $CODE"),
  line(0, "cd empty && monitorctl init --project other", /monitors.yaml/),
  line(0, "monitorctl validate --vars prod.env"),
  line(2, "monitorctl fmt --check --diff", /^-[^]*not formatted/m),
  line(0, "monitorctl validate --vars evil.env", /^(?![^]*canary)/),
  line(3, "monitorctl validate --vars missing.env", /--vars missing.env cannot be read/),
  line(3, "monitorctl validate --env-file evil.env", /^(?![^]*canary)[^]*--vars/),
  line(3, "monitorctl validate --env-file=missing.env", /--vars/),
  line(2, "monitorctl plan --vars prod.env --out plan.json --exit-code"),
  line(0, "monitorctl apply plan.json", /created/),
  line(0, "monitorctl apply --vars prod.env --yes"),
  line(0, "monitorctl drift --vars prod.env"),
  line(0, "monitorctl render --vars prod.env", /ada@example.com/),
  line(0, "monitorctl schema", /"\$schema"/),
  line(0, "monitorctl export --project shop", /external_id: shop/),
  line(0, "monitorctl import gatus gatus.yaml --project www", /www.example.com/),
  line(0, "monitorctl explain hc.interval_seconds"),
  // The client in one file, as a job in CI gets it.
  line(0, 'curl -fsS "$SITE/monitorctl.mjs" -o one.mjs && node one.mjs version', /^monitorctl \d/),
  line(0, "node one.mjs validate --vars evil.env", /^(?![^]*canary)/),
  line(0, "node one.mjs plan --vars prod.env -o md", /### Plan for/),
  line(0, "node one.mjs get ag -o yaml", /title: On call/),
  line(0, "node one.mjs get ag -o 'jsonpath=$[*].title'", /On call/),
  line(0, "node one.mjs guide install", /Install/),
  line(0, "node one.mjs users list", /ada@example.com/),
  line(0, "monitorctl users add bo@example.com --external-id bo"),
  line(0, "monitorctl users list", /bo@example.com/),
  line(0, "monitorctl users invite bo --role responder", /http/),
  line(0, "monitorctl users remove bo --yes"),
  line(0, "monitorctl subscribers list shop", /Nobody has subscribed/),
  line(3, "monitorctl subscribers remove shop bo@example.com --yes", /has not subscribed/),
  line(0, "monitorctl devices add ada $TOPIC --name Tablet --no-wait"),
  line(0, "monitorctl devices remove ada Tablet --yes"),
  line(0, "monitorctl devices add ada $TOPIC --name Pixel"),
  line(0, "monitorctl devices disable ada", /Pixel of .* is disabled/),
  line(0, "monitorctl devices list", /disabled/),
  line(0, "monitorctl devices enable ada Pixel"),
  line(0, "monitorctl devices list", /Pixel/),
  line(0, "monitorctl devices test ada"),
  line(0, "monitorctl notify test ag/oncall"),
  line(0, "monitorctl members list oncall", /Ada/),
  line(0, "monitorctl members set oncall ada --priority 3"),
  line(0, "monitorctl members remove oncall ada", /removed from/),
  line(0, "monitorctl members add oncall ada", /added to/),
  line(0, "monitorctl drill run oncall"),
  line(0, "monitorctl drill list oncall"),
  line(0, "monitorctl who oncall", /Ada/),
  line(0, "monitorctl wait hc/shop --for up --timeout 60"),
  line(0, "monitorctl status"),
  line(0, "monitorctl get hc -o yaml", /title: Shop/),
  line(0, "monitorctl get hc -o jsonpath='$[*].title'", /^Shop$/m),
  line(0, "monitorctl describe hc/shop"),
  line(0, "monitorctl check run hc/shop"),
  line(0, "monitorctl check run --vars prod.env -f monitors.yaml"),
  line(0, "monitorctl webhook url wh/errors", /^http/),
  line(0, "monitorctl webhook send wh/errors 'it broke'"),
  line(0, "monitorctl incidents", /Errors/),
  line(0, "monitorctl incident 1"),
  line(0, "monitorctl why 1", /Ada/),
  line(0, "monitorctl explain incident 1"),
  line(0, "monitorctl events"),
  line(0, "monitorctl events incident/1", /opened/),
  line(0, "monitorctl ack 1 --by Ada"),
  line(0, "monitorctl unack 1"),
  line(0, "monitorctl note 1 looking"),
  line(0, "monitorctl publish 1 'Orders are slow.'"),
  line(0, "monitorctl publish 1 'Orders fail.'"),
  line(0, "monitorctl updates edit 1 last 'Some orders fail.'"),
  line(0, "monitorctl updates list 1", /Some orders fail/),
  line(0, "monitorctl updates delete 1 last"),
  line(0, "monitorctl unpublish 1"),
  line(0, "monitorctl oncall", /primary +Ada/),
  line(0, "monitorctl oncall primary --week", /Ada/),
  line(0, "monitorctl oncall -o csv", /schedule_id,schedule/),
  line(0, "monitorctl oncall take primary ada --for 3h --dry-run", /Nothing is stored/),
  line(
    0,
    "monitorctl oncall end $(monitorctl oncall take primary ada --for 1h -o jsonpath='{.overrides[0].id}')",
    /is ended/,
  ),
  line(0, "monitorctl oncall join primary ada --for 1h", /no effect/),
  line(3, "monitorctl oncall cover primary ada ada --for 1h", /must differ/),
  line(3, "monitorctl oncall swap primary ada@2026-11-30 ada", /is not a shift/),
  line(0, "monitorctl oncall away ada 2027-01-01 2027-01-02 --dry-run"),
  line(0, "monitorctl oncall feed primary --qr", /calendar\/\w+\.ics/),
  line(0, "monitorctl oncall report -o csv", /schedule_id,schedule/),
  line(0, "monitorctl report --from 7d -o csv", /monitor_id,external_id,monitor/),
  line(0, "monitorctl page 1"),
  line(0, "monitorctl page 1 --user ada", /asked to help are paged now/),
  line(0, "monitorctl hand-over 1 ada", /take it over/),
  line(0, "monitorctl resolve 1 --reason done"),
  line(0, "monitorctl reopen 1"),
  line(0, "monitorctl webhook rotate wh/errors"),
  line(0, 'monitorctl webhook send ag/oncall --data \'{"title": "disk"}\''),
  line(0, "monitorctl inbound list ag/oncall --json id", /"id"/),
  line(0, 'echo \'{"title": "disk"}\' | monitorctl webhook try -f - ag/oncall', /repeats incident/),
  line(
    0,
    "monitorctl webhook try --delivery $(monitorctl inbound list -o jsonpath='$[0].id')",
    /Nothing is saved/,
  ),
  line(0, "monitorctl inbound show $(monitorctl inbound list -o jsonpath='$[0].id')", /disk/),
  line(0, "monitorctl inbound replay $(monitorctl inbound list -o jsonpath='$[0].id')"),
  line(130, "timeout --preserve-status -s INT 3 monitorctl webhook listen ag/oncall"),
  line(4, "monitorctl run wh/nightly -- sh -c 'exit 4'"),
  line(0, "monitorctl mark 'Deploy 4.12'"),
  line(0, "monitorctl silence add --group oncall --for 5m --reason test"),
  line(0, "monitorctl silence list", /test/),
  line(
    0,
    "monitorctl silence edit $(monitorctl silence list -o jsonpath='$[0].id') --reason 'disk swap'",
  ),
  line(0, "monitorctl silence end $(monitorctl silence list -o jsonpath='$[0].id')"),
  line(0, "monitorctl pause hc/shop --for 5m"),
  line(0, "monitorctl resume hc/shop"),
  line(0, "monitorctl pause --project shop --for 5m", /paused until/),
  line(0, "monitorctl resume --group oncall", /resumed/),
  line(0, "monitorctl top --once", /Shop/),
  line(0, "(sleep 2; printf q) | script -qec 'monitorctl top' /dev/null", /Shop/),
  line(0, "monitorctl keys create ci --scopes read > key"),
  line(0, "monitorctl keys create spare --expires 1d"),
  line(0, "monitorctl keys create shop-ci --scope write --project shop"),
  line(0, "monitorctl organization --people-declared-by shop", /shop/),
  line(0, "monitorctl organization", /shop/),
  line(0, "monitorctl keys list", /spare/),
  line(0, "monitorctl keys revoke spare --yes"),
  line(0, "monitorctl audit"),
  line(0, "monitorctl whoami"),
  line(0, "monitorctl doctor"),
  line(0, "monitorctl api GET /me"),
  line(0, "monitorctl detach wh/nightly"),
  line(0, "monitorctl rename wh/nightly backup"),
  line(0, "monitorctl delete wh/backup --yes"),
  line(0, "monitorctl restore --kind wh --dry-run", /wh\/backup would be restored/),
  line(0, "monitorctl restore wh/backup"),
  line(0, "monitorctl export --kind wh", /external_id: errors/),
  line(0, "monitorctl adopt --all --kind wh --project shop --dry-run", /backup/),
  line(0, "monitorctl adopt wh/backup --project shop --yes"),
  line(0, "EDITOR='sed -i s/Nightly/Backup/' monitorctl edit wh/backup --yes", /Backup/),
  line(0, "monitorctl resolve 1 2"),
  line(0, "monitorctl destroy --project shop --confirm shop"),
  line(0, "monitorctl completion bash", /complete/),
  line(0, "monitorctl guide phones", /ntfy/),
  line(0, "monitorctl guide --search 'contact hours'"),
  line(0, "monitorctl context list"),
  line(0, "monitorctl context rename $CONTEXT local"),
  line(0, "monitorctl context use local"),
  line(0, "monitorctl login $SITE --with-key --context other < key"),
  line(0, "monitorctl context delete other"),
  line(0, "monitorctl logout --context local"),
  line(4, "monitorctl status --url $SITE"),
];

/** Of monitord, while it runs. */
const running = [
  line(0, "monitord version", /^\d/),
  line(3, "monitord --env-file evil.env", /^(?![^]*canary)[^]*unknown option/),
  line(0, "monitord healthcheck"),
  line(0, "monitord doctor"),
  line(0, "monitord capacity --monitors 1000", /^memory +\d+ MB /m),
  line(0, "monitord setup-code", /code=/),
  line(0, "monitord keys create host", /^mon_/m),
  line(0, "monitord keys generate", /^mon_/),
  line(0, "monitord keys revoke $(monitord keys list | grep host | cut -d ' ' -f 1)"),
  line(0, "monitord keys list", /host/),
  line(0, "monitord users create eve@example.com --name Eve"),
  line(0, "monitord org create second"),
  line(0, "monitord secrets status"),
  line(0, "monitord retention allow"),
  line(0, "monitord backup backup.db"),
  line(0, "monitord config check"),
  line(0, "monitord config print"),
  line(0, "monitord config schema", /"\$schema"/),
  line(0, "monitord systemd", /ExecStart=\S+node -- /),
  line(1, "monitord serve", /pid/),
];

/** Of monitord, on what it left behind when it was stopped. */
const stopped = [
  line(0, "monitord migrate"),
  line(0, "monitord restore backup.db"),
  line(0, "monitord secrets rotate"),
  line(0, "monitord copy --from sqlite --to postgres --database-url $DATABASE"),
  line(0, "monitord take-back sqlite"),
];

export const lines = { client, running, stopped };

/** Each runs as long as it takes, beside the others. */
export const demo = line(0, "monitord demo");

/** What the guides speak of as if it were there: a shop with people, monitors and a dozen incidents. */

const manifest = `version: 1
project: shop
users:
  - { external_id: ada, email: ada@example.com, name: Ada }
  - { external_id: bob, email: bob@example.com, name: Bob }
alert_groups:
  - { external_id: oncall, title: On call, timezone: Europe/Berlin, escalate_to: leads, escalate_after_minutes: 15, members: [ada@example.com] }
  - { external_id: leads, title: Team leads, members: [bob@example.com] }
health_check_monitors:
  - { external_id: shop-health, title: Shop, alert_group: oncall, url: "https://shop.example.com/health" }
webhook_monitors:
  - { external_id: shop-errors, title: Shop errors, alert_group: oncall, error_rate_threshold: 3 }
  - { external_id: nightly-backup, title: Nightly backup, alert_group: oncall, expect_cron: "0 3 * * *" }
  - { external_id: config-drift, title: Drift, alert_group: oncall }
status_pages:
  - external_id: shop
    title: Example Shop
    sections: [{ title: Systems, systems: [{ name: Shop, alert_groups: [oncall] }] }]
`;

/** By path; below the folder in which commands run, if it is not absolute. */
export const seedFiles: Record<string, string> = {
  "monitors.yaml": manifest,
  "broken.yaml": `version: 1
project: router
health_check_monitors:
  - { external_id: broken, title: Router, alert_group: oncall, url: "tcp://router.example.com:444", fetch_retries: 0 }
`,
  // Declared, and then left to no project.
  "loose.yaml": `version: 1
project: loose
health_check_monitors:
  - { external_id: www, title: Page, alert_group: oncall, url: "https://www.example.com/", expect: http }
  - { external_id: old, title: Old page, alert_group: oncall, url: "https://www.example.com/old", expect: http }
`,
  "shop.yaml": manifest,
  "extra.yaml": `version: 1
project: shop
webhook_monitors:
  - { external_id: extra, title: Extra, alert_group: oncall }
`,
  "config.yaml": "endpoints:\n  - { name: www, url: 'https://www.example.com' }\n",
  token: "tk_1",
  secret: "0123456789abcdef",
  "change.json": '{"title": "Shop"}',
  "deploy.sh": "#!/bin/sh\n",
  "/home/ada/.curlrc": "fail\nshow-error\n",
  "/etc/monitord.yaml": `data-dir: /var/lib/monitord
site-url: https://monitor.example.com
trusted-proxies: [127.0.0.1]
ntfy-url: https://ntfy.example.com
heartbeat-url: https://hc-ping.com/00000000-0000-0000-0000-000000000000
`,
  "/etc/monitord/shop.yaml": manifest,
  "/etc/monitord/payments/monitors.yaml": "version: 1\nproject: payments\n",
  "/etc/monitord/ntfy-token": "tk_1",
  "/etc/monitord/database-url": "postgres://monitord:PASSWORD@db.example.com/monitord",
  "/usr/local/bin/backup": "#!/bin/sh\necho copied\n",
  "/backup/.keep": "",
  "/safe/.keep": "",
  "/run/secrets/.keep": "",
};

/** A manifest begins so, where a guide shows a part of it. */
export const head = (yaml: string): string =>
  yaml.startsWith("version:")
    ? ""
    : `version: 1\nproject: shop\n${yaml.includes("alert_groups:") ? "" : "alert_groups: [{ external_id: oncall, title: On call }]\n"}`;

/** Makes it, once for all guides. */
export const seed = `set -e
code=$(monitord setup-code | sed -n 's/.*code=//p')
monitorctl login https://monitor.example.com --code "$code"
monitorctl apply -f monitors.yaml --yes
monitorctl apply -f loose.yaml --yes
monitorctl detach hc/www hc/old
monitorctl keys create ci --scopes admin > /run/secrets/monitorctl-key
monitorctl devices add ada ada-1vK9qTzR2mXc7 --name Phone --no-wait
monitorctl devices add bob bob-1vK9qTzR2mXc7 --name Phone --no-wait
for i in 1 2 3 4 5 6 7 8 9 10 11; do monitorctl webhook send ag/oncall --data "{\\"title\\": \\"Disk $i\\"}"; done
monitorctl apply -f broken.yaml --yes
monitorctl wait hc/broken --for down
monitorctl incident 12
`;

/** Words of the guides in whose place a reader puts his own, and the command that prints them. */
export const placeholders: Record<string, string> = {
  "XXXXX-XXXXX": "monitord setup-code | sed -n 's/.*code=//p'",
};

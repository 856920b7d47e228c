/** The next step beside a mistake. */
import { expect, test } from "vitest";
import { parseManifest } from "../../src/manifest/manifest.ts";

const head = "version: 1\nproject: shop\n";
const group = (field: string) =>
  `${head}alert_groups:\n  - { external_id: g, title: G, ${field} }\n`;
const check = (field: string) =>
  `${head}health_check_monitors:\n  - { external_id: c, title: C, alert_group: "id:1", ${field} }\n`;
const heard = (field: string) =>
  `${head}webhook_monitors:\n  - { external_id: w, title: W, alert_group: "id:1", ${field} }\n`;
const statusPage = (field: string) =>
  `${head}status_pages:\n  - { external_id: s, title: S, ${field} }\n`;
const page = (field: string) => check(`url: "https://a.example", expect: http, ${field}`);

const hints = (text: string) => {
  const parsed = parseManifest([{ name: "m.yaml", text }]);
  return parsed.ok ? [] : [...new Set(parsed.issues.map(({ hint }) => hint))];
};

test.each<[text: string, hint: string | null]>([
  [`${head}monitors: []\n`, 'did you mean "health_check_monitors"?'],
  [`${head}silences: []\n`, "silences are made with monitorctl silence add"],
  [`${head}maintenance: []\n`, "silences are made with monitorctl silence add"],
  [`${head}overrides: []\n`, "overrides are made with monitorctl oncall cover"],
  [`${head}incidents: []\n`, "incidents are opened by monitors and alerts"],
  [`${head}devices: []\n`, "users add their devices: monitorctl devices add"],
  [`${head}notifiers: []\n`, "users add their devices: monitorctl devices add"],
  [`${head}keys: []\n`, "keys are made with monitorctl keys create"],
  [`${head}api_keys: []\n`, "keys are made with monitorctl keys create"],
  [`${head}nonsense: []\n`, null],
  [
    `${head}\u00a0users: []\n`,
    "its name holds a character that only looks like a space: type the line anew",
  ],
  [
    `${head}users:\n  - { external_id: u, email: }\n`,
    "it is empty: write a value after the colon, or leave the line out",
  ],
  [group("contact_days: [7]"), "write 0 for Sunday"],
  [group("contact_days: [wed]"), "write 3: 0 is Sunday, 6 is Saturday"],
  [group("contact_days: [someday]"), null],
  [group("contact_days: [x]"), null],
  [group("contact_hours_from: 8:00, contact_hours_to: '17:00:00'"), 'write "08:00:00"'],
  [group("contact_hours_from: '9', contact_hours_to: '17:00:00'"), 'write "09:00:00"'],
  [group("contact_hours_from: 8, contact_hours_to: '17:00:00'"), 'write "08:00:00"'],
  [group("contact_hours_from: 0830, contact_hours_to: '17:00:00'"), 'write "08:30:00"'],
  [group("contact_hours_from: 480, contact_hours_to: '17:00:00'"), 'write it in quotes: "480"'],
  [group("contact_hours_from: '25:00', contact_hours_to: '17:00:00'"), null],
  [group("contact_hours_from: '17:00:00', contact_hours_to: '24:00'"), 'write "00:00:00"'],
  [group("contact_hours_from: '17:00:00', contact_hours_to: 2400"), 'write "00:00:00"'],
  [group("contact_hours_from: '17:00:00', contact_hours_to: '24:30'"), null],
  [group("members: ada@example.com"), "write a list: [ada@example.com]"],
  [group("members: { ada: true }"), "begin each entry with a dash"],
  [group("contact_hours_all_day: yes"), "write true"],
  [group("contact_hours_all_day: off"), "write false"],
  [group("contact_hours_all_day: maybe"), null],
  [statusPage("slug: My Page!"), "write my-page"],
  [statusPage("slug: '?'"), null],
  [check("url: shop.example.com/health"), "write https://shop.example.com/health"],
  [check("url: shop"), null],
  [check("url: 'ftp://shop.example.com'"), "tcp, with its port, checks the connection"],
  [check("url: 'ping://shop.example.com'"), "icmp sends a ping"],
  [check("url: 'gopher://shop.example.com'"), null],
  [check("url: 'https://shop.example.com:99999/x'"), null],
  [check("url: $SHOP_URL/health"), "write the variable as ${SHOP_URL}"],
  [check("url: 'https://a.example', interval_seconds: '10'"), "write it without quotes: 10"],
  [
    check("url: 'https://a.example', interval_seconds: 30s"),
    "a plain number; the unit is in the field's name",
  ],
  [check("url: 'https://a.example', interval_seconds: soon"), null],
  [check("url: ['https://a.example']"), "write it without brackets: https://a.example"],
  [page("accepted_statuses: [200, 204]"), 'write "200,204"'],
  [page("accepted_statuses: 2xx"), "write 200-299"],
  [page("accepted_statuses: ok"), null],
  [
    page("body_json: [{ pointer: 'queue.items[0].n', comparison: above, value: 1 }]"),
    'write "/queue/items/0/n"',
  ],
  [page("body_json: [{ pointer: /n, comparison: '>=', value: 1 }]"), "write at_least"],
  [page("body_json: [{ pointer: /n, comparison: near, value: 1 }]"), null],
  [
    "version: 1\nproject: shop\nalert_groups:\n  - { external_id: 1.10, title: G }\n",
    'write it in quotes: "1.10"',
  ],
  [heard("expect_cron: '0 0 3 * * *'"), 'leave the seconds out: "0 3 * * *"'],
  [heard("expect_cron: '0 25 * * *'"), null],
])("%j: %s", (text, hint) => {
  expect(hints(text)).toEqual([hint]);
});

/** Manifests with a mistake that people make, each made of one that is right. */

/** A manifest that is right, with one resource of most kinds. */
export const sound = `version: 1
project: shop
users:
  - { external_id: ada, email: ada@example.com, name: Ada }
alert_groups:
  - external_id: oncall
    title: On call
    priority_level: 1
    timezone: Europe/Berlin
    members: [ada@example.com]
health_check_monitors:
  - external_id: shop-health
    title: Shop
    url: https://shop.example.com/health
    alert_group: oncall
webhook_monitors:
  - external_id: shop-errors
    title: Shop errors
    alert_group: oncall
    error_rate_threshold: 10
`;

const instead = (written: string, mistaken: string) => sound.replace(written, () => mistaken);
const title = (text: string) => instead("title: Shop\n", `title: ${text}\n`);
/** The health check monitor with further lines. */
const check = (...lines: string[]) =>
  instead(
    "    title: Shop\n",
    ["    title: Shop", ...lines.map((line) => `    ${line}`), ""].join("\n"),
  );
const group = (...lines: string[]) =>
  instead("    members", [...lines.map((line) => `    ${line}`), "    members"].join("\n"));
const url = (text: string) => instead("https://shop.example.com/health", text);
const first = (line: string) => instead("users:", `${line}\nusers:`);
const webhook = (...lines: string[]) => instead("error_rate_threshold: 10", lines.join("\n    "));
const id = (text: string) => instead("external_id: shop-health", `external_id: ${text}`);
const utf16 = (text: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
const mapped = sound
  .slice(0, sound.indexOf("webhook_monitors"))
  .concat("webhook_monitors:\n  shop-errors:\n    title: Shop errors\n    alert_group: oncall\n");
const bomb = ["a", "b", "c", "d", "e", "f", "g"].map((name, at, all) => {
  const item = at === 0 ? "x" : `*${all[at - 1]}`;
  return `x-${name}: &${name} [${Array.from({ length: 10 }, () => item).join(",")}]\n`;
});

export const brokenManifests: Record<string, string | Uint8Array> = {
  "nothing wrong": sound,
  CRLF: sound.replaceAll("\n", "\r\n"),
  "a byte order mark": `\ufeff${sound}`,
  JSON: JSON.stringify({
    version: 1,
    project: "shop",
    alert_groups: [{ external_id: "a", title: "A" }],
  }),
  "flow style": "{version: 1, project: shop, 'alert_groups': [{external_id: a, title: A,}],}",
  "a tab for indentation": instead("    title: Shop\n", "\ttitle: Shop\n"),
  "one space too few": instead("    title: Shop\n", "   title: Shop\n"),
  "one space too many": instead("    title: Shop\n", "     title: Shop\n"),
  "no-break spaces": instead("    title: Shop\n", "\u00a0\u00a0\u00a0\u00a0title: Shop\n"),
  "a colon in a title": title("Shop: EU"),
  "an open quote": title('"Shop'),
  "a template of Helm": title("{{ .Values.title }}"),
  "a template of Jinja": instead(
    "    title: Shop\n",
    "    {% if eu %}\n    title: Shop\n    {% endif %}\n",
  ),
  "UTF-16": utf16(sound),
  "UTF-16, big endian": utf16(sound).swap16(),
  "Latin-1": Buffer.from(title("Café"), "latin1"),
  "no for a boolean": group("contact_hours_all_day: no"),
  "yes for a boolean": check("protect: yes"),
  Norway: title("no"),
  "a number as title": title("2024"),
  "a number as id": id("123"),
  "a key twice": check("title: Shop again"),
  "a list twice": `${sound}webhook_monitors:\n  - { external_id: w2, title: W2, alert_group: oncall }\n`,
  "an id twice": `${sound}  - { external_id: shop-errors, title: W2, alert_group: oncall }\n`,
  "an email twice": instead(
    "alert_groups:",
    "  - { external_id: ada2, email: ADA@example.com, name: Ada 2 }\nalert_groups:",
  ),
  "a misspelt time zone": instead("Europe/Berlin", "Europe/Berlim"),
  "an abbreviated time zone": instead("Europe/Berlin", "CEST"),
  "a misspelt group": instead("alert_group: oncall", "alert_group: oncal"),
  "an unknown member": instead("[ada@example.com]", "[bob@example.com]"),
  "a name for a member": instead("[ada@example.com]", "[Ada]"),
  "an email without @": instead("email: ada@example.com", "email: ada"),
  "depends on itself": instead(
    "    alert_group: oncall\nweb",
    "    alert_group: oncall\n    depends_on: [shop-health]\nweb",
  ),
  "two that depend on each other": instead(
    "    alert_group: oncall\nweb",
    `    alert_group: oncall
    depends_on: [c, b]
  - { external_id: b, title: B, url: "tcp://h:1", alert_group: oncall, depends_on: [shop-health] }
  - { external_id: c, title: C, url: "tcp://h:2", alert_group: oncall }
web`,
  ),
  "escalates to itself": group("escalate_to: oncall", "escalate_after_minutes: 5"),
  "escalates without minutes": group("escalate_to: oncall2"),
  "a misspelt field": check("intervall_seconds: 30"),
  "a field of another kind": check("error_rate_threshold: 10"),
  "the id of a group": instead("    alert_group: oncall", "    alert_group_id: oncall"),
  "a list of silences": `${sound}silences:\n  - { external_id: s, reason: x }\n`,
  "out of range": check("interval_seconds: 2", "timeout_seconds: 90"),
  "a number in quotes": webhook('error_rate_threshold: "10"'),
  "a number with its unit": check("interval_seconds: 30s"),
  "a fraction": webhook("error_rate_threshold: 1.5"),
  "an octal number": webhook("error_rate_threshold: 0o12"),
  "hours without seconds": group(
    "contact_hours_all_day: false",
    "contact_hours_from: 8:00",
    "contact_hours_to: 18:00",
  ),
  "an empty window": group(
    "contact_hours_all_day: false",
    'contact_hours_from: "08:00:00"',
    'contact_hours_to: "08:00:00"',
  ),
  "day 7": group("contact_days: [1, 7]"),
  "names of days": group("contact_days: [mon, tue]"),
  "a title of 300 characters": title("x".repeat(300)),
  "an id of 300 characters": id("y".repeat(300)),
  "a URL without scheme": url("shop.example.com/health"),
  "a URL of ftp": url("ftp://shop.example.com/health"),
  "a URL of ping": url("ping://shop.example.com"),
  "a URL of cloud metadata": url("http://169.254.169.254/latest"),
  "a URL with a user": url("https://u:p@shop.example.com/health"),
  "a URL with a fragment": url("https://shop.example.com/#health"),
  "a URL with a space": url("https://shop.example.com/my health"),
  "a port that is too large": url("https://shop.example.com:99999/health"),
  "tcp without port": url("tcp://db.example.com"),
  "dns without name": url("dns://8.8.8.8"),
  "an unset variable": url("${SHOP_URL}/health"),
  "an unset variable in many places": title("${STAGE}").replaceAll("title: ", "title: ${STAGE} "),
  "a variable without braces": url("$SHOP_URL/health"),
  "a default that is not declared": instead(
    "alert_group: oncall",
    'alert_group: "${GROUP:-office}"',
  ),
  "a missing ${file:}": check('request_headers: { authorization: "${file:./nope.txt}" }'),
  "a ${file:} outside": check('request_headers: { authorization: "${file:/etc/hostname}" }'),
  "a missing include": first("include: [./nope.yaml]"),
  "an include outside": first("include: [../good/x.yaml]"),
  "an include of itself": first("include: [./m.yaml]"),
  "an include of a pattern": first("include: [services/*.yaml]"),
  "a mapping for monitors": mapped,
  "a text for members": instead("[ada@example.com]", "ada@example.com"),
  "a mapping for members": instead("[ada@example.com]", "{ ada: true }"),
  "no value for members": instead("members: [ada@example.com]", "members:"),
  "version 2": instead("version: 1", "version: 2"),
  "no version": instead("version: 1\n", ""),
  "no project": instead("project: shop\n", ""),
  "an empty file": "",
  "a comment alone": "# nothing\n",
  "a text alone": "hello\n",
  "two documents of two projects": `${sound}---\n${sound.replaceAll("shop", "shop2")}`,
  "an unknown alias": title("*nope"),
  "an unknown alias merged": check("<<: *slow"),
  "aliases of aliases": `version: 1\nproject: shop\n${bomb.join("")}`,
  "a NUL": title('"Sh\\0op"'),
  "a line break in a title": title("|\n      Shop\n      second"),
  "hour 25": webhook('expect_cron: "0 25 * * *"'),
  "cron and minutes": webhook('expect_cron: "0 3 * * *"', "expect_every_minutes: 5"),
  "cron with six fields": webhook('expect_cron: "0 0 3 * * *"'),
  "grace without an expectation": webhook("grace_minutes: 5"),
  "priority 0": group("severity_priorities: { critical: 0 }"),
  "a number as header": check("request_headers: { x-retries: 3 }"),
  "a header with a line break": check('request_headers: { x-a: "b\\r\\nc: d" }'),
  "statuses as a list": check("expect: http", "accepted_statuses: [200, 204]"),
  "statuses as 2xx": check("expect: http", "accepted_statuses: 2xx"),
  "conditions of a page without expect": check("accepted_statuses: 200-299", "body_contains: ok"),
  "a pointer without slash": check(
    "expect: http",
    "body_json: [{ pointer: status, comparison: equals, value: ok }]",
  ),
  "a comparison eq": check(
    "expect: http",
    "body_json: [{ pointer: /status, comparison: eq, value: ok }]",
  ),
  "a title without value": instead("title: Shop\n", "title:\n"),
  "a slug with spaces": instead(
    "health_check_monitors:\n",
    "status_pages: [{ external_id: shop, title: Shop, slug: My Page }]\nhealth_check_monitors:\n",
  ),
  "a runbook with a password": check("runbook_url: https://u:p@wiki.example.com/shop"),
  "an id with spaces around": id('" shop-health "'),
  "an id with an emoji": id('"🛒 shop"'),
  "an id with a slash": id("eu/shop"),
  "an id with a dash before it": id("-shop"),
  "many mistakes": sound
    .replace("Europe/Berlin", "Europe/Berlim")
    .replace("title: Shop\n", "titel: Shop\n")
    .replace("error_rate_threshold: 10", "error_rate_threshold: -1")
    .replace("alert_group: oncall", "alert_group: oncal")
    .replace("email: ada@", "mail: ada@"),
};

/** The real client against the real daemon, both as processes. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../support/clock.ts";
import { startMonitord, type Running } from "../support/process.ts";
import { newPlace, type Place } from "./run.ts";

const manifest = `version: 1
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
    url: http://ada:secret@127.0.0.1:1/health
    alert_group: oncall
    interval_seconds: 86400
    request_headers: { Authorization: Bearer hunter2 }
webhook_monitors:
  - external_id: shop-errors
    title: Shop errors
    alert_group: oncall
    error_rate_threshold: 2
    error_rate_window_minutes: 5
`;

let daemon: Running;
let place: Place;
beforeAll(async () => {
  place = newPlace();
  daemon = await startMonitord(["--data-dir", join(place.folder, "server")]);
});
afterAll(async () => {
  await daemon.stop();
  place[Symbol.dispose]();
});
const ctl = (...args: string[]) => place.ctl(args);

// One story: each test goes on where the one before it ended.
describe("from the printed link to an acknowledged incident", () => {
  let webhook = "";

  test("the link that monitord prints signs in, once", async () => {
    await until(() => /code +\S+\n/.test(daemon.output()));
    const link = /link +(\S+)/.exec(daemon.output())![1]!;
    const first = await ctl("login", link, "--context", "local");
    expect(first.stderr).toBe("");
    expect(first.stdout).toContain("Signed in to");
    expect(first.code).toBe(0);
    const second = await ctl("login", link);
    expect(second.stderr).toContain("error[code_refused]");
    expect(second.code).toBe(4);
    const who = await ctl("whoami");
    expect(who.stdout).toContain("from context local");
    expect(who.code).toBe(0);
  });

  test("a typo is shown at its place, and nothing changes", async () => {
    place.write("monitors.yaml", manifest.replace("error_rate_threshold", "eror_rate_threshold"));
    const { code, stderr } = await ctl("apply");
    expect(stderr).toContain(" --> monitors.yaml:22:5");
    expect(stderr).toContain('^^^^^^^^^^^^^^^^^^^ did you mean "error_rate_threshold"?');
    expect(code).toBe(3);
    expect((await ctl("get", "users", "-o", "json")).stdout).toBe("[]\n");
  });

  test("a reference that leads nowhere is found by the server, and shown in the file", async () => {
    place.write("monitors.yaml", manifest.replace("alert_group: oncall", "alert_group: on-call"));
    const { code, stderr } = await ctl("diff");
    expect(stderr).toContain(" --> monitors.yaml:15:18  health_check_monitors shop-health");
    expect(stderr).toContain('^^^^^^^ did you mean "oncall"?');
    expect(code).toBe(3);
  });

  test("apply creates everything and says where to post", async () => {
    place.write("monitors.yaml", manifest);
    const diff = await ctl("diff", "--exit-code");
    expect(diff.stdout).toContain("4 to create.");
    expect(diff.code).toBe(2);
    const { code, stdout, stderr } = await ctl("apply");
    expect(stderr).toBe("");
    expect(stdout).toContain("✓ 4 created.");
    expect(stdout).toContain('! alert group "oncall" has no member with a device');
    expect(code).toBe(0);
    webhook = /shop-errors {2}(http\S+)/.exec(stdout)![1]!;
  });

  test("the same files again change nothing, and show no secret", async () => {
    const again = await ctl("apply", "-o", "json");
    const { changes } = JSON.parse(again.stdout) as {
      changes: { action: string }[];
    };
    expect(changes.map((c) => c.action)).toEqual(Array(4).fill("unchanged"));
    const shown = await ctl("get", "hc", "shop-health", "-o", "yaml");
    expect(shown.stdout).toContain("external_id: shop-health");
    for (const output of [again.stdout, shown.stdout])
      expect(output).not.toMatch(/hunter2|secret@/);
  });

  test("a change is shown field by field, its secrets masked", async () => {
    place.write(
      "monitors.yaml",
      manifest
        .replace("86400", "43200")
        .replace("hunter2", "hunter3")
        .replace("title: On call", "title: Night"),
    );
    const { stdout } = await ctl("diff");
    expect(stdout).toContain("interval_seconds               86400 → 43200");
    expect(stdout).toContain("request_headers.Authorization  (secret, changed)");
    expect(stdout).toContain("title  On call → Night");
    expect(stdout).not.toContain("hunter");
    expect((await ctl("apply")).stdout).toContain("✓ 2 updated, 2 unchanged.");
    expect((await ctl("diff", "--exit-code")).code).toBe(0);
  });

  test("what one project declares, another has to adopt", async () => {
    const other = manifest.replace("project: shop", "project: other");
    place.write(
      "other.yaml",
      other
        .replace(/users:[^]*alert_groups:/, "alert_groups:")
        .replace(/health_check_monitors:[^]*/, ""),
    );
    const refused = await ctl("apply", "-f", "other.yaml");
    expect(refused.stderr).toContain("error[owned_elsewhere]");
    expect(refused.stderr).toContain('declared by project "shop"');
    expect(refused.stderr).toContain("--adopt");
    expect(refused.code).toBe(5);
    const adopted = await ctl("diff", "-f", "other.yaml", "--adopt");
    expect(adopted.stdout).toContain("shop → other");
    expect(adopted.code).toBe(0);
  });

  test("errors open an incident, status finds it, and ack takes it", async () => {
    const before = await ctl("status", "--all");
    expect(before.stdout).toContain("Shop errors");
    for (const message of ["one", "two"])
      await fetch(webhook, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ message, source: "shop" }),
      });
    const status = await ctl("status", "--exit-code");
    expect(status.stdout).toMatch(/firing +Shop errors/);
    expect(status.code).toBe(10);
    const listed = await ctl("incidents", "-o", "json");
    const incident = (JSON.parse(listed.stdout) as { number: number; title: string }[]).find(
      ({ title }) => title.includes("Shop errors"),
    )!;
    const taken = await ctl("ack", `#${incident.number}`, "--by", "Ada");
    expect(taken.stdout).toContain("acknowledged by Ada");
    expect(taken.code).toBe(0);
    const again = await ctl("ack", String(incident.number), "--by", "Bob");
    expect(again.stdout).toContain("was acknowledged by Ada already");
    const unknown = await ctl("ack", "4711");
    expect(unknown.stderr).toContain("try: list them: monitorctl incidents\n");
    expect(unknown.code).toBe(3);
  });

  test("it is given back, looked at, ended and waited for", async () => {
    const { stdout } = await ctl("incidents", "--json", "number,title");
    // The health check may have failed by now, and have an incident of its own.
    const incident = (JSON.parse(stdout) as { number: number; title: string }[]).find(({ title }) =>
      title.includes("Shop errors"),
    );
    const number = String(incident!.number);
    const back = await ctl("unack", number);
    expect(back.stdout).toContain("open again");
    await ctl("note", number, "the", "cache", "is", "full");
    const shown = await ctl("incident", number);
    expect(shown.stdout).toMatch(
      /Acknowledged by Ada[^]*unacknowledged +Unacknowledged by \S+[^]*the cache is full/,
    );
    const early = await ctl("wait", `incident/${number}`, "--for", "resolved", "--timeout", "1");
    expect(early.code).toBe(8);
    await ctl("resolve", number, "--reason", "cleared");
    const ended = await ctl("wait", `incident/${number}`, "--for", "resolved");
    expect([ended.code, ended.stdout]).toEqual([0, `✓ #${number}: resolved: cleared\n`]);
    const events = await ctl("events", "wh/shop-errors", "-o", "jsonl");
    expect(events.stdout).toMatch(/"event":"firing"[^]*"event":"resolved"/);
  });

  test("a monitor is checked at once, described, paused and resumed", async () => {
    const checked = await ctl("check", "run", "hc/shop-health");
    expect(checked.stdout).toMatch(/^✗ hc\/shop-health down .*refused/);
    expect(checked.code).toBe(10);
    const declared = await ctl("check", "run", "-f", "monitors.yaml", "--only", "shop-health");
    expect(declared.code).toBe(10);
    const paused = await ctl("pause", "hc/shop-health", "--for", "1h");
    expect(paused.stdout).toMatch(/paused until \S+Z\n$/);
    const described = await ctl("describe", "hc/shop-health");
    expect(described.stdout).toContain("alert_group                  ag/oncall");
    expect(described.stdout).not.toMatch(/hunter|secret@/);
    expect((await ctl("resume", "shop-health")).code).toBe(0);
  });

  test("a storm of 700 alerts is acknowledged by one command, in one request", async () => {
    const address = (await ctl("webhook", "url", "ag/oncall")).stdout.trim();
    const alerts = Array.from({ length: 700 }, (_, n) => ({
      status: "firing",
      labels: { alertname: "Disk", instance: `db-${n}` },
      annotations: {},
      fingerprint: `f${n}`,
    }));
    const storm = { version: "4", groupKey: "g", status: "firing", receiver: "r", alerts };
    const delivered = await fetch(address, { method: "POST", body: JSON.stringify(storm) });
    expect(await delivered.json()).toMatchObject({ accepted: 700 });
    const taken = await place.spawned([
      "ack",
      "--group",
      "oncall",
      "--match",
      "alertname=Disk",
      "--by",
      "Ada",
      "-v",
    ]);
    expect(taken.stdout).toMatch(/\n700 of 700 unresolved incidents changed\.\n$/);
    const requests = taken.stderr.match(/^> (GET|POST) .*$/gm)!;
    expect(requests.filter((one) => one.startsWith("> POST"))).toHaveLength(1);
    expect(requests).toHaveLength(2);
    const events = await place.spawned(["events", "--group", "oncall", "-v", "-o", "jsonl"]);
    const acknowledged = events.stdout.match(/"event":"acknowledged","text":"Acknowledged by Ada/g);
    // And the one of the errors before.
    expect(acknowledged).toHaveLength(701);
    expect(events.stderr.match(/^> GET .*$/gm)).toHaveLength(3);
    const resolved = await ctl("resolve", "--match", "alertname=Disk");
    expect(resolved.code).toBe(0);
  });

  test("people and phones are managed, and everything is looked over", async () => {
    await ctl("devices", "add", "ada", "a-topic", "--name", "Pixel");
    expect((await ctl("devices", "list", "ada")).stdout).toContain("Pixel");
    expect((await ctl("devices", "disable", "ada")).stdout).toContain("is disabled");
    expect((await ctl("devices", "list", "ada")).stdout).toContain("disabled");
    await ctl("devices", "enable", "ada", "Pixel");
    expect((await ctl("devices", "list", "ada")).stdout).not.toContain("disabled");
    const removed = await ctl("devices", "remove", "ada", "Pixel");
    expect(removed.code).toBe(7);
    expect((await ctl("devices", "remove", "ada", "Pixel", "-y")).code).toBe(0);
    const doctor = await ctl("doctor");
    expect(doctor.stdout).toContain("✓  key");
    expect(doctor.stdout).toContain('no member of "Night" has a device');
    expect(doctor.code).toBe(10);
  });

  test("a key that may only read cannot apply", async () => {
    const { stdout: key } = await ctl("keys", "create", "reader", "--scopes", "read");
    const { code, stderr } = await place.ctl(["apply"], {
      env: { MONITORCTL_URL: daemon.url, MONITORCTL_API_KEY: key.trim() },
    });
    expect(stderr).toContain("error[forbidden]");
    expect(stderr).toContain("(the API key came from MONITORCTL_API_KEY)");
    expect(code).toBe(4);
  });
});

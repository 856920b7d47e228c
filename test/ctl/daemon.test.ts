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
    place.write(
      "monitors.yaml",
      manifest.replace("error_rate_threshold", "eror_rate_threshold"),
    );
    const { code, stderr } = await ctl("apply");
    expect(stderr).toContain(" --> monitors.yaml:22:5");
    expect(stderr).toContain(
      '^^^^^^^^^^^^^^^^^^^ did you mean "error_rate_threshold"?',
    );
    expect(code).toBe(3);
    expect((await ctl("get", "users", "-o", "json")).stdout).toBe("[]\n");
  });

  test("a reference that leads nowhere is found by the server, and shown in the file", async () => {
    place.write(
      "monitors.yaml",
      manifest.replace("alert_group: oncall", "alert_group: on-call"),
    );
    const { code, stderr } = await ctl("diff");
    expect(stderr).toContain(
      " --> monitors.yaml:15:18  health_check_monitors shop-health",
    );
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
    expect(stdout).toContain(
      '! no member of alert group "oncall" has a device',
    );
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
    expect(stdout).toContain(
      "request_headers.Authorization  (secret, changed)",
    );
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
    const before = await ctl("status", "--exit-code");
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
    const incident = (
      JSON.parse(listed.stdout) as { number: number; title: string }[]
    ).find(({ title }) => title.includes("Shop errors"))!;
    const taken = await ctl("ack", `#${incident.number}`, "--by", "Ada");
    expect(taken.stdout).toContain("acknowledged by Ada");
    expect(taken.code).toBe(0);
    const again = await ctl("ack", String(incident.number), "--by", "Bob");
    expect(again.stdout).toContain("was acknowledged by Ada already");
    const unknown = await ctl("ack", "4711");
    expect(unknown.code).toBe(3);
  });

  test("a key that may only read cannot apply", async () => {
    const made = await fetch(`${daemon.url}/api/v1/api_keys`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await adminKey()}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ name: "reader", scopes: ["read"] }),
    });
    const { key } = (await made.json()) as { key: string };
    const { code, stderr } = await place.ctl(["apply"], {
      env: { MONITORCTL_URL: daemon.url, MONITORCTL_API_KEY: key },
    });
    expect(stderr).toContain("error[forbidden]");
    expect(stderr).toContain("(the API key came from MONITORCTL_API_KEY)");
    expect(code).toBe(4);
  });
});

/** The key that signing in has kept. */
async function adminKey(): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(
    join(place.folder, "config/monitorctl/contexts.json"),
    "utf8",
  );
  const { contexts } = JSON.parse(text) as {
    contexts: Record<string, { api_key: string }>;
  };
  return contexts["local"]!.api_key;
}

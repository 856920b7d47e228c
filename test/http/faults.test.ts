// One answer names every fault: of shapes, of rules that join fields, of references and of addresses.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let group: string;
let user: string;
beforeAll(async () => {
  http = await startHttp();
  group = (await http.api("POST", "/alert_groups", { title: "G" })).json.id;
  user = (await http.api("POST", "/users", { email: "ada@example.com" })).json.id;
  await http.api("POST", `/alert_groups/${group}/members`, { email: "ada@example.com" });
});
afterAll(() => http.end());

/** The fields that an answer of 422 names. */
async function faulty(method: string, path: string, body: object): Promise<string[]> {
  const { status, json } = await http.api(method, path, body);
  expect(status).toBe(422);
  const fields: string[] = json.errors.map(({ field }: { field: string }) => field);
  expect(new Set(fields).size, "each once").toBe(fields.length);
  return fields.toSorted();
}

describe("all faults of a resource are in one answer", () => {
  const wrongGroup = {
    title: "",
    priority_level: 9,
    timezone: "Mars/Base",
    contact_hours_all_day: false,
    contact_hours_from: "noon",
    escalate_to: "nobody",
    webhook_auth: "basic",
    webhook_secret: "no colon",
    titel: "x",
  };
  const fields = [
    "contact_hours_from",
    "contact_hours_to",
    "escalate_after_minutes",
    "escalate_to",
    "priority_level",
    "timezone",
    "titel",
    "title",
    "webhook_secret",
  ];

  it("when it is created", async () => {
    expect(await faulty("POST", "/alert_groups", wrongGroup)).toEqual(fields);
  });

  it("and when it is changed, where stored fields count", async () => {
    expect(await faulty("PUT", `/alert_groups/${group}`, wrongGroup)).toEqual(fields);
    const hours = { contact_hours_from: "09:00:00", contact_hours_to: "17:00:00" };
    await http.api("PUT", `/alert_groups/${group}`, hours);
    const wrong = { contact_hours_to: "09:00:00", priority_level: 9 };
    expect(await faulty("PUT", `/alert_groups/${group}`, wrong)).toEqual([
      "contact_hours_to",
      "priority_level",
    ]);
    expect((await http.api("GET", `/alert_groups/${group}`)).json).toMatchObject(hours);
  });

  it("of a health check monitor, references and headers included", async () => {
    const wrong = {
      url: "ftp://shop",
      alert_group_id: "nobody",
      depends_on: ["nothing"],
      interval_seconds: 1,
      request_headers: { "bad name": "v", host: "x" },
      runbook_url: "wiki",
    };
    expect(await faulty("POST", "/health_check_monitors", wrong)).toEqual([
      "alert_group_id",
      "depends_on[0]",
      "interval_seconds",
      "request_headers.bad name",
      "request_headers.host",
      "runbook_url",
      "title",
      "url",
    ]);
  });

  it("of a check on demand", async () => {
    const wrong = { url: "ftp://shop", timeout_seconds: 61, request_headers: { host: "x" } };
    expect(await faulty("POST", "/checks", wrong)).toEqual([
      "request_headers.host",
      "timeout_seconds",
      "url",
    ]);
  });

  it("of a webhook monitor", async () => {
    const wrong = {
      title: "E",
      alert_group_id: "nobody",
      error_rate_threshold: 0,
      expect_cron: "sometimes",
      expect_from: "tomorrow",
    };
    expect(await faulty("POST", "/webhook_monitors", wrong)).toEqual([
      "alert_group_id",
      "error_rate_threshold",
      "expect_cron",
      "expect_from",
    ]);
  });

  it("of a user, a member, a device and an invitation of one", async () => {
    expect(await faulty("POST", "/users", { email: "no address", name: "" })).toEqual([
      "email",
      "name",
    ]);
    const member = { timezone: "Mars/Base", minimum_priority: 9, contact_hours_all_day: false };
    const ofMember = ["contact_hours_from", "contact_hours_to", "minimum_priority", "timezone"];
    const members = `/alert_groups/${group}/members`;
    expect(await faulty("PUT", `${members}/${user}`, member)).toEqual(ofMember);
    for (const email of ["ada@example.com", "nobody@example.com", "no address", 7])
      expect(await faulty("POST", members, { email, ...member })).toEqual(
        email === "ada@example.com"
          ? ofMember
          : [...ofMember.slice(0, 2), "email", ...ofMember.slice(2)],
      );
    const device = { kind: "ntfy", target: "not a topic", server: "push", name: "", enabled: 1 };
    expect(await faulty("POST", `/users/${user}/devices`, device)).toEqual([
      "enabled",
      "name",
      "server",
      "target",
    ]);
    expect(
      await faulty("POST", `/users/${user}/devices`, { kind: "fcm", target: "t", name: "" }),
    ).toEqual(["kind", "name"]);
    const invitation = { name: "", target: "not a topic", server: "push" };
    expect(await faulty("POST", `/users/${user}/device_invitations`, invitation)).toEqual([
      "name",
      "server",
      "target",
    ]);
  });

  it("of a silence and a key", async () => {
    const silence = {
      monitor_id: "nobody",
      matchers: ["=x"],
      from: "now",
      timezone: "Mars/Base",
      cron: "never",
      reason: "",
    };
    expect(await faulty("POST", "/silences", silence)).toEqual([
      "cron",
      "duration_minutes",
      "from",
      "matchers[0]",
      "monitor_id",
      "reason",
      "timezone",
    ]);
    const key = { name: "", expires_at: "2001-01-01T00:00:00Z" };
    expect(await faulty("POST", "/api_keys", key)).toEqual(["expires_at", "name"]);
  });

  it.each(["plan", "apply"])("of a declaration (%s), whatever is wrong in it", async (verb) => {
    const declaration = {
      project: "shop",
      users: [{ external_id: "ada" }, "ada"],
      alert_groups: [
        { external_id: "a", title: "A", timezone: "Mars/Base", priority_level: 9 },
        { external_id: "a", title: "" },
      ],
      health_check_monitors: [
        {
          external_id: "h",
          title: 5,
          url: "http://169.254.169.254/",
          alert_group: "a",
          depends_on: ["h"],
        },
      ],
      webhook_monitors: [],
      webhooks: [],
    };
    expect(await faulty("POST", `/${verb}`, declaration)).toEqual([
      "alert_groups[0].priority_level",
      "alert_groups[0].timezone",
      "alert_groups[1].external_id",
      "alert_groups[1].title",
      "health_check_monitors[0].depends_on[0]",
      "health_check_monitors[0].title",
      "health_check_monitors[0].url",
      "users[0].email",
      "users[1]",
      "webhooks",
    ]);
  });

  it("of a declaration that refers to what is not there", async () => {
    const declaration = {
      project: "shop",
      webhook_monitors: [{ external_id: "w", title: "", alert_group: "nobody" }],
    };
    expect(await faulty("POST", "/plan", declaration)).toEqual([
      "webhook_monitors[0].alert_group",
      "webhook_monitors[0].title",
    ]);
  });
});

describe("an address that is never connected to is refused when it is written", () => {
  it.each([
    "http://169.254.169.254/",
    "http://[fe80::1]/",
    "http://224.0.0.1/",
    "http://0.0.0.0/",
    "http://[::ffff:169.254.1.1]/",
    "http://0xA9FEA9FE/",
  ])("%s", async (url) => {
    const monitor = { title: "x", url, alert_group_id: group };
    expect(await faulty("POST", "/health_check_monitors", monitor)).toEqual(["url"]);
    const path = `/users/${user}/devices`;
    const device = { kind: "ntfy", target: "topic", server: url };
    expect(await faulty("POST", path, device)).toEqual(["server"]);
    expect(await faulty("POST", `/users/${user}/device_invitations`, { server: url })).toEqual([
      "server",
    ]);
  });

  it("also as the target of a webhook device", async () => {
    const side = await startHttp({ configured: ["webhook"] });
    const { id } = (await side.api("POST", "/users", { email: "ada@example.com" })).json;
    const refused = await side.api("POST", `/users/${id}/devices`, {
      kind: "webhook",
      target: "http://169.254.169.254/hook",
    });
    expect(refused.json.errors).toMatchObject([{ field: "target", code: "address" }]);
    await side.end();
  });

  it("but a private one and loopback are not", async () => {
    for (const url of ["http://127.0.0.1:1/", "http://10.0.0.1/", "http://[::1]/"]) {
      const monitor = { title: "x", url, alert_group_id: group };
      expect((await http.api("POST", "/health_check_monitors", monitor)).status).toBe(201);
    }
  });

  it("as is a topic that ntfy uses itself", async () => {
    const device = { kind: "ntfy", target: "v1" };
    expect(await faulty("POST", `/users/${user}/devices`, device)).toEqual(["target"]);
  });
});

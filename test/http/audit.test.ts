import { afterAll, beforeAll, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => http.end());

const lastEvent = async () => (await http.api("GET", "/audit_events?order=desc&limit=1")).json[0];

it("an audit event names the key and the client address behind a trusted proxy", async () => {
  await http.call("POST", "/api/v1/alert_groups", {
    key: http.keys.write,
    body: { title: "By key" },
    headers: { "x-forwarded-for": "203.0.113.7" },
  });
  const event = await lastEvent();
  expect(event).toMatchObject({
    actor: "write key",
    key_name: "write key",
    session_id: null,
    account: null,
    client_address: "203.0.113.7",
  });
  const keys = (await http.api("GET", "/api_keys")).json as { id: string; name: string }[];
  expect(keys.find(({ id }) => id === event.key_id)?.name).toBe("write key");
});

it("a client has one address, however a trusted proxy writes it", async () => {
  const own = "127.0.0.1";
  for (const [forwarded, address] of [
    ["203.0.113.7:4711", "203.0.113.7"],
    ["[2001:DB8:0::1]:4711", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ['"203.0.113.7"', "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["fe80::1%eth0", "fe80::1"],
    ["198.51.100.1, 203.0.113.7", "203.0.113.7"],
    ["203.0.113.7, 127.0.0.1:80", "203.0.113.7"],
    ["127.0.0.1", own],
    // Entries that are no addresses: the last proxy that is known counts.
    ["203.0.113.7, unknown", own],
    ["x".repeat(300), own],
    [" , ", own],
  ] as const) {
    await http.call("POST", "/api/v1/alert_groups", {
      key: http.keys.write,
      body: { title: "By key" },
      headers: { "x-forwarded-for": forwarded },
    });
    expect((await lastEvent()).client_address, forwarded).toBe(address);
  }
});

it("the name typed at sign-in never stands without the key and the session", async () => {
  const browser = await signIn(http, http.keys.admin);
  const edited = await browser.post("/alert_groups/new", {
    title: "By form",
    contact_hours_all_day: "true",
    contact_days: ["0", "1", "2", "3", "4", "5", "6"],
  });
  expect(edited.status).toBe(303);
  const event = await lastEvent();
  expect(event).toMatchObject({ actor: "Ada", key_name: "admin key" });
  expect(event.session_id).toMatch(/^[0-9a-f]{16}$/);
  const page = await browser.get("/settings/audit");
  expect(page.text).toContain("Ada (key &quot;admin key&quot;)");
  expect(page.text).toContain(event.session_id);
});

it("the audit page is for admins", async () => {
  const browser = await signIn(http, http.keys.write);
  expect((await browser.get("/settings/audit")).status).toBe(403);
});

it("the access log has the client address and the id of the key", async () => {
  await http.call("GET", "/api/v1/users", {
    key: http.keys.read,
    headers: { "x-forwarded-for": "203.0.113.8" },
  });
  const line = http.logged.map((text) => JSON.parse(text)).findLast(({ msg }) => /users/.test(msg));
  expect(line).toMatchObject({ client_address: "203.0.113.8" });
  expect(line.key_id).toMatch(/^[0-9a-f-]{36}$/);
});

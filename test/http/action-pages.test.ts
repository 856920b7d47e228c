/** The pages that mails and chats link to, in place of buttons. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerPushes } from "../support/pushes.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
beforeEach(async () => {
  http = await startHttp({ configured: ["ntfy", "webhook", "email"], path: "/mon" });
});
afterEach(() => http.end());

const hour = 3600_000;
const later = (ms: number) => http.clock.advance(ms, () => true);
const get = (token: string) => http.call("GET", `/mon/actions/${token}`);
const press = (token: string, headers: Record<string, string> = {}) =>
  http.call("POST", `/mon/actions/${token}`, {
    body: "",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: http.origin,
      ...headers,
    },
  });
const pushed = async () => (await answerPushes(http.store, http.clock.now()))[0]!;

/** Ada, in a group of her own, with one device. */
async function ada(device: object) {
  const user = (await http.api("POST", "/users", { email: "ada@example.com", name: "Ada <b>" }))
    .json;
  const devices = `/users/${user.id}/devices`;
  const { id } = (await http.api("POST", devices, device)).json;
  const group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
  await http.api("POST", `/alert_groups/${group.id}/members`, { email: "ada@example.com" });
  return {
    group,
    test: () => http.api("POST", `${devices}/${id}/test`),
    change: (fields: object) => http.api("PUT", `${devices}/${id}`, fields),
    verifiedAt: async () => (await http.api("GET", `${devices}/${id}`)).json.verified_at,
  };
}
const mailbox = { kind: "email", target: "ada@example.com" };
const hook = { kind: "webhook", target: "https://hooks.example.com/x", format: "slack" };

/** An incident of hers, and the tokens of its page by verb. */
async function paged(device: object) {
  const person = await ada(device);
  const monitor = (
    await http.api("POST", "/webhook_monitors", {
      title: "Shop <i>",
      alert_group_id: person.group.id,
    })
  ).json;
  await http.call("POST", new URL(monitor.webhook_url).pathname, { body: { message: "boom" } });
  const { actions } = await pushed();
  const token = (verb: string) => actions.find((one) => one.verb === verb)!.token;
  const incident = async () => (await http.api("GET", "/incidents/1")).json;
  return { ...person, actions, token, incident };
}

describe.each([
  ["mail", mailbox],
  ["webhook", hook],
])("the page in the test of a %s", (_, device) => {
  it("verifies the device once its button is pressed, and again; opening it does nothing", async () => {
    const { test, verifiedAt } = await ada(device);
    await test();
    const due = await pushed();
    expect(due.actions.map(({ verb }) => verb)).toEqual(["confirm"]);
    const { token } = due.actions[0]!;
    for (const method of ["GET", "HEAD", "GET"])
      expect((await http.call(method, `/mon/actions/${token}`)).status).toBe(200);
    const { text, headers } = await get(token);
    expect(text).toContain(`<form method="post" action="/mon/actions/${token}">`);
    expect(text.match(/<form/g)).toHaveLength(1);
    expect(text).toContain("I got it");
    expect(text).toContain("Ada &lt;b&gt;");
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'") as string,
      "referrer-policy": "same-origin",
      "x-robots-tag": "noindex, nofollow",
    });
    expect(await verifiedAt()).toBeNull();

    const pressed = await press(token);
    expect([pressed.status, pressed.text]).toEqual([
      200,
      expect.stringContaining("Device verified."),
    ]);
    expect(await verifiedAt()).not.toBeNull();
    expect((await press(token)).status).toBe(200);
  });

  it("does nothing for an address that has changed since", async () => {
    const { test, change, verifiedAt } = await ada(device);
    await test();
    const { token } = (await pushed()).actions[0]!;
    const other = device.kind === "email" ? "bo@example.com" : "https://hooks.example.com/y";
    await change({ target: other });
    const { status, text } = await press(token);
    expect([status, text]).toEqual([409, expect.stringContaining("has changed. Send a new test")]);
    expect(await verifiedAt()).toBeNull();
  });
});

describe("the page in the mail of an incident", () => {
  it("acknowledges it in the name of its reader, once", async () => {
    const { token, incident } = await paged(mailbox);
    const { text } = await get(token("acknowledge"));
    expect(text).toContain("Acknowledge this incident?");
    expect(text).toContain("Shop &lt;i&gt;");
    expect((await incident()).status).toBe("open");
    expect((await press(token("acknowledge"))).text).toContain("Acknowledged by Ada &lt;b&gt;.");
    expect((await press(token("acknowledge"))).text).toContain("Acknowledged by Ada &lt;b&gt;.");
    expect(await incident()).toMatchObject({ status: "acknowledged", acknowledged_by: "Ada <b>" });
    expect((await get(token("acknowledge"))).text).toContain("acknowledged by Ada &lt;b&gt;");
    await http.api("POST", "/incidents/1/resolve", {});
    expect((await press(token("acknowledge"))).text).toContain("Already resolved.");
  });

  it("snoozes for an hour", async () => {
    const { token, incident } = await paged(mailbox);
    expect((await get(token("snooze"))).text).toContain("Snooze this incident for 1 h?");
    expect((await press(token("snooze"))).text).toContain("Snoozed by Ada &lt;b&gt; until");
    expect(await incident()).toMatchObject({
      status: "acknowledged",
      acknowledged_by: "Ada <b>",
      snoozed_until: expect.any(String) as string,
    });
    expect((await http.api("GET", "/silences")).json).toEqual([]);
  });

  it("is not in the message of a chat, which many read", async () => {
    expect((await paged(hook)).actions).toEqual([]);
  });
});

describe("a link", () => {
  it("is refused when it is altered, late, or pressed from another site; its token is never repeated", async () => {
    const { token, incident } = await paged(mailbox);
    const right = token("acknowledge");
    const altered = `${right.slice(0, 40)}${right[40] === "A" ? "B" : "A"}${right.slice(41)}`;
    for (const wrong of [altered, "nothing"])
      for (const { status, text } of [await get(wrong), await press(wrong)]) {
        expect([status, text]).toEqual([404, expect.stringContaining("Invalid button")]);
        expect(text).not.toContain(altered);
      }
    expect((await press(right, { origin: "https://evil.example.com" })).status).toBe(403);
    expect((await press(right, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    const put = await http.call("PUT", `/mon/actions/${right}`);
    expect([put.status, put.json.instance]).toEqual([405, "/actions/***"]);
    expect(http.logged.join("")).not.toContain(right);
    await later(24 * hour);
    for (const { status, text } of [await get(right), await press(right)])
      expect([status, text]).toEqual([403, expect.stringContaining("expired after 24 h")]);
    expect((await incident()).status).toBe("open");
  });

  it("cannot be guessed without end", async () => {
    const statuses = [];
    for (let tries = 0; tries < 22; tries++) statuses.push((await get("x".repeat(72))).status);
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([404]));
    expect(statuses.at(-1)).toBe(429);
  });
});

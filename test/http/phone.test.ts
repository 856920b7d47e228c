/** Adding a phone by its link: what whoever has the link can do, and what nobody can. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PushOutcome } from "../../src/core/paging/push.ts";
import { answerPushes, taken } from "../support/pushes.ts";
import { startHttp, type Answer, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let user: { id: string };
beforeEach(async () => {
  http = await startHttp();
  user = (await http.api("POST", "/users", { email: "ada@example.com", name: "Ada" })).json;
});
afterEach(() => http.end());

const minute = 60_000;
const later = (ms: number) => http.clock.advance(ms, () => true);
const invite = async (body: object = {}) =>
  (await http.api("POST", `/users/${user.id}/device_invitations`, body)).json;
const devices = async () => (await http.api("GET", `/users/${user.id}/devices`)).json;
const stateOf = async ({ id }: { id: string }) =>
  (await http.api("GET", `/users/${user.id}/device_invitations/${id}`)).json;
const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
const open = (path: string, method = "GET"): Promise<Answer> =>
  http.call(method, path, { headers: { accept: "text/html" } });
const press = (
  path: string,
  verb: "test" | "arrived",
  headers: Record<string, string> = {},
): Promise<Answer> =>
  http.call("POST", `${path}/${verb}`, {
    body: "",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: http.origin,
      ...headers,
    },
  });
/** The push server answers the pushes that wait. */
const pushed = (outcome: PushOutcome = taken) =>
  answerPushes(http.store, http.clock.now(), outcome);
const refused: PushOutcome = {
  kind: "refused",
  http_status: 403,
  detail: "forbidden <b>",
};
const unreachable: PushOutcome = {
  kind: "retry",
  http_status: null,
  detail: "connection refused",
  retry_after_ms: null,
  perhaps_delivered: false,
};

describe("a link to add a phone", () => {
  it("carries what nobody guesses, twice, and only its hash is stored", async () => {
    const made = await invite();
    expect(made).toMatchObject({
      user_id: user.id,
      status: "open",
      server: "https://push.example.com",
      device_id: null,
      test: null,
    });
    expect(made.target).toMatch(/^monitord-[0-9A-Za-z]{22}$/);
    expect(made.url).toMatch(/\/phone\/[0-9A-Za-z]{22}$/);
    const token = made.url.split("/").at(-1);
    const other = await invite();
    expect(other.target).not.toBe(made.target);
    expect(await stateOf(made)).not.toHaveProperty("url");
    expect(http.logged.join("")).not.toContain(token);
    expect(
      (await http.api("GET", "/audit_events")).json.map(
        (one: { action: string; object_kind: string }) => `${one.action} ${one.object_kind}`,
      ),
    ).toContain("create device_invitations");
  });

  it("takes the name, topic and server that it is given, and refuses what is none", async () => {
    expect(
      await invite({
        name: "Pixel",
        target: "ada-phone",
        server: "https://user:secret@ntfy.example.com/",
      }),
    ).toMatchObject({
      name: "Pixel",
      target: "ada-phone",
      server: "https://ntfy.example.com",
    });
    for (const [body, field] of [
      [{ target: "a b" }, "target"],
      [{ server: "ftp://x" }, "server"],
      [{ kind: "fcm" }, "kind"],
    ] as const) {
      const refused = await http.api("POST", `/users/${user.id}/device_invitations`, body);
      expect(refused.status).toBe(422);
      expect(refused.json.errors[0].field).toBe(field);
    }
  });

  it("is made by administrators of the same organization alone", async () => {
    const path = `/api/v1/users/${user.id}/device_invitations`;
    for (const [key, status] of [
      [http.keys.read, 403],
      [http.keys.write, 403],
      [http.stranger, 404],
      [null, 401],
    ] as const)
      expect((await http.call("POST", path, { key, body: {} })).status).toBe(status);
    const made = await invite();
    const one = `${path}/${made.id}`;
    expect((await http.call("GET", one, { key: http.keys.read })).status).toBe(200);
    for (const method of ["GET", "DELETE"])
      expect((await http.call(method, one, { key: http.stranger })).status).toBe(404);
    expect((await open(pathOf(made))).status).toBe(200);
  });

  it("changes nothing by being opened, by whomever and however often", async () => {
    const made = await invite();
    const path = pathOf(made);
    const before = (await http.api("GET", "/audit_events")).json;
    for (const agent of ["WhatsApp/2", "Slackbot-LinkExpanding 1.0", "curl"])
      for (const method of ["GET", "HEAD", "GET"])
        expect((await http.call(method, path, { headers: { "user-agent": agent } })).status).toBe(
          200,
        );
    expect(await stateOf(made)).toEqual(await stateOf(made));
    expect(await stateOf(made)).toMatchObject({ status: "open", test: null });
    expect(await devices()).toEqual([]);
    expect((await http.api("GET", "/audit_events")).json).toEqual(before);
    for (const verb of ["test", "arrived"]) {
      const fetched = await open(`${path}/${verb}`);
      expect([fetched.status, fetched.json.instance]).toEqual([405, "/phone/***"]);
      expect((await open(`${path}/${verb}`, "HEAD")).status).toBe(405);
    }
  });

  it("is a page that nobody keeps, indexes or frames, and that says which phone it is for", async () => {
    const { target, ...made } = await invite();
    const page = await open(pathOf(made));
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(page.text).toContain("A phone for Ada");
    expect(page.text).toContain(
      `href="ntfy://push.example.com/${target}?display=monitord%3A%20Ada"`,
    );
  });

  it("opens for the phone that asks", async () => {
    const side = await startHttp({ siteUrl: "https://mon.example.com" });
    const { json } = await side.api("POST", "/users", {
      email: "bo@example.com",
    });
    const made = await side.api("POST", `/users/${json.id}/device_invitations`, {});
    const as = async (agent: string) => {
      const { text } = await side.call("GET", pathOf(made.json), {
        headers: { "user-agent": agent },
      });
      return [...text.matchAll(/<details[^>]* id="([a-z]+)"\s+open|QR code of this/g)].map(
        ([whole, id]) => id ?? whole,
      );
    };
    expect(await as("Mozilla/5.0 (Linux; Android 15; K)")).toEqual(["android"]);
    expect(await as("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)")).toEqual(["iphone"]);
    expect(await as("Mozilla/5.0 (X11; Linux)")).toEqual(["QR code of this"]);
    await side.end();
  });
});

describe("the way through it", () => {
  it("a test makes the device, its arrival verifies it, and then the link is good for nothing", async () => {
    const made = await invite();
    const path = pathOf(made);
    const sent = await press(path, "test", {
      "user-agent": "Mozilla/5.0 (iPhone)",
    });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, path]);
    expect(await devices()).toMatchObject([
      {
        kind: "ntfy",
        name: "iPhone",
        target: made.target,
        server: null,
        verified_at: null,
      },
    ]);
    expect((await open(path)).text).toContain("Sending the test to push.example.com…");
    const early = await press(path, "arrived");
    expect(early.status).toBe(409);
    expect(early.text).toContain("No test has left yet");

    const [due] = await pushed();
    expect(due!.text).toMatchObject({ priority: 4 });
    expect(due!.actions.map(({ verb }) => verb)).toEqual(["confirm"]);
    expect((await open(path)).text).toContain("push.example.com accepted the test");
    expect(await stateOf(made)).toMatchObject({
      status: "open",
      test: { state: "delivered", attempts: 1, last_error: null },
    });

    expect((await press(path, "arrived")).status).toBe(303);
    const [device] = await devices();
    expect(device.verified_at).not.toBeNull();
    expect(await stateOf(made)).toMatchObject({
      status: "verified",
      device_id: device.id,
      verified_at: device.verified_at,
    });

    for (const again of [
      await open(path),
      await press(path, "test"),
      await press(path, "arrived"),
    ]) {
      expect(again.status).toBe(410);
      expect(again.text).toContain("This phone can be reached");
      expect(again.text).not.toContain(made.target);
      expect(again.text).not.toContain("Ada");
    }
    expect(await devices()).toHaveLength(1);
  });

  it("the button on the notification does the same", async () => {
    const made = await invite();
    await press(pathOf(made), "test");
    const [due] = await pushed();
    const { token } = due!.actions[0]!;
    expect((await http.call("POST", `/api/actions/${token}`)).status).toBe(200);
    expect(await stateOf(made)).toMatchObject({ status: "verified" });
    expect((await open(pathOf(made))).status).toBe(410);
  });

  it("runs out after half an hour, and says so; a button that comes late verifies all the same", async () => {
    const made = await invite();
    const path = pathOf(made);
    await later(29 * minute);
    await press(path, "test");
    const [due] = await pushed();
    await later(minute);
    for (const late of [
      await open(path),
      await open(path, "HEAD"),
      await press(path, "test"),
      await press(path, "arrived"),
    ])
      expect(late.status).toBe(410);
    expect((await open(path)).text).toContain("This link has expired");
    expect(await stateOf(made)).toMatchObject({ status: "expired" });
    await http.call("POST", `/api/actions/${due!.actions[0]!.token}`);
    expect(await stateOf(made)).toMatchObject({ status: "verified" });
  });

  it("says what the push server answered, as text", async () => {
    const path = pathOf(await invite());
    await press(path, "test");
    await pushed(refused);
    expect((await open(path)).text).toContain(
      "push.example.com rejected the test: forbidden &lt;b&gt;",
    );
    await later(minute);
    await press(path, "test");
    await pushed(unreachable);
    const { text } = await open(path);
    expect(text).toContain("has not accepted the test yet: connection refused");
    expect(await devices()).toHaveLength(1);
  });

  it("shows what to look at once a test has gone unanswered for a while", async () => {
    const path = pathOf(await invite());
    await press(path, "test");
    await pushed();
    const folded = /<details id="checks"\s+>/;
    expect((await open(path)).text).toMatch(folded);
    await later(minute);
    expect((await open(path)).text).not.toMatch(folded);
  });

  it("sends a test every ten seconds at most, and twenty in all", async () => {
    const made = await invite();
    const path = pathOf(made);
    expect((await press(path, "test")).status).toBe(303);
    const soon = await press(path, "test");
    expect(soon.status).toBe(409);
    expect(soon.text).toContain("Give it 10 s before the next one.");
    for (let n = 2; n <= 20; n++) {
      await later(10_000);
      expect((await press(path, "test")).status).toBe(303);
    }
    await later(10_000);
    expect((await press(path, "test")).text).toContain("sends no more");
    expect(await devices()).toHaveLength(1);
  });

  it("makes one device for two presses at once", async () => {
    const path = pathOf(await invite());
    const both = await Promise.all([press(path, "test"), press(path, "test")]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([303, 409]));
    expect(await devices()).toHaveLength(1);
  });

  it("refuses forms of other sites", async () => {
    const path = pathOf(await invite());
    for (const [name, value] of [
      ["origin", "https://evil.example"],
      ["sec-fetch-site", "cross-site"],
    ] as const)
      expect((await press(path, "test", { [name]: value })).status).toBe(403);
    expect(await devices()).toEqual([]);
  });

  it("ends when it is withdrawn, and with its person or its device", async () => {
    const first = await invite();
    await http.api("DELETE", `/users/${user.id}/device_invitations/${first.id}`);
    expect((await open(pathOf(first))).status).toBe(404);
    const second = await invite();
    await press(pathOf(second), "test");
    const [device] = await devices();
    await http.api("DELETE", `/users/${user.id}/devices/${device.id}`);
    expect((await press(pathOf(second), "test")).status).toBe(404);
    const third = await invite();
    await http.api("DELETE", `/users/${user.id}`);
    const gone = await open(pathOf(third));
    expect(gone.status).toBe(404);
    expect(gone.text).toContain("Unknown link");
  });

  it("sends nothing to a device that was switched off meanwhile", async () => {
    const path = pathOf(await invite());
    await press(path, "test");
    const [device] = await devices();
    await http.api("PUT", `/users/${user.id}/devices/${device.id}`, {
      enabled: false,
    });
    await later(minute);
    expect((await press(path, "test")).text).toContain("has been disabled");
  });

  it("nobody guesses for long", async () => {
    const statuses = [];
    for (let n = 0; n < 21; n++)
      statuses.push((await open(`/phone/${String(n).padStart(22, "x")}`)).status);
    expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(404));
    expect(statuses[20]).toBe(429);
    // Whoever has a link is not kept from it.
    expect((await open(pathOf(await invite()))).status).toBe(200);
  });

  it("says where a phone cannot get to, and how to change that", async () => {
    const made = await invite();
    expect(made.warning).toContain("--site-url");
    const here = await open(pathOf(made));
    expect(here.text).toContain("--site-url");
    expect(here.text).toContain("You can continue here");
    expect(here.text).not.toContain("QR code");
    const side = await startHttp({
      siteUrl: "https://mon.example.com",
      phoneServer: "http://127.0.0.1:99/",
    });
    const { json: bo } = await side.api("POST", "/users", {
      email: "bo@example.com",
    });
    const { json } = await side.api("POST", `/users/${bo.id}/device_invitations`, {});
    expect(json.warning).toBeNull();
    expect(json.url).toMatch(/^https:\/\/mon\.example\.com\/phone\//);
    const page = await side.call("GET", new URL(json.url).pathname);
    expect(page.text).not.toContain("--site-url");
    expect(page.text).toContain("--ntfy-url");
    expect(page.text).toContain("secure=false");
    await side.end();
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { factsOf, kindsWith } from "../../src/resource/resources.ts";
import { makeSetupCode } from "../support/setup-code.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { encoded, location, signIn, type Fields } from "../support/visitor.ts";

/** One for each test: tries to sign in are counted. */
let http: HttpSide;
beforeEach(async () => {
  http = await startHttp();
});
afterEach(() => http.end());

/** As the page sends it when nothing but the title is filled in. */
const groupForm = (title: string): Fields => ({
  title,
  contact_hours_all_day: "true",
  contact_days: ["0", "1", "2", "3", "4", "5", "6"],
});

describe("signing in", () => {
  it("leads from any page to the form and back", async () => {
    const away = await http.call("GET", "/alert_groups?x=1");
    expect([away.status, location(away)]).toEqual([303, "/login?next=%2Falert_groups%3Fx%3D1"]);
    const browser = await signIn(http, http.keys.admin);
    expect(browser.answer.status).toBe(303);
    expect(location(browser.answer)).toBe("/incidents");
    const page = await browser.get("/");
    expect(page.status).toBe(200);
    expect(page.text).toContain("Ada");
  });

  it("sets a cookie that scripts cannot read, and stores only its hash", async () => {
    const { answer } = await signIn(http, http.keys.read);
    expect(answer.headers.get("set-cookie")).toMatch(
      /^monitord=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    );
  });

  it("binds the cookie to https and the host where the site has them", async () => {
    for (const [siteUrl, cookie] of [
      ["https://mon.example.com", /^__Host-monitord=.*Path=\/;.*Secure/],
      ["https://example.com/mon", /^__Secure-monitord=.*Path=\/mon;.*Secure/],
    ] as const) {
      const side = await startHttp({ siteUrl });
      const path = new URL(siteUrl).pathname.replace(/\/$/, "");
      const { answer } = await signIn(side, side.keys.admin, path);
      expect(answer.headers.get("set-cookie")).toMatch(cookie);
      await side.end();
    }
  });

  it("asks for an email with a one-time code that was typed, and shows no key", async () => {
    await makeSetupCode(http, "22222-22222");
    const { answer } = await signIn(http, "22222-22222");
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("Your email");
    const fields = { code: "22222-22222", name: "Ada", email: "ada@example.com" };
    const sent = () =>
      http.call("POST", "/login", {
        body: encoded(fields),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    const signed = await sent();
    expect([signed.status, signed.text]).toEqual([303, ""]);
    expect((await sent()).status).toBe(401);
  });

  it("refuses keys that are revoked, mistyped or expired", async () => {
    for (const code of [`${http.keys.admin}x`, "mon_", "<script>", ""])
      expect((await signIn(http, code)).answer.status).toBe(401);
  });

  it("ends with the key, with time, and when somebody signs out", async () => {
    const side = await startHttp();
    const made = await side.api("POST", "/api_keys", { name: "short" });
    const revoked = await signIn(side, made.json.key);
    expect((await revoked.get("/")).status).toBe(200);
    await side.api("DELETE", `/api_keys/${made.json.id}`);
    expect((await revoked.get("/")).status).toBe(303);

    const out = await signIn(side, side.keys.write);
    expect(location(await out.post("/logout"))).toBe("/login");
    expect((await out.get("/")).status).toBe(303);

    const idle = await signIn(side, side.keys.write);
    await side.clock.advance(7 * 24 * 3600_000, () => true);
    expect((await idle.get("/")).status).toBe(303);

    const used = await signIn(side, side.keys.write);
    for (let week = 0; week < 5; week++) {
      await side.clock.advance(6 * 24 * 3600_000, () => true);
      expect((await used.get("/")).status, `after ${6 * week} days`).toBe(week < 4 ? 200 : 303);
    }
    await side.end();
  });

  it("sends nobody to somebody else's site afterwards", async () => {
    for (const next of [
      "https://evil.example",
      "//evil.example",
      "/.//evil.example",
      "/%2e//evil.example/phish",
      "/\\evil.example",
      "javascript:alert(1)",
      "/\t/evil.example",
    ]) {
      const answer = await http.call("POST", "/login", {
        body: encoded({ code: http.keys.read, next }),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      expect(location(answer), next).toBe("/");
    }
  });
});

describe("what changes something", () => {
  it("must come from a page of the session", async () => {
    const browser = await signIn(http, http.keys.admin);
    const group = { title: "G" };
    for (const [why, fields, headers] of [
      ["no token", { csrf: "" }, {}],
      ["a wrong token", { csrf: "x".repeat(43) }, {}],
      ["no origin at all, said so", {}, { origin: "null" }],
      ["a cross-site form", {}, { "sec-fetch-site": "cross-site" }],
      ["a neighbour", {}, { "sec-fetch-site": "same-site" }],
    ] as [string, Fields, Record<string, string>][]) {
      const refused = await browser.post("/alert_groups/new", { ...group, ...fields }, headers);
      expect(refused.status, why).toBe(403);
      expect(refused.text).toContain("This form has expired");
    }
    const other = await signIn(http, http.keys.admin);
    const stolen = await browser.post("/alert_groups/new", {
      ...group,
      csrf: other.csrf,
    });
    expect(stolen.status).toBe(403);
    const json = await http.call("POST", "/alert_groups/new", {
      body: "{}",
      headers: { cookie: browser.cookie, "content-type": "text/plain" },
    });
    expect(json.status).toBe(415);
  });

  it("refuses to sign anybody in from elsewhere", async () => {
    const answer = await http.call("POST", "/login", {
      body: encoded({ code: http.keys.admin }),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: "https://evil.example",
      },
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("names both addresses where a proxy and the site URL do not fit", async () => {
    const browser = await signIn(http, http.keys.admin);
    const form = { title: "G" };
    const headers = { origin: "https://monitor.example" };
    const refused = await browser.post("/alert_groups/new", form, headers);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain(`from https://monitor.example, and this is ${http.origin}`);
    expect(refused.text).toContain("--site-url");
  });

  it("is not possible with the cookie at the API, where there is no token", async () => {
    const { cookie } = await signIn(http, http.keys.admin);
    for (const [method, path] of [
      ["GET", "/api/v1/alert_groups"],
      ["POST", "/api/v1/alert_groups"],
    ] as const)
      expect((await http.call(method, path, { headers: { cookie } })).status).toBe(401);
    const stream = await http.call("GET", "/api/v1/events", {
      headers: { cookie },
    });
    expect(stream.status).toBe(200);
  });

  it("keeps to what the key may", async () => {
    const reader = await signIn(http, http.keys.read);
    for (const path of ["/alert_groups/new", "/users/new"]) {
      expect((await reader.get(path)).status, path).toBe(403);
      expect((await reader.post(path, { title: "x" })).status).toBe(403);
    }
    const home = await reader.get("/alert_groups");
    expect(home.text).not.toContain("New group");
    const writer = await signIn(http, http.keys.write);
    expect((await writer.get("/alert_groups/new")).status).toBe(200);
    expect((await writer.get("/users/new")).status).toBe(403);
  });

  it("does not take tickets from outside", async () => {
    const answer = await http.call("GET", "/api/v1/me", {
      headers: { authorization: "Ticket undefined" },
    });
    expect(answer.status).toBe(401);
  });
});

describe("forms", () => {
  it("make, change and delete what the API does, and say at the field what is wrong", async () => {
    const browser = await signIn(http, http.keys.admin);
    const group = await browser.post("/alert_groups/new", {
      title: "On call",
      priority_level: "1",
      timezone: "Europe/Berlin",
      contact_hours_from: "09:00",
      contact_hours_to: "17:30:00",
      contact_days: ["1", "2"],
    });
    expect(location(group)).toMatch(/^\/alert_groups\/[\w-]{36}\?done=saved$/);
    const [made] = (await http.api("GET", "/alert_groups")).json.filter(
      (one: { title: string }) => one.title === "On call",
    );
    expect(made).toMatchObject({
      priority_level: 1,
      contact_hours_all_day: false,
      contact_hours_from: "09:00:00",
      contact_days: [1, 2],
    });

    const wrong = await browser.post("/health_check_monitors/new", {
      title: "",
      url: "https://example.com/health",
      alert_group_id: made.id,
      interval_seconds: "soon",
    });
    expect(wrong.status).toBe(422);
    for (const field of ["title", "interval_seconds"])
      expect(wrong.text).toContain(`id="${field}-fault"`);
    expect(wrong.text).toContain('value="soon"');

    const longer = await browser.post("/health_check_monitors/new", {
      title: "",
      url: "https://example.com/health",
      interval_seconds: "5 min",
      staleness_threshold_minutes: "1h 30m",
    });
    for (const value of ["300", "90"]) expect(longer.text).toContain(`value="${value}"`);

    const monitor = await browser.post("/health_check_monitors/new", {
      anyway: "true",
      title: "Shop",
      url: "https://ada:canary-password@example.com/health",
      alert_group_id: made.id,
      request_headers: "X-Key: canary",
    });
    const at = location(monitor)!.split("?")[0]!;
    const edit = await browser.get(`${at}/edit`);
    expect(edit.text).not.toMatch(/canary/);
    expect(edit.text).toContain("X-Key: ***");
    // The masked form comes back as it is: nothing is lost.
    const version = /name="version"\s+value="(\d+)"/.exec(edit.text)![1]!;
    const saved = await browser.post(`${at}/edit`, {
      title: "Shop 2",
      url: "https://ada:***@example.com/health",
      alert_group_id: made.id,
      request_headers: "X-Key: ***",
      version,
    });
    expect(saved.status).toBe(303);
    const late = await browser.post(`${at}/edit`, {
      title: "Shop 3",
      url: "https://example.com",
      alert_group_id: made.id,
      version,
    });
    expect(late.status).toBe(412);
    expect(late.text).toContain("has changed");

    const used = await browser.post(`/alert_groups/${made.id}/delete`);
    expect(used.status).toBe(409);
    expect(used.text).toContain("Shop 2");
    expect((await browser.get(`${at}/delete`)).text).toContain("Delete");
    expect(location(await browser.post(`${at}/delete`))).toBe("/?done=deleted");
    expect((await browser.get(at)).status).toBe(404);
  });

  it("let one choose what a monitor depends on, and its page and that of the other say it", async () => {
    const browser = await signIn(http, http.keys.admin);
    const group = await http.api("POST", "/alert_groups", { title: "Deps" });
    const make = async (title: string, more: Record<string, string> = {}) =>
      location(
        await browser.post("/health_check_monitors/new", {
          anyway: "true",
          title,
          url: "https://example.com/health",
          alert_group_id: group.json.id,
          ...more,
        }),
      )!.split("?")[0]!;
    const router = await make("Core <router>");
    const id = router.split("/").at(-1)!;
    const shop = await make("Shop behind", { depends_on: id });
    const edit = await browser.get(`${shop}/edit`);
    expect(edit.text).toMatch(new RegExp(`name="depends_on" value="${id}"`));
    expect(edit.text).not.toContain(`value="${shop.split("/").at(-1)}"`);
    expect((await browser.get(shop)).text).toMatch(
      /Depends on<\/dt>\s*<dd>\s*<div>\s*<a href="[^"]*"\s*><bdi>Core &lt;router&gt;<\/bdi>/,
    );
    expect((await browser.get(router)).text).toMatch(
      /Suppresses while down<\/dt>\s*<dd>\s*<a href="[^"]*"\s*><bdi>Shop behind<\/bdi>/,
    );
    const used = await browser.post(`${router}/delete`);
    expect(used.status).toBe(409);
    expect(used.text).toContain("Shop behind");
  });

  it("say whose project it is, and that the next apply undoes what is changed", async () => {
    await http.api("POST", "/apply", {
      project: "shop",
      alert_groups: [{ external_id: "declared", title: "Declared" }],
    });
    const [group] = (await http.api("GET", "/alert_groups?external_id=declared")).json;
    const browser = await signIn(http, http.keys.admin);
    const edit = await browser.get(`/alert_groups/${group.id}/edit`);
    expect(edit.text).toContain("Managed by <bdi>shop</bdi>.");
  });

  it("make people, devices and members", async () => {
    const browser = await signIn(http, http.keys.admin);
    const user = location(
      await browser.post("/users/new", { email: "bo@example.com", name: "Bo" }),
    )!.split("?")[0]!;
    const device = await browser.post(`${user}/devices/new`, {
      kind: "ntfy",
      target: "bo-phone",
      enabled: "true",
    });
    expect(location(device)).toBe(`${user}?done=saved`);
    expect((await browser.get(user)).text).toContain("bo-phone");
    const group = location(await browser.post("/alert_groups/new", groupForm("Bo's")))!.split(
      "?",
    )[0]!;
    await browser.post(`${group}/members`, {
      email: "bo@example.com",
      back: group,
    });
    expect((await browser.get(group)).text).toContain("Not verified");
    const id = user.split("/").at(-1)!;
    await browser.post(`${group}/members/${id}/delete`, { back: group });
    expect((await browser.get(group)).text).toContain("Nobody is notified");
  });

  it("acknowledge, note, resolve, pause and replay in the name of who is signed in", async () => {
    const browser = await signIn(http, http.keys.write);
    const group = (await http.api("POST", "/alert_groups", { title: "G" })).json;
    const monitor = (
      await http.api("POST", "/webhook_monitors", {
        title: "W",
        alert_group_id: group.id,
      })
    ).json;
    await http.call("POST", `/api/webhook/${monitor.webhook_id}`, {
      body: { message: "boom" },
    });
    const [incident] = (await http.api("GET", `/incidents?source_id=${monitor.id}`)).json;
    const at = `/incidents/${incident.id}`;
    expect((await browser.get("/")).text).toContain(`action="${at}/acknowledge"`);
    expect(location(await browser.post(`${at}/acknowledge`, { back: "/?page=2" }))).toBe(
      "/?page=2&done=acknowledged",
    );
    await browser.post(`${at}/notes`, { text: "on it" });
    await browser.post(`${at}/resolve`, { reason: "restarted" });
    const detail = (await http.api("GET", at)).json;
    expect(detail).toMatchObject({
      acknowledged_by: "Ada",
      status: "resolved",
    });
    expect(detail.timeline.map((one: { text: string }) => one.text)).toContain("on it");
    await browser.post(`/webhook_monitors/${monitor.id}/pause`, { hours: "1" });
    const paused = await http.api("GET", `/webhook_monitors/${monitor.id}`);
    expect(paused.json.paused_until).not.toBeNull();

    await http.call("POST", `/api/webhook/${group.webhook_id}`, {
      body: { alerts: [{ status: "firing", annotations: {} }] },
    });
    const [event] = (await http.api("GET", `/inbound_events?target_id=${group.id}`)).json;
    const delivery = `/activity/events/${event.id}`;
    expect((await browser.get(delivery)).text).toContain("Replay");
    expect(location(await browser.post(`${delivery}/replay`, { back: delivery }))).toBe(
      `${delivery}?done=replayed`,
    );
    expect((await browser.get(delivery)).text).toContain("Replayed");
  });
});

describe("every page", () => {
  it("forbids scripts, styles and frames that are not its own, and is stored nowhere", async () => {
    const browser = await signIn(http, http.keys.admin);
    for (const path of [
      "/",
      "/login?code=x",
      "/incidents",
      "/silences",
      "/silences/new",
      "/alert_groups",
      "/users",
      "/activity",
      "/settings/service",
      "/alert_groups/new",
      "/alert_groups/nobody",
    ]) {
      const { headers, text } = await browser.get(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy, path).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(text).not.toMatch(/ on[a-z]+=| style=|<style|javascript:/i);
      expect(text).not.toMatch(/<script(?! src="\/assets\/[a-z]+\.js" defer)/);
    }
  });

  it("shows nothing of another organization", async () => {
    const group = (await http.api("POST", "/alert_groups", { title: "canary" })).json;
    const stranger = await signIn(http, http.stranger);
    for (const path of [
      "/",
      "/incidents",
      "/silences",
      "/silences/new",
      "/alert_groups",
      "/users",
      "/settings/service",
    ])
      expect((await stranger.get(path)).text).not.toContain("canary");
    for (const path of ["", "/edit", "/delete"])
      expect((await stranger.get(`/alert_groups/${group.id}${path}`)).status).toBe(404);
  });

  it("works below a path", async () => {
    const side = await startHttp({ path: "/mon" });
    const browser = await signIn(side, side.keys.admin, "/mon");
    expect(location(browser.answer)).toBe("/mon/incidents");
    const home = await browser.get("/");
    for (const [, href] of home.text.matchAll(/(?:href|action|src)="([^"]+)"/g))
      expect(href).toMatch(/^\/mon\/|^#/);
    const made = await browser.post("/alert_groups/new", groupForm("G"));
    expect(location(made)).toMatch(/^\/mon\/alert_groups\//);
    const manifest = await browser.get("/manifest.webmanifest");
    expect(manifest.json.start_url).toBe("/mon/");
    await side.end();
  });

  it("has its files, which are asked for again and sent once", async () => {
    for (const name of ["style.css", "live.js", "icon.svg", "icon-192.png"]) {
      const first = await http.call("GET", `/assets/${name}`);
      expect(first.status).toBe(200);
      const again = await http.call("GET", `/assets/${name}`, {
        headers: { "if-none-match": first.headers.get("etag")! },
      });
      expect(again.status).toBe(304);
    }
  });

  it("has a list of each kind that has a form, and the page that its form leads to", async () => {
    const browser = await signIn(http, http.keys.admin);
    for (const kind of kindsWith("page")) {
      expect([kind, (await browser.get(factsOf(kind).page!.path)).status]).toEqual([kind, 200]);
      expect((await browser.get(`/${kind}/none`)).text, kind).toContain("with this id exists");
    }
  });
});

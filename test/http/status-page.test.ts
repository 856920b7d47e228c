/** The public status page: who has one, what it says, and what it never says. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/app/store.ts";
import { snapshotOf } from "../../src/http/site/public/snapshot.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { location, signIn } from "../support/visitor.ts";

let http: HttpSide;
let group: { id: string; webhook_id: string };
let page: { id: string; url: string };
let monitor: { id: string; webhook_id: string };
let asked: Record<string, number>;
/** How often each read was asked for. */
const counted = (store: Store): Store => ({
  ...store,
  run: store.run.bind(store),
  read: new Proxy(store.read, {
    get: (read, name: keyof Store["read"]) => {
      asked[name] = (asked[name] ?? 0) + 1;
      return read[name];
    },
  }),
});
beforeEach(async () => {
  asked = {};
  http = await startHttp({ path: "/mon", wrap: counted });
  group = (
    await http.api("POST", "/alert_groups", {
      title: "Shop",
      external_id: "secret-group",
    })
  ).json;
  const ada = await http.api("POST", "/users", {
    email: "ada@example.com",
    name: "Adalbert",
  });
  await http.api("POST", `/users/${ada.json.id}/devices`, {
    kind: "ntfy",
    target: "ada-phone",
  });
  await http.api("POST", `/alert_groups/${group.id}/members`, {
    email: "ada@example.com",
  });
  monitor = (
    await http.api("POST", "/webhook_monitors", {
      title: "wh-orders-eu",
      external_id: "checkout-internal",
      alert_group_id: group.id,
    })
  ).json;
  const books = await http.api("POST", "/health_check_monitors", {
    title: "hc-books-eu",
    url: "https://internal.example.com/health",
    alert_group_id: group.id,
  });
  // Beside them, and on no page.
  await http.api("POST", "/webhook_monitors", { title: "Private", alert_group_id: group.id });
  page = (
    await http.api("POST", "/status_pages", {
      title: "Shop",
      external_id: "secret-page",
      slug: "shop",
      description: "Books and more",
      sections: [
        {
          title: "Store",
          systems: [
            { name: "Books", health_check_monitors: [books.json.id] },
            { name: "Checkout", webhook_monitors: [monitor.id] },
          ],
        },
      ],
    })
  ).json;
});
afterEach(() => http.end());

const get = (path: string, headers: Record<string, string> = {}) =>
  http.call("GET", `/mon${path}`, { headers, key: null });
/** As much as a page may be old. */
const pass = () => http.clock.advance(10_000, () => true);
const breaks = () =>
  http.call("POST", `/api/webhook/${monitor.webhook_id}`, {
    body: { message: "password=hunter2 at db-7.internal", source: "shop-prod" },
  });
const publish = (body: object, number = 1) =>
  http.api("POST", `/incidents/${number}/publish`, body);

describe("a public status page", () => {
  it("says how things are, to whoever has its address", async () => {
    expect(page.url).toBe(`${http.siteUrl}/status/shop`);
    const shown = await get("/status/shop", { accept: "text/html" });
    expect(shown.status).toBe(200);
    expect(shown.text).toContain("<h1><bdi>Shop</bdi></h1>");
    expect(shown.text).toContain("1 of 2 systems is operational");
    expect(shown.text.indexOf("<bdi>Books")).toBeLessThan(shown.text.indexOf("<bdi>Checkout"));
    expect(shown.headers.get("set-cookie")).toBeNull();
    await breaks();
    await pass();
    const down = (await get("/status/shop")).text;
    expect(down).toContain("<bdi>Checkout is down</bdi>");
    // What is down comes first.
    expect(down.indexOf("<bdi>Checkout</bdi>")).toBeLessThan(down.indexOf("<bdi>Books</bdi>"));
  });

  it("says nothing that was not meant for the public", async () => {
    await breaks();
    await http.api("POST", "/incidents/1/notes", { text: "note-for-us" });
    await http.api("POST", "/incidents/1/acknowledge", { by: "Adalbert" });
    await http.api("POST", "/silences", {
      monitor_id: monitor.id,
      reason: "vendor-is-slow",
      cron: "* * * * *",
      duration_minutes: 5,
    });
    await publish({ message: "We are looking into it.", by: "Adalbert" });
    const { json: incident } = await http.api("GET", "/incidents/1");
    for (const path of [
      "/status/shop",
      "/status/shop.json",
      "/status/shop.atom",
      "/badge/shop.svg",
      "/badge/shop/checkout.svg",
      "/badge/shop/checkout/uptime.svg",
    ]) {
      const { status, text } = await get(path);
      expect(status, path).toBe(200);
      expect(text).not.toContain(incident.title);
      for (const inside of [
        group.id,
        group.webhook_id,
        monitor.id,
        monitor.webhook_id,
        incident.id,
        incident.alert_group_id,
        "internal.example.com",
        "hunter2",
        "db-7",
        "shop-prod",
        "ada@example.com",
        "Adalbert",
        "ada-phone",
        "secret-group",
        "secret-page",
        "checkout-internal",
        "hc-books",
        "wh-orders",
        "Private",
        page.id,
        "note-for-us",
        "vendor-is-slow",
        "1 error",
        "#1",
        "priority",
        "csrf",
      ])
        expect(text, `${path}: ${inside}`).not.toContain(inside);
    }
    const shown = (await get("/status/shop")).text;
    expect(shown).toContain("We are looking into it.");
    expect(shown).toContain("Maintenance");
  });

  it("keeps the policy that it needs, and search engines list it only when that is wanted", async () => {
    const { headers, text } = await get("/status/shop");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("cache-control")).toBe("public, max-age=30");
    expect(text).not.toMatch(/<script>|<style| style=| on[a-z]+=|<form/i);
    // Search engines want this one whole.
    const canonical = `<link rel="canonical" href="${http.origin}/mon/status/shop" />`;
    expect(text).toContain(canonical);
    for (const [, address] of text.replace(canonical, "").matchAll(/(?:href|src)="([^"]+)"/g))
      expect(address).toMatch(/^(\/mon\/assets\/|\/mon\/status\/shop(\.atom|\.json)?$|#i-)/);
    const noindex = '<meta name="robots" content="noindex" />';
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(text).toContain(noindex);
    await http.api("PUT", `/status_pages/${page.id}`, { public: "listed" });
    await pass();
    const listed = await get("/status/shop");
    expect(listed.headers.get("x-robots-tag")).toBeNull();
    expect(listed.text).not.toContain(noindex);
    // What is for programs is not for search engines.
    expect((await get("/status/shop.json")).headers.get("x-robots-tag")).toBe("noindex");
  });

  it("announces planned work of the next days, each time once and without its reason", async () => {
    const at = (days: number, hours = 0) =>
      new Date(http.clock.now() + (days * 24 + hours) * 3_600_000).toISOString();
    const plan = (body: object) =>
      http.api("POST", "/silences", { reason: "secret-reason", ...body });
    await plan({ alert_group_id: group.id, from: at(2), until: at(2, 2) });
    await plan({ monitor_id: monitor.id, from: at(2), until: at(2, 2) });
    await plan({ monitor_id: monitor.id, from: at(1), until: at(1, 1) });
    // Too far ahead, about certain alerts only, and without an end.
    await plan({ monitor_id: monitor.id, from: at(8), until: at(9) });
    await plan({ matchers: ["env=prod"], from: at(1), until: at(2) });
    await plan({ monitor_id: monitor.id, from: at(3) });
    await pass();
    const { text, json } = await get("/status/shop.json");
    expect(json.planned.map(({ systems }: { systems: string[] }) => systems)).toEqual([
      ["Checkout"],
      ["Books", "Checkout"],
    ]);
    const shown = (await get("/status/shop")).text;
    expect(shown).toContain("Planned maintenance");
    expect(text + shown).not.toContain("secret-reason");
    // Once a week: the next time alone.
    await plan({ monitor_id: monitor.id, cron: "0 2 * * SUN", duration_minutes: 60 });
    await pass();
    expect((await get("/status/shop.json")).json.planned).toHaveLength(3);
  });

  it("shows a logo that it serves itself, where it can run nothing", async () => {
    expect((await get("/status/shop/logo")).status).toBe(404);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    await http.api("PUT", `/status_pages/${page.id}`, {
      logo: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
    });
    await pass();
    expect((await get("/status/shop")).text).toContain('<img src="/mon/status/shop/logo" alt=""');
    const logo = await get("/status/shop/logo");
    expect([logo.status, logo.text]).toEqual([200, svg]);
    expect(logo.headers.get("content-type")).toBe("image/svg+xml");
    expect(logo.headers.get("x-content-type-options")).toBe("nosniff");
    expect(logo.headers.get("content-security-policy")).toMatch(/^default-src 'none'.* sandbox;/);
    const etag = logo.headers.get("etag")!;
    expect((await get("/status/shop/logo", { "if-none-match": etag })).status).toBe(304);
  });

  it("is sent once to who has it already", async () => {
    for (const path of ["/status/shop", "/status/shop.json", "/badge/shop.svg"]) {
      const first = await get(path);
      const etag = first.headers.get("etag")!.replace(/^W\//, "");
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
        const again = await get(path, { "if-none-match": known });
        expect([again.status, again.text]).toEqual([304, ""]);
      }
      expect((await get(path, { "if-none-match": '"x"' })).status).toBe(200);
    }
  });

  it("is put together once, however many people look", async () => {
    await get("/status/shop");
    const before = { ...asked };
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        get(["/status/shop", "/status/shop.json", "/badge/shop.svg"][i % 3]!),
      ),
    );
    expect(asked["board_monitors"]).toBe(before["board_monitors"]);
    expect(asked["status_pages"]).toBe(before["status_pages"]);
    for (let i = 0; i < 20; i++) await get(`/status/nobody-${i}`);
    expect(asked["status_pages"]).toBeLessThanOrEqual(before["status_pages"]! + 1);
    await pass();
    await Promise.all([get("/status/shop"), get("/status/shop")]);
    expect(asked["board_monitors"]).toBe(before["board_monitors"]! + 1);
  });

  it("gives one answer for what is not there and what is switched off", async () => {
    const hidden = await http.api("POST", "/status_pages", {
      title: "Hidden",
      slug: "hidden",
      public: "off",
    });
    expect(hidden.json.url).toBeNull();
    await http.api("PUT", `/status_pages/${page.id}`, { public: "off" });
    await pass();
    const bodies = new Set<string>();
    for (const slug of ["nobody", "hidden", "shop", page.id, "a".repeat(150), "%3Cscript%3E"])
      for (const path of [`/status/${slug}`, `/badge/${slug}.svg`, `/badge/${slug}/checkout.svg`]) {
        const { status, text, headers } = await get(path, {
          accept: "text/html",
        });
        expect([status, headers.get("cache-control")], path).toEqual([404, "no-store"]);
        bodies.add(text);
      }
    expect(bodies.size).toBe(1);
    // And back again, at the same address.
    await http.api("PUT", `/status_pages/${page.id}`, { public: "unlisted" });
    await http.clock.advance(1000, () => true);
    expect((await get("/status/shop")).status).toBe(200);
  });

  it("has an address that cannot be guessed where none is chosen", async () => {
    const { json } = await http.api("PUT", `/status_pages/${page.id}`, { slug: null });
    expect(json.url).toMatch(/\/status\/s-[0-9a-f]{24}$/);
    await http.clock.advance(1000, () => true);
    const path = new URL(json.url).pathname.replace("/mon", "");
    expect((await get(path)).status).toBe(200);
    const taken = await http.call("POST", "/api/v1/status_pages", {
      key: http.stranger,
      body: { title: "X", slug: path.split("/").at(-1) },
    });
    expect(taken.status).toBe(422);
  });

  it("has an address of its own on the whole server", async () => {
    const taken = await http.call("POST", "/api/v1/status_pages", {
      key: http.stranger,
      body: { title: "X", slug: "shop" },
    });
    expect(taken.status).toBe(409);
    expect(taken.json.errors).toMatchObject([{ field: "slug" }]);
    expect(taken.text).not.toContain(page.id);
    for (const slug of ["ab", "Shop", "a b", "a/b", "ä".repeat(5), "a".repeat(64)])
      expect((await http.api("PUT", `/status_pages/${page.id}`, { slug })).status, slug).toBe(422);
    // Saving what it is already is no conflict with itself.
    expect((await http.api("PUT", `/status_pages/${page.id}`, { slug: "shop" })).status).toBe(200);
  });

  it("keeps no failure: when the database is back, so is the page", async () => {
    const side = await startHttp({
      wrap: (store) => ({
        ...counted(store),
        read: new Proxy(store.read, {
          get: (read, name: keyof Store["read"]) =>
            name === away ? () => Promise.reject(new Error("away")) : read[name],
        }),
      }),
    });
    let away: string | null = "status_pages";
    await side.api("POST", "/status_pages", { title: "G", slug: "gone" });
    for (const read of ["status_pages", "published_incidents"]) {
      away = read;
      const { status } = await side.call("GET", "/status/gone");
      expect(status, read).toBeGreaterThanOrEqual(500);
    }
    away = null;
    const first = await side.call("GET", "/status/gone.json");
    expect(first.status).toBe(200);
    // From then on it stays up without the database, and says as of when it is.
    away = "published_incidents";
    await side.clock.advance(20_000, () => true);
    const later = await side.call("GET", "/status/gone.json");
    expect([later.status, later.json.as_of]).toEqual([200, first.json.as_of]);
    away = "status_pages";
    await side.clock.advance(20_000, () => true);
    expect((await side.call("GET", "/status/gone.json")).status).toBe(200);
    away = null;
    await side.clock.advance(20_000, () => true);
    const fresh = await side.call("GET", "/status/gone.json");
    expect(fresh.json.as_of).not.toBe(first.json.as_of);
    await side.end();
  });

  it("is shown from the disk of the node while the database was never read, and only then", async () => {
    let away = false;
    const texts: Record<string, string> = {};
    const side = await startHttp({
      snapshot: async (slug) => texts[slug] ?? null,
      wrap: (store) => ({
        ...counted(store),
        read: new Proxy(store.read, {
          get: (read, name: keyof Store["read"]) =>
            away ? () => Promise.reject(new Error("away")) : read[name],
        }),
      }),
    });
    await side.api("POST", "/status_pages", { title: "G", slug: "gone" });
    const [gone] = await side.store.read.status_pages(null);
    texts["gone"] = (await snapshotOf(side.store, gone!, side.clock.now())).text;
    texts["off"] = texts["gone"];
    expect((await side.call("GET", "/status/off")).status).toBe(404);
    await side.clock.advance(40 * 60_000, () => true);
    away = true;
    const beside = await startHttp({
      beside: side,
      snapshot: async (slug) => texts[slug] ?? null,
      wrap: (store) => ({
        ...store,
        read: new Proxy(store.read, {
          get: (read, name: keyof Store["read"]) =>
            away ? () => Promise.reject(new Error("away")) : read[name],
        }),
      }),
    });
    const shown = await beside.call("GET", "/status/gone");
    expect(shown.status).toBe(200);
    expect(shown.text).toContain("not updated for 40 min");
    expect((await beside.call("GET", "/status/other")).status).toBeGreaterThanOrEqual(500);
    away = false;
    await side.clock.advance(10_000, () => true);
    expect((await beside.call("GET", "/status/gone")).text).toContain("refreshed every minute");
    expect((await beside.call("GET", "/status/off")).status).toBe(404);
    await beside.end();
    await side.end();
  });
});

describe("badges", () => {
  it("are pictures for the pages of others", async () => {
    await breaks();
    const all = await get("/badge/shop.svg");
    expect(all.headers.get("content-type")).toMatch(/^image\/svg\+xml/);
    expect(all.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(all.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(all.text).toContain("Shop: down");
    expect((await get("/badge/shop/checkout.svg")).text).toContain("Checkout: down");
    await pass();
    const uptime = await get("/badge/shop/checkout/uptime.svg");
    expect(uptime.text).toMatch(/Checkout, 90 days: \d/);
    for (const path of [
      "/badge/shop",
      "/badge/shop/checkout",
      "/badge/shop/nobody.svg",
      `/badge/shop/${monitor.id}.svg`,
    ])
      expect((await get(path)).status, path).toBe(404);
  });

  it("are listed on the page in the dashboard, each of which is there", async () => {
    const browser = await signIn(http, http.keys.read, "/mon");
    const shown = await browser.get(`/status_pages/${page.id}`);
    const found = [...shown.text.matchAll(/http:\/\/[^\s<)]+\/badge\/[^\s<)]+/g)].map(String);
    expect(found).toHaveLength(5);
    for (const url of found)
      expect((await get(new URL(url).pathname.replace("/mon", ""))).status, url).toBe(200);
  });
});

describe("publishing an incident", () => {
  it("puts it on the page, with updates, until it is taken off", async () => {
    await breaks();
    const first = await publish({
      message: "Orders fail.\nWe look into it.",
      title: "Orders",
    });
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({ public_title: "Orders" });
    expect(first.json.published_at).not.toBeNull();
    await pass();
    await publish({ message: "Found <b>it</b>." });
    await http.api("POST", "/incidents/1/resolve", {
      reason: "internal reason",
    });
    await publish({ message: "It is over." });
    const shown = (await get("/status/shop")).text;
    expect(shown).toContain("Orders fail.\nWe look into it.");
    expect(shown).toContain("Found &lt;b&gt;it&lt;/b&gt;.");
    expect(shown.indexOf("It is over.")).toBeLessThan(shown.indexOf("Found"));
    expect(shown).toContain("1 incident");
    expect(shown).not.toContain("internal reason");
    const read = await get("/status/shop.atom");
    expect(read.headers.get("access-control-allow-origin")).toBe("*");
    const feed = read.text;
    expect(feed).toContain("<title>Orders (resolved)</title>");
    expect(feed).toContain("Found &lt;b&gt;it&lt;/b&gt;.");
    expect(feed).not.toContain("internal reason");
    const { json } = await get("/status/shop.json");
    expect(json.incidents).toMatchObject([
      { title: "Orders", state: "resolved", systems: ["Checkout"], updates: [{}, {}, {}] },
    ]);

    await http.api("POST", "/incidents/1/unpublish");
    expect((await http.api("POST", "/incidents/1/unpublish")).status).toBe(200);
    await pass();
    expect((await get("/status/shop")).text).not.toContain("Orders");
    const detail = (await http.api("GET", "/incidents/1")).json;
    expect(detail.published_at).toBeNull();
    expect(detail.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(["published", "unpublished"]),
    );
    await publish({ message: "Once more.", title: null });
    await pass();
    const again = (await get("/status/shop")).text;
    expect(again).toContain("Once more.");
    expect(again).not.toContain("Orders fail");
    expect(again).toContain('<b class="strong"><bdi>Checkout</bdi></b>');
  });

  it("is refused without a page, a message, or the right to", async () => {
    await breaks();
    for (const body of [
      {},
      { message: "" },
      { message: "x", title: "" },
      { message: "x", more: 1 },
      { message: "x", state: "over" },
    ])
      expect((await publish(body)).status).toBe(422);
    expect((await publish({ message: "x" }, 99)).status).toBe(404);
    const reader = await http.call("POST", "/mon/api/v1/incidents/1/publish", {
      key: http.keys.read,
      body: { message: "x" },
    });
    expect(reader.status).toBe(403);
    const stranger = await http.call("POST", "/mon/api/v1/incidents/1/publish", {
      key: http.stranger,
      body: { message: "x" },
    });
    expect(stranger.status).toBe(404);
    await http.api("PUT", `/status_pages/${page.id}`, { public: "off" });
    const off = await publish({ message: "x" });
    expect([off.status, off.json.detail]).toEqual([
      409,
      expect.stringContaining("No public status page"),
    ]);
  });

  it("can be done in the dashboard", async () => {
    await breaks();
    const browser = await signIn(http, http.keys.write, "/mon");
    const path = "/incidents/1";
    expect((await browser.get(path)).text).toContain("What the public reads");
    const done = await browser.post("/incidents/1/publish", {
      back: path,
      message: "From the browser",
      title: "",
      state: "identified",
    });
    expect(location(done)).toBe("/mon/incidents/1?done=published");
    await pass();
    const shown = (await get("/status/shop")).text;
    expect(shown).toContain("From the browser");
    expect(shown).toContain("Identified");
    expect((await browser.get(path)).text).toContain("Remove from the status page");
    await browser.post("/incidents/1/unpublish", { back: path });
    await pass();
    expect((await get("/status/shop")).text).not.toContain("From the browser");
  });
});

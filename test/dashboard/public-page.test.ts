/** The public page with many systems, and with none that is measured. */
import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PublicModel, PublicSystem } from "../../src/dashboard/public/model.ts";
import { publicDays } from "../../src/dashboard/public/days.ts";
import { statusPage } from "../../src/dashboard/public/page.ts";
import type { Day } from "../../src/dashboard/chart/day-cells.ts";
import { night } from "../support/builders.ts";

const day = 86_400_000;
const minute = 60_000;
const days = (down: Record<number, number> = {}, state: Day["state"] = "ok"): Day[] =>
  Array.from({ length: 90 }, (_, i) => ({
    from: night - (89 - i) * day,
    state: down[i] === undefined ? state : "down",
    down_ms: down[i] ?? 0,
    warn_ms: 0,
  }));
const system = (name: string, more: Partial<PublicSystem> = {}): PublicSystem => ({
  name,
  description: null,
  state: "operational",
  last: null,
  uptime: { good: 0.9987, outages: 1, longest_ms: 0 },
  days: days(),
  ...more,
});
const model = (systems: PublicSystem[], more: Partial<PublicModel> = {}): PublicModel => ({
  base: "",
  siteUrl: "https://mon.example.com",
  slug: "acme",
  title: "Acme status",
  description: null,
  hasLogo: false,
  isListed: true,
  sendsMails: true,
  zone: "Europe/Berlin",
  now: night,
  served: night,
  since: night - 400 * day,
  sections: [{ title: "All", systems }],
  planned: [],
  incidents: [],
  ...more,
});
const reader = { now: night, zone: "UTC" };

test("a page of 49 systems with outages takes less than 30 kB, compressed and with its stylesheet and script", () => {
  const systems = Array.from({ length: 49 }, (_, i) =>
    system(`System number ${i}`, {
      state: i % 7 === 0 ? "down" : "operational",
      days: days(
        Object.fromEntries(
          Array.from({ length: 6 }, (_one, j) => [(i * 7 + j * 13) % 90, (i + j + 1) * 7 * minute]),
        ),
      ),
    }),
  );
  const asset = (name: string) =>
    readFileSync(new URL(`../../src/dashboard/assets/${name}`, import.meta.url), "utf8");
  const style = ["tokens", "base", "panels", "states", "public"].map((name) =>
    asset(`style/${name}.css`),
  );
  const sizes = [statusPage(model(systems)), style.join(""), asset("status.js")].map(
    (text) => gzipSync(text).length,
  );
  expect(sizes.reduce((a, b) => a + b)).toBeLessThan(30_000);
});

test("search engines and chats get a title, a description and the whole address of the page", () => {
  const text = statusPage(model([system("Orders")]));
  expect(text).toContain('<html lang="en">');
  expect(text).toContain("<title>Acme status: ");
  expect(text).toMatch(/<meta name="description" content="[^"]{10}/);
  expect(text).not.toMatch(/content="[^"]*(null| )"/);
  for (const name of ["title", "description", "url", "type", "site_name"])
    expect(text).toMatch(new RegExp(`<meta property="og:${name}" content="[^"]{5}`));
  expect(text).toContain('<link rel="canonical" href="https://mon.example.com/status/acme" />');
});

test("the height of a day says how long its outage was, and a run of days without one is one path", () => {
  const { text } = publicDays(
    {
      name: "Shop",
      uptime: "99.87 %",
      days: days({
        10: 3 * minute,
        20: 20 * minute,
        30: 100 * minute,
        40: 400 * minute,
        50: 700 * minute,
      }),
    },
    reader,
  );
  expect([...text.matchAll(/<rect[^>]* height="(\d+)"/g)].map(([, height]) => height)).toEqual([
    "12",
    "16",
    "20",
    "24",
    "28",
  ]);
  expect(text.match(/<path /g)).toHaveLength(6);
  expect(text).toContain("down for 1 h 40 min");
  expect(text).toContain("99.87 % up, 5 days with an outage");
});

test("a system that is not measured is grey, and its last state is dated as such", () => {
  const page = statusPage(
    model([
      system("Shop", {
        state: "unknown",
        last: "operational",
        uptime: { good: null, outages: 0, longest_ms: 0 },
        days: days({}, "unknown"),
      }),
    ]),
  );
  expect(page).toContain("Not measured yet");
  expect(page).toContain("last known: operational");
  expect(page).not.toContain("verdict ok");
  expect(page).not.toMatch(/class="state ok"/);
});

test("old content is no state of now: the page says how old it is, in words and to programs that read its title", () => {
  const at = (age: number) =>
    statusPage(model([system("Shop")], { served: night + age, zone: "UTC" }));
  const fresh = at(5 * minute - 1);
  expect(fresh).toContain('class="verdict ok"');
  expect(fresh).toContain("refreshed every minute");
  const old = at(38 * minute);
  expect(old).toContain("<title>Acme status: Last known: All systems are operational</title>");
  expect(old).toContain('class="verdict unknown"');
  expect(old.replaceAll(/<[^>]+>|\s+/g, " ").replaceAll(/ +/g, " ")).toContain("38 min old");
  expect(old).toContain('class="sub asof old"');
  expect(old).toContain("not updated for 38 min: it may have changed");
  expect(at(3 * day)).toContain("not updated for 3 d");
});

test("sections with a problem come first, and systems that are well fold beyond three", () => {
  const page = statusPage(
    model([], {
      sections: [
        { title: "Well", systems: ["a", "b", "c", "d", "e"].map((name) => system(name)) },
        { title: "Empty", systems: [] },
        { title: "Broken", systems: [system("ok"), system("bad", { state: "down" })] },
      ],
    }),
  );
  expect(page.indexOf("<bdi>Broken")).toBeLessThan(page.indexOf("<bdi>Well"));
  expect(page.indexOf("<bdi>bad</bdi>")).toBeLessThan(page.indexOf("<bdi>ok</bdi>"));
  expect(page).toContain("2 more, operational");
  expect(page).not.toContain("Empty");
});

test("the history has a part for each month, those without an incident too", () => {
  const ended = {
    id: "x",
    title: "Slow search",
    state: "resolved" as const,
    opened_at: Date.UTC(2026, 8, 3),
    ended_at: Date.UTC(2026, 8, 3, 1),
    systems: [],
    retitled_at: null,
    corrected_at: null,
    updates: [],
  };
  const page = statusPage(
    model([system("a")], { since: Date.UTC(2026, 7, 20), incidents: [ended] }),
  );
  const months = [...page.matchAll(/<b>(\w+ \d{4})<\/b\s*><span[^>]*>([^<]+)</g)];
  expect(months.map(([, month, count]) => [month, count])).toEqual([
    ["November 2026", "no incident"],
    ["October 2026", "no incident"],
    ["September 2026", "1 incident"],
    ["August 2026", "no incident"],
  ]);
});

/** The feed of a status page, as programs that read feeds take it. */
import { expect, test } from "vitest";
import { history } from "../../src/dashboard/public/incidents.ts";
import { incidentFeed } from "../../src/dashboard/public/feed.ts";
import type { PublicIncident } from "../../src/core/status/public-incident.ts";

const url = "https://mon.example.com/status/shop";
const opened_at = Date.parse("2026-03-29T00:59:59.123Z");
const over: PublicIncident = {
  id: "f30738a0353d479d",
  title: "Orders",
  retitled_at: null,
  corrected_at: null,
  state: "resolved",
  opened_at,
  ended_at: opened_at + 60_001,
  systems: ["Checkout"],
  updates: [
    { at: opened_at + 60_001, message: "Over.", state: "resolved", edited_at: null },
    { at: opened_at, message: "It fails.", state: null, edited_at: opened_at + 60_001 },
  ],
};
const zone = "Europe/Berlin";
const feed = incidentFeed({ title: "Shop", since: 0, zone, incidents: [over] }, url);

test("people read times of the page's zone, across a change of its clocks", () => {
  const [, content] = /<content type="text"\s*>([^]*)<\/content/.exec(feed)!;
  expect(content).toBe(
    "2026-03-29 03:00 Europe/Berlin Resolved: Over.\n" +
      "2026-03-29 01:59 Europe/Berlin (edited 2026-03-29 03:00 Europe/Berlin): It fails.\n",
  );
});

test("each entry leads to its own place on the page", () => {
  const [, link, place] = /<entry>[^]*<link href="([^"#]+)#([^"]+)" \/>/.exec(feed)!;
  expect(link).toBe(url);
  const reader = { zone, now: opened_at + 120_000 };
  expect(history([over], 0, reader as never).text).toContain(`<li id="${place}">`);
});

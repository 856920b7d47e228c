/** Text and data that try to break out of a page, and the check that they did not. */
import { expect } from "vitest";
import { inState, reachStates } from "../../src/core/explain/device-reach.ts";
import type { Reach } from "../../src/core/explain/reach.ts";
import type { Frame } from "../../src/dashboard/layout.ts";
import { night, result, subject } from "../support/builders.ts";

/** In every text that comes from outside. */
export const evil = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&{{7*7}}\${7}`;
export const evilLink = "javascript:alert(1)//https://x";

export const frame: Frame = {
  base: "/mon",
  version: evil,
  now: night,
  csrf: "token",
  who: { name: evil, organization: evil, user_id: evil },
  may: { respond: true, write: true, admin: true },
  path: `/?search=${evil}`,
  done: evil,
  zone: "UTC",
  theme: "dark",
  attention: 3,
};

/** Each state, of a person whose name and reasons are hostile. */
export const reach: Reach = {
  people: reachStates.map((state) => ({
    ...inState(state, evil, night),
    user_id: evil,
    name: evil,
    device: evil,
    timezone: evil,
  })),
  silenced: false,
  reminder_at: night,
  escalation: { at: night, alert_group_id: evil, title: evil, reachable: true },
  timezone: evil,
};
export const hostileSubject = subject({
  status_reason: evil,
  paused_at: night,
  suppression: {
    since: night,
    by: [{ id: evil, title: evil }],
    until: night,
    reason: evil,
    incident: { title: evil, summary: evil, occurrences: 0, details: {} },
  },
  results: [
    result({
      name: evil,
      label: evil,
      status: "crashed",
      reported_status: evil,
      notification_message: evil,
      short_summary: evil,
      meta: { [evil]: evil },
    }),
  ],
});
/** Hostile text is text, no attribute runs or styles anything, and links lead to the web alone. */
export function expectSafe(text: string): void {
  expect(text).toContain("&lt;script&gt;alert(1)");
  expect(
    text
      .replaceAll(
        /<script\s+src="\/mon\/assets\/[a-z]+\.js"(\s+data-page="[^"]*")?\s+defer\s*>/g,
        "",
      )
      .replace('<img src="/mon/status/shop/logo" alt="" height="32" />', "")
      .replaceAll(/<img src="\/mon\/badge\/[^"<>]+\.svg" alt="[^"]*" height="20" \/>/g, ""),
  ).not.toMatch(/<script|<img/i);
  // Outside of quoted values, where hostile text may say what it likes.
  const tags = [...text.matchAll(/<[a-z][^\s>]*((?:\s+[^\s"'>=]+(?:="[^"]*")?)*)\s*\/?>/g)];
  expect(tags.length).toBeGreaterThan(5);
  for (const [, attributes = ""] of tags)
    for (const [, name, value] of attributes.matchAll(/([^\s"'>=]+)(?:="([^"]*)")?/g)) {
      expect(name).not.toMatch(/^(on|style$)/i);
      if (name === "href" || name === "action" || name === "src")
        expect(value).toMatch(/^(\/mon(\/|\?|$)|#|https?:|ntfy:\/\/)/);
    }
  // Every tag is whole: no quote of a value got out.
  expect(text.split("<").length - 1).toBe(
    [
      ...text.matchAll(
        /<!doctype html>|<\/[a-z0-9]+\s*>|<[a-z][a-z0-9]*(?:\s+[^\s"'>=]+(?:="[^"]*")?)*\s*\/?>/g,
      ),
    ].length,
  );
}

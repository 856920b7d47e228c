import { describe, expect, test } from "vitest";
import {
  confirmationLetter,
  newsLetter,
  plannedLetter,
} from "../../../src/core/status/subscriber-letters.ts";
import type { IncidentNews } from "../../../src/core/status/notices.ts";
import { night } from "../../support/builders.ts";

const hour = 3_600_000;
const page = { id: "p", title: "Shop", timezone: "UTC", url: "https://x.example/status/shop" };
const to = { id: "s", email: "ada@example.org", asked_at: night };
const about = { number: 7, unsubscribe: "https://x.example/end" };
const news = (more: Partial<IncidentNews> = {}): IncidentNews => ({
  id: "i",
  title: "Checkout fails",
  systems: ["Checkout", "Cart"],
  opened_at: night,
  ended_at: null,
  state: "investigating",
  message: "We are on it.\nMore soon.",
  ...more,
});

test("the mail that asks has the link, and says what to do if it was somebody else", () => {
  expect(confirmationLetter(page, to, "https://x.example/confirm")).toMatchObject({
    to: "ada@example.org",
    sender: "Shop",
    link: { label: "Confirm", url: "https://x.example/confirm" },
    because: expect.stringContaining("ignore this mail"),
    id: `subscribe.s.${night}`,
  });
});

describe("the mail about an incident", () => {
  test("has the update, its first line as the preview, and the link that ends such mails", () => {
    expect(newsLetter(page, to, about, news())).toMatchObject({
      subject: "[Shop] Investigating: Checkout fails",
      badge: "Investigating",
      tone: "bad",
      text: "We are on it.\nMore soon.",
      preview: "We are on it.",
      unsubscribe: "https://x.example/end",
      id: "status.7.s",
      thread: "status.incident.i",
      facts: [
        { label: "Affected", text: "Checkout, Cart" },
        { label: "Since", text: "Sat 21 Nov 03:00 UTC" },
      ],
    });
  });

  test.each([
    ["identified", "Identified", "bad"],
    ["monitoring", "Monitoring", "good"],
    ["resolved", "Resolved", "good"],
    [null, "Update", undefined],
  ] as const)("says the state %s in a word and a color", (state, badge, tone) => {
    const letter = newsLetter(page, to, about, news({ state }));
    expect([letter.badge, letter.tone]).toEqual([badge, tone]);
  });

  test("has its time when it has ended, in the zone of the page, and no line without systems", () => {
    const ended = news({ systems: [], ended_at: night + 26 * hour, state: "resolved" });
    expect(newsLetter({ ...page, timezone: "Europe/Berlin" }, to, about, ended).facts).toEqual([
      { label: "Time", text: "Sat 21 Nov 04:00–Sun 22 Nov 06:00 (Europe/Berlin), 26 h" },
    ]);
  });
});

describe("the mail about planned maintenance", () => {
  const planned = { from: night, until: night + hour, systems: ["Checkout", "Cart"] };

  test("says when, and what is affected", () => {
    expect(plannedLetter(page, to, about, { kind: "planned", ...planned })).toMatchObject({
      subject: "[Shop] Planned maintenance: Checkout, Cart",
      heading: "Maintenance: Checkout, Cart",
      badge: "Planned maintenance",
      preview: "Sat 21 Nov 03:00–04:00 UTC",
      facts: [
        { label: "Time", text: "Sat 21 Nov 03:00–04:00 UTC, 1 h" },
        { label: "Affected", text: "Checkout, Cart" },
      ],
    });
  });

  test("says when it is canceled", () => {
    expect(plannedLetter(page, to, about, { kind: "canceled", ...planned })).toMatchObject({
      subject: "[Shop] Canceled: planned maintenance: Checkout, Cart",
      heading: "Maintenance is canceled: Checkout, Cart",
      badge: "Canceled",
    });
  });
});

import { describe, expect, it } from "vitest";
import {
  feedSpan,
  personFeed,
  scheduleFeed,
  type FedSchedule,
} from "../../../src/core/on-call/feed.ts";
import type { Shift } from "../../../src/core/on-call/shifts.ts";

const now = Date.UTC(2026, 11, 1);
const hour = 3_600_000;
const shift = (user_id: string | null, from: number, until: number): Shift => ({
  from: now + from * hour,
  until: now + until * hour,
  on_call: user_id
    ? { user_id, by: "week", because: "turn", override_id: null, instead_of_user_id: null }
    : null,
});
const week: FedSchedule = {
  id: "week",
  title: "Primary",
  version: 3,
  changed_at: now - hour,
  shifts: [shift("ada", 0, 8), shift(null, 8, 10), shift("bob", 10, 20), shift("ada", 20, 30)],
};
const nameOf = (id: string) => ({ ada: "Ada", bob: "Bob" })[id]!;
const names = { host: "monitor.example.com", nameOf };

describe("a feed", () => {
  it("of a schedule has an event for each shift, and none for gaps", () => {
    const { name, events } = scheduleFeed(week, names);
    expect(name).toBe("On call: Primary");
    expect(events.map(({ summary, from }) => `${summary} ${(from - now) / hour}`)).toEqual([
      "Ada: Primary 0",
      "Bob: Primary 10",
      "Ada: Primary 20",
    ]);
    expect(events[1]).toEqual({
      uid: `week.${(now + 10 * hour) / 1000}.bob@monitor.example.com`,
      summary: "Bob: Primary",
      from: now + 10 * hour,
      until: now + 20 * hour,
      sequence: 3,
      stamp: now - hour,
    });
  });

  it("of a person has their shifts in all schedules", () => {
    const nights = { ...week, id: "nights", title: "Nights", shifts: [shift("bob", 0, 8)] };
    const { name, events } = personFeed("bob", [week, nights], names);
    expect(name).toBe("On call: Bob");
    expect(events.map(({ uid, summary }) => [uid.split(".")[0], summary])).toEqual([
      ["week", "On call: Primary"],
      ["nights", "On call: Nights"],
    ]);
  });

  it("has at least the last 30 and the next 180 days", () => {
    const dayLength = 86_400_000;
    for (let at = now; at < now + 800 * dayLength; at += dayLength / 2) {
      const { from, until } = feedSpan(at);
      expect(at - from).toBeGreaterThanOrEqual(30 * dayLength);
      expect(until - at).toBeGreaterThanOrEqual(180 * dayLength);
    }
  });
});

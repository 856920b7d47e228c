import { describe, expect, test } from "vitest";
import { rules } from "../../../src/core/declare/rules.ts";
import {
  badgeName,
  generatedSlug,
  isPlanned,
  overall,
  overallSentence,
  publicIncident,
  publicState,
  slugOf,
} from "../../../src/core/status/status-page.ts";
import type { PublicState } from "../../../src/core/model/status.ts";
import type { Status } from "../../../src/core/model/status.ts";
import { alertGroup, night, silence } from "../../support/builders.ts";

const hour = 3600_000;

describe("the address of a page", () => {
  const on = (status_page_slug: string | null, id = "a") =>
    slugOf({ id, status_page: true, status_page_slug });
  test("is the one that was chosen", () => {
    expect(on("shop")).toBe("shop");
  });
  test("is else one that nobody guesses, the same for ever", () => {
    expect(on(null)).toMatch(generatedSlug);
    expect(on(null)).toBe(on(null));
    expect(on(null)).not.toBe(on(null, "b"));
  });
  test("is none where there is no page", () => {
    const off = { id: "a", status_page: false, status_page_slug: "shop" };
    expect(slugOf(off)).toBeNull();
  });
  test("that was made for another group cannot be taken", () => {
    const faults = (slug: string | null) =>
      rules("alert_groups", alertGroup({ status_page_slug: slug })).map(({ field, code }) => [
        field,
        code,
      ]);
    expect(faults(on(null))).toEqual([["status_page_slug", "reserved"]]);
    expect(faults("s-shop")).toEqual([]);
    expect(faults(null)).toEqual([]);
  });
});

test.each([
  ["shop-api", /^shop-api$/],
  ["a/b", /^m-[0-9a-f]{16}$/],
  ["..", /^m-[0-9a-f]{16}$/],
  [null, /^m-[0-9a-f]{16}$/],
])("the badge of %s is %o", (external_id, name) => {
  expect(badgeName({ id: "m", external_id })).toMatch(name);
});

describe("the public state", () => {
  const monitor = (status: Status, paused_at: number | null = null) => ({
    id: "m",
    alert_group_id: "g",
    status,
    paused_at,
  });
  test.each<[Status, PublicState]>([
    ["pending", "unknown"],
    ["up", "operational"],
    ["quiet", "operational"],
    ["resolved", "operational"],
    ["degraded", "degraded"],
    ["down", "down"],
    ["stale", "down"],
    ["firing", "down"],
  ])("of %s is %s", (status, state) => {
    expect(publicState(monitor(status), [], night)).toBe(state);
  });

  const planned = silence({ inserted_at: night - 2 * hour });
  test.each([
    ["a pause", monitor("down", night), [], "maintenance"],
    ["planned work", monitor("down"), [planned], "maintenance"],
    ["planned work elsewhere", monitor("down"), [{ ...planned, monitor_id: "x" }], "down"],
    ["quiet that was asked for at once", monitor("down"), [silence({ from: night })], "down"],
    [
      "maintenance in its window",
      monitor("up"),
      [silence({ cron: "0 2 * * *", duration_minutes: 120 })],
      "maintenance",
    ],
  ] as const)("during %s", (_name, of, silences, state) => {
    expect(publicState(of, silences, night)).toBe(state);
  });

  test.each([
    [silence({ cron: "0 2 * * *" }), true],
    [planned, true],
    [{ ...planned, until: null }, false],
    [{ ...planned, until_recovered: true }, false],
    [silence({ from: night, inserted_at: night }), false],
  ])("%#: planned is what was asked for ahead", (asked, expected) => {
    expect(isPlanned(asked)).toBe(expected);
  });
});

test.each<[PublicState[], PublicState, string]>([
  [[], "unknown", "Nothing is known yet."],
  [["unknown"], "unknown", "Nothing is known yet."],
  [["operational"], "operational", "The system is operational."],
  [["operational", "operational"], "operational", "All systems are operational."],
  [["operational", "unknown"], "operational", "1 of 2 systems is operational."],
  [["down", "degraded", "maintenance"], "down", "1 of 3 systems is down."],
  [["down", "down", "operational"], "down", "2 of 3 systems are down."],
  [["degraded", "maintenance"], "degraded", "1 of 2 systems is degraded."],
  [["maintenance", "operational"], "maintenance", "1 of 2 systems is under maintenance."],
])("%o together are %s: %s", (all, state, sentence) => {
  expect([overall(all), overallSentence(all)]).toEqual([state, sentence]);
});

describe("what the public reads of an incident", () => {
  const of = { public_title: null, opened_at: night, resolved_at: null };
  const entry = (kind: "published" | "unpublished" | "note", text: string) => ({
    at: night,
    kind,
    text,
  });
  test("is what was written for it, newest first, and nothing else", () => {
    const read = publicIncident(
      of,
      [entry("published", "one"), entry("note", "secret"), entry("published", "two")],
      "Shop",
    );
    expect(read).toEqual({
      title: "Shop",
      opened_at: night,
      resolved_at: null,
      updates: [
        { at: night, message: "two" },
        { at: night, message: "one" },
      ],
    });
  });
  test("is not what was taken off again", () => {
    const { updates } = publicIncident(
      of,
      [entry("published", "one"), entry("unpublished", "x"), entry("published", "two")],
      null,
    );
    expect(updates.map(({ message }) => message)).toEqual(["two"]);
  });
  test("has the title that was chosen, else the monitor's, else none in particular", () => {
    const titled = (public_title: string | null, title: string | null) =>
      publicIncident({ ...of, public_title }, [], title).title;
    expect(titled("Checkout", "Shop")).toBe("Checkout");
    expect(titled(null, "Shop")).toBe("Shop");
    expect(titled(null, null)).toBe("Incident");
  });
});

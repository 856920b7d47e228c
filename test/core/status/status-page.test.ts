import { describe, expect, test } from "vitest";
import { rules } from "../../../src/core/declare/rules.ts";
import { publicIncident } from "../../../src/core/status/public-incident.ts";
import {
  badgeNames,
  generatedSlug,
  isPlanned,
  overall,
  publicIds,
  publicState,
  publishedOn,
  slugOf,
  type System,
} from "../../../src/core/status/status-page.ts";
import { verdictOf } from "../../../src/core/status/verdict.ts";
import type { PublicUpdateState, TimelineKind } from "../../../src/core/model/model.ts";
import type { PublicState } from "../../../src/core/model/status.ts";
import type { Status } from "../../../src/core/model/status.ts";
import { night, silence, statusPage } from "../../support/builders.ts";

const hour = 3600_000;

describe("the address of a page", () => {
  const on = (slug: string | null, id = "a") => slugOf({ id, public: "listed", slug });
  test("is the one that was chosen", () => {
    expect(on("shop")).toBe("shop");
  });
  test("is otherwise one that cannot be guessed, and never changes", () => {
    expect(on(null)).toMatch(generatedSlug);
    expect(on(null)).toBe(on(null));
    expect(on(null)).not.toBe(on(null, "b"));
  });
  test("is none while the page is off", () => {
    expect(slugOf({ id: "a", public: "off", slug: "shop" })).toBeNull();
  });
  test("that was made for another page cannot be taken", () => {
    const faults = (slug: string | null) =>
      rules("status_pages", statusPage({ slug })).map(({ field, code }) => [field, code]);
    expect(faults(on(null))).toEqual([["slug", "reserved"]]);
    expect(faults("s-shop")).toEqual([]);
    expect(faults(null)).toEqual([]);
  });
});

describe("a logo", () => {
  const of = (type: string, bytes: string) => `data:image/${type};base64,${btoa(bytes)}`;
  const png = "\x89PNG\r\n\x1a\n....";
  test.each([
    [null, true],
    [of("png", png), true],
    [of("jpeg", "\xff\xd8\xff\xe0"), true],
    [of("webp", "RIFF\x00\x00\x00\x00WEBPVP8 "), true],
    [of("svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"), true],
    [of("svg+xml", "<?xml version='1.0'?>\n<!-- a --><!DOCTYPE svg>\n<svg>"), true],
    [of("svg+xml", "<html><svg/></html>"), false],
    [of("jpeg", png), false],
    [of("gif", "GIF89a"), false],
    ["https://example.com/logo.png", false],
  ])("%#: must be a picture of its type", (logo, isOne) => {
    expect(rules("status_pages", statusPage({ logo })).map(({ field }) => field)).toEqual(
      isOne ? [] : ["logo"],
    );
  });
});

const system = (name: string, more: Partial<System> = {}): System => ({
  name,
  description: null,
  health_check_monitors: [],
  webhook_monitors: [],
  alert_groups: [],
  ...more,
});

test.each([
  [["Checkout API"], [/^checkout-api$/]],
  [["Übersicht"], [/^ubersicht$/]],
  [
    ["A B", "a-b"],
    [/^x-[0-9a-f]{16}$/, /^x-[0-9a-f]{16}$/],
  ],
  [["決済"], [/^x-[0-9a-f]{16}$/]],
  [["../.."], [/^x-[0-9a-f]{16}$/]],
])("the badges of %j have names of their own", (names, expected) => {
  const systems = names.map((name) => system(name));
  const badges = badgeNames([{ title: "S", systems }]);
  const found = systems.map((one) => badges.get(one)!);
  expect(new Set(found).size).toBe(names.length);
  found.forEach((name, i) => expect(name).toMatch(expected[i]!));
});

describe("an incident is published on", () => {
  const pages = [
    statusPage({
      id: "a",
      sections: [
        {
          title: "Shop",
          systems: [
            system("Checkout", { health_check_monitors: ["m"] }),
            system("Jobs", { webhook_monitors: ["w"] }),
          ],
        },
        { title: "Rest", systems: [system("All", { alert_groups: ["g"] })] },
      ],
    }),
    statusPage({ id: "b", sections: [{ title: "S", systems: [system("X")] }] }),
    statusPage({ id: "c" }),
  ];
  test.each([
    ["the systems of its monitor and of its group", "m", "g", [["a", ["Checkout", "All"]]]],
    ["those of its monitor alone", "w", "other", [["a", ["Jobs"]]]],
    ["no page that does not show it", "x", "y", []],
  ])("%s", (_, source_id, alert_group_id, expected) => {
    const found = publishedOn(pages, { source_id, alert_group_id });
    expect(found.map((one) => [one.page_id, one.systems])).toEqual(expected);
  });
  test("no page that is off", () => {
    const off = { ...pages[0]!, public: "off" as const };
    expect(publishedOn([off], { source_id: "m", alert_group_id: "g" })).toEqual([]);
  });
});

test("the resources of a page are public once each", () => {
  const sections = [
    {
      title: "S",
      systems: [
        system("A", { health_check_monitors: ["1", "2"], alert_groups: ["g"] }),
        system("B", { health_check_monitors: ["2"], webhook_monitors: ["3"] }),
      ],
    },
  ];
  expect(publicIds(sections)).toEqual({ monitors: ["1", "2", "3"], groups: ["g"] });
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

const named = (states: readonly PublicState[]) =>
  states.map((state, i) => ({ name: "ABCDEFGH"[i]!, state }));

test.each<[PublicState[], PublicState, string, string | null]>([
  [[], "unknown", "No systems are published yet", null],
  [["unknown"], "unknown", "Not measured yet", null],
  [["operational"], "operational", "All systems are operational", null],
  [
    ["operational", "unknown"],
    "operational",
    "1 of 2 systems is operational",
    "1 other system is not measured",
  ],
  [
    ["operational", "operational", "unknown"],
    "operational",
    "2 of 3 systems are operational",
    "1 other system is not measured",
  ],
  [
    ["operational", "degraded", "down", "maintenance"],
    "down",
    "C is down, B is degraded",
    "1 other system is operational, 1 other system is under maintenance",
  ],
  [["degraded", "maintenance"], "degraded", "A is degraded", "1 other system is under maintenance"],
  [
    ["maintenance", "operational"],
    "maintenance",
    "A is under maintenance",
    "1 other system is operational",
  ],
  [
    ["down", "down", "down", "degraded", "operational", "operational"],
    "down",
    "3 of 6 systems are down, 1 degraded",
    "2 other systems are operational",
  ],
  [
    ["down", "degraded", "degraded", "degraded"],
    "down",
    "1 of 4 systems is down, 3 degraded",
    null,
  ],
])("%o together are %s: %s", (all, state, text, rest) => {
  expect(overall(all)).toBe(state);
  expect(verdictOf(named(all))).toEqual({ state, text, rest });
});

describe("what the public reads of an incident", () => {
  const of = { id: "secret", public_title: null, opened_at: night, resolved_at: null };
  const entry = (
    kind: TimelineKind,
    text: string,
    public_state: PublicUpdateState | null = null,
    at = night,
    edited_at: number | null = null,
  ) => ({ at, kind, text, public_state, edited_at });
  const read = (
    incident: Partial<Parameters<typeof publicIncident>[0]>,
    timeline: Parameters<typeof publicIncident>[1],
    now = night,
  ) => publicIncident({ ...of, ...incident }, timeline, ["Shop"], now);

  test("is what was written for it, newest first, and nothing else", () => {
    const found = read({}, [
      entry("published", "one"),
      entry("note", "secret"),
      entry("published", "two", "identified"),
    ]);
    expect(found).toEqual({
      id: found.id,
      title: "Shop",
      retitled_at: null,
      corrected_at: null,
      state: "identified",
      opened_at: night,
      ended_at: null,
      systems: ["Shop"],
      updates: [
        { at: night, message: "two", state: "identified", edited_at: null },
        { at: night, message: "one", state: null, edited_at: null },
      ],
    });
    expect(found.id).not.toContain("secret");
  });
  test("is not what was taken off again", () => {
    const { updates } = read({}, [
      entry("published", "one"),
      entry("unpublished", "x"),
      entry("published", "two"),
    ]);
    expect(updates.map(({ message }) => message)).toEqual(["two"]);
  });
  test("says when an update and the title were corrected, and when anything was", () => {
    const found = read({}, [
      entry("published", "before", null, night - 3),
      entry("corrected", "x", null, night - 2, night - 2),
      entry("unpublished", "x", null, night - 1),
      entry("published", "one", null, night, night + 9),
      entry("retitled", "x", null, night + 1),
      entry("corrected", "x", null, night + 9),
    ]);
    expect([found.retitled_at, found.corrected_at]).toEqual([night + 1, night + 9]);
    expect(found.updates).toEqual([
      { at: night, message: "one", state: null, edited_at: night + 9 },
    ]);
  });
  test("has the title that was chosen, else the names of the systems, else none in particular", () => {
    const titled = (public_title: string | null, systems: string[]) =>
      publicIncident({ ...of, public_title }, [], systems, night).title;
    expect(titled("Checkout", ["Shop"])).toBe("Checkout");
    expect(titled(null, ["Shop", "API"])).toBe("Shop, API");
    expect(titled(null, [])).toBe("Incident");
  });
  test.each<
    [string, PublicUpdateState | null, number | null, number, PublicUpdateState, number | null]
  >([
    ["nothing was said", null, null, 0, "investigating", null],
    ["a state was said", "identified", null, 0, "identified", null],
    ["it was said to be resolved while it is open", "resolved", null, 0, "resolved", night],
    ["it has ended", "investigating", night - hour, 0, "resolved", night - hour],
    ["it has ended and is watched", "monitoring", night, 23 * hour, "monitoring", night],
    ["it was watched for a day", "monitoring", night, 24 * hour, "resolved", night],
    ["it was said when it had ended", "resolved", night - hour, 0, "resolved", night - hour],
  ])("has a state when %s", (_, said, resolved_at, later, state, ended_at) => {
    const found = read({ resolved_at }, [entry("published", "x", said)], night + later);
    expect([found.state, found.ended_at]).toEqual([state, ended_at]);
  });
  test("keeps the last state that was said", () => {
    const found = read({}, [entry("published", "a", "identified"), entry("published", "b")]);
    expect(found.state).toBe("identified");
  });
});

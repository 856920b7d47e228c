import { describe, expect, test } from "vitest";
import { decide } from "../../../src/core/decision/decide.ts";
import { fanOutHandover } from "../../../src/core/paging/handover.ts";
import type { Device, Incident, Notification } from "../../../src/core/model/model.ts";
import {
  alertGroup,
  device,
  healthSnapshot,
  incident,
  night,
  notification,
} from "../../support/builders.ts";

const next = alertGroup({ id: "next", title: "New", priority_level: 1 });
const paging = { group: next, steps: [], titles: new Map() };
const later = night + 3 * 60_000;
const acknowledged = { status: "acknowledged", acknowledged_by: "Ada" } as const;

describe("an incident whose monitor moves", () => {
  const moved = (of: Incident | null, plan: typeof paging | null = paging) =>
    decide(
      { ...healthSnapshot(), incident: of, paging: plan },
      { kind: "moved", by: "Ada", from: "Old" },
      later,
    );
  const kinds = (of: Incident) => moved(of).map(({ kind }) => kind);

  test("restarts paging in the new group, with its priority", () => {
    expect(moved(incident({ priority_level: 2 }))).toMatchObject([
      { kind: "timeline", entry: "moved", text: 'Moved from "Old" to "New" by Ada.' },
      { kind: "incident", set: { priority_level: 1 } },
      { kind: "timeline", entry: "priority_changed" },
      { kind: "priority-raised" },
      {
        kind: "incident",
        set: { alert_group_id: "next", paging_since: later, act_at: later + 5 * 60_000 },
      },
      { kind: "handed-over", by: "Ada", from: "Old" },
    ]);
    expect(kinds(incident({ priority_level: 1 }))).toEqual(["timeline", "incident", "handed-over"]);
  });

  test("stays acknowledged, as long as the new group lets it", () => {
    const set = (acknowledge_for_minutes: number | null) =>
      moved(incident({ ...acknowledged, acknowledged_at: night, priority_level: 1 }), {
        ...paging,
        group: { ...next, acknowledge_for_minutes },
      })[1];
    expect(set(null)).toMatchObject({ set: { act_at: null } });
    expect(set(10)).toMatchObject({ set: { act_at: night + 10 * 60_000 } });
  });

  test("changes nothing without an incident, without the group, or if it is there already", () => {
    expect([
      moved(null),
      moved(incident(), null),
      moved(incident({ alert_group_id: "next" })),
    ]).toEqual([[], [], []]);
  });
});

describe("the pushes of a handover", () => {
  const user = { id: "ada", name: "Ada", email: "ada@example.com" };
  const fanOut = (
    recipients: Partial<Device>[],
    pages: (Partial<Notification> & { device?: Device | null })[],
    of: Partial<Incident> = {},
    word: "Moved" | "Handed over" = "Moved",
  ) =>
    fanOutHandover(
      incident(of),
      { group: next, by: "Ada", from: "Old", word },
      recipients.map((one) => ({ device: device(one), user })),
      pages.map(({ device: at = device({ id: "old" }), ...page }) => ({
        page: notification({ device_id: "old", ...page }),
        device: at,
      })),
      later,
    );
  const pushes = (...given: Parameters<typeof fanOut>) =>
    fanOut(...given).queued.map(
      ({ transition, device_id, state }) => `${device_id} ${transition} ${state}`,
    );

  test("page the new group, and say to those who had the page that it went over", () => {
    expect(pushes([{ id: "new" }], [{ state: "delivered" }])).toEqual([
      "new opened queued",
      "old handed_over queued",
    ]);
    expect(fanOut([{ id: "new" }], [{ state: "delivered" }])).toMatchObject({
      queued: [
        { alert_group_id: "next" },
        { alert_group_id: "oncall", title: 'Handed over to "New": Shop is down', priority: 3 },
      ],
      kept: [],
      left: [{ page: { device_id: "old" } }],
      timeline: [],
    });
  });

  test("wait for a page that is being sent, and cancel one that was not", () => {
    expect(pushes([], [{ state: "delivered" }, { id: "2", state: "leased" }])).toEqual([
      "old handed_over waiting",
    ]);
    const { dropped, queued, timeline } = fanOut([{ id: "new" }], [{ id: "p", state: "held" }]);
    expect(dropped).toEqual([{ id: "p", reason: 'handed over to "New"' }]);
    expect(queued).toHaveLength(1);
    expect(timeline.map(({ entry }) => entry)).toEqual(["dropped"]);
  });

  test("go to no device that is gone or disabled, and a second time to none", () => {
    for (const page of [
      { device: null },
      { device: device({ enabled: false }) },
      { handed_over: true },
    ])
      expect(pushes([{ id: "new" }], [{ state: "delivered", ...page }])).toEqual([
        "new opened queued",
      ]);
  });

  test("are none for a device of both groups, which keeps its page", () => {
    const both = fanOut([{ id: "old" }], [{ state: "delivered" }]);
    expect(both).toMatchObject({ queued: [], kept: [{}], left: [], timeline: [] });
    expect(pushes([{ id: "old" }], [{ state: "refused" }])).toEqual(["old opened queued"]);
  });

  test("of an acknowledged incident are news to all", () => {
    const given = [
      [{ id: "new" }, { id: "off", enabled: false }],
      [{ state: "delivered" }],
      acknowledged,
    ] as Parameters<typeof fanOut>;
    expect(pushes(...given)).toEqual(["new handed_over queued", "old handed_over queued"]);
    expect(fanOut(...given).queued[0]!.message).toMatch(/^Acknowledged by Ada\./);
    expect(fanOut([], [], acknowledged).timeline).toEqual([]);
  });

  test("to a group with nobody are none, which the timeline says", () => {
    expect(fanOut([], []).timeline.map(({ entry }) => entry)).toEqual(["nobody_to_notify"]);
  });

  test("that a person made goes to all of the new group, who may have a page from before", () => {
    const pages = [{ state: "delivered", device_id: "new" }] as const;
    expect(pushes([{ id: "new" }], [...pages])).toEqual([]);
    const given = fanOut([{ id: "new" }], [...pages], {}, "Handed over").queued;
    expect(given).toMatchObject([
      {
        device_id: "new",
        transition: "opened",
        message: expect.stringContaining('Handed over from "Old" by Ada.'),
      },
    ]);
  });
});

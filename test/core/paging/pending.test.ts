import { describe, expect, test } from "vitest";
import { noBatch } from "../../../src/core/paging/bundle.ts";
import { decide } from "../../../src/core/decision/decide.ts";
import type { Device, Notification } from "../../../src/core/model/model.ts";
import { recipientName } from "../../../src/core/paging/notification.ts";
import { fanOutPending } from "../../../src/core/paging/pending.ts";
import { device, healthSnapshot, incident, night, notification } from "../../support/builders.ts";

const ada = { id: "ada", name: "Ada", email: "ada@example.com" };
const later = night + 3 * 60_000;

describe("devices that an incident is pending for", () => {
  const paged = (status: "open" | "acknowledged" | null, left: string[] = []) =>
    decide(
      { ...healthSnapshot(), incident: status && incident({ status, opened_at: night }) },
      {
        kind: "page_pending",
        pending: [
          { device_id: "pixel", group_id: "oncall" },
          { device_id: "tablet", group_id: "leads" },
          { device_id: "iphone", group_id: "oncall" },
        ],
        left,
      },
      later,
    );

  test("are paged by their group", () => {
    expect(paged("open")).toMatchObject([
      { kind: "notify", transition: "opened", group_id: "oncall", devices: ["pixel", "iphone"] },
      { group_id: "leads", devices: ["tablet"], message: "Database crashed" },
      { kind: "incident", set: { act_at: later } },
    ]);
  });

  test("are paged after the incident is handed over from those who left", () => {
    expect(paged("open", ["bo"]).map(({ kind }) => kind)).toEqual([
      "left",
      "notify",
      "notify",
      "incident",
    ]);
    expect(paged("open", ["bo"])[0]).toEqual({ kind: "left", user_ids: ["bo"] });
  });

  test("are paged without a group when their owners were asked to help", () => {
    const command = {
      kind: "page_pending",
      pending: [{ device_id: "pixel", group_id: null }],
      left: [],
    } as const;
    expect(decide(healthSnapshot({ incident: {} }), command, later)[0]).toEqual({
      kind: "notify",
      transition: "opened",
      title: "Shop is down",
      message: "Database crashed",
      round: `pending.${later}`,
      responders: [],
      devices: ["pixel"],
    });
  });

  test("are not paged once the incident is acknowledged or gone", () => {
    expect([paged("acknowledged"), paged(null)]).toEqual([[], []]);
  });
});

describe("the page of a pending device", () => {
  const fanOut = (page: Partial<Notification> | null, of: Partial<Device> = {}) =>
    fanOutPending(
      incident(),
      { title: "Shop is down", message: "gone", batch: noBatch, round: "pending.1" },
      [{ device: device({ name: "Pixel", ...of }), user: ada }],
      {
        group_id: "leads",
        devices: ["pixel"],
        earlier: page ? [{ page: notification(page), device: device() }] : [],
      },
      later,
    );

  test("is queued for the group by which it is paged, with a line in the timeline", () => {
    expect(fanOut(null)).toMatchObject({
      queued: [
        { state: "queued", alert_group_id: "leads", key: "incident/opened/pending.1/pixel" },
      ],
      timeline: [
        {
          entry: "paged",
          text: "Paged now, because it was not possible before: Ada (Pixel).",
        },
      ],
    });
    expect(fanOut(null, { name: null }).timeline[0]!.text).toMatch(/: Ada \(ntfy\)\.$/);
    expect(recipientName({ device: device({ name: "Pixel" }), user: { ...ada, name: null } })).toBe(
      "ada@example.com (Pixel)",
    );
  });

  test.each<[string, Partial<Notification> | null, Partial<Device>, number]>([
    ["has a page in the queue", { state: "queued" }, {}, 0],
    ["has a page on hold", { state: "held", alert_group_id: "leads" }, {}, 0],
    ["has a page on hold through another group", { state: "held" }, {}, 1],
    ["is being paged", { state: "leased" }, {}, 0],
    ["was paged", { state: "delivered" }, {}, 0],
    ["was perhaps paged", { state: "expired", perhaps_delivered: true }, {}, 0],
    ["refused its page", { state: "refused" }, {}, 1],
    ["has a page that expired", { state: "expired" }, {}, 1],
    ["has a page that was canceled", { state: "dropped" }, {}, 1],
    ["has a page that was handed over", { state: "delivered", handed_over: true }, {}, 1],
    ["is another one than the one that has a page", { device_id: "tablet" }, {}, 1],
    ["is disabled", null, { enabled: false }, 0],
    ["is broken", null, { broken_at: night }, 0],
    ["is not asked for", null, { id: "iphone" }, 0],
  ])("of one that %s", (_, page, of, count) => {
    expect(fanOut(page, of).queued).toHaveLength(count);
  });
});

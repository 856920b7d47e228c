import { noBatch } from "../../../src/core/paging/bundle.ts";
import { describe, expect, test } from "vitest";
import { fanOutPage, fanOutUpdate } from "../../../src/core/paging/notification.ts";
import { testNotification } from "../../../src/core/paging/people-notification.ts";
import { device, incident, night, notification } from "../../support/builders.ts";

const text = { title: "Shop", message: "boom", batch: noBatch, round: "7.1" };
const ada = { id: "ada", name: "Ada", email: "ada@example.com" };

describe("a page that is told again", () => {
  test("goes to another group, and to nobody whom an earlier one is still on its way to", () => {
    const earlier = (state: "held" | "delivered", device_id: string, through = "second") => ({
      page: notification({ state, device_id, alert_group_id: through }),
      device: device({ id: device_id }),
    });
    const { queued } = fanOutPage(
      incident(),
      text,
      ["pixel", "tablet", "watch", "laptop"].map((id) => ({
        device: device({ id }),
        user: ada,
      })),
      night,
      {
        group_id: "second",
        earlier: [
          earlier("held", "pixel"),
          earlier("delivered", "tablet"),
          // The hours of another group say nothing about those of this one.
          earlier("held", "laptop", "oncall"),
        ],
      },
    );
    expect(
      queued.map(({ device_id, alert_group_id, key }) => [device_id, alert_group_id, key]),
    ).toEqual([
      ["tablet", "second", "incident/opened/7.1/tablet"],
      ["watch", "second", "incident/opened/7.1/watch"],
      ["laptop", "second", "incident/opened/7.1/laptop"],
    ]);
  });
});

test.each([true, false])(
  "a page that may have arrived gives its place to the next one at once (replaces: %s)",
  (replaces) => {
    const page = (id: string, more: object) => ({
      page: notification({ id: `push-${id}`, state: "queued", device_id: id, ...more }),
      device: device({ id }),
    });
    const perhaps = { perhaps_delivered: true, wait_asked: true };
    const { queued, dropped, reworded } = fanOutPage(
      incident(),
      text,
      ["pixel", "tablet"].map((id) => ({ device: device({ id }), user: ada })),
      night,
      {
        group_id: "oncall",
        earlier: [
          page("pixel", perhaps),
          page("tablet", { wait_asked: true }),
          page("watch", perhaps),
        ],
        replaces,
      },
    );
    expect(queued).toMatchObject([{ device_id: "pixel", due_at: night }]);
    // The watch is nobody's any more.
    expect(dropped).toEqual([{ id: "push-pixel", reason: "a later page took its place" }]);
    expect(reworded).toMatchObject(replaces ? [{ id: "push-tablet" }] : []);
  },
);

test("what is on hold gives way to the page with which paging begins anew, through whatever group", () => {
  const earlier = (id: string, through: string) => ({
    page: notification({ id: `push-${id}`, state: "held", device_id: id, alert_group_id: through }),
    device: device({ id }),
  });
  const { queued, dropped } = fanOutPage(
    incident(),
    text,
    [{ device: device({ id: "pixel" }), user: ada }],
    night,
    {
      group_id: "oncall",
      earlier: [earlier("pixel", "oncall"), earlier("tablet", "leads")],
      restarts: true,
    },
  );
  expect(queued.map(({ device_id }) => device_id)).toEqual(["pixel"]);
  expect(dropped.map(({ id }) => id)).toEqual(["push-pixel", "push-tablet"]);
});

describe("a page that is told again and replaces what was said before", () => {
  test("changes what waits, and follows what is being sent or was", () => {
    const states = {
      pixel: "held",
      tablet: "queued",
      watch: "leased",
      laptop: "delivered",
    } as const;
    const { queued, reworded } = fanOutPage(
      incident(),
      text,
      Object.keys(states).map((id) => ({ device: device({ id }), user: ada })),
      night,
      {
        group_id: "oncall",
        earlier: Object.entries(states).map(([device_id, state]) => ({
          page: notification({ id: `push-${device_id}`, state, device_id }),
          device: device({ id: device_id }),
        })),
        replaces: true,
      },
    );
    expect(reworded).toEqual(
      (["pixel", "tablet"] as const).map((id) => ({
        id: `push-${id}`,
        state: states[id],
        title: "Shop",
        message: "boom",
      })),
    );
    expect(queued.map(({ device_id }) => device_id)).toEqual(["watch", "laptop"]);
  });
});

describe("what follows several openings to one device", () => {
  test("is one, which waits for the one that is being sent", () => {
    const page = (id: string, state: "delivered" | "leased" | "dropped") => ({
      page: notification({ id, state }),
      device: device(),
    });
    const of = (...states: ("delivered" | "leased" | "dropped")[]) =>
      fanOutUpdate(
        incident(),
        "acknowledged",
        text,
        states.map((state, i) => page(`n${i}`, state)),
        night,
      ).queued.map(({ state, priority, tags }) => [state, priority, tags]);
    expect(of("leased", "delivered")).toEqual([["waiting", 2, ["eyes"]]]);
    expect(of("delivered", "delivered")).toEqual([["queued", 2, ["eyes"]]]);
    expect(of("dropped")).toEqual([]);
  });
});

describe("a test", () => {
  test("goes without a sound, the way of its device", () => {
    const to = device({ server: "https://push.example.com" });
    expect(testNotification(to, "k", night)).toMatchObject({
      transition: "test",
      key: "test/k",
      priority: 2,
      device: to,
      due_at: night,
    });
  });
});

import { noBatch } from "../../../src/core/paging/bundle.ts";
import { describe, expect, test } from "vitest";
import {
  fanOutPage,
  fanOutUpdate,
  offlineNotification,
} from "../../../src/core/paging/notification.ts";
import { mayArrive } from "../../../src/core/paging/paged.ts";
import { settle, type AttemptOutcome } from "../../../src/core/paging/settle.ts";
import { device, incident, night, notification } from "../../support/builders.ts";

const text = {
  title: "Shop is down",
  message: "Database crashed",
  batch: noBatch,
};
const ada = { id: "ada", name: "Ada", email: "ada@example.com" };
const of = (...devices: ReturnType<typeof device>[]) =>
  devices.map((d) => ({ device: d, user: ada }));

describe("a page", () => {
  test("goes to every enabled device under a key of its own", () => {
    const { queued, timeline } = fanOutPage(
      incident(),
      text,
      of(
        device(),
        device({ id: "tablet", server: "https://push.example.com" }),
        device({ id: "app", kind: "fcm", target: "a:b" }),
        device({ id: "old", enabled: false }),
      ),
      night,
    );
    expect(
      queued.map(({ key, device: { id }, state, due_at }) => [key, id, state, due_at]),
    ).toEqual([
      ["incident/opened/1/pixel", "pixel", "queued", night],
      ["incident/opened/1/tablet", "tablet", "queued", night],
      ["incident/opened/1/app", "app", "queued", night],
    ]);
    expect(timeline).toEqual([]);
  });

  test.each([
    [1, 5],
    [2, 4],
    [3, 3],
    [9, 3],
  ])("of priority level %i has ntfy priority %i", (level, priority) => {
    const { queued } = fanOutPage(incident({ priority_level: level }), text, of(device()), night);
    expect(queued[0]?.priority).toBe(priority);
  });

  test("again to people who were asked to help is for no group", () => {
    const [recipient] = of(device());
    const asked = { ...recipient!, asked: true } as const;
    const again = { group_id: "oncall", earlier: [] };
    const groups = [recipient!, asked].map(
      (one) => fanOutPage(incident(), text, [one], night, again).queued[0]!.alert_group_id,
    );
    expect(groups).toEqual(["oncall", null]);
  });

  test.each([
    ["gap", 'Nobody is on call in "Primary": everybody is paged.'],
    ["no_next", 'Nobody is next in "Primary": everybody is paged.'],
  ] as const)("to all people of a schedule who stand by says why: %s", (via, why) => {
    const [recipient] = of(device());
    const standing = { ...recipient!, via, schedule: "Primary" };
    expect(fanOutPage(incident(), text, [standing], night).timeline).toEqual([
      { entry: "nobody_to_notify", text: why },
    ]);
  });

  test.each([
    ["no member of the alert group has a device", []],
    ["is disabled", [device({ enabled: false })]],
    ["push server rejected", [device({ broken_at: night })]],
  ])("that reaches nobody says that %s", (why, devices) => {
    const { timeline } = fanOutPage(incident(), text, of(...devices), night);
    expect(timeline).toHaveLength(1);
    expect(timeline[0]).toMatchObject({
      entry: "nobody_to_notify",
      text: expect.stringContaining(why),
    });
  });

  test.each([
    ["nobody who was asked has a device", []],
    ["every device of those who were asked is disabled", [device({ enabled: false })]],
  ])("to people who were asked, and reaches none of them, says that %s", (why, devices) => {
    const again = { group_id: null, earlier: [] };
    const { timeline } = fanOutPage(incident(), text, of(...devices), night, again);
    expect(timeline.map((line) => line.text)).toEqual([`Nobody was notified: ${why}.`]);
  });
});

test("that this service is offline is one page for a device, as loud as can be", () => {
  const page = (since: number) =>
    offlineNotification(
      device(),
      "oncall",
      { since, title: "monitord has no network", message: "m" },
      night,
    );
  expect(page(night)).toMatchObject({
    transition: "offline",
    alert_group_id: "oncall",
    incident_id: null,
    priority: 5,
    state: "queued",
    due_at: night,
    ...noBatch,
  });
  expect(page(night).key).not.toBe(page(night + 1).key);
});

describe("a recovery", () => {
  test.each([
    ["delivered", false, "queued"],
    ["leased", false, "waiting"],
    ["queued", false, null],
    ["queued", true, "queued"],
    ["refused", false, null],
    ["refused", true, "queued"],
    ["expired", true, "queued"],
    ["dropped", false, null],
  ] as const)(
    "of a page that is %s (perhaps delivered: %s) is %s",
    (state, perhaps_delivered, expected) => {
      const page = notification({ state, perhaps_delivered });
      const { queued, dropped } = fanOutUpdate(
        incident(),
        "recovered",
        text,
        [{ page, device: device() }],
        night,
      );
      expect(queued[0]?.state ?? null).toBe(expected);
      expect(dropped.map(({ id }) => id)).toEqual(state === "queued" ? ["push"] : []);
    },
  );

  test("goes to the person with the acknowledgement, too, who took it over without a page", () => {
    const page = notification({ state: "delivered", device_id: "pixel" });
    const devices = [device({ id: "pixel" }), device({ id: "tablet" })];
    const disabled = device({ id: "old", enabled: false });
    const { queued } = fanOutUpdate(
      incident(),
      "recovered",
      text,
      [
        { page, device: devices[0]! },
        { page: { ...page, device_id: "watch", handed_over: true }, device: null },
      ],
      night,
      [...devices, disabled, device({ id: "watch" })],
    );
    expect(queued.map(({ device_id }) => device_id)).toEqual(["pixel", "tablet", "watch"]);
  });

  test("does not go to a device that is gone or disabled, or was handed over", () => {
    const page = notification({ state: "delivered" });
    const { queued } = fanOutUpdate(
      incident(),
      "recovered",
      text,
      [
        { page, device: null },
        { page, device: device({ enabled: false }) },
        { page: { ...page, handed_over: true }, device: device() },
      ],
      night,
    );
    expect(queued).toEqual([]);
  });

  test.each([1, 2])("says in the timeline that %i were not sent", (count) => {
    const openings = Array.from({ length: count }, (_, i) => ({
      page: notification({ id: `push-${i}` }),
      device: device(),
    }));
    const { timeline } = fanOutUpdate(incident(), "recovered", text, openings, night);
    expect(timeline[0]?.text).toMatch(new RegExp(`^${count} queued notifications? canceled`));
  });
});

describe("an attempt", () => {
  const retry: AttemptOutcome = {
    kind: "retry",
    detail: "HTTP 503",
    retry_after_ms: null,
    perhaps_delivered: false,
  };
  const context = {
    over: false,
    where: "Ada (Pixel)",
    elsewhere: [] as string[],
    jitter: 0.5,
    perhaps: 0,
  };
  const push = notification({ state: "leased", attempts: 1 });

  test("that was accepted is delivered, frees what waits, and heals the device", () => {
    expect(settle(push, { kind: "delivered" }, context, night)).toMatchObject({
      set: { state: "delivered", due_at: null, delivered_at: night },
      waiting: "queued",
      device: { broken: null },
      timeline: { text: "Page accepted for Ada (Pixel)." },
    });
  });

  test("that was refused breaks the device and hurries the person's others", () => {
    expect(
      settle(
        { ...push, transition: "recovered" },
        { kind: "refused", detail: "HTTP 403" },
        context,
        night,
      ),
    ).toMatchObject({
      set: { state: "refused", last_error: "HTTP 403", delivered_at: null },
      waiting: "dropped",
      device: { broken: "HTTP 403" },
      hurry_others: true,
      timeline: { text: "Recovery rejected for Ada (Pixel): HTTP 403" },
    });
  });

  describe("that was refused as all others of the channel are", () => {
    const outcome = { kind: "refused", detail: "HTTP 401", of_channel: true } as const;
    const first = settle(push, outcome, context, night);

    test("breaks no device, hurries the person's others, and is tried again", () => {
      expect(first).toMatchObject({
        set: { state: "queued", channel_refused: true, last_error: "HTTP 401" },
        waiting: null,
        device: null,
        hurry_others: true,
        timeline: {
          entry: "refused",
          text: "Page rejected for Ada (Pixel): HTTP 401. Still retrying.",
        },
      });
      expect(first.set.due_at).toBeGreaterThan(night);
    });

    test("is said once, whatever comes in between, and hurries others once", () => {
      const page = { ...push, ...first.set, attempts: 40 };
      const perhaps = { kind: "perhaps_delivered", detail: "no answer" } as const;
      for (const between of [outcome, retry, perhaps]) {
        const then = settle(page, between, { ...context, perhaps: 1 }, night);
        const again = settle({ ...page, ...then.set }, outcome, context, night);
        expect(again).toMatchObject({ hurry_others: false, timeline: null });
      }
      expect(settle(page, { kind: "delivered" }, context, night).set.channel_refused).toBe(false);
    });

    test("counts as one that does not arrive, unless it may have", () => {
      const page = { ...push, ...first.set };
      expect(mayArrive(page)).toBe(false);
      expect(mayArrive({ ...page, perhaps_delivered: true })).toBe(true);
    });

    test("is not worth another attempt once the incident is resolved, or as a test", () => {
      const over = settle(push, outcome, { ...context, over: true }, night);
      expect(over.set.state).toBe("dropped");
      const test = settle({ ...push, transition: "test" }, outcome, context, night);
      expect(test).toMatchObject({ set: { state: "refused" }, device: null });
    });

    test("is rejected when its day is over", () => {
      const last = settle({ ...push, expires_at: night }, outcome, context, night);
      expect(last).toMatchObject({ set: { state: "refused" }, device: null });
    });
  });

  test("that failed is tried again later", () => {
    const { set, waiting, timeline } = settle(push, retry, context, night);
    expect(set).toMatchObject({ state: "queued", last_error: "HTTP 503" });
    expect(set.due_at).toBeGreaterThan(night);
    expect([waiting, timeline]).toEqual([null, null]);
  });

  test.each<[string, string[], string]>([
    ["others that were", ["Tablet", "Desk"], "Reached on: Tablet, Desk."],
    ["none that was", [], "No other device of this person was reached."],
  ])(
    "that failed for the third time is said, with %s reached, and the others are tried at once",
    (_name, elsewhere, said) => {
      const at = (attempts: number, transition: "opened" | "recovered") =>
        settle({ ...push, attempts, transition }, retry, { ...context, elsewhere }, night);
      expect(at(3, "opened")).toMatchObject({
        set: { state: "queued" },
        hurry_others: true,
        timeline: {
          entry: "not_reached",
          text: `Ada (Pixel) is unreachable after 3 attempts; still retrying. ${said} Last error: HTTP 503`,
        },
      });
      for (const other of [at(2, "opened"), at(4, "opened"), at(3, "recovered")])
        expect(other).toMatchObject({ hurry_others: false, timeline: null });
    },
  );

  test("that failed after the incident was over is not repeated", () => {
    const over = { ...context, over: true };
    expect(settle(push, retry, over, night)).toMatchObject({
      set: { state: "dropped" },
      waiting: "dropped",
    });
    expect(settle(push, { ...retry, perhaps_delivered: true }, over, night)).toMatchObject({
      waiting: "queued",
    });
    expect(settle({ ...push, transition: "recovered" }, retry, over, night).set.state).toBe(
      "queued",
    );
  });

  describe("that may have arrived", () => {
    const perhaps: AttemptOutcome = { kind: "perhaps_delivered", detail: "timed out" };
    const times = (count: number, more: Parameters<typeof notification>[0] = {}) =>
      settle({ ...push, attempts: count, ...more }, perhaps, { ...context, perhaps: count }, night);

    test("is sent again in 5 minutes, keeps that time, and hurries the person's other devices", () => {
      expect(times(1)).toEqual({
        set: {
          state: "queued",
          due_at: night + 300_000,
          wait_asked: true,
          perhaps_delivered: true,
          channel_refused: false,
          delivered_at: null,
          last_error: "timed out",
        },
        waiting: null,
        device: null,
        hurry_others: true,
        timeline: {
          entry: "perhaps_delivered",
          text: "Page perhaps delivered to Ada (Pixel): timed out. Sent again in 5 min.",
        },
      });
      expect(times(1, { transition: "recovered" }).hurry_others).toBe(false);
    });

    test("is said once, and is not sent a fifth time", () => {
      expect(times(3)).toMatchObject({ hurry_others: false, timeline: null });
      expect(times(4)).toMatchObject({
        set: { state: "perhaps_delivered", due_at: null, delivered_at: null },
        waiting: "queued",
        hurry_others: true,
        timeline: {
          entry: "perhaps_delivered",
          text: "Page perhaps delivered to Ada (Pixel): timed out. Not sent again after 4 attempts.",
        },
      });
    });

    test("is not sent again after 24 h, or for an incident that is over", () => {
      expect(times(1, { expires_at: night + 1000 }).set.state).toBe("perhaps_delivered");
      const over = settle(push, perhaps, { ...context, perhaps: 1, over: true }, night);
      expect(over).toMatchObject({ set: { state: "dropped" }, waiting: "queued" });
    });

    test("and then failed for certain is tried again soon", () => {
      const { set } = settle(
        { ...push, attempts: 2, perhaps_delivered: true },
        retry,
        context,
        night,
      );
      expect(set).toMatchObject({ due_at: night + 2000, perhaps_delivered: true });
    });
  });

  test("that would come after 24 h gives up and says so", () => {
    const late = notification({ attempts: 1500, expires_at: night + 1000 });
    expect(settle(late, retry, context, night)).toMatchObject({
      set: { state: "expired" },
      hurry_others: true,
      timeline: { entry: "expired" },
    });
  });
});

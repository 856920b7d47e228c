import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/core/command/change.ts";
import type { Command, ErrorReport } from "../../../src/core/command/command.ts";
import { decide } from "../../../src/core/decision/decide.ts";
import { arrival, delivered, night, webhookSnapshot } from "../../support/builders.ts";

const minute = 60_000;
const window = 5 * minute;

const boom = (at: number, more: Partial<ErrorReport> = {}): ErrorReport => ({
  at,
  message: "boom",
  source: "api",
  meta: null,
  ...more,
});
const reported = (...reports: ErrorReport[]): Command => ({
  kind: "reported",
  reports,
});
const setOf = (changes: Change[]) => {
  const change = changes.find((c) => c.kind === "subject");
  return change?.kind === "subject" ? change.set : {};
};
const notice = (changes: Change[]) => {
  const change = changes.find((c) => c.kind === "notify");
  return change?.kind === "notify" ? change : null;
};

describe("reports", () => {
  test("below the threshold are counted and page nobody", () => {
    const changes = decide(webhookSnapshot({ in_window: 1 }), reported(boom(night)), night);
    expect(setOf(changes)).toMatchObject({
      window_count: 2,
      window_from: night - window,
      last_received_at: night,
      wake_at: null,
    });
    expect(notice(changes)).toBeNull();
  });

  test.each(["quiet", "resolved"] as const)(
    "that reach the threshold from %s fire and page",
    (status) => {
      const changes = decide(
        webhookSnapshot({
          subject: { status },
          in_window: 2,
          tipping_at: night - minute,
        }),
        reported(boom(night)),
        night,
      );
      expect(setOf(changes)).toMatchObject({
        status: "firing",
        status_since: night,
        wake_at: night - minute + window,
      });
      expect(notice(changes)).toMatchObject({
        transition: "opened",
        title: "Shop errors: 3 errors in 5 minutes",
        message: "boom (from api)",
      });
    },
  );

  test("of one delivery alone decide when the window will run dry", () => {
    const changes = decide(
      webhookSnapshot(),
      reported(boom(night - 2), boom(night - 1), boom(night)),
      night,
    );
    expect(setOf(changes).wake_at).toBe(night - 2 + window);
  });

  test("while firing are counted into the incident, without a second alert or a new wake", () => {
    const changes = decide(
      webhookSnapshot({
        subject: { status: "firing", wake_at: night + minute },
        in_window: 3,
        incident: { occurrences: 3 },
      }),
      reported(boom(night), boom(night)),
      night,
    );
    expect(changes).toContainEqual({
      kind: "incident",
      set: { occurrences: 5 },
    });
    expect(setOf(changes).wake_at).toBe(night + minute);
    expect(notice(changes)).toBeNull();
  });

  test("while firing set a wake when none stands", () => {
    const changes = decide(
      webhookSnapshot({
        subject: {
          status: "firing",
          wake_at: null,
          last_received_at: night - minute,
        },
        in_window: 3,
      }),
      reported(boom(night)),
      night,
    );
    expect(setOf(changes).wake_at).toBe(night + window);
  });

  test("put off the return to quiet of a resolved monitor", () => {
    const changes = decide(
      webhookSnapshot({
        subject: { status: "resolved", status_since: night - minute },
      }),
      reported(boom(night)),
      night,
    );
    expect(setOf(changes).wake_at).toBe(night + window);
  });

  test("that waited longer than the window are kept and not counted", () => {
    const changes = decide(
      webhookSnapshot({ monitor: { error_rate_threshold: 1 } }),
      reported(boom(night - window)),
      night,
    );
    expect(setOf(changes)).toMatchObject({ window_count: 0 });
    expect(changes[0]).toMatchObject({ counts: [{ count: 1 }] });
  });

  test("of a paused monitor are counted and do not fire", () => {
    const changes = decide(
      webhookSnapshot({ subject: { paused_at: night }, in_window: 5 }),
      reported(boom(night)),
      night,
    );
    expect(setOf(changes)).toMatchObject({ window_count: 6 });
    expect(setOf(changes)).not.toHaveProperty("status");
  });

  test("above 20 in a second are counted and their bodies left out", () => {
    const many = Array.from({ length: 50 }, (_, i) => boom(night + (i % 2)));
    const sorted = many.toSorted((a, b) => a.at - b.at);
    const changes = decide(webhookSnapshot(), reported(...sorted), night + 1);
    expect(changes[0]).toMatchObject({
      counts: [
        { at: night, count: 25 },
        { at: night + 1, count: 25 },
      ],
    });
    expect(changes[0]?.kind === "reports" && changes[0].kept).toHaveLength(20);
    expect(setOf(changes)).toMatchObject({ burst_at: night, burst_count: 50 });
  });

  test("none at all change nothing", () => {
    expect(decide(webhookSnapshot(), reported(), night)).toEqual([]);
  });

  test.each([
    [{ message: "boom", source: null }, "boom"],
    [{ message: null, source: "api" }, "api"],
    [{ message: null, source: null }, "1 error in the last 1 minute."],
  ])("%o read well on a phone", (said, summary) => {
    const changes = decide(
      webhookSnapshot({
        monitor: { error_rate_threshold: 1, error_rate_window_minutes: 1 },
      }),
      reported(boom(night, said)),
      night,
    );
    expect(notice(changes)).toMatchObject({
      title: "Shop errors: 1 error in 1 minute",
      message: summary,
    });
  });
});

describe("time and people", () => {
  const firing = {
    status: "firing" as const,
    status_since: night - window,
    last_received_at: night - minute,
  };

  test("the window that runs below the threshold resolves, at that moment", () => {
    const changes = decide(
      webhookSnapshot({
        subject: firing,
        in_window: 2,
        incident: { opened_at: night - window },
      }),
      { kind: "woken" },
      night,
    );
    expect(setOf(changes)).toMatchObject({
      status: "resolved",
      wake_at: night + window,
    });
    expect(notice(changes)).toMatchObject({ transition: "recovered" });
  });

  test("a wake that comes early finds out when to come again", () => {
    const changes = decide(
      webhookSnapshot({ subject: firing, in_window: 3, tipping_at: night - 1 }),
      { kind: "woken" },
      night,
    );
    expect(setOf(changes)).toMatchObject({ wake_at: night - 1 + window });
    expect(setOf(changes)).not.toHaveProperty("status");
  });

  test("a firing monitor without a known tipping report looks again when the last report leaves", () => {
    const changes = decide(
      webhookSnapshot({
        subject: { ...firing, last_received_at: null },
        in_window: 3,
      }),
      { kind: "woken" },
      night,
    );
    expect(setOf(changes).wake_at).toBe(window);
  });

  test("a whole window without a report makes a resolved monitor quiet", () => {
    const resolved = { status: "resolved" as const, status_since: night };
    const early = decide(
      webhookSnapshot({ subject: resolved }),
      { kind: "woken" },
      night + window - 1,
    );
    expect(setOf(early)).not.toHaveProperty("status");
    const late = decide(
      webhookSnapshot({
        subject: { ...resolved, status_reason: "Below the threshold." },
      }),
      { kind: "woken" },
      night + window,
    );
    expect(setOf(late)).toMatchObject({
      status: "quiet",
      status_reason: null,
      wake_at: null,
    } satisfies Record<string, unknown>);
    expect(notice(late)).toBeNull();
  });

  test("a lower threshold fires at once", () => {
    const changes = decide(
      webhookSnapshot({
        in_window: 2,
        monitor: { error_rate_threshold: 2 },
        tipping_at: night - minute,
      }),
      { kind: "configured" },
      night,
    );
    expect(setOf(changes).status).toBe("firing");
    expect(notice(changes)?.message).toBe("2 errors in the last 5 minutes.");
  });

  test("a pause keeps counting; what is over the threshold fires when it ends", () => {
    const paused = decide(
      webhookSnapshot({ in_window: 3 }),
      { kind: "paused", by: "Ada", until: night + minute },
      night,
    );
    expect(setOf(paused)).toMatchObject({
      paused_at: night,
      wake_at: night + minute,
    });
    const over = webhookSnapshot({
      subject: { paused_at: night, paused_until: night + minute },
      in_window: 3,
      tipping_at: night,
    });
    const resumed = decide(over, { kind: "woken" }, night + minute);
    expect(setOf(resumed)).toMatchObject({ paused_at: null, status: "firing" });
  });

  test("a pause leaves firing what fires, until its window runs dry", () => {
    const pause: Command = { kind: "paused", by: "Ada", until: null };
    const above = webhookSnapshot({
      subject: firing,
      in_window: 3,
      tipping_at: night,
      incident: {},
    });
    expect(setOf(decide(above, pause, night))).not.toHaveProperty("status");
    const below = webhookSnapshot({
      subject: { ...firing, paused_at: night - minute },
      in_window: 2,
      incident: {},
    });
    expect(setOf(decide(below, { kind: "woken" }, night)).status).toBe("resolved");
  });

  test("resuming by hand is written into the incident", () => {
    const changes = decide(
      webhookSnapshot({
        subject: { ...firing, paused_at: night - minute },
        in_window: 3,
        tipping_at: night,
        incident: {},
      }),
      { kind: "resumed", by: "Ada" },
      night,
    );
    expect(changes).toContainEqual(expect.objectContaining({ kind: "timeline", entry: "resumed" }));
    expect(decide(webhookSnapshot(), { kind: "resumed", by: "Ada" }, night)).toEqual([]);
  });

  test("a pause that ends by itself says so", () => {
    const changes = decide(
      webhookSnapshot({
        subject: { ...firing, paused_at: night - minute, paused_until: night },
        in_window: 3,
        tipping_at: night,
        incident: {},
      }),
      { kind: "woken" },
      night,
    );
    expect(changes).toContainEqual(
      expect.objectContaining({ text: "The pause ended. Monitoring resumed." }),
    );
  });

  test("a webhook monitor has no use for a check", () => {
    const command: Command = {
      kind: "checked",
      lease: "lease",
      reading: { ok: false, reason: "?" },
    };
    expect(decide(webhookSnapshot(), command, night)).toEqual([]);
  });
});

test("what could not be taken is kept with the reason; checks and alerts are not for it", () => {
  const refused = {
    kind: "refused" as const,
    http_status: 400,
    reason: "not JSON",
    arrival: arrival(),
  };
  expect(decide(webhookSnapshot(), refused, night).slice(0, 2)).toMatchObject([
    { kind: "subject", set: { refused_in_row: 1 } },
    { kind: "delivery", event: { http_status: 400, reason: "not JSON" } },
  ]);
  const alerted = {
    kind: "alerted" as const,
    delivered: delivered([]),
    arrival: arrival(),
  };
  expect(decide(webhookSnapshot(), alerted, night)).toEqual([]);
});

/**
 * What must hold however a monitor goes up and down: `Life` refuses a second incident and a push that was made
 * before, and here is counted what people hear, and what is left when it has come to rest.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isConfirmed } from "../../../src/core/health/confirmation.ts";
import { flappingWindow } from "../../../src/core/incident/flapping.ts";
import { healthLife, webhookLife, type Life } from "../../support/life.ts";

const minute = 60_000;

/** Between one half window of calm and the next: four ordinary ones, that it flaps, that it has stopped. */
const pushesInHalfWindow = 6;

function bounded(life: Life, window: number): void {
  const half = window / 2;
  for (const { at } of life.said) {
    const within = life.said.filter((one) => one.at >= at && one.at < at + half);
    expect(within.length).toBeLessThanOrEqual(pushesInHalfWindow);
  }
}

type Step =
  | { kind: "found"; status: "ok" | "warning" | "failed"; after: number }
  | { kind: "refused"; after: number }
  | { kind: "paused" | "resumed" | "resolved" | "reopened" | "acknowledged"; after: number }
  | { kind: "detect"; on: boolean; after: number };

const after = fc.oneof(
  fc.integer({ min: 1, max: 90 }).map((seconds) => seconds * 1000),
  fc.integer({ min: 1, max: 40 }).map((minutes) => minutes * minute),
);
const check: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("found" as const),
      status: fc.constantFrom("ok" as const, "warning" as const, "failed" as const),
      after,
    }),
  },
  fc.record({ kind: fc.constant("refused" as const), after }),
);
const anything: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: check },
  fc.record({
    kind: fc.constantFrom(
      "paused" as const,
      "resumed" as const,
      "resolved" as const,
      "reopened" as const,
      "acknowledged" as const,
    ),
    after,
  }),
  fc.record({ kind: fc.constant("detect" as const), on: fc.boolean(), after }),
);

function take(shop: Life, step: Step): void {
  shop.pass(step.after);
  switch (step.kind) {
    case "found":
    case "refused":
      if (shop.subject.paused_at !== null) return;
      return shop.check(step.kind === "found" ? step.status : { ok: false, reason: "refused" });
    case "detect":
      return shop.configure({ detect_flapping: step.on });
    case "paused":
      return shop.put({ kind: "paused", by: "Ada", until: null });
    case "reopened":
      return shop.put({ kind: "reopened", by: "Ada", incident_id: shop.latest?.id ?? "none" });
    case "resolved":
      return shop.put({ kind: "resolved", by: "Ada", reason: null });
    default:
      return shop.put({ kind: step.kind, by: "Ada" });
  }
}

/** An incident is open if it flaps or is down for sure, and only then. */
function consistent({ subject, incident }: Life): void {
  if (subject.flapping_since === null && !isConfirmed(subject)) expect(incident).toBeNull();
  else expect(incident).not.toBeNull();
  if (subject.flapping_since !== null) expect(incident!.title).toBe("Shop is flapping");
}

describe("for any sequence of checks", () => {
  const started = (confirmations: number) => healthLife({ monitor: { confirmations } });

  test("pushes are bounded, and an incident is open exactly while something is wrong", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(check, { maxLength: 120 }),
        (confirmations, steps) => {
          const shop = started(confirmations);
          for (const step of steps) {
            take(shop, step);
            consistent(shop);
          }
          bounded(shop, flappingWindow({ interval_seconds: 60 }));
          // Looked at every minute it comes to rest, and says so where somebody had been told.
          for (let i = 0; i < 40; i++) take(shop, { kind: "found", status: "ok", after: minute });
          expect(shop.incident).toBeNull();
          expect(shop.subject.flapping_since).toBeNull();
          const last = shop.said.at(-1);
          if (last) expect(last.transition).toBe("recovered");
        },
      ),
      { numRuns: 500 },
    );
  });

  test("also with people who pause, resolve, reopen, acknowledge and configure, there is one incident at most", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.array(anything, { maxLength: 80 }),
        (confirmations, steps) => {
          const shop = started(confirmations);
          for (const step of steps) {
            take(shop, step);
            const { subject, incident } = shop;
            // By hand it can be over before it is well.
            if (subject.flapping_since === null && !isConfirmed(subject))
              expect(incident).toBeNull();
            if (subject.flapping_since !== null) {
              expect(incident).not.toBeNull();
              expect(subject.paused_at).toBeNull();
            }
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

test("for any sequence of error reports pushes are bounded, and it comes to rest", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          count: fc.integer({ min: 1, max: 4 }),
          after: fc.integer({ min: 1, max: 12 * 60 }).map((s) => s * 1000),
        }),
        { maxLength: 100 },
      ),
      (reports) => {
        const errors = webhookLife();
        for (const { count, after } of reports) {
          errors.pass(after);
          errors.report(count);
          const { subject, incident } = errors;
          const expected = subject.flapping_since !== null || subject.status === "firing";
          expect(incident !== null).toBe(expected);
        }
        errors.pass(24 * 60 * minute);
        bounded(errors, flappingWindow({ error_rate_window_minutes: 5 }));
        expect(errors.incident).toBeNull();
        expect(errors.subject).toMatchObject({
          status: "quiet",
          flapping_since: null,
          wake_at: null,
        });
      },
    ),
    { numRuns: 500 },
  );
});

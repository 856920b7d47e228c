import { expect, test } from "vitest";
import type { Store } from "../../src/app/store.ts";
import type { ReachEvidence } from "../../src/core/explain/reach.ts";
import type { DuePush } from "../../src/core/paging/push.ts";
import { withFacts } from "../../src/daemon/push/facts.ts";
import { duePush } from "../channel/due-push.ts";
import { incident } from "../support/builders.ts";
import { MovableClock } from "../support/clock.ts";
import { taken } from "../support/pushes.ts";

const due: DuePush = {
  ...duePush({}, { kind: "email", target: "ada@example.org" }),
  incident: incident(),
};
const evidence: ReachEvidence = { incident: incident(), silences: [], people: [], plan: null };

/** What is sent of `due` when a read of the facts does this, and the errors. */
async function sentOf(push: DuePush, reach: () => Promise<ReachEvidence[]>, seconds = 0) {
  const clock = new MovableClock();
  const sent: DuePush[] = [];
  const errors: unknown[] = [];
  const pusher = withFacts(
    { push: async (one) => (sent.push(one), taken), close: () => Promise.resolve() },
    {
      store: { read: { reach } } as unknown as Store,
      clock,
      onThrown: (error) => errors.push(error),
    },
  );
  const outcome = pusher.push(push);
  await clock.advance(seconds * 1000, () => true);
  expect(await outcome).toEqual(taken);
  return { facts: sent[0]!.facts, errors };
}

test("a mail about an incident says who knows about it", async () => {
  const { facts } = await sentOf(due, async () => [evidence]);
  expect(facts).toMatchObject({ notified: expect.stringContaining("Nobody") as string });
});

test("a push leaves without what cannot be read, or not in time", async () => {
  const boom = new Error("boom");
  expect(await sentOf(due, () => Promise.reject(boom))).toEqual({
    facts: undefined,
    errors: [boom],
  });
  const never = () => new Promise<ReachEvidence[]>(() => {});
  expect(await sentOf(due, never, 2)).toEqual({ facts: undefined, errors: [] });
});

test("nothing is read for a push that does not show it", async () => {
  const unread = () => expect.unreachable("a read");
  expect(await sentOf({ ...due, incident: null }, unread)).toEqual({
    facts: undefined,
    errors: [],
  });
  expect(await sentOf({ ...due, device: duePush({}).device }, unread)).toEqual({
    facts: undefined,
    errors: [],
  });
});

import { expect, test } from "vitest";
import type { DueCheck } from "../../src/app/subject/claim-checks.ts";
import { ChecksUnderWay } from "../../src/daemon/checks/checks-under-way.ts";

const dueOf = (pace: DueCheck["pace"]): DueCheck => ({
  subject_id: "s",
  version: 1,
  pace,
  lease: "l",
  lease_until: 60_000,
  due_at: 0,
});

test("a check of a monitor that was quick gives its slot back to the quick ones after a second", () => {
  let now = 0;
  const underWay = new ChecksUnderWay({ steady: () => now });
  const [first, second, waiting] = [dueOf(0), dueOf(0), dueOf(0)];
  const others = [dueOf(1), dueOf(2)];
  for (const one of [first, second, waiting, ...others]) underWay.add(one);
  const begunFirst = underWay.begin(first);
  const begunOthers = others.map((one) => underWay.begin(one));
  now = 500;
  const begunSecond = underWay.begin(second);
  now = 1000;
  expect(underWay.counts()).toEqual({ quick: 3, slow: 1, late: 1, stalled: 0 });
  now = 1001;
  expect(underWay.counts()).toEqual({ quick: 2, slow: 1, late: 1, stalled: 1 });
  underWay.end(begunFirst);
  underWay.end(begunSecond);
  now = 9000;
  // What waits for its host has not begun.
  expect(underWay.counts()).toEqual({ quick: 1, slow: 1, late: 1, stalled: 0 });
  underWay.remove(waiting);
  for (const one of begunOthers) underWay.end(one);
  expect(underWay.isBusy()).toBe(false);
});

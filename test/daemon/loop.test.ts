import { expect, test } from "vitest";
import { startLoop } from "../../src/daemon/loop.ts";
import { MovableClock } from "../support/clock.ts";

/** A loop whose work notes the time, ms since the beginning, and is due again in ten seconds. */
function start() {
  const clock = new MovableClock();
  const began = clock.now();
  const worked: number[] = [];
  let during = () => {};
  const loop = startLoop(
    () => {
      worked.push(clock.now() - began);
      during();
      return Promise.resolve(clock.now() + 10_000);
    },
    { clock, onError: () => {}, longestSleep: 60_000 },
  );
  return {
    loop,
    worked,
    /** Lets `act` happen in the middle of the next work. */
    inTheMiddle: (act: (now: number) => void) => {
      during = () => {
        during = () => {};
        act(clock.now());
      };
    },
    now: () => clock.now(),
    pass: (ms: number) => clock.advance(ms, () => loop.resting()),
  };
}

test("a loop works when something is due, and at once when it is nudged", async () => {
  const { loop, worked, pass } = start();
  await pass(10_000);
  expect(worked).toEqual([0, 10_000]);
  loop.nudge();
  await pass(0);
  expect(worked).toEqual([0, 10_000, 10_000]);
  await loop.stop();
});

test("a nudge about an instant wakes a loop at that instant, and not before", async () => {
  const { loop, worked, now, pass } = start();
  await pass(1000);
  loop.nudge(now() + 4000);
  await pass(3999);
  expect(worked).toEqual([0]);
  await pass(1);
  expect(worked).toEqual([0, 5000]);
  loop.nudge(now() + 30_000);
  await pass(10_000);
  expect(worked).toEqual([0, 5000, 15_000]);
  await loop.stop();
});

test("a nudge in the middle of the work counts when it has ended", async () => {
  const { loop, worked, inTheMiddle, pass } = start();
  inTheMiddle(() => loop.nudge());
  await pass(10_000);
  expect(worked).toEqual([0, 10_000, 10_000]);
  inTheMiddle((now) => loop.nudge(now + 3000));
  await pass(13_000);
  expect(worked).toEqual([0, 10_000, 10_000, 20_000, 23_000]);
  await loop.stop();
});

import { expect, test } from "vitest";
import { requestCounts } from "../../src/http/request/request-counts.ts";
import { MovableClock } from "../support/clock.ts";

const minute = 60_000;

/** What the limit knows of a caller after one more request. */
function counter() {
  const clock = new MovableClock();
  const counts = new (requestCounts(clock))({});
  const count = (caller: string) => {
    let result = { current: 0, ttl: 0 };
    counts.incr(caller, (_, answer) => void (result = answer!), minute, 10);
    return result;
  };
  return { clock, count, counts };
}

test("requests are counted by caller, in windows of the steady clock", async () => {
  const { clock, count } = counter();
  expect(count("ada")).toEqual({ current: 1, ttl: minute });
  await clock.advance(minute / 2, () => true);
  expect(count("ada")).toEqual({ current: 2, ttl: minute / 2 });
  expect(count("bo")).toMatchObject({ current: 1 });
  clock.step(-60 * minute);
  await clock.advance(minute / 2, () => true);
  expect(count("ada")).toEqual({ current: 1, ttl: minute });
});

test("callers beyond five thousand push out those that were counted longest ago", () => {
  const { count } = counter();
  count("ada");
  count("bo");
  for (let n = 0; n < 4998; n++) count(`caller ${n}`);
  count("ada");
  count("one more");
  expect(count("ada")).toMatchObject({ current: 3 });
  expect(count("bo")).toMatchObject({ current: 1 });
});

import { expect, test } from "vitest";
import { Minutes } from "../../src/daemon/minutes.ts";

const minute = 60_000;

test("minutes are counted apart, with the latest start of a check, and quiet ones in between", () => {
  let now = 100 * minute + 5000;
  const minutes = new Minutes({ now: () => now });
  minutes.checked(20);
  minutes.checked(300);
  minutes.pushed();
  now += 2 * minute;
  minutes.checked(10);
  expect(minutes.list()).toEqual([
    { at: 100 * minute, checks: 2, latest_check_ms: 300, pushes: 1 },
    { at: 101 * minute, checks: 0, latest_check_ms: 0, pushes: 0 },
    { at: 102 * minute, checks: 1, latest_check_ms: 10, pushes: 0 },
  ]);
});

test("an hour is kept, from the start on", () => {
  let now = 0;
  const minutes = new Minutes({ now: () => now });
  for (let i = 0; i < 200; i++, now += minute) minutes.checked(i);
  now -= minute;
  const list = minutes.list();
  expect(list).toHaveLength(60);
  expect(list[0]).toMatchObject({ at: 140 * minute, checks: 1 });
  expect(list.at(-1)).toMatchObject({ at: 199 * minute, checks: 1 });
});

test("a clock that was set back shows no minutes from the time ahead", () => {
  let now = 10 * minute;
  const minutes = new Minutes({ now: () => now });
  minutes.checked(1);
  now = 5 * minute;
  minutes.checked(2);
  expect(minutes.list()).toEqual([{ at: 5 * minute, checks: 1, latest_check_ms: 2, pushes: 0 }]);
});

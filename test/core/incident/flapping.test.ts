import { describe, expect, test } from "vitest";
import {
  calmAt,
  afterChange,
  flappingWindow,
  steady,
  type Flapping,
} from "../../../src/core/incident/flapping.ts";
import { night } from "../../support/builders.ts";

const minute = 60_000;
const hour = 60 * minute;

/** After crossings at these minutes of the night. */
const after = (minutes: number[], before: Flapping = steady) =>
  minutes.reduce<Flapping>((state, at) => afterChange(state, hour, night + at * minute), before);
const since = ({ flapping_since }: Flapping) =>
  flapping_since === null ? null : (flapping_since - night) / minute;

test.each<[string, number[], number | null]>([
  ["no crossing", [], null],
  ["four in a row", [1, 2, 3, 4], null],
  ["five in a row, since the fifth", [1, 2, 3, 4, 5], 5],
  ["five in exactly an hour", [0, 10, 20, 30, 60], 60],
  ["five in more than an hour", [0, 10, 20, 30, 61], null],
  ["the first five of which are too slow, and five others not", [0, 20, 40, 60, 80, 82], null],
  ["slow ones at first, then five fast ones", [0, 55, 56, 57, 58, 59], 58],
  ["many, since the fifth for good", [1, 2, 3, 4, 5, 6, 7, 400, 900], 5],
])("a monitor flaps after %s", (_, minutes, expected) => {
  expect(since(after(minutes))).toBe(expected);
});

test("no more crossings are remembered than count", () => {
  const { crossings } = after([1, 2, 3, 4, 5, 6, 7]);
  expect(crossings.map((at) => (at - night) / minute)).toEqual([3, 4, 5, 6, 7]);
});

describe("it has stopped", () => {
  test("half a window after its last crossing", () => {
    expect(calmAt(after([1, 2, 3, 4, 5, 9]), hour)).toBe(night + 39 * minute);
  });

  test("half a window after it began, should no crossing be remembered", () => {
    expect(calmAt({ crossings: [], flapping_since: night }, hour)).toBe(night + 30 * minute);
  });

  test("never, when it does not flap", () => {
    expect(calmAt(after([1, 2]), hour)).toBeNull();
  });

  test("and one more crossing does not make it flap again", () => {
    expect(since(after([36], steady))).toBeNull();
  });
});

test.each([
  [{ interval_seconds: 5 }, hour],
  [{ interval_seconds: 180 }, hour],
  [{ interval_seconds: 600 }, 200 * minute],
  [{ error_rate_window_minutes: 5 }, hour],
  [{ error_rate_window_minutes: 30 }, 5 * hour],
])("the window of %o is long enough for it", (monitor, expected) => {
  expect(flappingWindow(monitor)).toBe(expected);
});

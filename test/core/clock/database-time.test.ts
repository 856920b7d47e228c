import { describe, expect, test } from "vitest";
import { followDatabase, isDatabaseStepped } from "../../../src/core/clock/database-time.ts";

const hour = 3600_000;
const before = { ahead: 1_000_000, adopted: 0 };
const at = (wall: number, step_by = 0, adopted = 0) => ({ wall, step_by, adopted });
const between = { asked: 500, answered: 520 };

describe("the time of a shared database", () => {
  test("is the database's clock at first", () => {
    expect(followDatabase(null, at(2_000_000, 7), between)).toEqual({
      follower: { ahead: 2_000_000 - 7 - 520, adopted: 0 },
      now: 1_999_993,
      jump: 0,
    });
  });

  test.each([
    ["an answer between", 1_000_510, 1_000_000],
    ["a clock that runs a little faster", 1_000_900, 1_000_380],
    ["a clock that runs a little slower", 1_000_100, 999_600],
  ])("follows %s", (_, wall, ahead) => {
    expect(followDatabase(before, at(wall), between)).toEqual({
      follower: { ahead, adopted: 0 },
      now: wall,
      jump: 0,
    });
  });

  test("takes a slow answer for no step", () => {
    const slow = { asked: 500, answered: 9_500 };
    expect(followDatabase(before, at(1_000_600), slow)).toMatchObject({ jump: 0 });
  });

  test.each([hour, -hour])("says by how much the database's clock jumped (%i)", (by) => {
    expect(followDatabase(before, at(1_000_520 + by), between)).toEqual({
      follower: before,
      now: 1_000_520 + by,
      // As little as it can be, given when it was asked for.
      jump: by < 0 ? by + 20 : by,
    });
  });

  test("goes on where the row holds a step back, and moves where it was adopted", () => {
    expect(followDatabase(before, at(1_000_520 + hour, hour), between)).toMatchObject({
      now: 1_000_520,
      jump: 0,
    });
    const adopted = followDatabase(before, at(1_000_520 + hour, 0, hour), between);
    expect(adopted).toMatchObject({ now: 1_000_520 + hour, jump: 0 });
    expect(adopted.follower).toEqual({ ahead: 1_000_000 + hour, adopted: hour });
  });
});

describe("a jump", () => {
  const [expected, later, earlier] = [1_000_000, 1_000_000 + hour, 1_000_000 - hour];
  test.each([
    ["ahead is the database's", true, expected - 500, later, hour],
    ["ahead is this node's, when others beat since", false, later - 500, later, hour],
    ["back is the database's", true, expected - 500, earlier, -hour],
    ["back is this node's, when all beats are older", false, earlier - 500, earlier, -hour],
    ["means nothing without a node", false, null, later, hour],
  ])("%s", (_, stepped, newest, now, jump) => {
    expect(isDatabaseStepped(newest, now, jump)).toBe(stepped);
  });
});

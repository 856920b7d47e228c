import { describe, expect, test } from "vitest";
import {
  diskSentence,
  hasRoomForReserve,
  reserveOf,
  seenDisk,
  stateOf,
  walOf,
  type Disk,
  type DiskState,
} from "../../../src/core/disk/room.ts";

const MB = 1024 ** 2;
const disk = (free: number, size: number, more: Partial<Disk> = {}): Disk => ({
  room: { folder: "/data", free: free * MB, size: size * MB },
  failure: null,
  full: false,
  ...more,
});

describe("the state of a disk", () => {
  test.each<[free: number, size: number, before: DiskState, state: DiskState]>([
    [101, 1000, "ok", "ok"],
    [99, 1000, "ok", "low"],
    [124, 1000, "low", "low"],
    [126, 1000, "low", "ok"],
    [124, 1000, "full", "low"],
    [501, 1_000_000, "ok", "ok"],
    [499, 1_000_000, "ok", "low"],
    [624, 1_000_000, "low", "low"],
    [626, 1_000_000, "low", "ok"],
    [0, 0, "ok", "ok"],
  ])("with %d MB free of %d MB, after %s, is %s", (free, size, before, state) => {
    expect(stateOf(disk(free, size), before)).toBe(state);
  });

  test("is full while the reserve is in use, and unwritable while writes fail", () => {
    expect(stateOf(disk(900, 1000, { full: true }), "ok")).toBe("full");
    expect(stateOf(disk(900, 1000, { full: true, failure: "No." }), "full")).toBe("unwritable");
  });
});

test("the reserve is a quarter of a small disk, and has room for twice the WAL", () => {
  expect(reserveOf(disk(0, 20).room)).toBe(5 * MB);
  expect(reserveOf(disk(0, 1_000_000).room)).toBe(12 * MB);
  expect(reserveOf(disk(0, 0).room)).toBe(12 * MB);
  expect(walOf(disk(0, 20).room)).toBe(2.5 * MB);
});

test("the reserve is made where as much again stays free, or where the size is unknown", () => {
  expect(hasRoomForReserve(disk(24, 1000).room)).toBe(true);
  expect(hasRoomForReserve(disk(23, 1000).room)).toBe(false);
  expect(hasRoomForReserve(disk(0, 0).room)).toBe(true);
});

test("sentences name the folder, what is free, and what follows", () => {
  const said = (one: Disk) => seenDisk(one, "ok").sentence;
  expect(said(disk(900, 1000))).toBe("The disk that holds /data has 900 MB free of 1000 MB.");
  expect(said(disk(9, 1000))).toBe(
    "The disk that holds /data is nearly full: 9 MB free of 1000 MB.",
  );
  expect(said(disk(4, 20, { full: true }))).toBe(
    "The disk that holds /data is full: 4 MB free of 20 MB. What is left is kept for checks and pages. Error reports and alerts are refused with 503.",
  );
  expect(said(disk(0, 20, { failure: "It fails." }))).toBe("It fails.");
  expect(diskSentence(disk(0, 20), "unwritable")).toBe("");
});

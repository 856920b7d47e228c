import { expect, test } from "vitest";
import { collected, look, unrested, type Rest } from "../../src/store/kit/spare-memory.ts";

const MiB = 2 ** 20;

/** Looks that found these shares of busy time, all with a heap of so many bytes; which of them collected. */
function collecting(busy: readonly number[], heap: number, begin: Rest = unrested): boolean[] {
  let rest = begin;
  return busy.map((share) => {
    const { collects, ...seen } = look(rest, { busy: share, heap });
    rest = collects ? collected(heap) : seen;
    return collects;
  });
}

test("a thread that rests after its start collects once", () => {
  expect(collecting([0.9, 0.1, 0.1, 0.1, 0.1, 0, 0, 0], 50 * MiB)).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("a busy thread does not collect, nor one that rests for a moment", () => {
  expect(collecting([0.1, 0.1, 0.5, 0.1, 0.1, 0.3, 0.1, 0.1], 500 * MiB)).not.toContain(true);
});

test.each([
  [45, false],
  [51, true],
])("with a heap of %i MiB after one of 30 it collects: %s", (heap, does) => {
  const rest = { ...unrested, settled: 30 * MiB };
  expect(collecting([0, 0, 0], heap * MiB, rest).at(-1)).toBe(does);
});

test("a heap that grows again at rest is left alone until the thread was busy", () => {
  const grown = collected(30 * MiB);
  expect(collecting(Array(50).fill(0.1), 99 * MiB, grown)).not.toContain(true);
  expect(collecting([0.1, 0.5, 0.1, 0.1, 0.1, 0.1], 99 * MiB, grown)).toEqual([
    false,
    false,
    false,
    false,
    true,
    false,
  ]);
});

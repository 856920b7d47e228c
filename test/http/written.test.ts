/** Answers that are written in parts are the JSON that they would be at once. */
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { writtenInTurns } from "../../src/http/answer/written.ts";

it.each([
  [{ a: 1 }],
  [{ list: [] }],
  [{ left: undefined, out: 1 }],
  [{ list: [1, null, "ü"], "o'\"": { deep: [1] }, none: null, last: [{ a: [] }] }],
  [{ long: Array.from({ length: 3000 }, (_, i) => ({ i, text: "ä".repeat(300) })), after: [1] }],
])("an answer in parts is the same text", async (answer) => {
  const parts = writtenInTurns(answer).text as Readable;
  expect(await text(parts)).toBe(JSON.stringify(answer));
});

it("others have their turn between the parts of a long one", async () => {
  const { text: parts } = writtenInTurns({ long: Array(5000).fill("x".repeat(1000)) });
  let turns = 0;
  let over = false;
  const count = () => {
    turns++;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  let pieces = 0;
  for await (const _ of parts as Readable) pieces++;
  over = true;
  expect(pieces).toBeGreaterThan(10);
  expect(turns).toBeGreaterThanOrEqual(pieces - 1);
});

/** A whole list is read and sent in parts: bounded memory, and a thread that does other work in between. */
import type { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { listOf } from "../../src/http/answer/lists.ts";
import type { Written } from "../../src/http/answer/written.ts";
import type { Page } from "../../src/store/queries/reader.ts";

const rows = Array.from({ length: 3000 }, (_, i) => ({ inserted_at: i, id: `m${i}` }));

let turns = 0;
let ticking: NodeJS.Immediate;
afterEach(() => clearImmediate(ticking));
function tick(): void {
  turns++;
  ticking = setImmediate(tick);
}

test("a list of three thousand is read in parts, with a turn for others between two of them", async () => {
  const reads: { limit: number; turns: number }[] = [];
  const list = {
    read: ({ limit, after }: Page) => {
      reads.push({ limit, turns });
      const from = after === null ? 0 : after.inserted_at + 1;
      return Promise.resolve(rows.slice(from, from + limit));
    },
    position: (row: (typeof rows)[number]) => row,
    present: ({ id }: (typeof rows)[number]) => id,
  };
  ticking = setImmediate(tick);
  const asked = { query: {}, siteUrl: "", request: { url: "/" } as never, reply: {} as never };
  const sent = (await listOf(asked, list)) as Written<string[]>;
  const parts = (await (sent.text as Readable).toArray()) as string[];

  expect(JSON.parse(parts.join(""))).toEqual(rows.map(({ id }) => id));
  expect(Math.max(...reads.map(({ limit }) => limit))).toBeLessThanOrEqual(200);
  expect(parts).toHaveLength(reads.length);
  for (const [at, { turns: had }] of reads.entries())
    if (at > 0) expect(had).toBeGreaterThan(reads[at - 1]!.turns);
});

/**
 * SQLite's writer in the thread of the test. Starting the thread takes longer than most tests: it loads
 * the store a second time. `store/sqlite.test.ts` and whoever runs the program as a process have the thread.
 */
import type { StartWriter } from "../../src/store/sqlite/start-writer.ts";
import type { WriterAnswer } from "../../src/store/sqlite/wire.ts";
import { isBulk } from "../../src/app/bulk.ts";
import { verbs } from "../../src/app/verbs.ts";
import { packAnswer, packBatch, unpackAnswer, unpackBatch } from "../../src/store/sqlite/packed.ts";
import { openWriter } from "../../src/store/sqlite/writer.ts";

/** `elapsed`: the clock of its budgets of time; that of the machine unless given. */
export const writerBy =
  (elapsed?: () => number): StartWriter =>
  // oxlint-disable-next-line typescript/require-await -- it rejects, as the thread does
  async (options, on) => {
    const writer = openWriter(options, verbs, isBulk, elapsed);
    return {
      // What passes between threads is plain data, and is copied.
      send: (batch) => {
        const asked = unpackBatch(structuredClone(packBatch(batch)));
        setImmediate(() =>
          on.answer(unpackAnswer(structuredClone(packAnswer(asked, writer.run(asked))))),
        );
      },
      look: () => {},
      upkeep: () => Promise.resolve(structuredClone(writer.upkeep())),
      close: () => Promise.resolve(writer.close()),
    };
  };

export const writerHere = writerBy();

/** What a writer answers that gives each of a number of turns this value. */
export const answerTo = (
  turns: number,
  value: unknown,
  more: Partial<WriterAnswer> = {},
): WriterAnswer => ({
  results: Array.from({ length: turns }, () => ({ value })),
  nudges: [],
  lost: null,
  failure: null,
  unwritten: 0,
  took: 1,
  verb: "report",
  ...more,
});

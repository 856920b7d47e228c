/** Codings of a body that goes on after the part that was read, and of one that ends before its coding does. */
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { expect, test } from "vitest";
import { decode } from "../../src/probe/decode.ts";

let state = 1;
const next = () => (state = (state * 48_271) % 2_147_483_647);
/** Letters that hardly repeat, so that a coding of them has many bytes. */
const text = Buffer.from(Array.from({ length: 2_000 }, () => 32 + (next() % 95)));

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
] as const)("the beginning of a longer body in %s is one of its text", async (coding, coded) => {
  const whole = coded(text);
  expect(await decode(whole, [coding], text.length, false)).toEqual({
    ok: true,
    body: text,
    cut: false,
  });
  for (const length of [1, 2, 10, 20, 100, whole.length - 10, whole.length - 1]) {
    const part = whole.subarray(0, length);
    const read = await decode(part, [coding], text.length, true);
    expect(read, `of ${length} bytes`).toMatchObject({ ok: true, cut: true });
    if (read.ok) expect(text.subarray(0, read.body.length).equals(read.body)).toBe(true);
    // The last bytes may be a checksum alone.
    if (length <= 100)
      expect(await decode(part, [coding], text.length, false)).toMatchObject({
        ok: false,
        why: "unfinished",
        coding,
      });
  }
});

test("a text that is as long as may be read is whole, and a longer one is cut there", async () => {
  const whole = gzipSync(text);
  for (const [limit, cut] of [
    [text.length + 1, false],
    [text.length, false],
    [text.length - 1, true],
  ] as const)
    expect(await decode(whole, ["gzip"], limit, false)).toEqual({
      ok: true,
      body: text.subarray(0, limit),
      cut,
    });
});

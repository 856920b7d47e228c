import { expect, test } from "vitest";
import { formatBytes } from "../../../src/core/text/bytes.ts";

test.each([
  [0, "0 bytes"],
  [-1, "0 bytes"],
  [1023, "1023 bytes"],
  [2047, "1.9 kB"],
  [20 * 1024 ** 2, "20 MB"],
  [2 * 1024 ** 2 - 1, "1.9 MB"],
  [1.5 * 1024 ** 3, "1.5 GB"],
  [5000 * 1024 ** 4, "5000 TB"],
])("%d bytes are read as %s, and never as more than they are", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

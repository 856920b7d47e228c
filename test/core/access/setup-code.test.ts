import { expect, test } from "vitest";
import { makeSetupCode, normalizeSetupCode } from "../../../src/core/access/setup-code.ts";

test("a code is ten unmistakable characters in two groups", () => {
  let byte = 0;
  const code = makeSetupCode((size) =>
    // Counts through all bytes, so that those that would make it unfair come up too.
    Uint8Array.from({ length: size }, () => (byte = (byte + 23) % 256)),
  );
  expect(code).toMatch(/^[2-9A-HJKMNP-TW-Z]{5}-[2-9A-HJKMNP-TW-Z]{5}$/);
});

test("a code may be typed in lower case, with spaces or without its dash", () => {
  expect(normalizeSetupCode(" 7kq2m xb4td ")).toBe("7KQ2MXB4TD");
  expect(normalizeSetupCode("7KQ2M-XB4TD")).toBe("7KQ2MXB4TD");
});

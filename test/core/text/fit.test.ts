import fc from "fast-check";
import { expect, test } from "vitest";
import { fit } from "../../../src/core/text/fit.ts";
import { byteLength } from "../../../src/core/text/text.ts";

const sized = (limit: number) => ({ size: byteLength, limit });
const alone = (text: string) => text;

test.each([
  ["what fits is whole", "12345", 5, "12345"],
  ["what does not is cut on a character, with a mark", "éééé", 7, "éé…"],
  ["nothing but the mark may fit", "12345", 3, "…"],
])("%s", (_, text, limit, made) => {
  expect(fit(text, { forms: [alone], ...sized(limit) })).toBe(made);
});

test("the fullest form is used in which a few lines of the text fit", () => {
  const form = (link: string) => (text: string) => `${text}${link}`;
  const forms = (length: number): [typeof alone, typeof alone, typeof alone] => [
    form(" open".repeat(length)),
    form(" ack"),
    alone,
  ];
  const text = "a".repeat(2000);
  const made = (length: number, limit: number) =>
    fit(text, { forms: forms(length), ...sized(limit) });
  expect(made(1, 1000)).toMatch(/^a+… open$/);
  expect(made(200, 1000)).toMatch(/^a+… ack$/);
  expect(made(200, 303)).toMatch(/^a+…$/);
  expect(byteLength(made(200, 303))).toBe(303);
  // A short text needs no room that it does not fill.
  expect(fit("down", { forms: forms(1), ...sized(9) })).toBe("down open");
});

test("as much as fits is shown, by what is measured", () => {
  const quoted = (text: string) => JSON.stringify({ text });
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", '"', "\n", "é", "😀"), maxLength: 900 }),
      fc.integer({ min: 30, max: 2000 }),
      (text, limit) => {
        const made = fit(text, { forms: [quoted], ...sized(limit) });
        expect(byteLength(made)).toBeLessThanOrEqual(limit);
        const { text: shown } = JSON.parse(made) as { text: string };
        if (shown === text) return;
        expect(text.startsWith(shown.slice(0, -1))).toBe(true);
        // One more character would be too much, or the mark would take the place of all that follows it.
        expect(byteLength(made)).toBeGreaterThan(limit - 8);
      },
    ),
  );
});

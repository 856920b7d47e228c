/** QR codes, read back by a decoder that shares nothing with what makes them. */
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { qrOf } from "../../src/core/qr.ts";
import { qrText } from "../../src/ctl/output/qr.ts";
import { qrPicture } from "../../src/dashboard/qr.ts";

type Decode = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: "dontInvert" | "attemptBoth" },
) => { data: string } | null;
const required = createRequire(import.meta.url)("jsqr") as
  Decode | { default: Decode };
const decode = typeof required === "function" ? required : required.default;

type Squares = readonly (readonly boolean[])[];

/** What a camera makes of the squares, each four pixels wide. */
function read(rows: Squares, inverted = false): string | undefined {
  const scale = 4;
  const width = rows[0]!.length * scale;
  const height = rows.length * scale;
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (rows[Math.floor(y / scale)]![Math.floor(x / scale)])
        pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  const inversionAttempts = inverted ? "attemptBoth" : "dontInvert";
  return decode(pixels, width, height, { inversionAttempts })?.data;
}

/** The squares that a terminal shows; `ink`: whether the signs are drawn dark. */
function shown(text: string, ink: boolean): Squares {
  const lines = text
    .replaceAll(/\u001b\[[\d;]*m/g, "")
    .split("\n")
    .slice(0, -1);
  return lines.flatMap((line) => [
    [...line].map((sign) => ("█▀".includes(sign) ? ink : !ink)),
    [...line].map((sign) => ("█▄".includes(sign) ? ink : !ink)),
  ]);
}

const links = [
  "https://mon.example.com/phone/4vK9qTzR2mXc7pLbN0sYwE",
  "http://192.168.1.10:8620/phone/0000000000000000000000",
  `https://${"monitoring.".repeat(12)}example.com/below/a/path/phone/zzzzzzzzzzzzzzzzzzzzzz`,
  "Grüße, 決算",
];

describe.each(links)("the code of %s", (link) => {
  test("is read as that, with four light squares around it", () => {
    const rows = qrOf(link);
    expect(read(rows)).toBe(link);
    for (const edge of [...rows.slice(0, 4), ...rows.slice(-4)])
      expect(edge).not.toContain(true);
    for (const row of rows)
      expect([...row.slice(0, 4), ...row.slice(-4)]).not.toContain(true);
  });

  test("is read from a terminal, black on white whatever its colours are", () => {
    expect(read(shown(qrText(qrOf(link), true), true))).toBe(link);
  });

  test("is read without colours, on dark as it is and on light inverted", () => {
    const text = qrText(qrOf(link), false);
    expect(text).not.toContain("\u001b");
    expect(read(shown(text, false))).toBe(link);
    expect(read(shown(text, true), true)).toBe(link);
  });

  test("is read from the picture", () => {
    const { text } = qrPicture(link, "QR code");
    const size = Number(/viewBox="0 0 (\d+)/.exec(text)![1]);
    const rows = Array.from({ length: size }, () =>
      Array<boolean>(size).fill(false),
    );
    for (const [, x, y, run] of text.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g))
      rows[Number(y)]!.fill(true, Number(x), Number(x) + Number(run));
    expect(read(rows)).toBe(link);
  });
});

test("a terminal of 80 by 24 has room for a link, and for what is said below it", () => {
  const rows = qrOf(links[0]!);
  expect(rows.length).toBeLessThanOrEqual(41);
  expect(qrText(rows, true).split("\n").length).toBeLessThanOrEqual(22);
});

test("as text it looks like this", async () => {
  await expect(qrText(qrOf(links[0]!), false)).toMatchFileSnapshot(
    "golden/qr.txt",
  );
});

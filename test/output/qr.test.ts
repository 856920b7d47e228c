/** QR codes, read back by a decoder that shares nothing with what makes them. */
import { describe, expect, test } from "vitest";
import { qrOf } from "../../src/core/text/qr.ts";
import { qrText } from "../../src/ctl/output/qr.ts";
import { qrPicture } from "../../src/dashboard/qr.ts";
import { read, squaresOf } from "../support/qr.ts";

const links = [
  "https://mon.example.com/phone/4vK9qTzR2mXc7pLbN0sYwE",
  "http://192.168.1.10:8620/phone/0000000000000000000000",
  `https://${"monitoring.".repeat(12)}example.com/below/a/path/phone/zzzzzzzzzzzzzzzzzzzzzz`,
  "Grüße, 決算",
];

describe.each(links)("the code of %s", (link) => {
  test("is read from a terminal, black on white whatever its colours are", () => {
    expect(read(squaresOf(qrText(qrOf(link), true), true))).toBe(link);
  });

  test("is read without colours, on dark as it is and on light inverted", () => {
    const text = qrText(qrOf(link), false);
    expect(text).not.toContain("\u001b");
    expect(read(squaresOf(text, false))).toBe(link);
    expect(read(squaresOf(text, true), true)).toBe(link);
  });

  test("is read from the picture", () => {
    const { text } = qrPicture(link, "QR code");
    const size = Number(/viewBox="0 0 (\d+)/.exec(text)![1]);
    const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
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
  await expect(qrText(qrOf(links[0]!), false)).toMatchFileSnapshot("golden/qr.txt");
});

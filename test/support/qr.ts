/** QR codes, read by a decoder that shares nothing with what makes them. */
import { createRequire } from "node:module";
import { stripVTControlCharacters } from "node:util";

type Decode = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: "dontInvert" | "attemptBoth" },
) => { data: string } | null;
const required = createRequire(import.meta.url)("jsqr") as Decode | { default: Decode };
/** Of pixels, four bytes each. */
export const decode = typeof required === "function" ? required : required.default;

export type Squares = readonly (readonly boolean[])[];

/** What a camera makes of the squares, each four pixels wide. */
export function read(rows: Squares, inverted = false): string | undefined {
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
export function squaresOf(text: string, ink: boolean): Squares {
  const lines = stripVTControlCharacters(text).split("\n").slice(0, -1);
  return lines.flatMap((line) => [
    line.split("").map((sign) => ("█▀".includes(sign) ? ink : !ink)),
    line.split("").map((sign) => ("█▄".includes(sign) ? ink : !ink)),
  ]);
}

/**
 * QR codes: squares that a phone's camera reads as text. Four squares of margin on each side are part of the
 * code: without them cameras do not find it.
 */
import { encode } from "uqr";

/** Squares on each side that stay light. */
const margin = 4;

/** Rows of squares, true: dark; the margin included. Text longer than some 2,900 bytes throws. */
export function qrOf(text: string): readonly (readonly boolean[])[] {
  // The smallest that holds it, and as sturdy as that size allows.
  return encode(text, { ecc: "L", boostEcc: true, border: margin }).data;
}

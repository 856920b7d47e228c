/**
 * Makes a message that fits its receiver with any text: it is made, measured as it is sent, and made again with
 * less of the text until it fits. Escaping makes some texts twice as long, so a limit on the text alone does not hold.
 * Pure.
 */
import { byteLength, cutText } from "./text.ts";

/** Links are left out rather than more of the text than leaves this, bytes. */
const leastText = 300;

/**
 * The message with as much of `text` as fits. `forms` make it, the fullest one first: later ones have fewer links, and
 * the last one fits without a text. `size` measures a message as it is sent, and `limit` is the largest size.
 */
export function fit<T>(
  text: string,
  {
    forms,
    size,
    limit,
  }: {
    forms: readonly [...((text: string) => T)[], (text: string) => T];
    size: (made: T) => number;
    limit: number;
  },
): T {
  const fits = (made: T) => size(made) <= limit;
  const fullest = forms.find((form) => fits(form(cutText(text, leastText))));
  const form = fullest ?? forms.at(-1)!;
  const whole = form(text);
  if (fits(whole)) return whole;
  let shown = fullest ? leastText : 0;
  let over = byteLength(text);
  let best = form(cutText(text, shown));
  while (over - shown > 1) {
    const middle = Math.floor((shown + over) / 2);
    const made = form(cutText(text, middle));
    if (fits(made)) [best, shown] = [made, middle];
    else over = middle;
  }
  return best;
}

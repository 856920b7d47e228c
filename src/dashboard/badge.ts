/** Badges: a word about a word, as pictures that stand in READMEs everywhere look. Pure. */
import type { PublicState } from "../core/model/status.ts";
import { html } from "./html.ts";

/** Dark enough for white letters, at a contrast of 4.5 and more. */
const colours: Record<PublicState, string> = {
  operational: "#1a7f37",
  degraded: "#8a5300",
  down: "#b3161f",
  maintenance: "#0b5cad",
  unknown: "#5a636b",
};

/** Widths of Verdana at 11 pixels; characters that are missing here get the average width. */
const widths: [characters: string, width: number][] = [
  ["ijlI|!.,:;' ", 4],
  ['frt()[]/\\-"', 5],
  ["csz?J", 6],
  ["mW@%—…", 11],
  ["wM", 9],
  ["ABCDGHKNOPQRUVX&", 8],
];
const usual = 7;
/** Wide characters, such as Chinese, and emoji. */
const wide =
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u;

const segmenter = new Intl.Segmenter("en");
/** As people count them. */
const lettersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

const widthOf = (text: string) =>
  lettersOf(text).reduce((sum, character) => {
    const known = widths.find(([of]) => of.includes(character));
    return sum + (known?.[1] ?? (wide.test(character) ? 12 : usual));
  }, 0);

/** Maximum length of a badge's text. */
const maxLength = 48;
const short = (text: string) => {
  const characters = lettersOf(text);
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join("")}…`;
};

/**
 * An SVG of `label` and `message`. The letters are stretched to the calculated width, whatever the font.
 */
export function badge(label: string, message: string, state: PublicState): string {
  const texts = [short(label), short(message)] as const;
  const [left, right] = texts.map(widthOf) as [number, number];
  const [a, b] = [left + 10, right + 10];
  const text = (of: string, x: number, width: number) =>
    html`<text x="${x}" y="14" textLength="${width}">${of}</text>`;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${a + b}"
    height="20"
    role="img"
    aria-label="${texts[0]}: ${texts[1]}"
  >
    <title>${texts[0]}: ${texts[1]}</title>
    <clipPath id="r"><rect width="${a + b}" height="20" rx="3" /></clipPath>
    <g clip-path="url(#r)">
      <rect width="${a}" height="20" fill="#444b52" />
      <rect x="${a}" width="${b}" height="20" fill="${colours[state]}" />
    </g>
    <g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
      ${text(texts[0], 5, left)} ${text(texts[1], a + 5, right)}
    </g>
  </svg>`.text;
}

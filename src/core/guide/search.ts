/** Finds parts of guides by words. Pure. */
import { plainText, sectionsOf, type Guide, type Section } from "./guide.ts";

/** A part of a guide in which all words occur. */
export interface Hit {
  guide: Guide;
  section: Section;
  /** Text around the first word, without marks; empty when the words are in the heading alone. */
  excerpt: string;
}

/** Hits that are shown at most. */
const maxHits = 30;
/** Characters of an excerpt. */
const length = 160;

/** The parts in which all `words` occur: in the title of the guide first, then in headings, then in texts. */
export function searchGuides(guides: readonly Guide[], words: string): Hit[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const has = (text: string) => {
    const lower = text.toLowerCase();
    return wanted.every((word) => lower.includes(word));
  };
  const ordered = guides.toSorted((a, b) => a.order - b.order);
  const matches = ordered.flatMap((guide) =>
    sectionsOf(guide).flatMap((section) => {
      const text = plainText(withoutLayout(section.text)).replace(/\s+/g, " ");
      const isTitle = section.level === 0 && has(`${guide.title} ${guide.question}`);
      if (!isTitle && !has(`${section.heading} ${text}`)) return [];
      const rank = isTitle ? 0 : has(section.heading) ? 1 : 2;
      return [{ rank, hit: { guide, section, excerpt: excerptOf(text, wanted) } }];
    }),
  );
  return matches
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxHits)
    .map(({ hit }) => hit);
}

/** Markdown without the lines of tables and the fences of code. */
const withoutLayout = (markdown: string): string =>
  markdown
    .replace(/^ *```.*$/gm, "")
    .replace(/^\|[ |:-]+\|$/gm, "")
    .replace(/(?<! ) *(?<!\\)\| */g, " · ")
    .replace(/^ · | · $|<!--(?:(?!<!--).)*?-->/gm, "");

function excerptOf(text: string, wanted: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = wanted.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  if (places.length === 0) return "";
  const begin = Math.max(0, Math.min(...places) - length / 4);
  const from = begin === 0 ? 0 : text.indexOf(" ", begin) + 1;
  const cut = text.slice(from, from + length);
  return `${from > 0 ? "…" : ""}${cut.trim()}${from + length < text.length ? "…" : ""}`;
}

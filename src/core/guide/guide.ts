/** The guides: Markdown files with a head, as their readers know them. Pure. */

/** One guide. */
export interface Guide {
  /** The name of its file and its address. */
  name: string;
  title: string;
  /** The one question that it answers. */
  question: string;
  /** The people it is written for. */
  audience: string;
  /** Its group in the list of guides. */
  group: string;
  /** Its place among all guides. */
  order: number;
  /** Markdown after the head. */
  body: string;
}

/** A part of a guide: from a heading to the next one. */
export interface Section {
  /** Anchor of the heading; empty: the part before the first heading. */
  id: string;
  heading: string;
  /** 2 for `##`; 0 before the first heading. */
  level: number;
  /** Markdown without the heading. */
  text: string;
}

/** Reads a file of the form `---`, lines `key: value`, `---`, Markdown. Throws one sentence when its head is incomplete. */
export function parseGuide(name: string, text: string): Guide {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (head === undefined || body === undefined) throw new Error(`The guide ${name} has no head.`);
  const fields = new Map(
    head.split("\n").map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2).trim()];
    }),
  );
  const field = (key: string) => {
    const value = fields.get(key);
    if (value === undefined) throw new Error(`The head of the guide ${name} lacks "${key}".`);
    return value;
  };
  return {
    name,
    title: field("title"),
    question: field("question"),
    audience: field("for"),
    group: field("group"),
    order: Number(field("order")),
    body: body.trim(),
  };
}

/** The anchor of a heading, as forges make it: `Add a phone, by QR` → `add-a-phone-by-qr`. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

/** The parts of a guide, in their order; headings of level 4 and below belong to the part above. */
export function sectionsOf({ body, title }: Pick<Guide, "body" | "title">): Section[] {
  const sections: Section[] = [{ id: "", heading: title, level: 0, text: "" }];
  let isCode = false;
  for (const line of body.split("\n")) {
    if (/^ *```/.test(line)) isCode = !isCode;
    const heading = isCode ? null : /^(#{2,3}) (.+)$/.exec(line);
    if (heading) {
      const text = plainText(heading[2]!);
      sections.push({ id: anchorOf(text), heading: text, level: heading[1]!.length, text: "" });
    } else sections.at(-1)!.text += `${line}\n`;
  }
  return sections;
}

/** Markdown of a line without its marks, as it is searched and printed. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "")
    .trim();

/** Guides by group, both in their order. */
export function groupsOf(guides: readonly Guide[]): { group: string; guides: Guide[] }[] {
  const ordered = guides.toSorted((a, b) => a.order - b.order);
  return [...Map.groupBy(ordered, ({ group }) => group)].map(([group, of]) => ({
    group,
    guides: of,
  }));
}

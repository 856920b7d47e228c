/** The plain-text part of a mail: the same facts as in the other one, with whole addresses. Pure. */
import type { LetterReport } from "../../core/access/letter.ts";
import type { Fact, MailContent } from "./content.ts";

export function mailText(content: MailContent): string {
  const { heading, badge, message, note, report, links, facts, because, settings } = content;
  const actions = links.map(({ text, url }) => ({ label: `${text}:`, text: url }));
  return [
    [heading, badge],
    [message],
    note === null ? [] : [note],
    ...(report === null ? [] : reportBlocks(report)),
    aligned(actions, 1),
    aligned(
      facts.map((fact) => ({ ...fact, text: fact.url ?? fact.text })),
      2,
    ),
    ["--", because, ...(settings === null ? [] : [`${settings.label}: ${settings.url}`])],
  ]
    .map((lines) => lines.join("\n"))
    .filter((block) => block !== "")
    .join("\n\n")
    .concat("\n");
}

/** A line for each, with the texts below each other. */
function aligned(facts: readonly Fact[], gap: number): string[] {
  const width = Math.max(0, ...facts.map(({ label }) => label.length)) + gap;
  return facts.map(({ label, text }) => `${label.padEnd(width)}${text}`);
}

/** Longer titles have a line of their own. */
const titleWidth = 20;

/** Wide characters take two columns, so that no count of characters aligns them: they are long sooner. */
const isLong = (title: string): boolean =>
  title.length > titleWidth || /[\u1100-\uffff]/.test(title);

function reportBlocks({ result, more, figures, heads, rows, foot }: LetterReport): string[][] {
  const line = (title: string, uptime: string, down: string) => {
    const cells = `${uptime.padEnd(9)}${down}`;
    const indent = " ".repeat(titleWidth + 1);
    return isLong(title)
      ? `${title}\n${indent}${cells}`
      : `${title.padEnd(titleWidth + 1)}${cells}`;
  };
  return [
    [`${result} ${more}`.trim()],
    figures.map(({ label, value, note }) =>
      `${label.padEnd(titleWidth + 1)}${value.padEnd(9)}${note}`.trimEnd(),
    ),
    rows.length === 0
      ? []
      : [
          line(heads.title, heads.uptime, heads.down),
          ...rows.map(({ title, uptime, down }) => line(title, uptime, down)),
        ],
    [foot],
  ];
}

/** The plain-text part of a mail: the same facts as in the other one, with whole addresses. Pure. */
import type { Fact, MailContent } from "./content.ts";

export function mailText(content: MailContent): string {
  const { heading, badge, message, note, links, facts, because, settings } = content;
  const actions = links.map(({ text, url }) => ({ label: `${text}:`, text: url }));
  return [
    [heading, badge],
    [message],
    note === null ? [] : [note],
    aligned(actions, 1),
    aligned(
      facts.map((fact) => ({ ...fact, text: fact.url ?? fact.text })),
      2,
    ),
    ["--", because, ...(settings === null ? [] : [`Change what you are sent: ${settings}`])],
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

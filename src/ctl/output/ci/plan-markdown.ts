/** A plan as Markdown, for comments and job summaries. */
import type { Plan, PlannedChange } from "../../../api/declaration.ts";
import { wordOf } from "../../../resource/resources.ts";
import {
  creation,
  fieldRows,
  countsText,
  endOfUrl,
  remarksOf,
  detailedChanges,
  shownChanges,
  signOf,
  type LineOf,
  type PlanShown,
} from "../plan.ts";
import { styleOf } from "../style.ts";
import { oneLine } from "../text.ts";

const plain = styleOf({ color: false, ascii: false });

/**
 * Longest comment, characters, with room for a sentence around it. GitHub takes 65,536 in a comment, GitLab 1,000,000 in a
 * note.
 */
const commentLimit = 65_000;

interface MarkdownShown extends PlanShown {
  /** Longest text, characters. */
  limit?: number;
}

/**
 * Counts first, then a table with the deletions first, then each field that changes, folded. Rows that do not fit are
 * counted.
 */
export function planMarkdown(
  plan: Plan,
  server: string,
  lineOf: LineOf,
  { brief = false, unchanged = false, limit = commentLimit }: MarkdownShown = {},
): string {
  const changes = shownChanges(plan, unchanged);
  const heading = `### ${plan.applied ? "Applied" : "Plan for"} project ${code(plan.project)} on ${server}`;
  const warnings = [
    ...remarksOf(plan),
    ...(plan.prune_max_needed === undefined
      ? []
      : [`an apply needs \`--prune-max ${plan.prune_max_needed}\``]),
  ].map((text) => `> ⚠️ ${oneLine(text)}`);
  const head = [
    heading,
    `**${countsText(plan)}**`,
    // A warning of 20,000 characters would leave no room for the changes.
    ...(warnings.length > 0 ? [fitting(warnings, limit / 4, "warnings").join("\n>\n")] : []),
  ].join("\n\n");
  // The last part is the foot of the table.
  const room = limit - head.length - 200;
  const rows = fitting(changes.map(rowOf), room * (brief ? 1 : 0.6), "changes");
  const table = ["|   | kind | external_id | change |", "|---|---|---|---|", ...rows].join("\n");
  const detailed = brief ? [] : detailedChanges(changes);
  const blocks = detailed.map((change) => blockOf(change, lineOf));
  const details = fitting(blocks, room - table.length, "changes with fields");
  return `${[
    head,
    ...(changes.length > 0 ? [table] : []),
    ...(details.length > 0 ? [folded(details.join("\n"))] : []),
  ].join("\n\n")}\n`;
}

/** The parts that fit into `room` characters, and a line that counts the others. */
function fitting(parts: readonly string[], room: number, noun: string): string[] {
  let used = 0;
  const fit = parts.findIndex((part) => (used += part.length + 1) > room);
  return fit < 0
    ? [...parts]
    : [...parts.slice(0, fit), `… and ${parts.length - fit} more ${noun}`];
}

function rowOf(change: PlannedChange): string {
  const { kind, action, fields } = change;
  const [verb, note] = creation(change);
  const text = {
    unchanged: "unchanged",
    update: fields.map(({ field }) => code(field)).join(", "),
    detach: "detach",
    delete: `**delete**${endOfUrl(kind)}`,
    create: `**${verb}** ${note}`.trimEnd(),
  }[action];
  return `| \`${signOf(action)}\` | ${wordOf(kind)} | ${code(change.external_id)} | ${text} |`;
}

function blockOf(change: PlannedChange, lineOf: LineOf): string {
  const { kind, external_id, action, turns = [] } = change;
  const place = lineOf(kind, external_id);
  return [
    `${signOf(action)} ${wordOf(kind)} ${oneLine(external_id)}${place ? `  ${place}` : ""}`,
    ...fieldRows(change, plain).map(([field, text]) => `    ${field}  ${oneLine(text)}`),
    ...turns.map((line) => `    ${oneLine(line)}`),
  ].join("\n");
}

function folded(text: string): string {
  // A fence longer than any run of backticks in the text cannot be closed by it.
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run + 1)));
  return `<details><summary>Fields</summary>\n\n${fence}\n${text}\n${fence}\n\n</details>`;
}

/** A value in a table cell that can neither end the cell nor be read as markup. */
function code(text: string): string {
  const safe = oneLine(text).replaceAll("|", "\\|");
  return safe.includes("`") ? `\`\` ${safe} \`\`` : `\`${safe}\``;
}

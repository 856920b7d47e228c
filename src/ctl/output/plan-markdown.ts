/** A plan as Markdown, for comments and job summaries. */
import type { Plan, PlannedChange } from "../../api/declaration.ts";
import { wordOf } from "../../resource/resources.ts";
import {
  fieldRows,
  countsText,
  endOfUrl,
  remarksOf,
  detailedChanges,
  shownChanges,
  signOf,
  type LineOf,
  type PlanShown,
} from "./plan.ts";
import { styleOf } from "./style.ts";
import { oneLine } from "./text.ts";

const plain = styleOf({ color: false, ascii: false });

/** Counts first, then a table, then each field that changes, folded. */
export function planMarkdown(
  plan: Plan,
  server: string,
  lineOf: LineOf,
  { brief = false, unchanged = false }: PlanShown = {},
): string {
  const changes = shownChanges(plan, unchanged);
  const detailed = brief ? [] : detailedChanges(changes);
  const heading = `### ${plan.applied ? "Applied" : "Plan for"} project ${code(plan.project)} on ${server}`;
  const warnings = [
    ...remarksOf(plan),
    ...(plan.prune_max_needed === undefined
      ? []
      : [`an apply needs \`--prune-max ${plan.prune_max_needed}\``]),
  ];
  return `${[
    heading,
    `**${countsText(plan)}**`,
    ...(warnings.length > 0 ? [warnings.map((w) => `> ⚠️ ${oneLine(w)}`).join("\n>\n")] : []),
    ...(changes.length > 0 ? [tableOf(changes)] : []),
    ...(detailed.length > 0 ? [detailsOf(detailed, lineOf)] : []),
  ].join("\n\n")}\n`;
}

function tableOf(changes: readonly PlannedChange[]): string {
  const rows = changes.map((change) => {
    const what =
      change.action === "unchanged"
        ? "unchanged"
        : change.action === "update"
          ? change.fields.map(({ field }) => code(field)).join(", ")
          : change.action === "detach"
            ? "detach"
            : change.action === "delete"
              ? `**delete**${endOfUrl(change.kind)}`
              : `**${change.action}**`;
    return `| \`${signOf(change.action)}\` | ${wordOf(change.kind)} | ${code(change.external_id)} | ${what} |`;
  });
  return ["|   | kind | external_id | change |", "|---|---|---|---|", ...rows].join("\n");
}

function detailsOf(changes: readonly PlannedChange[], lineOf: LineOf): string {
  const lines = changes.flatMap((change) => {
    const { kind, external_id, action, turns = [] } = change;
    const place = lineOf(kind, external_id);
    return [
      `${signOf(action)} ${wordOf(kind)} ${oneLine(external_id)}${place ? `  ${place}` : ""}`,
      ...fieldRows(change, plain).map(([field, text]) => `    ${field}  ${oneLine(text)}`),
      ...turns.map((line) => `    ${oneLine(line)}`),
    ];
  });
  const text = lines.join("\n");
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

/**
 * Formats text for GitHub Actions: annotations at lines of files, a job summary, outputs of the step. Pure;
 * `ctl/tasks/github.ts` writes it to the runner.
 */
import type { Plan } from "../../../api/declaration.ts";
import type { Issue } from "../../../manifest/issue.ts";
import { oneLine } from "../text.ts";

/** The runner shows ten of a step, and drops the rest without a word. */
const maxShown = 9;

/** An annotation for each of the first issues, and one that counts the rest. `pathOf` gives paths in the repository. */
export function annotationsText(
  issues: readonly Issue[],
  pathOf: (file: string) => string,
): string {
  const lines = issues.slice(0, maxShown).map((issue) => {
    const { line, column, length, code, resource, message, hint } = issue;
    return command(
      "error",
      {
        file: pathOf(issue.file),
        line: String(line),
        col: String(column),
        endColumn: String(column + length),
        title: resource === null ? code : `${code}: ${resource}`,
      },
      hint === null ? message : `${message} (${hint})`,
    );
  });
  const more = issues.length - maxShown;
  if (more > 0)
    lines.push(
      command("error", { title: "monitorctl" }, `${more} more; monitorctl validate lists them all`),
    );
  return lines.join("");
}

/** An error that belongs to no line. */
export function errorText(code: string, message: string): string {
  return command("error", { title: `monitorctl: ${code}` }, message);
}

/** Makes the runner hide `secret` in everything that is logged from here on. */
export function maskText(secret: string): string {
  return command("add-mask", {}, secret);
}

/** Longest section of a job's summary, characters: the runner takes a mebibyte for all of its steps. */
export const summaryLimit = 200_000;

/** A section of the job's summary: a heading, and text as it is. */
export function summaryMarkdown(heading: string, text: string): string {
  const cut = text.length > summaryLimit ? `${text.slice(0, summaryLimit)}\n…` : text;
  const ticks = cut.match(/`{3,}/g)?.map(({ length }) => length) ?? [];
  // A fence that the text cannot end.
  const fence = "`".repeat(Math.max(3, ...ticks.map((length) => length + 1)));
  return `### ${oneLine(heading)}\n\n${fence}\n${cut.trimEnd()}\n${fence}\n\n`;
}

/** Outputs of the step: `changed`, and how many were created, updated and deleted. */
export function outputsText(plan: Plan): string {
  const count = (action: string) =>
    plan.changes.filter((change) => (change.action as string) === action).length;
  const [created, updated, deleted] = ["create", "update", "delete"].map(count);
  const changed = plan.changes.some(({ action }) => action !== "unchanged");
  return `changed=${changed}\ncreated=${created}\nupdated=${updated}\ndeleted=${deleted}\n`;
}

function command(name: string, properties: Record<string, string>, message: string): string {
  const list = Object.entries(properties)
    .map(([key, value]) => `${key}=${escaped(value, true)}`)
    .join(",");
  return `::${name}${list === "" ? "" : ` ${list}`}::${escaped(message, false)}\n`;
}

/** As the runner wants it: a message cannot become a command, nor a property the next one. */
function escaped(text: string, property: boolean): string {
  const data = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return property ? data.replaceAll(":", "%3A").replaceAll(",", "%2C") : data;
}

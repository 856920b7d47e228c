/** Issues as GitHub Actions reads them: shown beside the lines of a pull request. */
import type { Issue } from "../../manifest/issue.ts";
import { counted } from "./text.ts";

/** The page shows about ten of one step; the rest is counted. */
const most = 9;

/** A workflow command for each issue; nothing for none. */
export function annotationsText(issues: readonly Issue[]): string {
  const lines = issues.slice(0, most).map((issue) => {
    const { file, line, column, length, code, message, hint } = issue;
    const properties = [
      `file=${property(file)}`,
      `line=${line}`,
      `col=${column}`,
      `endColumn=${column + length}`,
      `title=${property(`monitorctl: ${code}`)}`,
    ];
    const text = hint ? `${message}, ${hint}` : message;
    return `::error ${properties.join(",")}::${data(text)}\n`;
  });
  const more = issues.length - most;
  if (more > 0) lines.push(`::error::and ${counted(more, "more mistake")}\n`);
  return lines.join("");
}

function data(text: string): string {
  return text
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

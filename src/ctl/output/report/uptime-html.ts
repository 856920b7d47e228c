/** The report of uptime as a page of its own, to be kept, sent or printed: no script, no address that it loads from. */
import type { UptimeReport } from "../../../api/reports/uptime.ts";
import { escape } from "../../../core/text/escape.ts";
import { oneLine } from "../text.ts";
import {
  answerLines,
  factsOf,
  footLines,
  headingText,
  sentence,
  tablesOf,
  titleOf,
  type ReportTable,
} from "./uptime.ts";

const style = `
:root { color-scheme: light dark; }
body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; font: 14px/20px system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 2rem; margin: 0; }
table { width: 100%; margin: 1.5rem 0; border-collapse: collapse; }
th, td { padding: .375rem .75rem .375rem 0; border-bottom: 1px solid #8886; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
td + td, th + th { font-variant-numeric: tabular-nums; }
thead th { font-weight: 600; }
tbody th { font-weight: 400; }
footer { margin-top: 2rem; opacity: .75; }
@page { size: A4; margin: 16mm; }
@media print { :root { color-scheme: light; } body { margin: 0; padding: 0; max-width: none; } tr { break-inside: avoid; } thead { display: table-header-group; } }
`;

const text = (value: string): string => escape(oneLine(value));
const foreign = (value: string): string => `<bdi>${text(value)}</bdi>`;

const tableHtml = ([heads, rows]: ReportTable): string => `<table>
<thead><tr>${heads.map((head) => `<th scope="col">${text(headingText(head))}</th>`).join("")}</tr></thead>
<tbody>
${rows
  .map(
    ([first, ...cells]) =>
      `<tr><th scope="row">${foreign(first!)}</th>${cells.map((cell) => `<td>${text(cell)}</td>`).join("")}</tr>`,
  )
  .join("\n")}
</tbody>
</table>
`;

export function uptimeHtml(report: UptimeReport): string {
  const title = titleOf(report);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${foreign(title)}</h1>
<p>${text(factsOf(report))}</p>
<p><strong>${foreign(sentence(report))}</strong></p>
${[...tablesOf(report)].map(tableHtml).join("")}<ul>
${answerLines(report)
  .map((line) => `<li>${text(line)}</li>`)
  .join("\n")}
</ul>
<footer>${footLines(report)
    .map((line) => `<p>${text(line)}</p>`)
    .join("")}</footer>
</body>
</html>
`;
}

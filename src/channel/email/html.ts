/**
 * The HTML part of a mail. Tables and inline styles, because some programs know no other ones; no image, no font and no other
 * content that a program would fetch, so that no server learns when a mail is opened. Dark where the reader's program is. Pure.
 */
import { escape } from "../../core/text/escape.ts";
import { fit } from "../../core/text/fit.ts";
import { byteLength } from "../../core/text/text.ts";
import type { LetterReport } from "../../core/access/letter.ts";
import type { PushTone } from "../tone.ts";
import type { Fact, MailContent, MailLink } from "./content.ts";

/** Gmail shows the first 102 KB of a mail. */
export const htmlBytes = 100_000;

export function mailHtml(content: MailContent): string {
  return fit(content.message, {
    forms: [(message) => page({ ...content, message })],
    size: byteLength,
    limit: htmlBytes,
  });
}

/** Text of others; written from right to left, it turns no text beside it around. */
const foreign = (text: string): string => `<bdi>${escape(text)}</bdi>`;

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
const mono = "font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;";

const tones: Record<PushTone, { name: string; style: string }> = {
  bad: { name: "down", style: "color:#b01c2b;background-color:#fdecee;" },
  good: { name: "ok", style: "color:#0c6945;background-color:#e7f5ee;" },
  neutral: { name: "ink", style: "color:#57616c;background-color:#f1f3f6;" },
};

/** The rules that inline styles cannot have: for small screens, and dark ones. */
const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:620px){.side{padding-left:16px!important;padding-right:16px!important}.out{padding:0!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}.btn,.btn tbody,.btn tr,.btn td,.btn a{display:block!important;width:auto!important;text-align:center!important}.btn{margin-right:0!important}}
@media (prefers-color-scheme:dark){.pg{background-color:#0e1114!important}.card{background-color:#15191d!important;border-color:#272d34!important}.k,.h{color:#e9ecef!important}.q,.q a{color:#9aa5b1!important}.l{border-color:#272d34!important}.box{background-color:#1b2026!important;border-color:#272d34!important;color:#e9ecef!important}.a{color:#74b3f5!important}.down{background-color:#351a1d!important;color:#ff8f8f!important}.ok{background-color:#122a21!important;color:#5fd0a0!important}.ink{background-color:#1b2026!important;color:#9aa5b1!important}.b1{background-color:#e9ecef!important;border-color:#e9ecef!important}.b1t{color:#0e1114!important}.b2{background-color:#15191d!important;border-color:#6b7681!important}.b2t{color:#e9ecef!important}}
[data-ogsc] .k,[data-ogsc] .h{color:#e9ecef!important}[data-ogsc] .q{color:#9aa5b1!important}[data-ogsb] .card{background-color:#15191d!important}`;

/** The same for a report. */
const reportSheet = `
@media (max-width:620px){.half{display:block!important;width:auto!important}.hide{display:none!important}}
@media (prefers-color-scheme:dark){.empty{background-color:#272d34!important}}`;

const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

const row = (padding: string, inner: string): string =>
  `<tr><td class="side" style="padding:${padding};word-break:break-word">${inner}</td></tr>\n`;

function page(content: MailContent): string {
  const { subject, tone, badge, heading, preview, message, note, report, links, facts } = content;
  const { name, style } = tones[tone];
  const parts = [
    message === "" ? "" : boxOf(message),
    note === null ? "" : paragraph(note),
    ...(report === null ? [] : [reportOf(report)]),
    links.map(buttonOf).join(""),
    facts.length === 0 ? "" : `<table ${table} width="100%">${facts.map(factOf).join("")}</table>`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escape(subject)}</title>
<!--[if mso]><style>table{border-collapse:collapse}td,a{font-family:"Segoe UI",Arial,sans-serif!important}</style><![endif]-->
<style>
${sheet}${report === null ? "" : reportSheet}
</style>
</head>
<body class="pg" style="margin:0;padding:0;background-color:#f6f7f9">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escape(preview)}</div>
<table class="pg" ${table} width="100%" bgcolor="#f6f7f9" style="background-color:#f6f7f9"><tr><td class="out" align="center" style="padding:24px 12px">
<!--[if mso]><table ${table} width="600" align="center"><tr><td><![endif]-->
<table class="card" ${table} width="100%" bgcolor="#ffffff" style="max-width:600px;background-color:#ffffff;border:1px solid #e2e6eb;border-radius:10px">
${row("20px 28px 0", `<span class="${name}" style="${font}font-size:13px;line-height:20px;font-weight:600;${style}border-radius:10px;padding:2px 10px;mso-padding-alt:2px 10px">${escape(badge)}</span>`)}${row("10px 28px 0", `<h1 class="h" dir="auto" style="${font}margin:0;font-size:22px;line-height:28px;font-weight:600;color:#13171c">${escape(heading)}</h1>`)}${row("12px 28px 24px", parts.join("\n"))}</table>
<!--[if mso]></td></tr></table><![endif]-->
${footer(content)}</td></tr></table>
</body>
</html>
`;
}

const paragraph = (text: string): string =>
  `<p class="k" style="${font}margin:0 0 14px;font-size:15px;line-height:22px;color:#13171c">${lines(text)}</p>`;

const lines = (text: string): string => escape(text).replaceAll("\n", "<br>\n");

const boxOf = (message: string): string =>
  `<table ${table} width="100%" style="margin:0 0 16px"><tr><td class="box" dir="auto" bgcolor="#f1f3f6" style="${mono}font-size:13px;line-height:20px;color:#13171c;background-color:#f1f3f6;border:1px solid #e2e6eb;border-radius:6px;padding:10px 12px">${lines(message)}</td></tr></table>`;

/** The whole cell is colored, for programs that ignore the padding of a link. */
function buttonOf({ label, url }: MailLink, index: number): string {
  const [kind, ground, border, ink] =
    index === 0 ? ["b1", "#13171c", "#13171c", "#ffffff"] : ["b2", "#ffffff", "#87919d", "#13171c"];
  return `<table class="btn" ${table} style="display:inline-table;margin:0 8px 8px 0"><tr><td class="${kind}" bgcolor="${ground}" style="border-radius:6px;border:1px solid ${border};background-color:${ground};padding:10px 18px"><a class="${kind}t" href="${escape(url)}" style="${font}font-size:15px;line-height:20px;font-weight:600;color:${ink};text-decoration:none;display:inline-block">${escape(label)}</a></td></tr></table>\n`;
}

const small = `${font}font-size:12px;line-height:16px;`;
const cell = `${font}font-size:14px;line-height:20px;border-top:1px solid #e2e6eb;`;
/** The width of a bar, px. */
const barWidth = 160;

function reportOf({ result, more, figures, heads, rows, foot }: LetterReport): string {
  const figure = ({ label, value, note }: LetterReport["figures"][number]) =>
    `<td class="half" valign="top" width="33%" style="padding:0 12px 14px 0"><div class="q" style="${small}color:#57616c">${escape(label)}</div><div class="h" style="${font}font-size:20px;line-height:28px;font-weight:600;color:#13171c">${escape(value)}</div><div class="q" style="${small}color:#57616c">${escape(note)}</div></td>`;
  const head = (text: string, more: string) =>
    `<th scope="col" ${more} style="${small}font-weight:400;color:#57616c;padding:0 0 6px">${escape(text)}</th>`;
  const row = ({ title, uptime, down, share }: LetterReport["rows"][number]) =>
    `<tr><td class="k l" style="${cell}color:#13171c;padding:8px 12px 8px 0;word-break:break-word">${foreign(title)}</td><td class="l hide" width="${barWidth}" style="padding:8px 12px 8px 0;border-top:1px solid #e2e6eb">${barOf(share)}</td><td class="k l" align="right" style="${cell}color:#13171c;font-weight:600;padding:8px 0;white-space:nowrap">${escape(uptime)}</td><td class="q l" align="right" width="90" style="${cell}color:#57616c;padding:8px 0 8px 12px;white-space:nowrap">${escape(down)}</td></tr>\n`;
  return [
    `<p class="k" style="${font}margin:0 0 14px;font-size:15px;line-height:22px;color:#13171c"><b>${escape(result)}</b> ${foreign(more)}</p>`,
    `<table ${table} width="100%"><tr>${figures.map(figure).join("")}</tr></table>`,
    rows.length === 0
      ? ""
      : `<table cellpadding="0" cellspacing="0" border="0" width="100%"><tr>${head(heads.title, 'class="q" align="left"')}${head("", 'class="q hide"')}${head(heads.uptime, 'class="q" align="right"')}${head(heads.down, 'class="q" align="right"')}</tr>\n${rows.map(row).join("")}</table>`,
    `<p class="q" style="${font}margin:14px 0;font-size:13px;line-height:20px;color:#57616c">${escape(foot)}</p>`,
  ].join("\n");
}

/** Time down, as a part of that of the worst. */
function barOf(share: number): string {
  const width = Math.round(barWidth * share);
  const part = (color: string, px: number, name = "") =>
    px === 0
      ? ""
      : `<td ${name} height="8" width="${px}" bgcolor="${color}" style="font-size:0;line-height:8px;background-color:${color}">&nbsp;</td>`;
  return `<table ${table} width="${barWidth}"><tr>${part("#d42f3f", width)}${part("#e2e6eb", barWidth - width, 'class="empty"')}</tr></table>`;
}

function factOf({ label, text, url }: Fact): string {
  const shown =
    url === undefined
      ? foreign(text)
      : `<a class="a" href="${escape(url)}" style="color:#0b5cad">${foreign(text)}</a>`;
  return `<tr><td class="q l" valign="top" width="120" style="${cell}color:#57616c;padding:8px 12px 8px 0">${label}</td><td class="k l" valign="top" style="${cell}color:#13171c;padding:8px 0">${shown}</td></tr>\n`;
}

function footer({ because, settings }: MailContent): string {
  const change =
    settings === null
      ? ""
      : ` <a href="${escape(settings.url)}" style="color:#57616c">${settings.label}</a>`;
  return `<table ${table} width="100%" style="max-width:600px"><tr><td class="side q" style="${font}font-size:12px;line-height:18px;color:#57616c;padding:14px 28px">${foreign(because)}${change} · monitord</td></tr></table>\n`;
}

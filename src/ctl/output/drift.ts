/** Prints drift for people: declared value, current value, and the author of the change. */
import type { Drift } from "../../api/ownership.ts";
import { ageText } from "./age.ts";
import { wordOf } from "../../resource/resources.ts";
import { valueText } from "./plan.ts";
import type { Style } from "./style.ts";
import { foldedText, linesText, type Cell } from "./table.ts";
import { plural } from "../../core/text/plural.ts";
import { oneLine } from "./text.ts";

type Drifted = Drift["changes"][number];

const words = {
  create: ["-", "is gone"],
  update: ["~", "differs"],
  detach: ["+", "is not declared"],
  delete: ["+", "is not declared"],
  unchanged: ["=", ""],
} as const;

/** The command that restores the declaration: without `--adopt` a resource of another project is refused. */
function applyCommand(changes: readonly Drifted[], flags: string): string {
  const isMoved = changes.some(
    ({ action, fields }) => action === "update" && fields.some(({ field }) => field === "project"),
  );
  return `monitorctl apply${flags}${isMoved ? " --adopt" : ""}`;
}

/** The whole answer; `against` names the manifest or project compared with, `flags` are those of further commands. */
export function driftText(
  drift: Drift,
  against: string,
  flags: string,
  server: string,
  now: number,
  style: Style,
): string {
  const { changes, unchanged } = drift;
  const heading = `Project ${style.bold(oneLine(drift.project))} on ${server}, against ${against}\n`;
  if (changes.length === 0)
    return `${heading}${style.green(style.sign.done)} No drift: ${plural(unchanged, "resource")} as declared.\n`;
  const updates = changes.filter(({ action }) => action === "update");
  return [
    heading,
    foldedText(
      changes.map((change) => lineOf(change, now, style)),
      "  ",
      style,
    ),
    ...updates.map((change) => detailOf(change, style)),
    `${plural(changes.length, "difference")}, ${unchanged} as declared.`,
    `  to restore:                  ${applyCommand(changes, flags)}`,
    `  to accept it into the files: monitorctl export --patch${flags}`,
    "",
  ].join("\n");
}

function lineOf(change: Drifted, now: number, style: Style): Cell[] {
  const [sign, word] = words[change.action];
  const { changed_by: who, changed_at: at } = change;
  return [
    { text: sign, paint: style.yellow },
    wordOf(change.kind),
    { text: change.external_id, paint: style.bold },
    word,
    who === null || at === null ? "" : `last changed by ${who}, ${ageText(at, now)} ago`,
  ];
}

function detailOf(change: Drifted, style: Style): string {
  const { kind, external_id, fields } = change;
  const rows = fields.map(({ field, from, to }) =>
    to === "(secret, changed)"
      ? [field, "is another secret than declared"]
      : [field, `declared ${listText(to)}, is ${listText(from)}`],
  );
  return `${style.yellow("~")} ${wordOf(kind)} ${style.bold(oneLine(external_id))}\n${linesText(rows, "    ")}`;
}

function listText(value: unknown): string {
  return Array.isArray(value) && value.every((v) => typeof v === "string")
    ? `[${value.join(", ")}]`
    : valueText(value);
}

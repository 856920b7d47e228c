/**
 * A plan as people read it: one line for each resource that changes, then each field that changes, and
 * what is the same only counted. The same text before and after; only the words say which it is.
 */
import type { Plan, PlannedChange } from "../../api/declaration.ts";
import type { Style } from "./style.ts";
import { linesText, type Cell } from "./table.ts";
import { counted, oneLine } from "./text.ts";

/** Where a resource is declared, `monitors.yaml:18`; null: not known. */
export type LineOf = (
  kind: PlannedChange["kind"],
  external_id: string,
) => string | null;

const nouns = {
  users: "user",
  alert_groups: "alert_group",
  health_check_monitors: "health_check_monitor",
  webhook_monitors: "webhook_monitor",
} as const;

/** The whole plan, or what was applied. */
export function planText(
  plan: Plan,
  server: string,
  lineOf: LineOf,
  style: Style,
): string {
  const changes = plan.changes.filter((c) => c.action !== "unchanged");
  const updates = changes.filter((c) => c.action === "update");
  const heading = `${plan.applied ? "Applied" : "Plan for"} project ${style.bold(oneLine(plan.project))} on ${server}`;
  const sections =
    changes.length === 0
      ? []
      : [
          `${heading}\n`,
          listText(changes, style),
          ...updates.map((change) => updateText(change, lineOf, style)),
        ];
  return [...sections, summaryText(plan, style)].join("\n");
}

/** `1 to create, 2 to update, 14 unchanged.`, and the warnings. */
export function summaryText(plan: Plan, style: Style): string {
  const count = (action: PlannedChange["action"]) =>
    plan.changes.filter((change) => change.action === action).length;
  const words = plan.applied
    ? { create: "created", update: "updated" }
    : { create: "to create", update: "to update" };
  const parts = (["create", "update"] as const)
    .filter((action) => count(action) > 0)
    .map((action) => `${count(action)} ${words[action]}`);
  const unchanged = count("unchanged");
  const counts =
    parts.length === 0
      ? `Nothing to do: ${counted(unchanged, "resource")} unchanged.`
      : `${[...parts, ...(unchanged > 0 ? [`${unchanged} unchanged`] : [])].join(", ")}.`;
  const done = plan.applied && parts.length > 0;
  const lines = [
    done ? `${style.green(style.sign.done)} ${counts}` : counts,
    ...plan.warnings.map(
      (warning) => `${style.yellow(style.sign.warn)} ${oneLine(warning)}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** The addresses of webhook monitors that an apply created; nothing when it created none. */
export function webhooksText(plan: Plan): string {
  const rows = plan.changes
    .filter((c) => c.action === "create" && c.webhook_url !== undefined)
    .map((c) => [c.external_id, c.webhook_url!]);
  return rows.length === 0
    ? ""
    : `\nPost error reports to:\n${linesText(rows, "  ")}`;
}

function listText(changes: readonly PlannedChange[], style: Style): string {
  return linesText(
    changes.map((change): Cell[] => {
      const created = change.action === "create";
      const paint = created ? style.green : style.yellow;
      return [
        { text: created ? "+" : "~", paint },
        nouns[change.kind],
        { text: change.external_id, paint: style.bold },
        created ? "create" : topFields(change).join(", "),
      ];
    }),
    "  ",
  );
}

/** Names of the changed fields; of headers each. */
function topFields(change: PlannedChange): string[] {
  return change.fields.map(({ field }) => field);
}

function updateText(
  change: PlannedChange,
  lineOf: LineOf,
  style: Style,
): string {
  const { kind, external_id, fields } = change;
  const place = lineOf(kind, external_id);
  const head = `${style.yellow("~")} ${nouns[kind]} ${style.bold(oneLine(external_id))}${place ? `  ${style.dim(oneLine(place))}` : ""}\n`;
  return (
    head +
    linesText(
      fields.map(({ field, from, to }) => [
        field,
        changeText(field, from, to, style),
      ]),
      "    ",
    )
  );
}

function changeText(
  field: string,
  from: unknown,
  to: unknown,
  style: Style,
): string {
  if (field === "members" && Array.isArray(from) && Array.isArray(to)) {
    const [before, after] = [from as string[], to as string[]];
    return [
      ...after.filter((m) => !before.includes(m)).map((m) => `+ ${m}`),
      ...before.filter((m) => !after.includes(m)).map((m) => `- ${m}`),
    ].join("  ");
  }
  if (typeof to === "string" && to === "(secret, changed)") return to;
  return `${valueText(from)} ${style.sign.arrow} ${valueText(to)}`;
}

/** Words as they are; anything that could be misread in quotes. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return "(none)";
  if (typeof value === "string" && /^[^\s"]\S*( \S+)*$/.test(value))
    return value;
  return JSON.stringify(value);
}

/**
 * Prints a plan for people: a line for each changed resource, deletions first, then the changed fields. Unchanged
 * resources are only counted. A long plan begins with its counts and is cut, because a log of 18,000 lines is not read.
 * The text after an apply is the same, in the past tense.
 */
import type { Plan, PlannedChange } from "../../api/declaration.ts";
import { allFieldsOf, factsOf, wordOf } from "../../resource/resources.ts";
import { defaultsOf, type FieldTable } from "../../resource/field.ts";
import { manifestFields } from "../../resource/manifest.ts";
import type { Style } from "./style.ts";
import { foldedText, linesText, type Cell } from "./table.ts";
import { plural } from "../../core/text/plural.ts";
import { oneLine } from "./text.ts";

/** Where a resource is declared, `monitors.yaml:18`; null: not known. */
export type LineOf = (kind: PlannedChange["kind"], external_id: string) => string | null;

type Action = PlannedChange["action"];

/** The actions of a plan, in the order of their counts. */
const actionWords = {
  create: { sign: "+", todo: "to create", done: "created" },
  update: { sign: "~", todo: "to update", done: "updated" },
  detach: { sign: ">", todo: "to detach", done: "detached" },
  delete: { sign: "-", todo: "to DELETE", done: "DELETED" },
} as const;
type Doing = keyof typeof actionWords;
const doings = Object.keys(actionWords) as Doing[];

export const signOf = (action: Action): string =>
  action === "unchanged" ? "=" : actionWords[action].sign;

export interface PlanShown {
  /** Without the fields. */
  brief?: boolean;
  /** A line for each unchanged resource, too. */
  unchanged?: boolean;
}

/** The whole plan, or the applied changes. */
export function planText(
  plan: Plan,
  server: string,
  lineOf: LineOf,
  style: Style,
  { brief = false, unchanged = false }: PlanShown = {},
): string {
  const changes = shownChanges(plan, unchanged);
  const listed = changes.slice(0, mostListed);
  const detailed = brief ? [] : detailedChanges(listed);
  const heading = `${plan.applied ? "Applied" : "Plan for"} project ${style.bold(oneLine(plan.project))} on ${server}`;
  const counts = changes.length > screen ? `: ${countsText(plan)}` : "";
  const left = changes.length - listed.length;
  const sections =
    changes.length === 0
      ? []
      : [
          `${heading}${counts}\n`,
          listText(listed, style) +
            (left > 0 ? `  ${style.sign.more} and ${left} more (-o json lists all)\n` : ""),
          ...detailed.map((change) => detailsText(change, lineOf, style)),
        ];
  return [...sections, summaryText(plan, style)].join("\n");
}

/** More lines than this push the first of them off a terminal. */
const screen = 20;

/** Changes with a line in a text for people. */
const mostListed = 500;

/** The changes that have a line of their own: deletions first, and last the unchanged resources, when they are asked for. */
export function shownChanges({ changes }: Plan, unchanged: boolean): PlannedChange[] {
  const of = (...actions: Action[]) => changes.filter(({ action }) => actions.includes(action));
  return [
    ...of("delete", "detach"),
    ...of("create", "update"),
    ...(unchanged ? of("unchanged") : []),
  ];
}

/** `1 to create, 2 to update, 14 unchanged.` */
export function countsText(plan: Plan): string {
  const count = (action: Action) =>
    plan.changes.filter((change) => change.action === action).length;
  const parts = doings
    .filter((action) => count(action) > 0)
    .map((action) => `${count(action)} ${actionWords[action][plan.applied ? "done" : "todo"]}`);
  const unchanged = count("unchanged");
  return parts.length === 0
    ? `Nothing to do: ${plural(unchanged, "resource")} unchanged.`
    : `${[...parts, ...(unchanged > 0 ? [`${unchanged} unchanged`] : [])].join(", ")}.`;
}

/** The warnings, and the resources that are no longer declared. */
export function remarksOf({ warnings, undeclared = [] }: Plan): string[] {
  if (undeclared.length === 0) return warnings;
  const named = undeclared
    .slice(0, mostNamed)
    .map(({ kind, external_id }) => `${wordOf(kind)} ${external_id}`);
  const left = undeclared.length - named.length;
  const are = undeclared.length === 1 ? "is" : "are";
  return [
    ...warnings,
    `${plural(undeclared.length, "resource")} of this project ${are} no longer declared: ${named.join(", ")}${left > 0 ? ` and ${left} more` : ""} (--prune deletes what is no longer declared)`,
  ];
}

/** Resources that are named in a sentence. */
const mostNamed = 5;

/** The fields of a change that are shown: of a new resource those that are not the default. */
function shownFields({ kind, action, fields }: PlannedChange): PlannedChange["fields"] {
  if (action !== "create") return action === "update" ? fields : [];
  const defaults: Record<string, unknown> = defaultsOf(manifestFields[kind] as FieldTable);
  return fields.filter(
    ({ field, to }) =>
      field !== "external_id" &&
      to !== null &&
      JSON.stringify(to) !== JSON.stringify(defaults[field] ?? null),
  );
}

/** The fields of a change, each with its text: of a new resource the value, else the change. */
export function fieldRows(change: PlannedChange, style: Style): [field: string, text: string][] {
  const { kind, action } = change;
  return shownFields(change).map((one) => [
    one.field,
    action === "create" ? valueText(one.to) : changeText(kind, one, style),
  ]);
}

/** The changes with lines beneath them. Many new resources would hide the rest. */
export function detailedChanges(changes: readonly PlannedChange[]): PlannedChange[] {
  const created = changes.filter(({ action }) => action === "create").length;
  return changes.filter(
    (change) =>
      (change.turns ?? []).length > 0 ||
      ((change.action !== "create" || created <= mostDetailed) && shownFields(change).length > 0),
  );
}

/** New resources whose fields are shown. */
const mostDetailed = 100;

/** The counts and the warnings. */
export function summaryText(plan: Plan, style: Style): string {
  const counts = countsText(plan);
  const done = plan.applied && plan.changes.some(({ action }) => action !== "unchanged");
  const lines = [
    done ? `${style.green(style.sign.done)} ${counts}` : counts,
    ...remarksOf(plan).map((text) => `${style.yellow(style.sign.warn)} ${oneLine(text)}`),
    ...(plan.prune_max_needed === undefined
      ? []
      : [
          `${style.yellow(style.sign.warn)} this plan deletes ${plural(plan.prune_max_needed, "resource")}, above the limit: pass --prune-max ${plan.prune_max_needed} to allow it`,
        ]),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * The URLs of webhook monitors that an apply created; empty when it created none. They are secrets: where `printsUrls` is
 * false, the text says how to get them.
 */
export function webhooksText(plan: Plan, printsUrls: (count: number) => boolean): string {
  const rows = plan.changes
    .filter((c) => c.action === "create" && c.webhook_url !== undefined)
    .map((c) => [c.external_id, c.webhook_url!]);
  if (rows.length === 0) return "";
  return printsUrls(rows.length)
    ? `\nWebhook URLs:\n${linesText(rows, "  ")}`
    : `\n${plural(rows.length, "webhook URL")} created. Print one: monitorctl webhook url wh/${oneLine(rows[0]![0]!)} (--show-urls prints all)\n`;
}

function listText(changes: readonly PlannedChange[], style: Style): string {
  const paints = {
    create: style.green,
    update: style.yellow,
    detach: style.yellow,
    delete: style.red,
    unchanged: style.dim,
  };
  return foldedText(
    changes.map((change): Cell[] => {
      const { action } = change;
      return [
        { text: signOf(action), paint: paints[action] },
        wordOf(change.kind),
        { text: change.external_id, paint: style.bold },
        whatText(change),
      ];
    }),
    "  ",
    style,
  );
}

/** Names of the changed fields, or the action on the whole resource. */
function whatText(change: PlannedChange): string {
  const { kind, action, fields, title } = change;
  switch (action) {
    case "create":
      return creation(change).filter(Boolean).join("  ");
    case "update":
      return fields.map(({ field }) => field).join(", ");
    case "delete":
      return `delete  ${title}${endOfUrl(kind)}`;
    case "detach":
      return `detach (unmanaged)  ${title}`;
    default:
      return action;
  }
}

/** The verb for a new resource, and for one that comes back the reason, else an empty text. */
export const creation = ({ kind, deleted_at }: PlannedChange): [verb: string, note: string] =>
  deleted_at === undefined
    ? ["create", ""]
    : [
        "restore",
        `deleted at ${deleted_at}; its history${factsOf(kind).hasAddress ? " and URL come" : " comes"} back`,
      ];

/** A deletion ends the inbound URL too; a changed external_id without previous_id is a deletion. */
export const endOfUrl = (kind: PlannedChange["kind"]): string =>
  factsOf(kind).hasAddress ? "; its inbound URL stops working" : "";

function detailsText(change: PlannedChange, lineOf: LineOf, style: Style): string {
  const { kind, external_id, action, turns = [] } = change;
  const place = lineOf(kind, external_id);
  const sign = action === "update" ? style.yellow("~") : style.green(signOf(action));
  const head = `${sign} ${wordOf(kind)} ${style.bold(oneLine(external_id))}${place ? `  ${style.dim(oneLine(place))}` : ""}\n`;
  return (
    head +
    linesText(fieldRows(change, style), "    ") +
    turns.map((line) => `    ${oneLine(line).replaceAll("→", style.sign.arrow)}\n`).join("")
  );
}

/** `60 → 30`; for a set of items, or a list with some more at its end, those added and those removed. */
function changeText(
  kind: PlannedChange["kind"],
  { field, from, to }: PlannedChange["fields"][number],
  style: Style,
): string {
  const part = allFieldsOf(kind)[field]?.part;
  if (Array.isArray(from) && Array.isArray(to)) {
    const [before, after] = [from as string[], to as string[]];
    const [added, removed] = [
      after.filter((item) => !before.includes(item)),
      before.filter((item) => !after.includes(item)),
    ];
    const isReordered =
      String(after) !== String([...before.filter((item) => after.includes(item)), ...added]);
    if (part ? !part.ordered : isNames(before) && isNames(after) && !isReordered)
      return [...added.map((item) => `+ ${item}`), ...removed.map((item) => `- ${item}`)].join(
        "  ",
      );
  }
  if (typeof to === "string" && to === "(secret, changed)") return to;
  return `${valueText(from)} ${style.sign.arrow} ${valueText(to)}`;
}

const isNames = (list: readonly unknown[]): boolean =>
  list.every((item) => typeof item === "string" && valueText(item) === item);

/** Words as they are; anything that could be misread in quotes. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "(none)";
  if (typeof value === "string" && /^[^\s"]\S*( \S+)*$/.test(value)) return value;
  if (Array.isArray(value) && value.length > 0 && isNames(value)) return value.join(", ");
  return JSON.stringify(value);
}

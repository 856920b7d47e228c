/** Every kind of resource that has a description. */
import { alertGroup } from "./alert-group.ts";
import { device } from "./device.ts";
import { healthCheckMonitor } from "./health-check-monitor.ts";
import type { DeclaredKind, FieldTable, KindFacts, Part, Resource } from "./field.ts";
import { resourceKinds, type ResourceKind } from "./kinds.ts";
import { member } from "./member.ts";
import { schedule } from "./schedule.ts";
import { statusPage } from "./status-page.ts";
import { user } from "./user.ts";
import { webhookMonitor } from "./webhook-monitor.ts";

/** The kinds that a manifest declares. */
export const declared = {
  users: user,
  schedules: schedule,
  alert_groups: alertGroup,
  health_check_monitors: healthCheckMonitor,
  webhook_monitors: webhookMonitor,
  status_pages: statusPage,
} satisfies Record<ResourceKind, DeclaredKind>;

/** The fields of a declared kind. */
export type FieldsOf<K extends ResourceKind> = (typeof declared)[K]["fields"];

/** The same, and its parts with tables of their own. */
export type AllFieldsOf<K extends ResourceKind> = FieldsOf<K> &
  NonNullable<(typeof declared)[K]["lists"]>;

/** The noun of a kind, as people say it. */
export const wordsOf = (kind: ResourceKind): string => declared[kind].noun;

/** The declared kinds that state this fact. */
export type KindsWith<Fact extends keyof KindFacts> = {
  [K in ResourceKind]: (typeof declared)[K]["kind"] extends Record<Fact, unknown> ? K : never;
}[ResourceKind];

/** The facts of a declared kind. */
export const factsOf = (kind: ResourceKind): KindFacts => declared[kind].kind;

/** A kind in the singular and in one word, as paths and operations have it: `alert_group`. */
export const wordOf = (kind: ResourceKind): string => declared[kind].noun.replaceAll(" ", "_");

/** The declared kinds that state a fact, in their order. */
export const kindsWith = <Fact extends keyof KindFacts>(fact: Fact): KindsWith<Fact>[] =>
  resourceKinds.filter((kind): kind is KindsWith<Fact> => factsOf(kind)[fact] !== undefined);

/** A value for each declared kind. */
export const eachKind = <T>(of: (kind: ResourceKind) => T): Record<ResourceKind, T> =>
  Object.fromEntries(resourceKinds.map((kind) => [kind, of(kind)])) as Record<ResourceKind, T>;

/** These, and those that belong to one of them. */
export const described = { ...declared, devices: device, members: member };
export type DescribedKind = keyof typeof described;

/** The description of a kind, where its exact fields do not matter. */
export const descriptionOf = (kind: DescribedKind): Resource => described[kind];

/** Calculated once: a large declaration asks for them a hundred thousand times. */
const known = new Map<DescribedKind, FieldTable>();

/** The fields of a kind, and its parts with tables of their own. */
export function allFieldsOf(kind: DescribedKind): FieldTable {
  const { fields, lists } = descriptionOf(kind);
  const own = known.get(kind) ?? (lists ? { ...fields, ...lists } : fields);
  known.set(kind, own);
  return own;
}

/** A part with a table of its own, and its name. */
export type List = Part & Required<Pick<Part, "table">> & { name: string };

/** The parts of a kind that have tables of their own. */
export const listsOf = (kind: DescribedKind): List[] =>
  Object.entries(descriptionOf(kind).lists ?? {}).map(([name, { part }]) => ({
    ...(part as List),
    name,
  }));

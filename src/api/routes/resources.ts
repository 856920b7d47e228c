/** The routes of every declared kind, and those that some kinds have. */
import { declared, factsOf, kindsWith, wordOf } from "../../resource/resources.ts";
import { resourceKinds, type ResourceKind } from "../../resource/kinds.ts";
import type { AddressKind, MonitorKind } from "../../core/model/model.ts";
import {
  createConditions,
  many,
  nothing,
  ofProject,
  one,
  page,
  readConditions,
  saved,
  unlessKnown,
  writeConditions,
} from "./answers.ts";
import { Restore } from "../deleted-resources.ts";
import { HistoryEntry, Pause } from "../health-check-monitors.ts";
import { Metrics, metricsParameters } from "../history.ts";
import { limits, Type } from "../schema.ts";
import { forms, type Forms } from "./forms.ts";
import { row, tagged } from "./row.ts";

function wordsOf(kind: ResourceKind) {
  const { noun } = declared[kind];
  return { noun, a: noun.startsWith("a") ? "an" : "a", id: wordOf(kind) };
}

/** List, get, create or update, update, delete. */
function resourceRows<const K extends ResourceKind>(kind: K) {
  const { noun, a, id } = wordsOf(kind);
  const { scope } = factsOf(kind);
  const { shape, create, update, filters }: Forms<K> = forms[kind];
  const changed = { scope, kind, bodyLimit: limits.managementBody, judged: true } as const;
  return tagged(kind, {
    ...row(`GET /${kind}`, {
      id: `list_${kind}`,
      scope: "read",
      summary: `List the ${noun}s`,
      query: { external_id: Type.Optional(Type.String()), project: ofProject, ...filters, ...page },
      answer: many(shape),
    }),
    ...row(`GET /${kind}/:id`, {
      id: `get_${id}`,
      scope: "read",
      summary: `Get one ${noun}`,
      headers: readConditions,
      answer: unlessKnown(shape),
    }),
    ...row(`POST /${kind}`, {
      id: `create_${id}`,
      ...changed,
      summary: `Create ${a} ${noun}, or update the one with this external_id`,
      headers: createConditions,
      body: create,
      answer: saved(shape),
    }),
    ...row(`PUT /${kind}/:id`, {
      id: `update_${id}`,
      ...changed,
      summary: `Change fields of ${a} ${noun}; those left out keep their value`,
      headers: writeConditions,
      body: update,
      answer: one(shape),
    }),
    ...row(`DELETE /${kind}/:id`, {
      id: `delete_${id}`,
      scope,
      summary: `Delete ${a} ${noun}`,
      headers: writeConditions,
      answer: nothing,
    }),
  });
}

function restoreRow<const K extends ResourceKind>(kind: K) {
  const { noun, id } = wordsOf(kind);
  const { shape }: Forms<K> = forms[kind];
  return tagged(
    kind,
    row(`POST /${kind}/:id/restore`, {
      id: `restore_${id}`,
      scope: factsOf(kind).scope,
      summary: `Restore a deleted ${noun}: its id, history and URL stay, and no project declares it`,
      body: Restore,
      judged: true,
      answer: one(shape),
    }),
  );
}

function monitorRows<const K extends MonitorKind>(kind: K) {
  const { noun, id } = wordsOf(kind);
  const { shape }: Forms<K> = forms[kind];
  return tagged(kind, {
    ...row(`POST /${kind}/:id/pause`, {
      id: `pause_${id}`,
      scope: "write",
      summary: `Pause a ${noun}: it opens no incident until it is resumed`,
      body: Pause,
      answer: one(shape),
    }),
    ...row(`POST /${kind}/:id/resume`, {
      id: `resume_${id}`,
      scope: "write",
      summary: `Resume a ${noun}`,
      answer: one(shape),
    }),
    ...row(`GET /${kind}/:id/history`, {
      id: `list_${id}_history`,
      scope: "read",
      summary: `The changes of status of a ${noun}, oldest first`,
      query: page,
      answer: many(HistoryEntry),
    }),
    ...row(`GET /${kind}/:id/metrics`, {
      id: `get_${id}_metrics`,
      scope: "read",
      summary: `Response times, checks and error reports of a ${noun}, in equal steps`,
      query: metricsParameters,
      answer: one(Metrics, "The steps, oldest first."),
    }),
  });
}

function rotateRow<const K extends AddressKind>(kind: K) {
  const { noun, a, id } = wordsOf(kind);
  const { shape }: Forms<K> = forms[kind];
  return tagged(
    kind,
    row(`POST /${kind}/:id/rotate_webhook`, {
      id: `rotate_${id}_webhook`,
      scope: "write",
      summary: `Give ${a} ${noun} a new webhook URL; the present one goes on working for 24 hours`,
      answer: one(shape),
    }),
  );
}

/** A ping key has a row of its own: jobs and tools are changed by different people. */
export const pingKeys = tagged("alert_groups", {
  "POST /alert_groups/:id/rotate_ping_key": {
    id: "rotate_alert_group_ping_key",
    scope: "write",
    summary: "Give an alert group a new ping key; the present one goes on working for 24 hours",
    answer: one(forms.alert_groups.shape),
  },
});

/** The rows of all kinds, whose types are those of one kind each. */
const joined = <Rows>(rows: readonly object[]) => Object.assign({}, ...rows) as Rows;

type Rows = { [K in ResourceKind]: ReturnType<typeof resourceRows<K>> };
type Restores = { [K in ResourceKind]: ReturnType<typeof restoreRow<K>> };
type Monitors = { [K in MonitorKind]: ReturnType<typeof monitorRows<K>> };
type Rotations = { [K in AddressKind]: ReturnType<typeof rotateRow<K>> };
type Joined<Of> = { [K in keyof Of]: (rows: Of[K]) => void }[keyof Of] extends (
  rows: infer All,
) => void
  ? All
  : never;

/** Routes of every kind. */
export const resourceRoutes = joined<Joined<Rows>>(resourceKinds.map(resourceRows));
/** Routes that bring a deleted resource back. */
export const restores = joined<Joined<Restores>>(resourceKinds.map(restoreRow));
/** Routes of the kinds that are monitors. */
export const monitors = joined<Joined<Monitors>>(kindsWith("isMonitor").map(monitorRows));
/** Routes of the kinds that have a webhook URL. */
export const rotations = joined<Joined<Rotations>>(kindsWith("hasAddress").map(rotateRow));

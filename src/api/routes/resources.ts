/** The routes of every declared kind, and those that some kinds have. */
import { declared } from "../../resource/resources.ts";
import type { ResourceKind } from "../../core/model/model.ts";
import {
  createConditions,
  many,
  nothing,
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
import type { Forms } from "./forms.ts";
import { row, tagged } from "./row.ts";
import { limits, Type, type TSchema } from "../schema.ts";

function wordsOf(kind: ResourceKind) {
  const { noun } = declared[kind];
  return { noun, a: noun.startsWith("a") ? "an" : "a", id: noun.replaceAll(" ", "_") };
}

/** List, get, create or update, update, delete. */
export function resourceRows<const Kind extends ResourceKind, Of extends Forms>(
  kind: Kind,
  { shape, create, update, filters, scope }: Of,
) {
  const { noun, a, id } = wordsOf(kind);
  const changed = { scope, kind, bodyLimit: limits.managementBody, judged: true } as const;
  return tagged(kind, {
    ...row(`GET /${kind}`, {
      id: `list_${kind}`,
      scope: "read",
      summary: `List the ${noun}s`,
      query: { external_id: Type.Optional(Type.String()), ...(filters as Of["filters"]), ...page },
      answer: many(shape as Of["shape"]),
    }),
    ...row(`GET /${kind}/:id`, {
      id: `get_${id}`,
      scope: "read",
      summary: `Get one ${noun}`,
      headers: readConditions,
      answer: unlessKnown(shape as Of["shape"]),
    }),
    ...row(`POST /${kind}`, {
      id: `create_${id}`,
      ...changed,
      summary: `Create ${a} ${noun}, or update the one with this external_id`,
      headers: createConditions,
      body: create as Of["create"],
      answer: saved(shape as Of["shape"]),
    }),
    ...row(`PUT /${kind}/:id`, {
      id: `update_${id}`,
      ...changed,
      summary: `Change fields of ${a} ${noun}; those left out keep their value`,
      headers: writeConditions,
      body: update as Of["update"],
      answer: one(shape as Of["shape"]),
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

export function restoreRow<const Kind extends ResourceKind, Of extends Forms>(
  kind: Kind,
  { shape, scope }: Of,
) {
  const { noun, id } = wordsOf(kind);
  return tagged(
    kind,
    row(`POST /${kind}/:id/restore`, {
      id: `restore_${id}`,
      scope,
      summary: `Restore a deleted ${noun}: its id, history and URL stay, and no project declares it`,
      body: Restore,
      judged: true,
      answer: one(shape as Of["shape"]),
    }),
  );
}

/** The kinds of monitors. */
export type MonitorKind = "health_check_monitors" | "webhook_monitors";

export function monitorRows<const Kind extends MonitorKind, Shape extends TSchema>(
  kind: Kind,
  shape: Shape,
) {
  const { noun, id } = wordsOf(kind);
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
  });
}

export function metricsRow<const Kind extends MonitorKind>(kind: Kind) {
  const { noun, id } = wordsOf(kind);
  return tagged(
    kind,
    row(`GET /${kind}/:id/metrics`, {
      id: `get_${id}_metrics`,
      scope: "read",
      summary: `Response times, checks and error reports of a ${noun}, in equal steps`,
      query: metricsParameters,
      answer: one(Metrics, "The steps, oldest first."),
    }),
  );
}

/** Of the kinds that have a webhook URL. */
export function rotateRow<
  const Kind extends "alert_groups" | "webhook_monitors",
  Shape extends TSchema,
>(kind: Kind, shape: Shape) {
  const { noun, a, id } = wordsOf(kind);
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

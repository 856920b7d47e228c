/** Reads of webhook URLs, and of the inbound events that were posted to them. */
import { and, asc, eq, getTableColumns, gt, gte, inArray, lt, or, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type {
  Addressed,
  InboundEvent,
  Incident,
  Instant,
  SourceKind,
  WebhookAuth,
  AddressKind,
} from "../../core/model/model.ts";
import type { InboundMapping } from "../../resource/inbound-mapping.ts";
import { hashWebhookId } from "../../core/access/webhook-id.ts";
import type { Context } from "../queries/context.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import { afterPosition, inOrder, when, type PageQuery, type Reader } from "../queries/reader.ts";

/** Characters of a body that a list shows. */
const previewLength = 1024;

/** The secret that is agreed with a sender. */
export interface InboundAuth {
  kind: WebhookAuth;
  secret: string;
  timestamp_header: string | null;
}

/** The monitor or group that a webhook URL belongs to. */
export interface InboundTarget {
  kind: Exclude<SourceKind, "health_check_monitor">;
  id: string;
  org_id: string;
  /** The URL was rotated and works until then; null: it is the current one. */
  until: Instant | null;
  /** The credential that a sender must present beside the URL; null: none. */
  auth: InboundAuth | null;
  /** How its bodies are read; null: as their format says. */
  mapping: InboundMapping | null;
}

/** A page of inbound events; absent filters match all. */
export interface InboundQuery extends PageQuery {
  target_id?: string | undefined;
  refused?: boolean | undefined;
}

/** Hashes of webhook ids that are read at once. */
const hashesAtOnce = 1000;

/** A column of hashes of secrets in URLs: of webhook ids or ping keys, the current ones or those that they replaced. */
export type HashColumn =
  | { kind: Exclude<AddressKind, "alert_groups">; column: "webhook_hash" | "previous_webhook_hash" }
  | {
      kind: "alert_groups";
      column: "webhook_hash" | "previous_webhook_hash" | "ping_key_hash" | "previous_ping_key_hash";
    };

/** A page of the hashes in a column, in their order. */
export type HashQuery = HashColumn & {
  /** The last hash of the page before; `""`: the first page. */
  after: string;
};

/** An inbound event as a line of a list. */
export type InboundSummary = Omit<InboundEvent, "body" | "headers">;

/** The target of a webhook URL, and until when the URL is valid, if it was rotated. */
function addressOf(
  row: { id: string; org_id: string } & Pick<Addressed, "webhook_hash" | "previous_webhook_until">,
  hash: string,
) {
  const { id, org_id } = row;
  const until = row.webhook_hash === hash ? null : (row.previous_webhook_until ?? 0);
  return { id, org_id, until };
}

export function inboundReads({ t, db, of, kit }: Context, read: Reader) {
  const table = t.inbound_events;
  const { webhook_monitors: monitors } = t;
  /** Without the rest of the row: thousands of URLs are looked up after a change, and the secrets of each would be opened. */
  const monitorBy = (column: SQLiteColumn) =>
    taking((p: Placeholders<{ hash: string }>) =>
      db
        .select({
          id: monitors.id,
          org_id: monitors.org_id,
          webhook_hash: monitors.webhook_hash,
          previous_webhook_until: monitors.previous_webhook_until,
        })
        .from(monitors)
        .where(eq(column, p("hash"))),
    );
  const inGroup = taking((p: Placeholders<{ org_id: string; group_id: string; name: string }>) =>
    db
      .select({ id: monitors.id })
      .from(monitors)
      .where(
        and(
          eq(monitors.org_id, p("org_id")),
          eq(monitors.external_id, p("name")),
          eq(monitors.alert_group_id, p("group_id")),
        ),
      ),
  );
  const byHash = monitorBy(monitors.webhook_hash);
  const byPreviousHash = monitorBy(monitors.previous_webhook_hash);
  const revision = db
    .select({ all: sql<number>`cast(sum(${t.organizations.revision}) as bigint)` })
    .from(t.organizations);
  /** By ids alone: SQLite would rather go through all monitors of the organization. */
  const webhookIdsAmong = taking((p: Placeholders<{ ids: string }>) =>
    db
      .select({ id: monitors.id, org_id: monitors.org_id, webhook_id: monitors.webhook_id })
      .from(monitors)
      .where(kit.isIn(monitors.id, p("ids"))),
  );
  const statusOf = (refused: boolean | undefined) =>
    when(refused, (v) => (v ? gte(table.http_status, 400) : lt(table.http_status, 400)));

  return {
    /** Null: no monitor and no group has, or had last, this webhook id. */
    inbound_target: read(function* (webhook_id: string): Procedure<InboundTarget | null> {
      const hash = hashWebhookId(webhook_id);
      const monitor = (yield* first(byHash, { hash })) ?? (yield* first(byPreviousHash, { hash }));
      if (monitor)
        return { kind: "webhook_monitor", ...addressOf(monitor, hash), auth: null, mapping: null };
      const group =
        (yield* of.alert_groups.first({ webhook_hash: hash })) ??
        (yield* of.alert_groups.first({ previous_webhook_hash: hash }));
      if (!group) return null;
      const { webhook_auth, webhook_secret, webhook_timestamp_header } = group;
      return {
        kind: "alert_group",
        ...addressOf(group, hash),
        mapping: group.inbound_mapping,
        auth:
          webhook_auth === null
            ? null
            : {
                kind: webhook_auth,
                secret: webhook_secret ?? "",
                timestamp_header: webhook_timestamp_header,
              },
      };
    }),

    /**
     * The webhook monitor of a ping, by the ping key of its group and its `external_id`, with a slash between them. The
     * group itself: none of its webhook monitors is named so. Null: no group has, or had last, this ping key.
     */
    ping_target: read(function* (address: string): Procedure<InboundTarget | null> {
      const [key = "", ...name] = address.split("/");
      const hash = hashWebhookId(key);
      const group =
        (yield* of.alert_groups.first({ ping_key_hash: hash })) ??
        (yield* of.alert_groups.first({ previous_ping_key_hash: hash }));
      if (!group) return null;
      const { id: group_id, org_id } = group;
      const until = group.ping_key_hash === hash ? null : (group.previous_ping_key_until ?? 0);
      const monitor = yield* first(inGroup, { org_id, group_id, name: name.join("/") });
      const rest = { org_id, until, auth: null, mapping: null };
      return monitor
        ? { kind: "webhook_monitor", id: monitor.id, ...rest }
        : { kind: "alert_group", id: group_id, ...rest };
    }),

    /** The hashes of all webhook ids or ping keys, a page at a time; those of URLs that were replaced stay for good. */
    webhook_hashes: read(function* ({ after, ...query }: HashQuery): Procedure<string[]> {
      const { kind } = query;
      const of =
        query.kind === "alert_groups" ? t[query.kind][query.column] : t[query.kind][query.column];
      const page = yield* rows(
        db
          .select({ hash: sql<string>`${of}` })
          .from(t[kind])
          .where(gt(of, after))
          .orderBy(asc(of))
          .limit(hashesAtOnce),
      );
      return page.map(({ hash }) => hash);
    }),

    /** Another number after each change of a declared resource. */
    inbound_revision: read(function* (): Procedure<number> {
      return (yield* first(revision))?.all ?? 0;
    }),

    /** The webhook ids of those of these monitors that the organization has, by the id of the monitor. */
    webhook_ids: read(function* (
      org_id: string,
      ids: readonly string[],
    ): Procedure<Map<string, string>> {
      const all = yield* rows(webhookIdsAmong, { ids: JSON.stringify(ids) });
      const own = all.filter((monitor) => monitor.org_id === org_id);
      return new Map(own.map(({ id, webhook_id }) => [id, webhook_id]));
    }),

    /** Bodies are cut to their beginning. */
    inbound_events: read(function* (query: InboundQuery): Procedure<InboundEvent[]> {
      const { body, ...columns } = getTableColumns(table);
      return yield* rows(
        db
          .select({
            ...columns,
            // A thousand whole bodies would be a gigabyte.
            body: sql<string>`substr(${body}, 1, ${previewLength})`,
          })
          .from(table)
          .where(
            and(
              eq(table.org_id, query.org_id),
              afterPosition(table.received_at, table.id, query),
              when(query.target_id, (v) => eq(table.target_id, v)),
              statusOf(query.refused),
            ),
          )
          .orderBy(...inOrder(table.received_at, table.id, query))
          .limit(query.limit),
      );
    }),

    inbound_event: read(function* (org_id: string, id: string): Procedure<InboundEvent | null> {
      return (yield* of.inbound_events.first({ id, org_id })) ?? null;
    }),

    /** The incidents that deliveries opened or resolved. */
    incidents_of_deliveries: read(function* (
      org_id: string,
      of: readonly Pick<InboundEvent, "id" | "target_id">[],
    ): Procedure<Incident[]> {
      const { incidents } = t;
      const ids = of.map(({ id }) => id);
      if (ids.length === 0) return [];
      return yield* rows(
        db
          .select()
          .from(incidents)
          .where(
            and(
              eq(incidents.org_id, org_id),
              inArray(incidents.source_id, [...new Set(of.map(({ target_id }) => target_id))]),
              or(inArray(incidents.opened_by, ids), inArray(incidents.resolved_by, ids)),
            ),
          )
          .orderBy(asc(incidents.number)),
      );
    }),

    /** The deliveries that opened and resolved an incident, as far as they are kept. */
    deliveries_of_incident: read(function* (
      incident: Pick<Incident, "org_id" | "opened_by" | "resolved_by">,
    ): Procedure<Pick<InboundEvent, "id" | "received_at">[]> {
      const { org_id, opened_by, resolved_by } = incident;
      const ids = [opened_by, resolved_by].filter((id) => id !== null);
      if (ids.length === 0) return [];
      return yield* rows(
        db
          .select({ id: table.id, received_at: table.received_at })
          .from(table)
          .where(and(eq(table.org_id, org_id), inArray(table.id, ids)))
          .orderBy(asc(table.received_at)),
      );
    }),

    /** Newest first, without bodies. */
    recent_deliveries: read(function* (
      query: PageQuery & { target_id: string | null; refused?: boolean | undefined },
    ): Procedure<InboundSummary[]> {
      const page = { ...query, order: "desc" } as const;
      const { body: _body, headers: _headers, ...columns } = getTableColumns(table);
      return yield* rows(
        db
          .select(columns)
          .from(table)
          .where(
            and(
              eq(table.org_id, page.org_id),
              page.target_id === null ? undefined : eq(table.target_id, page.target_id),
              statusOf(page.refused),
              afterPosition(table.received_at, table.id, page),
            ),
          )
          .orderBy(...inOrder(table.received_at, table.id, page))
          .limit(page.limit),
      );
    }),
  };
}

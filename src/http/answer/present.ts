/** From rows to what the API answers: instants become text, secrets become `***`. Pure. */
import type { GroupSchedule, Member } from "../../api/alert-groups.ts";
import type { ApiKey } from "../../api/keys.ts";
import type { Silence, Silenced } from "../../api/silences.ts";
import type { Answered } from "../../api/routes/forms.ts";
import type { Device } from "../../api/users.ts";
import type { ShownNow, StayOf } from "../../store/reads/resources.ts";
import type { ShownMember } from "../../store/reads/people.ts";
import type * as model from "../../core/model/model.ts";
import type { HealthStatus, InboundStatus, WebhookStatus } from "../../core/model/status.ts";
import { namesOf, type Values } from "../../resource/field.ts";
import { allows } from "../../core/access/scope.ts";
import { described, type DescribedKind, type FieldsOf } from "../../resource/resources.ts";
import { mask } from "../../core/declare/secrets.ts";
import { standingAt, type SilenceInEffect } from "../../core/silence/silenced.ts";
import { rulesOf } from "../../resource/member.ts";
import { slugOf } from "../../core/status/status-page.ts";

/** The reader of an answer. */
export type Viewer = Pick<model.ApiKey, "scopes">;

/** `YYYY-MM-DDThh:mm:ssZ`: whole seconds, rounded down. */
export function timestamp(at: model.Instant): string {
  // Applications may report any instant; outside these years the text has another form, or none.
  const second = Math.floor(Math.min(253_402_300_799_999, Math.max(0, at)) / 1000);
  if (second !== last.second)
    last = { second, text: `${new Date(second * 1000).toISOString().slice(0, 19)}Z` };
  return last.text;
}

/** The last one that was asked for: in lists it often is the next one too. */
let last = { second: 0, text: "1970-01-01T00:00:00Z" };

/** The same where there may be none. */
export const timestampOr = (at: model.Instant | null) => (at === null ? null : timestamp(at));

/** Where a webhook id is posted to. */
export const webhookUrl = (siteUrl: string, id: string) => `${siteUrl}/api/webhook/${id}`;

/** Where a webhook id is pinged; where a ping key is, with an `external_id` behind it. */
export const pingUrl = (siteUrl: string, idOrKey: string) => `${siteUrl}/ping/${idOrKey}`;

/** Where a public page is; null: it is switched off. */
export function statusPageUrl(
  siteUrl: string,
  page: Pick<model.StatusPage, "id" | "public" | "slug">,
): string | null {
  const slug = slugOf(page);
  return slug === null ? null : `${siteUrl}/status/${slug}`;
}

/**
 * Whether the caller sees values that are enough to page a user or to read the pages of one. A key that can only
 * read does not.
 */
export const seesCapabilities = (caller: Viewer): boolean => allows(caller, "write");

/** `also`: other fields that only such a caller sees. */
function address<Also extends Record<string, string>>(
  row: model.Addressed,
  siteUrl: string,
  caller: Viewer,
  also: Also,
) {
  const { webhook_id } = row;
  const secret = { webhook_id, webhook_url: webhookUrl(siteUrl, webhook_id), ...also };
  const names = Object.keys(secret);
  const hidden = Object.fromEntries(names.map((name) => [name, null]));
  const sees = seesCapabilities(caller);
  return {
    ...((sees ? secret : hidden) as { [Name in keyof typeof secret]: string | null }),
    masked: sees ? [] : names,
    previous_webhook_until: timestampOr(row.previous_webhook_until),
  };
}

/** The declared fields of a row as they may be shown: every secret is `***`. */
function declaredOf<K extends DescribedKind>(
  kind: K,
  row: Values<(typeof described)[K]["fields"]>,
): Values<(typeof described)[K]["fields"]> {
  const declared: Record<string, unknown> = {};
  const stored: Record<string, unknown> = row;
  for (const name in described[kind].fields) declared[name] = stored[name];
  return mask(kind, declared) as Values<(typeof described)[K]["fields"]>;
}

const suppression = ({ suppression: of }: model.Subject) => ({
  withheld_since: timestampOr(of?.since ?? null),
  withheld_by: of?.by.map(({ id }) => id) ?? null,
});

export const checkResult = (result: model.CheckResult) => ({
  name: result.name,
  label: result.label,
  status: result.reported_status ?? result.status,
  notificationMessage: result.notification_message,
  shortSummary: result.short_summary,
  meta: result.meta ?? null,
});

/** A resource: its declared fields, and those that the service adds. */
export function resource<K extends model.ResourceKind>(
  kind: K,
  row: ShownNow<K>,
  siteUrl: string,
  caller: Viewer,
): Answered[K] {
  const { [kind]: running } = runningStates as { [Any in K]?: RunningState<Any> };
  return {
    id: row.id,
    ...declaredOf(kind, row),
    ...running?.(row, siteUrl, caller),
    project: row.project,
    inserted_at: timestamp(row.inserted_at),
    updated_at: timestamp(row.updated_at),
  } as Answered[K];
}

const personOf = ({ user_id, email, name }: StayOf) => ({ user_id, email, name });

/** The people on call in a schedule, and the next one. */
export const onCallNow = ({ on_call, next }: Pick<ShownNow<"schedules">, "on_call" | "next">) => ({
  on_call: on_call.map((stay) => ({
    ...personOf(stay),
    until: timestampOr(stay.until),
    confirmed_at: timestampOr(stay.confirmed_at ?? null),
  })),
  next: next && { ...personOf(next), from: timestampOr(next.until) },
});

/** The generated fields of a kind, beside those of all. */
type RunningState<K extends model.ResourceKind> = (
  row: ShownNow<K>,
  siteUrl: string,
  caller: Viewer,
) => Omit<Answered[K], keyof FieldsOf<K> | "id" | "project" | "inserted_at" | "updated_at">;

const runningStates: {
  [K in model.SubjectKind | "schedules" | "status_pages"]: RunningState<K>;
} = {
  status_pages: (row, siteUrl) => ({ url: statusPageUrl(siteUrl, row) }),
  schedules: ({ gap_at, ...row }) => ({
    ...onCallNow(row),
    current_start: row.current_start,
    ...(gap_at !== undefined && { gap_at: timestampOr(gap_at) }),
  }),
  alert_groups: (row, siteUrl, caller) => ({
    ...address(row, siteUrl, caller, {
      ping_key: row.ping_key,
      ping_url: pingUrl(siteUrl, row.ping_key),
    }),
    previous_ping_key_until: timestampOr(row.previous_ping_key_until),
    inbound_status: row.subject.status as InboundStatus,
    inbound_reason: row.subject.refused_in_row > 0 ? row.subject.status_reason : null,
    last_received_at: timestampOr(row.subject.last_received_at),
    unauthenticated_count: row.subject.unauthenticated_count,
    silenced: silenced(row.silence),
  }),
  health_check_monitors: ({ subject, silence }) => ({
    status: subject.status as HealthStatus,
    status_reason: subject.status_reason,
    flapping_since: timestampOr(subject.flapping_since),
    checks_total: subject.checks_total,
    checks_passing: subject.checks_passing,
    checked_at: timestampOr(subject.checked_at),
    finished_at: timestampOr(subject.finished_at),
    last_report_at: timestampOr(subject.last_received_at),
    next_check_at: timestampOr(subject.due_at),
    last_results: subject.results?.map(checkResult) ?? null,
    paused_at: timestampOr(subject.paused_at),
    paused_until: timestampOr(subject.paused_until),
    silenced: silenced(silence),
    ...suppression(subject),
  }),
  webhook_monitors: (row, siteUrl, caller) => ({
    ...address(row, siteUrl, caller, { ping_url: pingUrl(siteUrl, row.webhook_id) }),
    status: row.subject.status as WebhookStatus,
    status_reason: row.subject.status_reason,
    flapping_since: timestampOr(row.subject.flapping_since),
    errors_in_window: row.subject.window_count,
    expected_at: timestampOr(row.subject.expected_at),
    last_success_at: timestampOr(row.subject.last_success_at),
    last_duration_ms: row.subject.last_duration_ms,
    last_received_at: timestampOr(row.subject.last_received_at),
    paused_at: timestampOr(row.subject.paused_at),
    paused_until: timestampOr(row.subject.paused_until),
    silenced: silenced(row.silence),
    ...suppression(row.subject),
  }),
};

export function member(row: ShownMember): Member {
  return { ...row, inserted_at: timestamp(row.inserted_at) };
}

export const groupSchedule = (row: model.GroupSchedule & { title: string }): GroupSchedule => ({
  schedule_id: row.schedule_id,
  title: row.title,
  turn: row.turn,
  ...rulesOf(row),
  inserted_at: timestamp(row.inserted_at),
});

/** Whether the caller sees the addresses of a person's devices: its own ones always. */
export const seesDevicesOf = (
  user_id: string,
  caller: Viewer & { user_id: string | null },
): boolean => seesCapabilities(caller) || caller.user_id === user_id;

export function device(row: model.Device, caller: Viewer & { user_id: string | null }): Device {
  const hidden = seesDevicesOf(row.user_id, caller)
    ? []
    : namesOf(described.devices.fields, ({ capability }) => capability === true);
  return {
    id: row.id,
    user_id: row.user_id,
    ...declaredOf("devices", row),
    ...Object.fromEntries(hidden.map((name) => [name, null])),
    masked: hidden,
    verified_at: timestampOr(row.verified_at),
    broken_at: timestampOr(row.broken_at),
    broken_reason: row.broken_reason,
    inserted_at: timestamp(row.inserted_at),
    updated_at: timestamp(row.updated_at),
  };
}

/** The silence in effect, as the API answers it. */
export const silenced = (in_effect: SilenceInEffect | null): Silenced =>
  in_effect && {
    silence_id: in_effect.silence.id,
    until: timestampOr(in_effect.until),
    by: in_effect.silence.created_by,
    why: in_effect.silence.reason,
    maintenance: in_effect.maintenance,
  };

export function apiKey(row: model.ApiKey): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    projects: row.projects,
    user_id: row.user_id,
    made_by: row.made_by,
    expires_at: timestampOr(row.expires_at),
    revoked_at: timestampOr(row.revoked_at),
    last_used_at: timestampOr(row.last_used_at),
    last_used_address: row.last_used_address,
    inserted_at: timestamp(row.inserted_at),
  };
}

/** A silence as of `now`. */
export function silence(row: model.Silence, now: model.Instant): Silence {
  const { org_id: _org, from, until, inserted_at, ...rest } = row;
  const { status, begins_at } = standingAt(row, now);
  return {
    ...rest,
    status,
    begins_at: timestampOr(begins_at),
    from: timestamp(from),
    until: timestampOr(until),
    inserted_at: timestamp(inserted_at),
  };
}

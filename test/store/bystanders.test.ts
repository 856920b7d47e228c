/**
 * What is done to one leaves all others as they are: a condition that a statement lacks reaches the rows of somebody else,
 * of the same organization or of another one.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { IncidentCommand } from "../../src/app/incident/incident.ts";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import type { Verbs } from "../../src/app/store.ts";
import { addressId } from "../../src/core/access/signed-action.ts";
import { sessionId } from "../../src/core/access/session.ts";
import type { ResourceKind } from "../../src/core/model/model.ts";
import { beat, newSession, night, silence as silenceOf } from "../support/builders.ts";
import { rowsOfFile } from "../support/rows.ts";
import { writerHere } from "../support/writer.ts";
import { bounds } from "./bounds.ts";
import { givenStore, minute, node } from "./contract/given.ts";
import { claimsOf, furnish, later, rules, type Furnished } from "./furnished.ts";
import { newSubscription } from "../support/browser-subscription.ts";

/** The verbs that are about no object that somebody has: the whole service, or a row that they add. */
const ofAll = [
  "allow_retention",
  "audit_export",
  "audit_refusal",
  "audit_refused_sign_in",
  "beat",
  "create_organization",
  "ensure_organization",
  "leave",
  "make_partitions",
  "notify_disk",
  "offline",
  "refuse_device_code",
  "refuse_sign_in",
  "set_people_declared_by",
  "try_provider",
] satisfies (keyof Verbs)[];

/** Rows that all people of an organization share, or the whole service. */
const shared = new Set(["organizations", "counters"]);

/** Tables without a row here: of the service, of projects, and of what is under way for a moment. Others have some of each. */
const unused = (
  "blind_periods clock last_alive nodes pauses project_parts projects provider_logouts " +
  "report_journal retention_clock rollup shift_changes unfinished_deliveries"
).split(" ");

const visit = { request_id: null, client_address: "192.0.2.1", agent: "Mail" };

type Asked = { [V in keyof Verbs]: readonly [V, Parameters<Verbs[V]>[0]] }[keyof Verbs];

/** Each verb about one object, and some about all of one, in an order in which each has an effect on what `a` has. */
function* allOf(a: Furnished): Generator<Asked> {
  yield* access(a);
  yield* devices(a);
  yield* incidents(a);
  yield* people(a);
  yield* monitors(a);
  yield* deletions(a);
}

function* access({ by, tag, ada, bo, ...a }: Furnished): Generator<Asked> {
  const user_id = ada.id;
  const session = (name: string) => newSession(`${name} ${tag}`, night + minute);
  const [hash, org_id, client_address] = [`session 1 ${tag}`, by.actor.org_id, "192.0.2.9"];
  yield ["touch_key", { key: a.key, client_address, now: later }];
  yield ["touch_session", { hash, now: later }];
  const signed = { credential_id: tag, counter: 2 };
  const passkey = { ...signed, issued_at: night + 1 };
  yield ["prove_session", { ...by, hash, method: "passkey", passkey }];
  yield ["send_proof_code", { ...by, hash, code_hash: "code" }];
  yield ["prove_by_code", { ...by, hash, code_hash: "code" }];
  const redeemed = { ...signed, counter: 3, issued_at: later, session: session("passkey") };
  yield ["redeem_passkey", redeemed];
  yield ["note_mailed_link", { id: a.spareLink.id, problem: "refused", now: night }];
  yield ["withdraw_sign_in_link", { ...by, id: a.spareLink.id }];
  yield ["redeem_sign_in_link", { hash: `link ${tag}`, session: session("link") }];
  yield ["invite_user", { ...by, user_id, hash: `other link ${tag}`, expires_at: later }];
  const of_key = { name: "laptop", prefix: "mon_abc" };
  const setup = { ...of_key, code_hash: `setup ${tag}`, key_hash: `setup key ${tag}` };
  yield ["redeem_setup_code", { ...setup, client_address, now: night }];
  yield ["create_setup_code", { ...by, hash: `account ${tag}`, expires_at: later }];
  const account = { code_hash: `account ${tag}`, name: "Di", email: `di-${tag}@example.com` };
  yield ["open_account", { ...account, session: session("account"), now: night }];
  const answer = { user_hash: `user ${tag}`, answer: "approved" } as const;
  yield ["answer_device_authorization", { ...by, user_id, ...answer }];
  const device = { hash: `device ${tag}`, key_hash: `device key ${tag}`, prefix: "mon_abc" };
  yield ["redeem_device_authorization", { ...device, client_address, now: night + minute }];
  const begun = { host: "h", program: "p", client_address, expires_at: later, now: night };
  yield ["begin_device_authorization", { hash: `d ${tag}`, user_hash: `u ${tag}`, ...begun }];
  yield ["keep_form_answer", { key: `form ${tag}`, location: "/other", now: night }];
  const scopes = ["write" as const];
  const created = { ...of_key, hash: `other key ${tag}`, scopes, expires_at: null };
  yield ["create_key", { ...by, ...created }];
  yield ["begin_session", { session: session("key"), key: { ...a.key }, name: "Ada" }];
  yield ["begin_provider_sign_in", { ...a.state, hash: `other state ${tag}` }];
  const { hash: state, browser } = a.state;
  yield ["take_provider_sign_in", { hash: state, browser, session: null, now: night }];
  const claims = claimsOf(tag);
  const arriving = { ...by, rules, claims, connects: null, id_token: "token" };
  const again = { session: session("provider"), sid: `3 ${tag}` };
  yield ["sign_in_by_provider", { ...arriving, ...again }];
  const logout = { provider: "Provider", issuer: rules.issuer, hash: `logout ${tag}` };
  const sid = { sub: null, sid: `1 ${tag}`, expires_at: later, client_address };
  yield ["end_provider_sessions", { ...logout, ...sid, org_id, now: night }];
  yield ["end_session", { ...by, hash: `session 3 ${tag}` }];
  const listed = { id: sessionId(`session 4 ${tag}`), user_id: null };
  yield ["end_listed_session", { ...by, ...listed }];
  yield ["end_other_sessions", { ...by, user_id, keep: `session 2 ${tag}` }];
  yield ["remove_identity", { ...by, user_id, id: a.identity.id }];
  const added = { credential_id: `other ${tag}`, public_key: "key", counter: 1, name: "Firefox" };
  yield ["add_passkey", { ...by, user_id: bo.id, passkey: added }];
  yield ["remove_passkey", { ...by, user_id, id: a.passkey.id }];
  yield ["revoke_key", { ...by, id: a.key.id }];
}

function* devices({ by, tag, ada, device, ...a }: Furnished): Generator<Asked> {
  const of = { ...by, user_id: ada.id };
  const later_on = { ...of, now: later };
  const changed = { given: { name: "New" }, complete: null, if_version: null };
  yield ["save_device", { ...of, id: device.id, ...changed }];
  yield ["test_device", { ...later_on, id: device.id }];
  yield ["confirm_device", { id: device.id, address: addressId(device), here: true, now: later }];
  const invited = { hash: `spare invited ${tag}`, called: "Pixel", request_id: null };
  yield ["test_invited", { ...invited, now: night }];
  yield ["confirm_invited", { hash: `invited ${tag}`, now: night + 3 * minute }];
  yield ["withdraw_invitation", { ...of, id: a.spareInvitation.id }];
  const other = { name: "Pixel", target: `other-${tag}`, server: null };
  yield ["invite_device", { ...of, ...other, hash: `other invited ${tag}`, expires_at: later }];
  const { id, target, secret } = a.spare;
  const old = { target, secret: secret! };
  const subscription = { target: `${target}-new`, secret: newSubscription().device.secret };
  const renewed = { id, old, subscription, allowed: [], request_id: null, now: later };
  yield ["renew_subscription", renewed];
  yield ["remove_device", { ...of, id }];
}

function* incidents({ by, author, ada, bo, group, help, ...a }: Furnished): Generator<Asked> {
  const { actor, now } = by;
  const { id: incident_id } = a.ofMonitor;
  const to = (command: IncidentCommand, id = incident_id): Asked => [
    "incident",
    { org_id: actor.org_id, incident_id: id, command, actor, now: night + 3 * minute },
  ];
  yield ["answer", { incident_id, device_id: a.device.id, verb: "acknowledge", now }];
  const named = { user_ids: [bo.id], alert_group_ids: [help.id] };
  yield ["ask_to_help", { ...by, incident_id, author, ...named }];
  const over = { user_id: null, alert_group_id: help.id };
  yield ["hand_over", { ...by, incident_id, author, ...over }];
  yield to({ kind: "acknowledged", ...author, user_id: ada.id });
  yield to({ kind: "unacknowledged", ...author });
  yield to({ kind: "paged_now", ...author });
  yield to({ kind: "noted", text: "Note", ...author });
  const update = { ...by, incident_id, by: "Ada", update_id: a.updates[0]!.id };
  yield ["correct_update", { ...update, message: "Other.", title: "Title", state: null }];
  yield ["delete_update", update];
  const said = { message: "Three.", title: null, state: null };
  yield ["publish", { ...by, incident_id, by: "Ada", ...said }];
  yield ["unpublish", { ...by, incident_id, by: "Ada" }];
  yield to({ kind: "resolved", reason: null, ...author });
  yield to({ kind: "reopened", incident_id, ...author });
  yield ["deliver", { subject_id: group.id, deliveries: a.deliveries }];
  yield to({ kind: "resolved", reason: null, ...author }, a.ofAlert.id);
  yield ["start_drill", { ...by, group_id: group.id }];
  const event = { id: a.delivery.id, ring: a.delivery.ring };
  yield ["replayed", { ...by, event }];
}

function* people({ by, tag, ada, bo, group, ...a }: Furnished): Generator<Asked> {
  const members = { ...by, group_id: group.id, user_id: bo.id };
  yield ["set_member", { ...members, given: { minimum_priority: 2 } }];
  yield ["remove_member", members];
  yield ["add_member", { ...by, group_id: group.id, email: `bo-${tag}@example.com` }];
  yield ["save_profile", { ...by, user_id: ada.id, given: { name: "Ada L." } }];
  yield ["set_group_schedule", { ...by, ...a.place, given: { minimum_priority: 2 } }];
  const schedule_id = a.schedule.id;
  yield ["end_override", { ...by, id: a.override.id }];
  const cover = { mode: "cover" as const, instead_of_user_id: ada.id, reason: null };
  const asked = [{ ...cover, user_id: bo.id, from: later, until: later + minute }];
  yield ["add_overrides", { ...by, schedule_id, asked, dry: false }];
  const week = 7 * 24 * 60 * minute;
  const shifts = [
    { user_id: ada.id, at: night + 2 * week },
    { user_id: bo.id, at: night + 2 * week },
  ] as const;
  yield ["swap_shifts", { ...by, schedule_id, shifts, reason: null, dry: false }];
  const feed = { hash: `other feed ${tag}`, schedule_id, user_id: ada.id };
  yield ["create_calendar_feed", { ...by, ...feed }];
  yield ["remove_calendar_feed", { ...by, id: a.feed.id }];
  yield ["remove_group_schedule", { ...by, ...a.place }];
  const page = { page_id: a.page_id, now: later };
  const [first, second] = a.subscribers.map(({ id }) => id);
  yield ["ask_to_subscribe", { ...page, email: `di@${tag}.example` }];
  yield ["confirm_subscription", { id: second!, asked_at: later, by: visit, now: later }];
  const settled = { number: 1, attempts: 0, outcome: "refused" as const };
  yield ["settle_subscriber_mail", { id: first!, ...settled, now: later }];
  yield ["remove_subscriber", { ...by, page_id: a.page_id, id: first! }];
  yield ["unsubscribe", { id: second!, by: visit, now: later }];
  const report = { user_id: ada.id, month: "2026-11", attempts: 1 };
  yield ["settle_monthly_report", { ...report, outcome: "sent", now: later }];
}

function* monitors({ by, job, errors, monitor, group, ...a }: Furnished): Generator<Asked> {
  const reason = { reason: "other" };
  yield ["correct_silence", { ...by, id: a.quiet.id, ...reason }];
  const silence = silenceOf({ monitor_id: job.id, from: night, until: null });
  yield ["create_silence", { ...by, silence }];
  const mark = { at: night, text: "Deploy", url: null, by: "Ada", monitor_id: job.id };
  yield ["add_mark", { ...by, mark: { ...mark, alert_group_id: null } }];
  yield ["remove_mark", { ...by, id: a.mark.id }];
  yield ["rotate_ping_key", { ...by, id: group.id }];
  yield ["rotate_webhook", { ...by, kind: "webhook_monitors", id: errors.id }];
  for (const signal of ["success", "fail"] as const) {
    const command = { kind: "signaled" as const, beat: beat({ signal, rid: "one" }) };
    yield ["command", { subject_id: job.id, command, now: later }];
  }
  const reports = [{ at: later, message: "boom", source: null, meta: null }];
  yield ["report", { subject_id: errors.id, reports, now: later }];
  const paused = { ...by, kind: "health_check_monitors" as const, id: monitor.id, until: null };
  yield ["pause", { ...paused, paused: true }];
  yield ["pause", { ...paused, paused: false }];
  yield ["recheck_dependents", { subject_id: monitor.id, now: later }];
}

function* deletions(a: Furnished): Generator<Asked> {
  const by = { ...a.by, now: night + 3 * minute };
  const changed = (kind: ResourceKind, id: string, given: object): Asked => [
    "save",
    { ...by, kind, id, given, complete: null, if_version: null } as Parameters<Verbs["save"]>[0],
  ];
  const removed = (kind: ResourceKind, { id }: { id: string }): Asked => [
    "remove",
    { ...by, kind, id, if_version: null },
  ];
  const page = { id: a.page_id };
  yield changed("schedules", a.schedule.id, { people: [a.bo.id] });
  yield changed("alert_groups", a.group.id, { priority_level: 3 });
  yield changed("health_check_monitors", a.child.id, { depends_on: [], interval_seconds: 90 });
  yield changed("users", a.bo.id, { role: null });
  yield removed("status_pages", page);
  yield ["restore", { ...by, kind: "status_pages", ...page, external_id: null }];
  for (const monitor of [a.child, a.monitor]) yield removed("health_check_monitors", monitor);
  for (const monitor of [a.job, a.errors]) yield removed("webhook_monitors", monitor);
  const { id } = a.job;
  yield ["restore", { ...by, kind: "webhook_monitors", id, external_id: null }];
  yield removed("webhook_monitors", a.job);
  for (const group of [a.group, a.help]) yield removed("alert_groups", group);
  yield removed("schedules", a.schedule);
  yield removed("users", a.ada);
  yield removed("users", a.bo);
}

/** Those of a list that are not in the set. */
const missing = (list: Iterable<string>, from: ReadonlySet<string>) =>
  [...list].filter((one) => !from.has(one));
const idsIn = (texts: readonly string[]) =>
  new Set(texts.flatMap((text) => text.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []));

describe("what is done to one", () => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-bystanders-"));
  const path = join(folder, "monitord.db");
  const open = () => openSqlite({ path, now: night }, writerHere);
  const given = givenStore({ open, reopen: open });
  afterAll(() => rmSync(folder, { recursive: true }));
  const rows = () =>
    Object.entries(rowsOfFile(path)).flatMap(([table, all]) =>
      shared.has(table) ? [] : all.map((row) => `${table} ${row}`),
    );

  test("leaves the rows of all others as they are and names none of them, in its organization and in another", async () => {
    const { store, actor } = given;
    const { org_id } = actor;
    await furnish(given, "same");
    actor.org_id = (await store.run("create_organization", { name: "other", now: night })).id;
    await furnish(given, "other");
    actor.org_id = org_id;
    const before = rows();
    const others = idsIn(before);
    for (const common of [org_id, node]) others.delete(common);
    const one = await furnish(given, "one");
    const all = Object.entries(rowsOfFile(path));
    expect(all.flatMap(([table, { length }]) => (length === 0 ? table : []))).toEqual(unused);
    let earlier = new Set(rows());
    const ofOthers = before.filter((row) => earlier.has(row));
    const naming = (texts: readonly string[]) =>
      texts.filter((text) => [...idsIn([text])].some((id) => others.has(id)));
    expect(naming(missing(earlier, new Set(ofOthers)))).toEqual([]);
    const tried = new Set<string>();
    for (const [verb, input] of allOf(one)) {
      const answer = await store.run(verb, input as never);
      expect({ verb, answer }).not.toMatchObject({ answer: { ok: false } });
      const now = new Set(rows());
      expect({ verb, gone: missing(ofOthers, now) }).toEqual({ verb, gone: [] });
      const named = naming([JSON.stringify(answer ?? null), ...missing(now, earlier)]);
      expect({ verb, named }).toEqual({ verb, named: [] });
      earlier = now;
      tried.add(verb);
    }
    const ofOne = Object.entries(bounds).flatMap(([verb, bound]) => (bound === "one" ? verb : []));
    expect(missing(ofOne, tried).toSorted()).toEqual(ofAll);
  });
});

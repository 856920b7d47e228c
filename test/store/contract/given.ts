/** What every promise starts from: an empty store with one organization, and what fills it. */
import { fromParts, toParts } from "../../../src/app/declare/parts.ts";
import type { WantedResource } from "../../../src/core/declare/plan.ts";
import { beforeEach } from "vitest";
import type { Actor } from "../../../src/app/audit.ts";
import type { PushClaim, PushOutcome } from "../../../src/core/paging/push.ts";
import type { SaveInput } from "../../../src/app/declare/save-resource.ts";
import type { ShownResource } from "../../../src/store/reads/resources.ts";
import type { Store, Verbs } from "../../../src/app/store.ts";
import type { Reading } from "../../../src/core/command/command.ts";
import type { ResourceKind } from "../../../src/core/model/model.ts";
import { groupSpec, healthSpec, night, result, webhookSpec } from "../../support/builders.ts";

/** A store that is empty, and the same one again after it was closed or killed. */
export interface Driver {
  open(): Promise<Store>;
  reopen(store: Store): Promise<Store>;
}

type Apply = Parameters<Verbs["apply"]>[0];
export type Given = ReturnType<typeof givenStore>;

export const minute = 60_000;
/** Ids of nodes have 36 characters. */
export const node = "00000000-0000-4000-8000-00000000000a";
export const otherNode = "00000000-0000-4000-8000-00000000000b";
export const nodeOf = (id: string) => ({ id, name: "host", version: "1.0.0" });

/** Of a node that goes by the time of the database. */
export const databaseTime = { anchor: null, disturbed: false };

export const reading = (status: "ok" | "failed"): Reading => ({
  ok: true,
  finished_at: night,
  results: [result({ status })],
  remarks: [],
});

/** The answer of a push server that takes a push. */
export const accepted: PushOutcome = { kind: "delivered", http_status: 200, provider_id: null };

/** An alert group as a manifest declares it. */
export const wantedGroup = (external_id: string, more: Record<string, unknown> = {}) => ({
  kind: "alert_groups" as const,
  external_id,
  fields: { ...groupSpec({ external_id }), ...more },
});

/** Opens a store before each test and closes it afterwards. All times are `night` unless a test passes one. */
export function givenStore(driver: Driver) {
  let current: Store;
  /** The store of the running test. */
  const store: Pick<Store, "run" | "read"> = {
    run: (verb, input) => current.run(verb, input),
    get read() {
      return current.read;
    },
  };
  const actor: Actor = { org_id: "", name: "test", request_id: null };

  beforeEach(async () => {
    current = await driver.open();
    const organization = await store.run("create_organization", { name: "default", now: night });
    actor.org_id = organization.id;
    return () => current.close();
  });

  /** The same data in a store that is opened again. */
  const restart = async () => {
    current = await driver.reopen(current);
  };

  const save = (
    kind: ResourceKind,
    complete: Record<string, unknown>,
    more: Partial<SaveInput<ResourceKind>> = {},
  ) =>
    store.run("save", {
      actor,
      kind,
      id: null,
      given: complete,
      complete,
      if_version: null,
      now: night,
      ...more,
    } as SaveInput<ResourceKind>);
  const saved = async (kind: ResourceKind, fields: Record<string, unknown>) => {
    const outcome = await save(kind, fields);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    return outcome.value.resource;
  };
  const remove = (kind: ResourceKind, id: string, by: Actor = actor) =>
    store.run("remove", { actor: by, kind, id, if_version: null, now: night + 1 });

  const group = (more: Record<string, unknown> = {}) => saved("alert_groups", groupSpec(more));
  const health = async (more: Record<string, unknown> = {}) =>
    (await saved(
      "health_check_monitors",
      healthSpec({ alert_group_id: (await group()).id, fetch_retries: 0, ...more }),
    )) as ShownResource<"health_check_monitors">;
  const webhook = async (more: Record<string, unknown> = {}) =>
    (await saved(
      "webhook_monitors",
      webhookSpec({ title: "Errors", alert_group_id: (await group()).id, ...more }),
    )) as ShownResource<"webhook_monitors">;

  const addDevice = (user_id: string, target: string, more: Record<string, unknown> = {}) =>
    store.run("save_device", {
      actor,
      user_id,
      id: null,
      given: {},
      complete: {
        kind: "ntfy",
        target,
        name: "Pixel",
        server: null,
        access_token: null,
        format: null,
        secret: null,
        enabled: true,
        ...more,
      },
      if_version: null,
      now: night,
    });
  /** Ada with her phone, a member of the group. */
  const onCall = async (group_id: string) => {
    const user = await saved("users", {
      email: "Ada@example.com",
      name: "Ada",
      role: null,
      external_id: null,
    });
    await store.run("add_member", { actor, group_id, email: "ada@EXAMPLE.com", now: night });
    const device = await addDevice(user.id, "ada");
    if (!device.ok) throw new Error("no device");
    return user;
  };

  const report = (subject_id: string, now: number, count = 1) =>
    store.run("report", {
      subject_id,
      reports: Array.from({ length: count }, () => ({
        at: now,
        message: "boom",
        source: null,
        meta: null,
      })),
      now,
    });
  /** Claims the checks that are due, for a node. */
  const claimChecks = (now: number, by = node) =>
    store.run("claim_checks", { node: by, limit: 200, now });
  const checked = (subject_id: string, lease: string, of: Reading, now: number) =>
    store.run("command", { subject_id, command: { kind: "checked", lease, reading: of }, now });
  /** Answers all checks that are due alike; how many there were. */
  const check = async (of: Reading, now: number) => {
    const { due } = await claimChecks(now);
    for (const { subject_id, lease } of due) await checked(subject_id, lease, of, now);
    return due.length;
  };
  const wakeDue = (now: number) => store.run("wake_due", { limit: 200, now });
  /** Pushes to send; `busy` has how many are under way in a lane. */
  const claimPushes = async (now: number, busy: Record<string, number> = {}) =>
    (await store.run("claim_pushes", { per_lane: 8, busy, now })).due;
  const renewPushes = (claims: readonly PushClaim[], now: number) =>
    store.run("renew_pushes", { claims: [...claims], now });
  const settle = (claims: readonly PushClaim[], outcome: PushOutcome, now: number) =>
    store.run("settle_push", { claims: [...claims], outcome, started_at: now, jitter: 0.5, now });

  const apply = async (wanted: readonly WantedResource[], more: Partial<Apply> = {}) => {
    const applied = await store.run("apply", {
      actor,
      project: "shop",
      wanted: toParts(wanted),
      adopt: false,
      prune: null,
      revision: null,
      dry: false,
      now: night,
      ...more,
    });
    if (!applied.ok) return applied;
    return { ...applied, value: { ...applied.value, changes: fromParts(applied.value.changes) } };
  };
  const drift = async () => {
    const found = await store.run("drift", { actor, project: "shop", wanted: null, now: night });
    if (!found.ok) return found;
    return { ...found, value: { ...found.value, changes: fromParts(found.value.changes) } };
  };

  const page = () => ({ org_id: actor.org_id, limit: 200, after: null });
  const incidents = () => store.read.incidents(page());
  const subjectOf = async (
    kind: "health_check_monitors" | "webhook_monitors",
    id: string,
    now = night,
  ) => (await store.read.resource(kind, actor.org_id, id, now))!.subject;

  return {
    store,
    actor,
    restart,
    save,
    saved,
    remove,
    group,
    health,
    webhook,
    addDevice,
    onCall,
    report,
    claimChecks,
    checked,
    check,
    wakeDue,
    claimPushes,
    renewPushes,
    settle,
    apply,
    drift,
    page,
    incidents,
    subjectOf,
  };
}

/** Members of groups, devices of users, and pausing monitors: changes that people make by hand. */
import type { Actor, DeviceSpec, Outcome, Shown, ShownMember, Verbs } from "../../app/ports.ts";
import type { Declared, Device, Instant, Member, User } from "../../core/model/model.ts";
import { deviceFaults, keptSecrets } from "../../channel/registry.ts";
import { asTheGroup, rulesOf } from "../../core/declare/plan-members.ts";
import { rules, tidy } from "../../core/declare/rules.ts";
import { restoreMasked } from "../../core/declare/secrets.ts";
import type { Context } from "../kit/context.ts";
import { write, type Procedure } from "../kit/procedure.ts";
import { audit } from "./audit.ts";
import { shown, written } from "./save.ts";
import { command } from "./subject.ts";

export function* add_member(
  c: Context,
  { actor, group_id, email, now }: Parameters<Verbs["add_member"]>[0],
): Procedure<Outcome<{ created: boolean; member: ShownMember }>> {
  const { org_id } = actor;
  const group = yield* c.of.alert_groups.first({ id: group_id, org_id });
  if (!group) return { ok: false, why: "not_found" };
  const user = yield* c.of.users.first({ org_id, email_key: email.trim().toLowerCase() });
  if (!user)
    return {
      ok: false,
      why: "invalid",
      faults: [
        {
          field: "email",
          code: "unknown_user",
          message: `no user of the organization has the email ${email}`,
        },
      ],
    };
  const created = yield* joinGroup(c, group_id, user, now);
  if (created) yield* written(c, "add_member", "alert_groups", group, actor, now);
  return {
    ok: true,
    value: { created, member: yield* shownMember(c, group_id, user) },
  };
}

export function* set_member(
  c: Context,
  { actor, group_id, user_id, now, ...asked }: Parameters<Verbs["set_member"]>[0],
): Procedure<Outcome<ShownMember>> {
  const given = tidy("members", asked.given);
  const group = yield* c.of.alert_groups.first({ id: group_id, org_id: actor.org_id });
  const member = yield* c.of.members.first({ group_id, user_id });
  const user = yield* c.of.users.first({ id: user_id });
  if (!group || !member || !user) return { ok: false, why: "not_found" };
  const faults = rules("members", { ...member, ...given });
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  yield* c.of.members.update({ group_id, user_id }, given);
  yield* written(c, "set_member", "alert_groups", group, actor, now);
  // What was held for the old hours may go by the new ones.
  yield* write(c.q.lookAgain, { org_id: actor.org_id, now });
  c.nudge("pushes");
  return { ok: true, value: yield* shownMember(c, group_id, user) };
}

/** True when the user was not a member before. */
export function* joinGroup(
  c: Context,
  group_id: string,
  user: Pick<User, "id" | "org_id">,
  now: Instant,
): Procedure<boolean> {
  const member: Member = {
    group_id,
    user_id: user.id,
    org_id: user.org_id,
    ...asTheGroup,
    inserted_at: now,
  };
  const added = yield* c.of.members.insertNew(member);
  return added !== undefined;
}

function* shownMember(c: Context, group_id: string, user: User): Procedure<ShownMember> {
  const member = yield* c.of.members.first({ group_id, user_id: user.id });
  const devices = yield* c.of.devices.find({ user_id: user.id });
  return {
    user_id: user.id,
    email: user.email,
    name: user.name,
    devices: devices.length,
    verified_devices: devices.filter((one) => one.verified_at !== null).length,
    ...rulesOf(member ?? asTheGroup),
    inserted_at: member?.inserted_at ?? 0,
  };
}

export function* remove_member(
  c: Context,
  { actor, group_id, user_id, now }: Parameters<Verbs["remove_member"]>[0],
): Procedure<Outcome<null>> {
  const { org_id } = actor;
  const group = yield* c.of.alert_groups.first({ id: group_id, org_id });
  const member = yield* c.of.members.first({ group_id, user_id });
  if (!group || !member) return { ok: false, why: "not_found" };
  yield* c.of.members.remove({ group_id, user_id });
  yield* written(c, "remove_member", "alert_groups", group, actor, now);
  return { ok: true, value: null };
}

export function* save_device(
  c: Context,
  input: Parameters<Verbs["save_device"]>[0],
): Procedure<Outcome<{ created: boolean; device: Device }>> {
  const { actor, user_id, id, given, complete, if_version, now } = input;
  const { org_id } = actor;
  const user = yield* c.of.users.first({ id: user_id, org_id });
  if (!user) return { ok: false, why: "not_found" };
  if (id === null) {
    if (!complete) return { ok: false, why: "not_found" };
    const faults = deviceFaults(complete);
    if (faults.length > 0) return { ok: false, why: "invalid", faults };
    const device = yield* addDevice(c, user, complete, actor, now);
    return { ok: true, value: { created: true, device } };
  }
  const stored = yield* c.of.devices.first({ id, user_id });
  if (!stored) return { ok: false, why: "not_found" };
  if (if_version !== null && stored.version !== if_version)
    return { ok: false, why: "stale", version: stored.version };
  const set: Partial<DeviceSpec> & Record<string, unknown> = {
    ...restoreMasked("devices", given, stored),
  };
  const faults = [...deviceFaults({ ...stored, ...set }), ...keptSecrets(stored, given)];
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  const readdressed = (["kind", "target", "server", "access_token"] as const).some(
    (name) => name in set && set[name] !== stored[name],
  );
  Object.assign(set, { version: stored.version + 1, updated_at: now });
  // Another address is another device: what was known about the old one says nothing about it.
  if (readdressed)
    Object.assign(set, {
      verified_at: null,
      broken_at: null,
      broken_reason: null,
    });
  yield* c.of.devices.update({ id }, set);
  const device = { ...stored, ...set } as Device;
  yield* audit(c, {
    action: "update",
    kind: "devices",
    object: { ...device },
    actor,
    now,
  });
  return { ok: true, value: { created: false, device } };
}

/** A device of a person that nobody knows anything about yet. */
export function* addDevice(
  c: Context,
  { id: user_id, org_id }: Pick<User, "id" | "org_id">,
  spec: DeviceSpec,
  actor: Actor,
  now: Instant,
): Procedure<Device> {
  const device: Device = {
    ...spec,
    id: c.newId(now),
    org_id,
    user_id,
    verified_at: null,
    broken_at: null,
    broken_reason: null,
    version: 1,
    inserted_at: now,
    updated_at: now,
  };
  yield* c.of.devices.insert(device);
  yield* audit(c, {
    action: "create",
    kind: "devices",
    object: { ...device },
    actor,
    now,
  });
  return device;
}

export function* remove_device(
  c: Context,
  { actor, user_id, id, now }: Parameters<Verbs["remove_device"]>[0],
): Procedure<Outcome<null>> {
  const device = yield* c.of.devices.first({ id, user_id, org_id: actor.org_id });
  if (!device) return { ok: false, why: "not_found" };
  yield* c.of.devices.remove({ id });
  yield* c.of.device_invitations.remove({ device_id: id });
  yield* audit(c, {
    action: "delete",
    kind: "devices",
    object: { ...device },
    actor,
    now,
  });
  return { ok: true, value: null };
}

export function* pause(
  c: Context,
  { actor, kind, id, until, paused, now }: Parameters<Verbs["pause"]>[0],
): Procedure<Outcome<Shown<"health_check_monitors" | "webhook_monitors">>> {
  const monitor = (yield* c.of[kind].first({ id, org_id: actor.org_id })) as
    (Declared & Record<string, unknown>) | undefined;
  if (!monitor) return { ok: false, why: "not_found" };
  yield* command(c, {
    subject_id: id,
    command: paused
      ? { kind: "paused", by: actor.name, until }
      : { kind: "resumed", by: actor.name },
    now,
  });
  yield* audit(c, {
    action: paused ? "pause" : "resume",
    kind,
    object: monitor,
    actor,
    now,
  });
  return { ok: true, value: yield* shown(c, kind, monitor) };
}

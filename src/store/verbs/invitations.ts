/** Adding a phone by a link: the invitation, its tests, and its end. */
import type { Outcome, Verbs } from "../../app/ports.ts";
import { invitationStatus, testRefused } from "../../core/access/invitation.ts";
import type { DeviceInvitation } from "../../core/model/model.ts";
import { invitedTest } from "../../core/paging/people-notification.ts";
import { deviceFaults, phoneKind } from "../../channel/registry.ts";
import type { Context } from "../kit/context.ts";
import { first, type Procedure } from "../kit/procedure.ts";
import { audit } from "./audit.ts";
import { proven, queueTest } from "./devices.ts";
import { addDevice } from "./people.ts";

type In<V extends keyof Verbs> = Parameters<Verbs[V]>[0];

export function* invite_device(
  c: Context,
  input: In<"invite_device">,
): Procedure<Outcome<DeviceInvitation>> {
  const { actor, user_id, hash, name, target, server, expires_at, now } = input;
  const { org_id } = actor;
  const user = yield* c.of.users.first({ id: user_id, org_id });
  if (!user) return { ok: false, why: "not_found" };
  const faults = deviceFaults({ kind: phoneKind, target, server });
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  const invitation: DeviceInvitation = {
    id: c.newId(now),
    org_id,
    user_id,
    hash,
    name,
    target,
    server,
    device_id: null,
    tests: 0,
    verified_at: null,
    expires_at,
    inserted_at: now,
  };
  yield* c.of.device_invitations.insert(invitation);
  yield* audit(c, {
    action: "create",
    kind: "device_invitations",
    object: { ...invitation, title: user.name ?? user.email },
    actor,
    now,
  });
  return { ok: true, value: invitation };
}

/** The first test makes the device; who presses twice at once makes one. */
export function* test_invited(
  c: Context,
  { hash, called, request_id, now }: In<"test_invited">,
): Procedure<Outcome<null>> {
  const invitation = yield* openInvitation(c, hash, now);
  const user = invitation && (yield* c.of.users.first({ id: invitation.user_id }));
  if (!invitation || !user) return { ok: false, why: "not_found" };
  const { id, org_id, device_id, tests } = invitation;
  const last = device_id === null ? undefined : yield* first(c.q.lastTest, { device_id });
  const refused = testRefused(tests, last?.inserted_at ?? null, now);
  if (refused !== null) return { ok: false, why: "conflict", message: refused };
  const actor = { org_id, name: user.name ?? user.email, request_id };
  const device =
    device_id === null
      ? yield* addDevice(
          c,
          user,
          {
            kind: phoneKind,
            name: invitation.name ?? called,
            target: invitation.target,
            server: invitation.server,
            access_token: null,
            format: null,
            secret: null,
            enabled: true,
          },
          actor,
          now,
        )
      : yield* c.of.devices.first({ id: device_id });
  if (!device) return { ok: false, why: "not_found" };
  if (!device.enabled)
    return {
      ok: false,
      why: "conflict",
      message: "This phone was switched off meanwhile: nothing is sent to it.",
    };
  yield* c.of.device_invitations.update({ id }, { device_id: device.id, tests: tests + 1 });
  yield* queueTest(c, device, invitedTest, actor, now);
  return { ok: true, value: null };
}

/** Somebody says on the page of the link that a test arrived. */
export function* confirm_invited(
  c: Context,
  { hash, now }: In<"confirm_invited">,
): Procedure<Outcome<null>> {
  const invitation = yield* openInvitation(c, hash, now);
  if (!invitation) return { ok: false, why: "not_found" };
  const { device_id } = invitation;
  const test = device_id === null ? undefined : yield* first(c.q.lastTest, { device_id });
  if (!test || device_id === null || !mayHaveArrived(test))
    return {
      ok: false,
      why: "conflict",
      message: "No test has left yet. Send one, and wait until it arrives.",
    };
  const device = yield* c.of.devices.first({ id: device_id });
  if (device) yield* proven(c, device, now);
  return { ok: true, value: null };
}

/** Also what got no answer may have rung. */
const mayHaveArrived = (test: { delivered_at: number | null; perhaps_delivered: boolean }) =>
  test.delivered_at !== null || test.perhaps_delivered;

export function* withdraw_invitation(
  c: Context,
  { actor, user_id, id, now }: In<"withdraw_invitation">,
): Procedure<Outcome<null>> {
  const invitation = yield* c.of.device_invitations.first({ id, user_id, org_id: actor.org_id });
  if (!invitation) return { ok: false, why: "not_found" };
  yield* c.of.device_invitations.remove({ id });
  yield* audit(c, {
    action: "delete",
    kind: "device_invitations",
    object: { ...invitation },
    actor,
    now,
  });
  return { ok: true, value: null };
}

/** Held, so that nobody else does something with the same link meanwhile. */
function* openInvitation(
  c: Context,
  hash: string,
  now: number,
): Procedure<DeviceInvitation | null> {
  const invitation = yield* c.of.device_invitations.hold({ hash });
  return invitation && invitationStatus(invitation, now) === "open" ? invitation : null;
}

import { addDevice, deviceAt, type DeviceSpec } from "./add-device.ts";
import { openInvitation } from "./open-invitation.ts";
import { queueTest } from "./queue-test.ts";
import { conflict, type Outcome } from "../outcome.ts";
import { testRefused } from "../../core/access/invitation.ts";
import type { Instant } from "../../core/model/model.ts";
import { invitedTest } from "../../core/paging/people-notification.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, first } from "../../store/kit/procedure.ts";
import { phoneKind } from "../../channel/registry.ts";
import type { Subscriber } from "../../channel/webpush/subscription.ts";
import { personName } from "../../core/text/person.ts";

/**
 * Queues a test for the phone of an invitation. The first test creates the device, unless the person
 * has it; concurrent requests create one. conflict: another test is not allowed yet (`core/access/invitation` decides), or the device is disabled.
 */
export function* test_invited(
  c: Context,
  {
    hash,
    called,
    subscription = null,
    request_id,
    now,
  }: {
    hash: string;
    /** The name of the device if the invitation has none. */
    called: string | null;
    /** The browser in place of the app; null: the app. */
    subscription?: Subscriber | null;
    request_id: string | null;
    now: Instant;
  },
): Procedure<Outcome<null>> {
  const invitation = yield* openInvitation(c, hash, now);
  const user = invitation && (yield* c.of.users.first({ id: invitation.user_id }));
  if (!invitation || !user) return { ok: false, why: "not_found" };
  const { id, org_id, device_id, tests } = invitation;
  if (subscription && device_id !== null)
    return conflict("This link has added a phone. Ask for a new one.");
  const last = device_id === null ? undefined : yield* first(c.q.lastTest, { device_id });
  const refused = testRefused(tests, last?.inserted_at ?? null, now);
  if (refused !== null) return conflict(refused);
  const actor = { org_id, name: personName(user), request_id };
  const spec: DeviceSpec = {
    kind: phoneKind,
    target: invitation.target,
    server: invitation.server,
    access_token: null,
    secret: null,
    ...subscription,
    name: invitation.name ?? called,
    format: null,
    enabled: true,
  };
  const device =
    device_id === null
      ? ((yield* deviceAt(c, user, spec)) ?? (yield* addDevice(c, user, spec, actor, now)))
      : yield* c.of.devices.first({ id: device_id });
  if (!device) return { ok: false, why: "not_found" };
  if (!device.enabled) return conflict("This device has been disabled, so no push is sent to it.");
  yield* c.of.device_invitations.update({ id }, { device_id: device.id, tests: tests + 1 });
  yield* queueTest(c, device, invitedTest, actor, now);
  return { ok: true, value: null };
}

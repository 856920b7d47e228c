/** Every verb that writes, by name: what `Store.run` can be asked for. Exhaustive by type. */
import type { Actor, Verbs } from "../../app/ports.ts";
import type { Context } from "../kit/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import * as access from "./access.ts";
import * as addresses from "./addresses.ts";
import { apply } from "./apply.ts";
import { claim_pushes } from "./claim.ts";
import { drift } from "./drift.ts";
import * as devices from "./devices.ts";
import { start_drill } from "./drills.ts";
import * as invitations from "./invitations.ts";
import * as keeping from "./keeping.ts";
import * as network from "./network.ts";
import * as nodes from "./nodes.ts";
import { own } from "./ownership.ts";
import * as people from "./people.ts";
import * as publishing from "./publishing.ts";
import * as pushes from "./pushes.ts";
import { release } from "./release.ts";
import { remove } from "./remove.ts";
import { save } from "./save.ts";
import * as silences from "./silences.ts";
import * as sessions from "./sessions.ts";
import * as subject from "./subject.ts";

export type Procedures = {
  [V in keyof Verbs]: (
    c: Context,
    input: Parameters<Verbs[V]>[0],
  ) => Procedure<ReturnType<Verbs[V]>>;
};

/**
 * Declaring follows one another within an organization, whichever node does it: two that find the same
 * thing missing would both make it.
 */
function declaring<I extends { actor: Actor }, O>(
  procedure: (c: Context, input: I) => Procedure<O>,
): (c: Context, input: I) => Procedure<O> {
  return function* (c, input) {
    yield* c.of.organizations.hold({ id: input.actor.org_id });
    return yield* procedure(c, input);
  };
}

export const procedures: Procedures = {
  begin: nodes.begin,
  beat: nodes.beat,
  leave: nodes.leave,
  offline: network.offline,
  online: network.online,
  command: subject.commandVerb,
  report: subject.report,
  incident: subject.incident,
  publish: publishing.publish,
  unpublish: publishing.unpublish,
  wake_due: subject.wake_due,
  release,
  claim_checks: subject.claim_checks,
  claim_pushes,
  settle_push: pushes.settle_push,
  save: declaring(save) as Procedures["save"],
  remove: declaring(remove),
  pause: people.pause,
  add_member: declaring(people.add_member),
  set_member: declaring(people.set_member),
  create_silence: silences.create_silence,
  end_silence: silences.end_silence,
  remove_member: declaring(people.remove_member),
  save_device: declaring(people.save_device),
  test_device: devices.test_device,
  confirm_device: devices.confirm_device,
  answer: devices.answer,
  start_drill: declaring(start_drill),
  remove_device: declaring(people.remove_device),
  invite_device: invitations.invite_device,
  test_invited: invitations.test_invited,
  confirm_invited: invitations.confirm_invited,
  withdraw_invitation: invitations.withdraw_invitation,
  apply: declaring(apply),
  drift: declaring(drift),
  own: declaring(own),
  create_key: access.create_key,
  revoke_key: access.revoke_key,
  touch_key: access.touch_key,
  create_setup_code: access.create_setup_code,
  redeem_setup_code: access.redeem_setup_code,
  begin_session: sessions.begin_session,
  touch_session: sessions.touch_session,
  end_session: sessions.end_session,
  create_organization: access.create_organization,
  ensure_organization: access.ensure_organization,
  rotate_webhook: declaring(addresses.rotate_webhook),
  replayed: addresses.replayed,
  prune: keeping.prune,
};

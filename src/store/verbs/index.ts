/** Every verb that writes, by name: what `Store.run` can be asked for. Exhaustive by type. */
import type { Verbs } from "../../app/ports.ts";
import type { Context } from "../context.ts";
import type { Procedure } from "../procedure.ts";
import * as access from "./access.ts";
import { apply } from "./apply.ts";
import * as keeping from "./keeping.ts";
import * as people from "./people.ts";
import * as pushes from "./pushes.ts";
import { remove } from "./remove.ts";
import { save } from "./save.ts";
import * as subject from "./subject.ts";

export type Procedures = {
  [V in keyof Verbs]: (
    c: Context,
    input: Parameters<Verbs[V]>[0],
  ) => Procedure<ReturnType<Verbs[V]>>;
};

export const procedures: Procedures = {
  begin: subject.begin,
  command: subject.commandVerb,
  report: subject.report,
  incident: subject.incident,
  wake_due: subject.wake_due,
  claim_checks: subject.claim_checks,
  claim_pushes: pushes.claim_pushes,
  settle_push: pushes.settle_push,
  save: save as Procedures["save"],
  remove,
  pause: people.pause,
  add_member: people.add_member,
  remove_member: people.remove_member,
  save_device: people.save_device,
  remove_device: people.remove_device,
  apply,
  create_key: access.create_key,
  revoke_key: access.revoke_key,
  touch_key: access.touch_key,
  create_setup_code: access.create_setup_code,
  redeem_setup_code: access.redeem_setup_code,
  create_organization: access.create_organization,
  refuse_delivery: keeping.refuse_delivery,
  prune: keeping.prune,
};

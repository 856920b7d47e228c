/** The members of an alert group as its pages show them. Pure. */
import type { WhoWould } from "../../core/explain/who-would.ts";
import type { AlertGroup, Device, Subject } from "../../core/model/model.ts";
import type { AudiencePerson } from "../../core/on-call/audience.ts";

export type ShownGroup = AlertGroup & { subject: Subject };

/** A member, and the outlook of a page to them. */
export interface OnCallMember extends AudiencePerson {
  /** How an incident that opens now would reach this person. */
  would: WhoWould;
}

/** Whether pages can be sent to it: it is enabled, and its push server did not reject it. */
export const isWorking = ({ enabled, broken_at }: Device): boolean => enabled && broken_at === null;

/** Corrects a public update or title: fields before and after, and the sentence of its timeline. Pure. */
import type { AuditChange } from "../model/event.ts";
import type { PublicUpdateState, TimelineEntry } from "../model/model.ts";

type Update = Pick<TimelineEntry, "text" | "public_state">;

/** The fields to correct; undefined: as it is. */
export interface Correction {
  message: string | undefined;
  state: PublicUpdateState | null | undefined;
  title: string | null | undefined;
}

/** The fields that differ. */
export function corrected(
  update: Update,
  public_title: string | null,
  { message = update.text, state = update.public_state, title = public_title }: Correction,
): { update: Update; title: string | null; changes: AuditChange[]; titleChanges: AuditChange[] } {
  return {
    update: { text: message, public_state: state },
    title,
    changes: [
      ...change("message", update.text, message),
      ...change("state", update.public_state, state),
    ],
    titleChanges: change("public_title", public_title, title),
  };
}

const change = (field: string, from: unknown, to: unknown): AuditChange[] =>
  from === to ? [] : [{ field, from, to }];

/** The former text of an update, for the timeline: `Identified. Orders fail.` */
export const saidOf = ({ text, public_state: state }: Update): string =>
  state === null ? text : `${state.charAt(0).toUpperCase()}${state.slice(1)}. ${text}`;

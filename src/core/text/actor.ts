/** The actor of an audit event for people. Pure. */
import type { AuditEvent } from "../model/model.ts";

/**
 * `Ada (key "ops")`. The name alone proves nothing when it was typed at sign-in, so the key stands beside it,
 * unless the actor is the key itself.
 */
export const actorText = ({ actor, key_name }: Pick<AuditEvent, "actor" | "key_name">): string =>
  key_name === null || key_name === actor ? actor : `${actor} (key "${key_name}")`;

/** `update alert_groups "On call"`. */
export const changeText = ({
  action,
  object_kind,
  object_id,
  object_title,
}: Pick<AuditEvent, "action" | "object_kind" | "object_id" | "object_title">): string =>
  `${action} ${object_kind} ${object_title === null ? object_id : `"${object_title}"`}`;

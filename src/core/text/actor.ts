/** The actor of an audit event for people. Pure. */
import type { AuditEvent, SignInMethod } from "../model/model.ts";

/** After "signed in". */
export const signInMethods: Record<SignInMethod, string> = {
  passkey: "by passkey",
  link: "by a link",
  setup_code: "by a setup code",
  key: "with an API key",
  oidc: "by single sign-on",
};

/**
 * `Ada (key "ops")`. The name alone proves nothing when it was typed at sign-in, so the key stands beside it,
 * unless the actor is the key itself.
 */
export const actorText = ({ actor, key_name }: Pick<AuditEvent, "actor" | "key_name">): string =>
  key_name === null || key_name === actor ? actor : `${actor} (key "${key_name}")`;

/** Past tenses of actions; the others are one already. */
const pastTenses: Record<string, string> = {
  create: "created",
  update: "changed",
  delete: "deleted",
  pause: "paused",
  resume: "resumed",
  drill: "started a drill of",
  end: "ended",
  take: "took a shift of",
  cover: "added cover to",
  join: "added a person to",
  away: "added an absence of",
  end_override: "ended an override of",
  revoke: "revoked",
  restore: "restored",
  begin: "began",
  approve: "approved",
  deny: "denied",
  connect: "connected",
  disconnect: "disconnected",
  invite: "invited",
  add_member: "added a member to",
  set_member: "changed a member of",
  remove_member: "removed a member from",
  set_schedule: "added a schedule to",
  remove_schedule: "removed a schedule from",
  rotate_webhook: "rotated the webhook URL of",
  rotate_ping_key: "rotated the ping key of",
  confirm_shift: "confirmed a shift of",
  sign_in: "signed in as",
  refuse_sign_in: "was refused: wrong code or key, from",
  prove: "proved to be the owner of",
  ask_proof: "asked for a code by mail in",
  refuse: "was refused, with",
  test: "tested",
  replay: "replayed",
  replay_unauthenticated: "replayed, although its sender did not present the secret,",
  correct_update: "corrected a public update of",
  delete_update: "deleted a public update of",
  subscribe: "subscribed to",
  unsubscribe: "unsubscribed from",
  remove_subscriber: "removed a subscriber of",
  export: "downloaded",
  export_subscribers: "downloaded the subscribers of",
  noted: "wrote a note on",
  paged_now: "paged everybody on call about",
};

/** `changed`, of `update`. */
export const pastTense = (action: string): string =>
  pastTenses[action] ?? action.replaceAll("_", " ");

/** `api_keys` as `API keys`. */
export const kindWords = (kind: string): string =>
  kind.replaceAll("_", " ").replace(/^api /, "API ");

/** `alert_groups` as `alert group`. */
const noun = (kind: string): string => kindWords(kind).replace(/s$/, "");

/** Kinds whose ids have no meaning to people. */
const unnamed = new Set(["setup_codes"]);

/** `changed alert group "On call"`. */
export const changeText = ({
  action,
  object_kind,
  object_id,
  object_title,
}: Pick<AuditEvent, "action" | "object_kind" | "object_id" | "object_title">): string =>
  [
    pastTense(action),
    noun(object_kind),
    object_title === null ? (unnamed.has(object_kind) ? "" : object_id) : `"${object_title}"`,
  ]
    .join(" ")
    .trimEnd();

/**
 * The nouns of the service, as they are stored and as they travel between the layers.
 *
 * One spelling serves the database, the API, the manifest and the plan: fields carry the names that the
 * API documents (`alert_group_id`, not `alertGroupId`), so that nothing has to be translated on the way
 * and an error can name the field that its reader typed. Instants are integers: milliseconds since
 * 1970-01-01T00:00:00Z. Only `http` turns them into text. Each file has the columns of its rows (`column`), and a noun for
 * each row.
 */
export type { Instant } from "./column.ts";
export * from "./access.ts";
export * from "./drill.ts";
export * from "./event.ts";
export * from "./incident.ts";
export * from "./notification.ts";
export * from "./on-call.ts";
export * from "./resource.ts";
export * from "./silence.ts";
export * from "./subject.ts";
export * from "./subscriber.ts";

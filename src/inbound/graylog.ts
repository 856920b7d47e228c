/**
 * Graylog's event notification (3.1 and later, HTTP v1 and v2). Graylog has no resolved state: an event is
 * sent for as long as its condition holds, and then no more.
 */
import type { Instant } from "../core/model/model.ts";
import type { Alert, Format } from "./alert.ts";
import { loggedLines } from "./graylog-messages.ts";
import { canonical, fitting } from "./identity/identity.ts";
import { labelsOf } from "./labels.ts";
import {
  firstPast,
  firstText,
  instantOf,
  isObject,
  objectOf,
  textOf,
  type Foreign,
} from "./members.ts";
import { onlyTest, summaryOf, momentOf, alertTitle, word } from "./wording.ts";

export const graylog: Format = {
  name: "graylog",
  read: (body, now) =>
    isObject(body) && isObject(body.event) && typeof body.event_definition_id === "string"
      ? {
          alerts: [readEvent(body, body.event, now)],
          receiver: null,
          truncated: 0,
          remarks: [],
        }
      : null,
};

/** Before 6.2 there were only 1 to 3, and 2 was called normal. */
const priorities = ["info", "low", "medium", "high", "critical"];

function readEvent(body: Foreign, event: Foreign, now: Instant): Alert {
  const group = objectOf(event.group_by_fields);
  const message = firstText(event, "message");
  const test = isTest(body, event);
  const problem = problemOf(body, event, message);
  const title = alertTitle(
    firstText(body, "event_definition_title") ?? message ?? "Graylog event",
    problem.place,
  );
  const since = firstPast(now, instantOf(event.timestamp), instantOf(event.timestamp_processing));
  const priority = textOf(event.priority);
  return {
    identity: test ? "test" : problem.identity,
    status: "firing",
    reported_status: null,
    episode: null,
    ended_at: null,
    // Tests share one id, and each of them must be seen.
    event_id: test ? null : eventIdOf(event),
    title,
    summary: summaryOf(title, [
      test ? onlyTest : null,
      message,
      described(firstText(body, "event_definition_description")),
      ...loggedLines(body.backlog),
      described(firstText(body, "remediation_steps")),
      momentOf(since),
    ]),
    severity: word(priority && (priorities[Number(priority)] ?? priority)),
    value: null,
    since,
    labels: labelsOf({ ...objectOf(event.fields), ...group }),
    links: [],
    test,
    assumed: true,
  };
}

/** The definition, and which of its problems: its key, its group, or the kind of a system notification. */
function problemOf(
  body: Foreign,
  event: Foreign,
  message: string | null,
): { identity: string; place: string | null } {
  const definition =
    firstText(body, "event_definition_id", "event_definition_title") ??
    firstText(event, "event_definition_id");
  const problem = (which: string, place: string | null) => ({
    identity: fitting(`definition ${definition}, ${which}`),
    place,
  });
  const key = firstText(event, "key");
  if (key !== null) return problem(`key ${key}`, key);
  const group = objectOf(event.group_by_fields);
  const values = Object.keys(group)
    .sort()
    .map((name) => textOf(group[name]) ?? "");
  // Without a key field, only the group separates the events of one definition.
  if (values.length > 0) return problem(`group ${canonical(group)}`, values.join(", "));
  const kind = isSystem(body, event) && message?.split(":")[0]?.trim();
  return kind ? problem(`kind ${kind}`, kind) : problem("key empty", null);
}

function isSystem(body: Foreign, event: Foreign): boolean {
  return (
    body.event_definition_type === "system-notifications-v1" ||
    event.event_definition_type === "system-notifications-v1"
  );
}

/** For templates that leave out the types. */
const testIds = ["this-is-a-test-notification", "NotificationTestId", "TEST_NOTIFICATION_ID"];

function isTest(body: Foreign, event: Foreign): boolean {
  return (
    body.event_definition_type === "test-dummy-v1" ||
    event.event_definition_type === "notification-test-v1" ||
    testIds.some((id) => body.event_definition_id === id || event.id === id)
  );
}

function eventIdOf(event: Foreign): string | null {
  const id = firstText(event, "id");
  return id === null ? null : fitting(id);
}

/** A required field gets filled with a dot. */
function described(text: string | null): string | null {
  return text !== null && /[\p{L}\p{N}]/u.test(text) ? text : null;
}

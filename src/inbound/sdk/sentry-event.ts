/**
 * Reads an error event of a Sentry SDK, by the documentation of its payloads
 * (https://develop.sentry.dev/sdk/data-model/event-payloads/). Its breadcrumbs, request bodies, users and variables are not
 * kept: they hold the data of the application's users.
 */
import {
  firstText,
  isObject,
  listOf,
  objectOf,
  objectsOf,
  textOf,
  type Foreign,
} from "../members.ts";
import { pairsOf } from "../identity/things.ts";
import { factsOf, kindOf, placeOf, sourceOf, type SdkReport } from "./report.ts";

/** The level of an event; SDKs leave it out for an exception. */
export const levelOf = (event: Foreign): string =>
  firstText(event, "level")?.toLowerCase() ?? "error";

/** Levels that count as errors. */
export const isError = (level: string): boolean => level === "error" || level === "fatal";

export function sentryReport(event: Foreign): SdkReport {
  const thrown = exceptionsOf(event).at(-1) ?? null;
  const frame = thrown === null ? null : frameOf(thrown);
  const type = thrown === null ? null : firstText(thrown, "type");
  const value = thrown === null ? null : firstText(thrown, "value");
  const place =
    (frame &&
      placeOf({
        name: firstText(frame, "function"),
        file: firstText(frame, "filename", "module", "abs_path"),
        line: firstText(frame, "lineno"),
      })) ??
    firstText(event, "culprit");
  const message = thrown === null ? messageOf(event) : joined(type, value);
  return {
    message: message ?? "An error without a message",
    source: sourceOf(
      firstText(event, "environment"),
      firstText(event, "release"),
      firstText(event, "transaction") ?? firstText(event, "logger"),
    ),
    meta: {
      ...factsOf({
        exception: thrown === null ? null : kindOf(type, place),
        level: levelOf(event),
        event_id: event["event_id"],
        platform: event["platform"],
        logger: event["logger"],
        server_name: event["server_name"],
        url: objectOf(event["request"])["url"],
      }),
      ...(event["tags"] === undefined ? {} : { tags: factsOf(tagsOf(event["tags"])) }),
    },
  };
}

/** The exceptions, the one that was thrown last is the last. Older SDKs send one, or a bare list. */
function exceptionsOf(event: Foreign): Foreign[] {
  const sent = event["exception"];
  if (Array.isArray(sent)) return objectsOf(sent);
  const values = objectsOf(objectOf(sent)["values"]);
  if (values.length > 0) return values;
  return isObject(sent) && firstText(sent, "type", "value") !== null ? [sent] : [];
}

/** The innermost frame of the application's own code, or of any. */
function frameOf(exception: Foreign): Foreign | null {
  const frames = objectsOf(objectOf(exception["stacktrace"])["frames"]);
  return frames.findLast((frame) => frame["in_app"] === true) ?? frames.at(-1) ?? null;
}

/** The text of an event without an exception, with its parameters where the SDK sent them apart. */
function messageOf(event: Foreign): string | null {
  const entry = objectOf(event["logentry"] ?? event["sentry.interfaces.Message"]);
  const plain = firstText(event, "message") ?? firstText(objectOf(event["message"]), "formatted");
  const template = firstText(entry, "message") ?? firstText(objectOf(event["message"]), "message");
  return firstText(entry, "formatted") ?? plain ?? filled(template, entry["params"]);
}

/** `%s` and `%d` in the order of the parameters, as Python writes them. */
function filled(template: string | null, params: unknown): string | null {
  const values = listOf(params).slice(0, 20);
  return template?.replaceAll(/%[sdrif]/g, (sign) => textOf(values.shift()) ?? sign) ?? null;
}

const joined = (type: string | null, value: string | null): string | null =>
  type === null ? value : value === null ? type : `${type}: ${value}`;

/** Tags come as an object, or as a list of pairs. */
function tagsOf(tags: unknown): Record<string, unknown> {
  const pairs = listOf(tags).every((item) => Array.isArray(item) && item.length === 2);
  const read =
    Array.isArray(tags) && pairs ? Object.fromEntries(tags as [string, unknown][]) : pairsOf(tags);
  return Object.fromEntries(Object.entries(read as Foreign).slice(0, 20));
}

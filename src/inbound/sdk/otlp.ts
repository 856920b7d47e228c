/**
 * Reads requests of OTLP over HTTP as error reports: log records of severity ERROR and above, and spans whose status is an
 * error (https://opentelemetry.io/docs/specs/otlp/, https://opentelemetry.io/docs/specs/otel/logs/data-model/).
 */
import { canonical } from "../identity/identity.ts";
import { firstText, isObject, objectOf, objectsOf, textOf, type Foreign } from "../members.ts";
import { factsOf, kindOf, placeOf, sourceOf, type SdkReport } from "./report.ts";

export const signals = ["logs", "traces", "metrics"] as const;
export type Signal = (typeof signals)[number];

/** `ERROR` of the scale of severities. */
const firstError = 17;

/** The lists of a request, from the outermost. */
const lists = {
  logs: ["resourceLogs", "scopeLogs", "logRecords"],
  traces: ["resourceSpans", "scopeSpans", "spans"],
  metrics: ["resourceMetrics", "scopeMetrics", "metrics"],
} as const;

/**
 * The items of a request as reports; null: below the severity of an error. Any other body has none. They are read while they
 * are taken, because a request can have thousands.
 */
export function* readOtlp(signal: Signal, body: Foreign): Generator<SdkReport | null> {
  const [all, scopes, items] = lists[signal];
  for (const one of listed(body[all])) {
    const resource = attributesOf(objectOf(one["resource"]));
    for (const scope of listed(one[scopes])) {
      const name = firstText(objectOf(scope["scope"]), "name");
      for (const item of listed(scope[items]))
        yield signal === "logs"
          ? ofLog(item, resource, name)
          : signal === "traces"
            ? ofSpan(item, resource)
            : null;
    }
  }
}

const listed = (value: unknown): Foreign[] => (Array.isArray(value) ? value.filter(isObject) : []);

function ofLog(record: Foreign, resource: Foreign, scope: string | null): SdkReport | null {
  if (!isErrorRecord(record)) return null;
  const attributes = attributesOf(record);
  const body = valueOf(record["body"]);
  const thrown = exceptionIn(attributes);
  const text = body === null || body === undefined ? null : (textOf(body) ?? canonical(body));
  const place = placeOf({
    name: firstText(attributes, "code.function.name", "code.function"),
    file: firstText(attributes, "code.file.path", "code.filepath"),
    line: firstText(attributes, "code.line.number", "code.lineno"),
  });
  return {
    message: text ?? thrown.text ?? firstText(record, "eventName") ?? "An error without a message",
    source: sourceIn(resource),
    meta: factsOf({
      exception: thrown.type === null ? null : kindOf(thrown.type, thrown.place ?? place),
      thrown: text === null ? null : thrown.text,
      severity: firstText(record, "severityText") ?? record["severityNumber"],
      logger: scope,
      trace_id: record["traceId"],
      span_id: record["spanId"],
      host: resource["host.name"],
    }),
  };
}

/** A text of the severity counts where the number is not set. */
function isErrorRecord(record: Foreign): boolean {
  const sent = record["severityNumber"];
  const named = /^SEVERITY_NUMBER_([A-Z]+)/.exec(textOf(sent) ?? "")?.[1];
  if (named !== undefined) return /^(?:ERROR|FATAL)/.test(named);
  const number = Number(textOf(sent) ?? 0);
  if (number > 0) return number >= firstError;
  return /^(?:err|fatal|crit|alert|emerg|panic|severe)/i.test(
    firstText(record, "severityText") ?? "",
  );
}

function ofSpan(span: Foreign, resource: Foreign): SdkReport | null {
  const status = objectOf(span["status"]);
  const code = textOf(status["code"]);
  if (code !== "2" && code !== "STATUS_CODE_ERROR") return null;
  const event = objectsOf(span["events"]).findLast((one) => one["name"] === "exception");
  const thrown = exceptionIn(event ? attributesOf(event) : {});
  const name = firstText(span, "name") ?? "a span without a name";
  return {
    message: thrown.text ?? firstText(status, "message") ?? `${name} failed`,
    source: sourceIn(resource, name),
    meta: factsOf({
      exception: kindOf(thrown.type, thrown.place ?? name),
      span: name,
      trace_id: span["traceId"],
      span_id: span["spanId"],
      host: resource["host.name"],
    }),
  };
}

/** The exception of a record or an event of a span, by the semantic conventions. */
function exceptionIn(attributes: Foreign): {
  type: string | null;
  text: string | null;
  place: string | null;
} {
  const type = firstText(attributes, "exception.type");
  const value = firstText(attributes, "exception.message");
  const text = type === null ? value : value === null ? type : `${type}: ${value}`;
  return { type, text, place: placeIn(firstText(attributes, "exception.stacktrace")) };
}

/** The first frame that a stack trace of JavaScript, Java or Go names, or the last of one of Python; null: none is known. */
function placeIn(stack: string | null): string | null {
  if (stack === null) return null;
  const head = stack.slice(0, 8_192);
  const python = [
    ...stack.slice(-8_192).matchAll(/File "([^"\n]{1,300})", line (\d+), in (\S{1,100})/g),
  ].at(-1);
  if (python) return placeOf({ file: python[1]!, line: python[2]!, name: python[3]! });
  const named =
    /^[^\S\n]*at (?:async )?([\w$.<>[\] ]{1,200}?) ?\((?:file:\/\/)?([^()\n]{1,300}?):(\d+)(?::\d+)?\)/m.exec(
      head,
    );
  if (named) return placeOf({ name: named[1]!, file: named[2]!, line: named[3]! });
  const plain = /^[^\S\n]*at (?:file:\/\/)?([^()\s]{1,300}?):(\d+)(?::\d+)?$/m.exec(head);
  return plain ? placeOf({ name: null, file: plain[1]!, line: plain[2]! }) : null;
}

const sourceIn = (resource: Foreign, name: string | null = null): string | null => {
  const version = firstText(resource, "service.version");
  const service = firstText(resource, "service.name");
  return sourceOf(
    firstText(resource, "deployment.environment.name", "deployment.environment"),
    service === null ? null : version === null ? service : `${service}@${version}`,
    name,
  );
};

/** The attributes by their names; the first hundred count. */
const attributesOf = (of: Foreign): Foreign =>
  Object.fromEntries(
    listed(of["attributes"])
      .slice(0, 100)
      .flatMap((one) => {
        const key = textOf(one["key"]);
        return key === null ? [] : [[key, valueOf(one["value"])]];
      }),
  );

/** The value that an `AnyValue` holds. */
function valueOf(value: unknown, depth = 0): unknown {
  if (!isObject(value) || depth > 8) return null;
  for (const name of ["stringValue", "intValue", "doubleValue", "boolValue", "bytesValue"])
    if (Object.hasOwn(value, name)) return value[name];
  if (isObject(value["arrayValue"]))
    return listed(value["arrayValue"]["values"])
      .slice(0, 100)
      .map((one) => valueOf(one, depth + 1));
  if (!isObject(value["kvlistValue"])) return null;
  return Object.fromEntries(
    listed(value["kvlistValue"]["values"])
      .slice(0, 100)
      .map((one) => [textOf(one["key"]) ?? "", valueOf(one["value"], depth + 1)]),
  );
}

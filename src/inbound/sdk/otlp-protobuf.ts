/**
 * Decodes requests of OTLP in protobuf into the objects that OTLP's JSON has, as far as they are read
 * (https://github.com/open-telemetry/opentelemetry-proto). Fields that are not listed are skipped.
 */
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { Foreign } from "../members.ts";

type Scalar = "text" | "number" | "double" | "flag" | "hex" | "base64";
interface Field {
  name: string;
  is: Scalar | (() => Message);
  many?: true;
}
/** Fields by their numbers. */
type Message = Readonly<Record<number, Field>>;

const anyValue: Message = {
  1: { name: "stringValue", is: "text" },
  2: { name: "boolValue", is: "flag" },
  3: { name: "intValue", is: "number" },
  4: { name: "doubleValue", is: "double" },
  5: { name: "arrayValue", is: () => ({ 1: { name: "values", is: () => anyValue, many: true } }) },
  6: { name: "kvlistValue", is: () => ({ 1: { name: "values", is: () => keyValue, many: true } }) },
  7: { name: "bytesValue", is: "base64" },
};
const keyValue: Message = {
  1: { name: "key", is: "text" },
  2: { name: "value", is: () => anyValue },
};
const attributes = (): Field => ({ name: "attributes", is: () => keyValue, many: true });
const resource: Message = { 1: attributes() };
const scope: Message = { 1: { name: "name", is: "text" } };

const logRecord: Message = {
  2: { name: "severityNumber", is: "number" },
  3: { name: "severityText", is: "text" },
  5: { name: "body", is: () => anyValue },
  6: attributes(),
  9: { name: "traceId", is: "hex" },
  10: { name: "spanId", is: "hex" },
  12: { name: "eventName", is: "text" },
};
const span: Message = {
  1: { name: "traceId", is: "hex" },
  2: { name: "spanId", is: "hex" },
  5: { name: "name", is: "text" },
  9: attributes(),
  11: {
    name: "events",
    is: () => ({ 2: { name: "name", is: "text" }, 3: attributes() }),
    many: true,
  },
  15: {
    name: "status",
    is: () => ({ 2: { name: "message", is: "text" }, 3: { name: "code", is: "number" } }),
  },
};

/** A request: resources, in each scopes, in each `items`. */
const request = (all: string, scopes: string, items: string, item: Message): Message => ({
  1: {
    name: all,
    is: () => ({
      1: { name: "resource", is: () => resource },
      2: {
        name: scopes,
        is: () => ({
          1: { name: "scope", is: () => scope },
          2: { name: items, is: () => item, many: true },
        }),
        many: true,
      },
    }),
    many: true,
  },
});

const requests = {
  logs: request("resourceLogs", "scopeLogs", "logRecords", logRecord),
  traces: request("resourceSpans", "scopeSpans", "spans", span),
  metrics: request("resourceMetrics", "scopeMetrics", "metrics", {}),
};

/** Deeper nesting is an attack or a mistake. */
const deepest = 32;
/** Fields of one request: each takes two bytes at least, and a megabyte of them would make as many objects. */
const mostFields = 100_000;

/** The request; throws a `RangeError` or a `TypeError` where the bytes are not one. */
export function decodeOtlp(signal: keyof typeof requests, bytes: Uint8Array): Foreign {
  let left = mostFields;
  const reader = new BinaryReader(bytes);
  return read(requests[signal], bytes.length, 0);

  function read(message: Message, length: number, depth: number): Foreign {
    const end = reader.pos + length;
    if (depth > deepest || end > reader.len)
      throw new RangeError("a message that is longer than its frame");
    const object: Foreign = {};
    while (reader.pos < end) {
      if (--left < 0) throw new RangeError("too many fields");
      const [number, wire] = reader.tag();
      const field = message[number];
      if (!field || (wire === WireType.LengthDelimited) === takesNumber(field)) {
        reader.skip(wire, number);
        continue;
      }
      const value =
        typeof field.is === "string"
          ? scalar(field.is)
          : read(field.is(), reader.uint32(), depth + 1);
      if (field.many) ((object[field.name] ??= []) as unknown[]).push(value);
      else object[field.name] = value;
    }
    if (reader.pos !== end) throw new RangeError("a field that is longer than its message");
    return object;
  }

  function scalar(kind: Scalar): unknown {
    if (kind === "text") return reader.string();
    if (kind === "hex" || kind === "base64") return Buffer.from(reader.bytes()).toString(kind);
    if (kind === "double") return reader.double();
    return kind === "flag" ? reader.bool() : Number(reader.int64());
  }
}

const framed: readonly Scalar[] = ["text", "hex", "base64"];
const takesNumber = ({ is }: Field): boolean => typeof is === "string" && !framed.includes(is);

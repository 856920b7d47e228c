/** The answers of OTLP: empty, how many items were not taken and why, or a `Status` for a request that failed. */
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import type { Signal } from "./otlp.ts";

const rejected = {
  logs: "rejectedLogRecords",
  traces: "rejectedSpans",
  metrics: "rejectedDataPoints",
} as const;

/** `ExportLogsServiceResponse` and its like, in both forms. */
export function otlpAnswer(
  signal: Signal,
  { left_out = 0, detail = "" }: { left_out?: number; detail?: string },
): { json: object; protobuf: Buffer } {
  if (left_out === 0) return { json: {}, protobuf: Buffer.alloc(0) };
  const partial = new BinaryWriter().uint32(8).int64(left_out).uint32(18).string(detail).finish();
  return {
    json: { partialSuccess: { [rejected[signal]]: String(left_out), errorMessage: detail } },
    protobuf: Buffer.from(new BinaryWriter().uint32(10).bytes(partial).finish()),
  };
}

/** Codes of `google.rpc.Code` by HTTP status; another one of 4xx is `INVALID_ARGUMENT`, of 5xx `INTERNAL`. */
const codes: Readonly<Record<number, number>> = { 401: 16, 404: 5, 413: 8, 429: 8, 503: 14 };

/** `google.rpc.Status`, in both forms: OTLP's answer to a request that failed. */
export function otlpStatus(
  http_status: number,
  message: string,
): { json: object; protobuf: Buffer } {
  const code = codes[http_status] ?? (http_status < 500 ? 3 : 13);
  const bytes = new BinaryWriter().uint32(8).int32(code).uint32(18).string(message).finish();
  return { json: { code, message }, protobuf: Buffer.from(bytes) };
}

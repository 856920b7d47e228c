/** The answer of OTLP: empty, or how many items were not taken and why. */
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

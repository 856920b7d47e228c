/** The thread of `huge-body`. */
import { parentPort, workerData } from "node:worker_threads";
import type { Instant } from "../../core/model/model.ts";
import type { InboundMapping } from "../../resource/inbound-mapping.ts";
import { Problem } from "../answer/problem.ts";
import type { Read } from "./huge-body.ts";
import { alertsOf } from "./inbound-alerts.ts";

const { bytes, from, length, now, mapping } = workerData as {
  bytes: ArrayBuffer;
  from: number;
  length: number;
  now: Instant;
  mapping: InboundMapping | null;
};
const read = await alertsOf(Buffer.from(bytes, from, length), now, mapping).then(
  (delivered): Read => ({ delivered }),
  (error: unknown): Read => {
    if (!(error instanceof Problem)) throw error;
    return { problem: error.problem, detail: error.message };
  },
);
parentPort!.postMessage(read);

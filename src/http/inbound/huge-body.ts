/** Reads texts of tens of megabytes, which came packed, in a thread of their own: to parse one would keep others waiting. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Delivered } from "../../core/command/command.ts";
import type { Instant } from "../../core/model/model.ts";
import type { InboundMapping } from "../../resource/inbound-mapping.ts";
import { Problem } from "../answer/problem.ts";
import type { ProblemName } from "../answer/problems.ts";

/** The one message of the thread. */
export type Read = { delivered: Delivered } | { problem: ProblemName; detail: string };

// The thread starts from a file, which has another name where it is compiled.
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const program = new URL(`./huge-body-thread.${extension}`, import.meta.url);

/** As `alertsOf`, and the body is gone: it is given to the thread, which ends with its answer. */
export async function alertsElsewhere(
  body: Buffer,
  now: Instant,
  mapping: InboundMapping | null,
): Promise<Delivered> {
  const bytes = body.buffer as ArrayBuffer;
  const worker = new Worker(program, {
    workerData: { bytes, from: body.byteOffset, length: body.length, now, mapping },
    transferList: [bytes],
  });
  const [read] = (await once(worker, "message")) as [Read];
  if ("delivered" in read) return read.delivered;
  throw new Problem(read.problem, read.detail);
}

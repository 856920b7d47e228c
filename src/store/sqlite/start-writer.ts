/** Starts the writer in a thread of its own and talks to it. */
import { setFlagsFromString } from "node:v8";
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import { EnvironmentError, unavailable } from "../kit/unavailable.ts";
import type { Disk } from "../../core/disk/room.ts";
import { packBatch, unpackAnswer, type PackedAnswer } from "./packed.ts";
import {
  upkeep,
  type Batch,
  type Kept,
  type Ready,
  type WriterAnswer,
  type WriterOptions,
} from "./wire.ts";

/** The writer as the store sees it, wherever it runs. */
export interface RunningWriter {
  /** Its answer comes after those of the batches that were sent before. */
  send(batch: Batch): void;
  /** Hears an answer that has come and waits for its turn in the event loop. */
  look(): void;
  /** One step of upkeep, after the batches that were sent before; the disk after it. */
  upkeep(): Promise<Disk>;
  close(): Promise<void>;
}

/** Rejects with one sentence when the database cannot be opened. */
export type StartWriter = (
  options: WriterOptions,
  on: { answer: (answer: WriterAnswer) => void; stopped: (error: Error) => void },
) => Promise<RunningWriter>;

/** Starts a thread that runs `program`, which calls `serveWrites`. */
export const startWriterThread =
  (program: URL): StartWriter =>
  async (options, on) => {
    const { port1: port, port2 } = new MessageChannel();
    // V8 takes this bound from its flags, and reads them when a thread begins. Half of the main thread's bound costs a
    // report no more, and the memory of a thread some 20 MB less.
    setFlagsFromString("--max-semi-space-size=8");
    const worker = new Worker(program, {
      workerData: { options, port: port2 },
      transferList: [port2],
    });
    await ready(worker, port);
    const waiting: PromiseWithResolvers<Disk>[] = [];
    let stopped: Error | null = null;
    const receive = (message: PackedAnswer | Kept) => {
      if ("disk" in message) waiting.shift()?.resolve(message.disk);
      else on.answer(unpackAnswer(message));
    };
    port.on("message", receive);
    let closing = false;
    const stop = (error: Error) => {
      if (stopped || closing) return;
      stopped = unavailable(error.message);
      for (const one of waiting.splice(0)) one.reject(stopped);
      on.stopped(error);
    };
    worker.on("error", stop);
    worker.on("exit", () => stop(new Error("its thread ended")));
    return {
      send: (batch) => port.postMessage(packBatch(batch)),
      look() {
        const next = receiveMessageOnPort(port) as { message: PackedAnswer | Kept } | undefined;
        if (next) receive(next.message);
      },
      upkeep() {
        if (stopped) return Promise.reject(stopped);
        const answer = Promise.withResolvers<Disk>();
        waiting.push(answer);
        port.postMessage(upkeep);
        return answer.promise;
      },
      async close() {
        closing = true;
        const ended = new Promise((resolve) => worker.once("exit", resolve));
        port.postMessage("close");
        await ended;
      },
    };
  };

function ready(worker: Worker, port: MessagePort): Promise<void> {
  return new Promise((resolve, reject) => {
    port.once("message", (message: Ready) => {
      worker.off("error", reject);
      if (message.ready) resolve();
      else reject(new (message.environment ? EnvironmentError : Error)(message.message));
    });
    worker.once("error", reject);
  });
}

/** The thread of the writer, so that a disk that takes 50 ms to sync stops no poll and no push. */
import { type MessagePort, workerData } from "node:worker_threads";
import type { Registry } from "../store.ts";
import { giveMemoryBack } from "../kit/spare-memory.ts";
import { EnvironmentError } from "../kit/unavailable.ts";
import { packAnswer, unpackBatch, type PackedBatch } from "./packed.ts";
import { upkeep, type Kept, type Ready, type WriterOptions } from "./wire.ts";
import { openWriter, type IsBulk, type Writer } from "./writer.ts";

/** Runs `verbs` for the thread that started this one, until it says "close". */
export function serveWrites(verbs: Registry, isBulk: IsBulk): void {
  const { options, port } = workerData as { options: WriterOptions; port: MessagePort };
  const writer = open();
  // Closed and not thrown: the error of a thread can arrive before its last message, which knows more.
  if (writer === null) return port.close();
  giveMemoryBack();

  port.on("message", (message: PackedBatch | typeof upkeep | "close") => {
    if (message === "close") {
      writer.close();
      port.close();
      return;
    }
    if (message === upkeep) port.postMessage({ disk: writer.upkeep() } satisfies Kept);
    else {
      const batch = unpackBatch(message);
      port.postMessage(packAnswer(batch, writer.run(batch)));
    }
  });

  function open(): Writer | null {
    try {
      const opened = openWriter(options, verbs, isBulk);
      port.postMessage({ ready: true } satisfies Ready);
      return opened;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const environment = error instanceof EnvironmentError;
      port.postMessage({ ready: false, message, environment } satisfies Ready);
      return null;
    }
  }
}

/** `monitord demo`: runs a demonstration. Needs no configuration, and accepts none. */
import { runDemo } from "../demo/demo.ts";
import { err, inClone, out } from "./invocation.ts";

export async function run(): Promise<number> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await runDemo({ out, err, signal: stopped.signal, inClone: inClone() });
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

/** A disk whose system calls fail, for one process: strace answers them in place of the kernel. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** What fails, as strace's `inject` wants it. */
export const faults = {
  "fsync fails": "fsync,fdatasync:error=EIO",
  "the file system became read-only": "pwrite64:error=EROFS",
  "the quota is used up": "pwrite64:error=EDQUOT",
} as const;

/** False where there is no strace, or a process may not be traced. */
export const canInject =
  spawnSync("strace", ["-qq", "-o", "/dev/null", "-e", "inject=fsync:error=EIO", "true"]).status ===
  0;

/**
 * Words before a command that end it by SIGKILL when a thread of it makes this call for the `nth` time on one of these
 * paths, before the call is made.
 */
export function killedAt(call: string, nth: number, paths: readonly string[]): string[] {
  const injected = `inject=${call}:signal=SIGKILL:when=${nth}`;
  const options = ["-f", "-qq", "-o", "/dev/null", "-e", `trace=${call}`, "-e", injected];
  return ["strace", ...options, ...paths.flatMap((path) => ["-P", path])];
}

/** Lets these calls of the process and all its threads fail until `end`. */
export async function failing(pid: number, fault: string) {
  const calls = fault.slice(0, fault.indexOf(":"));
  const tracer = spawn(
    "strace",
    ["-f", "-p", `${pid}`, "-o", "/dev/null", "-e", `trace=${calls}`, "-e", `inject=${fault}`],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = once(tracer, "exit");
  await new Promise<void>((resolve, reject) => {
    let said = "";
    tracer.stderr.on("data", (text) => {
      said += String(text);
      if (said.includes("attached")) resolve();
    });
    void ended.then(() => reject(new Error(`strace ended: ${said}`)));
  });
  return {
    async end(): Promise<void> {
      tracer.kill("SIGINT");
      await ended;
    },
  };
}

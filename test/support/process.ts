/** The daemon as its users run it: a process of its own, that can be killed. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { monitord, processEnv } from "./programs.ts";

export interface Running {
  url: string;
  /** Everything it has said so far. */
  output: () => string;
  child: ChildProcess;
  /** Ends it on the spot, as a crash would. */
  kill(): Promise<void>;
  /** Asks it to stop; answers its exit code. */
  stop(): Promise<number | null>;
}

/** Runs the program to its end. */
export async function runMonitord(
  args: string[],
  env: Record<string, string> = {},
  /** Put before its command. */
  before: string[] = [],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = start(args, env, before);
  let stdout = "";
  let stderr = "";
  child.stdout!.on("data", (text) => (stdout += String(text)));
  child.stderr!.on("data", (text) => (stderr += String(text)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

/** Resolves when a service is ready: with a database of another process it listens before. */
export async function isReady({ url, child }: Running): Promise<void> {
  while (child.exitCode === null && !(await fetch(`${url}/readyz`)).ok)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Starts the service and waits until it says where it listens. */
export async function startMonitord(
  args: string[],
  env: Record<string, string> = {},
  /** Put before its command. */
  before: string[] = [],
): Promise<Running> {
  const child = start(["serve", "--port", "0", ...args], env, before);
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (text: unknown) => {
      output += String(text);
      const said = /listens on (https?:\S+)/.exec(output);
      if (said) resolve(said[1]!);
    };
    child.stdout!.on("data", hear);
    child.stderr!.on("data", hear);
    child.once("exit", (code) => reject(new Error(`monitord ended with ${code}: ${output}`)));
  });
  const ended = once(child, "exit") as Promise<[number | null]>;
  return {
    url,
    child,
    output: () => output,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.kill("SIGTERM");
      return (await ended)[0];
    },
  };
}

function start(args: string[], env: Record<string, string>, before: string[] = []): ChildProcess {
  const [command, ...rest] = [...before, process.execPath, monitord, ...args];
  return spawn(command!, rest, {
    env: { ...processEnv, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

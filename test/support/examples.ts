/** The programs under `examples/`: how each is started here, where its runtime is at hand. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export const folder = fileURLToPath(new URL("../../examples/", import.meta.url));

const cleanups: (() => Promise<unknown>)[] = [];

/** Runs after the test, the last one first. */
export const atEnd = (cleanup: () => Promise<unknown>) => void cleanups.push(cleanup);

export async function endPrograms(): Promise<void> {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
}

/** Starts a program of the examples; it ends with the test at the latest. */
function start(
  command: string[],
  env: Record<string, string>,
): ChildProcess & { output: () => string } {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    // Java reads its arguments as the locale says.
    env: { ...process.env, LC_ALL: "C.UTF-8", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, because `go run` starts the program as a process of its own.
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const closed = once(child, "close");
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, "SIGKILL");
    await closed;
  });
  return Object.assign(child, { output: () => output });
}

export async function run(
  command: string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = start(command, env);
  const [code] = (await once(child, "close")) as [number];
  return { code, output: child.output() };
}

/** A health endpoint that listens: its URL, and a way to end it. */
export async function serveHealth(command: string[], env: Record<string, string> = {}) {
  const child = start(command, { PORT: "0", ...env });
  while (!child.output().includes("/health\n")) {
    if (child.exitCode !== null) throw new Error(child.output());
    await once(child.stdout!, "data");
  }
  const stop = async () => {
    const closed = once(child, "close");
    process.kill(-child.pid!, "SIGKILL");
    await closed;
  };
  return { url: child.output().trim(), stop };
}

/** Whether this machine has what a program needs: the command that asks ends without an error. */
export const runs = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0;

export interface Example {
  name: string;
  /** Whether its runtime is at hand. */
  has: boolean;
  command: string[];
}

const inFolder =
  (of: string) =>
  ({ name, has, command }: Example): Example => ({
    name,
    has,
    command: [...command, `${of}/${name}`],
  });

const hasGo = runs("go", "version");
const hasJava = runs("java", "--version");

export const senders: Example[] = [
  { name: "curl.sh", command: ["sh"], has: true },
  { name: "node.mjs", command: ["node"], has: true },
  { name: "python.py", command: ["python3"], has: true },
  { name: "go.go", command: ["go", "run"], has: hasGo },
  { name: "ReportErrors.java", command: ["java"], has: hasJava },
  { name: "ReportErrors.cs", command: ["dotnet", "run"], has: runs("dotnet", "--version") },
  { name: "php.php", command: ["php"], has: runs("php", "--version") },
  { name: "ruby.rb", command: ["ruby"], has: runs("ruby", "--version") },
].map(inFolder("send-errors"));

const python = process.env["EXAMPLES_PYTHON"] ?? "python3";

export const endpoints: Example[] = [
  { name: "node.mjs", command: ["node"], has: true },
  { name: "fastify.mjs", command: ["node"], has: true },
  { name: "python.py", command: ["python3"], has: true },
  { name: "flask_app.py", command: [python], has: runs(python, "-c", "import flask") },
  { name: "django_app.py", command: [python], has: runs(python, "-c", "import django") },
  { name: "fastapi_app.py", command: [python], has: runs(python, "-c", "import fastapi, uvicorn") },
  { name: "go.go", command: ["go", "run"], has: hasGo },
  { name: "Health.java", command: ["java"], has: hasJava },
  { name: "ruby.rb", command: ["ruby"], has: runs("ruby", "-e", "require 'webrick'") },
].map(inFolder("health-endpoint"));

export const missing = ({ command }: Example) =>
  `this machine has nothing that runs ${command.join(" ")}`;

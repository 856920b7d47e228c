/**
 * The client's connection to its environment: three streams, environment variables, a folder and the
 * time.
 */
import type { Interface } from "node:readline";
import type { Readable } from "node:stream";

export interface Out {
  write(text: string | Uint8Array): void;
  isTTY: boolean;
  /** Resolves when more may be written without piling up. */
  drained?(): Promise<void>;
  /** Width of the terminal; absent: it is none. */
  columns?: number | undefined;
  /** Lines of the terminal. */
  rows?: number | undefined;
}

export interface Io {
  stdin: Readable & { isTTY?: boolean };
  /** Results alone. */
  stdout: Out;
  /** Progress, questions and errors. */
  stderr: Out;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  now(): number;
  /** `idle`: the process may end before. */
  sleep(ms: number, idle?: boolean): Promise<void>;
  /** A sentence that an interrupt (Ctrl-C) prints before it ends this process; null: none. */
  noteAtInterrupt?(sentence: string | null): void;
  /** From now on an interrupt (Ctrl-C) does not end this process; the caller handles it. */
  holdInterrupts(): void;
  /** From now on an interrupt ends it again, with this exit code, and prints this sentence. */
  releaseInterrupts(exitCode: number, sentence: string): void;
}

/** True in a job of CI: GitHub, GitLab and most others set CI. */
export const isCi = ({ env }: Pick<Io, "env">): boolean =>
  env["CI"] !== undefined && !/^(|0|false)$/.test(env["CI"]);

/** True when a user can answer a question and has not disabled questions. */
export function canAsk(io: Io, options: { input?: boolean }): boolean {
  return io.stdin.isTTY === true && io.stderr.isTTY && options.input !== false;
}

/** All that is on the input. */
export async function readInput(io: Io): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of io.stdin) parts.push(Buffer.from(part as string | Uint8Array));
  return Buffer.concat(parts);
}

/** Asks on the terminal; null when the input ends before an answer. */
export async function ask(io: Io, question: string): Promise<string | null> {
  const { createInterface } = await import("node:readline");
  io.stderr.write(question);
  return answerOn(createInterface({ input: io.stdin }));
}

/** The same for a secret: the typed text is not shown. */
export async function askSecret(io: Io, question: string): Promise<string | null> {
  const { createInterface } = await import("node:readline");
  const { Writable } = await import("node:stream");
  io.stderr.write(question);
  const lines = createInterface({
    input: io.stdin,
    // Where the terminal would show it.
    output: new Writable({ write: (_text, _encoding, done) => done() }),
    terminal: true,
  });
  // The terminal leaves Ctrl-C to this program now.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const answer = await answerOn(lines);
  io.stderr.write("\n");
  return answer;
}

async function answerOn(lines: Interface): Promise<string | null> {
  try {
    for await (const line of lines) return line.trim();
    return null;
  } finally {
    lines.close();
  }
}

/** What the client has to do with the world: three streams, the environment, a folder and the time. */
import type { Readable } from "node:stream";

export interface Out {
  write(text: string): void;
  isTTY: boolean;
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
}

/** All that is on the input. */
export async function readInput(io: Io): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of io.stdin)
    parts.push(Buffer.from(part as string | Uint8Array));
  return Buffer.concat(parts);
}

/** Asks on the terminal; null when the input ends or is interrupted before an answer. */
export async function ask(io: Io, question: string): Promise<string | null> {
  const { createInterface } = await import("node:readline");
  io.stderr.write(question);
  const lines = createInterface({ input: io.stdin });
  try {
    for await (const line of lines) return line.trim();
    return null;
  } finally {
    lines.close();
  }
}

/**
 * Shows one line on stderr while the program waits: only on a terminal, and removed before other output.
 */
import { isCi, type Io } from "../io.ts";

export interface StatusLine {
  show(text: string): void;
  clear(): void;
}

/** Shows no line without a reader: no terminal, a dumb one, or CI. */
export function statusLine(io: Io): StatusLine {
  const { stderr, env } = io;
  const seen = stderr.isTTY && env["TERM"] !== "dumb" && !isCi(io);
  let shown = false;
  return {
    show(text) {
      if (!seen) return;
      shown = true;
      const width = (stderr.columns ?? 80) - 1;
      stderr.write(`\r\u001b[K${text.slice(0, width)}`);
    },
    clear() {
      if (shown) stderr.write("\r\u001b[K");
      shown = false;
    },
  };
}

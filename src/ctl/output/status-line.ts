/** One line on stderr that says what is waited for: on a terminal only, and gone when there is more to say. */
import type { Io } from "../io.ts";

export interface StatusLine {
  show(text: string): void;
  clear(): void;
}

/** Shows nothing where nobody looks: no terminal, a dumb one, or CI. */
export function statusLine({ stderr, env }: Io): StatusLine {
  const seen = stderr.isTTY && env["TERM"] !== "dumb" && !env["CI"];
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

/** A real terminal, by tmux: programs run in it, keys are typed, and one sees what is on its screen. */
import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** Whether there is a tmux; what needs it is skipped elsewhere. */
export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

export interface Terminal {
  /** Presses keys, by tmux's names: `a`, `Enter`, `C-c`. */
  press(...keys: string[]): void;
  /** Types text as it is. */
  type(text: string): void;
  resize(columns: number, rows: number): void;
  /** What is on the screen now. */
  screen(): string;
  /** The screen, once it is as expected; fails with what it was when that takes too long. */
  shows(expected: RegExp | string): Promise<string>;
  /** All that programs write to the terminal from now on goes into this file too. */
  record(file: string): void;
  [Symbol.dispose](): void;
}

/** A terminal of this size with a shell in it, whose prompt is `prompt>`. */
export function openTerminal(options: {
  columns: number;
  rows: number;
  cwd: string;
  env: Record<string, string>;
}): Terminal {
  // A server of its own, so that ending it ends nothing else.
  const socket = `test-${randomUUID()}`;
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-u", "-L", socket, "-f", "/dev/null", ...args], {
      encoding: "utf8",
      cwd: options.cwd,
      env: { ...options.env, LANG: "C.UTF-8", PS1: "prompt> " },
    });
  const { columns, rows } = options;
  tmux("new-session", "-d", "-x", String(columns), "-y", String(rows), "sh");
  const terminal: Terminal = {
    press: (...keys) => void tmux("send-keys", ...keys),
    type: (text) => void tmux("send-keys", "-l", text),
    resize: (width, height) =>
      void tmux("resize-window", "-x", String(width), "-y", String(height)),
    screen: () => tmux("capture-pane", "-p"),
    async shows(expected) {
      const deadline = performance.now() + 60_000;
      for (;;) {
        const screen = terminal.screen();
        if (typeof expected === "string" ? screen.includes(expected) : expected.test(screen))
          return screen;
        if (performance.now() > deadline)
          throw new Error(`never showed ${String(expected)}, but:\n${screen}`);
        await sleep(50);
      }
    },
    record: (file) => void tmux("pipe-pane", `cat > '${file}'`),
    [Symbol.dispose]: () => void tmux("kill-server"),
  };
  return terminal;
}

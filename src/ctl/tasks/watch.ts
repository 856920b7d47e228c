/**
 * `--watch`: repeats a command every two seconds until interrupted. A terminal shows the whole output,
 * redrawn in place; any other output gets only new or changed lines, so that it can be kept as a log. A
 * server that is temporarily unreachable is retried.
 */
import { Unreachable } from "../../client/errors.ts";
import type { Call } from "../call/call.ts";
import { wrongInput } from "../call/failure.ts";
import { print, type Printable } from "../call/print.ts";

const refreshMs = 2000;

/** Fields that change every time without being news. */
const restless = new Set([
  "checked_at",
  "finished_at",
  "next_check_at",
  "last_received_at",
  "last_used_at",
  "updated_at",
]);

/** Fails where a format has an end, and a watch has none. */
export function checkEndless({ options }: Call, flag: string): void {
  if (["json", "yaml"].includes(options.output ?? "") || options["json"])
    throw wrongInput(
      "usage",
      `${flag} has no end, so it cannot be one document`,
      `use ${flag} -o jsonl: one line for each change`,
    );
}

/** Calls `look` again and again; it throws when it has never worked. */
export async function again({ io }: Call, look: () => Promise<void>): Promise<never> {
  let worked = false;
  let away = false;
  for (;;) {
    try {
      await look();
      worked = true;
      away = false;
    } catch (error) {
      if (!worked || !(error instanceof Unreachable)) throw error;
      if (!away) io.stderr.write(`${error.message}; trying again\n`);
      away = true;
    }
    await io.sleep(refreshMs);
  }
}

export function watched<T extends { id: string }>(
  call: Call,
  read: () => Promise<T[]>,
  how: Printable<T>,
): Promise<never> {
  checkEndless(call, "--watch");
  const { io, options, style } = call;
  const people = !["jsonl", "name"].includes(options.output ?? "");
  const redraw = io.stdout.isTTY && people && io.env["TERM"] !== "dumb";
  const seen = new Map<string, string>();
  let first = true;
  return again(call, async () => {
    const values = await read();
    if (redraw) {
      const time = new Date(io.now()).toISOString().slice(11, 19);
      io.stdout.write("\u001b[H\u001b[2J");
      await print(call, values, how);
      io.stdout.write(style.dim(`\n${time} UTC, every ${refreshMs / 1000} s; Ctrl-C ends it\n`));
      return;
    }
    const changed = values.filter((value) => {
      const now = fingerprint(value);
      const before = seen.get(value.id);
      seen.set(value.id, now);
      return before !== now;
    });
    if (changed.length > 0 || first) await print(call, changed, how);
    first = false;
  });
}

function fingerprint(value: object): string {
  return JSON.stringify(value, (name, inner: unknown) => (restless.has(name) ? undefined : inner));
}

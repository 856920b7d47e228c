/**
 * The log: JSON lines for machines, one plain line per entry for people. Holds no bodies and no secrets:
 * fields that could be secrets are removed here by name, for every caller.
 */
import type { Writable } from "node:stream";
import type { WriteStream } from "node:tty";
import { pino, type DestinationStream, type Logger } from "pino";
import { plural } from "../core/text/plural.ts";
import { machineClock } from "./clock.ts";
import type { Config } from "./config/config.ts";

export type Log = Logger;

const secrets = [
  "authorization",
  "access_token",
  "secret",
  "api_key",
  "cookie",
  "key",
  "password",
  "ping_key",
  "ping_url",
  "request_headers",
  "token",
  "webhook_id",
  "webhook_url",
];
const redact = {
  // A code to sign in with stands at the top; one further down is that of an error, such as ECONNREFUSED.
  paths: ["code", ...secrets.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`])],
  censor: "[secret]",
};

/** The most text that waits for the reader of the log, in bytes: some thousand lines. */
const mostWaiting = 1024 * 1024;

/** How long the end of the process waits for that reader, ms. */
const patience = 1000;

/** An output whose reader may be slow, or hang: a terminal that is paused, a collector that is stuck. */
type Output = DestinationStream & Partial<Pick<Writable, "writableLength" | "once">>;

/**
 * Makes the log for a configuration. `out` receives the lines; those that its reader leaves waiting beyond a limit are
 * dropped, and their number is logged once it reads on. `terminal` decides the meaning of `auto`.
 */
export function makeLog(
  config: Pick<Config, "logLevel" | "logFormat">,
  out: Output,
  terminal: boolean,
): Log {
  const text = isPlain(config, terminal);
  let dropped = 0;
  const onDrain = () => {
    const lines = dropped;
    dropped = 0;
    log.warn({ lines }, `${plural(lines, "line")} of the log dropped: its reader was too slow`);
  };
  const log = pino(
    {
      level: config.logLevel,
      redact,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    {
      write(line) {
        const hasRoom = (out.writableLength ?? 0) < mostWaiting;
        if (hasRoom) out.write(text ? plain(line) : line);
        else if (++dropped === 1) out.once?.("drain", onDrain);
      },
    },
  );
  return log;
}

/** Writes to a terminal no longer stop the process while the terminal is paused. Node has no other way to ask for that. */
export function neverBlock(
  out: WriteStream & { _handle?: { setBlocking?(on: boolean): void } },
): void {
  if (out.isTTY) out._handle?.setBlocking?.(false);
}

/** Whether everything is written, after waiting for a reader that is slow; one that hangs is not waited for. */
export function written(out: Writable): Promise<boolean> {
  const over = new AbortController();
  const all = new Promise<boolean>((resolve) => out.write("", () => resolve(true)));
  const late = machineClock.sleep(patience, over.signal).then(() => false);
  return Promise.race([all, late]).finally(() => over.abort());
}

/** True when the log is plain lines for people; `terminal` decides the meaning of `auto`. */
export function isPlain({ logFormat }: Pick<Config, "logFormat">, terminal: boolean): boolean {
  return logFormat === "text" || (logFormat === "auto" && terminal);
}

/** `03:00:01 warn the message loop=poller`, always on one line. */
function plain(line: string): string {
  const { time, level, msg, err, ...rest } = JSON.parse(line) as {
    time: string;
    level: string;
    msg?: string;
    err?: { stack?: string };
  };
  const details = Object.entries(rest)
    .map(([name, value]) => `${name}=${shown(value)}`)
    .join(" ");
  const text = [
    time.slice(11, 19),
    level.padEnd(5),
    msg ?? "",
    details,
    level === "error" ? (err?.stack ?? "") : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
  return `${text.replace(/\p{Cc}+/gu, " ")}\n`;
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

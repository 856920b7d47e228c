/**
 * The log: JSON lines for machines, one plain line per entry for people. Holds no bodies and no secrets:
 * fields that could be secrets are removed here by name, for every caller.
 */
import { pino, type DestinationStream, type Logger } from "pino";
import type { Config } from "./config/config.ts";

export type Log = Logger;

const secrets = [
  "authorization",
  "access_token",
  "secret",
  "api_key",
  "code",
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
  paths: secrets.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]),
  censor: "[secret]",
};

/**
 * Makes the log for a configuration. `out` receives the lines; `terminal` decides the meaning of `auto`.
 */
export function makeLog(
  config: Pick<Config, "logLevel" | "logFormat">,
  out: DestinationStream,
  terminal: boolean,
): Log {
  const text = isPlain(config, terminal);
  return pino(
    {
      level: config.logLevel,
      redact,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    text ? { write: (line) => out.write(plain(line)) } : out,
  );
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

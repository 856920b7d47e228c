/**
 * Describes why an exchange failed, in few words for the owner of the target. Pure. Contains addresses,
 * ports and names, never a URL, a header or a body: those may hold secrets.
 */
import { certificateFaults, UntrustedCertificate } from "./certificate.ts";
import { AddressRefused, LookupFailed } from "./connect.ts";
import { BrokenAnswer } from "./lenient/lenient-answer.ts";
import { NoReply, PingFailed } from "./pings.ts";

type Failure = NodeJS.ErrnoException & {
  address?: string;
  port?: number;
  errors?: Failure[];
};

const network: Record<string, string> = {
  ECONNREFUSED: "connection refused",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "network unreachable",
  ETIMEDOUT: "timed out while connecting",
  EADDRNOTAVAIL: "no free local port",
  EMFILE: "too many open files in monitord",
  EACCES: "connecting is forbidden on this machine",
};

/** The meaning of the alerts of servers; OpenSSL names them by the version of TLS. */
const alerts: [RegExp, string][] = [
  [/ALERT_CERTIFICATE_REQUIRED$/, "the server wants a client certificate"],
  [
    /ALERT_(?:(?:BAD|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_(?:REVOKED|EXPIRED|UNKNOWN)|UNKNOWN_CA|ACCESS_DENIED)$/,
    "the server refuses the client certificate, or wants one",
  ],
  [
    /ALERT_HANDSHAKE_FAILURE$/,
    "the server ended the handshake (no cipher in common, or it wants a client certificate)",
  ],
  [/ALERT_NO_APPLICATION_PROTOCOL$/, "the server speaks neither HTTP/1.1 nor HTTP/2"],
];

const alertOf = (code: string) => alerts.find(([named]) => named.test(code))?.[1];

/** Errors that say their reason themselves. */
const ours = [
  AddressRefused,
  LookupFailed,
  UntrustedCertificate,
  BrokenAnswer,
  NoReply,
  PingFailed,
];

/** True for an error that no answer and no network makes: a mistake in monitord, or in a library of it. */
const isMistake = (error: Error): boolean =>
  mistakes.some((kind) => error instanceof kind) || (error as Failure).code === "ERR_ASSERTION";

const mistakes = [TypeError, RangeError, ReferenceError, SyntaxError];

/** The cause of `error`. Throws `error` if that is a mistake of ours, and not of the target. */
export function reasonOf(error: Error): string {
  if (isMistake(error)) throw error;
  if (ours.some((kind) => error instanceof kind)) return error.message;
  const failure = error as Failure;
  // Several addresses were tried: the first one's failure stands for all.
  const first = failure.errors?.[0];
  if (first) return reasonOf(first);

  const code = failure.code ?? "";
  if (network[code] !== undefined) return network[code] + whereOf(failure);
  if (certificateFaults[code] !== undefined) return `TLS: ${certificateFaults[code]}`;
  if (code === "EPROTO" || code.startsWith("ERR_SSL_"))
    return `TLS: ${alertOf(code) ?? `handshake failed (${worded(code)})`}`;
  if (code === "UND_ERR_HEADERS_OVERFLOW") return "headers over 64 KiB";
  if (code === "UND_ERR_INVALID_ARG") return `request cannot be sent: ${error.message}`;
  if (error.name === "HTTPParserError") return "answer is not HTTP";
  if (code.startsWith("UND_ERR_RES_")) return "answer's length does not match";
  return "connection closed before the answer was complete";
}

/**
 * True when the network prevented an answer: the name has no address, or the connection failed.
 */
export function neverConnected(error: Error): boolean {
  if (error instanceof LookupFailed || error instanceof NoReply) return true;
  const { code = "", errors } = error as Failure;
  const first = errors?.[0];
  return first ? neverConnected(first) : unconnected.has(code);
}

const unconnected = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"]);

/** True when the error does not say whether the target works: that was not asked, or its answer is beyond the limits of monitord. */
export function isUndecided(error: Error): boolean {
  if (error instanceof AddressRefused || error instanceof PingFailed) return true;
  if (error instanceof LookupFailed) return error.broken;
  const { code = "", errors } = error as Failure;
  const first = errors?.[0];
  return first ? isUndecided(first) : undecided.has(code);
}

const undecided = new Set([
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "EMFILE",
  "EACCES",
  "UND_ERR_INVALID_ARG",
  "UND_ERR_HEADERS_OVERFLOW",
]);

/** True for a connection that broke before the answer began: perhaps it had been idle for too long. */
export function brokeEarly(error: Error): boolean {
  const { code } = error as Failure;
  return code === "UND_ERR_SOCKET" || code === "ECONNRESET" || code === "EPIPE";
}

/** True for an answer that came and broke the rules of HTTP: a lenient reader may read it. */
export function isUnreadable(error: Error): boolean {
  const { code = "", message } = error as Failure;
  return (
    error.name === "HTTPParserError" ||
    code.startsWith("UND_ERR_RES_") ||
    code === "ERR_ASSERTION" ||
    (code === "UND_ERR_SOCKET" && message.startsWith("bad "))
  );
}

/** True for a handshake that ended because the server does not speak HTTP/1.1. */
export const speaksHttp2 = (error: Error): boolean =>
  ((error as Failure).code ?? "").endsWith("ALERT_NO_APPLICATION_PROTOCOL");

function whereOf({ address, port }: Failure): string {
  if (address === undefined) return "";
  const host = address.includes(":") ? `[${address}]` : address;
  return ` (${host}:${port})`;
}

/** `ERR_SSL_WRONG_VERSION_NUMBER` → `wrong version number`. */
function worded(code: string): string {
  return code === "EPROTO"
    ? "protocol error"
    : code.slice("ERR_SSL_".length).toLowerCase().replaceAll("_", " ");
}

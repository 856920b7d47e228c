/**
 * Describes why an exchange failed, in few words for the owner of the target. Pure. Contains addresses,
 * ports and names, never a URL, a header or a body: those may hold secrets.
 */
import { AddressRefused, LookupFailed } from "./guarded-agent.ts";

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

const certificate: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate is not from a trusted authority",
  UNABLE_TO_GET_ISSUER_CERT: "certificate chain is incomplete",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate chain is incomplete",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate chain is incomplete",
  CERT_HAS_EXPIRED: "certificate has expired",
  CERT_NOT_YET_VALID: "certificate is not valid yet",
  CERT_REVOKED: "certificate is revoked",
  CERT_UNTRUSTED: "certificate is not trusted",
  CERT_REJECTED: "certificate is rejected",
};

/** The cause of `error`. */
export function reasonOf(error: Error): string {
  if (error instanceof AddressRefused || error instanceof LookupFailed) return error.message;
  const failure = error as Failure;
  // Several addresses were tried: the first one's failure stands for all.
  const first = failure.errors?.[0];
  if (first) return reasonOf(first);

  const code = failure.code ?? "";
  if (network[code] !== undefined) return network[code] + whereOf(failure);
  if (certificate[code] !== undefined) return `TLS: ${certificate[code]}`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "TLS: certificate is for another name";
  if (code === "EPROTO" || code.startsWith("ERR_SSL_"))
    return `TLS: handshake failed (${worded(code)})`;
  if (code === "UND_ERR_HEADERS_OVERFLOW") return "headers over 16 KiB";
  if (code === "UND_ERR_INVALID_ARG") return `request cannot be sent: ${error.message}`;
  if (error.name === "HTTPParserError") return "answer is not HTTP";
  if (code.startsWith("UND_ERR_RES_")) return "answer's length does not match";
  return "connection closed before the answer was complete";
}

/**
 * True when there was no answer because of the network: no address for the name, or no connection to it.
 */
export function neverConnected(error: Error): boolean {
  if (error instanceof LookupFailed) return true;
  const { code = "", errors } = error as Failure;
  const first = errors?.[0];
  return first ? neverConnected(first) : unconnected.has(code);
}

const unconnected = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"]);

/** True for a connection that broke before the answer began: perhaps it had been idle for too long. */
export function brokeEarly(error: Error): boolean {
  const { code } = error as Failure;
  return code === "UND_ERR_SOCKET" || code === "ECONNRESET" || code === "EPIPE";
}

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

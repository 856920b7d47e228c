/** The kinds of failure of a request to the service. */
import type { Problem } from "../api/problem.ts";
import { ProxyRefusal } from "./way-out.ts";

/** The service answered with a refusal. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly problem: Problem;
  /** False: the answer did not come from the service, but from something in between. */
  readonly fromService: boolean;
  /** `Retry-After` of the answer, s; null: none. */
  readonly retryAfter: number | null;
  /** The change that the service may have made all the same (`changeOf`); null: none. */
  readonly change: string | null;
  constructor(
    problem: Problem,
    fromService = true,
    retryAfter: number | null = null,
    change: string | null = null,
  ) {
    super(problem.detail);
    this.status = problem.status;
    // A proxy refuses or redirects before it passes a request on.
    this.change = fromService || (this.status >= 300 && this.status < 500) ? null : change;
    this.problem = problem;
    this.fromService = fromService;
    this.retryAfter = retryAfter;
  }
}

/** No answer came. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  readonly url: string;
  /** The change that the service may have made all the same (`changeOf`); null: none. */
  readonly change: string | null;
  constructor(url: string, reason: string, cause?: unknown, change: string | null = null) {
    super(`cannot reach ${url}: ${reason}`, { cause });
    this.url = url;
    this.change = wasSent(cause) ? change : null;
  }
}

/** The request was not sent, because sending it would show the key to the network. */
export class UnsafeUrl extends Error {
  override readonly name = "UnsafeUrl";
  readonly url: string;
  constructor(url: string) {
    super(`${url} is plain http to a public host: everybody on the way could read the API key`);
    this.url = url;
  }
}

/** The ways in which a connection fails, as far as they call for different remedies. */
export type ConnectionFault =
  | "refused"
  | "unknown_host"
  | "no_route"
  | "timeout"
  | "closed"
  | "plain_http"
  | "not_http"
  | "certificate"
  | "wrong_name"
  | "expired"
  | "early"
  | "client_certificate"
  | "proxy"
  | "proxy_credentials"
  | "other";

const byCode: Record<string, [ConnectionFault, reason: string]> = {
  ECONNREFUSED: ["refused", "connection refused (is monitord running?)"],
  ENOTFOUND: ["unknown_host", "no such host"],
  EAI_AGAIN: ["unknown_host", "the name could not be resolved (is there a network?)"],
  EHOSTUNREACH: ["no_route", "no route to it"],
  ENETUNREACH: ["no_route", "no route to it"],
  ETIMEDOUT: ["timeout", "timed out while connecting"],
  UND_ERR_CONNECT_TIMEOUT: ["timeout", "timed out while connecting"],
  ECONNRESET: ["closed", "the connection was closed before an answer came"],
  EPIPE: ["closed", "the connection was closed before an answer came"],
  UND_ERR_SOCKET: ["closed", "the connection was closed before an answer came"],
  EPROTO: ["plain_http", "TLS: the port does not speak TLS"],
  ERR_SSL_WRONG_VERSION_NUMBER: ["plain_http", "TLS: the port does not speak TLS"],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ["plain_http", "TLS: the port does not speak TLS"],
  ERR_TLS_CERT_ALTNAME_INVALID: ["wrong_name", "TLS: the certificate is for another host"],
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: [
    "client_certificate",
    "TLS: the server asks for a certificate of the client",
  ],
  CERT_HAS_EXPIRED: ["expired", "TLS: the certificate has expired"],
  CERT_NOT_YET_VALID: ["early", "TLS: the certificate is not valid yet"],
};

/** The other codes of OpenSSL about a certificate: not all of them have the word in their name. */
const aboutCertificates =
  /CERT|SSL|TLS|SIGNED|SIGNATURE|ISSUER|CRL|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH/;

/** Why no answer came: the kind of fault, and the reason in a few words. */
export function connectionFault(error: unknown): { fault: ConnectionFault; reason: string } {
  const root = rootOf(error);
  const { code = "", message } = root as { code?: string; message: string };
  if (root instanceof ProxyRefusal)
    return {
      fault: root.status === 407 ? "proxy_credentials" : "proxy",
      reason: root.message,
    };
  const known = byCode[code];
  if (known) return { fault: known[0], reason: known[1] };
  if (code.startsWith("HPE_")) return { fault: "not_http", reason: "the answer is not HTTP" };
  return aboutCertificates.test(code)
    ? // Node adds advice of its own after a semicolon: "…; if the root CA is installed locally, try …".
      { fault: "certificate", reason: `TLS: ${message.split(";")[0]!}` }
    : { fault: "other", reason: message };
}

/** The faults of a connection that was open: the request may have arrived. */
const late: readonly ConnectionFault[] = ["closed", "not_http", "timeout", "other"];

/** False: the connection failed before the request could be sent. */
function wasSent(error: unknown): boolean {
  const { syscall = "" } = rootOf(error) as { syscall?: string };
  return late.includes(connectionFault(error).fault) && !/^(connect|getaddrinfo)$/.test(syscall);
}

/** Why no answer came, in a few words. */
export const reasonOf = (error: unknown): string => connectionFault(error).reason;

/** The innermost cause: the error that `fetch failed` wraps. */
function rootOf(error: unknown): Error {
  let root = error instanceof Error ? error : new Error(String(error));
  for (;;) {
    const first = root instanceof AggregateError ? (root.errors[0] as unknown) : undefined;
    const inner = first ?? root.cause;
    if (!(inner instanceof Error)) return root;
    root = inner;
  }
}

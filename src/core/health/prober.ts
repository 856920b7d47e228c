/** The prober of health check monitors, as the core sees it: facts, without a judgement. */
import type { HealthCheckMonitor, Instant } from "../model/model.ts";
import type { IpVersion } from "../../resource/check/request-fields.ts";
import type { RecordType } from "./endpoint.ts";

/** Probes an endpoint; a bad target is an answer, never an exception. */
export interface Prober {
  /** Never rejects, and resolves within `timeout_seconds`. */
  fetch(monitor: Probed): Promise<Fetched>;
  close(): Promise<void>;
}

/** The fields of a monitor that a probe follows. Those that may be absent are as a monitor's defaults. */
export interface Probed {
  url: string;
  request_headers: Record<string, string>;
  timeout_seconds: number;
  /** Absent: it is asked once. */
  interval_seconds?: number;
  /** `health`: an answer over 1 MiB is a failure. `http`: it is cut off there. */
  expect?: "health" | "http";
  method?: "GET" | "HEAD" | "POST";
  request_body?: string | null;
  /** With `http`: a redirect with one of them is the answer. */
  accepted_statuses?: string;
  redirects_allowed?: number;
  /** The addresses that are connected to. */
  ip_version?: IpVersion;
  /** Certificate authorities in place of the system's, PEM. */
  tls_ca?: string | null;
  /** For the origin of `url` alone: certificate and private key, PEM. */
  tls_client_cert?: string | null;
  /**
   * Over WebSocket a message is waited for when one of them is set, or `request_body`. With `http` and none of them the head
   * of an answer is enough.
   */
  body_contains?: HealthCheckMonitor["body_contains"];
  body_lacks?: HealthCheckMonitor["body_lacks"];
  body_json?: HealthCheckMonitor["body_json"];
}

export type Fetched =
  | {
      kind: "answer";
      /** 101: a connection for WebSocket was made, and is closed again. */
      http_status: number;
      /** Text, decoded; with `http` its first MiB. Over WebSocket the first message; empty: none was waited for. */
      body: string;
      /** The body goes on after `body`. */
      cut?: true;
      seen: Seen;
    }
  /** tcp, tls: the connection was made, and is closed again. icmp: the host answered. */
  | { kind: "connected"; seen: Seen }
  /** dns: the resolver answered without an error. `answers`: sorted, as text; empty: no record of that type. */
  | { kind: "resolved"; answers: string[]; type: RecordType; seen: Seen }
  | {
      kind: "failure";
      during: ProbeStep;
      reason: string;
      /** No answer: no name, no connection, or too late. */
      unreachable?: true;
      /** `timeout_seconds` had passed. With `seen.timing.first_byte` an answer had begun. */
      late?: true;
      /** It does not say whether the target works: that was not asked, or monitord could not read its answer. */
      undecided?: true;
      seen: Seen;
    };

/** The step of a probe that failed. `answer`: everything from the request on. */
export type ProbeStep = "dns" | "connection" | "certificate" | "redirects" | "answer";

/** Facts about one probe, for its sub-checks. Never a secret: no path, query, header or body. */
export interface Seen {
  /** `203.0.113.7:443`, of a ping without a port; null: no connection was made. After redirects that of the last origin. */
  address: string | null;
  /** True: a kept connection of an earlier check was used, so that DNS, connect and TLS took no time. */
  kept: boolean;
  timing: Timing;
  /** `TLSv1.3`; null: no TLS. */
  protocol: string | null;
  /** null: no TLS, or no certificate was seen. */
  certificate: Certificate | null;
  /** Origins that were redirected to, one per redirect: `https://shop.example.com`. */
  redirects: string[];
  /** Media type without parameters, lower case. */
  content_type: string | null;
  /** The software that the answer names: its headers `x-powered-by` and `server`. Absent: none. */
  software?: string;
  /** The rules of HTTP that the answer broke, although it could be read: `a header ends without CR`. Absent: none. */
  odd?: readonly string[];
}

/** Duration of each phase of the last request, ms, whole; null: it did not take place or did not end. */
export interface Timing {
  dns: number | null;
  connect: number | null;
  tls: number | null;
  /** From the request to the headers of its answer. */
  first_byte: number | null;
  /** The whole probe, redirects included; of a ping its round trip. */
  total: number;
}

/** A certificate of a chain. Names as in X.509, one line each: `CN=shop.example.com`. */
export interface ChainLink {
  subject: string;
  issuer: string;
  valid_from: Instant;
  valid_to: Instant;
}

/** A server's certificate. */
export interface Certificate extends ChainLink {
  /** DNS names and addresses that it is for, at most 20. */
  names: string[];
  /** The certificates that the server sent after its own, in its order, at most 7. Absent: none. */
  chain?: readonly ChainLink[];
  /** Why it is not trusted, `certificate is self-signed`; null: it is. */
  fault: string | null;
}

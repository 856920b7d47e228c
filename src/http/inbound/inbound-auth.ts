/**
 * Checks the secret that an alert group can require from senders beside the URL: a bearer token, a user and
 * password, or a signature like Grafana's (HMAC-SHA256 of the body, or of `seconds:body`).
 */
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { InboundAuth } from "../../store/reads/inbound.ts";
import type { Instant } from "../../core/model/model.ts";
import { Problem } from "../answer/problem.ts";

/** Grafana's default; it lets its users choose another one, and only the default is read. */
const signatureHeader = "x-grafana-alerting-signature";
/** How far the time of a signature may lie from now, ms: an older one may have been overheard. */
const signedWithin = 5 * 60_000;

/** Throws `unauthorized`, naming the missing header, unless the sender presents the secret. */
export function checkSecret(
  auth: InboundAuth,
  headers: IncomingHttpHeaders,
  body: Buffer,
  now: Instant,
): void {
  switch (auth.kind) {
    case "bearer":
      return checkAuthorization("Bearer", auth.secret, headers);
    case "basic":
      return checkAuthorization("Basic", Buffer.from(auth.secret).toString("base64"), headers);
    case "hmac":
      return checkSignature(auth, headers, body, now);
  }
}

function checkAuthorization(
  scheme: "Bearer" | "Basic",
  wanted: string,
  headers: IncomingHttpHeaders,
): void {
  const [, sent, credentials] = /^\s*(\S+)\s+(\S+)\s*$/.exec(headers.authorization ?? "") ?? [];
  if (sent?.toLowerCase() !== scheme.toLowerCase())
    throw unauthorized(
      `This URL asks for an Authorization header of the scheme ${scheme}.`,
      scheme,
    );
  if (!same(credentials ?? "", wanted))
    throw unauthorized(`The ${scheme} credentials are not those of this URL.`, scheme);
}

function checkSignature(
  { secret, timestamp_header }: InboundAuth,
  headers: IncomingHttpHeaders,
  body: Buffer,
  now: Instant,
): void {
  const sent = one(headers[signatureHeader]);
  if (sent === null)
    throw unauthorized("This URL asks for a signature in the header X-Grafana-Alerting-Signature.");
  const mac = createHmac("sha256", secret);
  if (timestamp_header !== null) {
    const at = one(headers[timestamp_header.toLowerCase()]);
    if (at === null || !/^\d{1,12}$/.test(at))
      throw unauthorized(
        `This URL asks for the time of the signature in the header ${timestamp_header}, in seconds.`,
      );
    if (Math.abs(now - Number(at) * 1000) > signedWithin)
      throw unauthorized(
        `The time of the signature, in ${timestamp_header}, is more than five minutes away from this server's.`,
      );
    mac.update(`${at}:`);
  }
  if (!same(sent.toLowerCase(), mac.update(body).digest("hex")))
    throw unauthorized(
      timestamp_header === null
        ? "The signature is not that of this body with the secret of this URL."
        : "The signature is not that of this time and body with the secret of this URL.",
    );
}

const one = (value: string | string[] | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/** Compares digests, so that neither content nor length shows in the time that it takes. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(a), digest(b));
}

function unauthorized(detail: string, scheme?: string): Problem {
  return new Problem(
    "unauthorized",
    detail,
    scheme ? { headers: { "www-authenticate": scheme } } : {},
  );
}

/** Describes the certificate that a server showed in its handshake, and why it is not trusted. */
import type { X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import { chainFaults } from "../core/health/certificate-check.ts";
import type { Certificate, ChainLink } from "../core/health/prober.ts";
import { cutText } from "../core/text/text.ts";

/** The certificate of a server is not trusted; no byte was sent to it. */
export class UntrustedCertificate extends Error {
  override name = "UntrustedCertificate";
  /** `code`: of OpenSSL or Node. */
  constructor(code: string) {
    super(`TLS: ${faultOf(code)}`);
  }
}

/** Why a certificate is not trusted, by the code of OpenSSL or Node. */
export const certificateFaults: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate is not from a trusted authority",
  UNABLE_TO_GET_ISSUER_CERT: chainFaults.incomplete,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: chainFaults.incomplete,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: chainFaults.incomplete,
  CERT_HAS_EXPIRED: chainFaults.ended,
  CERT_NOT_YET_VALID: chainFaults.early,
  CERT_REVOKED: "certificate is revoked",
  CERT_UNTRUSTED: "certificate is not trusted",
  CERT_REJECTED: "certificate is rejected",
  INVALID_PURPOSE: "certificate is not meant for servers",
  // The refusals of OpenSSL for which Node has no code: keys and digests that are too weak, above all.
  UNSPECIFIED: "certificate chain has a weak key or digest, or breaks a constraint",
  CERT_CHAIN_TOO_LONG: "certificate chain is too long",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate is for another name",
};

function faultOf(code: string): string {
  return certificateFaults[code] ?? "certificate is not trusted";
}

/** Limits of the texts: a server may send any certificate. */
const maxBytes = 255;
const maxNames = 20;
const maxChain = 7;

/**
 * The certificate at the other end; `code`: why it is not trusted, null: it is. Null: no certificate. Once for each connection:
 * Node takes the chain out of it.
 */
export function certificateOf(socket: TLSSocket, code: string | null): Certificate | null {
  const shown = socket.getPeerX509Certificate();
  if (!shown) return null;
  const chain = sentAfter(shown);
  return {
    ...linkOf(shown),
    names: (shown.subjectAltName ?? "")
      .split(", ", maxNames)
      .map((name) => cutText(name.replace(/^(DNS|IP Address|URI|email):/, ""), maxBytes))
      .filter((name) => name !== ""),
    fault: code === null ? null : faultOf(code),
    ...(chain.length > 0 && { chain }),
  };
}

/** The certificates after the server's own. Node links each one to the next as sent, whether that one is its issuer or not. */
function sentAfter(own: X509Certificate): ChainLink[] {
  const chain: ChainLink[] = [];
  let next = own.issuerCertificate;
  for (; next && chain.length < maxChain; next = next.issuerCertificate) chain.push(linkOf(next));
  return chain;
}

const linkOf = (one: X509Certificate): ChainLink => ({
  subject: oneLine(one.subject),
  issuer: oneLine(one.issuer),
  valid_from: one.validFromDate.getTime(),
  valid_to: one.validToDate.getTime(),
});

/** `C=DE\nCN=shop` → `C=DE, CN=shop`. */
function oneLine(name: string | undefined): string {
  return cutText((name ?? "").replaceAll("\n", ", "), maxBytes);
}

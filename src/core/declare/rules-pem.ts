/** Rules for certificates and keys in PEM, so that a stored one can be used by every check. Pure. */
import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import type { HealthCheckMonitor } from "../model/model.ts";
import type { Fault } from "../model/fault.ts";
import { fault, secretNeeded } from "./rules-connection.ts";
import { masked } from "./secrets.ts";

/** Faults of the certificates of a health check monitor. */
export function pemFaults({
  tls_ca,
  tls_client_cert,
}: Pick<HealthCheckMonitor, "tls_ca" | "tls_client_cert">): Fault[] {
  return [
    ...(tls_ca === null ? [] : faultOf("tls_ca", authoritiesFault(tls_ca))),
    ...(tls_client_cert === null ? [] : clientFaults(tls_client_cert)),
  ];
}

const faultOf = (field: string, message: string | null) =>
  message === null ? [] : [fault(field, "format", message)];

function authoritiesFault(text: string): string | null {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    return "has a private key, which authorities keep to themselves: leave it out";
  return certificatesIn(text) === null ? needsCertificates : null;
}

const needsCertificates = "must be certificates in PEM (-----BEGIN CERTIFICATE-----)";

function clientFaults(text: string): Fault[] {
  if (text === masked) return [fault("tls_client_cert", "secret_needed", secretNeeded)];
  return faultOf("tls_client_cert", clientFault(text));
}

function clientFault(text: string): string | null {
  const [own] = certificatesIn(text) ?? [];
  if (!own) return `${needsCertificates} and a private key`;
  const key = keyIn(text);
  if (typeof key === "string") return key;
  return own.checkPrivateKey(key) ? null : "has a private key that is not of its first certificate";
}

/** The certificates of a text; null: none, or one that cannot be read. */
function certificatesIn(text: string): X509Certificate[] | null {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
  try {
    return blocks && blocks.map((block) => new X509Certificate(block));
  } catch {
    return null;
  }
}

/** The private key of a text; or why it has none that can be used. */
function keyIn(text: string): KeyObject | string {
  const [block] = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----[^]*?-----END \1-----/.exec(text) ?? [];
  if (block === undefined) return "needs the private key too, in PEM (-----BEGIN PRIVATE KEY-----)";
  if (block.includes("ENCRYPTED")) return "must have its private key without a passphrase";
  try {
    return createPrivateKey(block);
  } catch {
    return "has a private key that cannot be read";
  }
}

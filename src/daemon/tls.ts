/** Loads the certificate of the service when it serves TLS itself. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { EnvironmentError } from "../store/kit/unavailable.ts";
import type { TlsFiles } from "./config/config.ts";

/** The options of a TLS server. */
export interface TlsSettings {
  cert: Buffer;
  key: Buffer;
  minVersion: "TLSv1.2";
}

/** Reads both files. Throws one sentence when they cannot be read, or do not fit together. */
export function readTls({ certFile, keyFile }: TlsFiles): TlsSettings {
  try {
    const settings: TlsSettings = {
      cert: readFileSync(certFile),
      key: readFileSync(keyFile),
      minVersion: "TLSv1.2",
    };
    createSecureContext(settings);
    // OpenSSL compares a key only with a certificate of its own kind: with another kind each handshake would fail.
    const own = new X509Certificate(settings.cert);
    if (!own.checkPrivateKey(createPrivateKey(settings.key)))
      throw new Error("the key is not that of the certificate");
    return settings;
  } catch (error) {
    throw new EnvironmentError(
      `the certificate ${certFile} with the key ${keyFile} cannot be used: ${(error as Error).message}`,
    );
  }
}

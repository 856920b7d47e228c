/** Loads the certificate of the service when it serves TLS itself. */
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
    return settings;
  } catch (error) {
    throw new EnvironmentError(
      `the certificate ${certFile} with the key ${keyFile} cannot be used: ${(error as Error).message}`,
    );
  }
}

/** Certificates for the connection to a server: its private CA, and the certificate by which this client proves itself. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type * as Crypto from "node:crypto";
import type * as Tls from "node:tls";
import { takeWayOut, type WayOut } from "../../client/way-out.ts";
import { wrongInput } from "../call/failure.ts";
import type { CertificateFiles, Options } from "../call/call.ts";
import type { Io } from "../io.ts";
import { proxiesOf } from "./proxy.ts";

export const noFiles: CertificateFiles = { caFile: null, clientCert: null, clientKey: null };

/** The files that flags and variables name. */
export function filesOf(io: Io, flags: Options): CertificateFiles {
  const path = (flag: unknown, variable: string) => {
    const named = (flag as string | undefined) ?? io.env[variable];
    return named ? resolve(io.cwd, named) : null;
  };
  const clientCert = path(flags["clientCert"], "MONITORCTL_CLIENT_CERT");
  const clientKey = path(flags["clientKey"], "MONITORCTL_CLIENT_KEY");
  if (clientCert === null && clientKey !== null)
    throw wrongInput(
      "usage",
      "the key of a client certificate is named without the certificate",
      "name it with --client-cert PATH, or MONITORCTL_CLIENT_CERT",
    );
  return { caFile: path(flags.caFile, "MONITORCTL_CA_FILE"), clientCert, clientKey };
}

/** For all connections to a server from now on: the proxy of the environment, and these certificates. */
export function prepareConnections(io: Io, server: string, files: CertificateFiles): void {
  if (files.caFile !== null) trustCa(files.caFile);
  const proxyFor = proxiesOf(io);
  // One that cannot be used is refused here, and not as a server that cannot be reached.
  proxyFor?.(new URL(server));
  const certificate = certificateOf(files);
  const way: WayOut = { proxyFor: proxyFor ?? (() => null), certificate };
  takeWayOut(proxyFor === null && certificate === null ? null : way);
}

/** Trusts the certificates in a PEM file, beside those that are trusted anyway. */
function trustCa(path: string): void {
  // An import would load TLS for every command.
  const tls = process.getBuiltinModule("node:tls") as typeof Tls;
  try {
    const pem = readFileSync(path, "utf8");
    if (!pem.includes("-----BEGIN CERTIFICATE-----")) throw new Error("it has no PEM certificate");
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), pem]);
  } catch (error) {
    throw wrongInput(
      "ca_file",
      `the CA file ${path} cannot be used: ${(error as Error).message}`,
      "name a file with the CA's certificate in PEM format: --ca-file PATH",
    );
  }
}

function certificateOf({ clientCert, clientKey }: CertificateFiles): WayOut["certificate"] {
  if (clientCert === null) return null;
  const keyFile = clientKey ?? clientCert;
  const cert = pemIn(clientCert, "CERTIFICATE", "--client-cert");
  const key = pemIn(keyFile, "PRIVATE KEY", "--client-key");
  const { createPrivateKey, X509Certificate } = process.getBuiltinModule(
    "node:crypto",
  ) as typeof Crypto;
  let fits: boolean;
  try {
    fits = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch (error) {
    const isLocked = /ENCRYPTED/.test(key);
    throw wrongInput(
      "client_certificate",
      isLocked
        ? `the key in ${keyFile} has a passphrase`
        : `the client certificate ${clientCert} cannot be used: ${(error as Error).message}`,
      isLocked
        ? "write it without one: openssl pkey -in KEY -out PLAIN_KEY"
        : "name a certificate and its key in PEM format",
    );
  }
  if (fits) return { cert, key };
  throw wrongInput(
    "client_certificate",
    `the key in ${keyFile} is not that of the certificate in ${clientCert}`,
    "name the key that belongs to it with --client-key PATH",
  );
}

function pemIn(path: string, part: string, option: string): string {
  try {
    const pem = readFileSync(path, "utf8");
    if (!pem.includes(`${part}-----`)) throw new Error(`it has no PEM ${part.toLowerCase()}`);
    return pem;
  } catch (error) {
    throw wrongInput(
      "client_certificate",
      `${path} cannot be used: ${(error as Error).message}`,
      `name a file in PEM format with ${option} PATH`,
    );
  }
}

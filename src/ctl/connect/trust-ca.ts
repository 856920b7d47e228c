/** Trusts the private CA of a server. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type * as Tls from "node:tls";
import { wrongInput } from "../call/failure.ts";
import type { Io } from "../io.ts";

/** The file that `--ca-file` or MONITORCTL_CA_FILE names, with its whole path; null: none. */
export function caFileOf(io: Io, flags: { caFile?: string | undefined }): string | null {
  const named = flags.caFile ?? io.env["MONITORCTL_CA_FILE"];
  return named ? resolve(io.cwd, named) : null;
}

/** Trusts the certificates in a PEM file for all connections of this process, beside those that it trusts anyway. */
export function trustCa(path: string): void {
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

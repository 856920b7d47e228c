/** Certificates made on the spot, so that no key is ever kept in the repository. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** PEM. `cert` may be followed by those that lead to its authority. */
export interface KeyAndCert {
  key: string;
  cert: string;
}

/** A key and a self-signed certificate for `names` (`DNS:…`, `IP:…`), valid for `days`; negative: expired. `key`: as of an authority. */
export function makeCertificate(names: string, days = 1, key?: string): KeyAndCert {
  return make({ subject: "test", extensions: `subjectAltName=${names}`, days, key });
}

/** A certificate for `names` that `issuer` signed; null: for its common name, `shop`, alone. */
export function issueCertificate(issuer: KeyAndCert, names: string | null, days = 90): KeyAndCert {
  const extensions = names === null ? "basicConstraints=CA:false" : `subjectAltName=${names}`;
  return make({ subject: "shop", extensions, days, issuer });
}

/** An authority, self-signed or signed by `issuer`; `key`: one that it has already. `days`: as of a certificate. */
export function makeAuthority(
  subject: string,
  issuer?: KeyAndCert,
  key?: string,
  days = 365,
): KeyAndCert {
  const extensions = "basicConstraints=critical,CA:true\nkeyUsage=keyCertSign";
  return make({ subject, extensions, days, issuer, key });
}

function make(wanted: {
  subject: string;
  extensions: string;
  days: number;
  issuer?: KeyAndCert | undefined;
  key?: string | undefined;
}): KeyAndCert {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const file = (name: string) => join(folder, name);
  const openssl = (args: string) =>
    execFileSync("openssl", args.split(" "), { cwd: folder, stdio: "pipe" });
  const { subject, extensions, days, issuer, key } = wanted;
  try {
    writeFileSync(file("ext"), `${extensions}\n`);
    if (key === undefined)
      openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key");
    else writeFileSync(file("key"), key);
    openssl(`req -new -key key -subj /CN=${subject.replaceAll(" ", "_")} -out csr`);
    if (issuer) {
      writeFileSync(file("ca"), issuer.cert);
      writeFileSync(file("cakey"), issuer.key);
    }
    const signer = issuer ? "-CA ca -CAkey cakey -CAcreateserial" : "-signkey key";
    openssl(`x509 -req -in csr ${signer} -days ${days} -extfile ext -out cert`);
    return { key: readFileSync(file("key"), "utf8"), cert: readFileSync(file("cert"), "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Self-signed certificates made on the spot, so that no key is ever kept in the repository. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A key and a certificate for `names` (`DNS:…`, `IP:…`), valid for `days`; negative: expired. */
export function makeCertificate(names: string, days = 1): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const file = (name: string) => join(folder, name);
  const openssl = (args: string) =>
    execFileSync("openssl", args.split(" "), { cwd: folder, stdio: "pipe" });
  try {
    writeFileSync(file("ext"), `subjectAltName=${names}\n`);
    openssl(
      `req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=test -keyout key -out csr`,
    );
    openssl(`x509 -req -in csr -signkey key -days ${days} -extfile ext -out cert`);
    return {
      key: readFileSync(file("key"), "utf8"),
      cert: readFileSync(file("cert"), "utf8"),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

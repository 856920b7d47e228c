/** Programs that others wrote, started for a test and ended with it. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import type { KeyAndCert } from "./certificate.ts";
import { listens, runNginx } from "./proxies.ts";

/** Starts `command` in a folder with `files`; resolves once something listens at `port`. */
export async function startOther(
  port: number,
  command: string,
  args: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = folderOf(files);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(command, args, { cwd: folder, env, stdio: "ignore" });
  ended(child, folder);
  await listens(String(port), child);
}

/** Starts nginx with one `server` of these lines, beside its certificate in `cert.pem` and `key.pem`. */
export async function startNginx(
  port: number,
  { key, cert }: KeyAndCert,
  { lines, files = {} }: { lines: string; files?: Record<string, string> },
): Promise<void> {
  const folder = folderOf({ "key.pem": key, "cert.pem": cert, ...files });
  const server = `server { ssl_certificate cert.pem; ssl_certificate_key key.pem; ${lines} }`;
  ended(await runNginx(folder, server, String(port)), folder);
}

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "other-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Ends `child` with the test, and then its folder. */
function ended(child: ChildProcess, folder: string): void {
  const exited = new Promise((resolve) => child.once("exit", resolve));
  onTestFinished(async () => {
    child.kill();
    await exited;
    rmSync(folder, { recursive: true });
  });
}

/** Whether curl reads the answer, redirects included, and its status is one of success. */
export async function verdictOfCurl(url: string, more: readonly string[] = []): Promise<boolean> {
  const options = ["-sS", "-L", "--max-redirs", "10", "-b", "", "-m", "5", "-o", "/dev/null"];
  try {
    const { stdout } = await promisify(execFile)("curl", [
      ...options,
      ...more,
      "-w",
      "%{http_code}",
      url,
    ]);
    return /^2\d\d$/.test(stdout);
  } catch {
    return false;
  }
}

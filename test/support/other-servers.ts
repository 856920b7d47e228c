/** Servers that others wrote, started for a test and ended with it. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { KeyAndCert } from "./certificate.ts";
import { probe } from "./probing.ts";

/** Starts `command` in a folder with `files`; resolves once something listens at `port`. */
export async function startOther(
  port: number,
  command: string,
  args: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "other-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(command, args, { cwd: folder, env, stdio: "ignore" });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  onTestFinished(async () => {
    child.kill();
    await exited;
    rmSync(folder, { recursive: true });
  });
  await expect
    .poll(() => probe(`tcp://127.0.0.1:${port}`), { timeout: 20_000 })
    .toMatchObject({ kind: "connected" });
}

/** Starts nginx with one `server` of these lines, beside its certificate in `cert.pem` and `key.pem`. */
export function startNginx(
  port: number,
  { key, cert }: KeyAndCert,
  { http, files = {} }: { http: string; files?: Record<string, string> },
): Promise<void> {
  const config = `daemon off; pid nginx.pid; error_log stderr; events {}
    http {
      access_log off;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      server { ssl_certificate cert.pem; ssl_certificate_key key.pem; ${http} }
    }`;
  const args = ["-p", ".", "-e", "stderr", "-c", "nginx.conf"];
  return startOther(port, "nginx", args, {
    "key.pem": key,
    "cert.pem": cert,
    "nginx.conf": config,
    ...files,
  });
}

/** Reverse proxies in front of monitord, and somebody who comes through them. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createConnection } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

export const example = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../examples/${path}`, import.meta.url)), "utf8");

export const installed = (program: string, option: string) =>
  spawnSync(program, [option]).status === 0;

/** Waits until something listens on the port. */
export async function listens(port: string, proxy: ChildProcess): Promise<void> {
  for (;;) {
    const socket = createConnection({ port: Number(port), host: "127.0.0.1" });
    const answered = await new Promise<boolean>((resolve) => {
      socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    });
    socket.destroy();
    if (answered) return;
    if (proxy.exitCode !== null) throw new Error("the proxy ended");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Starts nginx with what is in its `http` block, all its files in a folder; waits until it listens on the port. */
export async function runNginx(folder: string, http: string, port: string): Promise<ChildProcess> {
  const config = join(folder, "nginx.conf");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join("\n");
  // Its workers would be a user that may not write to the folder, where bodies go that are larger than its buffers.
  const user = process.getuid?.() === 0 ? "user root; " : "";
  writeFileSync(
    config,
    `${user}daemon off; pid ${join(folder, "nginx.pid")}; error_log stderr crit;\nevents {}\nhttp { access_log off;\n${paths}\n${http}\n}\n`,
  );
  const proxy = spawn("nginx", ["-c", config, "-e", "stderr"], { stdio: "inherit" });
  await listens(port, proxy);
  return proxy;
}

/** Another address than the proxy's. */
export const visitor = "127.0.0.2";

/** Asks from the address of a visitor, who claims to be somebody else. */
export async function visit(
  key: string,
  method: string,
  url: string,
  body?: unknown,
): Promise<string> {
  const asked = request(url, {
    method,
    localAddress: visitor,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "x-forwarded-for": "203.0.113.9",
    },
  });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(asked, "response")) as [
    AsyncIterable<Buffer> & { statusCode: number },
  ];
  let text = "";
  for await (const chunk of answer) text += String(chunk);
  expect(answer.statusCode, text).toBeLessThan(300);
  return text;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { monitord } from "./support/programs.ts";

let temporary: string;

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), "demo-test-"));
});
afterEach(() => {
  rmSync(temporary, { recursive: true });
});

function start() {
  const child = spawn(process.execPath, [monitord, "demo"], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return { child, closed: once(child, "close"), output: () => output };
}

describe("monitord demo", { timeout: 60_000 }, () => {
  test("lets an application break and a phone ring, and leaves nothing behind", async () => {
    const demo = start();
    const [code] = (await demo.closed) as [number];
    const output = demo.output();
    expect(code, output).toBe(0);
    expect(output).toMatch(/┃ Shop is down .*\n.*┃ Database: Could not connect to db-1/);
    expect(output).toMatch(/┃ Shop is up again/);
    expect(output).toContain("npx monitorctl apply -f examples/minimal/monitors.yaml");
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("ends in the middle when told to, and leaves nothing behind either", async () => {
    const demo = start();
    while (!demo.output().includes("loses its database")) await once(demo.child.stdout, "data");
    demo.child.kill("SIGINT");
    const [code] = (await demo.closed) as [number];
    expect(code).toBe(1);
    expect(demo.output()).toContain("Stopped. Nothing is left behind.");
    expect(readdirSync(temporary)).toEqual([]);
  });
});

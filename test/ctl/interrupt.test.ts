/** Ctrl-C, as a terminal sends it: to the process itself. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as answers from "../support/answers.ts";
import { startFakeApi, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";
import { monitorctl } from "../support/programs.ts";

let api: FakeApi;
let place: Place;
beforeEach(async () => {
  api = await startFakeApi({
    "GET /health_check_monitors": { body: [answers.health({ external_id: "shop" })] },
    "GET /webhook_monitors": () => ({
      body: [answers.webhook({ external_id: "job", webhook_url: `${api.url}/hook` })],
    }),
    "GET /alert_groups": { body: [] },
    "POST /hook": { status: 202, body: { accepted: 1 } },
  });
  place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "mon_good" });
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});

/** Starts it, interrupts it at its first output, and answers how it ended. */
async function interrupted(args: string[]): Promise<[number | null, string]> {
  const child = spawn(process.execPath, [monitorctl, ...args], {
    cwd: place.folder,
    env: place.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (text) => {
    if (output === "") child.kill("SIGINT");
    output += String(text);
  });
  const [code] = (await once(child, "close")) as [number | null];
  return [code, output];
}

test.each([
  [["apply", "m.yaml"], "made the change; see the difference with: monitorctl plan\n"],
  [["api", "POST", "/users", "--data", "{}"], "made the change\n"],
  [["plan", "m.yaml"], ""],
])("%j is interrupted before its answer", async (args, sentence) => {
  place.write("m.yaml", "version: 1\nproject: shop\nusers: []\n");
  let child: ChildProcess | null = null;
  const silent = createServer(() => child!.kill("SIGINT"));
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const { port } = silent.address() as AddressInfo;
  child = spawn(process.execPath, [monitorctl, ...args], {
    cwd: place.folder,
    env: { ...place.env, MONITORCTL_URL: `http://127.0.0.1:${port}` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr!.on("data", (text) => (output += String(text)));
  const [code] = (await once(child, "close")) as [number | null];
  silent.close();
  expect([code, output === "" ? "" : output.slice(-sentence.length)]).toEqual([130, sentence]);
});

test("ends a watch with 130", async () => {
  const [code, output] = await interrupted(["get", "hc", "--watch"]);
  expect(output).toContain("shop");
  expect(code).toBe(130);
});

test.for(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const)(
  "passes %s on to a command that is run, and reports how it ended",
  async (signal) => {
    const script = `trap 'echo got; exit 9' ${signal.slice(3)}; echo started; while :; do sleep 0.05; done`;
    const child = spawn(process.execPath, [monitorctl, "run", "wh/job", "--", "sh", "-c", script], {
      cwd: place.folder,
      env: place.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.once("data", () => child.kill(signal));
    const [code] = (await once(child, "close")) as [number | null];
    expect(code).toBe(9);
    expect(api.asked.at(-1)).toMatchObject({ method: "POST", path: "/hook" });
    expect(api.asked.at(-1)!.body).toMatchObject({ exit_code: 9 });
  },
);

test("leaves with the exit code of a command that has ended while its report waits for the server", async () => {
  api.answers["POST /hook"] = { status: 503, body: "", from: "a proxy" };
  const child = spawn(process.execPath, [monitorctl, "run", "wh/job", "--", "sh", "-c", "exit 9"], {
    cwd: place.folder,
    env: place.env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text) => (said += String(text)));
  const waiting = setInterval(() => {
    if (api.asked.some(({ path }) => path === "/hook")) child.kill("SIGINT");
  }, 50);
  const [code] = (await once(child, "close")) as [number | null];
  clearInterval(waiting);
  expect([code, said]).toEqual([9, "monitorctl: interrupted before the outcome was reported\n"]);
});

test("reports a command at its end, not when a process that it left behind ends", async () => {
  const script =
    "sh -c 'echo $$ > left; exec sleep 600' & while [ ! -s left ]; do sleep 0.01; done; exit 3";
  const child = spawn(process.execPath, [monitorctl, "run", "wh/job", "--", "sh", "-c", script], {
    cwd: place.folder,
    env: place.env,
    stdio: ["ignore", "ignore", "ignore"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  expect(code).toBe(3);
  expect(api.asked.at(-1)!.body).toMatchObject({ exit_code: 3 });
  process.kill(Number(readFileSync(join(place.folder, "left"), "utf8")));
});

test("passes on all of a long output, to a reader that is slow", async () => {
  const script = "head -c 3000000 /dev/zero; exit 3";
  const child = spawn(process.execPath, [monitorctl, "run", "wh/job", "--", "sh", "-c", script], {
    cwd: place.folder,
    env: place.env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let bytes = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes < 400_000) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(bytes).toBe(3_000_000);
});

test("leaves the input to the command, whole", async () => {
  const child = spawn(process.execPath, [monitorctl, "run", "wh/job", "--", "wc", "-c"], {
    cwd: place.folder,
    env: place.env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end("x".repeat(3_000_000));
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  expect(Number(String(text))).toBe(3_000_000);
});

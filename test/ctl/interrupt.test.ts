/** Ctrl-C, as a terminal sends it: to the process itself. */
import { spawn } from "node:child_process";
import { once } from "node:events";
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

test("ends a watch with 130", async () => {
  const [code, output] = await interrupted(["get", "hc", "--watch"]);
  expect(output).toContain("shop");
  expect(code).toBe(130);
});

test("leaves a command that is run to see it through, and to be reported", async () => {
  const [code, output] = await interrupted([
    "run",
    "wh/job",
    "--",
    "sh",
    "-c",
    "echo started; sleep 0.3; exit 4",
  ]);
  expect([code, output]).toEqual([4, "started\n"]);
  expect(api.asked.at(-1)).toMatchObject({
    path: "/hook",
    body: { exit_code: 4 },
  });
});

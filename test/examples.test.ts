import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse, parseDocument } from "yaml";
import { judge, readHealth } from "../src/core/health/health.ts";
import { parseManifest } from "../src/manifest/manifest.ts";
import { startHttp } from "./support/http.ts";
import { monitorctl } from "./support/programs.ts";
import { problem, startFakeApi } from "./ctl/fake-api.ts";
import { answerPushes } from "./support/pushes.ts";

const folder = fileURLToPath(new URL("../examples/", import.meta.url));
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Starts a program of the examples; it ends with the test at the latest. */
function start(
  command: string[],
  env: Record<string, string>,
): ChildProcess & { output: () => string } {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, because `go run` starts the program as a process of its own.
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const closed = once(child, "close");
  cleanups.push(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, "SIGKILL");
    await closed;
  });
  return Object.assign(child, { output: () => output });
}

async function run(
  command: string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = start(command, env);
  const [code] = (await once(child, "close")) as [number];
  return { code, output: child.output() };
}

/** Takes error reports, and answers with the statuses in turn, the last one for ever. */
async function startInbound(...statuses: number[]) {
  const api = await startFakeApi({
    "POST /api/webhook/x": () => {
      const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!;
      return status === 202 ? { status, body: { accepted: 1 } } : problem(status, "No.");
    },
  });
  cleanups.push(() => api[Symbol.asyncDispose]());
  return {
    url: `${api.url}/api/webhook/x`,
    reports: () => api.asked.map(({ body }) => body),
  };
}

/** Pipelines of other tools, and where in them commands stand. */
const pipelines = [
  { file: "github-actions/workflow.yml", commands: /^ +(?:- )?run: (.+)$/gm },
  { file: "gitlab-ci/gitlab-ci.yml", commands: /^ +- (monitorctl .+)$/gm },
];

describe("the pipelines", () => {
  test.each(pipelines)(
    "$file is YAML, and says only what monitorctl knows",
    async ({ file, commands }) => {
      const text = readFileSync(folder + file, "utf8");
      const document = parseDocument(text, { strict: true, uniqueKeys: true });
      expect([...document.errors, ...document.warnings]).toEqual([]);
      const said = [...text.matchAll(commands)]
        .map((match) => match[1]!)
        .filter((line) => line.startsWith("monitorctl "));
      expect(said.length).toBeGreaterThan(1);
      for (const line of said) {
        const { output } = await run([process.execPath, monitorctl, ...line.split(" ").slice(1)], {
          MONITORCTL_URL: "",
          MONITORCTL_API_KEY: "",
          GITHUB_ACTIONS: "",
        });
        // The command line was understood: what is missing here is the file.
        expect(output, line).toContain("error[no_file]");
      }
    },
  );

  test("the workflow has the parts that GitHub asks for", () => {
    const text = readFileSync(`${folder}github-actions/workflow.yml`, "utf8");
    const workflow = parse(text) as {
      on: object;
      jobs: Record<string, { "runs-on": string; steps: object[] }>;
    };
    expect(Object.keys(workflow.on)).toEqual(["pull_request", "push"]);
    for (const job of Object.values(workflow.jobs)) {
      expect(job["runs-on"]).toBe("ubuntu-latest");
      for (const step of job.steps)
        expect("run" in step || "uses" in step, JSON.stringify(step)).toBe(true);
    }
  });
});

describe("the examples", () => {
  test("each have a README of their own", () => {
    const folders = readdirSync(folder);
    expect(folders.length).toBeGreaterThan(3);
    for (const name of folders) expect(existsSync(`${folder}${name}/README.md`), name).toBe(true);
  });

  test.each(globSync("**/monitors.yaml", { cwd: folder }))(
    "%s is a declaration without a mistake",
    (name) => {
      const text = readFileSync(folder + name, "utf8");
      const parsed = parseManifest([{ name, text }]);
      expect(parsed).toMatchObject({ ok: true });
      if (parsed.ok) expect(parsed.declaration.health_check_monitors).not.toHaveLength(0);
    },
  );
});

test("chat-and-mail adds a Slack channel and a mailbox, and sends each a test", async () => {
  const http = await startHttp({ configured: ["webhook", "email"] });
  const bin = mkdtempSync(join(tmpdir(), "monitord-bin-"));
  cleanups.push(
    () => http.end(),
    async () => rmSync(bin, { recursive: true }),
  );
  writeFileSync(
    join(bin, "monitorctl"),
    `#!/bin/sh\nexec "${process.execPath}" "${monitorctl}" "$@"\n`,
    {
      mode: 0o755,
    },
  );
  const env = {
    PATH: `${bin}:${process.env["PATH"]}`,
    MONITORCTL_URL: http.siteUrl,
    MONITORCTL_API_KEY: http.keys.admin,
    SLACK_WEBHOOK_URL: "https://hooks.slack.com/services/T/B/X",
  };
  const applied = await run(["monitorctl", "apply", "-f", "chat-and-mail/monitors.yaml"], env);
  expect(applied.code, applied.output).toBe(0);
  const added = await run(["sh", "chat-and-mail/devices.sh"], env);
  expect(added.code, added.output).toBe(0);
  const pushes = await answerPushes(http.store, http.clock.now());
  expect(pushes.map(({ event, device }) => [event, device.kind, device.format])).toEqual(
    expect.arrayContaining([
      ["test", "webhook", "slack"],
      ["test", "email", null],
    ]),
  );
});

/** Whether this machine has what a program needs: the command that asks ends without an error. */
const runs = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0;

const senders = [
  { name: "curl.sh", command: ["sh"], has: true },
  { name: "node.mjs", command: ["node"], has: true },
  { name: "python.py", command: ["python3"], has: true },
  { name: "go.go", command: ["go", "run"], has: runs("go", "version") },
  { name: "php.php", command: ["php"], has: runs("php", "--version") },
  { name: "ruby.rb", command: ["ruby"], has: runs("ruby", "--version") },
].map(({ name, command, has }) => ({ name, has, command: [...command, `send-errors/${name}`] }));

describe.each(senders)("send-errors/$name", { timeout: 60_000 }, ({ command, has }) => {
  beforeEach(({ skip }) => skip(!has, `this machine has nothing that runs ${command.join(" ")}`));

  const message = 'Payment "4711" failed: C:\\shop\nline two ä😀';

  test("reports what happened and who says so", async () => {
    const inbound = await startInbound(202);
    const sent = await run([...command, message], {
      MONITOR_WEBHOOK_URL: inbound.url,
    });
    expect(sent.code, sent.output).toBe(0);
    expect(inbound.reports()).toHaveLength(1);
    const report = inbound.reports()[0] as { message: string; source: string };
    expect(report.message.replace("\n", " ")).toBe(message.replace("\n", " "));
    expect(report.source).toMatch(/./);
  });

  test("sends it again when the server is busy", async () => {
    const inbound = await startInbound(503, 202);
    const sent = await run([...command, message], {
      MONITOR_WEBHOOK_URL: inbound.url,
    });
    expect(sent.code, sent.output).toBe(0);
    expect(inbound.reports()).toHaveLength(2);
  });

  test("gives up at once when the address is not known", async () => {
    const inbound = await startInbound(404);
    const sent = await run([...command, message], {
      MONITOR_WEBHOOK_URL: inbound.url,
    });
    expect(sent.code).not.toBe(0);
    expect(inbound.reports()).toHaveLength(1);
  });

  test("says what is missing without an address", async () => {
    const sent = await run(["env", "-u", "MONITOR_WEBHOOK_URL", ...command], {});
    expect(sent.code).not.toBe(0);
    expect(sent.output).toContain("webhook_url of your monitor");
  });
});

const python = process.env["EXAMPLES_PYTHON"] ?? "python3";

const endpoints = [
  { name: "node.mjs", command: ["node"], has: true },
  { name: "fastify.mjs", command: ["node"], has: true },
  { name: "python.py", command: ["python3"], has: true },
  { name: "flask_app.py", command: [python], has: runs(python, "-c", "import flask") },
  { name: "django_app.py", command: [python], has: runs(python, "-c", "import django") },
  { name: "fastapi_app.py", command: [python], has: runs(python, "-c", "import fastapi, uvicorn") },
  { name: "go.go", command: ["go", "run"], has: runs("go", "version") },
  { name: "Health.java", command: ["java"], has: runs("java", "--version") },
  { name: "ruby.rb", command: ["ruby"], has: runs("ruby", "-e", "require 'webrick'") },
].map(({ name, command, has }) => ({
  name,
  has,
  command: [...command, `health-endpoint/${name}`],
}));

describe.each(endpoints)("health-endpoint/$name", { timeout: 60_000 }, ({ command, has }) => {
  beforeEach(({ skip }) => skip(!has, `this machine has nothing that runs ${command.join(" ")}`));

  async function serve(env: Record<string, string>): Promise<string> {
    const child = start([...command], { PORT: "0", ...env });
    while (!child.output().includes("/health\n")) {
      if (child.exitCode !== null) throw new Error(child.output());
      await once(child.stdout!, "data");
    }
    return child.output().trim();
  }
  const read = async (url: string) => {
    const answer = await fetch(url);
    const fetched = {
      kind: "answer",
      http_status: answer.status,
      body: await answer.text(),
    } as const;
    const reading = readHealth(fetched, Date.now());
    if (!reading.ok) throw new Error(reading.reason);
    return reading;
  };

  test("serves a report that monitord reads without a remark", async () => {
    const url = await serve({});
    const reading = await read(url);
    expect(reading.remarks).toEqual([]);
    expect(reading.results.map(({ name }) => name)).toContain("disk");
    for (const { status, reported_status } of reading.results)
      expect([status, reported_status]).toEqual([
        expect.stringMatching(/^(ok|warning|failed)$/),
        null,
      ]);
    const elsewhere = await fetch(new URL("/", url));
    expect(elsewhere.status).toBe(404);
    await elsewhere.text();
  });

  test("says when the database cannot be reached", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const database = `127.0.0.1:${port}`;
    const status = (reading: Awaited<ReturnType<typeof read>>) =>
      reading.results.find(({ name }) => name === "database")?.status;
    expect(status(await read(await serve({ DATABASE: database })))).toBe("ok");

    await new Promise((resolve) => server.close(resolve));
    const reading = await read(await serve({ DATABASE: database }));
    expect(status(reading)).toBe("failed");
    const verdict = judge(reading, { staleness_threshold_minutes: 10 }, Date.now());
    expect(verdict.status).toBe("down");
    expect(verdict.reason).toContain("Database: Could not connect");
  });
});

describe("health reports that a web server or a framework serves", () => {
  const names = (report: string) => {
    const answer = { kind: "answer", http_status: 200, body: report } as const;
    const reading = readHealth(answer, Date.now());
    if (!reading.ok) throw new Error(reading.reason);
    expect(reading.remarks).toEqual([]);
    return reading.results.map(({ name }) => name);
  };

  test("shell.sh writes one of the disk", async () => {
    const written = await run(["sh", "health-endpoint/shell.sh"], {});
    expect(names(written.output)).toEqual(["disk", "inodes"]);
  });

  test("php.php prints one", async ({ skip }) => {
    skip(!runs("php", "--version"), "this machine has no PHP");
    const printed = await run(["php", "health-endpoint/php.php"], {});
    expect(names(printed.output)).toEqual(["disk"]);
  });

  test("next.ts answers with one", async () => {
    const { GET } = await import("../examples/health-endpoint/next.ts");
    expect(names(await (await GET()).text())).toEqual(["disk"]);
  });
});

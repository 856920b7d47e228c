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
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { judge, readHealth } from "../src/core/health/health.ts";
import { parseManifest } from "../src/manifest/manifest.ts";
import { problem, startFakeApi } from "./ctl/fake-api.ts";
import {
  atEnd,
  endPrograms,
  endpoints,
  folder,
  missing,
  run,
  runs,
  senders,
  serveHealth,
} from "./support/examples.ts";
import { refusing } from "./support/free-port.ts";
import { startHttp } from "./support/http.ts";
import { monitorctl } from "./support/programs.ts";
import { answerPushes } from "./support/pushes.ts";

afterEach(endPrograms);

/** Takes error reports, and answers with the statuses in turn, the last one for ever. */
async function startInbound(...statuses: number[]) {
  const api = await startFakeApi({
    "POST /api/webhook/x": () => {
      const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!;
      return status === 202 ? { status, body: { accepted: 1 } } : problem(status, "No.");
    },
  });
  atEnd(() => api[Symbol.asyncDispose]());
  return {
    url: `${api.url}/api/webhook/x`,
    reports: () => api.asked.map(({ body }) => body),
  };
}

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
  atEnd(() => http.end());
  atEnd(async () => rmSync(bin, { recursive: true }));
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

describe.each(senders)("send-errors/$name", (example) => {
  const { command, has } = example;
  beforeEach(({ skip }) => skip(!has, missing(example)));

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

describe.each(endpoints)("health-endpoint/$name", (example) => {
  const { command, has } = example;
  beforeEach(({ skip }) => skip(!has, missing(example)));

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
    const { url } = await serveHealth(command);
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
    expect(status(await read((await serveHealth(command, { DATABASE: database })).url))).toBe("ok");

    await new Promise((resolve) => server.close(resolve));
    const gone = { DATABASE: refusing.address };
    const reading = await read((await serveHealth(command, gone)).url);
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

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { looksLikeKey } from "../../src/core/access/api-key.ts";
import { refusing } from "../support/free-port.ts";
import { startFcm } from "../support/fcm.ts";
import { runMonitord, startMonitord } from "../support/process.ts";

describe("monitord", () => {
  let folder: string;
  let dataDir: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "monitord-commands-"));
    dataDir = join(folder, "data");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]) => runMonitord([...args, "--data-dir", dataDir]);

  test.runIf(process.platform === "linux")("bounds its memory, as the same process", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir]);
    const words = readFileSync(`/proc/${daemon.child.pid}/cmdline`, "utf8").split("\0");
    expect(words.filter((word) => word.includes("semi-space"))).toHaveLength(1);
    expect(await daemon.stop()).toBe(0);
  });

  test("says at its first start where it listens, how to get in and what comes next", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir]);
    const code = await hear(daemon.output, /code {2}(\S+)/);
    const answer = await fetch(`${daemon.url}/api/v1/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
    });
    expect(answer.status).toBe(201);
    await hear(daemon.output, /(npx monitorctl apply -f examples\/minimal)/);
    expect(await daemon.stop()).toBe(0);

    const again = await startMonitord(["--data-dir", dataDir]);
    expect(again.output()).not.toContain("code  ");
    expect(await again.stop()).toBe(0);
  });

  test("writes nothing but JSON lines to a pipe, and the code beside them", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir, "--log-level", "error"]);
    let stdout = "";
    const code = await hear(daemon.output, /code {2}(\S+)/);
    daemon.child.stdout!.on("data", (text) => (stdout += String(text)));
    expect(await daemon.stop()).toBe(0);
    const lines = `${daemon.output()}`.split("\n").filter((line) => line.startsWith("{"));
    for (const line of [...lines, ...stdout.split("\n").filter(Boolean)]) JSON.parse(line);
    expect(lines.join("\n")).toContain("no account yet");
    expect(lines.join("\n")).not.toContain(code);
  });

  test("refuses a second one on the same data, by the name of the first", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir]);
    const second = await run("serve", "--port", "0");
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`(pid ${daemon.child.pid})`);
    await daemon.kill();
    const third = await startMonitord(["--data-dir", dataDir]);
    expect(await third.stop()).toBe(0);
  });

  test("says every fault of the configuration and exits 78", async () => {
    const { code, stderr } = await run("--port", "x", "--log-level", "loud");
    expect(code).toBe(78);
    expect(stderr).toContain("2 problems");
  });

  test("goes on watching after a SIGHUP, and says that it changed nothing", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir]);
    const logged = new Promise<void>((resolve) => {
      daemon.child.stdout!.on("data", () => {
        if (daemon.output().includes("SIGHUP changes nothing")) resolve();
      });
    });
    daemon.child.kill("SIGHUP");
    await logged;
    expect((await fetch(`${daemon.url}/livez`)).status).toBe(200);
    expect(await daemon.stop()).toBe(0);
  });

  test("goes on watching when whoever reads its output goes away", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir]);
    daemon.child.stdout!.destroy();
    daemon.child.stderr!.destroy();
    // Each of these writes a line to the log that nobody reads any more.
    for (let i = 0; i < 3; i++)
      await fetch(`${daemon.url}/api/webhook/unknown`, { method: "POST" });
    expect((await fetch(`${daemon.url}/livez`)).status).toBe(200);
    expect(await daemon.stop()).toBe(0);
  });

  test("says which data directory cannot be used, and what to do", async () => {
    writeFileSync(dataDir, "a file");
    const { code, stderr } = await run("serve", "--port", "0");
    expect(code).toBe(78);
    expect(stderr).toContain(`the data directory ${dataDir} cannot be used`);
    expect(stderr).toContain("--data-dir");
  });

  test.runIf(existsSync("/proc/self"))("gives up where no folder can be made", async () => {
    const { code, stderr } = await runMonitord([
      "serve",
      "--port",
      "0",
      "--data-dir",
      "/proc/nowhere/data",
    ]);
    expect(code).toBe(78);
    expect(stderr).toContain("cannot be used");
  });

  test("prints its version alone", async () => {
    const { code, stdout } = await runMonitord(["version"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+(-rc\.\d+)?\n$/);
  });

  test("suggests the command that was meant", async () => {
    const { code, stderr } = await run("kesy");
    expect(code).toBe(3);
    expect(stderr).toContain("keys");
  });

  test("ends with 3 for a mistyped command line, as monitorctl does", async () => {
    for (const args of [["keys", "lst"], ["--prot", "80"], ["backup"], ["help", "kesy"]])
      expect((await run(...args)).code, args.join(" ")).toBe(3);
  });

  test.each([
    [["help"], "Usage: monitord "],
    [["help", "keys"], "Usage: monitord keys "],
    [["help", "keys", "create"], "Usage: monitord keys create "],
  ])("%j prints the help of a command", async (args, usage) => {
    const { code, stdout } = await run(...args);
    expect(code).toBe(0);
    expect(stdout).toContain(usage);
  });

  test("names the port that is in use", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir]);
    const { port } = new URL(daemon.url);
    const other = await runMonitord(["--port", port, "--data-dir", join(folder, "other")]);
    expect(other.code).toBe(1);
    expect(other.stderr).toContain(`port ${port} on 127.0.0.1 is in use`);
    if (existsSync("/proc/net/tcp"))
      expect(other.stderr).toContain(`in use by pid ${daemon.child.pid} (node monitord.js).`);
    await daemon.stop();
  });

  test("answers a health check while it is ready, and fails it afterwards", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir]);
    const { port } = new URL(daemon.url);
    const check = (...more: string[]) => run("healthcheck", "--port", port, ...more);
    expect(await check()).toEqual({ code: 0, stdout: "ok\n", stderr: "" });
    expect(await check("--live", "--host", "0.0.0.0")).toMatchObject({ code: 0 });
    await daemon.stop();
    expect(await check()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`no answer of http://127.0.0.1:${port}/readyz`),
    });
    expect(await run("healthcheck", "--port", "0")).toMatchObject({ code: 78 });
  });

  test("leads from the first start to a manifest, by the name that the client has here", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir], {}, ["env", "-C", folder]);
    await hear(daemon.output, /(monitorctl init && monitorctl apply)/);
    expect(daemon.output()).toContain(`    monitorctl login ${daemon.url} --code `);
    expect(daemon.output()).not.toContain("npx");
    expect((await run("doctor", "--port", String(refusing.port))).stdout).toContain(
      `but pid ${daemon.child.pid} runs on ${dataDir}\n    Run doctor with the options`,
    );
    await daemon.stop();
  });

  test("prints the configuration with its sources, without secrets, as a file that it reads", async () => {
    const file = join(folder, "monitord.yaml");
    writeFileSync(file, "log-level: warn\nheartbeat-url: https://ada:canary@hc.example/x\n");
    const credentials = join(folder, "credentials");
    mkdirSync(credentials);
    writeFileSync(join(credentials, "ntfy-token"), "tk_canary\n");
    const env = {
      STATE_DIRECTORY: dataDir,
      CREDENTIALS_DIRECTORY: credentials,
      MONITORD_DATABASE_URL: "postgres://ada:canary@db.example/m",
    };
    const print = (...args: string[]) => runMonitord(["config", "print", ...args], env);
    const { code, stdout } = await print("--config", file, "--port", "80", "--origin");
    expect(code).toBe(0);
    expect(stdout).not.toContain("canary");
    for (const line of [
      "port: 80  # --port",
      "host: 127.0.0.1  # default",
      `data-dir: ${dataDir}  # STATE_DIRECTORY`,
      "database-url: postgres://ada:***@db.example/m  # MONITORD_DATABASE_URL",
      `log-level: warn  # ${file}: log-level`,
      'ntfy-token: "***"  # credential ntfy-token',
      "# site-url:",
    ])
      expect(stdout.split("\n")).toContain(line);
    const plain = (await print("--trusted-proxies", "10.0.0.1", "10.0.0.2")).stdout;
    expect(plain).toContain("trusted-proxies: [10.0.0.1, 10.0.0.2]\n");
    const again = join(folder, "again.yaml");
    writeFileSync(again, plain);
    expect(await runMonitord(["config", "check", "--config", again])).toMatchObject({ code: 0 });
    const schema = JSON.parse((await runMonitord(["config", "schema"])).stdout) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    expect(validate(parse(readFileSync(again, "utf8"))), JSON.stringify(validate.errors)).toBe(
      true,
    );
    expect(validate({ prot: 80 })).toBe(false);
    expect(validate({ port: "eighty" })).toBe(false);
  });

  test("finds the mistakes of a configuration without a start", async () => {
    expect(await run("config", "check")).toMatchObject({
      code: 0,
      stderr: "The configuration is valid.\n",
    });
    expect(await run("config", "check", "--port", "x")).toMatchObject({
      code: 78,
      stderr: expect.stringContaining("--port"),
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  test("makes, lists and revokes keys beside a running daemon", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir]);
    const { stdout } = await run("keys", "create", "--name", "ci", "--scopes", "read");
    const key = stdout.trim();
    expect(looksLikeKey(key)).toBe(true);
    const me = () =>
      fetch(`${daemon.url}/api/v1/me`, {
        headers: { authorization: `Bearer ${key}` },
      });
    expect((await me()).status).toBe(200);
    expect(looksLikeKey((await run("keys", "create", "laptop")).stdout.trim())).toBe(true);
    const temporary = await run("keys", "create", "job", "--expires", "90d");
    expect(looksLikeKey(temporary.stdout.trim())).toBe(true);
    expect(await run("keys", "create", "job", "--expires", "soon")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("a duration such as 90d"),
    });
    expect(await run("keys", "create")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("a name is missing"),
    });
    const listed = (await run("keys", "list")).stdout;
    expect(listed).toContain(" read  ci ");
    expect(listed).toContain("  laptop ");
    await run("keys", "revoke", listed.split(" ")[0]!);
    expect((await me()).status).toBe(401);
    expect((await run("keys", "revoke", "nobody")).code).toBe(1);
    await daemon.stop();
  });

  test("lets retention go on when it is told that the time is right", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir]);
    const { code, stderr } = await run("retention", "allow");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "Retention goes on.\n" });
    await daemon.stop();
  });

  test("backs up while it runs, and restores what it backed up", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir]);
    await run("users", "create", "ada@example.com", "--name", "Ada");
    const file = join(folder, "backup.db");
    expect((await run("backup", file)).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await run("backup", file)).code).toBe(1);
    expect((await run("restore", file)).stderr).toContain("is running");
    await daemon.stop();

    await run("users", "create", "bo@example.com");
    expect((await run("restore", file)).code).toBe(0);
    expect((await run("users", "create", "bo@example.com")).code).toBe(0);
    const twice = await run("users", "create", "ada@example.com");
    expect(twice.code).toBe(1);
    expect(twice.stderr).toContain("another user");

    const junk = join(folder, "junk.db");
    writeFileSync(junk, "junk, and enough of it to be read as a file");
    expect((await run("restore", junk)).code).toBe(1);
    expect(existsSync(join(dataDir, "monitord.db"))).toBe(true);
  });

  test.each([
    [["setup-code"]],
    [["users", "create", "ada@example.com"]],
    [["org", "create", "Shop"]],
    [["keys", "list"]],
  ])("%j makes no database in a folder without one", async (args) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([78, ""]);
    expect(stderr).toContain(`no database in ${dataDir}. Start monitord once`);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("prints a way in to the daemon that runs, wherever it listens", async () => {
    const daemon = await startMonitord(["--data-dir", dataDir]);
    const { stdout } = await run("setup-code");
    expect(stdout).toContain(`link  ${daemon.url}/login?code=`);
    await daemon.stop();
    expect(existsSync(join(dataDir, "monitord.url"))).toBe(false);
  });

  test("names the organization of a setup code when several exist", async () => {
    await run("migrate");
    await run("setup-code");
    await run("org", "create", "Shop");
    expect((await run("setup-code", "--org", "Shop")).stdout).toContain(
      'in    the organization "Shop"',
    );
  });

  test("prints a new way in, and finds what is wrong", async () => {
    await run("migrate");
    const { stdout: lines } = await run("setup-code");
    expect(lines).toMatch(/code {2}\S{5}-\S{5}/);
    expect(lines).toContain(`for   the database ${join(dataDir, "monitord.db")}\n`);
    const { stdout, code } = await run("doctor", "--port", "1", "--ntfy-url", "http://127.0.0.1:1");
    expect(code).toBe(1);
    expect(stdout).toContain("✓ database");
    expect(stdout).toContain("✗ push server http://127.0.0.1:1");
  });

  test("finds out whether Google knows the account for FCM", async () => {
    const fcm = await startFcm({ now: Date.now });
    const file = join(folder, "account.json");
    writeFileSync(file, JSON.stringify(fcm.credentials));
    const doctor = async () => {
      const { stdout } = await run(
        "doctor",
        "--port",
        "1",
        "--ntfy-url",
        "http://127.0.0.1:1",
        "--fcm-credentials-file",
        file,
      );
      return stdout;
    };
    expect(await doctor()).toContain("✓ FCM project shop-1234");
    fcm.failTokensWith({ status: 400, body: { error: "invalid_grant" } });
    expect(await doctor()).toContain(
      "✗ FCM project shop-1234: no access token: HTTP 400 (invalid_grant)",
    );
    await fcm.stop();
  });
});

/** Waits until the output has said it. */
async function hear(output: () => string, what: RegExp): Promise<string> {
  for (;;) {
    const match = what.exec(output());
    if (match) return match[1]!;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

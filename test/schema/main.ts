/**
 * `npm run test:schema -- [--seconds 180] [--database sqlite|postgres] [--seed N]`: schemathesis against a daemon, with
 * the API document. Exit 1 when the service and its document differ.
 *
 * Requests with made-up URLs make a daemon connect anywhere, so that it runs in a network namespace with `lo` alone,
 * and nowhere else. That takes root; schemathesis takes PyPI. Without one of them the run is skipped with a sentence.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { randomBytes } from "node:crypto";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf } from "../support/daemon-client.ts";
import { startServer } from "../support/postgres-server.ts";
import { startMonitord } from "../support/process.ts";
import { refused } from "./refused.ts";

const version = "4.32.0";
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const venv = here(`../../node_modules/.cache/schemathesis-${version}`);
const program = join(venv, "bin/schemathesis");

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "180" },
    database: { type: "string", default: "sqlite" },
    seed: { type: "string" },
    inside: { type: "boolean", default: false },
  },
});

/** What the report has of the failures. */
interface Report {
  test_cases: { generated: number };
  failures: { type: string; title: string; operations: string[] }[];
  errors: { title?: string; message?: string }[];
}

process.exitCode = values.inside ? await run() : outside();

/** Gets the program, and goes on in a namespace of its own. */
function outside(): number {
  if (!existsSync(program)) {
    const made = spawnSync("python3", ["-m", "venv", venv]);
    const pip = ["install", "--quiet", `schemathesis==${version}`];
    if (made.status !== 0 || spawnSync(join(venv, "bin/pip"), pip).status !== 0) {
      rmSync(venv, { recursive: true, force: true });
      console.log(`Without schemathesis (from PyPI), the API document is not tried out.`);
      return 0;
    }
  }
  if (spawnSync("unshare", ["--net", "true"]).status !== 0) {
    console.log("Without a network namespace (unshare, root), the API document is not tried out.");
    return 0;
  }
  const again = ["--net", process.execPath, ...process.argv.slice(1), "--inside"];
  return spawnSync("unshare", again, { stdio: "inherit" }).status ?? 1;
}

/** Runs schemathesis against a daemon; 1 when something differs. */
async function run(): Promise<number> {
  const networks = [...readFileSync("/proc/net/dev", "utf8").matchAll(/^ *([^ :]+):/gm)].flatMap(
    ([, name]) => (name === "lo" ? [] : [name]),
  );
  if (networks.length > 0)
    throw new Error(`runs only where there is no network but lo: ${networks.join(", ")}`);
  spawnSync("ip", ["link", "set", "lo", "up"]);
  const folder = mkdtempSync(join(tmpdir(), "monitord-schema-"));
  const server = values.database === "postgres" ? await startServer() : null;
  const key = makeKey((size) => new Uint8Array(randomBytes(size)));
  const daemon = await startMonitord(
    ["--data-dir", folder, ...(server ? ["--database-url", server.url] : [])],
    { MONITORD_BOOTSTRAP_API_KEY: key, MONITORD_API_RATE_LIMIT: "1000000" },
  );
  try {
    const client = clientOf(() => daemon.url, key);
    await client.report(await client.errors(1));
    const verdicts = [];
    for (const phases of ["coverage,fuzzing", "stateful"]) {
      const report = join(folder, "report.json");
      const text = await schemathesis(daemon.url, key, phases, report);
      const read = JSON.parse(readFileSync(report, "utf8")) as Report;
      verdicts.push(judge(phases, read, text, daemon.output()));
    }
    return Math.max(...verdicts);
  } catch (error) {
    console.log(daemon.output());
    throw error;
  } finally {
    await daemon.stop();
    await server?.stop();
    rmSync(folder, { recursive: true });
  }
}

/**
 * Its output. In the phase `stateful` a request takes ids from answers to earlier ones, by links that it finds itself. It
 * names no operation there, so that what is allowed and refused is judged in the other phases.
 */
async function schemathesis(
  url: string,
  key: string,
  phases: string,
  report: string,
): Promise<string> {
  const checks = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    ...(phases === "stateful" ? [] : ["positive_data_acceptance"]),
    "unsupported_method",
    "allow_header_conformance",
    "use_after_free",
    "ensure_resource_availability",
  ];
  const args = [
    ["--config-file", here("schemathesis.toml"), "run", `${url}/api/v1/openapi.json`],
    ["--header", `Authorization: Bearer ${key}`, "--checks", checks.join(",")],
    ["--max-time", String(Number(values.seconds) / 2), "--phases", phases],
    ["--continue-on-failure"],
    // One has no end, the other revokes the key of this run.
    ["--exclude-operation-id", "stream_events", "--exclude-operation-id", "revoke_api_key"],
    // Only deleted resources can be restored: one that was just created is not found there.
    phases === "stateful" ? ["--exclude-path-regex", "/restore$"] : [],
    ["--report", "json", "--report-json-path", report, "--request-timeout", "20"],
    ["--warnings", "off", "--no-color", ...(values.seed ? ["--seed", values.seed] : [])],
  ];
  const child = spawn(program, args.flat(), {
    cwd: join(report, ".."),
    env: { ...process.env, SCHEMATHESIS_HOOKS: "formats", PYTHONPATH: here(".") },
  });
  let text = "";
  child.stdout.on("data", (part) => (text += String(part)));
  child.stderr.on("data", (part) => (text += String(part)));
  await new Promise((resolve) => child.on("close", resolve));
  return text;
}

/** Prints what differs. */
function judge(
  phases: string,
  { failures, errors, test_cases }: Report,
  text: string,
  log: string,
): number {
  const rejected = failures.find(({ type }) => type === "RejectedPositiveData")?.operations ?? [];
  const differences = [
    ...failures
      .filter(({ type }) => type !== "RejectedPositiveData")
      .map(({ title, operations }) => `${title}: ${operations.join(", ")}`),
    ...rejected
      .filter((operation) => !(operation in refused))
      .map((operation) => `Allowed by the document, and refused: ${operation}`),
    ...errors.map(({ title, message }) => `${title}: ${message}`),
  ];
  for (const operation of rejected.filter((one) => one in refused))
    console.log(`refused as expected: ${operation}: ${refused[operation]!.join("; ")}`);
  console.log(`${phases}: ${test_cases.generated} requests, ${differences.length} differences`);
  if (differences.length === 0) return 0;
  const output = join(mkdtempSync(join(tmpdir(), "monitord-schemathesis-")), "output.txt");
  writeFileSync(output, `${text}\n${log}`);
  for (const difference of differences) console.log(`✗ ${difference}`);
  console.log(/^=+ FAILURES =+$[^]*?(?=^=+ SUMMARY =+$)/m.exec(text)?.[0] ?? "");
  console.log(`output of schemathesis and the daemon: ${output}`);
  return 1;
}

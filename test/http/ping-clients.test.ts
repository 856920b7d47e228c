/**
 * Programs that ping Healthchecks, as they are installed: each reports a success, a failure and, if it can, a start, with
 * nothing changed but the address. One that this machine lacks is skipped; `.ci/programs` says where each one comes from.
 */
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

const execute = promisify(execFile);
/** Of the Python that has the clients that are written in it. */
const python = process.env["SENDERS_PYTHON"] ?? "python3";

let http: HttpSide;
let ping_key: string;
let alert_group_id: string;
beforeAll(async () => {
  http = await startHttp();
  const group = (await http.api("POST", "/alert_groups", { title: "Jobs" })).json;
  ({ ping_key, id: alert_group_id } = group);
});
afterAll(() => http.end());

/** The address of a monitor, in the parts that clients ask for. */
interface Address {
  /** In place of `https://hc-ping.com`. */
  base: string;
  uuid: string;
  key: string;
  slug: string;
  /** Its whole URL, by its id or by name. */
  url: string;
}

interface Client {
  name: string;
  has: boolean;
  /** The commands of a run that succeeds and of one that fails. */
  commands: (address: Address) => [success: string[], failure: string[]];
  /** The fields of the runs that these are, oldest first. */
  runs: object[];
}

const has = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0;
const script = (text: string, ...args: string[]) => [python, "-c", text, ...args];
const succeeded = { outcome: "success" };
const failed = { outcome: "fail" };
const timed = { duration_ms: expect.any(Number) };

const borgmatic = `
import sys, logging
from borgmatic.hooks.monitoring import healthchecks, monitor
hook = {"ping_url": sys.argv[1], "send_logs": True, "create_slug": True}
logging.getLogger().setLevel(logging.INFO)
healthchecks.initialize_monitor(hook, {}, "config.yaml", logging.INFO, False)
for state in sys.argv[2:]:
    logging.getLogger("backup").info("at " + state)
    healthchecks.ping_monitor(hook, {}, "config.yaml", monitor.State[state], logging.INFO, False)
`;
const healthchecksIo = `
import sys
from healthchecks_io import Client
client = Client(ping_url=sys.argv[1] + "/", ping_key=sys.argv[3])
who = {"uuid": sys.argv[2]} if sys.argv[4] == "" else {"slug": sys.argv[4]}
assert client.start_ping(**who) == (True, "OK")
assert client.exit_code_ping(int(sys.argv[5]), data="done", **who) == (True, "OK")
`;
const decorator = `
import sys
from healthchecks_decorator import healthcheck
@healthcheck(url=sys.argv[1], send_start=True, send_diagnostics=True)
def job():
    if sys.argv[2] == "fail":
        raise ValueError("disk full")
    return {"files": 42}
try:
    job()
except ValueError:
    pass
`;
const wrapper = `
import sys
from healthchecks_wrapper import HealthCheck
with HealthCheck(sys.argv[1], suppress_exceptions=True):
    if sys.argv[2] == "fail":
        raise ValueError("disk full")
`;
const urllib = `
import sys, urllib.request
assert urllib.request.urlopen(sys.argv[1], timeout=10).read() == b"OK"
`;

const clients: Client[] = [
  {
    name: "curl",
    has: has("curl", "--version"),
    commands: ({ url }) => [
      ["curl", "-fsS", "-m", "10", "--retry", "5", url],
      ["curl", "-fsS", "--data-raw", "disk full", `${url}/3`],
    ],
    runs: [
      { ...succeeded, method: "GET" },
      { ...failed, exit_code: 3, output: "disk full", user_agent: /^curl/ },
    ],
  },
  {
    name: "wget",
    has: has("wget", "--version"),
    commands: ({ url }) => [
      ["wget", "-qO-", url],
      ["wget", "-q", "--spider", `${url}/fail`],
    ],
    runs: [succeeded, { ...failed, method: "HEAD" }],
  },
  {
    name: "urllib",
    has: has(python, "--version"),
    commands: ({ url }) => [script(urllib, url), script(urllib, `${url}/fail`)],
    runs: [succeeded, failed],
  },
  {
    name: "runitor",
    has: has("runitor", "-version"),
    commands: ({ base, uuid, key, slug }) => {
      const of = slug === "" ? ["-uuid", uuid] : ["-ping-key", key, "-slug", slug];
      const runitor = (...command: string[]) => [
        "runitor",
        "-api-url",
        base,
        ...of,
        "--",
        ...command,
      ];
      return [runitor("echo", "42 files"), runitor("sh", "-c", "echo disk full; exit 3")];
    },
    runs: [
      { ...succeeded, ...timed, output: /42 files/ },
      { ...failed, ...timed, exit_code: 3, output: /disk full/ },
    ],
  },
  {
    name: "borgmatic",
    has: has(python, "-c", "import borgmatic"),
    commands: ({ url }) => [
      script(borgmatic, url, "START", "LOG", "FINISH"),
      script(borgmatic, url, "START", "FAIL"),
    ],
    runs: [
      { ...succeeded, ...timed, output: /at FINISH/, user_agent: "borgmatic" },
      { outcome: "log", output: /at LOG/ },
      { ...failed, ...timed, output: /at FAIL/ },
    ],
  },
  {
    name: "healthchecks-io",
    has: has(python, "-c", "import healthchecks_io"),
    commands: ({ base, uuid, key, slug }) => [
      script(healthchecksIo, base, uuid, key, slug, "0"),
      script(healthchecksIo, base, uuid, key, slug, "3"),
    ],
    runs: [
      { ...succeeded, ...timed, output: "done" },
      { ...failed, ...timed, exit_code: 3 },
    ],
  },
  {
    name: "healthchecks-decorator",
    has: has(python, "-c", "import healthchecks_decorator"),
    commands: ({ url }) => [script(decorator, url, "success"), script(decorator, url, "fail")],
    runs: [
      { ...succeeded, ...timed, output: "files=42" },
      { ...failed, ...timed },
    ],
  },
  {
    name: "healthchecks-wrapper",
    has: has(python, "-c", "import healthchecks_wrapper"),
    commands: ({ url }) => [script(wrapper, url, "success"), script(wrapper, url, "fail")],
    runs: [
      { ...succeeded, ...timed },
      { ...failed, ...timed, output: /ValueError: disk full/ },
    ],
  },
];

describe.each(clients)("$name", ({ name, has, commands, runs }) => {
  beforeEach(({ skip }) => skip(!has, `this machine lacks ${name}`));

  test.each([
    ["by its id", false],
    ["by name", true],
  ])("pings a monitor %s", async (_, isNamed) => {
    const external_id = `${name}-${isNamed}`;
    const monitor = (
      await http.api("POST", "/webhook_monitors", {
        title: name,
        external_id,
        alert_group_id,
        expect_every_minutes: 60,
      })
    ).json;
    const base = `${http.origin}/ping`;
    const address = {
      base,
      uuid: monitor.webhook_id,
      key: ping_key,
      slug: isNamed ? external_id : "",
      url: isNamed ? `${base}/${ping_key}/${external_id}` : `${base}/${monitor.webhook_id}`,
    };
    const status = async () =>
      (await http.api("GET", `/webhook_monitors/${monitor.id}`)).json.status;
    const [success, failure] = commands(address);
    await ended(success);
    expect(await status()).toBe("quiet");
    await ended(failure);
    expect(await status()).toBe("firing");
    const listed = (await http.api("GET", `/webhook_monitors/${monitor.id}/runs`)).json;
    expect(listed).toMatchObject(runs.map(matching));
  });
});

/** Patterns become matchers. */
const matching = (run: object) =>
  Object.fromEntries(
    Object.entries(run).map(([field, value]) => [
      field,
      value instanceof RegExp ? expect.stringMatching(value) : (value as unknown),
    ]),
  );

/** Ends well and without a word about the ping, or as the job does that it runs. */
async function ended([program, ...args]: string[]): Promise<void> {
  const { stdout, stderr } = await execute(program!, args, { timeout: 30_000 }).catch(
    (error: { code: number; stdout: string; stderr: string }) => {
      if (error.code !== 3) throw error;
      return error;
    },
  );
  expect(stdout + stderr).not.toMatch(/error|refused|not found|\b4\d\d\b/i);
}

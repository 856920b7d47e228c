import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HealthCheckMonitor } from "../../src/api/health-check-monitors.ts";
import type { Incident } from "../../src/api/incidents.ts";
import { exitCodes, exitMeanings } from "../../src/ctl/call/exit.ts";
import * as answers from "../support/answers.ts";
import { problem, startFakeApi, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";

const me = answers.me({ prefix: "mon_abcd", scopes: ["read", "write"] });
const incident = (number: number, status: Incident["status"], by: string | null = null) =>
  answers.incident({
    id: `00000000-0000-7000-8000-00000000000${number}`,
    number,
    title: `Shop ${number}`,
    status,
    priority_level: 2,
    acknowledged_by: by,
    resolved_reason: status === "resolved" ? "all checks pass" : null,
  });
const monitor = (title: string, status: HealthCheckMonitor["status"], external_id: string | null) =>
  answers.health({
    id: "019ab000-0000-7000-8000-000000000001",
    external_id,
    title,
    status,
    url: "https://x.example/",
  });

let api: FakeApi;
let place: Place;
beforeEach(async () => {
  const filtered = (path: string) => {
    const unresolved = new URL(path, "http://x").searchParams.has("unresolved");
    return [
      incident(1, "resolved"),
      incident(2, "acknowledged", "Ada"),
      incident(3, "open"),
    ].filter((one) => !unresolved || one.status !== "resolved");
  };
  api = await startFakeApi({
    "GET /me": ({ authorization }) =>
      authorization === "Bearer mon_good"
        ? { body: me }
        : problem(401, "The API key is not known."),
    "GET /health_check_monitors": ({ path }) => ({
      body: [monitor("Shop", "up", "shop"), monitor("Api", "degraded", "api")].filter(
        (m) => !path.includes("external_id") || path.endsWith(m.external_id!),
      ),
    }),
    "GET /webhook_monitors": { body: [] },
    "GET /incidents": ({ path }) => ({ body: filtered(path) }),
  });
  place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "mon_good" });
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});

describe("help and version", () => {
  test("need no server and no configuration", async () => {
    using bare = newPlace();
    const help = await bare.ctl([]);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    for (const command of ["apply", "plan", "get", "status", "incidents", "ack", "login"])
      expect(help.stdout).toContain(`\n  ${command} `);
    const version = await bare.ctl(["version"]);
    expect(version.stdout).toMatch(/^monitorctl \d+\.\d+\.\d+(-rc\.\d+)?\n$/);
    expect((await bare.ctl(["--version"])).stdout).toBe(version.stdout);
    expect((await bare.ctl(["help", "apply"])).stdout).toContain("--adopt");
    expect(readdirSync(bare.folder)).toEqual([]);
  });

  test("name every exit code", async () => {
    const { stdout, code } = await place.spawned(["help", "exit-codes"]);
    expect(code).toBe(0);
    for (const known of Object.values(exitCodes))
      expect(stdout).toContain(`  ${known}  ${exitMeanings[known]}\n`);
  });

  test.each([
    [["aply"], "unknown command 'aply'. Did you mean apply?"],
    [["apply", "--ys"], "unknown option '--ys'. Did you mean --yes?"],
    [["list"], "try: monitorctl get KIND, or monitorctl incidents"],
    [["mute", "hc/shop"], "try: monitorctl silence add, or monitorctl pause KIND/ID"],
    [["show", "hc/shop"], "try: monitorctl describe KIND/ID"],
    [["deploy"], "unknown command 'deploy'\n  try: monitorctl apply\n"],
    [["state", "list"], "try: monitorctl get all --project NAME"],
    [["apply", "--auto-approve"], "try: write --yes"],
    [["apply", "-auto-approve"], "try: write --yes"],
    [["plan", "-out", "p"], "try: write --out FILE"],
    [["plan", "-out=p"], "try: write --out FILE"],
    [["plan", "-var-file=prod.env"], "try: write --vars FILE"],
    [["plan", "--out", "p", "--nope"], "try: monitorctl help plan"],
    [["apply", "-o", "xml"], "argument 'xml' is invalid"],
    [["get"], "missing required argument 'kind'"],
    [["describe", "hc", "shop"], "try: write hc/shop\n"],
    [["edit", "shop", "hc"], "try: monitorctl help edit"],
    [["get", "monitor"], 'unknown kind "monitor"'],
    [["get", "health_check_moniters"], 'did you mean "health_check_monitors"?'],
    [["status", "--timeout", "soon"], "--timeout soon is not a number"],
    [["help", "aply"], 'unknown command "aply"'],
    [["ack", "the-last-one"], "neither the number nor the id"],
    [["status", "--url", "ftp://x"], '"ftp://x" is not the address'],
    [["status", "--url", "x", "--context", "y"], "both name a server"],
  ])("%j is a mistake that says what would be right", async (args, message) => {
    const { code, stdout, stderr } = await place.typed(args, "");
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/\n {2}try: .+\n$/);
    expect([code, stdout, api.asked]).toEqual([3, "", []]);
  });
});

test("a project is silenced whole, up to as many resources as one silence takes", async () => {
  api.answers["GET /alert_groups"] = { body: [] };
  const all = Array.from({ length: 1001 }, (_, at) => monitor(`M${at}`, "up", `m${at}`));
  api.answers["GET /health_check_monitors"] = { body: all };
  const add = ["silence", "add", "--project", "shop", "--for", "1h", "--reason", "work"];
  const { code, stderr } = await place.typed(add, "");
  expect(code).toBe(3);
  expect(stderr).toContain("has 1001 monitors and groups, and one silence takes 1000");
});

describe("status", () => {
  test("counts open incidents that reached nobody, and no acknowledged or silenced ones", async () => {
    const reach = answers.reached({ total: 1 });
    const silenced = { silence_id: "s", until: null, by: "Ada", why: "deploy", maintenance: false };
    api.answers["GET /incidents"] = {
      body: [
        { ...incident(2, "acknowledged", "Ada"), reach },
        { ...incident(3, "open"), reach },
        { ...incident(4, "open"), reach, silenced },
      ],
    };
    const { stdout } = await place.typed(["status"], "");
    expect(stdout).toContain("3 unresolved incidents; 1 reached nobody.");
  });

  test("counts open incidents that escalate to a group of which nobody can be reached", async () => {
    const escalation = { at: "2026-11-21T03:15:00Z", alert_group_id: "g", title: "Leads" };
    const leading = (reachable: boolean) => ({
      ...answers.reached({ total: 1, reached: 1 }),
      escalation: { ...escalation, reachable },
    });
    api.answers["GET /incidents"] = {
      body: [
        { ...incident(3, "open"), reach: leading(false) },
        { ...incident(4, "open"), reach: leading(true) },
        { ...incident(5, "acknowledged", "Ada"), reach: leading(false) },
      ],
    };
    const { stdout } = await place.typed(["status"], "");
    expect(stdout).toContain("3 unresolved incidents; 1 will escalate to an unreachable group.");
  });

  test("of a server with only the basic endpoints has its monitors", async () => {
    delete api.answers["GET /incidents"];
    delete api.answers["GET /me"];
    const { code, stdout } = await place.typed(["status"], "");
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 degraded, 1 healthy")]);
  });

  test("shows incidents and monitors, and ends with 0 unless asked", async () => {
    const { code, stdout } = await place.typed(["status"], "");
    expect(stdout).toContain("#3        open");
    expect(stdout).toContain(
      "1 degraded, 1 healthy; 2 unresolved incidents; 1 reached nobody. All monitors:",
    );
    expect(stdout).not.toContain("up ");
    expect((await place.typed(["status", "--all"], "")).stdout).toContain("up ");
    expect(code).toBe(0);
  });

  test.each<[HealthCheckMonitor["status"], number]>([
    ["up", 0],
    ["degraded", 0],
    ["down", 10],
    ["stale", 10],
  ])("--exit-code with a monitor that is %s ends with %d", async (status, expected) => {
    api.answers["GET /health_check_monitors"] = {
      body: [monitor("Shop", status, "shop")],
    };
    const { code } = await place.ctl(["status", "--exit-code"]);
    expect(code).toBe(expected);
  });

  test("is one document with -o json", async () => {
    const { stdout } = await place.typed(["status", "-o", "json"], "");
    expect(JSON.parse(stdout)).toMatchObject({
      incidents: [{ number: 3 }, { number: 2 }],
      monitors: [{ title: "Api" }, { title: "Shop" }],
    });
  });
});

describe("incidents", () => {
  test("are those that are not resolved", async () => {
    const { stdout } = await place.typed(["incidents"], "");
    expect(stdout).toMatch(/#3 .*open[^]*#2 .*acknowledged by Ada/);
    expect(stdout).not.toContain("#1");
  });

  test("are all with --all, which the server lists with the newest first", async () => {
    const { stdout } = await place.typed(["incidents", "--all", "-o", "json"], "");
    const all = JSON.parse(stdout) as { number: number }[];
    expect(all.map((i) => i.number).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    expect(api.asked.at(-1)?.path).toBe("/incidents?order=desc");
  });

  test("may be none", async () => {
    api.answers["GET /incidents"] = { body: [] };
    const { code, stdout, stderr } = await place.typed(["incidents"], "");
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("No unresolved incidents.");
    expect((await place.typed(["incidents", "-o", "yaml"], "")).stdout).toBe("[]\n");
  });
});

describe("ack", () => {
  beforeEach(() => {
    for (const one of [
      incident(1, "resolved"),
      incident(2, "acknowledged", "Ada"),
      incident(3, "open"),
    ])
      api.answers[`GET /incidents/${one.number}`] = { body: answers.incidentDetail(one) };
    api.answers["POST /incidents/3/acknowledge"] = ({ body }) => ({
      body: incident(3, "acknowledged", (body as { by?: string }).by ?? "laptop"),
    });
    const known = [
      incident(1, "resolved"),
      incident(2, "acknowledged", "Ada"),
      incident(3, "acknowledged", "laptop"),
    ];
    api.answers["POST /incidents/acknowledge"] = {
      body: known.map(({ id, number, title, status, acknowledged_by }) => ({
        id,
        number,
        title,
        status,
        changed: number === 3,
        acknowledged_by,
        snoozed_until: null,
        pages_again: null,
      })),
    };
  });

  test("takes numbers, with or without a sign, and says who has it", async () => {
    const { code, stdout } = await place.typed(["ack", "#3", "2", "1"], "");
    expect(stdout).toBe(
      "✓ #3 Shop 3: acknowledged by laptop\n✓ #2 Shop 2: was acknowledged by Ada already\n✓ #1 Shop 1: is resolved already\n",
    );
    expect(code).toBe(0);
    expect(api.asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/incidents/acknowledge", { numbers: [3, 2, 1] }],
    ]);
  });

  test("may be in somebody's name, and JSON", async () => {
    const { stdout } = await place.typed(["ack", "3", "--by", "Bob", "-o", "json"], "");
    expect(JSON.parse(stdout)).toMatchObject([{ number: 3, acknowledged_by: "Bob" }]);
  });

  test("of an incident that is not there ends with 3", async () => {
    const { code, stderr } = await place.typed(["ack", "9"], "");
    expect(code).toBe(3);
    expect(stderr).toContain("error[not_found]");
  });
});

describe("get", () => {
  test.each([
    [["get", "hc"], /^EXTERNAL ID {2}TITLE[^]*shop +Shop[^]*api +Api/],
    [["get", "health-check-monitor"], /Shop/],
    [["get", "hc", "shop"], /^[^]*shop +Shop(?![^]*Api)/],
    [["get", "hc", "-o", "name"], /^health_check_monitors\/shop\nhealth_check_monitors\/api\n$/],
    [["get", "hc", "shop", "-o", "yaml"], /^id: [^]*\nexternal_id: shop\n/],
  ])("%j", async (args, expected) => {
    const { code, stdout } = await place.typed(args, "");
    expect(stdout).toMatch(expected);
    expect(code).toBe(0);
  });

  test("answers a list as a list and one as one with -o json", async () => {
    const list = await place.typed(["get", "hc", "-o", "json"], "");
    expect(JSON.parse(list.stdout)).toHaveLength(2);
    const one = await place.typed(["get", "hc", "shop", "-o", "json"], "");
    expect(JSON.parse(one.stdout)).toMatchObject({ title: "Shop" });
  });

  test("finds by id what has no external id", async () => {
    const path = "/health_check_monitors/019ab000-0000-7000-8000-000000000001";
    api.answers["GET /health_check_monitors"] = { body: [] };
    api.answers[`GET ${path}`] = { body: monitor("Old", "up", null) };
    const { stdout } = await place.typed(["get", "hc", path.slice(23), "-o", "name"], "");
    expect(stdout).toBe(`health_check_monitors/${path.slice(23)}\n`);
  });

  test("suggests what was meant", async () => {
    const { code, stderr } = await place.typed(["get", "hc", "shpo"], "");
    expect(stderr).toContain('no "shpo" among the health_check_monitors, did you mean "shop"?');
    expect(code).toBe(3);
  });

  test("of nothing says how to declare some, and prints nothing", async () => {
    const { code, stdout, stderr } = await place.typed(["get", "wh"], "");
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("No webhook_monitors.");
  });
});

describe("signing in", () => {
  let home: Place;
  beforeEach(() => {
    home = newPlace();
    api.answers["POST /login"] = ({ body }) =>
      (body as { code: string }).code === "7KQF-22MD"
        ? { status: 201, body: { ...me.key, key: "mon_good" } }
        : problem(422, "The code is not known or was used.");
  });
  afterEach(() => home[Symbol.dispose]());
  const file = () => join(home.folder, "config/monitorctl/contexts.json");

  test("with the code keeps a key that only its owner can read", async () => {
    const { code, stdout } = await home.ctl(["login", api.url, "--code", "7KQF-22MD"]);
    expect(stdout).toMatch(
      /^✓ Signed in to http:\S+ \(read, write\)\. Kept as context "127\.0\.0\.1:\d+", its key in \S+contexts\.json, which only you can read\.\n$/,
    );
    expect(code).toBe(0);
    expect(stdout).not.toContain("mon_good");
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(file(), "..")).mode & 0o777).toBe(0o700);

    const who = await home.ctl(["whoami"]);
    expect(who.stdout).toContain(`server        ${api.url} (monitord 1.0.0)`);
    expect(who.stdout).toMatch(/key {11}laptop \(mon_abcd…\), from context 127/);
  });

  test("with the link that monitord prints needs no more", async () => {
    const { code } = await home.ctl(["login", `${api.url}/login?code=7KQF-22MD`]);
    expect(code).toBe(0);
    expect((await home.ctl(["status"])).code).toBe(0);
  });

  test("on a terminal asks for the code", async () => {
    const { code, stderr } = await home.typed(["login", api.url], "7KQF-22MD\n");
    expect(stderr).toBe(`Code that monitord at ${api.url} printed: `);
    expect(code).toBe(0);
  });

  test("with a key reads it from the input, and tries it", async () => {
    const good = await home.ctl(
      ["login", api.url, "--with-key", "--context", "prod", "-o", "json"],
      { input: "mon_good\n" },
    );
    expect(JSON.parse(good.stdout)).toMatchObject({
      context: "prod",
      url: api.url,
    });
    expect(good.stdout).not.toContain("mon_good");
    const bad = await home.ctl(["login", api.url, "--with-key"], {
      input: "mon_bad",
    });
    expect(bad.stderr).toContain("does not know this key");
    expect(bad.code).toBe(4);
    const none = await home.ctl(["login", api.url, "--with-key"]);
    expect([none.code, none.stderr.split("\n")[0]]).toEqual([
      3,
      "error[no_key] no API key on standard input",
    ]);
  });

  test("with a wrong code, or none, says how to get one", async () => {
    const wrong = await home.ctl(["login", api.url, "--code", "nope"]);
    expect(wrong.stderr).toBe(
      "error[code_refused] the code was not taken: The code is not known or was used.\n  try: a code works once, for 30 minutes; make a new one with: monitord setup-code\n",
    );
    expect(wrong.code).toBe(4);
    const none = await home.ctl(["login", api.url]);
    expect([none.code, none.stderr.split("\n")[0]]).toEqual([
      3,
      "error[no_code] no code was given",
    ]);
  });

  test("never fetches a key over a public network in clear", async () => {
    const { code, stderr } = await home.typed(
      ["login", "http://mon.example.com", "--code", "7KQF-22MD"],
      "",
    );
    expect(stderr).toContain("error[insecure]");
    expect(code).toBe(4);
  });

  test("to a server with only the basic endpoints works with a key", async () => {
    delete api.answers["GET /me"];
    api.answers["GET /alert_groups"] = { body: [] };
    const { code } = await home.ctl(["login", api.url, "--with-key"], {
      input: "any",
    });
    expect(code).toBe(0);
  });

  test("out forgets the key, and nothing else", async () => {
    for (const name of ["a", "b"])
      await home.ctl(["login", api.url, "--with-key", "--context", name], {
        input: "mon_good",
      });
    expect((await home.ctl(["logout"])).stdout).toContain('context "b"');
    expect((await home.ctl(["whoami"])).code).toBe(4);
    expect((await home.ctl(["whoami", "--context", "a"])).code).toBe(0);
    const unknown = await home.ctl(["logout", "--context", "b"]);
    expect([unknown.code, unknown.stderr.split("\n")[0]]).toEqual([
      3,
      'error[unknown_context] unknown context "b"',
    ]);
  });
});

describe("which server and which key", () => {
  let home: Place;
  beforeEach(async () => {
    home = newPlace();
    await home.ctl(["login", api.url, "--with-key", "--context", "one"], {
      input: "mon_good",
    });
    api.asked.length = 0;
  });
  afterEach(() => home[Symbol.dispose]());
  const keys = () => api.asked.map((asked) => asked.authorization);

  test("an environment's key goes before the stored one, and is named when refused", async () => {
    const { code, stderr } = await home.ctl(["whoami"], {
      env: { MONITORCTL_API_KEY: "mon_old" },
    });
    expect(stderr).toContain("(the API key came from MONITORCTL_API_KEY)");
    expect([code, keys()]).toEqual([4, ["Bearer mon_old"]]);
  });

  test("a context that is named goes before the environment", async () => {
    const { code } = await home.ctl(["whoami", "--context", "one"], {
      env: { MONITORCTL_API_KEY: "mon_old" },
    });
    expect([code, keys()]).toEqual([0, ["Bearer mon_good"]]);
  });

  test("a stored key is used for its own server alone", async () => {
    await using other = await startFakeApi({ "GET /me": { body: me } });
    const { code, stderr } = await home.ctl(["whoami", "--url", other.url]);
    expect(stderr).toContain(`no API key for ${other.url}`);
    expect([code, other.asked]).toEqual([4, []]);
    expect((await home.ctl(["whoami", "--url", `${api.url}/`])).code).toBe(0);
  });

  test("a key may be in a file", async () => {
    home.write("key", "mon_good\n");
    const { code } = await home.ctl(["whoami"], {
      env: { MONITORCTL_API_KEY_FILE: "key" },
    });
    expect(code).toBe(0);
    const both = await home.ctl(["whoami"], {
      env: { MONITORCTL_API_KEY_FILE: "key", MONITORCTL_API_KEY: "x" },
    });
    expect([both.code, both.stderr.split("\n")[0]]).toEqual([
      3,
      "error[config] MONITORCTL_API_KEY and MONITORCTL_API_KEY_FILE are both set",
    ]);
    const none = await home.ctl(["whoami"], {
      env: { MONITORCTL_API_KEY_FILE: "nowhere" },
    });
    expect(none.code).toBe(3);
  });

  test.each([
    [
      "UTF-16, as PowerShell writes it",
      Buffer.from("\ufeffmon_good\r\n", "utf16le"),
      "has characters that no API key has",
    ],
    ["two lines", Buffer.from("mon_good\nmon_other\n"), "has characters that no API key has"],
    ["nothing", Buffer.from("\r\n"), "is empty"],
  ])("a key file of %s is refused by its name, and sent to nobody", async (_, content, why) => {
    place.write("key", content);
    const { code, stderr } = await place.ctl(["whoami"], {
      env: {
        MONITORCTL_API_KEY: "",
        MONITORCTL_API_KEY_FILE: "key",
        MONITORCTL_URL: "http://127.0.0.1:1",
      },
    });
    expect([code, stderr]).toEqual([
      3,
      `error[config] MONITORCTL_API_KEY_FILE (key) ${why}\n  try: name a file that holds the key alone, in UTF-8\n`,
    ]);
  });

  test("nothing at all says how to sign in", async () => {
    using bare = newPlace();
    const { code, stderr } = await bare.ctl(["status"]);
    expect(stderr).toBe(
      "error[not_signed_in] no server is named and nobody is signed in\n  try: monitorctl login URL, or set MONITORCTL_URL and MONITORCTL_API_KEY\n",
    );
    expect(code).toBe(4);
    expect(readdirSync(bare.folder)).toEqual([]);
  });

  test("a file of contexts that is broken is named", async () => {
    home.write("config/monitorctl/contexts.json", "{");
    const { code, stderr } = await home.ctl(["status"]);
    expect(stderr).toContain("error[config] the file of contexts cannot be read");
    expect(code).toBe(3);
  });

  test("a key never crosses a public network in clear", async () => {
    const { code, stderr } = await home.ctl(["status"], {
      env: {
        MONITORCTL_URL: "http://mon.example.com",
        MONITORCTL_API_KEY: "mon_good",
      },
    });
    expect(stderr).toContain(
      "error[insecure] http://mon.example.com is plain http to a public host",
    );
    expect(code).toBe(4);
  });
});

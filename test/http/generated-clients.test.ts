/**
 * Clients that other people's generators make of the API document: each compiles, and reads each list of a service that
 * has something in it. A generator that this machine lacks is skipped; `.ci/programs` says where each one comes from.
 */
import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../../src/api/routes/table.ts";
import { openRoutes } from "../../src/api/routes/open.ts";
import { hashKey } from "../../src/core/access/api-key.ts";
import { result } from "../support/builders.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";

const execute = promisify(execFile);
const here = new URL("generated/", import.meta.url).pathname;
const bin = new URL("../../node_modules/.bin/", import.meta.url).pathname;
const jar = process.env["OPENAPI_GENERATOR"];
/** Of the Python that has what generated clients import. */
const python = process.env["CLIENTS_PYTHON"] ?? "python3";

let http: HttpSide;
let folder: string;
let document: string;
/** By operation: its path, the ids in it, and how many rows the list has. */
let lists: { operation: string; path: string; ids: string[]; length: number }[];

beforeAll(async () => {
  http = await startHttp();
  folder = mkdtempSync(join(tmpdir(), "monitord-clients-"));
  document = join(folder, "openapi.json");
  writeFileSync(document, (await http.call("GET", "/api/v1/openapi.json")).text);
  const ids = await fill();
  lists = await Promise.all(
    Object.entries(routes)
      .filter(
        ([name, { answer }]) =>
          name.startsWith("GET") && (answer.form as { type?: string }).type === "array",
      )
      .map(async ([name, { id: operation }]) => {
        const path = name.slice("GET ".length);
        const given = [...path.matchAll(/(\w+)\/:\w+/g)].map(([, list]) => ids[list!]!);
        const url = given.reduce((url, id) => url.replace(/:\w+/, id), path);
        const { json } = await http.api("GET", url);
        return { operation, path, ids: given, length: json.length };
      }),
  );
  expect(lists.filter(({ length }) => length === 0)).toEqual([]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await http.end();
});

/** Something in every list; the ids by collection. */
async function fill(): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const make = async (path: string, body: object) => {
    const { json, text } = await http.api("POST", path, body);
    if (json?.id === undefined) throw new Error(`${path}: ${text}`);
    ids[path.split("/").at(-1)!] ??= json.id;
    return json;
  };
  const email = "ada@example.com";
  const group = await make("/alert_groups", { title: "On call" });
  const user = await make("/users", { email });
  await make(`/users/${user.id}/devices`, { kind: "ntfy", target: "ada" });
  await http.api("POST", `/alert_groups/${group.id}/members`, { email });
  const monitor = { title: "Errors", alert_group_id: group.id, error_rate_threshold: 1 };
  const errors = await make("/webhook_monitors", monitor);
  await make("/health_check_monitors", {
    title: "Shop",
    url: "https://shop.example.com/",
    alert_group_id: group.id,
  });
  await make("/silences", { alert_group_id: group.id, reason: "quiet" });
  await make("/marks", { text: "Release 1" });
  const schedule = await make("/schedules", { title: "Primary", people: [user.id] });
  await http.api("PUT", `/alert_groups/${group.id}/schedules/${schedule.id}`, {});
  await make("/status_pages", {
    title: "Shop",
    mail_updates: true,
    sections: [{ title: "All", systems: [{ name: "Shop", alert_groups: [group.id] }] }],
  });
  const until = `${new Date(http.clock.now() + 30 * 86_400_000).toISOString().slice(0, 19)}Z`;
  const take = { mode: "take", user_id: user.id, until };
  await http.api("POST", `/schedules/${schedule.id}/overrides`, take);
  await http.api("POST", `/users/${user.id}/absences`, { until });
  await make("/calendar_feeds", { user_id: user.id });
  await http.api("POST", `/alert_groups/${group.id}/drills`);
  const post = (path: string, body: object) => http.call("POST", path, { body });
  await post(`/api/webhook/${group.webhook_id}`, { title: "An alert" });
  await post(`/api/webhook/${errors.webhook_id}`, { message: "boom" });
  await post(`/api/webhook/${errors.webhook_id}/0`, {});
  const { id } = await make("/alert_groups", { title: "Deleted" });
  await http.api("DELETE", `/alert_groups/${id}`);
  await signIn(http, http.keys.admin);
  await happens(ids);
  return ids;
}

/** What no request to the API makes: a passkey, a subscriber, the result of a check, a gap of an hour. */
async function happens(ids: Record<string, string>): Promise<void> {
  const { store, clock } = http;
  const now = clock.now();
  const me = await store.read.key_by_hash(hashKey(http.keys.admin));
  const passkey = { credential_id: "a", public_key: "key", counter: 1, name: "Firefox on Linux" };
  const actor = { org_id: me!.org_id, name: "Ada", request_id: "r", client_address: "192.0.2.1" };
  await store.run("add_passkey", { actor, user_id: ids["users"]!, passkey, now });
  const subscriber = { page_id: ids["status_pages"]!, email: "bo@example.com", now };
  await store.run("ask_to_subscribe", subscriber);
  const { due } = await store.run("claim_checks", { node: "node", limit: 9, now });
  const answer = { ms: 231, status_code: 200 };
  const results = [result({ name: "disk" })];
  const reading = { ok: true as const, finished_at: now, results, remarks: [], answer };
  await store.run("command", {
    subject_id: ids["health_check_monitors"]!,
    command: { kind: "checked", lease: due[0]!.lease, reading },
    now,
  });
  const node = { id: "node", name: "host", version: "1" };
  const beat = () =>
    store.run("beat", {
      reason: "suspended",
      anchor: null,
      disturbed: false,
      node,
      now: clock.now(),
    });
  await beat();
  await clock.advance(3_600_000, () => true);
  await beat();
}

/** Runs a program that reads the lists. */
const read = async (program: string, args: string[], cwd: string): Promise<void> => {
  const { stdout } = await execute(program, args, {
    cwd,
    env: {
      ...process.env,
      API_URL: http.origin,
      API_KEY: http.keys.admin,
      LISTS: JSON.stringify(lists.map(({ operation, ids }) => [operation, ids])),
    },
  });
  const expected = lists.map(({ operation, length }) => `${operation} ${length}`);
  expect(stdout.trim().split("\n").toSorted()).toEqual(expected.toSorted());
};

function has(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    console.log(`Without ${program}, clients that it makes are not tested.`);
    return false;
  }
}

const pythonClient = "openapi-python-client";
test.skipIf(!has(pythonClient, "--version"))(
  "of openapi-python-client, with every operation, and few models that the document does not name",
  async () => {
    const made = join(folder, "python", "made");
    mkdirSync(join(folder, "python"));
    const options = ["--path", document, "--meta", "none", "--output-path", made];
    const { stdout, stderr } = await execute(pythonClient, ["generate", ...options]);
    expect(stdout + stderr).not.toMatch(/warning|error|unable/i);
    const models = readdirSync(join(made, "models")).filter((name) => name !== "__init__.py");
    expect(models).toContain("incident.py");
    const named = Object.keys(JSON.parse(readFileSync(document, "utf8")).components.schemas);
    expect(models.length - named.length).toBeLessThanOrEqual(20);
    const files = readdirSync(join(made, "api"), { recursive: true }).map((name) =>
      String(name).replace(/^.*\/|\.py$/g, ""),
    );
    const operations = Object.values({ ...routes, ...openRoutes }).map(({ id }) => id);
    expect(files).toEqual(expect.arrayContaining(operations));
    cpSync(join(here, "openapi_python_client.py"), join(folder, "python", "read.py"));
    await read(python, ["read.py"], join(folder, "python"));
  },
);

test("of openapi-typescript, with one type Incident", async ({ skip }) => {
  const to = join(folder, "typescript");
  mkdirSync(to);
  await execute(
    "npx",
    ["--yes", "openapi-typescript@7", document, "--output", join(to, "api.ts")],
    {
      timeout: 60_000,
    },
  ).catch((error: unknown) => {
    if ((error as { killed?: boolean }).killed) skip("openapi-typescript cannot be had here");
    throw error;
  });
  expect(readFileSync(join(to, "api.ts"), "utf8").match(/^ *Incident: /gm)).toHaveLength(1);
  const reads = lists.map(({ operation, path, ids }) => {
    const described = `/api/v1${path.replaceAll(/:(\w+)/g, "{$1}")}`;
    const url = ids.reduce((url, id) => url.replace(/\{\w+\}/, id), described);
    const type = `paths[${JSON.stringify(described)}]["get"]["responses"][200]["content"]["application/json"]`;
    return `console.log("${operation}", ((await get("${url}")) as ${type}).length);\n`;
  });
  writeFileSync(
    join(to, "read.ts"),
    `import type { paths } from "./api.ts";
const get = async (path: string): Promise<unknown> => {
  const headers = { authorization: \`Bearer \${process.env["API_KEY"]}\` };
  return (await fetch(process.env["API_URL"] + path, { headers })).json();
};
${reads.join("")}`,
  );
  writeFileSync(join(to, "package.json"), '{ "type": "module" }');
  const types = new URL("../../node_modules/@types", import.meta.url).pathname;
  const options = `--strict --noEmit --target es2024 --module nodenext --allowImportingTsExtensions --types node --typeRoots ${types}`;
  await execute(join(bin, "tsc"), [...options.split(" "), "read.ts"], { cwd: to });
  await read(process.execPath, ["read.ts"], to);
});

test.skipIf(!has("oapi-codegen", "--version"))("of oapi-codegen", async () => {
  const to = join(folder, "oapi-codegen");
  mkdirSync(join(to, "made"), { recursive: true });
  const options = [
    "-package",
    "made",
    "-generate",
    "types,client",
    "-o",
    join(to, "made", "api.go"),
  ];
  await execute("oapi-codegen", [...options, document]);
  cpSync(join(here, "oapi_codegen.go"), join(to, "main.go"));
  await execute("go", ["mod", "init", "example.com/read"], { cwd: to });
  await execute("go", ["mod", "tidy"], { cwd: to });
  await read("go", ["run", "."], to);
});

const hasJar = jar !== undefined && has("java", "-version");
if (jar === undefined)
  console.log("Without OPENAPI_GENERATOR, clients that it makes are not tested.");
async function generate(language: string, to: string, ...more: string[]): Promise<void> {
  const options = ["-i", document, "-g", language, "-o", to, ...more];
  await execute("java", ["-jar", jar!, "generate", ...options], { maxBuffer: 64 * 1024 ** 2 });
}

test.skipIf(!hasJar || !has("go", "version"))("of openapi-generator for Go", async () => {
  const to = join(folder, "go");
  await generate("go", to, "--additional-properties", "withGoMod=false");
  writeFileSync(join(to, "go.mod"), "module example.com/made\n\ngo 1.23\n");
  rmSync(join(to, "test"), { recursive: true, force: true });
  mkdirSync(join(to, "read"));
  cpSync(join(here, "openapi_generator.go"), join(to, "read", "main.go"));
  await read("go", ["run", "./read"], to);
});

test.skipIf(!hasJar)("of openapi-generator for Python", async () => {
  const to = join(folder, "generator-python");
  await generate("python", to, "--package-name", "made");
  cpSync(join(here, "openapi_generator.py"), join(to, "read.py"));
  await read(python, ["read.py"], to);
});

/** What the pipelines of GitHub and GitLab run, in front of a real server, as their runners would. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { folder, runs } from "./support/examples.ts";
import { startHttp, type HttpSide } from "./support/http.ts";
import { monitorctl } from "./support/programs.ts";

const head = `version: 1
project: shop
`;
const manifest = `${head}alert_groups:
  - external_id: oncall
    title: On call
health_check_monitors:
  - external_id: shop
    title: Shop
    alert_group: oncall
    url: https://shop.example/health
`;

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  if?: string;
  env?: Record<string, string>;
  with?: Record<string, string | number>;
}

let http: HttpSide;
let place: string;

beforeEach(async () => {
  http = await startHttp();
  place = mkdtempSync(join(tmpdir(), "monitorctl-pipeline-"));
  mkdirSync(join(place, "bin"));
  const program = join(place, "bin/monitorctl");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${monitorctl}" "$@"\n`, {
    mode: 0o755,
  });
  writeFileSync(join(place, "monitors.yaml"), manifest);
  return async () => {
    rmSync(place, { recursive: true });
    await http.end();
  };
});

/** Runs a script as a runner does: in the repository, with bash, ending at the first failure. */
async function runScript(script: string, env: Record<string, string>) {
  const child = spawn("bash", ["-e", "-o", "pipefail", "-c", script], {
    cwd: place,
    env: { PATH: `${join(place, "bin")}:${process.env["PATH"]}`, HOME: place, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

describe("the action for GitHub", () => {
  const read = <T>(name: string) =>
    parse(readFileSync(`${folder}github-actions/${name}`, "utf8")) as T;
  const action = read<{
    inputs: Record<string, { required?: boolean; default?: string }>;
    outputs: Record<string, { value: string }>;
    runs: { using: string; steps: Step[] };
  }>("action.yml");
  const workflow = read<{ on: object; jobs: Record<string, { steps: Step[] }> }>("workflow.yml");

  /** Runs the action with inputs, as its step in a workflow. */
  async function act(inputs: Record<string, string>) {
    const given: Record<string, string> = {
      url: http.siteUrl,
      "api-key": http.keys.admin,
      ...inputs,
    };
    const value = (name: string) => given[name] ?? action.inputs[name]!.default!;
    const step = action.runs.steps.find(({ id }) => id === "run")!;
    const env = Object.fromEntries(
      Object.entries(step.env!).map(([name, text]) => [
        name,
        text.replace(/^\$\{\{ inputs\.([a-z-]+) \}\}$/, (_, input: string) => value(input)),
      ]),
    );
    const outputs = join(place, "outputs");
    const summary = join(place, "summary");
    const ended = await runScript(step.run!, {
      ...env,
      GITHUB_ACTIONS: "true",
      GITHUB_OUTPUT: outputs,
      GITHUB_STEP_SUMMARY: summary,
    });
    const textOf = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
    return { ...ended, outputs: textOf(outputs), summary: textOf(summary) };
  }

  test("plans, applies, and finds drift", async () => {
    const planned = await act({});
    expect(planned.code, planned.output).toBe(0);
    expect(planned.summary).toContain("oncall");
    expect(planned.outputs).toContain("changed=true");

    const applied = await act({ command: "apply" });
    expect(applied.code, applied.output).toBe(0);
    for (const name of Object.keys(action.outputs)) expect(applied.outputs).toContain(`${name}=`);
    expect(applied.outputs).toContain("created=2");

    expect(await act({ command: "drift" })).toMatchObject({ code: 0 });
    const [group] = (await http.api("GET", "/alert_groups")).json as Record<string, unknown>[];
    await http.api("PUT", `/alert_groups/${String(group!["id"])}`, { title: "By hand" });
    const drifted = await act({ command: "drift" });
    expect(drifted).toMatchObject({ code: 2, output: expect.stringContaining("By hand") });
  });

  test("takes several files and options by lines, and no script from its inputs", async () => {
    const [groups = "", monitors = ""] = manifest.split(/(?=health_check)/);
    writeFileSync(join(place, "a b.yaml"), groups);
    writeFileSync(join(place, "c.yaml"), head + monitors.replace("shop.example", "${HOST}"));
    writeFileSync(join(place, "prod.env"), "HOST=shop.example\n");
    const applied = await act({
      command: "apply",
      files: "a b.yaml\nc.yaml\n",
      vars: "prod.env\n",
      arguments: "--quiet\n--prune\n",
    });
    expect(applied.code, applied.output).toBe(0);
    const hostile = await act({ files: '"; touch stolen; "', arguments: "$(touch stolen)" });
    expect(hostile.code).not.toBe(0);
    expect(existsSync(join(place, "stolen"))).toBe(false);
  });

  test("shows a mistake at its line", async () => {
    writeFileSync(join(place, "monitors.yaml"), manifest.replace("url:", "uri:"));
    const planned = await act({});
    expect(planned.code).toBe(3);
    expect(planned.output).toMatch(/::error file=monitors\.yaml,line=10/);
  });

  test("is used by the workflow with inputs that it has", () => {
    expect(Object.keys(workflow.on)).toEqual(["pull_request", "push", "schedule"]);
    const used = Object.values(workflow.jobs)
      .flatMap(({ steps }) => steps)
      .filter(({ uses }) => uses === "./.github/actions/monitorctl");
    expect(used.map((step) => step.with!["command"])).toEqual(["plan", "apply", "drift"]);
    const required = Object.keys(action.inputs).filter((name) => action.inputs[name]!.required);
    for (const step of used) {
      expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with!)));
      expect(Object.keys(step.with!)).toEqual(expect.arrayContaining(required));
    }
  });

  test("passes actionlint with its workflow", ({ skip }) => {
    skip(!runs("actionlint", "--version"), "this machine has no actionlint");
    mkdirSync(join(place, ".github/workflows"), { recursive: true });
    mkdirSync(join(place, ".github/actions/monitorctl"), { recursive: true });
    copyFileSync(
      `${folder}github-actions/workflow.yml`,
      join(place, ".github/workflows/monitors.yml"),
    );
    copyFileSync(
      `${folder}github-actions/action.yml`,
      join(place, ".github/actions/monitorctl/action.yml"),
    );
    spawnSync("git", ["init", "-q", place]);
    const linted = spawnSync("actionlint", [], { cwd: place, encoding: "utf8" });
    expect(linted.stdout + linted.stderr).toBe("");
  });
});

describe("the component for GitLab", () => {
  const text = readFileSync(`${folder}gitlab-ci/templates/monitors.yml`, "utf8");
  const [spec] = parseAllDocuments(text, { strict: true, uniqueKeys: true });
  const { inputs } = (
    spec!.toJS() as { spec: { inputs: Record<string, { default?: string } | null> } }
  ).spec;

  /** The jobs with the inputs put in, as GitLab does before it reads them. */
  function jobs(given: Record<string, string>) {
    const filled = text
      .split(/^---$/m)[1]!
      .replaceAll(/\$\[\[ inputs\.([a-z]+) \]\]/g, (_, name: string) => {
        expect(Object.keys(inputs)).toContain(name);
        return given[name] ?? inputs[name]!.default!;
      });
    return parse(filled) as Record<string, { script: string[]; extends: string }>;
  }

  test.each(["", "prod files.env"])(
    "plans, applies and finds no drift, variables: %j",
    async (vars) => {
      const all = jobs({ url: http.siteUrl, vars });
      const env = { MONITORCTL_URL: http.siteUrl, MONITORCTL_API_KEY: http.keys.admin, VARS: vars };
      if (vars !== "") {
        writeFileSync(join(place, vars), "HOST=shop.example\n");
        writeFileSync(join(place, "monitors.yaml"), manifest.replace("shop.example", "${HOST}"));
      }
      for (const [name, said] of [
        ["monitors-plan", "2 to create"],
        ["monitors-apply", "2 created"],
        ["monitors-drift", ""],
      ] as const) {
        const job = all[name]!;
        expect(job.extends).toBe(".monitorctl");
        const ended = await runScript(job.script.join("\n"), env);
        expect(ended.code, ended.output).toBe(0);
        expect(ended.output).toContain(said);
      }
    },
  );

  test("fails with the exit code of a mistake", async () => {
    writeFileSync(join(place, "monitors.yaml"), manifest.replace("url:", "uri:"));
    const ended = await runScript(jobs({ url: http.siteUrl })["monitors-plan"]!.script.join("\n"), {
      MONITORCTL_URL: http.siteUrl,
      MONITORCTL_API_KEY: http.keys.admin,
    });
    expect(ended.code, ended.output).toBe(3);
  });
});

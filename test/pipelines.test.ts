/** What the pipelines of GitHub and GitLab run, in front of a real server, as their runners would. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
import { hash } from "node:crypto";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { folder, runs } from "./support/examples.ts";
import { startHttp, type HttpSide } from "./support/http.ts";

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
    env: {
      PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
      HOME: place,
      CI: "true",
      ...env,
    },
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
    const outputs = join(place, "outputs");
    const summary = join(place, "summary");
    let ended = { code: 0, output: "" };
    for (const step of action.runs.steps.filter(({ run }) => run !== undefined)) {
      if (ended.code !== 0) break;
      const env = Object.fromEntries(
        Object.entries(step.env!).map(([name, text]) => [
          name,
          text.replace(/^\$\{\{ inputs\.([a-z0-9-]+) \}\}$/, (_, input: string) => value(input)),
        ]),
      );
      ended = await runScript(step.run!, {
        ...env,
        RUNNER_TEMP: place,
        GITHUB_ACTIONS: "true",
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: summary,
      });
    }
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

  test("lets manifests use no variable of the job but those that are named", async () => {
    writeFileSync(join(place, "monitors.yaml"), manifest.replace("title: Shop", "title: ${HOME}"));
    const refused = await act({});
    expect(refused.code, refused.output).toBe(3);
    expect(refused.output).toContain("the variable HOME is not set");
    const planned = await act({ env: "HOME\n" });
    expect(planned.code, planned.output).toBe(0);
  });

  test("prints no new webhook URL, and runs no other client than the one that is named", async () => {
    writeFileSync(
      join(place, "monitors.yaml"),
      `${manifest}webhook_monitors: [{ external_id: errors, title: Errors, alert_group: oncall }]\n`,
    );
    const other = await act({ command: "apply", sha256: "0".repeat(64) });
    expect(other.code).not.toBe(0);
    expect(other.output).toContain("checksum");
    const client = Buffer.from(await (await fetch(`${http.siteUrl}/monitorctl.mjs`)).arrayBuffer());
    const applied = await act({ command: "apply", sha256: hash("sha256", client) });
    expect(applied.code, applied.output).toBe(0);
    expect(applied.output).toContain("monitorctl webhook url wh/errors");
    expect(applied.output + applied.summary).not.toContain("/api/webhook/");
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

interface Job {
  extends: string;
  script: string[];
  before_script?: string[];
  variables?: Record<string, string>;
}

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
      .replaceAll(/\$\[\[ inputs\.([a-z0-9]+) \]\]/g, (_, name: string) => {
        expect(Object.keys(inputs)).toContain(name);
        return given[name] ?? inputs[name]!.default!;
      });
    return parse(filled) as Record<string, Job>;
  }

  /** Runs a job as GitLab does: what comes before its script in the same shell, with its variables. */
  async function runJob(
    name: string,
    given: Record<string, string>,
    env: Record<string, string> = {},
  ) {
    const all = jobs({ url: http.siteUrl, ...given });
    const [base, job] = [all[".monitorctl"]!, all[name]!];
    expect(job.extends).toBe(".monitorctl");
    const secrets = {
      MONITORCTL_API_KEY: http.keys.write,
      MONITORCTL_READ_KEY: http.keys.read,
      MONITORS_NOTE_TOKEN: "",
      ...env,
    };
    const variables = Object.entries({ ...base.variables, ...job.variables }).map(
      ([variable, value]) => [variable, expanded(value, secrets)],
    );
    return runScript([...base.before_script!, ...job.script].join("\n"), {
      ...secrets,
      ...(Object.fromEntries(variables) as Record<string, string>),
      GITLAB_CI: "true",
    });
  }

  const expanded = (value: string, from: Record<string, string>) =>
    value.replaceAll(/\$(\w+)/g, (_, name: string) => from[name] ?? "");

  test.each(["", "prod files.env"])(
    "plans, applies and finds no drift, variables: %j",
    async (vars) => {
      if (vars !== "") {
        writeFileSync(join(place, vars), "HOST=shop.example\n");
        writeFileSync(join(place, "monitors.yaml"), manifest.replace("shop.example", "${HOST}"));
      }
      for (const [name, text] of [
        ["monitors-plan", "2 to create"],
        ["monitors-apply", "2 created"],
        ["monitors-drift", ""],
      ] as const) {
        const ended = await runJob(name, { vars });
        expect(ended.code, ended.output).toBe(0);
        expect(ended.output).toContain(text);
      }
      const read = (name: string) => readFileSync(join(place, name), "utf8");
      expect(JSON.parse(read("plan-counts.json"))).toEqual({ create: 2, update: 0, delete: 0 });
      expect(JSON.parse(read("gl-code-quality-report.json"))).toEqual([]);
      expect(read("plan.md")).toContain("**2 to create.**");
    },
  );

  test("lets manifests use no variable of the job but those that are named", async () => {
    writeFileSync(join(place, "monitors.yaml"), manifest.replace("title: Shop", "title: ${HOME}"));
    const refused = await runJob("monitors-plan", {});
    expect(refused.code, refused.output).toBe(3);
    const planned = await runJob("monitors-plan", { env: "SHELL HOME" });
    expect(planned.code, planned.output).toBe(0);
  });

  test("writes the plan as a note when it has a token for that", async () => {
    const asked: { url: string; token: string; body: string }[] = [];
    const gitlab = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => (body += text));
      request.on("end", () => {
        asked.push({ url: request.url!, token: String(request.headers["private-token"]), body });
        response.writeHead(201).end("{}");
      });
    });
    await once(gitlab.listen(0, "127.0.0.1"), "listening");
    const { port } = gitlab.address() as AddressInfo;
    const ended = await runJob(
      "monitors-plan",
      {},
      {
        MONITORS_NOTE_TOKEN: "glpat-1",
        CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`,
        CI_PROJECT_ID: "7",
        CI_MERGE_REQUEST_IID: "12",
      },
    );
    gitlab.close();
    expect(ended.code, ended.output).toBe(0);
    expect(asked).toMatchObject([
      { url: "/api/v4/projects/7/merge_requests/12/notes", token: "glpat-1" },
    ]);
    expect(new URLSearchParams(asked[0]!.body).get("body")).toContain("2 to create");
  });

  test("does the same in a program that reads pipelines as GitLab does", async ({ skip }) => {
    skip(
      spawnSync("rsync", ["--version"]).error !== undefined,
      "without rsync, which it copies with",
    );
    const files = {
      "templates/monitors.yml": text,
      ".gitlab-ci.yml": `include:\n  - local: templates/monitors.yml\n    inputs: { url: "${http.siteUrl}" }\n`,
    };
    mkdirSync(join(place, "templates"));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(place, name), content);
    const repository = `
      git init --quiet --initial-branch main .
      git add .
      git -c user.name=Ada -c user.email=ada@example.com commit --quiet --message monitors
      git remote add origin https://gitlab.example.com/ops/shop.git
      git update-ref refs/remotes/origin/main HEAD
      git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main`;
    const program = join(import.meta.dirname, "../node_modules/.bin/gitlab-ci-local");
    const run = (source: string, job: string) =>
      runScript(
        `${program} --force-shell-executor --home home --ignore-predefined-vars CI_PIPELINE_SOURCE \
          --variable CI_PIPELINE_SOURCE=${source} --variable MONITORCTL_READ_KEY=${http.keys.read} \
          --variable MONITORCTL_API_KEY=${http.keys.write} ${job}`,
        {},
      );
    expect(await runScript(repository, {})).toMatchObject({ code: 0 });
    for (const [source, job, says] of [
      ["merge_request_event", "monitors-plan", "2 to create"],
      ["push", "monitors-apply", "2 created"],
      ["schedule", "monitors-drift", "No drift"],
    ] as const) {
      const ended = await run(source, job);
      expect(ended.code, ended.output).toBe(0);
      expect(ended.output).toContain(says);
    }
    expect(readFileSync(join(place, "plan.md"), "utf8")).toContain("**2 to create.**");
  });

  test("fails with the exit code of a mistake, and reports it at its line", async () => {
    writeFileSync(join(place, "monitors.yaml"), manifest.replace("url:", "uri:"));
    const ended = await runJob("monitors-plan", {});
    expect(ended.code, ended.output).toBe(3);
    const report = readFileSync(join(place, "gl-code-quality-report.json"), "utf8");
    expect(JSON.parse(report)).toContainEqual(
      expect.objectContaining({ location: { path: "monitors.yaml", lines: { begin: 10 } } }),
    );
  });

  test("prints no new webhook URL", async () => {
    writeFileSync(
      join(place, "monitors.yaml"),
      `${manifest}webhook_monitors: [{ external_id: errors, title: Errors, alert_group: oncall }]\n`,
    );
    const applied = await runJob("monitors-apply", {});
    expect(applied.code, applied.output).toBe(0);
    expect(applied.output).toContain("monitorctl webhook url wh/errors");
    expect(applied.output).not.toContain("/api/webhook/");
  });
});

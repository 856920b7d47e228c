/** The declaring commands against the real service: what they print, change, and exit with. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startHttp, type HttpSide } from "../support/http.ts";
import { mistakes } from "../support/mistakes.ts";
import { newPlace, type Place } from "./run.ts";

let http: HttpSide;
let place: Place;
beforeEach(async () => {
  http = await startHttp();
  place = newPlace({
    MONITORCTL_URL: http.siteUrl,
    MONITORCTL_API_KEY: http.keys.admin,
  });
});
afterEach(async () => {
  place[Symbol.dispose]();
  await http.end();
});

const ctl = (...args: string[]) => place.inside(args);
const head = "version: 1\nproject: shop\n";
const groups = (count: number, more = "") =>
  `${head}alert_groups:\n${Array.from({ length: count }, (_, i) => `  - { external_id: g${i}, title: G${i}${more} }\n`).join("")}`;
const stored = async () =>
  (
    (await http.api("GET", "/alert_groups")).json as {
      external_id: string;
      project: string | null;
    }[]
  ).map(({ external_id, project }) => `${external_id} ${project}`);
async function given(text: string): Promise<void> {
  place.write("before.yaml", text);
  const { code, stderr } = await ctl("apply", "-f", "before.yaml");
  expect([code, stderr]).toEqual([0, ""]);
}
const revision = async () =>
  (await http.api("POST", "/plan", { project: "none" })).json.revision as number;

describe("validate", () => {
  test("needs no server, and says what it found", async () => {
    using alone = newPlace();
    alone.write("monitors/a.yaml", groups(2));
    const { code, stdout } = await alone.inside(["validate"]);
    expect(stdout).toBe("✓ No mistakes in 1 file: project shop, 2 alert_groups.\n");
    expect(code).toBe(0);
  });

  test("takes files without -f, and so do plan, apply, render and drift", async () => {
    place.write("shop.yaml", groups(1));
    expect((await ctl("validate", "shop.yaml")).code).toBe(0);
    expect((await ctl("plan", "shop.yaml")).stdout).toContain("1 to create");
    expect((await ctl("render", "shop.yaml")).stdout).toContain("external_id: g0");
    expect((await ctl("apply", "shop.yaml")).code).toBe(0);
    expect((await ctl("drift", "shop.yaml")).code).toBe(0);
    place.write("more/a.yaml", `${head}alert_groups: [{ external_id: more, title: More }]\n`);
    expect((await ctl("apply", "shop.yaml", "more")).code).toBe(0);
    expect(await stored()).toEqual(["g0 shop", "more shop"]);
  });

  test("warns of names that the files do not declare, and refuses them with --strict", async () => {
    const text = `${head}alert_groups:
  - { external_id: oncall, title: On call, members: [bob@example.com] }
webhook_monitors:
  - { external_id: a, title: A, alert_group: on-call }
  - { external_id: b, title: B, alert_group: "id:0195d3a4-0000-7000-8000-000000000000" }
`;
    place.write("shop.yaml", text);
    const { code, stdout, stderr } = await ctl("validate", "shop.yaml");
    expect(code).toBe(0);
    expect(stdout).toContain("The server must have 2 names that these files do not declare");
    expect(stderr).toContain('warning[undeclared] members[0] is "bob@example.com"');
    expect(stderr).toMatch(/alert_group is "on-call", .*\n[^]*did you mean "oncall"\?/);
    expect(stderr.match(/warning\[/g)).toHaveLength(2);
    const strict = await ctl("validate", "shop.yaml", "--strict");
    expect([strict.code, strict.stderr.match(/error\[undeclared\]/g)?.length]).toEqual([3, 2]);
    place.write("wrong.yaml", `${text}teams: []\n`);
    const wrong = await ctl("plan", "wrong.yaml");
    expect(wrong.stderr.match(/warning\[undeclared\] alert_group is "on-call"/g)).toHaveLength(1);
    expect(wrong.stderr).not.toContain("bob@example.com");
    expect(wrong.stderr).toContain("1 error in 1 file. Nothing was sent.");
  });

  test("reads no file outside the folders of the named files, unless that is allowed", async () => {
    const canary = "canary-line-of-another-file";
    place.write("secret.yaml", `${canary}\n`);
    place.write("repo/in/side.yaml", groups(1));
    place.write("repo/in/title.txt", "Shop\n");
    symlinkSync(join(place.folder, "secret.yaml"), join(place.folder, "repo/link.yaml"));
    const title = (path: string) =>
      place.write(
        "repo/monitors.yaml",
        `${head}include: [in/side.yaml]\nalert_groups: [{ external_id: t, title: "\${file:${path}}" }]\n`,
      );
    title("in/title.txt");
    expect((await ctl("validate", "repo/monitors.yaml")).stderr).toBe("");
    for (const path of ["../secret.yaml", join(place.folder, "secret.yaml"), "link.yaml"]) {
      title(path);
      const { code, stdout, stderr } = await ctl("render", "repo/monitors.yaml");
      expect([path, code]).toEqual([path, 3]);
      expect(stderr).toContain(`${path} is outside the folder of the named files`);
      expect(stdout + stderr).not.toContain(canary);
      place.write("repo/monitors.yaml", `${head}include: [${path}]\n`);
      const included = await ctl("validate", "repo/monitors.yaml");
      expect(included.stderr).toContain("--allow-outside-files permits it");
      expect(included.stdout + included.stderr).not.toContain(canary);
    }
    const folder = await ctl("validate", "repo");
    expect(folder.stderr).toContain("repo/link.yaml is outside the folder");
    expect(folder.stderr).not.toContain(canary);
    title("../secret.yaml");
    const allowed = await ctl("validate", "repo/monitors.yaml", "--allow-outside-files");
    expect([allowed.code, allowed.stderr]).toEqual([0, ""]);
  });

  test("shows every mistake in the file, or as JSON, or beside the lines of a pull request", async () => {
    place.write("monitors.yaml", `${groups(1)}    - x: 100%, sure\nusers: 3\n`);
    place.write("two.yaml", `${head}users: 3\nteams: []\n`);
    const text = await ctl("validate", "-f", "two.yaml");
    expect(text.stderr).toContain("2 errors in 1 file. Nothing was sent.");
    expect(text.code).toBe(3);
    const json = await ctl("validate", "-f", "two.yaml", "-o", "json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      valid: false,
      issues: [
        { file: "two.yaml", line: 3, column: 8, code: "type" },
        { line: 4, column: 1, code: "unknown_field" },
      ],
    });
    expect(json.code).toBe(3);
    const github = await ctl("validate", "-f", "two.yaml", "-o", "github");
    expect(github.stdout).toBe(
      "::error file=two.yaml,line=3,col=8,endColumn=9,title=type::users must be a list\n" +
        '::error file=two.yaml,line=4,col=1,endColumn=6,title=unknown_field::unknown field "teams"; known: version, project, include, defaults, users, schedules, alert_groups, health_check_monitors, webhook_monitors, status_pages\n',
    );
    expect(github.code).toBe(3);
  });

  test("counts what would fill the page of a pull request", async () => {
    place.write("many.yaml", `${head}alert_groups:\n${"  - { external_id: '' }\n".repeat(12)}`);
    const { stdout } = await ctl("validate", "-f", "many.yaml", "-o", "github");
    expect(stdout.split("\n")).toHaveLength(11);
    expect(stdout).toMatch(
      /::error title=monitorctl::\d+ more; monitorctl validate lists them all\n$/,
    );
  });
});

describe("files", () => {
  test("are read once, in however many ways they are named", async () => {
    place.write("m.yaml", `${head}include: [./more/u.yaml]\nalert_groups: []\n`);
    place.write("more/u.yaml", "version: 1\nusers:\n  - { external_id: u, email: u@x.example }\n");
    symlinkSync("m.yaml", join(place.folder, "link.yaml"));
    const ways = ["m.yaml", "./m.yaml", join(place.folder, "m.yaml"), "link.yaml", "./more/u.yaml"];
    const { code, stdout, stderr } = await ctl("validate", ...ways);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("No mistakes in 2 files: project shop, 1 user.");
  });

  test("may be patterns, which the shell did not resolve, and take variables from a file", async () => {
    place.write("m/a/x.yaml", groups(1));
    place.write("m/b/y.yaml", `${head}users:\n  - { external_id: u, email: "\${MAIL}" }\n`);
    place.write("m/b/.hidden.yaml", "nonsense: [");
    place.write("prod.env", "# people\nMAIL=ada@x.example\n");
    const { code, stdout, stderr } = await ctl("apply", "-f", "m/**/*.yaml", "--vars", "prod.env");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("2 created");
    const none = await ctl("apply", "-f", "m/*.yml");
    expect(none.stderr).toContain("m/*.yml matches no file");
    expect(none.code).toBe(3);
  });

  test("include folders and patterns, without the file that includes them and hidden ones", async () => {
    const user = (name: string) =>
      `version: 1\nusers:\n  - { external_id: ${name}, email: ${name}@x.example }\n`;
    place.write("m/monitors.yaml", `${head}include: ["*.yaml", teams, "sites/*/a.yaml"]\n`);
    place.write("m/people.yaml", user("a"));
    place.write("m/teams/x.yaml", user("b"));
    place.write("m/teams/sub/y.yml", user("c"));
    place.write("m/teams/.z.yaml", "nonsense: [");
    place.write("m/sites/eu/a.yaml", user("d"));
    place.write("m/sites/eu/b.yaml", "nonsense: [");
    const { code, stdout, stderr } = await ctl("validate", "-f", "m/monitors.yaml");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("5 files: project shop, 4 users");
    place.write("m/monitors.yaml", `${head}include: ["none/*.yaml", empty, gone]\n`);
    mkdirSync(join(place.folder, "m/empty"));
    const none = await ctl("validate", "-f", "m/monitors.yaml");
    expect(none.stderr).toContain("error[include] none/*.yaml matches no file");
    expect(none.stderr).toContain("error[include] empty holds no *.yaml and no *.yml");
    expect(none.stderr).toContain("error[include] gone does not exist");
  });

  test("of a ConfigMap of Kubernetes are read once, behind its links", async () => {
    place.write("k/..2026_11/monitors.yaml", groups(1));
    symlinkSync("..2026_11", join(place.folder, "k/..data"));
    symlinkSync("..data/monitors.yaml", join(place.folder, "k/monitors.yaml"));
    const { code, stdout } = await ctl("validate", "-f", "k");
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 file: project shop")]);
  });

  test("take single variables before those of files, whose values may hold a #", async () => {
    place.write(
      "monitors.yaml",
      `${head}users:\n  - { external_id: a, email: "\${MAIL}", name: "\${NAME}|\${MORE}" }\n`,
    );
    place.write(
      "prod.env",
      `\ufeffMAIL=b@x.example\nNAME=a#b # a comment\nPW='x\n#y'\nOTHER="a"#b\nexport MORE=it's#1 \n`,
    );
    const set = ["--vars", "prod.env", "--var", "MAIL=ada@x.example"];
    const { code, stdout, stderr } = await ctl("render", ...set);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("email: ada@x.example");
    expect(stdout).toContain("a#b|it's#1");
    const wrong = await ctl("render", "--var", "MAIL");
    expect(wrong.stderr).toContain("--var MAIL is not NAME=value");
    expect(wrong.code).toBe(3);
  });

  test("use those variables of the environment that are named", async () => {
    place.write(
      "monitors.yaml",
      `${head}users:\n  - { external_id: a, email: a@x.example, name: "\${ONE:-no} \${TWO:-no}" }\n`,
    );
    const nameWith = async (...options: string[]) => {
      const { stdout } = await place.ctl(["render", ...options], { env: { ONE: "1", TWO: "2" } });
      return /name: (.*)/.exec(stdout)?.[1];
    };
    expect(await nameWith()).toBe("1 2");
    expect(await nameWith("--env", "ONE")).toBe("1 no");
    expect(await nameWith("--no-env")).toBe("no no");
    expect(await nameWith("--no-env", "--env", "TWO", "--var", "ONE=3")).toBe("3 2");
  });

  test("show no value of a variable that is a secret by its name, or a URL with a password", async () => {
    const secret = {
      DATABASE_URL: "postgres://shop:hunter2@db.example/shop",
      DEPLOY_PW: "hunter3",
      PIN: "hunter4",
      SENTRY_DSN: "https://hunter5@s.example/1",
    };
    const text = Object.keys(secret).map((name) => `\${${name}}`);
    place.write(
      "monitors.yaml",
      `${groups(1)}health_check_monitors:\n  - external_id: a\n    title: A\n    alert_group: g0\n    url: https://a.example/\n    description: "${text.join(" ")} \${PWD}"\n`,
    );
    for (const output of ["json", "md", "text"]) {
      const planned = await place.ctl(["plan", "-o", output], { env: { ...secret, PWD: "/here" } });
      expect(planned.stdout).toContain("/here");
      expect(planned.stdout).not.toContain("hunter");
    }
  });

  test("with one cause in many places tell it once, with some of them", async () => {
    const user = (at: number) =>
      `  - { external_id: u${at}, email: "u${at}@x.example", name: "\${WHO}" }\n`;
    const all = Array.from({ length: 9 }, (_, at) => user(at)).join("");
    place.write("monitors.yaml", `${head}users:\n${all}`);
    const { stderr } = await ctl("validate");
    expect(stderr.match(/error\[/g)).toHaveLength(1);
    expect(stderr).toContain(
      "and in monitors.yaml:5, monitors.yaml:6, monitors.yaml:7 and 5 more places",
    );
    expect(stderr).toContain("9 errors in 1 file. Nothing was sent.");
  });

  test("with many mistakes show the first twenty, and count the others", async () => {
    const user = (at: number) =>
      `  - { external_id: u${at}, email: "u${at}@x.example", f${at}xyzw: 1, g${at}xyzw: 1 }\n`;
    const all = Array.from({ length: 20 }, (_, at) => user(at)).join("");
    place.write("monitors.yaml", `${head}users:\n${all}`);
    const { stderr } = await ctl("validate");
    expect(stderr.match(/error\[/g)).toHaveLength(20);
    expect(stderr).toContain("40 errors in 1 file, 20 of them not shown. Nothing was sent.");
    const whole = await ctl("validate", "-o", "json");
    expect(JSON.parse(whole.stdout).issues).toHaveLength(40);
  });

  test("of variables that are missing are told apart from a wrong option", async () => {
    place.write("monitors.yaml", groups(1));
    for (const command of [
      "validate",
      "plan",
      "apply",
      "drift",
      "render",
      "check run -f monitors.yaml",
    ]) {
      const missing = await ctl(...command.split(" "), "--vars", "none.env");
      expect(missing.stderr).toContain("error[no_file] --vars none.env cannot be read: ENOENT");
      expect(missing.code).toBe(3);
    }
    for (const typed of [["--env-file", "none.env"], ["--env-file=none.env"]]) {
      const old = await ctl("plan", ...typed);
      expect(old.stderr).toContain(`unknown option '${typed[0]}'`);
      expect(old.stderr).toContain("try: --vars FILE");
      expect(old.code).toBe(3);
    }
  });

  test("include others, beside which secrets lie, and never show them", async () => {
    place.write(
      "monitors.yaml",
      `${head}include: [more/checks.yaml]\n${groups(1).slice(head.length)}`,
    );
    place.write(
      "more/checks.yaml",
      'version: 1\nhealth_check_monitors:\n  - external_id: h\n    title: H\n    url: "https://x.example/?key=${file:../token}"\n    alert_group: g0\n    interval_seconds: 86400\n',
    );
    place.write("token", "hush-hush\n");
    const rendered = await ctl("render");
    expect(parse(rendered.stdout)).toEqual({
      version: 1,
      project: "shop",
      alert_groups: [{ external_id: "g0", title: "G0" }],
      health_check_monitors: [
        {
          external_id: "h",
          title: "H",
          url: "https://x.example/?key=***",
          alert_group: "g0",
          interval_seconds: 86400,
        },
      ],
    });
    expect(rendered.stdout).toContain("  # more/checks.yaml:3\n");
    await ctl("apply");
    place.write("token", "other-hush\n");
    const plan = await ctl("plan");
    expect(plan.stdout).toContain("url  https://x.example/?key=");
    expect(plan.stdout).not.toContain("other-hush");
    const variables = await ctl("render", "--variables");
    expect(variables.stdout).toBe(
      "NAME           VALUE  ASKED FOR IN\nfile:../token  set    more/checks.yaml:5\n",
    );
  });
});

describe("plan", () => {
  test("has two exit codes that say whether anything would change", async () => {
    place.write("monitors.yaml", groups(1));
    expect((await ctl("plan")).code).toBe(0);
    expect((await ctl("plan", "--exit-code")).code).toBe(2);
    expect((await ctl("diff", "--detailed-exitcode")).code).toBe(2);
    await ctl("apply");
    expect((await ctl("plan", "--exit-code")).code).toBe(0);
    const whole = await ctl("plan", "--show-unchanged");
    expect(whole.stdout).toContain("  =  alert_group  g0  unchanged\n\nNothing to do: 1 resource");
    const markdown = await ctl("plan", "--show-unchanged", "-o", "md");
    expect(markdown.stdout).toContain("| `=` | alert_group | `g0` | unchanged |");
  });

  test("shows what a new resource has beside its defaults, and what is no longer declared", async () => {
    await given(groups(7));
    place.write(
      "monitors.yaml",
      `${head}alert_groups: [{ external_id: new, title: New, timezone: Europe/Berlin }]\n`,
    );
    const { stdout } = await ctl("plan");
    expect(stdout).toContain("+ alert_group new  monitors.yaml:3\n");
    expect(stdout).toMatch(/\n    title +New\n    timezone +Europe\/Berlin\n\n1 to create\./);
    expect(stdout).toContain(
      "7 resources of this project are no longer declared: alert_group g0, alert_group g1, alert_group g2, alert_group g3, alert_group g4 and 2 more (--prune deletes what is no longer declared)",
    );
    const markdown = await ctl("plan", "-o", "md");
    expect(markdown.stdout).toContain("    timezone  Europe/Berlin\n");
    expect(markdown.stdout).toContain("> ⚠️ 7 resources of this project are no longer declared");
    const pruning = await ctl("plan", "--prune", "--prune-max", "7");
    expect(pruning.stdout).not.toContain("no longer declared");
    const applied = await ctl("apply", "--yes");
    expect(applied.stdout).toContain("7 resources of this project are no longer declared");
    place.write("monitors.yaml", `${head}alert_groups: []\n`);
    expect((await ctl("plan", "-o", "json")).stdout).toContain('"undeclared"');
  });

  test("of many new resources names them without their fields", async () => {
    place.write("monitors.yaml", groups(101));
    const { stdout } = await ctl("plan");
    expect(stdout).toContain("101 to create.");
    expect(stdout).not.toContain("monitors.yaml:4");
  });

  test("is short with --summary, and Markdown for a comment", async () => {
    await given(groups(2));
    place.write(
      "monitors.yaml",
      groups(2, ", timezone: Europe/Berlin, priority_level: 1").replace("G1", '"`G|1`"'),
    );
    const brief = await ctl("plan", "--summary");
    expect(brief.stdout).toBe(`Plan for project shop on ${http.siteUrl}

  ~  alert_group  g0  priority_level, timezone
  ~  alert_group  g1  title, priority_level, timezone

2 to update.
! alert group "g0" has no members: nobody would be notified
! alert group "g1" has no members: nobody would be notified
`);
    const markdown = await ctl("plan", "-o", "md");
    expect(markdown.stdout).toBe(`### Plan for project \`shop\` on ${http.siteUrl}

**2 to update.**

> ⚠️ alert group "g0" has no members: nobody would be notified
>
> ⚠️ alert group "g1" has no members: nobody would be notified

|   | kind | external_id | change |
|---|---|---|---|
| \`~\` | alert_group | \`g0\` | \`priority_level\`, \`timezone\` |
| \`~\` | alert_group | \`g1\` | \`title\`, \`priority_level\`, \`timezone\` |

<details><summary>Fields</summary>

\`\`\`
~ alert_group g0  monitors.yaml:4
    priority_level  2 → 1
    timezone  UTC → Europe/Berlin
~ alert_group g1  monitors.yaml:5
    title  G1 → \`G|1\`
    priority_level  2 → 1
    timezone  UTC → Europe/Berlin
\`\`\`

</details>
`);
  });
});

describe("a saved plan", () => {
  test("is shown by --dry-run, and applied by an apply alone", async () => {
    place.write("monitors.yaml", groups(1));
    await ctl("plan", "--out", "plan.json");
    const shown = await ctl("apply", "plan.json", "--dry-run");
    expect([shown.code, shown.stderr]).toEqual([0, ""]);
    expect(shown.stdout).toContain("1 to create");
    expect(
      JSON.parse((await ctl("apply", "plan.json", "--dry-run", "-o", "json")).stdout),
    ).toMatchObject({
      applied: false,
    });
    expect(await stored()).toEqual([]);
    const missing = await ctl("apply", "people");
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain("people does not exist");
    expect(missing.stderr).toContain("name a manifest, a folder of manifests, or a file that");
  });

  const check = `${groups(1)}health_check_monitors:
  - external_id: h
    title: H
    url: https://ada:\${PASSWORD}@x.example/
    alert_group: g0
    interval_seconds: 86400
    request_headers: { X-Key: "\${KEY}" }
`;
  const secrets = { PASSWORD: "hunter2", KEY: "opensesame" };
  const env = (more: object) => ({ env: more });

  test("is applied as it was reviewed, and holds no secret", async () => {
    place.write("monitors.yaml", check);
    const planned = await place.ctl(["plan", "--out", "plan.json"], env(secrets));
    expect(planned.stderr).toBe("Wrote plan.json: monitorctl apply plan.json\n");
    const text = readFileSync(join(place.folder, "plan.json"), "utf8");
    expect(text).not.toMatch(/hunter2|opensesame/);
    const applied = await place.ctl(["apply", "plan.json"], env(secrets));
    expect(applied.stderr).toBe("");
    expect(applied.stdout).toContain("✓ 2 created.");
    const after = await place.ctl(["plan", "--exit-code"], env(secrets));
    expect(after.code).toBe(0);
  });

  test("needs its secrets when it writes them, and only then", async () => {
    place.write("monitors.yaml", check);
    await place.ctl(["plan", "--out", "plan.json"], env(secrets));
    const other = await place.ctl(["apply", "plan.json"], env({ ...secrets, KEY: "another" }));
    expect(other.stderr).toContain("error[stale_plan] the files or variables have changed");
    expect(other.code).toBe(5);
    const none = await place.ctl(["apply", "plan.json"]);
    expect(none.stderr).toContain("error[unset_variable]");
    expect(none.code).toBe(3);
    expect(await stored()).toEqual([]);
  });

  test("is refused when something of its project has changed since, or for another server", async () => {
    place.write("monitors.yaml", groups(1));
    await ctl("plan", "--out", "plan.json");
    await http.api("POST", "/alert_groups", { title: "of no project" });
    expect(await ctl("apply", "plan.json")).toMatchObject({ code: 0, stderr: "" });
    place.write("monitors.yaml", groups(2));
    await ctl("plan", "--out", "plan.json");
    await http.api("POST", "/alert_groups", { external_id: "g0", title: "meanwhile" });
    const stale = await ctl("apply", "plan.json");
    expect(stale.stderr).toBe(
      "error[stale_plan] the project, or a resource that it refers to, has changed on the server since plan.json was made; nothing was changed now\n  try: plan again, and review it: monitorctl plan --out plan.json\n",
    );
    expect(stale.code).toBe(5);
    const other = await ctl("--url", "http://127.0.0.1:1", "apply", "plan.json");
    expect(other.stderr).toContain(`a plan for ${http.siteUrl}`);
    expect(other.code).toBe(5);
  });

  test("is no manifest, and the other way round", async () => {
    place.write("monitors.yaml", groups(1));
    place.write("other.json", "{}");
    const other = await ctl("apply", "other.json");
    expect(other.stderr).toContain("or a manifest (*.yaml)");
    expect(other.code).toBe(3);
    const both = await ctl("apply", "plan.json", "--prune");
    expect(both.stderr).toContain("a saved plan fixes what is applied and how");
    expect(both.code).toBe(3);
  });
});

describe("prune", () => {
  test("asks nobody where nobody is: it names the command that does it", async () => {
    await given(groups(3));
    place.write("monitors.yaml", groups(1));
    const before = await revision();
    const { code, stdout, stderr } = await ctl("apply", "--prune");
    expect(stdout).toContain("  -  alert_group  g1  delete  G1; its inbound URL stops working\n");
    expect(stdout).toContain("2 to DELETE, 1 unchanged.");
    expect(stderr).toBe(
      "error[unconfirmed] this would delete 2 resources, and nobody can be asked here; nothing was changed\n  try: monitorctl apply --prune --yes\n",
    );
    expect(code).toBe(7);
    expect(await revision()).toBe(before);
    const done = await ctl("apply", "--prune", "--yes");
    expect(done.stdout).toContain("✓ 2 DELETED, 1 unchanged.");
    expect(done.code).toBe(0);
    expect(await stored()).toEqual(["g0 shop"]);
  });

  test("asks on a terminal, and says how many go", async () => {
    await given(groups(3));
    place.write("monitors.yaml", groups(1));
    const no = await place.typed(["apply", "--prune"], "n\n");
    expect(no.stderr).toContain("Apply, and DELETE 2 resources? [y/N]");
    expect(no.code).toBe(7);
    const quiet = await place.typed(["apply", "--prune", "--no-input"], "y\n");
    expect(quiet.code).toBe(7);
    expect(await stored()).toHaveLength(3);
    expect((await place.typed(["apply", "--prune"], "y\n")).code).toBe(0);
    expect(await stored()).toHaveLength(1);
  });

  test("of very much needs to be told how much, with the command that does it", async () => {
    await given(groups(8));
    place.write("monitors.yaml", groups(1));
    const plan = await ctl("plan", "--prune");
    expect(plan.stdout).toContain(
      "! this plan deletes 7 resources, above the limit: pass --prune-max 7 to allow it\n",
    );
    const { code, stderr } = await ctl("apply", "--prune", "--yes");
    expect(stderr).toBe(
      "error[prune_limit] 7 resources would be deleted, which is more than a quarter of the project; nothing was changed\n  try: if that is meant: monitorctl apply --prune --yes --prune-max 7\n",
    );
    expect(code).toBe(7);
    const small = await ctl("apply", "--prune", "--yes", "--prune-max", "6");
    expect(small.code).toBe(7);
    expect(await stored()).toHaveLength(8);
    await ctl("apply", "--prune", "--yes", "--prune-max", "7");
    expect(await stored()).toEqual(["g0 shop"]);
  });

  test("leaves what is protected or used elsewhere, and says which", async () => {
    await given(groups(2, ", protect: true"));
    const g0 = (await http.api("GET", "/alert_groups")).json[0].id as string;
    await http.api("POST", "/webhook_monitors", {
      title: "W",
      external_id: "w",
      alert_group_id: g0,
    });
    place.write("monitors.yaml", head);
    const { code, stderr } = await ctl("apply", "--prune", "--yes");
    expect(stderr)
      .toBe(`error[protected] alert_groups g0 is protected: apply it with protect: false before it is deleted
alert_groups g1 is protected: apply it with protect: false before it is deleted
alert_groups g0 is still used by webhook_monitors w (unmanaged); it cannot be pruned
  try: to keep resources, declare them or run: monitorctl detach KIND/ID
`);
    expect(code).toBe(5);
    const detached = await ctl("apply", "--prune", "--detach");
    expect(detached.stdout).toContain("✓ 2 detached.");
    expect(await stored()).toEqual(["g0 null", "g1 null"]);
  });

  test("has flags that mean nothing without it", async () => {
    place.write("monitors.yaml", groups(1));
    for (const flags of [["--detach"], ["--prune-max", "3"]]) {
      const { code, stderr } = await ctl("apply", ...flags);
      expect(stderr).toContain("and --prune is not there");
      expect(code).toBe(3);
    }
    expect((await ctl("apply", "--prune", "--prune-max", "x")).code).toBe(3);
  });
});

describe("wait", () => {
  const check = `${groups(1)}health_check_monitors:\n  - { external_id: h, title: H, url: "https://x.example/", alert_group: g0 }\n`;

  test("ends when nothing new is there to wait for", async () => {
    place.write("monitors.yaml", groups(1));
    const { code, stdout } = await ctl("apply", "--wait");
    expect(stdout).toContain("No new health check to wait for.");
    expect(code).toBe(0);
  });

  test("exits with 8 when a new health check has no result in time", async () => {
    place.write("monitors.yaml", check);
    const { code, stdout } = await place.ctl(["apply", "--wait=1s"]);
    expect(stdout).toContain("  …  h  no result within 1 s\n");
    expect(code).toBe(8);
  });

  test("takes a time", async () => {
    place.write("monitors.yaml", check);
    const { code, stderr } = await ctl("apply", "--wait=soon");
    expect(stderr).toContain("for example --wait=90s");
    expect(code).toBe(3);
  });
});

describe("drift", () => {
  test("says what is not as declared and who changed it, and exits with 2", async () => {
    await given(groups(2));
    const same = await ctl("drift", "--project", "shop");
    expect(same.stdout).toContain("✓ No drift: 2 resources as declared.");
    expect(same.code).toBe(0);
    const [g0, g1] = (await http.api("GET", "/alert_groups")).json as {
      id: string;
    }[];
    await http.call("PUT", `/api/v1/alert_groups/${g0!.id}`, {
      key: http.keys.write,
      body: { timezone: "Europe/Paris" },
    });
    await http.api("DELETE", `/alert_groups/${g1!.id}`);
    for (const args of [
      ["--project", "shop"],
      ["-f", "before.yaml"],
    ]) {
      const { code, stdout } = await ctl("drift", ...args);
      expect(stdout).toContain(`
  ~  alert_group  g0  differs  last changed by write key, 0 s ago
  -  alert_group  g1  is gone  last changed by admin key, 0 s ago

~ alert_group g0
    timezone  declared UTC, is Europe/Paris

2 differences, 0 as declared.
  to restore:                  monitorctl apply -f ${args[0] === "-f" ? "before.yaml" : "FILE"}
`);
      expect(code).toBe(2);
    }
  });

  test("advises commands with the flags that it had, without values of secrets", async () => {
    await given(groups(1));
    place.write("prod env", "ZONE=Europe/Paris\n");
    place.write("m.yaml", groups(1, ", timezone: '${ZONE}', description: '${API_KEY}'"));
    const flags = ["--vars", "prod env", "--var", "API_KEY=s3cret", "--var", "A=b"];
    const { stdout } = await ctl("drift", "-f", "m.yaml", ...flags, "--allow-outside-files");
    const repeated = "-f m.yaml --vars 'prod env' --var API_KEY=… --var A=b --allow-outside-files";
    expect(stdout).toContain(`monitorctl apply ${repeated}\n`);
    expect(stdout).toContain(`monitorctl export --patch ${repeated}\n`);
    place.write("monitors.yaml", groups(2));
    expect((await ctl("drift")).stdout).toContain("monitorctl apply\n");
  });

  test("of a resource that another project took says how apply takes it back", async () => {
    await given(groups(1));
    place.write("other.yaml", groups(1).replace("project: shop", "project: other"));
    await ctl("apply", "-f", "other.yaml", "--adopt", "--yes");
    const { stdout } = await ctl("drift", "-f", "before.yaml");
    expect(stdout).toContain("monitorctl apply -f before.yaml --adopt\n");
  });

  test("of a project that nobody applied is a mistake", async () => {
    const { code, stderr } = await ctl("drift", "--project", "none");
    expect(stderr).toContain('Nothing was ever applied for the project "none".');
    expect(stderr).toContain("monitorctl drift -f PATH");
    expect(code).toBe(3);
  });
});

describe("destroy", () => {
  test("of a project that has none is a mistake", async () => {
    await given(groups(1));
    const { code, stderr } = await ctl("destroy", "--project", "shpo", "--confirm", "shpo");
    expect([code, await stored()]).toEqual([3, ["g0 shop"]]);
    expect(stderr).toContain('no resource belongs to a project "shpo"');
  });

  test("needs the project's name twice", async () => {
    await given(groups(8));
    const { code, stdout, stderr } = await ctl("destroy", "--project", "shop");
    expect(stdout).toContain("8 to DELETE.");
    expect(stderr).toContain("try: monitorctl destroy --project shop --confirm shop");
    expect(code).toBe(7);
    const wrong = await ctl("destroy", "--project", "shop", "--confirm", "shpo");
    expect(wrong.code).toBe(7);
    expect(await stored()).toHaveLength(8);
    const done = await place.typed(["destroy", "--project", "shop"], "shop\n");
    expect(done.stdout).toContain("✓ 8 DELETED.");
    expect(await stored()).toEqual([]);
    const again = await ctl("destroy", "--project", "shop");
    expect(again.stderr).toContain('no resource belongs to a project "shop"');
    expect(again.code).toBe(3);
  });

  test("is kept from what is protected", async () => {
    await given(groups(1, ", protect: true"));
    const { code, stderr } = await ctl("destroy", "--project", "shop", "--confirm", "shop");
    expect(stderr).toContain("error[protected] alert_groups g0 is protected");
    expect(code).toBe(5);
  });
});

describe("adopt and detach", () => {
  test("take resources that were made by hand into a manifest", async () => {
    await http.api("POST", "/alert_groups", { title: "Größe 1!" });
    await http.api("POST", "/alert_groups", { title: "B", external_id: "b" });
    const [a] = (await http.api("GET", "/alert_groups")).json as {
      id: string;
    }[];
    const none = await ctl("export");
    expect(parse(none.stdout)).toEqual({
      version: 1,
      alert_groups: [{ external_id: "b", title: "B" }],
    });
    expect(none.stderr).toBe(
      `1 resource without an external_id left out; to take them in: monitorctl adopt alert_groups/${a!.id} --project NAME\nThe manifest names no project. Before it is applied, add a line: project: NAME\n`,
    );
    const adopted = await ctl("adopt", `ag/${a!.id}`, "alert_groups/b", "--project", "shop");
    expect(adopted.stdout).toContain("(no project) → shop");
    expect(await stored()).toEqual(["gro-e-1 shop", "b shop"]);
    expect((await ctl("export")).stderr).toContain(
      "error[which_project] every resource belongs to a project: shop\n  try: name one with --project\n",
    );
    const exported = await ctl("export", "--project", "shop");
    expect(parse(exported.stdout)).toEqual({
      version: 1,
      project: "shop",
      alert_groups: [
        { external_id: "gro-e-1", title: "Größe 1!" },
        { external_id: "b", title: "B" },
      ],
    });
    const detached = await ctl("detach", "ag/b");
    expect(detached.stdout).toContain("shop → (no project)");
    expect(await stored()).toEqual(["gro-e-1 shop", "b null"]);
  });

  test("take many that flags choose, shown first, after a yes", async () => {
    const oncall = (await http.api("POST", "/alert_groups", { title: "On call" })).json as {
      id: string;
    };
    for (const url of ["https://a.example", "https://b.example"])
      await http.api("POST", "/health_check_monitors", {
        title: "Shop",
        url,
        alert_group_id: oncall.id,
      });
    await http.api("POST", "/alert_groups", { title: "Office", external_id: "office" });
    const group = ["adopt", "--group", oncall.id, "--project", "shop"];
    const dry = await ctl(...group, "--dry-run");
    expect(dry.stdout.match(/\(no project\) → shop/g)).toHaveLength(3);
    const refused = await ctl(...group);
    expect(refused.code).toBe(7);
    expect(refused.stderr).toContain("Take 3 resources for project shop?");
    expect(await stored()).toEqual(["null null", "office null"]);
    const some = await ctl(...group, "--kind", "hc", "--yes");
    expect(some.stdout).toMatch(/2 resources adopted\. Put them into the manifest before/);
    const monitors = (await http.api("GET", "/health_check_monitors")).json as {
      external_id: string;
    }[];
    // Two of one title get a name each.
    expect(monitors.map(({ external_id }) => external_id)).toEqual([
      "shop",
      expect.stringMatching(/^shop-[0-9a-f]{6}$/),
    ]);
    expect((await ctl("adopt", "--all", "--project", "shop", "--yes")).code).toBe(0);
    expect(await stored()).toEqual(["on-call shop", "office shop"]);
    expect((await ctl("adopt", "--all", "--project", "shop", "--yes")).stderr).toBe(
      "No resource is left to adopt.\n",
    );
    const moved = await ctl("adopt", "--from", "shop", "--project", "store", "--yes");
    expect(moved.stdout.match(/shop → store/g)).toHaveLength(4);
    for (const wrong of [["--all", "ag/office"], ["--all", "--group", "office"], []])
      expect((await ctl("adopt", "--project", "shop", ...wrong)).code, wrong.join(" ")).toBe(3);
  });

  test("change nothing with --dry-run, however they are named", async () => {
    await given(groups(1));
    await http.api("POST", "/alert_groups", { title: "Free", external_id: "free" });
    const named = ["adopt", "ag/g0", "ag/free", "--project", "other", "--dry-run"];
    for (const words of [named, [...named, "--yes"]]) {
      const { code, stdout } = await ctl(...words);
      expect(code).toBe(0);
      expect(stdout).toMatch(/g0 +shop → other.*\n.*free +\(no project\) → other/);
    }
    const { resources } = JSON.parse((await ctl(...named, "-o", "json")).stdout) as {
      resources: unknown[];
    };
    expect(resources).toMatchObject([
      { external_id: "g0", from: "shop", to: "other" },
      { external_id: "free", from: null, to: "other" },
    ]);
    expect((await ctl("adopt", "ag/free", "--kind", "hc", "--project", "other")).stderr).toContain(
      "error[usage] --kind narrows down --all, --group or --from",
    );
    expect(await stored()).toEqual(["g0 shop", "free null"]);
  });

  test("take nothing from another project without a yes", async () => {
    await given(groups(1));
    const refused = await ctl("adopt", "ag/g0", "--project", "other");
    expect(refused.stderr).toBe(
      "error[unconfirmed] Take 1 resource for project other, 1 of them from shop? Nobody is there to answer; nothing was changed\n  try: monitorctl adopt ag/g0 --project other --yes\n",
    );
    expect(refused.code).toBe(7);
    expect((await ctl("adopt", "ag/g0", "--project", "other", "--yes")).code).toBe(0);
    expect(await stored()).toEqual(["g0 other"]);
  });

  test("name what they do not find", async () => {
    await given(groups(1));
    const near = await ctl("detach", "ag/g9");
    expect(near.stderr).toContain('did you mean "g0"?');
    expect(near.code).toBe(3);
    expect((await ctl("detach", "g0")).stderr).toContain('"g0" is not KIND/ID');
  });
});

describe("export", () => {
  test("writes a file for each kind, with variables in place of secrets, and overwrites none", async () => {
    await given(`${groups(1)}health_check_monitors:
  - external_id: h-1
    title: H
    url: https://ada:hunter2@x.example/$\${x}
    alert_group: g0
    interval_seconds: 86400
    request_headers: { Authorization: Bearer me }
`);
    const { code, stderr } = await ctl("export", "--project", "shop", "--dir", "out");
    expect(code).toBe(0);
    expect(stderr).toContain("Wrote out/alert_groups.yaml\nWrote out/health_check_monitors.yaml\n");
    expect(stderr).toContain("2 secrets stayed on the server");
    const text = readFileSync(join(place.folder, "out/health_check_monitors.yaml"), "utf8");
    expect(text).toContain('url: "https://ada:${H_1_URL_PASSWORD:-***}@x.example/$${x}"');
    expect(text).toContain('Authorization: "${H_1_AUTHORIZATION:-***}"');
    expect((await ctl("plan", "-f", "out", "--prune", "--exit-code")).code).toBe(0);
    const changed = await place.ctl(["plan", "-f", "out", "--exit-code"], {
      env: { H_1_AUTHORIZATION: "Bearer you" },
    });
    expect(changed.stdout).toContain("request_headers.Authorization  (secret, changed)");
    expect(changed.code).toBe(2);
    const again = await ctl("export", "--project", "shop", "--dir", "out");
    expect(again.stderr).toContain("out/alert_groups.yaml is there already");
    expect(again.code).toBe(3);
  });

  test("may be of one kind or one group, and asks which project", async () => {
    await given(groups(2));
    const one = await ctl("export", "--group", "g1", "-o", "json");
    expect(JSON.parse(one.stdout)).toMatchObject({
      alert_groups: [{ external_id: "g1" }],
    });
    const kind = await ctl("export", "--project", "shop", "--kind", "hc");
    expect(parse(kind.stdout)).toEqual({ version: 1, project: "shop" });
    await ctl("adopt", "ag/g0", "--project", "other", "--yes");
    const which = await ctl("export");
    expect(which.stderr).toContain("every resource belongs to a project: other, shop");
    expect(which.code).toBe(3);
    const none = await ctl("export", "--project", "shpo");
    expect(none.stderr).toContain('belongs to a project "shpo"; known: other, shop');
    expect(none.code).toBe(3);
  });
});

describe("schema, explain and init", () => {
  test("the schema takes what is right, also with variables, and refuses a misspelt field", async () => {
    using alone = newPlace();
    const { stdout } = await alone.inside(["schema"]);
    const ajv = new Ajv({ strict: false });
    const validate = ajv.compile(JSON.parse(stdout) as object);
    const manifest = (more: object) => ({
      version: 1,
      project: "shop",
      "x-any": 1,
      include: ["a.yaml"],
      defaults: { webhook_monitors: { alert_group: "a" } },
      webhook_monitors: [{ external_id: "w", title: "W", ...more }],
    });
    expect(validate(manifest({})), JSON.stringify(validate.errors)).toBe(true);
    expect(validate(manifest({ error_rate_threshold: "${N}" }))).toBe(true);
    expect(validate(manifest({ error_rate_threshold: "many" }))).toBe(false);
    expect(validate(manifest({ eror_rate_threshold: 1 }))).toBe(false);
    expect(stdout).toContain("Number of errors within the window");
  });

  test("explain says what a field takes", async () => {
    using alone = newPlace();
    const field = await alone.inside(["explain", "hc.interval_seconds"]);
    expect(field.stdout).toBe(
      "health_check_monitors.interval_seconds  integer 5 to 86400, default 60\n\n  How often the URL is fetched.\n",
    );
    const kind = await alone.inside(["explain", "users"]);
    expect(kind.stdout).toMatch(/^ {2}email +text up to 254, required/m);
    const none = await alone.inside(["explain", "users.mail"]);
    expect(none.stderr).toContain('did you mean "email"?');
    expect(none.code).toBe(3);
  });

  test("init without a server declares the URL as it is, and says that it was not checked", async () => {
    using alone = newPlace();
    const port = await alone.inside(["init", "--health", "tcp://db.example:5432"]);
    expect(port.stdout).toMatch(/^tcp:\/\/db\.example:5432 was not checked: /);
    expect(readFileSync(join(alone.folder, "monitors.yaml"), "utf8")).not.toContain("expect:");
    expect((await alone.inside(["validate", "--strict"])).code).toBe(0);
  });

  test("init watches the server itself when no URL is given, so that nothing fails at once", async () => {
    using alone = newPlace();
    await alone.inside(["init"]);
    const text = readFileSync(join(alone.folder, "monitors.yaml"), "utf8");
    expect(text).toContain("url: http://127.0.0.1:8620/health # put the health endpoint of your");
    expect((await alone.inside(["validate", "--strict"])).code).toBe(0);
    await ctl("init");
    const own = parse(readFileSync(join(place.folder, "monitors.yaml"), "utf8")) as {
      health_check_monitors: { url: string }[];
    };
    expect(own.health_check_monitors[0]!.url).toBe(`${http.siteUrl}/health`);
  });

  test("init writes what is valid and applies, and overwrites nothing", async () => {
    const made = await ctl("init", "--project", "my: shop", "--health", "https://x.example/h");
    expect(made.code).toBe(0);
    expect(existsSync(join(place.folder, "monitors.schema.json"))).toBe(true);
    const text = readFileSync(join(place.folder, "monitors.yaml"), "utf8");
    expect(text.split("\n")[0]).toBe("# yaml-language-server: $schema=./monitors.schema.json");
    const schema = JSON.parse(
      readFileSync(join(place.folder, "monitors.schema.json"), "utf8"),
    ) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
    const applied = await ctl("apply");
    expect(applied.stdout).toContain("✓ 4 created.");
    const again = await ctl("init");
    expect(again.stderr).toContain("monitors.yaml is there already");
    expect(again.code).toBe(3);
  });
});

test("a YAML with ten different mistakes gives every one of them, sends nothing and exits with 3", async () => {
  place.write("monitors.yaml", mistakes);
  const { code, stdout, stderr } = await place.ctl(["apply"], {
    env: { MONITORCTL_URL: "http://127.0.0.1:1" },
  });
  expect(stdout).toBe("");
  expect(stderr.match(/^error\[/gm)!.length).toBeGreaterThanOrEqual(10);
  expect(stderr.match(/^ *--> monitors\.yaml:\d+:\d+/gm)).toHaveLength(
    stderr.match(/^error\[/gm)!.length,
  );
  expect(stderr).toContain("12 errors in 1 file. Nothing was sent.");
  expect(code).toBe(3);
});

/** `get`, the parts of JSON that `-o jsonpath` prints, and `--verbose`, against the real service. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { newPlace, type Place } from "./run.ts";

let http: HttpSide;
let place: Place;
beforeAll(async () => {
  http = await startHttp();
  place = newPlace({
    MONITORCTL_URL: http.siteUrl,
    MONITORCTL_API_KEY: http.keys.admin,
  });
  place.write(
    "shop.yaml",
    `version: 1
project: shop
alert_groups:
  - { external_id: oncall, title: On call }
webhook_monitors:
  - { external_id: errors, title: Errors, alert_group: oncall }
`,
  );
  expect((await place.inside(["apply", "-f", "shop.yaml"])).code).toBe(0);
});
afterAll(async () => {
  place[Symbol.dispose]();
  await http.end();
});

const ctl = (...args: string[]) => place.inside(args);

describe("get", () => {
  test("shows several kinds, or all: a table for each, a list for each, or lines", async () => {
    const { stdout } = await ctl("get", "ag,wh");
    expect(stdout).toMatch(/^alert_groups\nEXTERNAL ID .*\noncall .*\n\nwebhook_monitors\n/);
    const all = await ctl("get", "all", "-o", "json");
    expect(JSON.parse(all.stdout)).toMatchObject({
      users: [],
      alert_groups: [{ external_id: "oncall" }],
      health_check_monitors: [],
      webhook_monitors: [{ external_id: "errors" }],
    });
    const named = await ctl("get", "wh/errors", "ag/oncall", "-o", "name");
    expect(named.stdout).toBe("webhook_monitors/errors\nalert_groups/oncall\n");
    const lines = (await ctl("get", "all", "-o", "jsonl")).stdout.trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual([
      "alert_groups",
      "webhook_monitors",
    ]);
    const none = await ctl("get", "user,hc");
    expect([none.code, none.stdout, none.stderr]).toEqual([0, "", "None.\n"]);
  });

  test.each([
    [["ag,wh", "oncall"], "names of several kinds are KIND/ID", "monitorctl get ag/ID wh/ID"],
    [
      ["wh/errors", "oncall"],
      '"oncall" does not say its kind',
      "monitorctl get wh/errors KIND/oncall",
    ],
    [["all", "--watch"], "--json and --watch take one kind", "-o json"],
  ])("%j is refused, and told how it goes", async (args, said, next) => {
    const { code, stderr } = await ctl("get", ...args);
    expect([code, stderr]).toEqual([3, expect.stringContaining(said)]);
    expect(stderr).toContain(next);
  });
});

describe("-o jsonpath", () => {
  test.each(["$[*].title", "{[*].title}", "[?@.external_id=='errors'].title"])(
    "prints what %s selects of the JSON",
    async (expression) => {
      const { code, stdout } = await ctl("get", "wh", "-o", `jsonpath=${expression}`);
      expect([code, stdout]).toEqual([0, "Errors\n"]);
    },
  );

  test("prints other values as JSON, nothing where nothing fits, and works on any command with JSON", async () => {
    const { stdout } = await ctl(
      "get",
      "wh",
      "-o",
      "jsonpath=$[0]['external_id','error_rate_threshold','source']",
    );
    expect(stdout).toBe("errors\n1\n");
    expect((await ctl("get", "wh", "-o", "jsonpath=$[*].nothing")).stdout).toBe("");
    const plan = await ctl("plan", "-f", "shop.yaml", "-o", "jsonpath=$.changes[*].action");
    expect(plan.stdout).toBe("unchanged\nunchanged\n");
  });

  test("says what is wrong with an expression, and with a format that there is not", async () => {
    const { code, stderr } = await ctl("get", "wh", "-o", "jsonpath=$[?");
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining("the expression $[? cannot be read"),
    ]);
    expect((await ctl("get", "wh", "-o", "xml")).stderr).toContain(
      "Allowed choices are table, wide",
    );
  });
});

test("--verbose shows requests and answers on stderr, and no secret", async () => {
  const { stdout, stderr } = await ctl("get", "wh", "-o", "name", "-v");
  expect(stdout).toBe("webhook_monitors/errors\n");
  expect(stderr).toMatch(
    /^> GET http:\/\/127\.0\.0\.1:\d+\/api\/v1\/webhook_monitors\S*: 200, \d+ bytes, request \S+, \d+ ms\n$/,
  );
  expect(stderr).not.toContain(http.keys.admin);
  const away = await ctl("get", "wh", "-v", "--url", "http://127.0.0.1:9");
  expect(away.stderr).toMatch(/> GET http:\/\/127\.0\.0\.1:9\S*: .*ECONNREFUSED/);
});

describe("get with filters", () => {
  test("filters by status, group and project, and sorts by a field", async () => {
    await http.api("POST", "/alert_groups", { external_id: "other", title: "Aside" });
    const names = async (...args: string[]) => (await ctl("get", ...args, "-o", "name")).stdout;
    expect(await names("ag", "--project", "shop")).toBe("alert_groups/oncall\n");
    expect(await names("ag", "--sort", "title")).toBe("alert_groups/other\nalert_groups/oncall\n");
    expect(await names("wh", "--group", "oncall")).toBe("webhook_monitors/errors\n");
    expect(await names("wh", "--group", "other")).toBe("");
    expect(await names("wh", "--status", "down")).toBe("");
    const [{ status }] = (await http.api("GET", "/webhook_monitors")).json as [{ status: string }];
    expect(await names("wh", "--status", status)).toBe("webhook_monitors/errors\n");
    expect(await names("wh", "--status", `missing,${status}`)).toBe("webhook_monitors/errors\n");
    const unknown = await ctl("get", "wh", "--status", "firring");
    expect(unknown.stderr).toContain('unknown status "firring", did you mean "firing"?');
    expect(unknown.code).toBe(3);
    const { code, stderr } = await ctl("get", "wh", "--sort", "titel");
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('unknown field "titel" to sort by'),
    ]);
  });
});

/** `.monitorctl.yaml`: what a repository says of itself, and what it may not say. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { newPlace, type Place } from "./run.ts";

let http: HttpSide;
let place: Place;
beforeEach(async () => {
  http = await startHttp();
  place = newPlace();
  const context = (url: string) => ({ url, api_key: http.keys.admin });
  place.write(
    "config/monitorctl/contexts.json",
    JSON.stringify({
      current: "elsewhere",
      contexts: { elsewhere: context("http://127.0.0.1:1"), shop: context(http.siteUrl) },
    }),
  );
  place.write(
    "deploy/monitors.yaml",
    "version: 1\nproject: shop\nalert_groups:\n  - { external_id: oncall, title: On call }\n",
  );
});
afterEach(async () => {
  place[Symbol.dispose]();
  await http.end();
});

const ctl = (...args: string[]) => place.inside(args);

describe(".monitorctl.yaml", () => {
  const all = "context: shop\nfiles: [deploy/monitors.yaml]\nproject: shop\n";

  test("names the server, the files and the project of commands that name none", async () => {
    place.write(".monitorctl.yaml", all);
    expect(await ctl("apply")).toMatchObject({ code: 0, stderr: "" });
    expect((await http.api("GET", "/alert_groups")).json).toHaveLength(1);
    await http.api("POST", "/webhook_monitors", {
      title: "Other",
      alert_group_id: (await http.api("GET", "/alert_groups")).json[0].id,
    });
    expect((await ctl("export")).stdout).toContain("project: shop");
    expect((await ctl("drift")).code).toBe(0);
  });

  test("names the place of what is to be removed, where a project declares it", async () => {
    place.write(".monitorctl.yaml", all);
    const members = "members: [ada@example.com]";
    place.write(
      "deploy/monitors.yaml",
      `version: 1
project: shop
users:
  - { external_id: ada, email: ada@example.com }
  - { external_id: bob, email: bob@example.com }
alert_groups:
  - { external_id: oncall, title: On call, ${members} }
`,
    );
    expect((await ctl("apply")).code).toBe(0);
    const group = await ctl("delete", "ag/oncall", "--yes");
    expect(group.stderr).toContain("take it out of deploy/monitors.yaml:7 and run");
    const declared =
      "Project shop declares bob@example.com, and its next apply adds the user again, without a device: take the entry out of";
    const asked = await place.typed(["users", "remove", "bob"], "n\n");
    expect(asked.stderr).toContain(`Remove bob@example.com with 0 devices? ${declared}`);
    const removed = await ctl("users", "remove", "bob", "--yes");
    expect(removed.stdout).toContain(`! ${declared} deploy/monitors.yaml:5, and the email out of`);
    place.write(".monitorctl.yaml", "context: shop\n");
    expect((await ctl("users", "remove", "ada", "--yes")).stdout).toContain(
      "out of its files, and",
    );
    await http.api("POST", "/users", { email: "cyd@example.com" });
    const unmanaged = await ctl("users", "remove", "cyd@example.com", "--yes");
    expect(unmanaged.stdout).not.toContain("declares");
  });

  test("is found from folders below it, and its files are relative to it", async () => {
    place.write(".monitorctl.yaml", all);
    place.write("deploy/notes/x", "");
    const { code, stderr } = await place.ctl(["plan"], { below: "deploy/notes" });
    expect([code, stderr]).toEqual([0, ""]);
  });

  test("yields to flags and to the environment", async () => {
    place.write(".monitorctl.yaml", all);
    const { stderr } = await ctl("plan", "--context", "elsewhere");
    expect(stderr).toContain("cannot reach http://127.0.0.1:1");
    const named = await ctl("validate", "other.yaml");
    expect(named.stderr).toContain("other.yaml");
  });

  test.each([
    ["api_key: mon_x", 'has an unknown field "api_key"'],
    ["contxt: shop", 'has an unknown field "contxt", did you mean "context"?'],
    ["files: [../secrets.yaml]", "names a file outside its folder: ../secrets.yaml"],
    ["files: [deploy/../../x]", "names a file outside its folder: deploy/../../x"],
    ["files: [/etc/passwd]", "names a file outside its folder: /etc/passwd"],
    ["files: deploy", "files must be a list of paths"],
    ["project: [shop]", "project must be a text"],
    ["[]", "is not a mapping"],
    ["context: 'x", "is not YAML"],
  ])("%s is refused", async (text, said) => {
    place.write(".monitorctl.yaml", `${text}\n`);
    const { code, stderr } = await ctl("validate");
    expect(code).toBe(3);
    expect(stderr).toContain(said.split(", did")[0]);
  });
});

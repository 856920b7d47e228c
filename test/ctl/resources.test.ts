/** Commands about resources, against the real service: delete, rename, edit. */
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { newPlace, type Place } from "./run.ts";

let http: HttpSide;
let place: Place;
beforeEach(async () => {
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
afterEach(async () => {
  place[Symbol.dispose]();
  await http.end();
});

const ctl = (...args: string[]) => place.inside(args);
type Stored = { id: string; external_id: string; title: string; webhook_url: string };
const webhooks = async () => (await http.api("GET", "/webhook_monitors")).json as Stored[];
/** An editor that replaces `from` by `to`, once more at each opening. */
const editor = (from: string, to: string) => `sed -i 's/${from}/${to}/'`;

describe("delete", () => {
  test("refuses what a manifest would create again, and says how it goes", async () => {
    const { code, stderr } = await ctl("delete", "wh/errors", "--yes");
    expect(code).toBe(5);
    expect(stderr).toContain("wh/errors is declared by project shop");
    expect(stderr).toContain("take it out of its manifest");
    expect(stderr).toContain("monitorctl detach wh/errors");
    expect(await webhooks()).toHaveLength(1);
  });

  test("takes the name of a kind for no resource", async () => {
    const { code, stderr } = await ctl("delete", "wh", "errors", "--yes");
    expect(code).toBe(3);
    expect(stderr).toContain(
      '"wh" is a kind, and a resource of it is to be named\n  try: write wh/ID',
    );
    expect(await webhooks()).toHaveLength(1);
  });

  test("takes the number of an incident for no resource, and says how that is shown", async () => {
    const { code, stderr } = await ctl("describe", "7");
    expect(code).toBe(3);
    expect(stderr).toContain(
      'no resource "7"\n  try: if it is the number of an incident: monitorctl incident 7',
    );
  });

  test("asks, says what stops, and deletes monitors before their group", async () => {
    await ctl("detach", "ag/oncall", "wh/errors");
    const no = await place.typed(["delete", "ag/oncall", "wh/errors"], "n\n");
    expect(no.code).toBe(7);
    expect(no.stderr).toContain("wh/errors  Errors: its webhook URL stops working");
    expect(await webhooks()).toHaveLength(1);
    const unasked = await ctl("delete", "wh/errors");
    expect(unasked.stderr).toContain("try: monitorctl delete wh/errors --yes");
    const yes = await place.typed(["delete", "ag/oncall", "wh/errors"], "y\n");
    expect([yes.code, yes.stdout]).toEqual([0, "✓ deleted wh/errors\n✓ deleted ag/oncall\n"]);
    expect(await webhooks()).toEqual([]);
  });

  test("says what still needs a resource", async () => {
    await ctl("detach", "ag/oncall");
    const { code, stderr } = await ctl("delete", "ag/oncall", "--yes");
    expect(code).toBe(5);
    expect(stderr).toContain("error[in_use] ag/oncall is still needed");
  });

  test("refuses what is protected", async () => {
    const [{ id }] = (await webhooks()) as [Stored];
    await ctl("detach", "wh/errors");
    await http.api("PUT", `/webhook_monitors/${id}`, { protect: true });
    const { code, stderr } = await ctl("delete", "wh/errors", "--yes");
    expect([code, await webhooks()]).toEqual([5, [expect.anything()]]);
    expect(stderr).toContain(`monitorctl api PUT /webhook_monitors/${id} -d '{"protect":false}'`);
  });
});

describe("restore", () => {
  const gone = async () => {
    await ctl("detach", "ag/oncall", "wh/errors");
    const [monitor] = await webhooks();
    const { stderr } = await ctl("delete", "wh/errors", "ag/oncall", "--yes");
    expect(stderr).toContain("monitorctl restore wh/errors\n");
    return monitor!;
  };

  test("lists what was deleted, and brings it back with its id and URL", async () => {
    expect((await ctl("restore")).stdout).toBe("Nothing was deleted in the last 7 days.\n");
    const monitor = await gone();
    const { stdout } = await ctl("restore");
    expect(stdout).toMatch(/^NAME +TITLE +DELETED +BY +RESTORABLE UNTIL\n/);
    expect(stdout).toMatch(/^wh\/errors +Errors +0 s ago +\S/m);

    const early = await ctl("restore", "wh/errors");
    expect(early.code).toBe(5);
    expect(early.stderr).toContain("restore first what it refers to: monitorctl restore");
    expect((await ctl("restore", "ag/oncall")).code).toBe(0);
    const { code, stdout: done, stderr } = await ctl("restore", "errors");
    expect([code, done]).toEqual([0, "✓ restored wh/errors, with its history and URL\n"]);
    expect(stderr).toContain("the next apply of a manifest that has them takes them over");
    const { id, webhook_url } = monitor;
    expect(await webhooks()).toMatchObject([{ id, webhook_url }]);
    const plan = await ctl("plan", "shop.yaml");
    expect(plan.stdout).not.toContain("create");
  });

  test("takes another name where the old one was taken, and says so", async () => {
    const { id } = await gone();
    expect((await ctl("apply", "shop.yaml")).code).toBe(0);
    await ctl("restore", "ag/oncall", "--as", "oncall-2");
    const taken = await ctl("restore", "wh/errors");
    expect(taken.code).toBe(5);
    expect(taken.stderr).toContain("monitorctl restore wh/errors --as NEW_ID");
    const { stdout } = await ctl("restore", "wh/errors", "--as", "errors-2", "-o", "json");
    expect(JSON.parse(stdout)).toMatchObject({ id, external_id: "errors-2" });
  });

  test("says the nearest name for a typing mistake", async () => {
    await gone();
    const { code, stderr } = await ctl("restore", "wh/erors");
    expect(code).toBe(3);
    expect(stderr).toContain('did you mean "wh/errors"?');
  });
});

describe("rename", () => {
  test("keeps the id and the inbound URL, and says what to write into the manifest", async () => {
    const [before] = await webhooks();
    const { code, stdout, stderr } = await ctl("rename", "wh/errors", "faults");
    expect([code, stdout]).toEqual([0, "✓ wh/errors is wh/faults now; its history and URL stay\n"]);
    expect(stderr).toContain("write external_id: faults into its manifest");
    const [after] = await webhooks();
    expect(after).toMatchObject({
      id: before!.id,
      webhook_url: before!.webhook_url,
      external_id: "faults",
    });
    place.write(
      "shop.yaml",
      readFileSync(`${place.folder}/shop.yaml`, "utf8").replace("id: errors", "id: faults"),
    );
    expect((await ctl("plan", "shop.yaml", "--prune", "--exit-code")).code).toBe(0);
  });

  test("does not take a name that is in use", async () => {
    await http.api("POST", "/alert_groups", { external_id: "other", title: "Other" });
    const { code, stderr } = await ctl("rename", "ag/other", "oncall");
    expect(code).toBe(5);
    expect(stderr).toContain("monitorctl describe ag/oncall");
  });
});

describe("edit", () => {
  test("shows the plan of what was changed in the editor, asks and applies it", async () => {
    const env = { VISUAL: editor("title: Errors", "title: Faults") };
    const no = await place.typed(["edit", "wh/errors"], "n\n", { env });
    expect(no.code).toBe(7);
    expect(no.stdout).toContain("title  Errors → Faults");
    expect(no.stderr).toMatch(/Your changes are in \S+edit\.yaml/);
    const yes = await place.typed(["edit", "wh/errors"], "y\n", { env });
    expect([yes.code, (await webhooks())[0]!.title]).toEqual([0, "Faults"]);
    expect(yes.stderr).toContain("Change it in the manifest of project shop too");
  });

  test("applies nothing when nothing was changed", async () => {
    const { code, stdout, stderr } = await place.typed(["edit", "wh/errors"], "", {
      env: { EDITOR: "true" },
    });
    expect([code, stdout, stderr]).toEqual([0, "", "Nothing was changed.\n"]);
  });

  test("comes back on a mistake, with the same file", async () => {
    const script = place.write(
      "twice.sh",
      'if grep -q "titel" "$1"; then sed -i "s/titel: .*/title: Mended/" "$1"; else sed -i "s/title: .*/titel: Wrong/" "$1"; fi\n',
    );
    const { code, stderr } = await place.typed(["edit", "wh/errors", "--yes"], "y\n", {
      env: { EDITOR: `sh ${script}` },
    });
    expect(stderr).toContain("Edit it again?");
    expect([code, (await webhooks())[0]!.title]).toEqual([0, "Mended"]);
  });

  test("keeps the members of a group", async () => {
    await http.api("POST", "/users", { email: "ada@example.com" });
    const groups = (await http.api("GET", "/alert_groups")).json as Stored[];
    const members = `/alert_groups/${groups[0]!.id}/members`;
    await http.api("POST", members, { email: "ada@example.com" });
    const { code } = await place.typed(["edit", "ag/oncall", "--yes"], "", {
      env: { EDITOR: editor("On call", "Awake") },
    });
    expect(code).toBe(0);
    expect((await http.api("GET", members)).json).toMatchObject([{ email: "ada@example.com" }]);
  });

  test("refuses another external_id, and names rename", async () => {
    const { code, stderr } = await place.typed(["edit", "wh/errors"], "n\n", {
      env: { EDITOR: editor("external_id: errors", "external_id: faults") },
    });
    expect(code).toBe(3);
    expect(stderr).toContain("monitorctl rename wh/errors NEW_ID");
  });

  test("needs a terminal, a project, and an editor that works", async () => {
    const none = await ctl("edit", "wh/errors");
    expect([none.code, none.stderr]).toEqual([7, expect.stringContaining("opens an editor")]);
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("monitorctl-edit-"));
    const before = left();
    const failed = await place.typed(["edit", "wh/errors"], "", { env: { EDITOR: "false" } });
    expect(left()).toEqual(before);
    expect([failed.code, failed.stderr]).toEqual([3, expect.stringContaining("EDITOR=nano")]);
    await ctl("detach", "wh/errors");
    const free = await place.typed(["edit", "wh/errors"], "", { env: { EDITOR: "true" } });
    expect(free.stderr).toContain("monitorctl adopt wh/errors --project NAME");
  });
});

test("apply --dry-run shows the plan and changes nothing", async () => {
  place.write(
    "more.yaml",
    "version: 1\nproject: more\nalert_groups: [{ external_id: m, title: M }]\n",
  );
  const { code, stdout } = await ctl("apply", "more.yaml", "--dry-run");
  expect([code, stdout]).toEqual([0, expect.stringContaining("1 to create")]);
  expect((await ctl("plan", "more.yaml", "--exit-code")).code).toBe(2);
});

test("status can be printed as YAML", async () => {
  const { code, stdout } = await ctl("status", "-o", "yaml");
  const head = /^schema: monitorctl\/v1\nincidents: \[\]\nmonitors:\n/;
  expect([code, stdout]).toEqual([0, expect.stringMatching(head)]);
});

test("why N is the explanation of an incident", async () => {
  const [{ webhook_url }] = (await webhooks()) as [Stored];
  await fetch(webhook_url, { method: "POST", body: "it broke" });
  await fetch(webhook_url, { method: "POST", body: "it broke" });
  const why = await ctl("why", "1");
  expect(why).toEqual(await ctl("explain", "incident", "1"));
});

test("a user without an external_id is named by the e-mail address", async () => {
  const { stdout } = await ctl("users", "add", "ada@example.com");
  expect(stdout).toContain("✓ added user/ada@example.com. Next, a phone:");
  const invited = await ctl("users", "invite", "ada@example.com");
  expect(invited.stderr).toContain("try: monitorctl users invite ada@example.com --role responder");
  expect(invited.code).toBe(3);
});

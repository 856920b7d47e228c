import { describe, expect, test } from "vitest";
import type { Plan, PlannedChange } from "../../src/api/declaration.ts";
import { planText, webhooksText } from "../../src/ctl/output/plan.ts";
import { styleFor, styleOf } from "../../src/ctl/output/style.ts";

const plain = styleOf({ color: false, ascii: false });
const change = (
  action: PlannedChange["action"],
  external_id: string,
  more: Partial<PlannedChange> = {},
): PlannedChange => ({
  kind: "health_check_monitors",
  external_id,
  id: action === "create" ? null : `id-${external_id}`,
  title: external_id,
  action,
  fields: [],
  ...more,
});
const plan = (changes: PlannedChange[], more: Partial<Plan> = {}): Plan => ({
  project: "shop",
  revision: 3,
  applied: false,
  changes,
  warnings: [],
  ...more,
});
const mixed = [
  change("unchanged", "ada", { kind: "users" }),
  change("update", "oncall", {
    kind: "alert_groups",
    fields: [
      { field: "title", from: "On call", to: "On  call" },
      { field: "contact_hours_from", from: null, to: "09:00:00" },
      { field: "contact_days", from: [0, 1], to: [1] },
      { field: "members", from: ["ann@x.org"], to: ["cy@x.org"] },
    ],
  }),
  change("create", "checkout", {
    fields: [{ field: "title", from: null, to: "Checkout" }],
  }),
  change("update", "www", {
    fields: [
      { field: "project", from: "billing", to: "shop" },
      { field: "interval_seconds", from: 60, to: 30 },
      {
        field: "request_headers.Authorization",
        from: "***",
        to: "(secret, changed)",
      },
    ],
  }),
  change("create", "errors", {
    kind: "webhook_monitors",
    webhook_url: "http://mon.example/api/webhook/1",
  }),
];
const lineOf = (kind: string, id: string) =>
  kind === "health_check_monitors" ? `${id}.yaml:18` : null;
const text = (p: Plan, style = plain) => planText(p, "https://mon.example.com", lineOf, style);

describe("a plan", () => {
  test("lists what changes, then each field, then counts the rest", () => {
    expect(
      text(
        plan(mixed, {
          warnings: ['alert group "oncall" has no members:\nnobody'],
        }),
      ),
    ).toBe(`Plan for project shop on https://mon.example.com

  ~  alert_group           oncall    title, contact_hours_from, contact_days, members
  +  health_check_monitor  checkout  create
  ~  health_check_monitor  www       project, interval_seconds, request_headers.Authorization
  +  webhook_monitor       errors    create

~ alert_group oncall
    title               On call → "On  call"
    contact_hours_from  (none) → 09:00:00
    contact_days        [0,1] → [1]
    members             + cy@x.org  - ann@x.org

+ health_check_monitor checkout  checkout.yaml:18
    title  Checkout

~ health_check_monitor www  www.yaml:18
    project                        billing → shop
    interval_seconds               60 → 30
    request_headers.Authorization  (secret, changed)

2 to create, 2 to update, 1 unchanged.
! alert group "oncall" has no members: nobody
`);
  });

  test("that was applied says so, and where to post error reports", () => {
    const applied = plan([mixed[0]!, mixed[4]!], { applied: true });
    expect(text(applied)).toBe(`Applied project shop on https://mon.example.com

  +  webhook_monitor  errors  create

✓ 1 created, 1 unchanged.
`);
    expect(webhooksText(applied, () => true)).toBe(`
Webhook URLs:
  errors  http://mon.example/api/webhook/1
`);
  });

  test("keeps its new URLs, which are secrets, out of a log", () => {
    expect(webhooksText(plan([mixed[4]!], { applied: true }), () => false)).toBe(
      "\n1 webhook URL created. Print one: monitorctl webhook url wh/errors (--show-urls prints all)\n",
    );
  });

  test("begins with its deletions, and with its counts when it is longer than a screen", () => {
    const many = [
      ...Array.from({ length: 30 }, (_, i) => change("create", `c${i}`)),
      change("delete", "gone"),
    ];
    const [heading, , first] = text(plan(many)).split("\n");
    expect(heading).toBe(
      "Plan for project shop on https://mon.example.com: 30 to create, 1 to DELETE.",
    );
    expect(first).toMatch(/^ {2}- .*gone/);
  });

  test("of thousands of changes is cut, and counts the rest", () => {
    const many = Array.from({ length: 10_000 }, (_, i) => change("create", `c${i}`));
    const shown = text(plan(many));
    expect(shown.split("\n").length).toBeLessThan(600);
    expect(shown).toContain("… and 9500 more (-o json lists all)");
    expect(shown).toContain("10000 to create.");
  });

  test.each([
    [2, "Nothing to do: 2 resources unchanged.\n"],
    [1, "Nothing to do: 1 resource unchanged.\n"],
    [0, "Nothing to do: 0 resources unchanged.\n"],
  ])("that changes nothing of %d is one line", (count, expected) => {
    const same = plan(
      Array.from({ length: count }, (_, i) => change("unchanged", String(i))),
      { applied: true },
    );
    expect(text(same)).toBe(expected);
    expect(webhooksText(same, () => true)).toBe("");
  });

  test("uses ASCII where a terminal may know nothing else", () => {
    const ascii = styleOf({ color: false, ascii: true });
    const shown = text(plan(mixed, { applied: true }), ascii);
    expect(shown).toContain("60 -> 30");
    expect(shown).toContain("ok 2 created, 2 updated");
    // oxlint-disable-next-line no-control-regex
    expect(shown).toMatch(/^[\x00-\x7f]*$/);
  });

  test("says the same in colour", () => {
    const shown = text(plan(mixed), styleOf({ color: true, ascii: false }));
    expect(shown).toContain("\u001b[32m+");
    // oxlint-disable-next-line no-control-regex
    expect(shown.replaceAll(/\u001b\[\d+m/g, "")).toBe(text(plan(mixed)));
  });

  test("cannot be made to move the cursor by what it names", () => {
    const hostile = plan([
      change("update", "a\u001b[2J\nb", {
        fields: [{ field: "title", from: "x\u001b[31m", to: "y\r\nz" }],
      }),
    ]);
    expect(text(hostile)).not.toContain("\u001b");
    expect(text(hostile)).not.toMatch(/^[bz]/m);
  });
});

describe("colours", () => {
  test.each([
    ["a terminal", {}, true, true],
    ["a pipe", {}, false, false],
    ["NO_COLOR", { NO_COLOR: "1" }, true, false],
    ["an empty NO_COLOR", { NO_COLOR: "" }, true, true],
    ["FORCE_COLOR", { FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
    ["an empty FORCE_COLOR", { FORCE_COLOR: "", NO_COLOR: "1" }, true, false],
    ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, true, false],
    ["a dumb terminal", { TERM: "dumb" }, true, false],
    ["CLICOLOR_FORCE", { CLICOLOR_FORCE: "1" }, false, true],
    ["CLICOLOR_FORCE=0", { CLICOLOR_FORCE: "0" }, false, false],
    ["CLICOLOR_FORCE and NO_COLOR", { CLICOLOR_FORCE: "1", NO_COLOR: "1" }, true, false],
    ["CLICOLOR=0", { CLICOLOR: "0" }, true, false],
  ])("with %s", (_, env, terminal, coloured) => {
    expect(styleFor(env, { isTTY: terminal }).red("x") !== "x").toBe(coloured);
  });

  test("--no-color wins over all of them", () => {
    const style = styleFor({ FORCE_COLOR: "1" }, { isTTY: true }, false);
    expect(style.red("x")).toBe("x");
  });

  test.each([
    [{ LANG: "C" }, "->"],
    [{ LC_ALL: "POSIX", LANG: "en_GB.UTF-8" }, "->"],
    [{ LANG: "en_GB.UTF-8" }, "→"],
    [{ LANG: "C.UTF-8" }, "→"],
    [{}, "→"],
  ])("signs with %o", (env, arrow) => {
    expect(styleFor(env, { isTTY: false }).sign.arrow).toBe(arrow);
  });
});

import { describe, expect, test } from "vitest";
import type { HealthCheckMonitor } from "../../src/api/health-check-monitors.ts";
import type { Incident } from "../../src/api/incidents.ts";
import type { WebhookMonitor } from "../../src/api/webhook-monitors.ts";
import { ageText } from "../../src/ctl/output/age.ts";
import { describedText } from "../../src/ctl/output/describe.ts";
import { nextPagesText, reachedCount, reachedTone } from "../../src/ctl/output/receipt.ts";
import { resourcesText } from "../../src/ctl/output/resources.ts";
import { incidentsText, isDown, statusText, type Monitor } from "../../src/ctl/output/status.ts";
import { structured } from "../../src/ctl/call/structured.ts";
import { styleOf } from "../../src/ctl/output/style.ts";
import * as answers from "../support/answers.ts";

const plain = styleOf({ color: false, ascii: false });
const now = Date.UTC(2026, 10, 21, 3, 0, 0);
const health = (
  title: string,
  status: HealthCheckMonitor["status"],
  more: Partial<HealthCheckMonitor> = {},
): Monitor => answers.health({ title, status, ...more });
const webhook = (title: string, status: WebhookMonitor["status"]): Monitor =>
  answers.webhook({ title, status });
const incident = (number: number, more: Partial<Incident> = {}) =>
  answers.incident({
    id: `id-${number}`,
    number,
    title: "Shop",
    summary: "Database: could not connect",
    ...more,
  });

describe("the status", () => {
  test("says what flaps beside what it is, and lists it among what is not well", () => {
    const flapping_since = "2026-11-21T02:30:00Z";
    expect(
      statusText(
        [
          health("Shop", "up", { flapping_since }),
          health("Api", "up"),
          health("Search", "down", { flapping_since }),
          health("Old", "up", { flapping_since, paused_at: flapping_since }),
        ],
        [],
        now,
        plain,
      ),
    ).toBe(`   STATUS          MONITOR  LAST      REASON
✗  down, flapping  Search   30 s ago
!  up, flapping    Shop     30 s ago
-  paused (up)     Old      30 s ago

1 failing, 1 paused, 2 healthy, 2 of them flapping. All monitors: monitorctl status --all
`);
  });

  test.each([
    ["a storm", 700, 3, [12, 3], ["and 688 more: monitorctl incidents"]],
    ["many degraded", 2, 83, [2, 13], ["and 70 more: monitorctl status --all"]],
    ["both", 700, 83, [7, 7], ["and 693 more:", "and 76 more:"]],
    ["few", 5, 10, [5, 10], []],
  ])(
    "of %s fits a terminal of 24 lines, and ends with the counts",
    (_, open, degraded, rows, said) => {
      const monitors = Array.from({ length: degraded }, (_, n) => health(`Shop ${n}`, "degraded"));
      const incidents = Array.from({ length: open }, (_, n) => incident(n + 1));
      const text = statusText(monitors, incidents, now, plain, { rows: 24 });
      const lines = text.split("\n");
      expect(lines.length).toBeLessThanOrEqual(24);
      expect([
        lines.filter((line) => line.startsWith("#")).length,
        lines.filter((line) => line.startsWith("!")).length,
      ]).toEqual(rows);
      for (const part of said) expect(text).toContain(`… ${part}`);
      expect(lines.at(-2)).toContain(`${open} unresolved incident`);
      const piped = statusText(monitors, incidents, now, plain);
      expect(piped.split("\n").length).toBeGreaterThanOrEqual(open + degraded);
    },
  );

  test("of 550 monitors fits a screen: healthy ones are a count", () => {
    const monitors = Array.from({ length: 550 }, (_, n) =>
      health(`Shop ${n}`, n % 50 === 0 ? "down" : "up"),
    );
    const lines = statusText(monitors, [], now, plain).split("\n");
    expect(lines).toHaveLength(1 + 11 + 1 + 1 + 1);
    expect(lines.at(-2)).toBe("11 failing, 539 healthy. All monitors: monitorctl status --all");
  });

  test("shows the worst first and counts, with healthy monitors when asked", () => {
    const monitors = [
      health("Shop", "up"),
      webhook("Errors", "quiet"),
      health("Old", "stale"),
      health("Paused", "down", { paused_at: "2026-11-21T01:00:00Z" }),
      health("New", "pending", { checked_at: null }),
      webhook("Checkout errors", "firing"),
      health("Api", "up"),
      health("Search", "degraded", { status_reason: "Disk: 91 %" }),
      health("Database", "down", { status_reason: "Database: no\nanswer" }),
    ];
    expect(
      statusText(
        monitors,
        [incident(7), incident(5, { status: "acknowledged", acknowledged_by: "Ada" })],
        now,
        plain,
        { all: true },
      ),
    ).toBe(`INCIDENT  STATUS               PRIORITY  OPENED      REACHED  TITLE  SUMMARY
#7        open                 1         10 min ago  nobody   Shop   Database: could not connect
#5        acknowledged by Ada  1         10 min ago  nobody   Shop   Database: could not connect

   STATUS         MONITOR          LAST      REASON
✗  down           Database         30 s ago  Database: no answer
✗  firing         Checkout errors  never
✗  stale          Old              30 s ago
!  degraded       Search           30 s ago  Disk: 91 %
…  pending        New              never
✓  up             Api              30 s ago
✓  up             Shop             30 s ago
✓  quiet          Errors           never
-  paused (down)  Paused           30 s ago

3 failing, 1 degraded, 1 pending, 1 paused, 3 healthy; 2 unresolved incidents; 1 reached nobody.
`);
  });

  test("of nothing says that there is nothing", () => {
    expect(statusText([], [], now, plain)).toBe("No monitors.\n");
  });

  test.each<[HealthCheckMonitor["status"], string | null, boolean]>([
    ["down", null, true],
    ["stale", null, true],
    ["degraded", null, false],
    ["pending", null, false],
    ["up", null, false],
    ["down", "2026-11-21T01:00:00Z", false],
  ])("%s, paused %s, is down: %s", (status, paused_at, down) => {
    expect(isDown(health("x", status, { paused_at }))).toBe(down);
  });

  test("firing is down, quiet is not", () => {
    expect(isDown(webhook("x", "firing"))).toBe(true);
    expect(isDown(webhook("x", "quiet"))).toBe(false);
  });
});

test("a resolved incident says why it ended", () => {
  expect(
    incidentsText(
      [incident(3, { status: "resolved", resolved_reason: "all checks pass" })],
      now,
      plain,
    ),
  ).toContain("#3        resolved  1         10 min ago  nobody   Shop   all checks pass");
});

test.each([
  ["2026-11-21T02:59:01Z", "59 s"],
  ["2026-11-21T02:59:00Z", "1 min"],
  ["2026-11-21T02:00:01Z", "59 min"],
  ["2026-11-21T02:00:00Z", "1 h"],
  ["2026-11-19T03:00:01Z", "47 h"],
  ["2026-11-19T03:00:00Z", "2 d"],
  ["2026-11-21T03:05:00Z", "0 s"],
  [null, "never"],
])("%s was %s ago", (instant, expected) => {
  expect(ageText(instant, now)).toBe(expected);
});

describe("resources", () => {
  test("are a table with the columns of their kind", () => {
    const shown = resourcesText(
      "health_check_monitors",
      [
        {
          id: "1",
          external_id: null,
          title: "Shop",
          status: "pending",
          checks_total: null,
          checked_at: null,
          url: "https://x.example/",
        },
        {
          id: "2",
          external_id: "api",
          title: "Api",
          status: "up",
          checks_total: 3,
          checks_passing: 2,
          checked_at: "2026-11-21T02:59:30Z",
          url: "https://y.example/",
        },
      ] as never[],
      now,
      plain,
    );
    expect(shown).toBe(
      `EXTERNAL ID  TITLE  STATUS   CHECKS  CHECKED   URL
1            Shop   pending  -       never     https://x.example/
api          Api    up       2/3     30 s ago  https://y.example/
`,
    );
  });

  test.each(["users", "alert_groups", "webhook_monitors"] as const)(
    "of kind %s may lack what an older server does not know",
    (kind) => {
      const shown = resourcesText(
        kind,
        [{ id: "1", external_id: "a", title: "T", email: "e" } as never],
        now,
        plain,
      );
      expect(shown.split("\n")).toHaveLength(3);
      expect(shown).not.toContain("undefined null");
    },
  );

  test("are nothing when there are none", () => {
    expect(resourcesText("users", [], now, plain)).toBe("");
  });
});

describe("a silence in effect", () => {
  const silenced = {
    silence_id: "s1",
    until: "2026-11-21T04:00:00Z",
    by: "Ada",
    why: "deploy",
    maintenance: false,
  };
  const text = "silenced by Ada until 2026-11-21T04:00:00Z: deploy";

  test("is in the status, also of a healthy monitor", () => {
    const monitors = [
      health("Shop", "up", { silenced }),
      health("Api", "down", { silenced: { ...silenced, until: null, maintenance: true } }),
    ];
    const shown = statusText(monitors, [incident(7, { silenced })], now, plain);
    expect(shown).toContain("#7        open, silenced");
    expect(shown).toMatch(/✗ {2}down, maintenance +Api +30 s ago +maintenance: deploy\n/);
    expect(shown).toMatch(new RegExp(`up, silenced +Shop +30 s ago +${text}`));
  });

  test("is a mark in a table of monitors, and a column of a wide one", () => {
    const monitor = answers.health({ silenced });
    const table = (wide: boolean) =>
      resourcesText("health_check_monitors", [monitor], now, plain, wide);
    expect(table(false)).toContain(", silenced");
    expect(table(false)).not.toContain(text);
    expect(table(true)).toContain(text);
  });

  test("is in the description of a monitor and of a group", () => {
    for (const resource of [answers.health({ silenced }), answers.group({ silenced })]) {
      const shown = describedText({ name: "hc/shop", resource }, now, plain);
      expect(shown).toContain(`\n${text}\n`);
      expect(shown).not.toContain("silence_id");
    }
  });
});

test("a failed fetch leaves no numbers of sub-checks, and the last report has its age", () => {
  const monitor = answers.health({ status: "down", last_report_at: "2026-11-21T02:24:00Z" });
  const row = resourcesText("health_check_monitors", [monitor], now, plain);
  expect(row).not.toMatch(/\d+\/\d+/);
  const shown = describedText({ name: "hc/shop", resource: monitor }, now, plain);
  expect(shown).not.toContain("checks_passing");
  const fresh = describedText({ name: "hc/shop", resource: answers.health() }, now, plain);
  expect(fresh).toContain("checks_passing");
  const results = {
    last_results: [
      {
        name: "db",
        label: "Database",
        status: "ok",
        notificationMessage: null,
        shortSummary: null,
        meta: null,
      },
    ],
  };
  expect(
    describedText({ name: "hc/shop", resource: { ...monitor, ...results } }, now, plain),
  ).toContain("\nLast report, 36 min ago\n");
});

describe("the people reached", () => {
  const person = { user_id: "u", device: null, until: null, reason: null, pages: 0 };
  const times = { reached_at: null, last_reached_at: null };
  const people = (...states: ("held" | "sending" | "reached")[]) =>
    states.map((state) => ({ ...person, ...times, name: "Ada", state }));

  test.each([
    ["open", 0, 0, [], "bad"],
    ["open", 0, 1, people("held"), "bad"],
    ["acknowledged", 0, 1, people("held"), "warn"],
    ["open", 0, 1, people("sending"), "warn"],
    ["open", 1, 2, people("held", "reached"), "warn"],
    ["open", 1, 1, people("reached"), "good"],
  ] as const)("%s, %i of %i: %s", (status, reached, total, of, tone) => {
    const reach = answers.reached({ reached, total, people: [...of] });
    expect(reachedTone({ status, reach })).toBe(tone);
    expect(reachedCount({ status, reach })).toBe(total === 0 ? "nobody" : `${reached} of ${total}`);
  });

  test("are not known of an older server", () => {
    expect(reachedCount({ status: "open" })).toBe("-");
    expect(nextPagesText({ status: "open" })).toBe("");
  });

  test("stand with the next pages in the list of an incident", () => {
    const reach = answers.reached({
      reminder_at: "2026-11-21T03:05:00Z",
      escalation: {
        at: "2026-11-21T03:15:00Z",
        alert_group_id: "g",
        title: "Managers",
        reachable: true,
      },
    });
    expect(nextPagesText({ status: "open", reach })).toBe(
      'reminder 2026-11-21T03:05:00Z, escalates to "Managers" 2026-11-21T03:15:00Z',
    );
  });
});

test.each([
  ["json", '{\n  "a": [\n    1\n  ]\n}\n'],
  ["yaml", "a:\n  - 1\n"],
  ["table", null],
])("values as %s", async (format, expected) => {
  expect(await structured({ a: [1] }, format)).toBe(expected);
});

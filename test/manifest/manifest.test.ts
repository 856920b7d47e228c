import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { issuesText } from "../../src/ctl/output/issues.ts";
import { styleOf } from "../../src/ctl/output/style.ts";
import { parseManifest, type Parsed } from "../../src/manifest/manifest.ts";
import { readSource } from "../../src/manifest/read-source.ts";
import { wantedOf } from "../../src/manifest/wanted.ts";
import { sound } from "./broken.ts";

const plain = styleOf({ color: false, ascii: false });
const parse = (...texts: string[]) =>
  parseManifest(texts.map((text, i) => ({ name: `${"abc"[i]}.yaml`, text })));
const codes = (parsed: Parsed) =>
  parsed.ok ? [] : parsed.issues.map((i) => `${i.file}:${i.line}:${i.column} ${i.code}`);
function good(parsed: Parsed): Parsed & { ok: true } {
  if (!parsed.ok) throw new Error(issuesText(parsed.issues, "Not as expected.", plain));
  return parsed;
}

const head = "version: 1\nproject: shop\n";
const minimal = `${sound}    error_rate_window_minutes: 5\n`;

describe("a manifest that is right", () => {
  test("becomes the declaration that it says", () => {
    expect(good(parse(minimal)).declaration).toEqual({
      project: "shop",
      users: [{ external_id: "ada", email: "ada@example.com", name: "Ada" }],
      alert_groups: [
        {
          external_id: "oncall",
          title: "On call",
          priority_level: 1,
          timezone: "Europe/Berlin",
          members: ["ada@example.com"],
        },
      ],
      health_check_monitors: [
        {
          external_id: "shop-health",
          title: "Shop",
          url: "https://shop.example.com/health",
          alert_group: "oncall",
        },
      ],
      webhook_monitors: [
        {
          external_id: "shop-errors",
          title: "Shop errors",
          alert_group: "oncall",
          error_rate_threshold: 10,
          error_rate_window_minutes: 5,
        },
      ],
    });
  });

  test("is complete with its defaults when it is planned", () => {
    const wanted = wantedOf(good(parse(minimal)).declaration);
    expect(wanted.map((w) => `${w.kind}/${w.external_id}`)).toEqual([
      "users/ada",
      "alert_groups/oncall",
      "health_check_monitors/shop-health",
      "webhook_monitors/shop-errors",
    ]);
    expect(wanted[2]!.fields).toEqual({
      title: "Shop",
      url: "https://shop.example.com/health",
      expect: "health",
      alert_group: "oncall",
      description: null,
      runbook_url: null,
      staleness_threshold_minutes: 10,
      interval_seconds: 60,
      protect: false,
      timeout_seconds: 10,
      request_headers: {},
      method: "GET",
      request_body: null,
      ip_version: "any",
      redirects_allowed: 10,
      tls_ca: null,
      tls_client_cert: null,
      accepted_statuses: "200-299",
      body_contains: null,
      body_lacks: null,
      body_json: [],
      slow_above_ms: null,
      watch_certificate: null,
      certificate_warning_days: 21,
      certificate_failing_days: 7,
      dns_answers: [],
      invert: false,
      fetch_retries: 1,
      confirmations: 1,
      detect_flapping: true,
      depends_on: [],
    });
    expect(wanted[1]!.fields["members"]).toEqual(["ada@example.com"]);
  });

  test("without members does not manage them, and null is the default", () => {
    const { declaration } = good(
      parse(
        `${head}alert_groups:\n  - { external_id: a, title: " A ", timezone: null, contact_days: [5, 1, 5], members: null }\n`,
      ),
    );
    const { fields } = wantedOf(declaration)[0]!;
    expect(fields).not.toHaveProperty("members");
    expect(fields).toMatchObject({
      title: "A",
      priority_level: 2,
      timezone: "UTC",
      contact_hours_all_day: true,
      contact_hours_from: null,
      contact_hours_to: null,
      contact_days: [1, 5],
      protect: false,
      escalate_to: null,
      repeat_limit: null,
    });
  });

  test("may be spread over files and documents, whose lists are appended", () => {
    const { declaration, places } = good(
      parse(
        `${head}alert_groups:\n  - { external_id: a, title: A }\n---\n${head}alert_groups:\n  - { external_id: b, title: B }\n`,
        `${head}alert_groups:\n  - { external_id: c, title: C }\nwebhook_monitors:\n`,
      ),
    );
    expect(declaration.alert_groups?.map((g) => g.external_id)).toEqual(["a", "b", "c"]);
    expect(declaration).not.toHaveProperty("webhook_monitors");
    expect(places.lineOf("alert_groups", "b")).toBe("a.yaml:9");
    expect(places.lineOf("alert_groups", "c")).toBe("b.yaml:4");
    expect(places.lineOf("users", "c")).toBeNull();
  });

  test("may have documents with nothing in them, as templates and files that are put together do", () => {
    const group = (id: string) => `${head}alert_groups:\n  - { external_id: ${id}, title: T }\n`;
    const { declaration, places } = good(
      parse(
        `# Ours\n---\n---\n${group("a")}---\n# nothing\n---\n${group("b")}---\n`,
        `---\n${group("c")}...\n---\nnull\n`,
      ),
    );
    expect(declaration.alert_groups?.map((g) => g.external_id)).toEqual(["a", "b", "c"]);
    expect(places.lineOf("alert_groups", "b")).toBe("a.yaml:14");
  });

  test.each(["", "---\n", "# nothing\n---\n", "null\n", "---\n---\n~\n"])(
    "declares nothing where all documents are empty: %j",
    (text) => {
      const { parts, issues } = readSource({ name: "a.yaml", text });
      expect(parts).toEqual([]);
      expect(issues.map(({ code }) => code)).toEqual(["empty"]);
    },
  );

  test("may use anchors and merge keys", () => {
    const { declaration } = good(
      parse(
        `${head}alert_groups:\n  - &base { external_id: a, title: A, timezone: Europe/Berlin }\n  - { <<: *base, external_id: b }\n`,
      ),
    );
    expect(declaration.alert_groups?.[1]).toEqual({
      external_id: "b",
      title: "A",
      timezone: "Europe/Berlin",
    });
  });

  test("may begin with a byte order mark and end its lines as Windows does", () => {
    expect(parse(`\ufeff${minimal.replaceAll("\n", "\r\n")}`).ok).toBe(true);
  });

  test("may leave a secret to the server, and a reference too", () => {
    const { declaration } = good(
      parse(
        `${head}health_check_monitors:\n  - { external_id: a, title: A, url: "https://u:***@x.example/", alert_group: there, request_headers: { A: "***" } }\n`,
      ),
    );
    expect(declaration.health_check_monitors).toHaveLength(1);
  });
});

test("mistakes in members are said at their place, and not as those of another form", () => {
  const group = (id: string, members: string) =>
    `  - { external_id: ${id}, title: ${id}, members: [${members}] }\n`;
  const parsed = parse(
    `${head}alert_groups:\n${group("a", "5")}${group("b", "{ emial: a@x.example }")}${group("c", "a@x.example, { email: b@x.example, timezone: Europe/Berln }")}${group("d", "{ timezone: UTC }")}`,
  );
  expect(
    parsed.ok
      ? []
      : parsed.issues.map(
          ({ line, column, message, hint }) =>
            `${line}:${column} ${message}${hint ? ` ${hint}` : ""}`,
        ),
  ).toEqual([
    '4:43 members[0] must be a string write it in quotes: "5"',
    '5:45 unknown field "emial" did you mean "email"?',
    '6:88 unknown time zone "Europe/Berln" did you mean "Europe/Berlin"?',
    "7:45 members[0].email is required",
  ]);
});

test("groups that escalate to each other in a cycle are found without a server", () => {
  const group = (id: string, to: string) =>
    `  - { external_id: ${id}, title: ${id}, escalate_to: ${to}, escalate_after_minutes: 5 }\n`;
  const parsed = parse(
    `${head}alert_groups:\n${group("a", "elsewhere")}${group("b", "c")}`,
    `${head}alert_groups:\n${group("c", "b")}`,
  );
  expect(parsed.ok ? [] : parsed.issues).toMatchObject([
    {
      file: "a.yaml",
      line: 5,
      code: "cycle",
      message: 'escalate_to has a cycle: "b" → "c" → "b"',
      resource: "alert_groups b",
    },
  ]);
});

test("monitors that depend on each other in a cycle are found without a server, and more than twenty", () => {
  const monitor = (id: string, on: string) =>
    `  - { external_id: ${id}, title: ${id}, url: "https://x.example/", alert_group: g, depends_on: ${on} }\n`;
  const parsed = parse(
    `${head}health_check_monitors:\n${monitor("a", "[b, elsewhere]")}${monitor("b", "[c]")}`,
    `${head}health_check_monitors:\n${monitor("c", "[elsewhere, a]")}`,
  );
  expect(parsed.ok ? [] : parsed.issues).toMatchObject([
    {
      file: "a.yaml",
      line: 4,
      code: "cycle",
      message: 'depends_on has a cycle: "a" → "b" → "c" → "a"',
      resource: "health_check_monitors a",
    },
  ]);
  const many = Array.from({ length: 21 }, (_, i) => `m${i}`);
  const tooMany = parse(`${head}health_check_monitors:\n${monitor("a", `[${many.join(", ")}]`)}`);
  expect(tooMany.ok ? [] : tooMany.issues).toMatchObject([
    { message: "depends_on must have at most 20 entries" },
  ]);
});

describe("what a server says of a declaration", () => {
  const two = `${head}alert_groups:\n  - { external_id: x, title: X }\nhealth_check_monitors:\n  - { external_id: a, title: A, url: "https://a.example/", alert_group: on-call }\n`;
  const parsed = good(parse(two, two.replaceAll("external_id: ", "external_id: b-")));

  test("is found in the file it came from, whichever file that was", () => {
    const [issue] = parsed.places.issues([
      {
        field: "health_check_monitors[1].alert_group",
        code: "unknown_alert_group",
        message: 'references unknown alert group "on-call", did you mean "oncall"?',
      },
    ]);
    expect(issue).toMatchObject({
      file: "b.yaml",
      line: 6,
      column: 75,
      length: 7,
      message: 'references unknown alert group "on-call"',
      hint: 'did you mean "oncall"?',
      resource: "health_check_monitors b-a",
    });
  });

  test("of a whole resource points at its beginning", () => {
    const [issue] = parsed.places.issues([
      { field: "alert_groups[0]", code: "owned_elsewhere", message: "owned" },
    ]);
    expect(issue).toMatchObject({ file: "a.yaml", line: 4, column: 7 });
  });

  test("of no resource points at the beginning of the first file", () => {
    const issues = parsed.places.issues([
      { field: "", code: "x", message: "must be something else" },
      { field: "project", code: "x", message: "is too long" },
      { field: "alert_groups[9].title", code: "x", message: "is odd" },
    ]);
    expect(issues.map((i) => `${i.file}:${i.line}:${i.column}`)).toEqual([
      "a.yaml:1:1",
      "a.yaml:2:10",
      "a.yaml:3:1",
    ]);
    expect(issues[0]!.message).toBe("the file must be something else");
  });
});

describe("mistakes across files", () => {
  const group = (id: string) => `${head}alert_groups:\n  - { external_id: ${id}, title: A }\n`;

  test.each([
    ["two projects", [group("a"), group("b").replace("shop", "other")], ["b.yaml:2:10 project"]],
    ["one external id twice", [group("a"), group("a")], ["b.yaml:4:20 duplicate"]],
    [
      "a previous id that is declared",
      [group("a"), group("b, previous_id: a")],
      ["b.yaml:4:36 duplicate"],
    ],
    [
      "a mistake in each",
      [group("a").replace("title", "titel"), group("b").replace("A", "3")],
      ["a.yaml:4:23 unknown_field", "b.yaml:4:30 type"],
    ],
    [
      "a file that is no YAML stands alone: what follows from it would hide it",
      ["a: [", group("b").replace("title", "titel")],
      ["a.yaml:1:4 bracket"],
    ],
  ])("%s", (_, texts, expected) => {
    expect(codes(parse(...texts))).toEqual(expected);
  });
});

describe("limits", () => {
  test.each([
    ["over 5 MB", `${head}#${"x".repeat(5_000_000)}`, "a.yaml:1:1 too_large"],
    ["nested 100,000 deep", "[".repeat(100_000), "a.yaml:1:1 too_deep"],
    [
      "aliases of aliases that come to a billion",
      `${head}x-a: &a [1,1,1,1,1,1,1,1,1]\n${"bcdefghi"
        .split("")
        .map((name, i) => `x-${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[i]}`).join(",")}]\n`)
        .join("")}users: *i\n`,
      "a.yaml:10:10 too_many_aliases",
    ],
    ["an alias of what it is in", `${head}x-a: &a [*a]\n`, "a.yaml:3:10 too_many_aliases"],
    ["nothing in it", "# nothing yet\n", "a.yaml:1:1 empty"],
    ["a list", "- a\n", "a.yaml:1:1 type"],
  ])("a file with %s is refused", (_, text, expected) => {
    expect(codes(parse(text))).toEqual([expected]);
  });

  test("a broken file does not fill the screen", () => {
    const parsed = parse(Array.from({ length: 100 }, () => "a: b: c").join("\n"));
    expect(codes(parsed).length).toBeLessThanOrEqual(20);
  });
});

describe("every kind of mistake, as it is shown", () => {
  // Not named .yaml: formatters would mend what is wrong in them.
  const folder = new URL("./golden/", import.meta.url);
  const cases = readdirSync(folder).filter((name) => name.endsWith(".manifest"));

  test.each(cases)("%s", (name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    const parsed = parseManifest([{ name: name.replace(/manifest$/, "yaml"), text }]);
    const shown = parsed.ok
      ? "no mistake was found\n"
      : issuesText(parsed.issues, "Nothing was sent.", plain);
    const golden = new URL(name.replace(/manifest$/, "txt"), folder);
    if (process.env["UPDATE_GOLDEN"]) writeFileSync(golden, shown);
    expect(shown).toBe(readFileSync(golden, "utf8"));
  });

  test("covers all there are", () => {
    expect(cases.length).toBeGreaterThan(10);
  });
});

/** Variables, defaults, includes: what the language has beside YAML. */
import { describe, expect, test } from "vitest";
import { issuesText } from "../../src/ctl/output/issues.ts";
import { styleOf } from "../../src/ctl/output/style.ts";
import { parseManifest, type Parsed } from "../../src/manifest/manifest.ts";
import type { FileRead, Surroundings } from "../../src/manifest/variables.ts";
import { mistakes } from "../support/mistakes.ts";

const plain = styleOf({ color: false, ascii: false });
const head = "version: 1\nproject: shop\n";

/** The first file is named; the others are there to be read. */
function parse(files: Record<string, string>, variables: Record<string, string> = {}): Parsed {
  const read = (path: string): FileRead => {
    const name = path.replace(/^\.\//, "");
    const text = files[name];
    return text === undefined ? { ok: false, why: "does not exist" } : { ok: true, name, text };
  };
  const surroundings: Surroundings = { variables, read, readAll: (path) => [read(path)] };
  const [name, text] = Object.entries(files)[0]!;
  return parseManifest([{ name, text }], surroundings);
}
function good(parsed: Parsed): Parsed & { ok: true } {
  if (!parsed.ok) throw new Error(issuesText(parsed.issues, "Not as expected.", plain));
  return parsed;
}
const said = (parsed: Parsed) =>
  parsed.ok ? [] : parsed.issues.map((i) => `${i.file}:${i.line}:${i.column} ${i.code}`);
const messages = (parsed: Parsed) =>
  parsed.ok ? "" : issuesText(parsed.issues, "Nothing was sent.", plain);

/** A group whose title is `title`, as it stands in the file. */
const titled = (title: string) => ({
  "a.yaml": `${head}alert_groups:\n  - external_id: a\n    title: ${title}\n`,
});
const titleOf = (parsed: Parsed) => good(parsed).declaration.alert_groups![0]!.title;

describe("a variable", () => {
  test.each(["p@ss/x", "p?x", "p#x", "p\\x"])(
    "that ends the host of a URL, %s, is refused",
    (PW) => {
      const parsed = parse(titled("http://ada:${PW}@shop.example/health"), { PW });
      expect(messages(parsed)).toContain("${PW} has a character that ends the host of a URL");
      expect(messages(parsed)).not.toContain(PW);
      expect(said(parsed)).toEqual(["a.yaml:5:23 variable"]);
    },
  );

  test.each([
    ["http://ada:${X}@shop.example/", "p@ss%2Fx"],
    ["http://shop.example/${X}@", "a/b"],
    ["http://${X}/health", "shop.example/eu"],
    ["ada:${X}@shop", "a/b"],
  ])("in %s may be %s", (text, X) => {
    expect(titleOf(parse(titled(text), { X }))).toContain(X);
  });

  test.each([
    ["${X}", { X: "Shop" }, "Shop"],
    ["${X:-Other}", { X: "Shop" }, "Shop"],
    ["${X:-Other}", {}, "Other"],
    ["${X:-Other}", { X: "" }, "Other"],
    ["${X:-${Y:-deep}}", {}, "deep"],
    ["${X:-${Y}}", { Y: "y" }, "y"],
    ["${X:?needed}", { X: "Shop" }, "Shop"],
    ["On ${X} and ${Y}", { X: "a", Y: "b" }, "On a and b"],
    ["a$$b", {}, "a$b"],
    ["a$b $ c$", {}, "a$b $ c$"],
    ["$${X}", {}, "${X}"],
    ["$$${X}", { X: "5" }, "$5"],
    ['"quoted ${X}"', { X: "1" }, "quoted 1"],
    ['"${X}"', { X: "42" }, "42"],
    ["'${X}'", { X: "true" }, "true"],
    ["${file:./t.txt}", {}, "from a file"],
    ["${X}", { X: "${Y}" }, "${Y}"],
  ])("%s with %j is %s", (title, variables: object, expected) => {
    const files = { ...titled(title), "t.txt": "from a file\n" };
    expect(titleOf(parse(files, variables as Record<string, string>))).toBe(expected);
  });

  test.each([
    'x"\nprotect: true\n- y: [',
    "a: b",
    "*anchor",
    "!!js x",
    "# none",
    "- list",
    "{ a: 1 }",
    "null",
    "~",
  ])("with the value %j is that text and nothing else", (value) => {
    expect(
      good(
        parse(
          {
            "a.yaml": `${head}health_check_monitors:\n  - external_id: a\n    title: A\n    url: https://a.example/\n    alert_group: g\n    request_headers: { X: "\${V}", Y: y }\n`,
          },
          { V: "v" },
        ),
      ).declaration.health_check_monitors![0]!.request_headers,
    ).toEqual({ X: "v", Y: "y" });
    const { declaration } = good(
      parse(
        {
          "a.yaml": `${head}webhook_monitors:\n  - external_id: a\n    title: A\n    alert_group: \${V}\n`,
        },
        { V: value },
      ),
    );
    expect(declaration.webhook_monitors).toEqual([
      { external_id: "a", title: "A", alert_group: value },
    ]);
  });

  test("may be a number, and lists of names may come of several", () => {
    const { declaration } = good(
      parse(
        {
          "a.yaml": `${head}alert_groups:\n  - external_id: a\n    title: A\n    priority_level: \${P}\n    contact_hours_all_day: \${ALL:-true}\n    members: ["\${M}", b@x.example]\n`,
        },
        { P: "3", M: "a@x.example" },
      ),
    );
    expect(declaration.alert_groups![0]).toMatchObject({
      priority_level: 3,
      contact_hours_all_day: true,
      members: ["a@x.example", "b@x.example"],
    });
  });

  test("is put in where an alias stands for it, and not into names of fields", () => {
    const { declaration } = good(
      parse(
        {
          "a.yaml": `${head}x-t: &t "T \${X}"\nalert_groups:\n  - { external_id: a, title: *t }\n  - { external_id: b, title: *t }\n`,
        },
        { X: "1" },
      ),
    );
    expect(declaration.alert_groups!.map(({ title }) => title)).toEqual(["T 1", "T 1"]);
  });

  test.each([
    ["${X}", "unset_variable", "the variable X is not set"],
    ["${X:?the name}", "unset_variable", "X is not set: the name"],
    ["${X", "variable", "never closed"],
    ["${1X}", "variable", "invalid variable reference"],
    ["${X-d}", "variable", "invalid variable reference"],
    ["${}", "variable", "invalid variable reference"],
    ["${file:./none}", "file", "./none does not exist"],
    ["pre ${X} post", "unset_variable", "the variable X is not set"],
  ])("%s is refused where it stands", (title, code, message) => {
    const parsed = parse(titled(title));
    const column = 12 + title.indexOf("${");
    expect(said(parsed)).toEqual([`a.yaml:5:${column} ${code}`]);
    expect(messages(parsed)).toContain(message);
  });

  test("within braces asks for quotes, once", () => {
    const parsed = parse({
      "a.yaml": `${head}alert_groups:\n  - { external_id: a, title: \${X} }\n`,
    });
    expect(said(parsed)).toEqual(["a.yaml:4:30 variable"]);
    expect(messages(parsed)).toContain('write "${X}"');
  });

  test("whose value is wrong is not shown with it", () => {
    const parsed = parse(
      {
        "a.yaml": `${head}alert_groups:\n  - external_id: \${ID}\n    title: \${T}\n    timezone: \${TZ}\n  - external_id: \${ID}\n    title: x\n`,
      },
      { ID: "hidden-id", T: "424242", TZ: "hidden/zone" },
    );
    expect(said(parsed)).toEqual([
      "a.yaml:5:12 type",
      "a.yaml:6:15 timezone",
      "a.yaml:7:18 duplicate",
    ]);
    const text = messages(parsed);
    expect(text).not.toMatch(/hidden|424242/);
    expect(text).toContain('write it in quotes: "${T}"');
    expect(text).toContain('unknown time zone "${TZ}"');
  });

  test("is listed with its place and whether it was set", () => {
    const { uses, secrets } = good(
      parse({ ...titled('"${A}${B:-b}${file:t}"'), t: "hush" }, { A: "x", API_TOKEN: "t" }),
    );
    expect(uses.map(({ name, state, place }) => [name, state, place.column])).toEqual([
      ["A", "set", 13],
      ["B", "default", 17],
      ["file:t", "set", 24],
    ]);
    expect(secrets).toEqual(["hush"]);
    expect(parse(titled("${file:./none}")).uses).toMatchObject([
      { name: "file:./none", state: "unset" },
    ]);
  });
});

describe("defaults", () => {
  const files = (defaults: string, more = "") => ({
    "a.yaml": `${head}defaults:\n${defaults}alert_groups:\n  - { external_id: a, title: A }\n  - { external_id: b, title: B, timezone: UTC }\n${more}`,
  });

  test("are for every resource of the kind that does not say otherwise", () => {
    const { declaration } = good(parse(files("  alert_groups: { timezone: Europe/Berlin }\n")));
    expect(declaration.alert_groups!.map(({ timezone }) => timezone)).toEqual([
      "Europe/Berlin",
      "UTC",
    ]);
    expect(declaration).not.toHaveProperty("defaults");
  });

  test("may give what is required", () => {
    const { declaration } = good(
      parse({
        "a.yaml": `${head}defaults:\n  webhook_monitors: { alert_group: a }\nwebhook_monitors:\n  - { external_id: w, title: W }\n`,
      }),
    );
    expect(declaration.webhook_monitors![0]!.alert_group).toBe("a");
  });

  test.each([
    ["  alert_group: {}\n", ["a.yaml:4:3 unknown_field"]],
    ["  alert_groups: { timezon: UTC }\n", ["a.yaml:4:19 unknown_field"]],
    ["  alert_groups: { external_id: x }\n", ["a.yaml:4:19 unknown_field"]],
    // Two groups would have it; it is said once, and where it is.
    ["  alert_groups: { priority_level: 7 }\n", ["a.yaml:4:35 range"]],
    ["  alert_groups: { timezone: Mars/Base }\n", ["a.yaml:4:29 timezone"]],
    ["  alert_groups: 3\n", ["a.yaml:4:17 type"]],
  ])("%j has its mistake shown where it stands", (defaults, expected) => {
    expect(said(parse(files(defaults)))).toEqual(expected);
  });
});

describe("include", () => {
  test("adds the lists of other files, which take over project and defaults", () => {
    const parsed = good(
      parse({
        "a.yaml": `${head}defaults:\n  alert_groups: { timezone: Europe/Paris, priority_level: 1 }\ninclude: [./b.yaml]\nalert_groups:\n  - { external_id: a, title: A }\n`,
        "b.yaml":
          "version: 1\ndefaults:\n  alert_groups: { priority_level: 3 }\nalert_groups:\n  - { external_id: b, title: B }\n",
      }),
    );
    expect(parsed.declaration).toEqual({
      project: "shop",
      alert_groups: [
        {
          external_id: "a",
          title: "A",
          timezone: "Europe/Paris",
          priority_level: 1,
        },
        {
          external_id: "b",
          title: "B",
          timezone: "Europe/Paris",
          priority_level: 3,
        },
      ],
    });
    expect(parsed.names).toEqual(["a.yaml", "b.yaml"]);
    expect(parsed.places.lineOf("alert_groups", "b")).toBe("b.yaml:5");
  });

  test("names the included file in what is wrong with it", () => {
    const parsed = parse({
      "a.yaml": `${head}include: [b.yaml]\nalert_groups:\n  - { external_id: a, title: A }\n`,
      "b.yaml": "version: 1\nproject: shop\nalert_groups:\n  - { external_id: a, titel: A }\n",
    });
    expect(said(parsed)).toEqual(["b.yaml:4:20 duplicate", "b.yaml:4:23 unknown_field"]);
    expect(messages(parsed)).toContain("first at a.yaml:5:20");
  });

  test("of another project is refused, without its names that the first one has, too", () => {
    const parsed = parse({
      "a.yaml": `${head}include: [b.yaml]\nalert_groups:\n  - { external_id: a, title: A }\n`,
      "b.yaml": "version: 1\nproject: other\nalert_groups:\n  - { external_id: a, titel: A }\n",
    });
    expect(said(parsed)).toEqual(["b.yaml:2:10 project", "b.yaml:4:23 unknown_field"]);
  });

  test("in a cycle is refused, and so is a file that is not there", () => {
    const parsed = parse({
      "a.yaml": `${head}include: [b.yaml, none.yaml]\n`,
      "b.yaml": `${head}include: [c.yaml]\n`,
      "c.yaml": `${head}include: [b.yaml]\n`,
    });
    expect(said(parsed)).toEqual(["a.yaml:3:19 include", "c.yaml:3:11 include_cycle"]);
    expect(messages(parsed)).toContain("b.yaml -> c.yaml -> b.yaml");
  });

  test("of one file in two ways reads it once", () => {
    const { declaration } = good(
      parse({
        "a.yaml": `${head}include: [b.yaml, c.yaml]\n`,
        "b.yaml": `${head}include: [d.yaml]\n`,
        "c.yaml": `${head}include: [d.yaml]\n`,
        "d.yaml": `${head}alert_groups:\n  - { external_id: d, title: D }\n`,
      }),
    );
    expect(declaration.alert_groups).toHaveLength(1);
  });
});

test("ten different mistakes are ten messages, each with its place and remedy", () => {
  const parsed = parse({
    "a.yaml": mistakes,
  });
  expect(said(parsed)).toEqual([
    "a.yaml:1:10 version",
    "a.yaml:3:1 unknown_field",
    "a.yaml:4:11 include",
    "a.yaml:7:12 unset_variable",
    "a.yaml:8:15 timezone",
    "a.yaml:9:21 range",
    "a.yaml:10:18 duplicate",
    "a.yaml:11:12 type",
    "a.yaml:12:28 type",
    "a.yaml:16:10 format",
    "a.yaml:17:5 unknown_field",
    "a.yaml:18:23 type",
  ]);
});

/** Resources that stand for several. */
import { expect, test } from "vitest";
import { parseManifest } from "../../src/manifest/manifest.ts";
import { patched } from "../../src/manifest/patch.ts";
import type { Surroundings } from "../../src/manifest/variables.ts";

const head = "version: 1\nproject: shop\n";
const parse = (text: string, variables: Surroundings["variables"] = {}) =>
  parseManifest([{ name: "m.yaml", text: head + text }], {
    variables,
    read: () => ({ ok: false, why: "is not there" }),
    readAll: () => [],
  });
const good = (text: string, variables = {}) => {
  const parsed = parse(text, variables);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed;
};
const said = (text: string) => {
  const parsed = parse(text);
  return parsed.ok
    ? []
    : parsed.issues.map(
        ({ line, column, message, hint }) => `${line}:${column} ${message}; ${hint}`,
      );
};
const group = (more: string) => `alert_groups:\n  - ${more}\n`;

test("for_each makes one for each value, in the order of the list", () => {
  const { declaration } = good(
    `${group("{ for_each: [eu, us], external_id: 'oncall-${each}', title: 'On call ${each} (${each})', priority_level: 1 }")}  - { external_id: all, title: All }\n`,
  );
  expect(declaration.alert_groups).toEqual([
    { external_id: "oncall-eu", title: "On call eu (eu)", priority_level: 1 },
    { external_id: "oncall-us", title: "On call us (us)", priority_level: 1 },
    { external_id: "all", title: "All" },
  ]);
});

test("the values may be mappings, stay numbers where they stand alone, and may be an alias", () => {
  const { declaration } = good(
    `x-sites: &sites
  - { name: db1, port: 5432, often: 10 }
  - { name: db2, port: 5433, often: 20 }
health_check_monitors:
  - for_each: *sites
    external_id: db-\${each.name}
    title: \${TEAM}'s \${each.name}
    url: tcp://\${each.name}.example.com:\${each.port}
    interval_seconds: \${each.often}
    alert_group: "id:1"
`,
    { TEAM: "Shop" },
  );
  expect(declaration.health_check_monitors).toMatchObject([
    {
      external_id: "db-db1",
      title: "Shop's db1",
      url: "tcp://db1.example.com:5432",
      interval_seconds: 10,
    },
    {
      external_id: "db-db2",
      title: "Shop's db2",
      url: "tcp://db2.example.com:5433",
      interval_seconds: 20,
    },
  ]);
});

test("a value with a dollar sign fills in no variable", () => {
  const { declaration } = good(
    group("{ for_each: ['${HOME}$'], external_id: a, title: '${each}' }"),
    { HOME: "x" },
  );
  expect(declaration.alert_groups).toMatchObject([{ title: "${HOME}$" }]);
});

test("without values it makes none, and one value needs no name of its own", () => {
  expect(good(group("{ for_each: [], external_id: a, title: A }")).declaration).toEqual({
    project: "shop",
  });
  expect(said(group("{ for_each: [x], external_id: a, title: '${each}' }"))).toEqual([]);
});

test("a mistake in what it makes stands where it was written", () => {
  expect(
    said(
      group("{ for_each: [1, 9], external_id: 'g${each}', title: G, priority_level: '${each}' }"),
    ),
  ).toEqual(["4:76 priority_level must be an integer; null"]);
});

test.each<[text: string, said: string]>([
  [
    "{ for_each: eu, external_id: a, title: A }",
    "4:7 for_each must be a list of values, or of mappings with one value for each name; write for_each: [eu, us]",
  ],
  [
    "{ for_each: [[eu]], external_id: a, title: A }",
    "4:7 for_each must be a list of values, or of mappings with one value for each name; write for_each: [eu, us]",
  ],
  [
    "{ for_each: [a, b], external_id: a, title: A }",
    "4:38 external_id must differ in each copy; put ${each} into it",
  ],
  [
    `{ for_each: [${"1, ".repeat(1000)}1], external_id: 'a\${each}', title: A }`,
    "4:7 for_each may have at most 1000 values; divide it",
  ],
  [
    "{ for_each: [a], external_id: 'x${each.name}', title: A }",
    "4:35 ${each.name} is in no value of for_each; write ${each}",
  ],
  [
    "{ for_each: [{ name: a }], external_id: 'x${each.nam}', title: A }",
    "4:45 ${each.nam} is in no value of for_each; known: name",
  ],
  [
    "{ external_id: 'x${each}', title: A }",
    "4:22 ${each} is a value of for_each; add for_each to the resource",
  ],
])("%s is refused", (text, expected) => {
  expect(said(group(text))).toEqual([expected]);
});

test("the state of a server is not written into one, but named", () => {
  const text = group("{ for_each: [a, b], external_id: 'g${each}', title: G }");
  const { places } = good(text);
  const { texts, left } = patched(
    places,
    [
      { kind: "alert_groups", external_id: "ga", action: "update", fields: [{ field: "title" }] },
      { kind: "alert_groups", external_id: "gb", action: "create", fields: [] },
    ],
    { project: "shop", alert_groups: [{ external_id: "ga", title: "Other" }] },
    () => parse(text),
  );
  expect([...texts]).toEqual([]);
  expect(left).toEqual([
    "alert_groups ga: title is in an alias, or comes from for_each",
    "alert_groups gb: remove it yourself",
  ]);
});

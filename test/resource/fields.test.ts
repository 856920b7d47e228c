import { getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import { shapes } from "../../src/api/routes/forms.ts";
import { Device } from "../../src/api/users.ts";
import { defaultsTo, optional, required, type Field } from "../../src/resource/field.ts";
import { described, descriptionOf, type DescribedKind } from "../../src/resource/resources.ts";
import { Title } from "../../src/resource/schema.ts";
import { sqliteTables } from "../../src/store/sqlite/schema.ts";

const kinds = Object.keys(described) as DescribedKind[];

function limitsOf({ schema, part }: Field): string {
  const {
    type,
    description: _,
    examples: _e,
    default: _d,
    ...limits
  } = schema as {
    type?: string;
    [name: string]: unknown;
  };
  const text = Object.entries(limits)
    .filter(([name]) => !name.startsWith("~") && !(part && name === "items"))
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [type ?? "", ...text].filter(Boolean).join(", ");
}

function rowOf(name: string, field: Field): string {
  const { presence, schema, secret, reference, part, looksAgain, label, meaning } = field;
  const notes = [
    presence === "default"
      ? `default ${JSON.stringify((schema as { default?: unknown }).default)}`
      : presence,
    limitsOf(field),
    ...(meaning ? [meaning] : []),
    ...(secret ? [`secret: ${secret}`] : []),
    ...(reference
      ? [`${reference.many ? "many" : "one"} of ${reference.to} as ${reference.as}`]
      : []),
    ...(part
      ? [`items by ${part.key.join(", ")}${part.short ? `, short ${part.short}` : ""}`]
      : []),
    ...(part?.table ? [`table ${part.table.name} by ${part.table.owner}`] : []),
    ...(field.leftOut ? [`left out: ${field.leftOut}`] : []),
    ...(looksAgain === false ? ["no new check"] : []),
    ...(field.section ? [`section ${field.section}`] : []),
    ...(field.original ? ["basic API"] : []),
  ];
  const items = Object.entries(part?.fields ?? {}).map(([one, of]) =>
    rowOf(`${name}[].${one}`, of),
  );
  return [`${name} — ${label}\n    ${notes.join(" · ")}`, ...items].join("\n");
}

test("every field of every resource, as a grid", async () => {
  const grid = kinds
    .map((kind) => {
      const { noun, title, about, fields, lists } = descriptionOf(kind);
      const rows = Object.entries({ ...fields, ...lists }).map(([name, field]) =>
        rowOf(name, field),
      );
      return `## ${kind} (${noun}, ${title})\n${about}\n\n${rows.join("\n")}\n`;
    })
    .join("\n");
  await expect(grid).toMatchFileSnapshot("./fields.txt");
});

test("a description with a misspelled key does not compile", () => {
  const text = Title("Any.");
  const fields = [
    // @ts-expect-error looksAgain
    required(text, { label: "Any", looksAgian: false }),
    // @ts-expect-error secret
    defaultsTo("", text, { label: "Any", secert: "whole" }),
    // @ts-expect-error section
    optional(text, { label: "Any", sectoin: "what" }),
  ];
  const copied = required(text, { ...fields[0]!, secret: "whole" });
  expect([...fields, copied].map(({ presence }) => presence)).toEqual([
    "required",
    "default",
    "optional",
    "required",
  ]);
});

test("every field has a column, an answer and, with a default, a value for it", () => {
  const answers = { ...shapes, devices: Device };
  for (const kind of kinds)
    for (const [name, { presence, schema }] of Object.entries<Field>(described[kind].fields)) {
      const at = `${kind}.${name}`;
      expect(getTableColumns(sqliteTables[kind]), at).toHaveProperty(name);
      if (kind !== "members") expect(answers[kind].properties, at).toHaveProperty(name);
      expect("default" in schema, at).toBe(presence === "default");
    }
});

test("every address that the service calls can have a password, which is masked", () => {
  const called = kinds.flatMap((kind) =>
    Object.entries(descriptionOf(kind).fields)
      .filter(([, { meaning }]) => meaning === "url" || meaning === "endpoint")
      .map(([name, { secret }]) => ({ field: `${kind}.${name}`, secret })),
  );
  expect(called.map(({ field }) => field)).toContain("health_check_monitors.url");
  expect(called.filter(({ secret }) => secret !== "userinfo")).toEqual([]);
});

test("every section that a field names is one of its form", () => {
  for (const kind of kinds) {
    const { fields, sections = {} } = descriptionOf(kind);
    for (const [name, { section }] of Object.entries(fields))
      if (section !== undefined)
        expect(Object.keys(sections), `${kind}.${name}`).toContain(section);
  }
});

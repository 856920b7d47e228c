/** The state of a server, written into files whose parts hang together: anchors, merges, defaults, other line endings. */
import { expect, test } from "vitest";
import fc from "fast-check";
import { fieldChanges } from "../../src/core/declare/field-changes.ts";
import { defaultsOf } from "../../src/resource/field.ts";
import { manifestFields } from "../../src/resource/manifest.ts";
import type { Declaration } from "../../src/api/declaration.ts";
import { patched } from "../../src/manifest/patch.ts";
import { rereading } from "../../src/manifest/patch-net.ts";
import { plainValue } from "../../src/manifest/text.ts";
import { nowhere } from "../../src/manifest/variables.ts";
import { wantedOf } from "../../src/manifest/wanted.ts";

type Fields = Record<string, unknown>;
/** What the server has in place of what the files declare: by external id; null: the monitor is gone. */
type Edits = Record<string, Fields | null>;

function declared(text: string): Declaration {
  const parsed = rereading([{ name: "m.yaml", text }], nowhere)(new Map());
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.declaration;
}

const monitorsOf = (declaration: Declaration) =>
  new Map(
    wantedOf(declaration)
      .filter(({ kind }) => kind === "health_check_monitors")
      .map(({ external_id, fields }) => [external_id, fields]),
  );

/** The server's side after `edits`, with every field, and without those at their default. */
function serverAfter(text: string, edits: Edits) {
  const { health_check_monitors: list = [], ...others } = declared(text);
  const health_check_monitors = list.flatMap((one) => {
    const edit = edits[one.external_id];
    return edit === null ? [] : [{ ...one, ...edit }];
  });
  const live = monitorsOf({ ...others, health_check_monitors });
  const items = [...live].map(([external_id, fields]) => {
    const own = Object.entries(fields).filter(([name, value]) => value !== defaults[name]);
    return { external_id, ...Object.fromEntries(own) };
  });
  return { live, exported: plainValue({ ...others, health_check_monitors: items }) as Declaration };
}

const defaults = defaultsOf(manifestFields.health_check_monitors);

/** Writes `edits` into the text: the new text, the differences that were left, and the fields that differ from the server. */
function patch(text: string, edits: Edits) {
  const { live, exported } = serverAfter(text, edits);
  const differences = [...monitorsOf(declared(text))].map(([external_id, fields]) => {
    const there = live.get(external_id);
    return {
      kind: "health_check_monitors" as const,
      external_id,
      action: there ? ("update" as const) : ("create" as const),
      fields: there ? fieldChanges("health_check_monitors", there, fields) : [],
    };
  });
  const reread = rereading([{ name: "m.yaml", text }], nowhere);
  const parsed = reread(new Map());
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const { texts, left } = patched(parsed.places, differences, exported, reread);
  const after = texts.get("m.yaml") ?? text;
  const here = monitorsOf(declared(after));
  const differing = [...new Set([...here.keys(), ...live.keys()])].flatMap((id) => {
    const [file, server] = [here.get(id), live.get(id)];
    if (!file || !server) return [id];
    return fieldChanges("health_check_monitors", file, server).map(
      ({ field }) => `${id}: ${field}`,
    );
  });
  return { after, left, differing };
}

const head = "version: 1\nproject: shop\nalert_groups:\n  - { external_id: g, title: G }\n";
const list = (more: string) => `${head}health_check_monitors:\n${more}`;
const a = "  - external_id: a\n    title: A\n    url: http://a.test/\n    alert_group: g\n";
const b = "  - external_id: b\n    title: B\n    url: http://b.test/\n    alert_group: g\n";

test("a changed value keeps its anchor, when the aliases of it change alike", () => {
  const text = list(
    a.replace("title: A", "title: &t Same # one") + b.replace("title: B", "title: *t"),
  );
  const { after, left, differing } = patch(text, { a: { title: "New" }, b: { title: "New" } });
  expect(after).toBe(text.replace("&t Same # one", "&t New # one").replace("*t", "New"));
  expect({ left, differing }).toEqual({ left: [], differing: [] });
});

test("a changed value whose alias is to stay is left", () => {
  const text = list(a.replace("title: A", "title: &t Same") + b.replace("title: B", "title: *t"));
  const { after, left } = patch(text, { a: { title: "New", timeout_seconds: 7 } });
  expect(after).toBe(text.replace("a.test/\n", "a.test/\n    timeout_seconds: 7\n"));
  expect(left).toEqual([
    "health_check_monitors a: title would change health_check_monitors b, too",
  ]);
});

test("a list back at its default keeps the line whose anchor others use", () => {
  const text = list(
    `${a}    depends_on: &dep [c]\n${b}    depends_on: *dep\n${a.replaceAll(/\ba\b/g, "c")}`,
  );
  const both = patch(text, { a: { depends_on: [] }, b: { depends_on: [] } });
  expect(both).toMatchObject({ left: [], differing: [] });
  const { after, left } = patch(text, { a: { depends_on: [] } });
  expect(after).toBe(text);
  expect(left).toEqual([
    "health_check_monitors a: depends_on would change health_check_monitors b, too",
  ]);
});

test("a resource that is gone stays, while others use an anchor in it", () => {
  const text = list(a.replace("http:", "&u http:") + b.replace("http://b.test/", "*u"));
  const { after, left } = patch(text, { a: null });
  expect(after).toBe(text);
  expect(left).toEqual([
    "health_check_monitors a: remove it yourself: that would break the files (m.yaml:8: no anchor &u comes before this)",
  ]);
  expect(patch(list(a + b), { a: null }).after).toBe(list(b));
});

test("keys behind a question mark are followed by fields, and take values", () => {
  const text = list(`  - external_id: a
    title: A
    ? url
    : http://a.test/
    ? alert_group
    : g
  - ? external_id
    : b
    ? title
    : &t B # two
    url: http://b.test/
    alert_group: g
`);
  const { after, left } = patch(text, {
    a: { url: "http://new.test/", interval_seconds: 30 },
    b: { title: "New", interval_seconds: 30 },
  });
  expect(left).toEqual([]);
  expect(after).toBe(
    text
      .replace("http://a.test/\n", "http://new.test/\n    interval_seconds: 30\n")
      .replace("B # two", "New # two")
      .replace("b.test/\n", "b.test/\n    interval_seconds: 30\n"),
  );
});

test("a value that another resource has by a merge is left", () => {
  const text = list(
    `${a.replace("- external_id", "- &base\n    external_id")}    timeout_seconds: 5\n  - <<: *base\n    external_id: b\n    title: B\n`,
  );
  const { after, left } = patch(text, { a: { timeout_seconds: 9, title: "New" } });
  expect(after).toBe(text.replace("title: A", "title: New"));
  expect(left).toEqual([
    "health_check_monitors a: timeout_seconds would change health_check_monitors b, too",
  ]);
  const own = patch(text, { b: { timeout_seconds: 9 } });
  expect(own.after).toBe(text.replace("title: B\n", "title: B\n    timeout_seconds: 9\n"));
});

test("a value back at its default is written where defaults or a merge give another one", () => {
  const withDefaults = (text: string) =>
    text.replace(
      "alert_groups",
      "defaults: { health_check_monitors: { interval_seconds: 30 } }\nalert_groups",
    );
  const text = withDefaults(list(`${a}    interval_seconds: 90 # slow\n`));
  const { after, left } = patch(text, { a: { interval_seconds: 60 } });
  expect(after).toBe(text.replace("90 #", "60 #"));
  expect(left).toEqual([]);
});

test("inserted lines have the line ending of the file, and resources added below", () => {
  const text = list(`${a}${b}    timeout_seconds: 5`).replaceAll("\n", "\r\n");
  const edits = {
    a: {
      interval_seconds: 30,
      body_json: [{ pointer: "/a", comparison: "exists" }],
      expect: "http",
    },
    b: { title: "New", slow_above_ms: 900 },
  };
  const { after, left, differing } = patch(text, edits);
  expect({ left, differing }).toEqual({ left: [], differing: [] });
  expect(after).toContain("    interval_seconds: 30\r\n");
  expect(after).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
});

test("a text of several lines within a list stays on its line", () => {
  const value = "one long line\n".repeat(5);
  const { left, differing } = patch(list(a), {
    a: { expect: "http", body_json: [{ pointer: "/a", comparison: "equals", value }] },
  });
  expect({ left, differing }).toEqual({ left: [], differing: [] });
});

/** Texts of a field, each of which may hold an anchor or use one of before. */
const written = (anchor: string, values: readonly string[]) =>
  fc.constantFrom(
    ...values,
    ...values.map((value) => `&${anchor} ${value}`),
    ...values.map((value) => `&${anchor} ${value} # note`),
    `*${anchor}`,
  );

const monitor = fc.record({
  title: written("t", ["Same", "'Other'", ">-\n      folded\n      text"]),
  url: written("u", ["http://a.test/", '"http://b.test/"']),
  interval: fc.option(written("i", ["60", "30", "90"])),
  depends: fc.option(written("d", ["[]", "[m0]", "[ m0, m1 ]"])),
  base: fc.constantFrom("", "", "&base", "<<: *base", "<<: [*base]"),
  explicit: fc.boolean(),
  note: fc.constantFrom("", "    # note\n", "\n"),
});

const anyText = fc
  .record({
    monitors: fc.array(monitor, { minLength: 1, maxLength: 5 }),
    defaults: fc.constantFrom("", "defaults:\n  health_check_monitors: { interval_seconds: 30 }\n"),
    notes: fc.constantFrom("", "x-notes: [&t Noted, &i 60, &d [m0], &u 'http://x.test/']\n"),
    ending: fc.constantFrom("\n", "\r\n"),
  })
  .map(({ monitors, defaults: given, notes, ending }) => {
    const items = monitors.map(({ title, url, interval, depends, base, explicit, note }, index) => {
      const merge = base.startsWith("<<") ? `    ${base}\n` : "";
      const first = base === "&base" ? "  - &base\n    " : "  - ";
      return [
        `${first}external_id: m${index}\n${merge}    title: ${title}\n`,
        explicit ? `    ? url\n    : ${url}\n` : `    url: ${url}\n`,
        interval === null ? "" : `    interval_seconds: ${interval}\n`,
        note,
        depends === null ? "" : `    depends_on: ${depends}\n`,
        "    alert_group: g\n",
      ].join("");
    });
    return list(items.join(""))
      .replace("alert_groups", `${given}${notes}alert_groups`)
      .replaceAll("\n", ending);
  })
  .filter((text) => rereading([{ name: "m.yaml", text }], nowhere)(new Map()).ok);

const anyEdits = fc.dictionary(
  fc.constantFrom("m0", "m1", "m2", "m3", "m4"),
  fc.option(
    fc.record(
      {
        title: fc.constantFrom("New", "Same", "$${x} two\u2028"),
        url: fc.constantFrom("http://a.test/", "http://new.test/"),
        interval_seconds: fc.constantFrom(60, 30, 45),
        depends_on: fc.constantFrom<string[][]>([], ["m9"]),
        timeout_seconds: fc.constantFrom(5, 7),
      },
      { requiredKeys: [] },
    ),
    { freq: 5 },
  ),
);

test("whatever hangs together: the files declare the state of the server, but for what is listed", () => {
  let complete = 0;
  fc.assert(
    fc.property(anyText, anyEdits, (text, edits) => {
      const { after, left, differing } = patch(text, edits);
      const listed = left.map((line) => line.replace("health_check_monitors ", ""));
      for (const one of differing)
        expect(
          listed.some((line) => line.startsWith(`${one} `) || line.startsWith(`${one}: remove`)),
          `${one} differs, and is not in ${JSON.stringify(left)}`,
        ).toBe(true);
      if (left.length === 0) complete += 1;
      expect(after.includes("\r\n") ? after.replaceAll("\r\n", "") : after).not.toContain("\r");
    }),
    { numRuns: 100 },
  );
  // Most of it can be written.
  expect(complete).toBeGreaterThan(30);
});

/** A part needs its description, and nothing else: what becomes of lists of items that the program does not know. */
import { newColumns } from "../support/new-references.ts";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { loadStored } from "../../src/app/declare/stored.ts";
import { plan } from "../../src/core/declare/plan.ts";
import { mask } from "../../src/core/declare/secrets.ts";
import { fromParts } from "../../src/app/declare/parts.ts";
import type { ResourceKind } from "../../src/core/model/model.ts";
import { formFields, valuesOf } from "../../src/http/site/form-fields.ts";
import { bodyOf } from "../../src/http/site/form-typed.ts";
import { exported } from "../../src/manifest/export.ts";
import { manifestSchema } from "../../src/manifest/json-schema.ts";
import { parseManifest } from "../../src/manifest/manifest.ts";
import { patched } from "../../src/manifest/patch.ts";
import { rereading } from "../../src/manifest/patch-net.ts";
import { nowhere } from "../../src/manifest/variables.ts";
import { manifestText } from "../../src/manifest/text.ts";
import { Directory } from "../../src/resource/references.ts";
import { runNow } from "../../src/store/kit/procedure.ts";
import { night } from "../support/builders.ts";
import { declaredIn, options, plantedStore, shown } from "../support/planted-store.ts";

const user = (id: string) => `  - { external_id: ${id}, email: ${id}@example.com }\n`;
const monitor = (id: string, more: string) =>
  `  - { external_id: ${id}, title: ${id}, url: "https://${id}.example/", alert_group: oncall${more} }\n`;
const manifest = (more: string, others = "", users = user("ada") + user("bo")) => `version: 1
project: shop
users:
${users}alert_groups:
  - { external_id: oncall, title: oncall, members: [ada@example.com] }
health_check_monitors:
${monitor("www", more)}${monitor("dns", others)}`;
const days = "{ name: days, users: [bo@example.com, Ada@Example.com], token: s3cret, relief: dns }";
const nights = "{ name: nights, users: [ada@example.com] }";
const both = manifest(`, layers: [${days}, ${nights}], watchers: [bo@example.com]`);

const issuesOf = (text: string) => {
  const parsed = parseManifest([{ name: "monitors.yaml", text }]);
  return [...parsed.warnings, ...(parsed.ok ? [] : parsed.issues)].map(({ message }) => message);
};

describe("in a file", () => {
  test("a name that is not declared, a repeated key and a cycle are found at their place", () => {
    expect(issuesOf(both.replace("users: [ada@", "users: [bo@example.com, eve@"))).toEqual([
      'layers[1].users[1] is "eve@example.com", which these files do not declare',
    ]);
    expect(issuesOf(both.replace("name: nights", "name: days"))).toEqual([
      '"days" is a layer already',
    ]);
    const back = manifest(`, layers: [${days}]`, ", layers: [{ name: x, users: [], relief: www }]");
    expect(issuesOf(back)).toEqual([
      'layers[0].relief has a cycle: "www" \u2192 "dns" \u2192 "www"',
    ]);
    expect(issuesOf(both.replace("name: nights,", "name: nights, timezone: Mars/X,"))).toEqual([
      expect.stringContaining("unknown time zone"),
    ]);
  });

  test("items of any shape are faults of their shape alone", () => {
    const shapes =
      "[null, 5, days, { users: null }, { name: x, users: [5, null], relief: {} }, []]";
    const parsed = parseManifest([
      { name: "monitors.yaml", text: manifest(`, layers: ${shapes}, watchers: { email: x }`) },
    ]);
    const issues = parsed.ok ? [] : parsed.issues;
    expect(issues.map(({ code, message }) => `${code} ${message}`)).toMatchSnapshot();
  });

  test("its schema has the fields of items, and what they require", () => {
    const { properties } = manifestSchema() as {
      properties: Record<string, { items: { properties: Record<string, unknown> } }>;
    };
    expect(properties["health_check_monitors"]!.items.properties).toMatchObject({
      layers: { anyOf: [{ items: { required: ["name", "users"] } }, { type: "null" }] },
      watchers: { anyOf: [{ items: { anyOf: [{}, { required: ["email"] }] } }, { type: "null" }] },
    });
  });
});

describe("in the database", () => {
  const { sqlite, context, actor, run, execute, apply, stored, ...store } =
    plantedStore(newColumns);
  const www = () => stored("health_check_monitors", "www");
  const idOf = (kind: ResourceKind, name: string) => stored(kind, name).id;
  const remove = (kind: ResourceKind, id: string) => store.remove(kind, idOf(kind, id));
  const all = () => runNow(loadStored(context, actor.org_id), execute);
  const changed = (text: string) => {
    const planned = plan(all(), declaredIn(text), options);
    return planned.ok ? shown(planned.changes).flatMap(({ fields }) => fields) : planned.faults;
  };
  const save = (id: string, given: object) =>
    run("save", {
      actor,
      kind: "health_check_monitors",
      id: idOf("health_check_monitors", id),
      given: given as never,
      complete: null as never,
      if_version: null,
      now: night,
    });
  afterAll(() => sqlite.close());
  beforeEach(() => {
    apply(both);
  });

  test("it holds ids, defaults and sealed secrets, and a plan of the same is empty", () => {
    const [ada, bo] = [idOf("users", "ada"), idOf("users", "bo")];
    expect(www()).toMatchObject({
      layers: [
        {
          name: "days",
          user_ids: [bo, ada],
          relief_id: idOf("health_check_monitors", "dns"),
          token: "s3cret",
          timezone: "UTC",
        },
        { name: "nights", user_ids: [ada], relief_id: null, token: null, timezone: "UTC" },
      ],
      watchers: [{ user_id: bo, loud: false }],
    });
    const row = sqlite.prepare("select layers from health_check_monitors").get();
    expect(JSON.stringify(row)).not.toContain("s3cret");
    expect(shown(apply(both))).toEqual([]);
  });

  test("a change within an item, items that come and go, and their order are shown by name", () => {
    expect(changed(both.replace("[bo@example.com, Ada@Example.com]", "[ada@example.com]"))).toEqual(
      [
        {
          field: "layers.days.users",
          from: ["bo@example.com", "ada@example.com"],
          to: ["ada@example.com"],
        },
      ],
    );
    expect(changed(both.replace("s3cret", "other"))).toEqual([
      { field: "layers.days.token", from: "***", to: "(secret, changed)" },
    ]);
    expect(changed(both.replace(`${days}, ${nights}`, `${nights}, ${days}`))).toEqual([
      { field: "layers", from: ["days", "nights"], to: ["nights", "days"] },
    ]);
    expect(changed(both.replace(`, ${nights}`, ""))).toEqual([
      { field: "layers", from: ["days", "nights"], to: ["days"] },
    ]);
    const watching = "watchers: [ada@example.com, { email: bo@example.com, loud: true }]";
    expect(changed(both.replace("watchers: [bo@example.com]", watching))).toEqual([
      { field: "watchers", from: ["bo@example.com"], to: ["ada@example.com", "bo@example.com"] },
      { field: "watchers.bo@example.com.loud", from: false, to: true },
    ]);
  });

  test("an item in front of the others, or one less, leaves them as they are", () => {
    const front = "{ name: front, users: [] }";
    expect(changed(both.replace("layers: [", `layers: [${front}, `))).toEqual([
      { field: "layers", from: ["days", "nights"], to: ["front", "days", "nights"] },
      { field: "layers.front.users", from: null, to: [] },
    ]);
    expect(changed(both.replace(`${days}, `, ""))).toEqual([
      { field: "layers", from: ["days", "nights"], to: ["nights"] },
    ]);
  });

  test("neither the order of a set nor that of keys is a change, and a text leaves what an item has", () => {
    const loud = "watchers: [{ email: bo@example.com, loud: true }, ada@example.com]";
    apply(both.replace("watchers: [bo@example.com]", loud));
    const turned = "watchers: [ada@example.com, { loud: true, email: BO@example.com }]";
    expect(changed(both.replace("watchers: [bo@example.com]", turned))).toEqual([]);
    const short = "watchers: [bo@example.com, ada@example.com, ' Ada@example.com ']";
    expect(changed(both.replace("watchers: [bo@example.com]", short))).toEqual([]);
    apply(both.replace("title: www", "title: WWW").replace("watchers: [bo@example.com]", short));
    expect(www()["watchers"]).toContainEqual({ user_id: idOf("users", "bo"), loud: true });
  });

  test("a single save names what is wrong in the order in which it was given, and keeps the order of keys", () => {
    const bad = { layers: [{ name: "z", user_ids: [idOf("users", "ada"), "gone"] }] };
    expect(save("dns", bad)).toMatchObject({
      faults: [{ field: "layers[0].user_ids[1]", code: "unknown_user" }],
    });
    expect(save("dns", { spare_ids: ["zz", idOf("health_check_monitors", "www")] })).toMatchObject({
      faults: [{ field: "spare_ids[0]" }],
    });
    const cycle = { layers: [{ name: "z", user_ids: [], relief_id: www().id }] };
    expect(save("dns", cycle)).toMatchObject({
      faults: [{ field: "layers[0].relief_id", message: expect.stringContaining("cycle") }],
    });
    const { version } = www() as unknown as { version: number };
    const turned = (www()["layers"] as object[]).map((one) =>
      Object.fromEntries(Object.entries(one).toReversed()),
    );
    expect(save("www", { layers: turned })).toMatchObject({ value: { resource: { version } } });
  });

  test("a mask stands for the secret of the item with the same key", () => {
    const { layers } = mask("health_check_monitors", www()) as { layers?: object[] };
    expect(layers).toMatchObject([{ token: "***" }, { token: null }]);
    expect(save("www", { layers: layers!.toReversed() })).toMatchObject({ ok: true });
    expect(www()["layers"]).toMatchObject([{ name: "nights" }, { name: "days", token: "s3cret" }]);
    expect(save("www", { layers: [{ ...layers![0], name: "new" }] })).toMatchObject({
      faults: [{ field: "layers[0].token", code: "secret_needed" }],
    });
  });

  test("what an item refers to is neither deleted nor pruned", () => {
    expect(remove("users", "bo")).toMatchObject({
      why: "conflict",
      message:
        'This user is still used by health check monitor "www" (www). Change or delete it first.',
    });
    const gone = both.replace(user("bo"), "").replace(/watchers: \[.*?\]/, "watchers: []");
    expect(changed(gone)).toMatchObject([
      { field: "health_check_monitors[0].layers[0].users", code: "pruned_user" },
    ]);
    expect(changed(both.replace(user("ada"), ""))).toMatchObject([
      { field: "alert_groups[0].members[0]", code: "pruned_user" },
      { field: "health_check_monitors[0].layers[0].users" },
      { field: "health_check_monitors[0].layers[1].users" },
    ]);
  });

  test("what is declared no longer goes in one apply with the items that led to it, or is replaced in them", () => {
    const without = both
      .replace(user("bo"), "")
      .replace(/watchers: \[.*?\]/, "watchers: []")
      .replace("users: [bo@example.com, ", "users: [");
    expect(shown(apply(without)).map(({ action, external_id }) => [action, external_id])).toEqual([
      ["update", "www"],
      ["delete", "bo"],
    ]);
    const replaced = without
      .replace("external_id: dns, title: dns", "external_id: ns, title: ns")
      .replace("relief: dns", "relief: ns");
    expect(shown(apply(replaced)).map(({ action, external_id }) => [action, external_id])).toEqual([
      ["update", "www"],
      ["create", "ns"],
      ["delete", "dns"],
    ]);
    const none = replaced.slice(0, replaced.indexOf("health_check_monitors:"));
    expect(shown(apply(none)).map(({ external_id }) => external_id)).toEqual(["www", "ns"]);
    apply("version: 1\nproject: shop\n");
  });

  test("what it led to and is gone is drift, and is left out when it is restored", () => {
    const { id } = www();
    remove("health_check_monitors", "www");
    expect(remove("users", "bo")).toEqual({ ok: true, value: null });
    expect(
      run("restore", { actor, kind: "health_check_monitors", id, external_id: null, now: night }),
    ).toMatchObject({ ok: true });
    expect(www()).toMatchObject({
      layers: [{ user_ids: [idOf("users", "ada")] }, { name: "nights" }],
      watchers: [],
    });
    const drift = run("drift", { actor, project: "shop", wanted: null, now: night });
    expect(drift.ok ? shown(fromParts(drift.value.changes)) : drift).toEqual([
      expect.objectContaining({ action: "create", external_id: "bo" }),
      expect.objectContaining({
        external_id: "www",
        fields: expect.arrayContaining([
          {
            field: "layers.days.users",
            from: ["ada@example.com"],
            to: ["bo@example.com", "ada@example.com"],
          },
          { field: "watchers", from: [], to: ["bo@example.com"] },
        ]),
      }),
    ]);
  });

  test("a user whose address the same plan changes is the same one, and so is a renamed monitor", () => {
    const renamed = both
      .replace("external_id: bo, email: bo@example.com", "external_id: bo, email: bob@example.com")
      .replaceAll("bo@example.com", "bob@example.com")
      .replace("external_id: dns,", "external_id: ns, previous_id: dns,")
      .replace("relief: dns", "relief: ns");
    expect(changed(renamed).filter((one) => one.field !== "external_id")).toEqual([
      { field: "email", from: "bo@example.com", to: "bob@example.com" },
    ]);
  });

  test("it is exported with names and variables, and written into the files that declare it", () => {
    const directory = new Directory();
    for (const { kind, fields, ...one } of all()) directory.add(kind, { ...fields, ...one });
    const answered = mask("health_check_monitors", www());
    const lists = { health_check_monitors: [answered as never] };
    const { declaration, variables } = exported("shop", lists, directory);
    expect(variables).toEqual(["WWW_DAYS_TOKEN"]);
    const text = manifestText({ ...declaration });
    expect(text).toContain(
      [
        "    layers:",
        "      - name: days",
        "        users:",
        "          - bo@example.com",
        "          - ada@example.com",
        "        relief: dns",
        '        token: "${WWW_DAYS_TOKEN:-***}"',
        "      - name: nights",
        "        users:",
        "          - ada@example.com",
        "    watchers:",
        "      - bo@example.com",
        "",
      ].join("\n"),
    );
    const old = manifest(", watchers: [ada@example.com, bo@example.com]");
    const reread = rereading([{ name: "monitors.yaml", text: old }], nowhere);
    const parsed = reread(new Map());
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    const update = {
      kind: "health_check_monitors" as const,
      external_id: "www",
      action: "update" as const,
      fields: changed(old),
    };
    const { texts, left } = patched(parsed.places, [update], declaration, reread);
    expect(left).toEqual([
      "health_check_monitors www: layers is a secret, which the server does not tell",
    ]);
    expect(texts.get("monitors.yaml")).toContain("watchers: [ bo@example.com ]");
  });

  test("a form has a line for each item, with titles in place of ids", () => {
    const known = {
      users: ["ada", "bo"].map((id) => ({ id: idOf("users", id), title: id })),
      health_check_monitors: [{ id: idOf("health_check_monitors", "dns"), title: "Name server" }],
    };
    const kind = "health_check_monitors";
    const fields = formFields(kind, known).filter(({ name }) => /layers|watchers/.test(name));
    const values = valuesOf(kind, fields, mask(kind, www()));
    expect(values).toEqual({
      layers: [
        'name: days, user_ids: [ bo, ada ], relief: Name server, token: "***", timezone: UTC\n' +
          "name: nights, users: [ ada ], relief: null, token: null, timezone: UTC",
      ].map((text) => text.replace("user_ids", "users").replace('"***"', '"***"')),
      watchers: ["email: bo, loud: false"],
    });
    const form = new URLSearchParams(
      Object.entries(values).map(([name, [text = ""]]): [string, string] => [name, text]),
    );
    const { layers, watchers } = bodyOf(kind, fields, form);
    expect({ layers, watchers }).toEqual({
      layers: mask(kind, www())["layers"],
      watchers: www()["watchers"],
    });
    form.set("watchers", "ada\n: not an item [");
    expect(bodyOf(kind, fields, form)["watchers"]).toEqual([
      idOf("users", "ada"),
      ": not an item [",
    ]);
  });
});

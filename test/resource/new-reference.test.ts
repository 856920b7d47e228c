/** A reference needs its description, and nothing else: what becomes of one that the program does not know. */
import { newColumns } from "../support/new-references.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plan } from "../../src/core/declare/plan.ts";
import type { ResourceKind } from "../../src/core/model/model.ts";
import { parseManifest } from "../../src/manifest/manifest.ts";

import { runNow } from "../../src/store/kit/procedure.ts";

import { fromParts } from "../../src/app/declare/parts.ts";
import { loadStored } from "../../src/app/declare/stored.ts";
import { answerBasically } from "../ctl/basic-api.ts";
import { startFakeApi, type FakeApi } from "../ctl/fake-api.ts";
import { newPlace, type Place } from "../ctl/run.ts";
import { night } from "../support/builders.ts";
import { declaredIn, options, plantedStore, shown } from "../support/planted-store.ts";

const manifest = (monitors: string, groups = "oncall, spare") => `version: 1
project: shop
alert_groups:
${groups
  .split(", ")
  .map((id) => `  - { external_id: ${id}, title: ${id} }\n`)
  .join("")}health_check_monitors:
${monitors}`;
const monitor = (id: string, more: string) =>
  `  - { external_id: ${id}, title: ${id}, url: "https://${id}.example/", alert_group: oncall, ${more} }\n`;
const both = manifest(
  monitor("www", "fallback_group: spare, spares: [dns]") + monitor("dns", "fallback_group: spare"),
);

describe("in a plan", () => {
  test("a target that is not there is named, with the nearest one", () => {
    const planned = plan([], declaredIn(manifest(monitor("www", "fallback_group: spar"))), options);
    expect(planned).toMatchObject({
      faults: [
        {
          field: "health_check_monitors[0].fallback_group",
          code: "unknown_alert_group",
          message: 'references unknown alert group "spar", did you mean "spare"?',
        },
      ],
    });
  });

  test("a cycle is found without a server, and by it", () => {
    const text = manifest(monitor("a", "spares: [b]") + monitor("b", "spares: [a]"));
    const parsed = parseManifest([{ name: "monitors.yaml", text }]);
    expect(parsed.ok ? [] : parsed.issues).toMatchObject([
      { line: 7, message: 'spares has a cycle: "a" → "b" → "a"' },
    ]);
  });
});

describe("in the database", () => {
  const { sqlite, context, actor, run, execute, apply, stored, ...store } =
    plantedStore(newColumns);
  afterAll(() => sqlite.close());
  beforeEach(() => void apply(both));

  test("it holds ids, and a plan of the same is empty", () => {
    const www = stored("health_check_monitors", "www");
    expect(www["fallback_group_id"]).toBe(stored("alert_groups", "spare").id);
    expect(www["spare_ids"]).toEqual([stored("health_check_monitors", "dns").id]);
    expect(shown(apply(both))).toEqual([]);
  });

  test("a change of it is shown by name", () => {
    const changes = shown(apply(both.replace("spare, spares: [dns]", "oncall")));
    expect(changes).toEqual([
      {
        action: "update",
        external_id: "www",
        fields: [
          { field: "fallback_group", from: "spare", to: "oncall" },
          { field: "spares", from: ["dns"], to: null },
        ],
      },
    ]);
  });

  test("a single save refuses what is not there, and a cycle", () => {
    const save = (given: object) =>
      run("save", {
        actor,
        kind: "health_check_monitors",
        id: stored("health_check_monitors", "dns").id,
        given: given as never,
        complete: null as never,
        if_version: null,
        now: night,
      });
    expect(save({ fallback_group_id: "gone" })).toMatchObject({
      faults: [{ field: "fallback_group_id", code: "unknown_alert_group" }],
    });
    const back = { spare_ids: [stored("health_check_monitors", "www").id] };
    expect(save(back)).toMatchObject({
      faults: [{ field: "spare_ids[0]", message: 'has a cycle: "dns" → "www" → "dns"' }],
    });
  });

  test("what it refers to is not deleted", () => {
    const remove = (kind: ResourceKind, id: string) => store.remove(kind, stored(kind, id).id);
    expect(remove("alert_groups", "spare")).toMatchObject({
      why: "conflict",
      message:
        'This alert group is still used by health check monitor "www" (www), health check monitor "dns" (dns). Change or delete them first.',
    });
    expect(remove("health_check_monitors", "dns")).toMatchObject({
      message:
        'This health check monitor is still used by health check monitor "www" (www). Change or delete it first.',
    });
  });

  test("nor pruned, while something that stays refers to it", () => {
    const all = runNow(loadStored(context, actor.org_id), execute);
    const gone = declaredIn(both.replace("  - { external_id: spare, title: spare }\n", ""));
    expect(plan(all, gone, options)).toMatchObject({
      faults: [
        {
          field: "health_check_monitors[0].fallback_group",
          code: "pruned_alert_group",
          message:
            'alert group "spare" would be deleted but is still used by health_check_monitors www',
        },
        { field: "health_check_monitors[1].fallback_group" },
      ],
    });
    expect(plan(all, [], { ...options, project: "other" })).toMatchObject({ ok: true });
  });

  test("what it led to and is gone is drift", () => {
    const { id } = stored("alert_groups", "spare");
    sqlite.exec("update health_check_monitors set fallback_group_id = null");
    expect(store.remove("alert_groups", id)).toEqual({ ok: true, value: null });
    const drift = run("drift", { actor, project: "shop", wanted: null, now: night });
    expect(drift.ok ? shown(fromParts(drift.value.changes)) : drift).toEqual([
      expect.objectContaining({ action: "create", external_id: "spare" }),
      {
        action: "update",
        external_id: "www",
        fields: [{ field: "fallback_group", from: null, to: "spare" }],
      },
      {
        action: "update",
        external_id: "dns",
        fields: [{ field: "fallback_group", from: null, to: "spare" }],
      },
    ]);
  });

  test("a member's is written and read, and the member stays when its target is deleted", () => {
    const people = `users:
  - { external_id: ada, email: ada@example.com }
  - { external_id: bo, email: bo@example.com }
`;
    const declared = both
      .replace("alert_groups:", `${people}alert_groups:`)
      .replace(
        "title: oncall }",
        "title: oncall, members: [{ email: ada@example.com, stand_in: bo@example.com }] }",
      );
    apply(declared);
    expect(shown(apply(declared))).toEqual([]);
    const [group_id, ada, bo] = [
      stored("alert_groups", "oncall"),
      stored("users", "ada"),
      stored("users", "bo"),
    ].map(({ id }) => id) as [string, string, string];
    const standIn = () => runNow(context.of.members.find({ group_id, user_id: ada }), execute);
    expect(standIn()).toMatchObject([{ stand_in_id: bo }]);
    const given = { stand_in_id: "nobody" } as object;
    expect(run("set_member", { actor, group_id, user_id: ada, given, now: night })).toMatchObject({
      faults: [{ field: "stand_in_id", code: "unknown_user" }],
    });
    expect(store.remove("users", bo)).toEqual({ ok: true, value: null });
    expect(standIn()).toMatchObject([{ stand_in_id: null }]);
    run("restore", { actor, kind: "users", id: bo, external_id: null, now: night });
    expect(standIn()).toHaveLength(1);
  });
});

describe("from outside", () => {
  let api: FakeApi;
  let place: Place;
  beforeAll(async () => {
    api = await startFakeApi({});
    place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "key" });
  });
  afterAll(async () => {
    place[Symbol.dispose]();
    await api[Symbol.asyncDispose]();
  });

  test("a server without plans gets ids, after what they lead to; export writes names", async () => {
    const kinds = ["users", "alert_groups", "health_check_monitors", "webhook_monitors"];
    const kept = answerBasically(api.answers, kinds);
    kept["health_check_monitors"]!.push({
      id: "old",
      external_id: "old",
      title: "old",
      url: "https://old.example/",
      alert_group_id: "none",
      fallback_group_id: null,
      spare_ids: null,
    });
    place.write("monitors.yaml", both);
    const applied = await place.inside(["apply"]);
    expect(applied.code, applied.stderr).toBe(0);
    expect(kept["health_check_monitors"]!.slice(1)).toMatchObject([
      { external_id: "dns", fallback_group_id: "id-2", spare_ids: null },
      { external_id: "www", fallback_group_id: "id-2", spare_ids: ["id-3"] },
    ]);
    expect((await place.inside(["plan"])).stdout).toContain("Nothing to do");

    const exported = await place.inside(["export", "--project", "shop"]);
    expect(exported.stdout).toContain("fallback_group: spare\n");
    expect(exported.stdout).toContain("spares:\n      - dns\n");
  });

  test("references of items are ids there, too, and names in an export", async () => {
    const kinds = ["users", "alert_groups", "health_check_monitors", "webhook_monitors"];
    const kept = answerBasically(api.answers, kinds);
    const none = { spare_ids: null, fallback_group_id: null, layers: [], watchers: [] };
    kept["health_check_monitors"]!.push({ ...none, id: "old", external_id: "old" });
    const layers = "layers: [{ name: days, users: [bo@example.com, ada@example.com] }]";
    place.write(
      "monitors.yaml",
      `${manifest(monitor("www", `${layers}, watchers: [bo@example.com]`))}users:
  - { external_id: ada, email: ada@example.com }
  - { external_id: bo, email: bo@example.com }
`.replace("title: oncall }", "title: oncall, members: [ada@example.com] }"),
    );
    const applied = await place.inside(["apply"]);
    expect(applied.code, applied.stderr).toBe(0);
    const [ada, bo] = kept["users"]!.map(({ id }) => id);
    expect(kept["health_check_monitors"]![1]).toMatchObject({
      layers: [{ name: "days", user_ids: [bo, ada] }],
      watchers: [bo],
    });
    expect((await place.inside(["plan"])).stdout).toContain("Nothing to do");
    const exported = await place.inside(["export", "--project", "shop"]);
    expect(exported.stdout).toContain("        users:\n          - bo@example.com\n");
    expect(exported.stdout).toContain("    members:\n      - ada@example.com\n");
  });
});

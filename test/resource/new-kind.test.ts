/** A kind needs its description, a table, and nothing else: what becomes of one that the program does not know. */
import { calendar, calendars } from "../support/new-kind.ts";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rules } from "../../src/core/declare/rules.ts";
import { fieldsOf } from "../../src/ctl/input/fields.ts";
import { resource as present } from "../../src/http/answer/present.ts";
import { describeApi } from "../../src/http/document/description.ts";
import { editables } from "../../src/http/site/editables.ts";
import { formFields } from "../../src/http/site/form-fields.ts";
import { resourceReads } from "../../src/store/reads/resources.ts";
import { runNow } from "../../src/store/kit/procedure.ts";
import { sqliteTables } from "../../src/store/sqlite/schema.ts";
import { answerBasically } from "../ctl/basic-api.ts";
import { startFakeApi, type FakeApi } from "../ctl/fake-api.ts";
import { newPlace, type Place } from "../ctl/run.ts";
import { night } from "../support/builders.ts";
import { declaredIn, plantedStore, shown } from "../support/planted-store.ts";

const manifest = (more: string) => `version: 1
project: shop
calendars:
  - { external_id: weekdays, title: Weekdays${more} }
`;

describe("in the database", () => {
  const { sqlite, context, actor, run, execute, apply, stored, remove } = plantedStore([
    `create table calendars (id text primary key, org_id text not null, project text, version integer not null,
         inserted_at integer not null, updated_at integer not null, title text not null, description text,
         timezone text not null, protect integer not null, external_id text)`,
  ]);
  const weekdays = () => stored(calendars, "weekdays");
  afterAll(() => sqlite.close());
  beforeEach(() => void apply(manifest("")));

  test("it is applied with its defaults, and a plan of the same is empty", () => {
    expect(weekdays()).toMatchObject({ title: "Weekdays", description: null, timezone: "UTC" });
    expect(shown(apply(manifest("")))).toEqual([]);
    expect(shown(apply(manifest(", timezone: Europe/Oslo")))).toEqual([
      {
        action: "update",
        external_id: "weekdays",
        fields: [{ field: "timezone", from: "UTC", to: "Europe/Oslo" }],
      },
    ]);
  });

  test("its table has the indexes of every kind", () => {
    const { [calendars]: table } = sqliteTables;
    expect(getTableConfig(table).indexes.map(({ config }) => config.name)).toEqual([
      "calendars_external_id",
      "calendars_order",
    ]);
  });

  test("its fields are judged by their meaning", () => {
    expect(() => declaredIn(manifest(", timezone: Mars/X"))).toThrow("unknown time zone");
    expect(rules(calendars, { timezone: "Mars/X" })).toMatchObject([{ field: "timezone" }]);
  });

  test("it is read as it is declared, without a running state", () => {
    const { resource } = resourceReads(context, ((read: unknown) => read) as never);
    const read = resource as unknown as (...asked: unknown[]) => never;
    const row = runNow(read(calendars, actor.org_id, weekdays().id, night), execute) as never;
    const caller = { scopes: ["read" as const] };
    expect(Object.keys(present(calendars, row, "", caller)).sort()).toEqual(
      fieldsOf(calendars).sort(),
    );
  });

  test("it is deleted, and restored under its id", () => {
    const { id } = weekdays();
    expect(remove(calendars, id)).toEqual({ ok: true, value: null });
    expect(weekdays()).toBeUndefined();
    const now = night + 1;
    expect(run("restore", { actor, kind: calendars, id, external_id: null, now })).toMatchObject({
      ok: true,
      value: { id, title: "Weekdays", project: null },
    });
    run("remove", { actor, kind: calendars, id, if_version: null, now });
  });

  test("one that is no longer declared is pruned", () => {
    const empty = "version: 1\nproject: shop\n";
    expect(shown(apply(empty))).toEqual([
      { action: "delete", external_id: "weekdays", fields: [] },
    ]);
    expect(weekdays()).toBeUndefined();
  });
});

test("it has a form, a page of the dashboard and a tag of the API document", () => {
  expect(editables).toContainEqual({
    kind: calendars,
    list: ["/calendars", "Calendars"],
    noun: "calendar",
    scope: "write",
    path: "/calendars",
    consequences: "Its days end.",
  });
  const inputs = formFields(calendars, {});
  expect(inputs.map(({ name }) => name)).toEqual(Object.keys(calendar.fields));
  const { tags } = describeApi("1").openapi as { tags: { name: string }[] };
  expect(tags).toContainEqual({ name: calendars, description: calendar.about });
});

describe("from outside", () => {
  let api: FakeApi;
  let place: Place;
  beforeAll(async () => {
    api = await startFakeApi({});
    place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "key" });
    answerBasically(api.answers, [
      "users",
      calendars,
      "alert_groups",
      "health_check_monitors",
      "webhook_monitors",
    ]);
  });
  afterAll(async () => {
    place[Symbol.dispose]();
    await api[Symbol.asyncDispose]();
  });

  test("it is applied, listed, described and exported", async () => {
    const done = async (...args: string[]) => {
      const { code, stdout, stderr } = await place.inside(args);
      expect(code, stderr).toBe(0);
      return stdout;
    };
    place.write("monitors.yaml", manifest(", timezone: Europe/Oslo"));
    expect(await done("validate")).toContain("1 calendar");
    expect(await done("apply")).toContain("calendar  weekdays  create");
    expect(await done("plan")).toContain("Nothing to do");
    expect(await done("get", "cal")).toMatch(
      /EXTERNAL ID +TITLE +TIMEZONE\nweekdays +Weekdays +Europe\/Oslo\n/,
    );
    expect(await done("describe", "cal/weekdays")).toContain("timezone  Europe/Oslo");
    expect(await done("export", "--project", "shop")).toContain(
      "calendars:\n  - external_id: weekdays\n    title: Weekdays\n    timezone: Europe/Oslo\n",
    );
  });
});

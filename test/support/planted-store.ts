/** A store in memory with tables and columns of fields or kinds that a test adds. */
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import type { Actor } from "../../src/app/audit.ts";
import { fromParts, toParts } from "../../src/app/declare/parts.ts";
import type { Verbs } from "../../src/app/store.ts";
import { verbs } from "../../src/app/verbs.ts";
import type { PlannedChange } from "../../src/core/declare/plan.ts";
import type { ResourceKind } from "../../src/core/model/model.ts";
import { parseManifest } from "../../src/manifest/manifest.ts";
import { wantedOf } from "../../src/manifest/wanted.ts";
import { contextOf } from "../../src/store/queries/context.ts";
import { runNow, type Procedure } from "../../src/store/kit/procedure.ts";
import { makeKey, Secrets } from "../../src/store/kit/secrets.ts";
import { makeExecute } from "../../src/store/sqlite/execute.ts";
import { sqliteKit } from "../../src/store/kit/kit.ts";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { sqliteTablesOf } from "../../src/store/sqlite/schema.ts";
import { night } from "./builders.ts";

/** The resources of a manifest, as a plan takes them; throws its mistakes. */
export function declaredIn(text: string) {
  const parsed = parseManifest([{ name: "monitors.yaml", text }]);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return wantedOf(parsed.declaration);
}

/** The options of a plan of the project `shop` that deletes whatever is left out. */
export const options = { project: "shop", adopt: false, prune: { max: 100, detach: false } };

/** The changes of a plan without those that change nothing. */
export const shown = (changes: readonly PlannedChange[]) =>
  changes
    .filter(({ action }) => action !== "unchanged")
    .map(({ action, external_id, fields }) => ({ action, external_id, fields }));

/** `sql`: adds the columns and tables. */
export function plantedStore(sql: readonly string[]) {
  const sqlite = new Sqlite(":memory:");
  migrate(sqlite, night);
  for (const statement of sql) sqlite.exec(statement);
  const secrets = new Secrets();
  secrets.use([makeKey()]);
  const context = contextOf(sqliteKit, drizzle(sqlite), sqliteTablesOf(secrets));
  const execute = makeExecute();
  const run = <V extends keyof Verbs>(verb: V, input: Parameters<Verbs[V]>[0]) =>
    runNow(
      (verbs[verb] as (c: typeof context, asked: typeof input) => Procedure<unknown>)(
        context,
        input,
      ),
      execute,
    ) as ReturnType<Verbs[V]>;
  const { id: org_id } = run("create_organization", { name: "Shop", now: night });
  const actor: Actor = { org_id, name: "ci", request_id: null };
  return {
    sqlite,
    context,
    actor,
    run,
    execute,
    /** Applies a manifest; throws why it was refused. */
    apply: (text: string) => {
      const applied = run("apply", {
        ...options,
        actor,
        wanted: toParts(declaredIn(text)),
        revision: null,
        dry: false,
        now: night,
      });
      if (!applied.ok) throw new Error(JSON.stringify(applied));
      return fromParts(applied.value.changes);
    },
    /** The row of a resource. */
    stored: (kind: ResourceKind, external_id: string) =>
      runNow(context.of[kind as "users"].first({ external_id }), execute) as unknown as Record<
        string,
        unknown
      > & { id: string },
    remove: (kind: ResourceKind, id: string) =>
      run("remove", { actor, kind, id, if_version: null, now: night }),
  };
}

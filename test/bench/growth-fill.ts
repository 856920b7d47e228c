/**
 * A database of a given size, made by copying rows that the service wrote. It can be stopped at any time: the next call
 * goes on if the database is still there. In the order in which rows come: each index grows at its end, so that its pages
 * are fuller than those of a busy year.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "../../src/app/store.ts";
import { groupSpec, healthSpec, keeping, webhookSpec } from "../support/builders.ts";
import { together, type Copies } from "./copies.ts";
import type { Growing } from "./growing.ts";

export interface Scale {
  /** Half of them are checked, half wait for reports. */
  monitors: number;
  reports: number;
}

/** Of each webhook monitor. */
const reportsOfOne = 2000;
/** Of each incident. */
const linesOfOne = 7;
const day = 86_400_000;
/** The first report came then, the last one of the largest scale 29 days later. */
const begin = Date.UTC(2026, 9, 1);
export const now = begin + 29 * day;
const retention = keeping(30 * day);

/** An id by its number; SQL and TypeScript say the same. */
const idSql = (kind: string, i = "i") => `(1000000000 + ${i}) || '-${kind}'`;
export const idOf = (kind: "webhook" | "health" | "incident", i: number) =>
  `${1_000_000_000 + i}-${kind}`;
/** When the monitor with this number was made, and its incident opened. */
export const madeAt = (i: number) => begin + i;

/** The rows that are copied, made by the service: their ids. */
interface Models {
  webhook: string;
  health: string;
  incident: string;
  /** A monitor with a report and this incident. */
  fired: string;
}

/** Fills a database up to a size; in the folder is what was done. */
export async function fill(
  database: Growing,
  folder: string,
  { monitors, reports }: Scale,
): Promise<void> {
  const modelsFile = join(folder, "models.json");
  if (!existsSync(modelsFile))
    writeFileSync(modelsFile, JSON.stringify(await makeModels(database)));
  const models = JSON.parse(readFileSync(modelsFile, "utf8")) as Models;
  const half = monitors / 2;
  await database.fill(async (run) => {
    const copy = makeCopy(run, join(folder, "filled.json"));
    const inserted_at = `${begin} + i`;
    await copy("webhook_monitors", models.webhook, half, {
      id: idSql("webhook"),
      title: "'Errors ' || i",
      webhook_hash: "'hash ' || i",
      inserted_at,
    });
    await copy("subjects", models.webhook, half, { id: idSql("webhook") });
    await copy("health_check_monitors", models.health, half, {
      id: idSql("health"),
      title: "'Monitor ' || i",
      inserted_at,
    });
    await copy("subjects", models.health, half, {
      id: idSql("health"),
      due_at: `${now} - 60000 + i % 60000`,
    });
    await copy("incidents", models.incident, half, {
      id: idSql("incident"),
      number: "10 + i",
      source_id: idSql("webhook"),
      status: "'resolved'",
      opened_at: inserted_at,
      resolved_at: inserted_at,
      act_at: "null",
    });
    await copy("timeline", models.incident, half * linesOfOne, {
      id: idSql("line"),
      incident_id: idSql("incident", `i / ${linesOfOne}`),
      at: `${begin} + i`,
    });
    const subject_id = (share: number) => idSql("webhook", `i / ${reportsOfOne / share}`);
    const at = (share: number) => `${begin} + i * ${25 * share}`;
    await copy("arrivals", models.fired, reports / 20, { subject_id: subject_id(20), at: at(20) });
    await copy("error_minutes", models.fired, reports / 10, {
      subject_id: subject_id(10),
      at: at(10),
    });
    await copy("reports", models.fired, reports, {
      // As those of the service it begins with its instant: PostgreSQL has partitions by that.
      id: `${database.prefixSql(at(1))} || ${idSql("report")}`,
      subject_id: subject_id(1),
      at: at(1),
    });
  });
}

/** The column that says which row of a table is the model. */
const modelColumn: Record<string, string> = {
  timeline: "incident_id",
  arrivals: "subject_id",
  error_minutes: "subject_id",
  reports: "subject_id",
};

/** Copies up to a number, from where the last call ended. */
function makeCopy(run: (copies: Copies) => void | Promise<void>, file: string) {
  const done = (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}) as Record<
    string,
    number
  >;
  return async (table: string, id: string, until: number, set: Record<string, string>) => {
    const name = `${table} ${id}`;
    const model = `${modelColumn[table] ?? "id"} = '${id}'`;
    for (let from = done[name] ?? 0; from < until; from = done[name]) {
      const to = Math.min(until, from + together);
      await run({ table, model, from, to, set });
      done[name] = to;
      writeFileSync(file, JSON.stringify(done));
    }
  };
}

async function makeModels(database: Growing): Promise<Models> {
  const store = await database.open();
  try {
    await makePartitions(store);
    const organization = await store.run("create_organization", { name: "bench", now: begin });
    const actor = { org_id: organization.id, name: "bench", request_id: null };
    const save = async (kind: string, fields: object) => {
      const outcome = await store.run("save", {
        actor,
        kind,
        id: null,
        given: fields,
        complete: fields,
        if_version: null,
        now: begin,
      } as never);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome));
      return (outcome.value as { resource: { id: string } }).resource.id;
    };
    const alert_group_id = await save("alert_groups", groupSpec());
    const counting = { error_rate_threshold: 1_000_000_000, error_rate_window_minutes: 60 };
    const [webhook, fired] = [
      await save("webhook_monitors", webhookSpec({ ...counting, title: "Counts", alert_group_id })),
      await save(
        "webhook_monitors",
        webhookSpec({ title: "Fires", error_rate_threshold: 1, alert_group_id }),
      ),
    ];
    const health = await save("health_check_monitors", healthSpec({ alert_group_id }));
    const report = { at: begin, message: "boom", source: null, meta: null };
    await store.run("report", { subject_id: fired, reports: [report], now: begin });
    const page = { org_id: organization.id, limit: 1, after: null };
    const [incident] = await store.read.incidents(page);
    return { webhook, health, fired, incident: incident!.id };
  } finally {
    await store.close();
  }
}

/** As the janitor of a service makes them that ran all the time. */
async function makePartitions(store: Store): Promise<void> {
  for (let at = begin; at <= now; at += day)
    while ((await store.run("make_partitions", { now: at, retention })).more);
}

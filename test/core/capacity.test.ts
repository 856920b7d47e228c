import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { capacityLines, capacityOf, type Load } from "../../src/core/capacity/capacity.ts";
import { measured } from "../../src/core/capacity/measured.ts";

const load: Load = {
  monitors: 100,
  interval: 60,
  reports: 10,
  people: 10,
  database: "sqlite",
  retentionDays: 30,
};

test("each constant is that of the bench", () => {
  const rows = JSON.parse(readFileSync("test/bench/figures.json", "utf8")) as { row: string }[];
  const textOf = (name: string) => JSON.stringify(rows.find(({ row }) => row === name));
  expect(textOf("checks-tls")).toContain("0.841 s per 1,000");
  expect(textOf("databases")).toContain("58 µs (and 44 µs in the server)");
  expect(textOf("databases")).toContain("SQLite 52 µs");
  expect(textOf("ingest-200")).toContain(`${measured.mostReports.sqlite}/s`);
  expect(textOf("nodes")).toContain(`${measured.mostReports.postgres}/s`);
  expect(textOf("memory-load")).toContain(`${measured.memory.load} MiB`);
  expect(textOf("idle")).toContain(`${measured.memory.rest} MiB`);
  expect(textOf("memory-checks")).toContain(`${measured.memory.with10000} MiB`);
  expect(textOf("history-sqlite")).toContain(`${measured.history.sqlite} MB`);
  expect(textOf("history-postgresql")).toContain(`${measured.history.postgres} MB`);
  expect(textOf("growth-sqlite")).toContain(`100 M reports, ${measured.reports.sqlite} GB`);
  expect(textOf("growth-postgresql")).toContain(`100 M reports, ${measured.reports.postgres} GB`);
  expect(textOf("storm")).toContain(`"value":${measured.pushes.seconds}`);
});

test("a small team needs one small machine", () => {
  expect(capacityOf(load)).toMatchObject({
    nodes: 1,
    cores: 1,
    serverCores: 0,
    memory: 320 * 2 ** 20,
    databases: 1,
  });
});

test("cores grow with checks, memory with monitors, disk with reports and their retention", () => {
  const large = capacityOf({ ...load, monitors: 60_000 });
  expect(large.checksPerSecond).toBe(1000);
  // 0.841 s of CPU a second, of which each core gives 0.6.
  expect(large.cores).toBe(2);
  expect(large.memory).toBeGreaterThan(700 * 2 ** 20);
  const kept = (days: number) => capacityOf({ ...load, retentionDays: days }).disk;
  expect(kept(60) - kept(30)).toBeCloseTo(10 * 86_400 * 30 * 163);
});

test("PostgreSQL has nodes of one thread, and a server of its own", () => {
  const plan = capacityOf({ ...load, monitors: 60_000, reports: 5000, database: "postgres" });
  expect(plan).toMatchObject({ nodes: 2, serverCores: 1, databases: 1 });
});

test("more reports than one database was seen to take are divided", () => {
  expect(capacityOf({ ...load, reports: 40_000 }).databases).toBe(3);
  expect(capacityOf({ ...load, reports: 20_000, database: "postgres" })).toMatchObject({
    databases: 3,
    serverCores: 3,
  });
});

test("the lines say what is needed, and when SQLite is not enough", () => {
  const lines = (more: Partial<Load>) =>
    capacityLines({ ...load, ...more }).map((line) => line.join(" | "));
  expect(lines({})).toContain("databases | 1 | one is enough");
  expect(lines({}).join("\n")).toContain("everybody | < 1 s");
  expect(lines({ people: 3000 }).join("\n")).toContain("everybody | 2 s");
  expect(lines({ monitors: 600_000 })[1]).toMatch(/^nodes \| \d+ \| more than one SQLite can have/);
  expect(lines({ reports: 40_000, database: "postgres" }).at(-1)).toMatch(
    /divide the organizations/,
  );
  expect(lines({ database: "postgres" }).join("\n")).toContain("PostgreSQL cores");
});

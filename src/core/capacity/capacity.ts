/** The needs of a load: cores, memory, disk, and when one database is not enough. Pure. */
import { formatBytes } from "../text/bytes.ts";
import { measured } from "./measured.ts";

export interface Load {
  monitors: number;
  /** Between two checks of a monitor, s. */
  interval: number;
  /** Error reports a second, in a busy minute. */
  reports: number;
  people: number;
  database: "sqlite" | "postgres";
  /** How long error reports are kept. */
  retentionDays: number;
}

export interface Capacity {
  checksPerSecond: number;
  nodes: number;
  /** All nodes together. */
  cores: number;
  /** Cores of the PostgreSQL server; 0: SQLite needs none. */
  serverCores: number;
  /** Bytes, for each node. */
  memory: number;
  /** Bytes of the database; SQLite has it on the disk of the node. */
  disk: number;
  /** Until every person has a page of one incident, s. */
  pageEverybody: number;
  /** Organizations, each with a database of its own, that the reports must be divided among; 1: no need. */
  databases: number;
}

/** Cores and limits are used to this part: the rest is for storms, and for a machine that others use, too. */
const used = 0.6;
/** The threads of a node that work: HTTP, checks and pushes on one, SQLite's writer on the other. */
const threads = { sqlite: 2, postgres: 1 } as const;
const mib = 2 ** 20;
/** The least that is advised for a node, MiB. */
const leastMemory = 256;

/** The needs of a load. Divides no work that one node can do. */
export function capacityOf(load: Load): Capacity {
  const { database } = load;
  const checksPerSecond = load.monitors / load.interval;
  const databases = Math.max(1, Math.ceil(load.reports / (used * measured.mostReports[database])));
  const cpu = checksPerSecond * measured.check.value + load.reports * measured.report[database];
  const perNode = used * threads[database];
  // SQLite has one node for each database.
  const nodes = Math.max(database === "sqlite" ? databases : 1, Math.ceil(cpu / perNode));
  const { load: full, rest, with10000 } = measured.memory;
  const memory = full + ((with10000 - rest) * load.monitors) / 10_000;
  const reports = load.reports * 86_400 * load.retentionDays;
  const history = measured.history[database] * 1000 * load.monitors;
  return {
    checksPerSecond,
    nodes,
    cores: Math.max(nodes, Math.ceil(cpu / used)),
    serverCores:
      database === "sqlite"
        ? 0
        : Math.max(databases, Math.ceil((load.reports * measured.serverReport.value) / used)),
    memory: Math.max(leastMemory, Math.ceil(memory / 64) * 64) * mib,
    disk: history + reports * measured.reports[database] * 10,
    pageEverybody: (load.people * measured.pushes.seconds) / measured.pushes.count,
    databases,
  };
}

/** Lines for people: the need, how much, and the reason. */
export function capacityLines(load: Load): [what: string, value: string, why: string][] {
  const plan = capacityOf(load);
  const { database } = load;
  const count = (n: number) => n.toLocaleString("en-US", { maximumFractionDigits: 1 });
  const tooMany = database === "sqlite" && plan.nodes > plan.databases;
  return [
    ["checks", `${count(plan.checksPerSecond)}/s`, "monitors ÷ interval"],
    [
      "nodes",
      count(plan.nodes),
      tooMany
        ? "more than one SQLite can have: take PostgreSQL, or several installations"
        : "one more lets one of them fail",
    ],
    ["cores", count(plan.cores), "of all nodes together, used to 60 %"],
    ["memory", formatBytes(plan.memory), "of each node"],
    ...(database === "sqlite"
      ? []
      : ([["PostgreSQL cores", count(plan.serverCores), "of the server, used to 60 %"]] as [
          string,
          string,
          string,
        ][])),
    [
      database === "sqlite" ? "disk" : "PostgreSQL size",
      formatBytes(plan.disk),
      "a year of history and the reports that are kept; as much again for backups",
    ],
    [
      "a page to everybody",
      plan.pageEverybody < 1 ? "< 1 s" : `${count(plan.pageEverybody)} s`,
      "one device each, to fast push servers",
    ],
    [
      "databases",
      count(plan.databases),
      plan.databases === 1 ? "one is enough" : "divide the organizations among them",
    ],
  ];
}

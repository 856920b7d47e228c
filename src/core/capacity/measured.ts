/**
 * The cost of work, as `npm run bench` measured it (`test/bench/figures.json`; a test compares them). `row`: the row that the
 * figure is from. A machine with faster cores needs less of them.
 */
export const measured = {
  /** CPU of a check over a fresh connection with TLS, s. A kept connection takes a tenth, one without TLS a third. */
  check: { value: 0.841 / 1000, row: "checks-tls" },
  /** CPU of a durable error report, s. */
  report: { sqlite: 52e-6, postgres: 58e-6, row: "databases" },
  /** CPU of the PostgreSQL server for a report, s. */
  serverReport: { value: 44e-6, row: "databases" },
  /** Durable reports a second on two cores, at most: of SQLite, and of two nodes that share two cores with PostgreSQL. */
  mostReports: { sqlite: 32_613, postgres: 12_480, rows: ["ingest-200", "nodes"] },
  /** Memory in a minute of full load, at rest, and with 10,000 monitors, MiB. */
  memory: { load: 273, rest: 126, with10000: 225, rows: ["memory-load", "idle", "memory-checks"] },
  /** A year of 1,000 monitors that are checked once a minute, MB. */
  history: { sqlite: 558, postgres: 396, rows: ["history-sqlite", "history-postgresql"] },
  /** 100,000 monitors with 100 million error reports, GB. */
  reports: { sqlite: 16.3, postgres: 24.5, rows: ["growth-sqlite", "growth-postgresql"] },
  /** 3,000 pushes of 1,000 incidents: until the last was sent, s. */
  pushes: { count: 3000, seconds: 1.97, row: "storm" },
} as const;

/** Why a row falls short of its goal, by its name; a row that reaches it has no line here. */
export const shortfalls: Record<string, string> = {
  "ingest-200":
    "A report takes 42 µs of CPU, of which the HTTP server has some 20; most of the rest is the commit, 1.5 pages for each report.",
  "ingest-2000":
    "Each report is one of few of its monitor, so that the journal's pieces, which are by monitor, save little.",
  "ingest-slow-1": "The closed loop: 128 connections share the commits that fit beside each wait.",
  alertmanager:
    "Alertmanager answers from memory; ours is on the disk by then, with its rule decided.",
  databases:
    "The journal of SQLite needs all monitors in the memory of one writer. Here each is read and locked, 75 columns as text, and a third of the cost is the garbage while requests wait.",
  nodes:
    "A transaction has half as many reports, at the same four round trips: each costs as much as some 15 reports.",
  checks: "On SQLite the commit of the batch and the hand-over to the writer are most of it.",
  "checks-fresh":
    "Of a check the collector takes a quarter, the commit of the batch as much, the new connection the rest.",
  growth:
    "A batch goes to five tables, and a file of 16 GB does not fit into the memory that is left: some of their pages come from the disk.",
  idle: "Most of it is V8's: the sources of the libraries and their compiled code.",
  "ctl-get": "Node takes 20 ms for itself and about as much to load its HTTP client.",
  "list-page": "Rows are made into resources, and their secrets are opened.",
  "list-whole": "At the edge of what a stream over a database in the same process can do.",
};

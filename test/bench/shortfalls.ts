/** Why a row falls short of its goal, by its name; a row that reaches it has no line here. */
export const shortfalls: Record<string, string> = {
  "ingest-2000":
    "Each report is one of few of its monitor: the body of every one is kept, and the pieces that the journal writes to the tables have ten reports, so that half of the writer's time are commits.",
  alertmanager:
    "Alertmanager answers from memory; ours is on the disk by then, with its rule decided. Of 38 µs of CPU a bare server takes 17, the rest of the main thread 6, the writer 13, the collector 2.",
  databases:
    "The journal of SQLite needs all monitors in the memory of one writer. Here each is read and locked, 75 columns as text; the collector takes a quarter of the CPU.",
  nodes:
    "A transaction has 61 reports with one node and 31 with two: half as many share its beginning and its commit.",
  checks:
    "A bare request of the HTTP client takes 32 µs of CPU, the writer 36: two fifths of that are SQLite, a third is the kernel, most of it for pages of the WAL.",
  idle: "57 MiB of it are mapped files: Node and its libraries. The rest are the heaps of two threads after a collection.",
  "memory-load":
    "The heaps of two threads grow until they are collected; a minute later it is 139 MiB.",
  retention:
    "It deletes in pieces of 1 ms between the batches of reports; more in a second would make reports wait longer. The index of reports by monitor is scattered: each one deleted changes another page.",
  "ctl-apply":
    "The second apply is recorded although it changes nothing: the daemon takes 0.72 s of CPU for it, and 0.40 for a plan. Of the client's 0.70 s, 0.47 are reading and checking the YAML.",
  "memory-checks":
    "110 MiB are there without monitors; the fields that the checks of a monitor follow are kept in memory, a kilobyte each; the rest was not profiled.",
  growth:
    "A batch goes to five tables, and a file of 16 GB does not fit into the memory that is left: some of their pages come from the disk.",
};

/** Why a row falls short of its goal, by its name; a row that reaches it has no line here. */
export const shortfalls: Record<string, string> = {
  "ingest-2000":
    "Each report is one of few of its monitor: the body of every one is kept, and the pieces that the journal writes to the tables have ten reports, so that half of the writer's time are commits.",
  "ingest-slow-5":
    "The closed loop: 64 of 128 senders share a commit of 6 ms, while the others wait for the next.",
  alertmanager:
    "Alertmanager answers from memory; ours is on the disk by then, with its rule decided. Of 45 µs of CPU the HTTP server takes some 20, the writer 13, the collector 5.",
  databases:
    "The journal of SQLite needs all monitors in the memory of one writer. Here each is read and locked, 75 columns as text, and a third of the cost is the garbage while requests wait.",
  nodes:
    "A transaction has half as many reports, at the same four round trips: each costs as much as some 15 reports.",
  checks: "On SQLite the commit of the batch and the hand-over to the writer are most of it.",
  "checks-fresh":
    "Of a check the collector takes a quarter, the commit of the batch as much, the new connection the rest.",
  growth:
    "A batch goes to five tables, and a file of 16 GB does not fit into the memory that is left: some of their pages come from the disk.",
  "list-page": "The peer opens no secrets: opening the webhook ids is 0.24 of the 0.63 ms.",
  "list-whole": "At the edge of what a stream over a database in the same process can do.",
};

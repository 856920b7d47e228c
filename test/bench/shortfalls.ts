/** Why a row falls short of its goal, by its name; a row that reaches it has no line here. */
export const shortfalls: Record<string, string> = {
  "ingest-2000":
    "Each report is one of few of its monitor: the body of every one is kept, and the pieces that the journal writes to the tables have ten reports. A commit of 60 reports writes 50 pages: 21 are bodies, 10 of their index, 7 of the counts.",
  alertmanager:
    "Alertmanager answers from memory; ours is on the disk by then, with its rule decided. Of 35 µs of CPU a bare server takes 17, the rest of the main thread 5, the writer 11, the collector 2. On the same machine the ratio was 1.06 when it was fast, and 0.83 an hour later.",
  nodes:
    "Two nodes that share nothing cost as much as two on one database, and with 128 senders for each of them it is still 1.16: two busy processes on two cores cost more than one. Each waits 5 to 9 % of the time for the other's monitors, which takes no CPU.",
  push: "The report and the claim of its push wait for a commit, two threads and a sync of the disk. The machine was slower than a day before, when it was 2.2 ms; the version of then took 2.7 and 3.4 ms in the hour of this figure.",
  idle: "57 MiB of it are mapped files: Node and its libraries. The rest are the heaps of two threads after a collection.",
  "memory-load":
    "The heaps of two threads grow until they are collected; a minute later it is 139 MiB.",
  "memory-checks":
    "110 MiB are there without monitors; the fields that the checks of a monitor follow are kept in memory, a kilobyte each; the rest was not profiled.",
};

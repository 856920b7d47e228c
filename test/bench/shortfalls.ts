/** Why a row falls short of its goal, by its name; a row that reaches it has no line here. */
export const shortfalls: Record<string, string> = {
  "ingest-2000":
    "Each report is one of few of its monitor: the body of every one is kept, and the pieces that the journal writes to the tables have ten reports. A commit of 60 reports writes 50 pages: 21 are bodies, 10 of their index, 7 of the counts.",
  alertmanager:
    "Alertmanager answers from memory; ours is on the disk by then, with its rule decided. Of 35 µs of CPU on a fast machine a bare server takes 17, the rest of the main thread 5, the writer 11, the collector 2. The ratio follows the machine: 0.77 and 0.80 within an hour on the same one.",
  nodes:
    "Two nodes that share nothing cost as much as two on one database, and with 128 senders for each of them it is still 1.16: two busy processes on two cores cost more than one. Each waits 5 to 9 % of the time for the other's monitors, which takes no CPU.",
};

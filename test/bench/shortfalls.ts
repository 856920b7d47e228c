/** Why a row falls short of its goal, by its name; a row that reaches it has no line here. */
export const shortfalls: Record<string, string> = {
  alertmanager:
    "Alertmanager answers from memory; ours is on the disk by then, with its rule decided. Of 41 µs of CPU a bare server takes some 20, the rest of the main thread 8, the writer 11, the collector 2. The ratio follows the machine: from 0.82 to 0.95 within two hours.",
  idle: "The watchdog is a thread with an isolate of its own and takes 11.6 MiB: without it the same build takes 115 MiB. A thread that shares none with the rest is what makes it trustworthy.",
  "memory-checks":
    "12 MiB are the watchdog. A check a minute makes a connection of its own, which leaves more garbage than one that was kept: 18 MiB.",
  "memory-load": "12 MiB are the watchdog; the state at rest before it has grown by 21 MiB in all.",
  nodes:
    "Two nodes that share nothing cost as much as two on one database, and with 128 senders for each of them it is still 1.16: two busy processes on two cores cost more than one. Each waits 5 to 9 % of the time for the other's monitors, which takes no CPU.",
};

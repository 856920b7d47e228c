/** Why a row falls short of its goal, by its name; a row that reaches it has no line here. */
export const shortfalls: Record<string, string> = {
  alertmanager:
    "Alertmanager answers from memory; ours is on the disk by then, with its rule decided. Of 41 µs of CPU a bare server takes some 20, the rest of the main thread 8, the writer 11, the collector 2. The ratio follows the machine: from 0.82 to 0.95 within two hours.",
  nodes:
    "Two nodes that share nothing cost as much as two on one database, and with 128 senders for each of them it is still 1.16: two busy processes on two cores cost more than one. Each waits 5 to 9 % of the time for the other's monitors, which takes no CPU.",
};

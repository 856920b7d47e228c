/** Why a row falls short of its goal, by its name; a row that reaches it has no line here. */
export const shortfalls: Record<string, string> = {
  alertmanager:
    "Alertmanager answers from memory; ours is on the disk by then, with its rule decided. Of 35 µs of CPU on a fast machine a bare server takes 17, the rest of the main thread 5, the writer 11, the collector 2. The ratios follow the machine: hours earlier on the same one it was 1.07 of the requests at 0.80 of the CPU.",
  push: "The machine was slow: after a rest Alertmanager took 1.4 ms, in place of the 0.46 ms of hours earlier. Then the row was 2.27 and 5.1 ms.",
  nodes:
    "Two nodes that share nothing cost as much as two on one database, and with 128 senders for each of them it is still 1.16: two busy processes on two cores cost more than one. Each waits 5 to 9 % of the time for the other's monitors, which takes no CPU.",
};

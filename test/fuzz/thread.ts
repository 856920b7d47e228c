/** Fuzzes one target in a thread of its own, which can be ended when a text has no end. */
import { parentPort, workerData } from "node:worker_threads";
import { chanceOf } from "./chance.ts";
import { Coverage } from "./coverage.ts";
import { fuzz } from "./loop.ts";
import { targets } from "./targets/all.ts";

/** `input`: the length of the text that is being read, and its characters. */
export interface Task {
  target: string;
  seed: number;
  seconds: number;
  input: SharedArrayBuffer;
}

const { target: name, seed, seconds, input } = workerData as Task;
const target = targets.find((one) => one.name === name)!;
const length = new Int32Array(input, 0, 2);
const characters = new Uint16Array(input, 8);
const end = performance.now() + seconds * 1000;
const outcome = await fuzz(target, {
  chance: chanceOf(seed),
  coverage: new Coverage(),
  goesOn: () => performance.now() < end,
  begins(text) {
    for (let i = 0; i < text.length && i < characters.length; i++)
      characters[i] = text.charCodeAt(i);
    length[0] = text.length;
    Atomics.add(length, 1, 1);
  },
});
parentPort!.postMessage(outcome);

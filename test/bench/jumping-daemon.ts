/**
 * The built daemon on a clock that jumps ahead by ten minutes at each SIGUSR2, as if the machine had slept: so long is it
 * between two looks for old rows. Says in JSON where it listens, and what it deleted.
 */
import { pino } from "pino";
import type { readConfig as ReadConfig } from "../../src/daemon/config/config.ts";
import type { machineClock as Machine } from "../../src/daemon/clock.ts";
import type { startDaemon as Start } from "../../src/daemon/daemon.ts";

const built = async <T>(file: string) =>
  (await import(new URL(`../../dist/daemon/${file}.js`, import.meta.url).href)) as T;
const { startDaemon } = await built<{ startDaemon: typeof Start }>("daemon");
const { machineClock } = await built<{ machineClock: typeof Machine }>("clock");
const { readConfig } = await built<{ readConfig: typeof ReadConfig }>("config/config");

const read = readConfig({ flags: {}, env: process.env, readFile: () => "" });
if (!read.ok) throw new Error(read.problems.join("\n"));

let jumped = 0;
process.on("SIGUSR2", () => (jumped += 10 * 60_000));

const daemon = await startDaemon(read.config, {
  log: pino(),
  machine: {
    read() {
      const { wall, steady, boot } = machineClock.read();
      return { wall: wall + jumped, steady: steady + jumped, boot };
    },
    sleep: machineClock.sleep,
  },
});
process.on("SIGTERM", () => void daemon.stop());
console.log(`listens on ${daemon.url}`);

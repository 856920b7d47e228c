/**
 * A daemon in a process of its own, with a watchdog that is soon done. It stops the part that its argument names: for ever, or
 * the main thread until a file is there. `full`: its output has no room when it does.
 */
import { existsSync, readFileSync } from "node:fs";
import type { Limits } from "../../src/core/status/watchdog.ts";
import { readConfig } from "../../src/daemon/config/config.ts";
import { startDaemon } from "../../src/daemon/daemon.ts";
import { makeLog } from "../../src/daemon/log.ts";
import { Watchdog } from "../../src/daemon/watch/watchdog.ts";
import { startWriterThread, type StartWriter } from "../../src/store/sqlite/start-writer.ts";

const [part = "", folder = "", until = "", output = ""] = process.argv.slice(2);
const patient: Limits = { between: 50, told: 1e9, ends: 1e9 };
const told: Limits = { between: 50, told: 1500, ends: until === "" ? 3000 : 1e9 };
const bounds = {
  main: part === "main" ? told : patient,
  writing: part === "writing" ? told : patient,
};

const read = readConfig({
  flags: { port: "0", "data-dir": folder, "log-format": "text" },
  env: {},
  readFile: (path) => readFileSync(path, "utf8"),
});
if (!read.ok) throw new Error(read.problems.join());
let stopped = false;
const startWriter: StartWriter = async (options, on) => {
  const program = new URL("../../src/app/writer.ts", import.meta.url);
  const writer = await startWriterThread(program)(options, on);
  return { ...writer, send: (batch) => (stopped ? undefined : writer.send(batch)) };
};
const log = makeLog(read.config, process.stdout, false);
const watchdog = new Watchdog();
const daemon = await startDaemon(read.config, {
  log,
  startWriter,
  counting: (store) => watchdog.counting(store),
});
const onStanding = daemon.exceptions.of("standstill");
watchdog.start({ bounds, plain: true }, { log, onStanding });
if (output === "full") process.stdout.write("x".repeat(1024 * 1024));
if (part === "writing") stopped = true;
else while (until === "" || !existsSync(until));

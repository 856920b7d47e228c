/** A wall clock that a test moves, for processes of its own: by libfaketime, which leaves the steady clock alone. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [library] = globSync("/usr/lib/{*/,}faketime/libfaketimeMT.so.1");

const envOf = (file: string) => ({
  LD_PRELOAD: library!,
  FAKETIME_TIMESTAMP_FILE: file,
  // The file is read at each call.
  FAKETIME_NO_CACHE: "1",
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
});

/** A clock that shows real time until it is moved. The processes that follow it are started with `env`. */
export function movedClock() {
  const folder = mkdtempSync(join(tmpdir(), "monitord-clock-"));
  // PostgreSQL runs as another user than these tests do.
  chmodSync(folder, 0o755);
  const file = join(folder, "offset");
  /** Moves it to so many seconds ahead of real time, for all processes at once. */
  const set = (seconds: number): void => {
    // As a whole: a process never reads half of it.
    writeFileSync(`${file}.next`, `${seconds >= 0 ? "+" : ""}${seconds}\n`);
    renameSync(`${file}.next`, file);
  };
  set(0);
  return { env: envOf(file), set, end: () => rmSync(folder, { recursive: true }) };
}

/** False where libfaketime is not installed, or moves the steady clock of Node too. */
export const canMoveClock = library !== undefined && movesTheWallClockAlone();

function movesTheWallClockAlone(): boolean {
  if (!existsSync("/proc/uptime")) return false;
  const clock = movedClock();
  clock.set(86_400);
  const script = "console.log(Date.now(), require('node:os').uptime())";
  const { stdout } = spawnSync(process.execPath, ["-e", script], {
    env: { ...process.env, ...clock.env },
    encoding: "utf8",
  });
  const here = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" }).stdout;
  clock.end();
  const [[wall, steady], [wallHere, steadyHere]] = [stdout, here].map((text) =>
    text.split(" ").map(Number),
  ) as [[number, number], [number, number]];
  return wall - wallHere > 80_000_000 && Math.abs(steady - steadyHere) < 1000;
}

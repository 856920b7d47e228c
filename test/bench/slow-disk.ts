/** Ingest on a disk whose fsync takes longer: this machine's answers in some 50 µs, a cloud volume's in 1 to 10 ms. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchIngest } from "./ingest.ts";
import type { Bound, Row } from "./row.ts";

/** A library that is loaded before libc's, and waits before each sync. */
const shim = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
static void wait_first(void) { usleep(atoi(getenv("SLOW_SYNC_US"))); }
int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  wait_first();
  return real(fd);
}
int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  wait_first();
  return real(fd);
}
`;

/** 200 monitors, each fsync longer by `ms`. */
export async function benchSlowDisk(ms: number, goal: Bound): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "monitord-slow-"));
  try {
    const source = join(folder, "slow.c");
    const library = join(folder, "slow.so");
    writeFileSync(source, shim);
    execFileSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"]);
    const row = await benchIngest(200, goal, {
      LD_PRELOAD: library,
      SLOW_SYNC_US: String(ms * 1000),
    });
    return { ...row, name: `${row.name}, each fsync ${ms} ms longer` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

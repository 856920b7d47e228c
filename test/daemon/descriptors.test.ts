/** Descriptors that get short are said once, and end nothing. */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { descriptorsOf, startDescriptorWatch } from "../../src/daemon/watch/descriptors.ts";
import { MovableClock } from "../support/clock.ts";
import { ServiceClock } from "../../src/daemon/clock.ts";

test("are counted by what the system says", () => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-fd-"));
  mkdirSync(join(folder, "fd"));
  for (const name of ["0", "1", "2"]) writeFileSync(join(folder, "fd", name), "");
  writeFileSync(
    join(folder, "limits"),
    "Max open files            256                  4096   files\n",
  );
  expect(descriptorsOf(folder)).toEqual({ open: 3, most: 256 });
  rmSync(folder, { recursive: true });
  expect(descriptorsOf(folder)).toBe(null);
});

test("one warning when they get short, and one line when they are enough", async () => {
  const machine = new MovableClock();
  const clock = new ServiceClock(machine, "wall");
  const lines: string[] = [];
  let open = 10;
  const watch = startDescriptorWatch({
    clock,
    onError: (error) => lines.push(String(error)),
    log: {
      info: (text: unknown) => void lines.push(`info ${String(text)}`),
      warn: (text: unknown) => void lines.push(`warn ${String(text)}`),
    },
    descriptors: () => ({ open, most: 100 }),
  });
  const pass = () => machine.advance(6_000, () => watch.resting());
  await pass();
  expect(lines).toEqual([]);
  open = 95;
  await pass();
  open = 88;
  await pass();
  expect(lines).toEqual([expect.stringMatching(/^warn descriptors are short/)]);
  open = 20;
  await pass();
  expect(lines.at(-1)).toBe("info descriptors are enough again");
  expect(lines).toHaveLength(2);
  await watch.stop();
});

import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { formatDuration } from "../../src/core/text/duration.ts";

test("the script of the dashboard says a duration as the server does", () => {
  const script = readFileSync(
    new URL("../../src/dashboard/assets/live.js", import.meta.url),
    "utf8",
  );
  const [source] = /function formatDuration\(ms\) \{.*?\n {2}\}\n/s.exec(script)!;
  const inBrowser = runInNewContext(`${source} formatDuration`) as typeof formatDuration;
  for (const seconds of [-5, 0, 45, 59, 60, 3599, 3600, 5400, 12_000, 172_799, 172_800, 9e6])
    expect(inBrowser(seconds * 1000)).toBe(formatDuration(seconds * 1000));
});

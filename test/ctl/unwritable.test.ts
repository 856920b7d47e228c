/** Output, files and folders that cannot be written: one sentence, a documented exit code, and never an endless loop. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { monitorctl } from "../support/programs.ts";
import { newPlace, type Place } from "./run.ts";

let http: HttpSide;
let place: Place;
beforeEach(async () => {
  http = await startHttp();
  place = newPlace({ MONITORCTL_URL: http.siteUrl, MONITORCTL_API_KEY: http.keys.admin });
  place.write(
    "m.yaml",
    "version: 1\nproject: shop\nalert_groups: [{ external_id: oncall, title: On call }]\n",
  );
});
afterEach(async () => {
  place[Symbol.dispose]();
  await http.end();
});

describe.runIf(existsSync("/dev/full"))("an output on a full disk", () => {
  async function onFullDisk(...args: string[]) {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [monitorctl, ...args], {
      cwd: place.folder,
      env: place.env,
      stdio: ["ignore", full, "pipe"],
    });
    let stderr = "";
    child.stderr!.on("data", (part) => (stderr += String(part)));
    const [code] = (await once(child, "close")) as [number | null];
    closeSync(full);
    return { code, stderr };
  }
  const sentence = (ending: string) =>
    `error[output] the output cannot be written: ENOSPC: no space left on device, write${ending}\n  try: free space on the disk, or send the output elsewhere\n`;

  test.each([[["--version"]], [["schema"]], [["whoami"]], [["plan", "m.yaml"]]])(
    "ends %j with a sentence",
    async (args) => {
      const { code, stderr } = await onFullDisk(...args);
      expect([code, stderr]).toEqual([1, sentence("")]);
    },
  );

  test("leaves no doubt about a change that was made", async () => {
    expect(await onFullDisk("apply", "m.yaml")).toEqual({
      code: 1,
      stderr: sentence("; the change was made"),
    });
    expect((await http.api("GET", "/alert_groups")).json).toMatchObject([{ project: "shop" }]);
  });

  test("does not keep a command that is run from its end and its report", async () => {
    await http.api("POST", "/webhook_monitors", {
      title: "Job",
      external_id: "job",
      alert_group_id: (
        (await http.api("POST", "/alert_groups", { title: "A" })).json as { id: string }
      ).id,
    });
    const script = "echo begun; sleep 0.2; touch ended; exit 3";
    const { code, stderr } = await onFullDisk("run", "wh/job", "--", "sh", "-c", script);
    expect([code, stderr]).toEqual([3, sentence("; the command ended with exit code 3")]);
    expect(existsSync(join(place.folder, "ended"))).toBe(true);
  });
});

describe("a file or folder that cannot be written is wrong input, with the next step", () => {
  test.each<[string[], string]>([
    [["plan", "m.yaml", "--out", "no/p.json"], "no/p.json cannot be written: its folder does not"],
    [["plan", "m.yaml", "--out", "."], ". cannot be written: it is a folder"],
    [["schema", "--out", "no/s.json"], "no/s.json cannot be written: its folder does not exist"],
    [["import", "gatus", "gatus.yaml", "--project", "shop", "--out", "no/m.yaml"], "no/m.yaml"],
    [
      ["import", "gatus", "gatus.yaml", "--project", "shop", "--out", "sub.yaml", "--overwrite"],
      "sub.yaml",
    ],
    [["export", "--project", "shop", "--dir", "m.yaml/x"], "a part of its path is a file"],
    [["apply", "m.yaml", "--events-file", "no/e.jsonl"], "no/e.jsonl cannot be written"],
  ])("%j", async (args, said) => {
    place.write("gatus.yaml", "endpoints: [{ name: Shop, url: https://shop.example }]\n");
    mkdirSync(join(place.folder, "sub.yaml"));
    await place.inside(["apply", "m.yaml"]);
    const { code, stderr } = await place.inside(args);
    expect([code, stderr]).toEqual([3, expect.stringContaining(said)]);
    expect(stderr).toMatch(/^error\[not_written\] .+\n {2}try: .+\n$/);
  });

  test("also of init", async () => {
    const { code, stderr } = await place.ctl(["init"], { below: "gone" });
    expect([code, stderr]).toEqual([
      3,
      "error[not_written] monitors.yaml cannot be written: its folder does not exist\n  try: run it in a folder that you can write to\n",
    ]);
  });
});

describe.runIf(existsSync("/proc/self"))("below a folder that can hold none", () => {
  test("nothing waits forever", { timeout: 20_000 }, async () => {
    const env = { HOME: "/proc/self", XDG_CONFIG_HOME: "", XDG_CACHE_HOME: "" };
    expect((await place.spawned(["--version"], { env })).code).toBe(0);
    const dir = await place.spawned(["export", "--dir", "/proc/self/monitors"]);
    expect([dir.code, dir.stderr]).toEqual([3, expect.stringContaining("cannot be written")]);
    const login = await place.spawned(["login", http.siteUrl, "--with-key"], {
      env: { ...env, MONITORCTL_API_KEY: "" },
      input: http.keys.admin,
    });
    expect([login.code, login.stderr]).toEqual([
      3,
      expect.stringContaining("MONITORCTL_CONFIG_DIR"),
    ]);
  });
});

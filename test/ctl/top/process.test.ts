/** The program where there is no terminal, and what it loads for whom. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as answers from "../../support/answers.ts";
import { problem, startFakeApi, type FakeApi } from "../fake-api.ts";
import { newPlace, type Place } from "../run.ts";
import { health, incident } from "./given.ts";

describe("without a terminal", () => {
  let api: FakeApi;
  let place: Place;
  beforeAll(async () => {
    api = await startFakeApi({
      "GET /me": { body: answers.me() },
      "GET /incidents": ({ path }) => ({
        body: path.includes("unresolved=true") ? [incident(1)] : [],
      }),
      "GET /incidents/incident-1": {
        body: answers.incidentDetail({
          ...incident(1),
          notifications: [answers.notification({ user_id: "ada" })],
        }),
      },
      "GET /health_check_monitors": {
        body: [
          health(1, { status: "down", status_reason: "\u001b[31mred" }),
          ...Array.from({ length: 40 }, (_, i) => health(100 + i)),
        ],
      },
      "GET /webhook_monitors": { body: [] },
      "GET /alert_groups": { body: [] },
      "GET /users": { body: [answers.user({ id: "ada" })] },
    });
    place = newPlace({
      MONITORCTL_URL: api.url,
      MONITORCTL_API_KEY: "mon_x",
      TZ: "UTC",
    });
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  test.each([[["top"]], [["dashboard"]], [["top", "--once"]]])(
    "%j prints one frame and ends",
    async (args) => {
      const { stdout, stderr, code } = await place.ctl(args);
      expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
      const lines = stdout.split("\n");
      expect(lines[0]).toBe(" ✗ 1 unacknowledged incident, 1 failing, 40 healthy");
      expect(lines[1]).toMatch(/ · laptop \(read\), Example +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(stdout).toContain("reached nobody");
      expect(stdout).toContain("�[31mred");
      expect(stdout).toMatch(/ 24 more: monitorctl status\n$/);
      expect(lines.length).toBeLessThanOrEqual(24);
      expect(stdout).not.toContain("\u001b");
    },
  );

  test("the frame is as large as COLUMNS and LINES say", async () => {
    const { stdout } = await place.ctl(["top"], {
      env: { COLUMNS: "120", LINES: "60" },
    });
    expect(stdout).toContain("Service 139");
    expect(stdout).toContain("P1");
  });

  test("colour is there when it is asked for", async () => {
    const { stdout } = await place.ctl(["top"], { env: { FORCE_COLOR: "1" } });
    expect(stdout).toContain("\u001b[31m");
  });

  test("a key that is refused, no key, and no server have their exit codes", async () => {
    const me = api.answers["GET /me"]!;
    api.answers["GET /me"] = problem(401, "The key was revoked.");
    const refused = await place.ctl(["top"]);
    api.answers["GET /me"] = me;
    expect(refused.code).toBe(4);
    expect(refused.stdout).toBe("");
    const unsigned = await place.ctl(["top"], {
      env: { MONITORCTL_API_KEY: "" },
    });
    expect(unsigned.code).toBe(4);
    const gone = await startFakeApi({});
    await gone[Symbol.asyncDispose]();
    const away = await place.ctl(["top", "--url", gone.url]);
    expect(away.code).toBe(9);
    expect(away.stderr).toContain("connection refused");
  });
});

describe("what paints on terminals", () => {
  const src = fileURLToPath(new URL("../../../src", import.meta.url));
  const painting = /^(ink|react)$/;

  /** Packages that are loaded with a file: its imports, and theirs; not those that wait for a call. */
  function loadedWith(file: string, seen = new Set<string>()): Set<string> {
    const packages = new Set<string>();
    if (seen.has(file)) return packages;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    const imports = text.matchAll(
      /^(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"/gm,
    );
    for (const match of imports) {
      const name = (match[1] ?? match[2])!;
      if (!name.startsWith(".")) packages.add(name);
      else for (const more of loadedWith(resolve(dirname(file), name), seen)) packages.add(more);
    }
    return packages;
  }
  const painters = (file: string) =>
    [...loadedWith(join(src, file))].filter((name) => painting.test(name));

  test("is loaded for the dashboard", () => {
    expect(painters("ctl/top/run.ts").sort()).toEqual(["ink", "react"]);
  });

  test("and only in a terminal: a frame for a pipe needs none of it", () => {
    expect(painters("ctl/commands/tools/top.ts")).toEqual([]);
  });

  test("and for nothing else", () => {
    const others = readdirSync(src, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .filter((file) => !file.startsWith("ctl/top/"))
      .filter((file) => painters(file).length > 0);
    expect(others.map((file) => relative(src, join(src, file)))).toEqual([]);
  });
});

/** The notice that the server is newer: once a day, to people alone. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { version } from "../../src/ctl/call/version.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { newPlace, type Place, type Terminal } from "./run.ts";

let http: HttpSide;
let place: Place;

async function serverOf(named: string): Promise<void> {
  http = await startHttp({ version: named });
  place = newPlace({ MONITORCTL_URL: http.siteUrl, MONITORCTL_API_KEY: http.keys.admin });
}
const notice = async (more: Terminal = {}) =>
  (await place.typed(["whoami"], "", { env: { CI: "" }, ...more })).stderr;

beforeEach(() => serverOf("99.0.0"));
afterEach(async () => {
  place[Symbol.dispose]();
  await http.end();
});

test("says it on a terminal, and again after a day", async () => {
  const now = Date.UTC(2026, 10, 21, 3);
  expect(await notice({ now })).toContain(
    `The server runs monitord 99.0.0, and this is monitorctl ${version}. Update it: monitorctl guide install\n`,
  );
  expect(await notice({ now: now + 23 * 3600_000 })).toBe("");
  expect(await notice({ now: now + 25 * 3600_000 })).toContain("99.0.0");
});

test.each([
  ["in CI", { env: { CI: "true" } }],
  ["in a pipe", { isTTY: false }],
])("says nothing %s", async (_, more) => {
  expect(await notice(more)).toBe("");
});

test.each(["0.9.0", version, "of my own"])("says nothing of %s", async (named) => {
  place[Symbol.dispose]();
  await http.end();
  await serverOf(named);
  expect(await notice()).toBe("");
});

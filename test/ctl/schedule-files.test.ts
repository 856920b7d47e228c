/** Schedules in files: what a plan says of turns, and an export that another server has the same shifts of. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Shift } from "../../src/api/on-call/schedules.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { clockTo } from "../support/people.ts";
import { newPlace, type Place } from "./run.ts";

let http: HttpSide;
let place: Place;
beforeEach(async () => ({ http, place } = await server("2026-11-25T12:00:00Z")));
afterEach(() => end({ http, place }));

async function server(now: string): Promise<{ http: HttpSide; place: Place }> {
  const http = await startHttp();
  await clockTo(http, now);
  const place = newPlace({
    MONITORCTL_URL: http.siteUrl,
    MONITORCTL_API_KEY: http.keys.admin,
  });
  return { http, place };
}

async function end({ http, place }: { http: HttpSide; place: Place }): Promise<void> {
  place[Symbol.dispose]();
  await http.end();
}

const people = ["ada", "bob", "cyd", "dan", "eve"];
const manifest = (week: string) => `version: 1
project: shop
users:
${people.map((name) => `  - { external_id: ${name}, email: ${name}@example.com, name: ${name[0]!.toUpperCase()}${name.slice(1)} }`).join("\n")}
schedules:
  - { external_id: week, title: Week, timezone: Europe/Berlin, ${week} }
`;
const turns = (names: string) =>
  `people: [${names
    .split(" ")
    .map((name) => `${name}@example.com`)
    .join(", ")}]`;

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await place.inside(args);
  expect(code, stderr).toBe(0);
  return stdout;
}

async function applied(week: string): Promise<string> {
  place.write("week.yaml", manifest(week));
  return run("apply", "-f", "week.yaml", "--yes");
}

test("a plan says who is on call now, and whose turns move", async () => {
  const base = `${turns("ada bob cyd")}, start: "2026-11-30"`;
  expect(await applied(base)).toContain("begins Mon 30 Nov 09:00 with Ada");
  await http.clock.jump(14 * 86_400_000, () => true);
  place.write("week.yaml", manifest(`${turns("ada bob cyd dan")}, start: "2026-11-30"`));
  const text = await run("plan", "-f", "week.yaml");
  expect(text).toMatch(
    /~ schedule week .*\n {4}people {2}\+ dan@example\.com\n {4}on call now: Bob, unchanged until Mon 14 Dec 09:00\n {4}then Cyd, Dan \(was Ada\), Ada \(21 → 28 Dec\)\n\n/,
  );
  const markdown = await run("plan", "-f", "week.yaml", "-o", "md");
  expect(markdown).toContain("    on call now: Bob, unchanged until Mon 14 Dec 09:00\n");
  const { changes } = JSON.parse(await run("plan", "-f", "week.yaml", "-o", "json"));
  expect(changes.find((one: { kind: string }) => one.kind === "schedules").turns[1]).toBe(
    "then Cyd, Dan (was Ada), Ada (21 → 28 Dec)",
  );
  expect(await run("apply", "-f", "week.yaml", "--yes")).toContain("on call now: Bob, unchanged");
});

test("a plan says which start gives the turns of now to an empty server", async () => {
  await applied(`${turns("ada bob cyd")}, start: "2026-11-30"`);
  await http.clock.jump(14 * 86_400_000, () => true);
  place.write(
    "week.yaml",
    manifest(`${turns("ada bob cyd")}, start: "2026-11-30", handoff_cron: "0 17 * * FRI"`),
  );
  expect(await run("plan", "-f", "week.yaml")).toContain(
    "    on an empty server, start: 2026-11-30 gives other turns; an export writes 2026-11-27\n",
  );
});

test("a plan says whose turn it is where somebody else is on call", async () => {
  await applied(turns("ada bob"));
  const [week] = (await http.api("GET", "/schedules")).json;
  const users = (await http.api("GET", "/users")).json as { id: string; email: string }[];
  const dan = users.find(({ email }) => email === "dan@example.com")!;
  await http.api("POST", `/schedules/${week.id}/overrides`, {
    mode: "take",
    user_id: dan.id,
    until: "2026-11-26T00:00:00Z",
  });
  place.write("week.yaml", manifest(turns("ada bob eve")));
  expect(await run("plan", "-f", "week.yaml")).toContain("turn now: Ada, unchanged until");
});

test("a strict apply is refused while a group leaves a time without a person, or a phone without a test", async () => {
  place.write(
    "week.yaml",
    `${manifest(`${turns("ada bob")}, contact_hours_from: "09:00:00", contact_hours_to: "17:00:00"`)}alert_groups:
  - { external_id: oncall, title: On call, schedules: [week] }
`,
  );
  const { code, stderr } = await place.inside(["apply", "-f", "week.yaml", "--yes", "--strict"]);
  expect(code).not.toBe(0);
  expect(stderr).toContain(
    'schedule "week" has nobody on call every day 17:00–09:00 (Europe/Berlin)',
  );
  expect(stderr).toContain(
    'schedule "week" has people on call whose phones have answered no test: Ada (now), Bob (Mon 30 Nov 09:00)',
  );
  expect((await http.api("GET", "/schedules")).json).toEqual([]);
});

test.each<[string, string[]]>([
  ["as it was made", [turns("ada bob cyd")]],
  [
    "with a person more",
    [
      `${turns("ada bob cyd")}, start: "2026-11-30"`,
      `${turns("ada dan bob cyd")}, start: "2026-11-30"`,
    ],
  ],
  ["without the person that was on call", [turns("ada bob cyd"), turns("bob cyd")]],
  [
    "with other handoffs",
    [turns("ada bob cyd"), `${turns("ada bob cyd")}, handoff_cron: "0 8,20 * * *"`],
  ],
  ["of two weeks", [turns("ada bob"), `${turns("ada bob cyd")}, handoff_every: 2`]],
  [
    "with hours",
    [`${turns("ada bob cyd")}, contact_hours_from: "09:00:00", contact_hours_to: "17:00:00"`],
  ],
  ["of everyone", [`${turns("ada bob")}, everyone: true`]],
])("an export has the same shifts for a year on an empty server: %s", async (_, edits) => {
  for (const edit of edits) {
    await applied(edit);
    await http.clock.jump(9 * 86_400_000, () => true);
  }
  const yaml = await run("export", "--project", "shop");
  place.write("export.yaml", yaml);
  // Written into the file, the start moves no turn here either.
  const here = await shiftsOf(http);
  await run("apply", "-f", "export.yaml", "--yes");
  expect(await shiftsOf(http)).toEqual(here);
  expect(await run("plan", "-f", "export.yaml")).toContain("Nothing to do");
  const other = await server(new Date(http.clock.now()).toISOString());
  try {
    other.place.write("export.yaml", yaml);
    const { code, stderr } = await other.place.inside(["apply", "-f", "export.yaml", "--yes"]);
    expect(code, stderr).toBe(0);
    expect(await shiftsOf(other.http)).toEqual(here);
  } finally {
    await end(other);
  }
});

/** The shifts of the week for a year, by address. */
async function shiftsOf(http: HttpSide): Promise<string[]> {
  const [week] = (await http.api("GET", "/schedules")).json;
  const users = (await http.api("GET", "/users")).json as { id: string; email: string }[];
  const [from, until] = [0, 365].map((days) =>
    new Date(http.clock.now() + days * 86_400_000).toISOString(),
  );
  const { json } = await http.api(
    "GET",
    `/schedules/${week.id}/shifts?from=${from}&until=${until}`,
  );
  expect(json.length).toBeGreaterThan(0);
  return (json as Shift[]).map(
    ({ user_id, from, until }) =>
      `${users.find(({ id }) => id === user_id)?.email ?? "nobody"} ${from} ${until}`,
  );
}

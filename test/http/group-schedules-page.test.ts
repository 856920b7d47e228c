/** The page of a group with schedules, and the palette that finds them. */
import { beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { location, signIn } from "../support/visitor.ts";

let http: HttpSide;
let group: string;
let week: string;
const ids: Record<string, string> = {};

beforeEach(async () => {
  http = await startHttp();
  for (const name of ["Ada", "Bob"])
    ids[name] = (
      await http.api("POST", "/users", { email: `${name.toLowerCase()}@example.com`, name })
    ).json.id;
  group = (await http.api("POST", "/alert_groups", { title: "Platform" })).json.id;
  week = (await http.api("POST", "/schedules", { title: "Week", people: [ids["Ada"], ids["Bob"]] }))
    .json.id;
  return () => http.end();
});

const plain = (text: string) => text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const path = () => `/alert_groups/${group}`;

describe("the page of a group", () => {
  test("lists its schedules, which are added and removed there", async () => {
    const editor = await signIn(http, http.keys.write);
    expect(plain((await editor.get(path())).text)).toContain("Schedules 0 No schedule");
    for (const turn of ["now", "next"]) {
      const added = await editor.post(`${path()}/schedules`, {
        schedule_id: week,
        turn,
        back: path(),
      });
      expect(location(added)).toBe(`${path()}?done=added`);
    }
    const { text } = await editor.get(path());
    expect(plain(text)).toContain("Week the people on call Ada Remove");
    expect(plain(text)).toContain("Week the next person Bob Remove");
    // They are people of the group by the schedule: not edited as members, and marked in the list of those to add.
    expect(text).not.toContain(`${path()}/members/${ids["Ada"]}"`);
    expect(plain(text)).toContain("Ada (ada@example.com), on call by Week");
    const removed = await editor.post(`${path()}/schedules/${week}/delete`, { turn: "next" });
    expect(location(removed)).toBe(`${path()}?done=removed`);
    const list = (await http.api("GET", `${path()}/schedules`)).json as { turn: string }[];
    expect(list.map(({ turn }) => turn)).toEqual(["now"]);
  });

  test("has no buttons for readers, and refuses schedules that are gone", async () => {
    await http.api("PUT", `${path()}/schedules/${week}`, {});
    const reader = await signIn(http, http.keys.read);
    const { text } = await reader.get(path());
    expect(plain(text)).toContain("Week the people on call Ada");
    expect(text).not.toContain("Add a schedule");
    expect(text).not.toContain(`/schedules/${week}/delete`);
    expect((await reader.post(`${path()}/schedules`, { schedule_id: week })).status).toBe(403);
    const editor = await signIn(http, http.keys.write);
    expect((await editor.post(`${path()}/schedules`, { schedule_id: "gone" })).status).toBe(404);
    expect((await editor.post(`${path()}/schedules`, {})).status).toBe(404);
  });
});

test("the palette finds schedules, and my shifts by their name", async () => {
  const reader = await signIn(http, http.keys.read);
  const found = async (q: string) =>
    JSON.parse((await reader.get(`/find?q=${q}`)).text) as { kind: string; path: string }[];
  expect(await found("wee")).toContainEqual({
    kind: "schedule",
    title: "Week",
    path: `/schedules/${week}`,
  });
  expect(await found("my+sh")).toContainEqual({
    kind: "page",
    title: "My shifts",
    path: "/my_shifts",
  });
  expect((await found("")).some(({ kind }) => kind === "page")).toBe(false);
});

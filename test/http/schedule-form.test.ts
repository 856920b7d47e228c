/** The form of a schedule: people in an order that buttons change, and the turns that follow before they are saved. */
import { beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { addPeople, clockTo } from "../support/people.ts";
import { location, signIn } from "../support/visitor.ts";

let http: HttpSide;
const ids: Record<string, string> = {};
let editor: Awaited<ReturnType<typeof signIn>>;

const until = (moment: string) => clockTo(http, moment);

beforeEach(async () => {
  http = await startHttp();
  await until("2026-11-25T12:00:00Z");
  Object.assign(ids, await addPeople(http, ["Ada", "Bob", "Cyd", "Dan"]));
  editor = await signIn(http, http.keys.write);
  return () => http.end();
});

const days = ["0", "1", "2", "3", "4", "5", "6"];
const form = (people: string[], more: Record<string, string | string[]> = {}) => ({
  title: "Week",
  people: people.map((name) => ids[name]!),
  handoff_cron: "0 9 * * MON",
  handoff_every: "1",
  timezone: "UTC",
  contact_days: days,
  notice_minutes: "60",
  ...more,
});
const plain = (text: string) => text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
/** The names in the ordered list of a page. */
const order = (text: string) =>
  [.../<ol class="order">([^]*?)<\/ol>/.exec(text)![1]!.matchAll(/value="([\w-]{36})"/g)].map(
    ([, id]) => Object.keys(ids).find((name) => ids[name] === id),
  );
const turns = (text: string) =>
  [
    ...(/<ul class="five">([^]*?)<\/ul>/.exec(text)?.[1] ?? "").matchAll(
      /<li class="([^"]*)">([^]*?)<\/li>/g,
    ),
  ].map(([, look, body]) => `${look}${plain(body!)}`.trim());

describe("a new schedule", () => {
  test("is made of people that buttons add and move, none of which saves it", async () => {
    const empty = await editor.get("/schedules/new");
    expect(plain(empty.text)).toContain("Choose people and a handoff to see the turns.");
    expect(empty.text).toContain("<noscript");
    const steps: [string[], string, string[]][] = [
      [[], "people.add", ["Dan"]],
      [["Ada", "Bob"], "people.add", ["Ada", "Bob", "Dan"]],
      [["Ada", "Bob", "Cyd"], "people.up.2", ["Ada", "Cyd", "Bob"]],
      [["Ada", "Bob"], "people.down.0", ["Bob", "Ada"]],
      [["Ada", "Bob"], "people.up.0", ["Ada", "Bob"]],
      [["Ada", "Bob"], "people.down.1", ["Ada", "Bob"]],
      [["Ada", "Bob", "Ada"], "people.drop.0", ["Bob", "Ada"]],
      [["Ada"], "people.nonsense", ["Ada"]],
    ];
    for (const [before, move, after] of steps) {
      const { status, text } = await editor.post(
        "/schedules/new",
        form(before, { move, "people.new": ids["Dan"]! }),
      );
      expect([status, order(text)], move).toEqual([200, after]);
      expect(text).toContain('value="Week"');
    }
    expect((await http.api("GET", "/schedules")).json).toEqual([]);
    const saved = await editor.post("/schedules/new", form(["Bob", "Ada"]));
    const [{ id, people }] = (await http.api("GET", "/schedules")).json;
    expect(location(saved)).toBe(`/schedules/${id}?done=saved`);
    expect(people).toEqual([ids["Bob"], ids["Ada"]]);
  });

  test("shows its turns and its rule in words on Preview", async () => {
    const { text } = await editor.post(
      "/schedules/new",
      form(["Ada", "Bob"], { show: "true", start: "2026-11-30", handoff_every: "2" }),
    );
    expect(turns(text)).toEqual([
      "Ada Mon 30 Nov 09:00 – Mon 14 Dec 09:00",
      "Bob Mon 14 Dec 09:00 – Mon 28 Dec 09:00",
      "Ada Mon 28 Dec 09:00 – Mon 11 Jan 2027 09:00",
      "Bob Mon 11 Jan 2027 09:00 – Mon 25 Jan 2027 09:00",
      "Ada Mon 25 Jan 2027 09:00 – Mon 8 Feb 2027 09:00",
    ]);
    expect(plain(text)).toContain(
      "Every Monday 09:00 in UTC , at every 2 of these times, the next of 2 people takes over.",
    );
    const unsound = await editor.post(
      "/schedules/new",
      form(["Ada"], { show: "true", handoff_cron: "* * * * *" }),
    );
    expect(turns(unsound.text)).toEqual([]);
    const all = await editor.post(
      "/schedules/new",
      form(["Ada"], { show: "true", everyone: "true" }),
    );
    expect(plain(all.text)).toContain("Everyone is on call together.");
    expect(all.text).toMatch(/id="field-handoff_cron"\s+hidden/);
  });

  test("with everyone at once sends no handoffs, and faults are at their fields", async () => {
    const everyone = await editor.post(
      "/schedules/new",
      form(["Ada"], { everyone: "true", handoff_cron: "0 8 * * *" }),
    );
    expect(everyone.status).toBe(303);
    const wrong = await editor.post("/schedules/new", form([], { handoff_cron: "soon" }));
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('href="#people"');
    expect(wrong.text).toContain('id="handoff_cron-fault"');
  });
});

describe("an edit of a schedule", () => {
  let path: string;
  beforeEach(async () => {
    const { json } = await http.api("POST", "/schedules", {
      title: "Week",
      people: [ids["Ada"], ids["Bob"], ids["Cyd"]],
      start: "2026-11-30",
    });
    path = `/schedules/${json.id}/edit`;
    await until("2026-12-01T12:00:00Z");
    await http.store.run("wake_due", { limit: 200, now: http.clock.now() });
  });

  test("marks the turns that change, with the person that had them, and who is on call", async () => {
    const { text } = await editor.get(path);
    expect(turns(text)[0]).toBe("Ada now – Mon 7 Dec 09:00 UTC unchanged");
    expect(plain(text)).toContain("Ada on call until Mon 7 Dec 09:00 UTC");
    const edited = await editor.post(
      path,
      form(["Ada", "Bob", "Dan", "Cyd"], { show: "true", start: "2026-11-30" }),
    );
    expect(turns(edited.text)).toEqual([
      "Ada now – Mon 7 Dec 09:00 UTC unchanged",
      "Bob Mon 7 Dec 09:00 – Mon 14 Dec 09:00 unchanged",
      "diff Dan Mon 14 Dec 09:00 – Mon 21 Dec 09:00 was Cyd",
      "diff Cyd Mon 21 Dec 09:00 – Mon 28 Dec 09:00 was Ada",
      "diff Ada Mon 28 Dec 09:00 – Mon 4 Jan 2027 09:00 was Bob",
    ]);
    expect(plain(edited.text)).toContain("Dan new here");
  });

  test("says which overrides would lose their effect, and keeps a project's warning", async () => {
    await http.api("POST", path.replace("/edit", "/overrides"), {
      mode: "cover",
      user_id: ids["Dan"],
      instead_of_user_id: ids["Bob"],
      from: "2026-12-08T00:00:00Z",
      until: "2026-12-09T00:00:00Z",
    });
    const { text } = await editor.post(
      path,
      form(["Ada", "Cyd"], { show: "true", start: "2026-11-30" }),
    );
    expect(plain(text)).toContain("1 override loses its effect.");
    const reader = await signIn(http, http.keys.respond);
    expect((await reader.get(path)).status).toBe(403);
  });

  test("holds hostile names", async () => {
    const evil = `"><script>alert(1)</script>`;
    await http.api("PUT", `/users/${ids["Ada"]}`, { name: evil });
    const { text } = await editor.get(path);
    expect(text).toContain("&lt;script&gt;alert(1)");
    expect(text).not.toContain("<script>alert");
  });
});

/** The page *On call*: a row for each group, the schedules behind it, and the gaps of a year. */
import { beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { clockTo } from "../support/people.ts";
import { location, signIn, signInAs } from "../support/visitor.ts";

let http: HttpSide;
const ids: Record<string, string> = {};

const until = (moment: string) => clockTo(http, moment);
const made = async (path: string, body: object) =>
  (await http.api("POST", path, body)).json.id as string;

beforeEach(async () => {
  http = await startHttp();
  await until("2026-11-25T12:00:00Z");
  for (const name of ["Ada", "Bob"]) {
    const email = `${name.toLowerCase()}@example.com`;
    ids[name] = await made("/users", { email, name, role: "responder" });
  }
  return () => http.end();
});

const withDevice = (name: string) =>
  http.api("POST", `/users/${ids[name]}/devices`, {
    kind: "ntfy",
    target: `topic-${name}`,
    name: "Pixel",
  });
const member = (group: string, name: string) =>
  http.api("POST", `/alert_groups/${group}/members`, {
    email: `${name.toLowerCase()}@example.com`,
  });
const plain = (text: string) => text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
/** The rows of groups, in words. */
const rows = (text: string) =>
  [...text.matchAll(/<li\s+class="duty ([a-z]*)"[^>]*>([^]*?)<\/li>/g)].map(
    ([, look, body]) => [look, plain(body!)] as const,
  );

describe("on call", () => {
  test("without a group nobody is on call, and there is a way to make one", async () => {
    const admin = await signIn(http, http.keys.admin);
    const { status, text } = await admin.get("/on_call");
    expect(status).toBe(200);
    expect(plain(text)).toContain("Nobody is on call");
    expect(text).toContain('href="/alert_groups/new"');
    expect(text).toContain('href="/on_call" aria-current="page"');
    const reader = await signIn(http, http.keys.read);
    expect((await reader.get("/on_call")).text).not.toContain("/alert_groups/new");
  });

  test("one person is told that nobody comes after them", async () => {
    const group = await made("/alert_groups", { title: "Platform" });
    await withDevice("Ada");
    await member(group, "Ada");
    const ada = await signInAs(http, ids["Ada"]!);
    const { text } = await ada.get("/on_call");
    expect(plain(text)).toContain("You are on call, always");
    expect(plain(text)).toContain("You are the only person on call.");
    expect(plain(text)).toContain("No schedule yet");
    const bob = await signInAs(http, ids["Bob"]!);
    expect(plain((await bob.get("/on_call")).text)).toContain("Ada is the only person on call.");
  });

  test("a group that reaches nobody comes first, then yours; hours hold and are no gap", async () => {
    await withDevice("Ada");
    const [silent, mine, shop, week] = await Promise.all([
      made("/alert_groups", { title: "Silent", priority_level: 3 }),
      made("/alert_groups", { title: "Zed", priority_level: 2 }),
      made("/alert_groups", {
        title: "Shop",
        priority_level: 1,
        contact_hours_all_day: false,
        contact_hours_from: "01:00:00",
        contact_hours_to: "02:00:00",
      }),
      made("/schedules", { title: "Week", people: [ids["Ada"], ids["Bob"]] }),
    ]);
    await member(silent, "Bob");
    await member(shop, "Ada");
    await http.api("PUT", `/alert_groups/${mine}/schedules/${week}`, {});
    const ada = await signInAs(http, ids["Ada"]!);
    const { text } = await ada.get("/on_call");
    const [first, second, third] = rows(text);
    expect(first).toEqual([
      "alone",
      expect.stringContaining("Silent members only Nobody can be reached Bob : no device"),
    ]);
    expect(second![0]).toBe("mine");
    expect([second![1], third![1]].join()).toContain(
      "Shop members only On hold until Thu 01:00 UTC",
    );
    expect([second![1], third![1]].join()).toContain("Zed by Week");
    expect(plain(text)).toContain("1 of 3 groups reach somebody now");
    expect(plain(text)).toContain("Silent reaches nobody. Shop is on hold.");
    expect(text).toContain('class="band hold"');
    expect(plain(text)).toContain(
      "Bob is on call Mon 30 Nov 09:00 – Mon 7 Dec 09:00 without a verified phone, in Week",
    );
    expect(text).toContain('aria-label="53 weeks from now without a gap"');
    const found = await ada.get("/on_call?search=sil");
    expect(rows(found.text)).toHaveLength(1);
    expect(plain((await ada.get("/on_call?search=nope")).text)).toContain(
      "No group and no person has this name",
    );
  });

  test("a gap of a schedule is red, named in the list of the year, and can be taken there", async () => {
    await withDevice("Ada");
    await withDevice("Bob");
    const [group, week] = await Promise.all([
      made("/alert_groups", { title: "Platform" }),
      made("/schedules", { title: "Week <i>", people: [ids["Ada"]] }),
    ]);
    await http.api("PUT", `/alert_groups/${group}/schedules/${week}`, {});
    await http.api("POST", `/users/${ids["Ada"]}/absences`, {
      from: "2026-11-26T10:00:00Z",
      until: "2026-11-26T20:00:00Z",
    });
    const bob = await signInAs(http, ids["Bob"]!);
    const { text } = await bob.get("/on_call");
    expect(plain(text)).toContain(
      "1 gap in the coming 53 weeks, the first Thu 10:00 UTC in Week &lt;i&gt;",
    );
    expect(plain(text)).toContain("Week &lt;i&gt; has nobody on call 26 Nov 10:00–20:00 UTC");
    expect(text).not.toContain("<i>");
    expect(text).toContain("<title>Thu 26 Nov 10:00–20:00: nobody</title>");
    const then = await bob.get("/on_call?at=2026-11-26T12:00");
    expect(rows(then.text)[0]![1]).toContain(
      "Nobody is on call until Thu 20:00 UTC an incident pages Ada",
    );
    // The form comes back to this page.
    const taken = await bob.post(`/schedules/${week}/overrides`, {
      mode: "take",
      user_id: ids["Bob"]!,
      from: "2026-11-26T10:00:00.000Z",
      until: "2026-11-26T20:00:00.000Z",
      back: "/on_call",
    });
    expect(location(taken)).toMatch(/^\/on_call\?done=on_call&undo=[\w-]+$/);
    expect(plain((await bob.get("/on_call")).text)).not.toContain("has nobody on call");
  });

  test("a shift is taken from the row, with its ends as times; one's own is covered or swapped", async () => {
    await withDevice("Ada");
    const [group, week] = await Promise.all([
      made("/alert_groups", { title: "Platform" }),
      made("/schedules", { title: "Week", people: [ids["Ada"], ids["Bob"]] }),
    ]);
    await http.api("PUT", `/alert_groups/${group}/schedules/${week}`, {});
    await http.store.run("wake_due", { limit: 200, now: http.clock.now() });
    const bob = await signInAs(http, ids["Bob"]!);
    const { text } = await bob.get("/on_call");
    for (const end of [
      "For 1 h, until 13:00 UTC",
      "For 4 h, until 16:00 UTC",
      "Until Mon 09:00 UTC",
    ])
      expect(plain(text)).toContain(end);
    const ada = await signInAs(http, ids["Ada"]!);
    const own = (await ada.get("/on_call")).text;
    const shift = /href="(\/schedules\/[^"]*shift=[^"#]*)#cover"/.exec(own)![1]!;
    expect((await ada.get(shift)).text).toContain('id="shift"');
    const reader = await signIn(http, http.keys.read);
    const read = (await reader.get("/on_call")).text;
    expect(read).not.toContain("/overrides");
    expect(read).not.toContain("My shifts");
  });

  test("many groups fold those that are well, and unused schedules stand last", async () => {
    await withDevice("Ada");
    for (let i = 0; i < 21; i++) {
      const group = await made("/alert_groups", { title: `Group ${i}` });
      if (i > 0) await member(group, "Ada");
    }
    await made("/schedules", { title: "Summer", people: [ids["Ada"]] });
    const bob = await signInAs(http, ids["Bob"]!);
    const { text } = await bob.get("/on_call");
    expect(plain(text)).toContain("20 more groups with somebody on call");
    expect(plain(text)).toContain("20 of 21 groups reach somebody now");
    expect(plain(text)).toContain("1 schedule that no group uses Summer");
    expect(plain(text)).toContain("Group 0 members only Nobody is on call");
  });

  test("schedules are listed with who has them, and who comes next", async () => {
    const admin = await signIn(http, http.keys.admin);
    expect(plain((await admin.get("/schedules")).text)).toContain("No schedule yet");
    await made("/schedules", { title: "Week", people: [ids["Ada"], ids["Bob"]] });
    await made("/schedules", { title: "Later", people: [ids["Bob"]], start: "2027-01-01" });
    const { text } = await admin.get("/schedules");
    expect(plain(text)).toContain(
      "Week 2 people, every Monday 09:00 (UTC) Ada until Mon 09:00 UTC next Bob",
    );
    expect(plain(text)).toContain("Later 1 person, every Monday 09:00 (UTC) Nobody is on call");
  });
});

/** *My shifts* of a person, the absences that are entered there, and calendar feeds. */
import { beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { addPeople, clockTo } from "../support/people.ts";
import { location, signIn, signInAs } from "../support/visitor.ts";

let http: HttpSide;
let week: string;
const ids: Record<string, string> = {};
type Browser = Awaited<ReturnType<typeof signInAs>>;
let ada: Browser;
let bob: Browser;

const until = (moment: string) => clockTo(http, moment);

beforeEach(async () => {
  http = await startHttp();
  await until("2026-11-25T12:00:00Z");
  Object.assign(ids, await addPeople(http, ["Ada", "Bob", "Cyd", "Dan"], { role: "responder" }));
  week = (
    await http.api("POST", "/schedules", {
      title: "Week <b>",
      people: [ids["Ada"], ids["Bob"], ids["Cyd"]],
      timezone: "Europe/Berlin",
      start: "2026-11-30",
    })
  ).json.id;
  await until("2026-12-01T12:00:00Z");
  await http.store.run("wake_due", { limit: 200, now: http.clock.now() });
  [ada, bob] = await Promise.all([signInAs(http, ids["Ada"]!), signInAs(http, ids["Bob"]!)]);
  return () => http.end();
});

const plain = (text: string) => text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const shown = async (browser: Browser, path = "/my_shifts") =>
  plain((await browser.get(path, "Europe/Berlin")).text);

describe("my shifts", () => {
  test("say that I am on call, until when, and between whom", async () => {
    const text = await shown(ada);
    expect(text).toContain("You are on call until Mon 7 Dec 09:00 5 days");
    expect(text).toContain("Week &lt;b&gt; · after you Bob");
    expect(text).toContain("Cover or swap");
    expect(text).toContain("December 2026 Mon 21–28 Mon 21 Dec 09:00 – Mon 28 Dec 09:00");
    expect(text).not.toContain("UTC");
  });

  test("say when I am next, and who has it now, whose shift I can take", async () => {
    const text = await shown(bob);
    expect(text).toContain("You are not on call next Mon 7 Dec 09:00 in 5 days");
    expect(text).toContain("to Mon 14 Dec 09:00 · now Ada");
    expect(text).toContain("For 4 h, until 17:00");
    const later = await shown(bob, "/my_shifts?weeks=53");
    expect(later).toContain("in 53 weeks");
    expect(later).not.toContain("Later shifts");
  });

  test("say why a person takes no turns", async () => {
    const dan = await signInAs(http, ids["Dan"]!);
    expect(await shown(dan)).toContain("You take no turns No schedule has you among its people.");
    const { json } = await http.api("POST", "/alert_groups", { title: "Platform" });
    await http.api("POST", `/alert_groups/${json.id}/members`, { email: "dan@example.com" });
    expect(await shown(dan)).toContain("You are a member of Platform");
    const key = await signIn(http, http.keys.admin);
    expect(plain((await key.get("/my_shifts")).text)).toContain("signed in with a key");
  });

  test("say how much of the last 90 days was mine", async () => {
    const text = await shown(ada);
    expect(text).toContain("Your last 90 days On call 28 h 200 % above an equal share Pages 0");
    expect(await shown(bob)).not.toContain("Your last 90 days");
  });

  test("tell covers, swaps and stand-ins apart from turns", async () => {
    const at = (day: string) => `2026-12-${day}T09:00:00Z`;
    await http.api("POST", `/schedules/${week}/overrides`, {
      mode: "cover",
      user_id: ids["Ada"],
      instead_of_user_id: ids["Bob"],
      from: at("08"),
      until: at("09"),
    });
    await http.api("POST", `/schedules/${week}/swap`, {
      user_id: ids["Ada"],
      at: at("22"),
      with_user_id: ids["Cyd"],
      with_at: at("15"),
    });
    const text = await shown(ada);
    expect(text).toContain("you cover for Bob");
    expect(text).toContain("swapped with Cyd");
  });

  test("list what is open on me, to acknowledge or to take over", async () => {
    const { json: group } = await http.api("POST", "/alert_groups", { title: "Platform" });
    await http.api("PUT", `/alert_groups/${group.id}/schedules/${week}`, {});
    await http.api("POST", `/users/${ids["Ada"]}/devices`, { kind: "ntfy", target: "topic-ada" });
    const { json: monitor } = await http.api("POST", "/webhook_monitors", {
      title: "Orders <i>",
      alert_group_id: group.id,
    });
    await http.call("POST", `/api/webhook/${monitor.webhook_id}`, {
      body: { message: "boom", source: "shop" },
    });
    const { text } = await ada.get("/my_shifts");
    expect(plain(text)).toContain("Orders &lt;i&gt;");
    const id = /action="\/incidents\/([\w-]+)\/acknowledge"/.exec(text)![1]!;
    await bob.post(`/incidents/${id}/acknowledge`, {});
    expect(plain((await ada.get("/my_shifts")).text)).toContain("Take over");
    expect(
      (await ada.post(`/incidents/${id}/hand-over`, { to: `user:${ids["Ada"]}` })).status,
    ).toBe(303);
    const after = await ada.get("/my_shifts");
    expect(plain(after.text)).toContain("Unacknowledge");
    expect(plain(after.text)).not.toContain("Take over");
  });
});

describe("an absence", () => {
  const form = { from: "2026-12-21T09:00", until: "2026-12-23T09:00", reason: "skiing" };
  const absences = async () => (await http.api("GET", `/users/${ids["Ada"]}/absences`)).json;
  const send = (fields: Record<string, string>) =>
    ada.post(`/users/${ids["Ada"]}/absences`, { ...form, ...fields }, "Europe/Berlin");

  test("says which shifts change and who stands in, before it is saved", async () => {
    const preview = await send({ show: "true" });
    expect(preview.status).toBe(200);
    expect(plain(preview.text)).toContain(
      "1 shift changes: Bob stands in Mon 21 Dec 09:00 – Wed 23 Dec 09:00, Week &lt;b&gt;",
    );
    expect(preview.text).toContain('value="2026-12-21T09:00"');
    expect(await absences()).toEqual([]);
    const none = await send({ show: "true", from: "2026-12-08T00:00", until: "2026-12-09T00:00" });
    expect(plain(none.text)).toContain("No shift of yours changes.");
    const half = await send({ show: "true", until: "" });
    expect(half.status).toBe(200);
  });

  test("is saved, listed with its stand-in, undone, and rejected with what was typed", async () => {
    const saved = await send({});
    const [{ id, from }] = await absences();
    expect(from).toBe("2026-12-21T08:00:00Z");
    expect(location(saved)).toBe(`/my_shifts?done=away&undo=${id}`);
    const text = await shown(ada, location(saved)!);
    expect(text).toContain("Absence added. Undo");
    expect(text).toContain("“ skiing ” · Bob stands in Mon 21 Dec 09:00 – Wed 23 Dec 09:00");
    await ada.post(`/overrides/${id}/end`, { back: "/my_shifts" });
    expect(await absences()).toEqual([]);
    const wrong = await send({ until: "2026-12-20T09:00" });
    expect(wrong.status).toBe(422);
    expect(plain(wrong.text)).toContain("Until must be later than from");
    expect(wrong.text).toContain('value="skiing"');
  });

  test("without a stand-in is amber, in the list and at the shift", async () => {
    for (const name of ["Bob", "Cyd"])
      await http.api("POST", `/users/${ids[name]}/absences`, {
        from: "2026-12-20T00:00:00Z",
        until: "2026-12-30T00:00:00Z",
      });
    const preview = await send({ show: "true" });
    expect(plain(preview.text)).toContain("nobody stands in Mon 21 Dec 09:00");
    await send({});
    const text = await shown(ada);
    expect(text).toContain("Nobody stands in Mon 21 Dec 09:00 – Wed 23 Dec 09:00");
    expect(text).toContain("you are away, nobody stands in");
  });
});

describe("a calendar feed", () => {
  test("of a person is shown once with its code, then only to be revoked", async () => {
    const made = await ada.post("/calendar_feeds", { user_id: ids["Ada"]!, back: "/my_shifts" });
    expect(made.status).toBe(200);
    expect(made.headers.get("cache-control")).toBe("no-store");
    const url = /<code[^>]*>(http[^<]+\.ics)</.exec(made.text)![1]!;
    expect(made.text).toContain('class="qr"');
    expect(made.text).toContain(`href="${url.replace("http:", "webcal:")}"`);
    const calendar = await http.call("GET", new URL(url).pathname);
    expect(calendar.text).toContain("BEGIN:VCALENDAR");
    const page = await ada.get("/my_shifts");
    expect(page.text).not.toContain(".ics");
    const id = /action="\/calendar_feeds\/([\w-]+)\/delete"/.exec(page.text)![1]!;
    const revoked = await ada.post(`/calendar_feeds/${id}/delete`, { back: "/my_shifts" });
    expect(location(revoked)).toBe("/my_shifts?done=revoked");
    expect((await http.call("GET", new URL(url).pathname)).status).toBe(404);
  });

  test("of a schedule has a page of its own", async () => {
    const path = `/schedules/${week}/feed`;
    expect(plain((await ada.get(path)).text)).toContain("Make a feed");
    const made = await ada.post("/calendar_feeds", { schedule_id: week, back: path });
    expect(plain(made.text)).toContain("A calendar feed of Week &lt;b&gt;");
    expect(plain((await ada.get(path)).text)).toContain("by Ada");
    expect((await ada.get("/schedules/gone/feed")).status).toBe(404);
    const gone = await ada.post("/calendar_feeds", { schedule_id: "gone" });
    expect(gone.status).toBe(404);
    const reader = await signIn(http, http.keys.read);
    expect((await reader.get(path)).text).not.toContain("Make another feed");
  });
});

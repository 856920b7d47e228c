/** The page of a schedule and its forms, as a browser sends them. */
import { beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { addPeople, clockTo } from "../support/people.ts";
import { location, signIn, signInAs } from "../support/visitor.ts";

let http: HttpSide;
let week: string;
const ids: Record<string, string> = {};
let ada: Awaited<ReturnType<typeof signInAs>>;

const until = (moment: string) => clockTo(http, moment);

beforeEach(async () => {
  http = await startHttp();
  await until("2026-11-25T12:00:00Z");
  Object.assign(ids, await addPeople(http, ["Ada", "Bob", "Cyd", "Dan"], { role: "responder" }));
  const { json } = await http.api("POST", "/schedules", {
    title: "Week",
    people: [ids["Ada"], ids["Bob"], ids["Cyd"]],
    timezone: "Europe/Berlin",
    start: "2026-11-30",
  });
  week = json.id;
  await until("2026-12-01T12:00:00Z");
  await http.store.run("wake_due", { limit: 200, now: http.clock.now() });
  ada = await signInAs(http, ids["Ada"]!);
  return () => http.end();
});

const path = (query = "") => `/schedules/${week}${query}`;
const keyOf = (name: string, from: string) => `${ids[name]}.${Date.parse(from) / 60_000}`;
const overrides = async () => (await http.api("GET", `/schedules/${week}/overrides`)).json;
const onCallAt = async (moment: string) => {
  const list = (await http.api("GET", `/on_call?at=${moment}`)).json as {
    schedule_id: string;
    on_call: { name: string }[];
  }[];
  return list
    .find((one) => one.schedule_id === week)!
    .on_call.map(({ name }) => name)
    .join(" and ");
};
/** Text between tags, on one line. */
const plain = (text: string) => text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

describe("the page of a schedule", () => {
  test("says who has it now and then, in the zone of its reader with that of the schedule beside it", async () => {
    const { status, text } = await ada.get(path(), "America/New_York");
    expect(status).toBe(200);
    expect(plain(text)).toContain("Now A Ada you until Mon 7 Dec 03:00");
    expect(plain(text)).toContain("Then B Bob Mon 7 Dec 03:00 – Mon 14 Dec 03:00");
    expect(plain(text)).toContain("hands off every Monday 09:00 (Europe/Berlin)");
    expect(plain(text)).toContain("03:00 (09:00)");
    expect(text).toContain("your time, New York");
    expect(plain(text)).toContain("No alert group uses this schedule");
  });

  test("has a band for each turn, which opens what can be done with it, without a script", async () => {
    const open = path(`?shift=${keyOf("Bob", "2026-12-07T08:00:00Z")}`);
    const closed = await ada.get(path());
    expect(closed.text).toContain(`href="${open}#shift"`);
    expect(closed.text).not.toContain('id="shift"');
    const { text } = await ada.get(open);
    expect(text).toContain('id="shift"');
    expect(plain(text)).toContain("Mon 7 Dec 08:00 – Mon 14 Dec 08:00");
    expect(plain(text)).toContain("Mon 7 Dec 09:00 – Mon 14 Dec 09:00 in Berlin · 168 h");
    for (const button of ["Take this shift", "Cover part…", "Swap…"])
      expect(text).toContain(button);
    const own = await ada.get(path(`?shift=${keyOf("Ada", "2026-11-30T08:00:00Z")}`));
    expect(own.text).not.toContain("Take this shift");
    expect(own.text).toContain("Cover part…");
    expect((await ada.get(path("?shift=gone"))).status).toBe(200);
  });

  test("shows other weeks, and days in place of the picture", async () => {
    const later = await ada.get(path("?from=2026-12-28&view=days"));
    expect(plain(later.text)).toContain("Mon 28 Dec");
    expect(later.text).toContain('class="stack gap-top as-days"');
    expect(later.text).toContain(`/schedules/${week}?from=2027-01-25&amp;view=days`);
    expect((await ada.get(path("?from=2026-99-99"))).text).toContain("Mon 30 Nov");
  });

  test("names the nearest gap, in which somebody can take the shift at once", async () => {
    for (const name of ["Ada", "Bob", "Cyd"])
      await http.api("POST", `/users/${ids[name]}/absences`, {
        from: "2026-12-25T10:00:00Z",
        until: "2026-12-25T20:00:00Z",
      });
    const { text } = await ada.get(path());
    expect(plain(text)).toContain("Nobody on call Fri 25 Dec 10:00–20:00.");
    expect(plain(text)).toContain("1 gap");
    expect(text).toContain("<title>Fri 25 Dec 10:00–20:00: nobody</title>");
    const dan = await signInAs(http, ids["Dan"]!);
    const taken = await dan.post(path("/overrides"), {
      mode: "take",
      user_id: ids["Dan"]!,
      from: "2026-12-25T10:00:00.000Z",
      until: "2026-12-25T20:00:00.000Z",
      back: path(),
    });
    expect(taken.status).toBe(303);
    expect(await onCallAt("2026-12-25T12:00:00Z")).toBe("Dan");
    const after = await ada.get(path());
    expect(plain(after.text)).not.toContain("Nobody on call");
    expect(after.text).not.toContain("<title>Fri 25 Dec 10:00–20:00: nobody</title>");
  });

  test("tells apart the hours of the schedule, and those of the one that answers otherwise", async () => {
    const { json: nights } = await http.api("POST", "/schedules", {
      title: "Nights <i>",
      people: [ids["Dan"]],
    });
    await http.api("PUT", `/schedules/${week}`, {
      contact_hours_from: "08:00:00",
      contact_hours_to: "20:00:00",
      otherwise: nights.id,
    });
    const { text } = await ada.get(path());
    expect(text).toContain('class="band else"');
    expect(text).toContain('class="in-hours"');
    expect(plain(text)).toContain("counts every day 08:00–20:00 (Europe/Berlin)");
    expect(plain(text)).toContain("otherwise Nights &lt;i&gt;");
    expect(text).not.toContain("Nights <i>");
  });

  test("has no buttons for readers, and none of a schedule that is gone", async () => {
    const reader = await signIn(http, http.keys.read);
    const { status, text } = await reader.get(
      path(`?shift=${keyOf("Bob", "2026-12-07T08:00:00Z")}`),
    );
    expect(status).toBe(200);
    for (const button of [
      "Take this shift",
      "Cover part…",
      "Add override",
      "Take a shift",
      "/edit",
    ])
      expect(text, button).not.toContain(button);
    expect((await reader.post(path("/overrides"), { mode: "take" })).status).toBe(403);
    expect((await ada.get("/schedules/gone")).status).toBe(404);
    const stranger = await signIn(http, http.stranger);
    expect((await stranger.get(path())).status).toBe(404);
  });

  test("of a project says so, and is changed for a time all the same", async () => {
    await http.api("POST", "/apply", {
      project: "shop",
      users: [],
      schedules: [{ external_id: "w", title: "Declared", people: ["ada@example.com"] }],
    });
    const list = (await http.api("GET", "/schedules")).json as { id: string; title: string }[];
    const { id } = list.find(({ title }) => title === "Declared")!;
    const { text } = await ada.get(`/schedules/${id}`);
    expect(plain(text)).toContain("managed by shop");
    expect(text).toContain("Take a shift");
  });
});

describe("a form of a schedule", () => {
  const take = (fields: Record<string, string> = {}) =>
    ada.post(
      path("/overrides"),
      {
        mode: "cover",
        user_id: ids["Ada"]!,
        instead_of_user_id: ids["Bob"]!,
        from: "2026-12-08T10:00",
        until: "2026-12-08T12:00",
        reason: "  opera  ",
        back: path(`?shift=${keyOf("Bob", "2026-12-07T08:00:00Z")}`),
        ...fields,
      },
      "Europe/Berlin",
    );

  test("covers a part in the reader's time, closes the popover, and can be undone", async () => {
    const { status, headers } = await take();
    expect(status).toBe(303);
    const [one] = await overrides();
    expect(one).toMatchObject({
      mode: "cover",
      from: "2026-12-08T09:00:00Z",
      until: "2026-12-08T11:00:00Z",
      reason: "opera",
      created_by: "Ada",
    });
    const to = headers.get("location")!;
    expect(to).toBe(path(`?done=covered&undo=${one.id}`));
    const shown = await ada.get(to);
    expect(plain(shown.text)).toContain("Covered. Undo");
    expect(plain(shown.text)).toContain("Cover Ada for Bob");
    expect(shown.text).toContain(`action="/overrides/${one.id}/undo"`);
    const undone = await ada.post(`/overrides/${one.id}/undo`, { back: path() });
    expect(location(undone)).toBe(path("?done=undone"));
    expect(await overrides()).toEqual([]);
    expect((await ada.get(`${path()}?done=covered&undo=%3Cb%3E`)).text).not.toContain(">Undo<");
  });

  test("with a fault is shown again with what was typed", async () => {
    const { status, text } = await take({ until: "2026-12-08T09:00", reason: "<u>" });
    expect(status).toBe(422);
    expect(plain(text)).toContain("Until must be later than from");
    expect(text).toContain('value="2026-12-08T09:00"');
    expect(text).toContain('id="shift"');
    expect(await overrides()).toEqual([]);
    const nonsense = await take({ until: "soon", back: path() });
    expect([nonsense.status, nonsense.text.includes('id="add" open')]).toEqual([422, true]);
    const empty = await take({ until: "", back: "//elsewhere" });
    expect(empty.status).toBe(422);
  });

  test("says when it changes nothing", async () => {
    const { headers } = await take({ instead_of_user_id: ids["Dan"]! });
    expect(headers.get("location")).toContain("done=no_effect");
    const { text } = await ada.get(path());
    expect(plain(text)).toContain("No effect : Dan is not on call then");
  });

  test("swaps two turns, also where hours divide them, and ends the swap as one", async () => {
    await http.api("PUT", `/schedules/${week}`, {
      contact_hours_from: "08:00:00",
      contact_hours_to: "20:00:00",
    });
    const swapped = await ada.post(path("/swap"), {
      shift: `${ids["Bob"]} 2026-12-07T08:00:00.000Z`,
      with: `${ids["Ada"]} 2026-12-21T08:00:00.000Z`,
      back: path(),
    });
    expect(location(swapped)).toMatch(/\?done=swapped&undo=[\w-]+\.[\w-]+$/);
    expect(await onCallAt("2026-12-13T12:00:00Z")).toBe("Ada");
    expect(await onCallAt("2026-12-14T12:00:00Z")).toBe("Cyd");
    expect(await onCallAt("2026-12-27T12:00:00Z")).toBe("Bob");
    const { text } = await ada.get(path());
    expect(plain(text)).toContain("Swap Ada and Bob");
    expect(plain(text)).toContain("Swap with Bob");
    expect(plain(text)).toContain("Given to you");
    const undo = /undo=([\w.-]+)$/.exec(location(swapped)!)![1]!;
    expect((await ada.post(`/overrides/${undo}/end`, { back: path() })).status).toBe(303);
    expect(await overrides()).toEqual([]);
    const wrong = await ada.post(path("/swap"), { shift: "x", with: "", back: path() });
    expect(wrong.status).toBe(422);
  });

  test("joins, and ends from the list", async () => {
    const joined = await take({
      mode: "join",
      user_id: ids["Dan"]!,
      instead_of_user_id: "",
      from: "",
      back: path("?add=take"),
    });
    expect(location(joined)).toMatch(/\/schedules\/[\w-]+\?done=joined&undo=/);
    expect(await onCallAt("2026-12-02T00:00:00Z")).toBe("Ada and Dan");
    const { text } = await ada.get(path());
    const id = /action="\/overrides\/([\w-]+)\/end"/.exec(text)![1]!;
    expect(location(await ada.post(`/overrides/${id}/end`, { back: path() }))).toBe(
      path("?done=ended"),
    );
    expect(await onCallAt("2026-12-02T00:00:00Z")).toBe("Ada");
  });
});

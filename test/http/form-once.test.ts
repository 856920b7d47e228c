/** Forms that a page sends again, because a bad line ate the answer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";

const once = "0123456789abcdef0123456789abcdef";
let http: HttpSide;
let incident: string;
beforeAll(async () => {
  http = await startHttp();
  const group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
  const monitor = (
    await http.api("POST", "/webhook_monitors", { title: "Shop", alert_group_id: group.id })
  ).json;
  await http.call("POST", `/api/webhook/${monitor.webhook_id}`, { body: { message: "broke" } });
  incident = (await http.api("GET", "/incidents")).json[0].id;
});
afterAll(() => http.end());

const notes = async (): Promise<string[]> =>
  (
    (await http.api("GET", `/incidents/${incident}`)).json.timeline as {
      kind: string;
      text: string;
    }[]
  )
    .filter(({ kind }) => kind === "note")
    .map(({ text }) => text);

test("a form with the key of an earlier one gets its answer, also at the same time, and does nothing", async () => {
  const visitor = await signIn(http, http.keys.admin);
  const send = () =>
    visitor.post(`/incidents/${incident}/notes`, { text: "on it", back: "/incidents/1", once });
  const answers = [...(await Promise.all([send(), send(), send()])), await send()];
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  expect(new Set(answers.map(({ headers }) => headers.get("location"))).size).toBe(1);
  expect(await notes()).toEqual(["on it"]);

  // The same key of another person is another form.
  const other = await signIn(http, http.keys.respond);
  await other.post(`/incidents/${incident}/notes`, { text: "me too", back: "/", once });
  expect((await notes()).toSorted()).toEqual(["me too", "on it"]);
});

test("a refused form is tried again under its key, and one with a short key has none", async () => {
  const visitor = await signIn(http, http.keys.admin);
  const key = once.replaceAll("0", "9");
  const refused = await visitor.post(`/incidents/${incident}/notes`, { text: "", once: key });
  expect(refused.status).toBe(422);
  const sent = await visitor.post(`/incidents/${incident}/notes`, { text: "third", once: key });
  expect(sent.status).toBe(303);
  const before = (await notes()).length;
  for (let i = 0; i < 2; i++)
    await visitor.post(`/incidents/${incident}/notes`, { text: "short", once: "1" });
  expect(await notes()).toHaveLength(before + 2);
});

test("a key is forgotten after a day", async () => {
  const visitor = await signIn(http, http.keys.admin);
  const key = once.replaceAll("1", "8");
  const send = () => visitor.post(`/incidents/${incident}/notes`, { text: "daily", once: key });
  await send();
  await http.clock.jump(25 * 3_600_000, () => true);
  await send();
  expect((await notes()).filter((text) => text === "daily")).toHaveLength(2);
});

test("every answer says that it is of monitord", async () => {
  for (const path of ["/login", "/assets/style.css", "/manifest.webmanifest", "/no-such-page"])
    expect((await http.call("GET", path)).headers.get("x-answered-by"), path).toBe("monitord");
});

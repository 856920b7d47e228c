/** The page on which a body is tried. */
import { beforeEach, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { location, signIn } from "../support/visitor.ts";

let http: HttpSide;
let group: { id: string; webhook_id: string };
const path = () => `/alert_groups/${group.id}`;
const plain = (text: string) => text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

beforeEach(async () => {
  http = await startHttp();
  group = (
    await http.api("POST", "/alert_groups", { title: "Racks", inbound_mapping: { title: "name" } })
  ).json;
  return () => http.end();
});

test("a reader tries a body with another mapping, and nothing is saved", async () => {
  const reader = await signIn(http, http.keys.read);
  expect((await reader.get(`${path()}/sources`)).text).toContain(`${path()}/try"`);
  const page = await reader.get(`${path()}/try`);
  expect(page.text).toContain("title: name</textarea>");
  expect(plain(page.text)).toContain("No event so far");
  const mapping = "title: join(': ', [name, how])\nkey: name";
  const tried = await reader.post(`${path()}/try`, {
    body: '{"name":"Door","how":"bad"}',
    mapping,
  });
  const text = plain(tried.text);
  expect(tried.status).toBe(200);
  expect(text).toContain("1 alert , read as mapping");
  expect(text).toContain("Door: bad");
  expect(text).toContain("opens an incident");
  expect(tried.text).not.toContain("Save mapping");
  expect((await http.api("GET", "/inbound_events")).json).toEqual([]);
  expect((await http.api("GET", path())).json.inbound_mapping).toEqual({ title: "name" });
  expect((await reader.post(`${path()}/mapping`, { mapping })).status).toBe(403);
});

test("shows who would be notified, and the events that the mapping changes", async () => {
  const ada = (await http.api("POST", "/users", { email: "ada@example.com", name: "Ada" })).json;
  await http.api("POST", `${path()}/members`, { email: ada.email });
  for (const name of ["Fan", "Door"])
    await http.call("POST", `/api/webhook/${group.webhook_id}`, { body: { name } });
  const reader = await signIn(http, http.keys.read);
  const tried = await reader.post(`${path()}/try`, {
    body: '{"name":"Roof"}',
    mapping: "title: replace(name, 'Fan', 'Ventilator')",
  });
  const text = plain(tried.text);
  expect(text).toContain("Who would be notified now of a P2");
  expect(text).toContain("Ada would not be notified immediately: no device.");
  expect(text).toContain("With this mapping: 1 event as before, 1 different.");
  expect(text).toContain("would have another identity and title");
  // Nothing new opens: no one is notified.
  const known = await reader.post(`${path()}/try`, {
    body: '{"name":"Fan"}',
    mapping: "title: name",
  });
  expect(plain(known.text)).not.toContain("Who would be notified");
});

test("mistakes stand at the mapping, and a body that would be refused says why", async () => {
  const reader = await signIn(http, http.keys.read);
  const wrong = await reader.post(`${path()}/try`, { body: "{}", mapping: "title: a." });
  expect(plain(wrong.text)).toContain("Not tried: fix 1 problem");
  expect(plain(wrong.text)).toContain("title: ends too early, at character 3");
  expect(wrong.text).toContain("title: a.</textarea>");
  const refused = await reader.post(`${path()}/try`, { body: "[1]", mapping: "" });
  expect(plain(refused.text)).toContain("It would be refused: The body is a list");
  const empty = await reader.post(`${path()}/try`, { body: "", mapping: "" });
  expect(plain(empty.text)).toContain("must not be empty");
  expect((await reader.get("/alert_groups/unknown/try")).status).toBe(404);
});

test("an inbound event is tried again, and its mapping saved", async () => {
  await http.call("POST", `/api/webhook/${group.webhook_id}`, { body: { name: "Fan" } });
  const [event] = (await http.api("GET", "/inbound_events")).json;
  const editor = await signIn(http, http.keys.write);
  const chosen = await editor.get(`${path()}/try?event=${event.id}`);
  expect(chosen.text).toContain("{&quot;name&quot;:&quot;Fan&quot;}</textarea>");
  const other = (await http.api("POST", "/alert_groups", { title: "Other" })).json;
  const foreign = await editor.get(`/alert_groups/${other.id}/try?event=${event.id}`);
  expect(foreign.text).not.toContain("Fan");
  const mapping = "title: name\nkey: name";
  const tried = await editor.post(`${path()}/try`, { body: event.body, mapping });
  expect(tried.text).toContain("Save mapping");
  expect(location(await editor.post(`${path()}/mapping`, { mapping }))).toBe(
    `${path()}/try?done=saved`,
  );
  expect((await http.api("GET", path())).json.inbound_mapping).toEqual({
    title: "name",
    key: "name",
  });
});

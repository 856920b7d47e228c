/** A title, a name and an address are judged without the spaces around them, whichever way they come. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHttp } from "../support/http.ts";

let http: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.end());

const host = "@example.com";
const email = (length: number) => "a".repeat(length - host.length) + host;

test.each([
  ["users", { email: `\n ${email(254)}\t` }, { email: email(254) }],
  ["users", { email: email(41), name: "\r\n Ada\u00a0L\n" }, { name: "Ada\u00a0L" }],
  ["alert_groups", { title: ` ${"t".repeat(255)}` }, { title: "t".repeat(255) }],
  ["alert_groups", { title: "\u000b Shop \n\n" }, { title: "Shop" }],
  ["alert_groups", { title: "Days", contact_days: [4, 1, 1] }, { contact_days: [1, 4] }],
])("%s: %j is stored as %j", async (resources, sent, stored) => {
  const answer = await http.api("POST", `/${resources}`, sent);
  expect(answer.status, answer.text).toBe(201);
  expect(answer.json).toMatchObject(stored);
});

test.each([
  ["users", { email: email(255) }, "email", "must have at most 254 characters"],
  ["users", { email: email(42), name: " \u3000" }, "name", "must not be empty"],
  ["users", { email: email(42), name: "A\nB" }, "name", "must not contain control characters"],
  ["alert_groups", { title: "t".repeat(256) }, "title", "must have at most 255 characters"],
  ["alert_groups", { title: "" }, "title", "must not be empty"],
  ["alert_groups", { title: " \n" }, "title", "must not be empty"],
  [
    "alert_groups",
    { title: "Days", contact_days: Array<number>(8).fill(1) },
    "contact_days",
    "must have at most 7 entries",
  ],
])("%s: %j is rejected", async (resources, sent, field, message) => {
  const answer = await http.api("POST", `/${resources}`, sent);
  expect(answer.status, answer.text).toBe(422);
  const { errors } = answer.json as { errors: unknown[] };
  expect(errors).toEqual([expect.objectContaining({ field, message })]);
});

test.each([
  ["  ", "must not be empty"],
  ["\n", "must not be empty"],
  ["A\tB", "must not contain control characters"],
])("a manifest with the title %j is rejected", async (title, message) => {
  const answer = await http.api("POST", "/plan", {
    project: "shop",
    alert_groups: [{ external_id: "shop", title }],
  });
  expect(answer.status, answer.text).toBe(422);
  expect(answer.json).toMatchObject({ errors: [{ message }] });
});

test("a manifest whose title ends with a line break, as a block of YAML does, declares it without", async () => {
  const answer = await http.api("POST", "/apply", {
    project: "shop",
    alert_groups: [{ external_id: "shop", title: "Shop\n" }],
  });
  expect(answer.status, answer.text).toBe(200);
  const { json } = await http.api("GET", "/alert_groups?external_id=shop");
  expect(json).toMatchObject([{ title: "Shop" }]);
});

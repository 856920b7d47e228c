import { afterEach, beforeEach, expect, test } from "vitest";
import { user } from "../support/answers.ts";
import { startFakeApi, type Answer, type FakeApi } from "./fake-api.ts";

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({});
});
afterEach(() => api[Symbol.asyncDispose]());

/** What is wrong with an answer to `GET /users`, as it is thrown at the end. */
async function faultOf(answer: Answer): Promise<string> {
  api.answers["GET /users"] = answer;
  await fetch(`${api.url}/api/v1/users`);
  return api[Symbol.asyncDispose]().then(
    () => "",
    (error: Error) => error.message,
  );
}

test.each<[string, Answer, string]>([
  ["lacks a field", { body: [{ ...user(), name: undefined }] }, "required property 'name'"],
  ["has a field too many", { body: [{ ...user(), phone: 1 }] }, "additional properties: phone"],
  ["has a wrong type", { body: [user(), { ...user(), protect: 0 }] }, "/1/protect must be boolean"],
  ["is no list", { body: user() }, "must be array"],
  ["is text", { body: "hello" }, "is text/plain, not application/json"],
  ["has another status", { status: 201, body: [] }, "GET /api/v1/users → 201 is not described"],
  ["is no problem", { status: 404, body: {} }, "is application/json, not application/problem+json"],
])("an answer that %s is named", async (_, answer, fault) => {
  expect(await faultOf(answer)).toContain(fault);
});

test.each<[string, Answer]>([
  ["the service gives", { body: [user()] }],
  ["is another program's", { from: "a proxy", body: "hello" }],
])("an answer that %s has no fault", async (_, answer) => {
  expect(await faultOf(answer)).toBe("");
});

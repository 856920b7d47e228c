/** The bodies of each tool with a format of its own, posted to the URL of a group. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { toolBodies } from "../inbound/tools/bodies.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

let side: HttpSide;
beforeAll(async () => {
  side = await startHttp();
});
afterAll(() => side.end());

interface Incident {
  title: string;
  status: string;
  alert_group_id: string;
}

async function newGroup(title: string) {
  const made = await side.api("POST", "/alert_groups", { title });
  const path = new URL(made.json.webhook_url as string).pathname;
  return {
    post: (body: unknown, headers = {}) => side.call("POST", path, { body, headers }),
    incidents: async () => {
      const all = (await side.api("GET", "/incidents?order=desc")).json as Incident[];
      return all.filter(({ alert_group_id }) => alert_group_id === made.json.id);
    },
  };
}

test.each(toolBodies)(
  "$tool opens one incident, repeats it and resolves it; its end alone opens nothing",
  async ({ tool, format, firing, repeated, resolved }) => {
    const { post, incidents } = await newGroup(tool);
    if (resolved !== null) {
      expect(await post(resolved)).toMatchObject({ status: 202, json: { format } });
      expect(await incidents()).toEqual([]);
    }
    expect(await post(firing)).toMatchObject({ status: 202, json: { accepted: 1, format } });
    expect(await post(repeated)).toMatchObject({ status: 202 });
    expect(await incidents()).toMatchObject([{ status: "open" }]);
    if (resolved === null) return;
    await post(resolved);
    expect(await incidents()).toMatchObject([{ status: "resolved" }]);
    await post(firing);
    expect((await incidents()).filter(({ status }) => status === "open")).toHaveLength(1);
  },
);

const tested = toolBodies.filter(({ test: body }) => body !== null);

test.each(tested)("a test of $tool opens an incident that says so", async (bodies) => {
  const { post, incidents } = await newGroup(`${bodies.tool}, a test`);
  await post(bodies.test);
  expect(await incidents()).toMatchObject([{ title: expect.stringMatching(/^Test: /) }]);
});

test("StatusCake posts a form", async () => {
  const { post, incidents } = await newGroup("A form");
  const { firing, resolved } = toolBodies.find(({ format }) => format === "statuscake")!;
  const form = (body: object) =>
    post(new URLSearchParams(body as Record<string, string>).toString(), {
      "content-type": "application/x-www-form-urlencoded",
    });
  expect(await form(firing)).toMatchObject({ status: 202, json: { format: "statuscake" } });
  expect(await incidents()).toMatchObject([{ title: "Shop is down", status: "open" }]);
  await form(resolved!);
  expect(await incidents()).toMatchObject([{ status: "resolved" }]);
});

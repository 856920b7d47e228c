/** Status changes and timelines of all monitors and incidents, as two lists. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let monitors: { id: string; alert_group_id: string }[];

beforeAll(async () => {
  http = await startHttp();
  const named = ["a", "b"];
  for (const project of named)
    await http.api("POST", "/apply", {
      project,
      alert_groups: [{ external_id: `group-${project}`, title: project }],
      webhook_monitors: [
        { external_id: `errors-${project}`, title: project, alert_group: `group-${project}` },
      ],
    });
  const { json } = await http.api("GET", "/webhook_monitors");
  monitors = json;
  for (const { webhook_id } of json)
    await http.call("POST", `/api/webhook/${webhook_id}`, { body: { message: "boom" } });
  await http.clock.advance(60_000, () => true);
  await http.api("POST", "/incidents/1/notes", { text: "looking", by: "Ada" });
});
afterAll(() => http.end());

const list = async (path: string, key = http.keys.admin) =>
  (await http.call("GET", `/api/v1${path}`, { key })).json;
const kinds = async (query: string) =>
  (await list(`/incidents/timeline${query}`)).map(
    ({ number, kind }: { number: number; kind: string }) => `${number} ${kind}`,
  );
const changes = async (query: string) =>
  (await list(`/monitors/changes${query}`)).map(
    ({ external_id, status }: { external_id: string; status: string }) =>
      `${external_id} ${status}`,
  );

test("timelines are one list, oldest first, and are chosen by what their incidents are of", async () => {
  const [first, second] = monitors as [{ id: string; alert_group_id: string }, { id: string }];
  const opened = ["opened", "nobody_to_notify"];
  const ofFirst = [...opened.map((kind) => `1 ${kind}`), "1 note"];
  expect(await kinds("")).toEqual([
    ...opened.map((kind) => `1 ${kind}`),
    ...opened.map((kind) => `2 ${kind}`),
    "1 note",
  ]);
  expect(await kinds("?order=desc&limit=1")).toEqual(["1 note"]);
  expect(await kinds("?incident_id=1")).toEqual(ofFirst);
  expect(await kinds(`?source_id=${second.id}`)).toEqual(opened.map((kind) => `2 ${kind}`));
  expect(await kinds(`?alert_group_id=${first.alert_group_id}`)).toEqual(ofFirst);
  expect(await kinds("?project=b")).toEqual(opened.map((kind) => `2 ${kind}`));
  const since = new Date(http.clock.now()).toISOString();
  expect(await kinds(`?since=${encodeURIComponent(since)}`)).toEqual(["1 note"]);
  expect(await list("/incidents/timeline?incident_id=1&order=desc&limit=1")).toMatchObject([
    { number: 1, kind: "note", text: "looking", actor: "Ada", user_id: null },
  ]);
  expect(await kinds("?incident_id=999")).toEqual([]);
});

test("changes of status are one list, with the names of their monitors", async () => {
  const [first] = monitors;
  expect(await changes("")).toEqual(["errors-a firing", "errors-b firing"]);
  expect(await changes("?project=b")).toEqual(["errors-b firing"]);
  expect(await changes(`?monitor_id=${first!.id}`)).toEqual(["errors-a firing"]);
  expect(await changes(`?alert_group_id=${first!.alert_group_id}`)).toEqual(["errors-a firing"]);
  const since = new Date(http.clock.now()).toISOString();
  expect(await changes(`?since=${encodeURIComponent(since)}`)).toEqual([]);
  expect(await list("/monitors/changes?limit=1")).toMatchObject([
    { monitor_id: first!.id, kind: "webhook_monitors", title: "a", status: "firing" },
  ]);
});

test("both come in pages, and show another organization none of them", async () => {
  for (const path of ["/incidents/timeline", "/monitors/changes"]) {
    const rows: unknown[] = [];
    let next: string | null = `/api/v1${path}?limit=1`;
    while (next) {
      const page = await http.call("GET", next, { key: http.keys.read });
      rows.push(...page.json);
      const link = /<(.+)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
      next = link ? link.replace(http.origin, "") : null;
    }
    expect(rows).toEqual(await list(path));
    expect(await list(path, http.stranger)).toEqual([]);
  }
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";

const hours = (count: number) => count * 3600_000;

let http: HttpSide;
/** How far back states of monitors were read, ms. */
const lookedBack: number[] = [];
beforeAll(async () => {
  http = await startHttp({
    wrap: (store) => ({
      ...store,
      read: {
        ...store.read,
        histories: (org_id, ids, since) => {
          lookedBack.push(http.clock.now() - since);
          return store.read.histories(org_id, ids, since);
        },
      },
    }),
  });
});
afterAll(() => http.end());

it("the page of an incident reads no more of its monitor's past than it shows", async () => {
  const group = (await http.api("POST", "/alert_groups", { title: "On call" })).json;
  const monitor = (
    await http.api("POST", "/webhook_monitors", { title: "Errors", alert_group_id: group.id })
  ).json;
  await http.call("POST", `/api/webhook/${monitor.webhook_id}`, { body: { message: "boom" } });
  const visitor = await signIn(http, http.keys.read);
  lookedBack.length = 0;
  const page = await visitor.get("/incidents/1");
  expect(page.text).toContain("Last 12 hours");
  expect(page.text).toContain("boom");
  expect(lookedBack).toEqual([hours(12)]);
});

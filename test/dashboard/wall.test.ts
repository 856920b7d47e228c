import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wallPage } from "../../src/dashboard/pages/wall.ts";
import type { WallMonitor } from "../../src/dashboard/wall/model.ts";
import { hasBrowser, startBrowser } from "../support/browser.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";
import { evil, expectSafe, frame } from "./hostile.ts";

const monitor = (title: string, more: Partial<WallMonitor> = {}): WallMonitor => ({
  id: title,
  title,
  status: "up",
  status_since: frame.now - 60_000,
  status_reason: "",
  paused_at: null,
  alert_group_id: "g",
  ...more,
});
const page = (up: number, title = "Platform") => {
  const counts = [
    { status: "down", paused: false, count: 1 },
    { status: "up", paused: true, count: 1 },
    { status: "up", paused: false, count: up },
  ] as const;
  return wallPage(frame, {
    counts,
    open: 0,
    acknowledged: 0,
    incidents: [],
    monitors: [
      monitor("Shop", { status: "down" }),
      monitor("Later", { paused_at: frame.now }),
      ...Array.from({ length: Math.min(up, 100) }, (_, i) => monitor(`Fine ${i}`)),
    ],
    groups: [{ id: "g", title, counts }],
  });
};
const titles = (text: string) =>
  [...text.matchAll(/<span class="wn"\s*>\s*<b\s*><bdi>(.*?)<\/bdi><\/b/g)].map(
    ([, title]) => title,
  );
const cells = (text: string) =>
  [...text.matchAll(/<i class="wcell (\w+)"/g)].map(([, look]) => look);

describe("the wall", () => {
  test("has a row for each of a few monitors, and a cell for each, worst first", () => {
    const text = page(2);
    expect(titles(text)).toEqual(["Shop", "Later", "Fine 0", "Fine 1"]);
    expect(cells(text)).toEqual(["down", "ok", "ok", "paused"]);
    expect(text).toMatch(/1 failing of 4/);
  });

  test("has cells alone of more", () => {
    expect(titles(page(50))).toEqual([]);
    expect(cells(page(50))).toHaveLength(52);
    expect(page(50)).toContain("No open incidents");
  });

  test("shares a cell among many monitors, and each state keeps one", () => {
    const shown = cells(page(5998));
    expect(shown.length).toBeLessThanOrEqual(602);
    expect([...new Set(shown)]).toEqual(["down", "ok", "paused"]);
    expect(page(5998)).toContain("up to 10 monitors");
  });

  test("escapes titles", () => {
    expectSafe(page(2, evil));
  });
});

describe("of a service", () => {
  let http: HttpSide;
  beforeAll(async () => {
    http = await startHttp({ running: true });
  });
  afterAll(() => http.end());

  test("is the overview with kiosk=1, without navigation, for every session", async () => {
    const group = await http.api("POST", "/alert_groups", { title: "On call" });
    await http.api("POST", "/webhook_monitors", {
      title: "Shop errors",
      alert_group_id: group.json.id,
    });
    const browser = await signIn(http, http.keys.read);
    const wall = await browser.get("/?kiosk=1");
    expect(wall.status).toBe(200);
    expect(titles(wall.text)).toEqual(["Shop errors"]);
    expect(wall.text).not.toContain('aria-label="Main"');
    expect((await browser.get("/")).text).toContain('aria-label="Main"');
  });

  test("shows what is unacknowledged before what is acknowledged, and the person who has it", async () => {
    const group = (await http.api("POST", "/alert_groups", { title: "Shop" })).json;
    for (const title of ["Books", "Music"]) {
      const made = await http.api("POST", "/webhook_monitors", { title, alert_group_id: group.id });
      await http.call("POST", `/api/webhook/${made.json.webhook_id}`, { body: { message: title } });
    }
    const [, first] = (await http.api("GET", "/incidents?order=desc")).json as {
      id: string;
      title: string;
    }[];
    await http.api("POST", `/incidents/${first!.id}/acknowledge`);
    const { text } = await (await signIn(http, http.keys.read)).get("/?kiosk=1");
    expect(titles(text).slice(0, 2)).toEqual(["Music", "Books"]);
    expect(text).toMatch(/<b>1<\/b><span>unacknowledged/);
    expect(text).toContain("ww acked");
  });

  describe.skipIf(!hasBrowser)("in a browser", () => {
    test("fits on one screen from 720p to 4K, with hundreds of monitors down, and says itself that it is old", async () => {
      const groups = await Promise.all(
        ["Tills", "Nodes", "Feeds"].map(
          async (title) =>
            (await http.api("POST", "/alert_groups", { title })).json as { id: string },
        ),
      );
      for (let i = 0; i < 120; i++) {
        const made = await http.api("POST", "/webhook_monitors", {
          title: `Till ${i} of the shop in the old town of Hamburg, second floor, behind the escalator`,
          alert_group_id: groups[i % 3]!.id,
        });
        await http.call("POST", `/api/webhook/${made.json.webhook_id}`, {
          body: { message: `broke ${i}` },
        });
      }
      const browser = await startBrowser();
      const context = await browser.newContext();
      const tab = await context.newPage();
      await tab.goto(`${http.origin}/login`);
      await tab.getByLabel("API key or one-time code").fill(http.keys.read);
      await tab.getByRole("button", { name: "Sign in" }).click();
      for (const [width, height] of [
        [1280, 720],
        [1920, 1080],
        [3840, 2160],
      ] as const) {
        await tab.setViewportSize({ width, height });
        await tab.goto(`${http.origin}/?kiosk=1`);
        await tab.getByText("and 112 more incidents").waitFor();
        // Neither the page nor a list on it goes on beyond its edge.
        expect(
          await tab.evaluate(`[document.documentElement, ...document.querySelectorAll(".wrows, .wgs, .wh")]
            .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
            .map(({ className }) => className)`),
        ).toEqual([]);
      }
      // The browser's own clock of animations, 90 s on: no script is asked.
      const look = () =>
        tab.evaluate(`[...document.querySelectorAll(".wfresh > *")].map((one) => {
          for (const animation of one.getAnimations()) animation.currentTime = 90_001;
          return getComputedStyle(one).visibility;
        })`);
      expect(await look()).toEqual(["hidden", "visible"]);
      await browser.close();
    });
  });
});

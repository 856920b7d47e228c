import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wallPage, type WallMonitor } from "../../src/dashboard/pages/wall.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import { signIn } from "../support/visitor.ts";
import { evil, expectSafe, frame } from "./hostile.ts";

const monitor = (title: string, more: Partial<WallMonitor> = {}): WallMonitor => ({
  id: title,
  title,
  status: "up",
  status_since: frame.now - 60_000,
  paused_at: null,
  ...more,
});
const page = (up: number) =>
  wallPage(frame, {
    counts: [
      { status: "down", paused: false, count: 1 },
      { status: "up", paused: true, count: 1 },
      { status: "up", paused: false, count: up },
    ],
    open: 3,
    acknowledged: 0,
    monitors: [
      monitor("Shop", { status: "down" }),
      monitor("Later", { paused_at: frame.now }),
      ...Array.from({ length: Math.min(up, 100) }, (_, i) => monitor(`Fine ${i}`)),
    ],
  });
const titles = (text: string) =>
  [...text.matchAll(/<b><bdi>(.*?)<\/bdi><\/b>/g)].map(([, title]) => title);

describe("the wall", () => {
  test("has a tile per monitor, worst first, and large counts", () => {
    const text = page(2);
    expect(titles(text)).toEqual(["Shop", "Later", "Fine 0", "Fine 1"]);
    expect(text).toMatch(/<b>3<\/b> unacknowledged/);
    expect(text).not.toContain("wall-rest");
  });

  test("shows of many monitors those that are not healthy, and the number of the others", () => {
    const text = page(500);
    expect(titles(text)).toEqual(["Shop", "Later"]);
    expect(text).toContain("500 more monitors");
  });

  test("escapes titles", () => {
    expectSafe(
      wallPage(frame, { counts: [], open: 0, acknowledged: 0, monitors: [monitor(evil)] }),
    );
  });
});

describe("of a service", () => {
  let http: HttpSide;
  beforeAll(async () => {
    http = await startHttp();
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
});

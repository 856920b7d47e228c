import { describe, expect, test } from "vitest";
import { fanOutLeaving } from "../../../src/core/paging/leaving.ts";
import type { Notification } from "../../../src/core/model/model.ts";
import { device, incident, night, notification } from "../../support/builders.ts";

const ada = { id: "ada", name: "Ada", email: "ada@example.com" };
const bob = { id: "bob", name: "Bob", email: "bob@example.com" };
const later = night + 10 * 60_000;

describe("people who leave the groups of an open incident", () => {
  const leaving = (pages: readonly Partial<Notification>[]) =>
    fanOutLeaving(
      incident(),
      [ada],
      [{ device: device({ id: "iphone", user_id: "bob" }), user: bob }],
      pages.map((page) => ({ page: notification(page), device: device() })),
      later,
    );

  test("hear once that others have it, if they got the page", () => {
    const found = leaving([{ state: "delivered" }, { id: "again", state: "delivered" }]);
    expect(found.queued).toMatchObject([
      {
        transition: "handed_over",
        user_id: "ada",
        state: "queued",
        title: "Handed over to Bob: Shop is down",
        message: "Its pages go to Bob now.\nDatabase crashed",
      },
    ]);
    expect(found.left.map(({ page }) => page.id)).toEqual(["push", "again"]);
    expect(found.timeline).toEqual([{ entry: "moved", text: "Handed over from Ada to Bob." }]);
  });

  test("are not paged any more when the page has not left", () => {
    const found = leaving([{ state: "held" }]);
    expect(found.queued).toEqual([]);
    expect(found.dropped).toEqual([{ id: "push", reason: "handed over to Bob" }]);
    expect(found.timeline[1]!.text).toBe(
      "1 queued notification canceled: the incident was handed over.",
    );
  });

  test("keep what was handed over before, and the pages of others stay", () => {
    const found = leaving([
      { state: "delivered", handed_over: true },
      { state: "delivered", user_id: "bob", device_id: "iphone" },
    ]);
    expect([found.queued, found.left]).toEqual([[], []]);
  });
});

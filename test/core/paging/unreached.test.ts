import { expect, test } from "vitest";
import { unreached, type PageProgress } from "../../../src/core/paging/unreached.ts";
import type { Incident } from "../../../src/core/model/model.ts";
import { incident, night, silence } from "../../support/builders.ts";

const page = (of: Partial<PageProgress>): PageProgress => ({
  state: "queued",
  attempts: 0,
  last_error: null,
  ...of,
});

test.each<[string, Partial<PageProgress>[], ReturnType<typeof unreached>]>([
  ["without a page has reached nobody", [], "unreached"],
  ["whose page was accepted has reached somebody", [{ state: "delivered" }], null],
  [
    "with one accepted page has reached somebody",
    [{ state: "refused" }, { state: "delivered" }],
    null,
  ],
  ["whose page is about to be sent is not counted", [{}], null],
  ["whose page is being sent is not counted", [{ state: "leased", attempts: 1 }], null],
  [
    "whose page failed once has reached nobody so far",
    [{ attempts: 1, last_error: "HTTP 500" }],
    "unreached",
  ],
  ["whose page is sent a second time is counted", [{ state: "leased", attempts: 2 }], "unreached"],
  ["whose page was rejected has reached nobody", [{ state: "refused" }], "unreached"],
  ["whose page waits for contact hours is on hold", [{ state: "held" }], "on_hold"],
])("an open incident %s", (_, pages, expected) => {
  expect(unreached(incident(), pages.map(page), [], night)).toBe(expected);
});

test.each<[string, Partial<Incident>]>([
  ["acknowledged", { status: "acknowledged" }],
  ["resolved", { status: "resolved" }],
])("an incident that is %s is not counted", (_, of) => {
  expect(unreached(incident(of), [], [], night)).toBeNull();
});

test("an incident with a silence is not counted", () => {
  expect(unreached(incident(), [], [silence({ from: night - 1, until: null })], night)).toBeNull();
});

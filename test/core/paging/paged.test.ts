import { describe, expect, test } from "vitest";
import { givesWay, isAcknowledgedSince, isOutdated } from "../../../src/core/paging/paged.ts";
import { incident, night, notification } from "../../support/builders.ts";

describe("a page that was on hold", () => {
  const page = notification({ id: "b", inserted_at: night });
  const way = (
    { others = [], leaving = [] }: { others?: object[]; leaving?: object[] },
    about: object = {},
  ) =>
    givesWay(
      page,
      incident(about),
      others.map((one) => notification(one)),
      [page, ...leaving.map((one) => notification(one))],
    );
  const later = "a later page took its place";

  test("is sent when its device got none since", () => {
    expect(way({})).toBeNull();
    expect(way({ others: [{ delivered_at: night - 1 }, { delivered_at: null }] })).toBeNull();
    expect(way({ leaving: [{ id: "a", inserted_at: night }] })).toBeNull();
  });

  test("gives way to one that arrived since, and to a later one that leaves with it", () => {
    expect(way({ others: [{ delivered_at: night }] })).toBe(later);
    expect(way({ leaving: [{ id: "a", inserted_at: night + 1 }] })).toBe(later);
    expect(way({ leaving: [{ id: "c", inserted_at: night }] })).toBe(later);
  });

  test("gives way to an acknowledgement, unless it was asked for after that", () => {
    const acknowledged = (acknowledged_at: number | null) =>
      way({}, { status: "acknowledged", acknowledged_at });
    expect(acknowledged(night)).toBe("the incident is acknowledged");
    expect(acknowledged(night - 1)).toBeNull();
    expect(acknowledged(null)).toBeNull();
  });
});

test.each([
  ["open", null, false],
  ["acknowledged later", night + 1, true],
  ["acknowledged then, and perhaps handed over", night, false],
  ["acknowledged before", night - 1, false],
  ["acknowledged at no known time", null, false],
])("a page of an incident that is %s", (name, acknowledged_at, since) => {
  const status = name === "open" ? "open" : "acknowledged";
  const page = notification({ inserted_at: night });
  expect(isAcknowledgedSince(page, incident({ status, acknowledged_at }))).toBe(since);
});

test.each([
  ["of another group", { alert_group_id: "leads" }, true],
  ["of the group of the incident", { alert_group_id: "oncall" }, true],
  ["of the group that pages now", { alert_group_id: "second" }, true],
  ["of somebody who was asked to help", { alert_group_id: null }, false],
  ["after paging began anew", { alert_group_id: "leads", inserted_at: night + 1 }, false],
])("whether a page %s is outdated", (_, page, outdated) => {
  const one = notification({ inserted_at: night, ...page });
  const again = incident({ alert_group_id: "oncall", paging_since: night + 1 });
  expect(isOutdated(one, again)).toBe(outdated);
});

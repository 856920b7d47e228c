import { describe, expect, test } from "vitest";
import type { PageNotice, PlannedNotice, TimelineEntry } from "../../../src/core/model/model.ts";
import { incidentNews, plannedNotices, plannedOf } from "../../../src/core/status/notices.ts";
import { incident, night } from "../../support/builders.ts";

const hour = 3_600_000;

describe("planned maintenance", () => {
  const time = (from: number) => ({ from, until: from + hour, systems: ["Shop"] });
  const notice = (kind: PlannedNotice["kind"], from: number): PlannedNotice => ({
    kind,
    ...time(from),
  });
  const at = night + hour;

  test("is announced once", () => {
    expect(plannedNotices([], [time(at)], night)).toEqual([notice("planned", at)]);
    expect(plannedNotices([notice("planned", at)], [time(at)], night)).toEqual([]);
  });

  test("that is gone before it begins is canceled once, and announced again when it is planned again", () => {
    const announced = notice("planned", at);
    const canceled = notice("canceled", at);
    expect(plannedNotices([announced], [], night)).toEqual([canceled]);
    expect(plannedNotices([announced, canceled], [], night)).toEqual([]);
    expect(plannedNotices([announced, canceled], [time(at)], night)).toEqual([announced]);
    expect(plannedNotices([announced], [], at)).toEqual([]);
  });

  test("that moves is announced at its new time, and canceled at the old one", () => {
    const later = at + hour;
    expect(plannedNotices([notice("planned", at)], [time(later)], night)).toEqual([
      notice("planned", later),
      notice("canceled", at),
    ]);
  });

  test("is told from notices about incidents", () => {
    const of = { page_id: "p", number: 1, at: night, incident_id: null };
    const notices: PageNotice[] = [
      { ...of, matter: { kind: "ended", incident_id: "i" } },
      { ...of, number: 2, matter: notice("planned", at) },
    ];
    expect(plannedOf(notices)).toEqual([notice("planned", at)]);
  });
});

describe("an incident", () => {
  const published = (more = {}) =>
    incident({
      published_at: night,
      published_on: [{ page_id: "p", systems: ["Shop"] }],
      public_title: "Checkout fails",
      ...more,
    });
  const entry = (id: string, state: TimelineEntry["public_state"], text: string) =>
    ({ id, at: night, kind: "published", text, public_state: state }) as TimelineEntry;
  const on = { page_id: "p", now: night + hour };
  const ended = { kind: "ended", incident_id: "i" } as const;
  const resolved = { status: "resolved", resolved_at: night + hour } as const;

  test("has the update of the notice as its news", () => {
    const entries = [entry("a", "investigating", "We are on it."), entry("b", null, "Still.")];
    const newsOf = (entry_id: string) =>
      incidentNews({ kind: "update", incident_id: "i", entry_id }, published(), entries, on);
    expect(newsOf("a")).toMatchObject({
      state: "investigating",
      message: "We are on it.",
      systems: ["Shop"],
    });
    expect(newsOf("b")).toMatchObject({ state: null, message: "Still." });
    expect(newsOf("removed")).toBeNull();
  });

  test("that is not public, or not on this page, has no news", () => {
    expect(incidentNews(ended, incident(resolved), [], on)).toBeNull();
    const elsewhere = { ...on, page_id: "another" };
    expect(incidentNews(ended, published(resolved), [], elsewhere)).toBeNull();
  });

  test("that has ended says so, unless an update has, or it is open again", () => {
    expect(incidentNews(ended, published(resolved), [], on)).toMatchObject({
      state: "resolved",
      message: "",
    });
    const said = [entry("a", "resolved", "Fixed.")];
    expect(incidentNews(ended, published(resolved), said, on)).toBeNull();
    expect(incidentNews(ended, published(), [], on)).toBeNull();
  });
});

import { ownLabels, ownPrefix } from "../../../src/core/health/own-check.ts";
import { describe, expect, test } from "vitest";
import { healthCheckOf, healthChecks, remedyOf } from "../../../src/core/status/remedies.ts";

describe("the remedy of a sub-check of monitord's own health", () => {
  test.each(Object.entries(healthChecks))("%s is one step", (name, check) => {
    expect(healthCheckOf(name)).toBe(check);
    expect(check.remedy).toMatch(/^[A-Z]/);
  });

  test("says which of them keep pages from people", () => {
    const stopping = Object.entries(healthChecks).filter(([, { stopsPages }]) => stopsPages);
    expect(stopping.map(([name]) => name).toSorted()).toEqual([
      "database",
      "network",
      "push_servers",
      "pushes",
    ]);
  });

  test.each([["of_a_later_version"], ["toString"]])("%s is left to the server", (name) => {
    expect(healthCheckOf(name)).toEqual({
      remedy: "On the server: monitord doctor",
      stopsPages: false,
      guide: "troubleshooting",
    });
  });
});

describe("the remedy of a sub-check of an endpoint", () => {
  test.each(Object.keys(ownLabels))("%s is one step, while it warns or fails", (of) => {
    const name = ownPrefix + of;
    expect(remedyOf({ name, status: "failed" })).toMatch(/^[A-Z].*\.$/);
    expect(remedyOf({ name, status: "warning" })).toMatch(/^[A-Z].*\.$/);
    expect(remedyOf({ name, status: "ok" })).toBe(null);
  });

  test("is left to the application for its own", () => {
    expect(remedyOf({ name: "database", status: "failed" })).toBe(null);
  });
});

import { describe, expect, test } from "vitest";
import { healthCheckOf, healthChecks } from "../../../src/core/status/remedies.ts";

describe("the remedy of a sub-check of monitord's own health", () => {
  test.each(Object.entries(healthChecks))("%s is one step", (name, check) => {
    expect(healthCheckOf(name)).toBe(check);
    expect(check.remedy).toMatch(/^[A-Z]/);
  });

  test.each([["of_a_later_version"], ["toString"]])("%s is left to the server", (name) => {
    expect(healthCheckOf(name)).toEqual({
      remedy: "On the server: monitord doctor",
      stopsPages: false,
    });
  });
});

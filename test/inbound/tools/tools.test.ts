import { describe, expect, test } from "vitest";
import { senderOf } from "../../../src/core/alerts/alert-incident.ts";
import { alertOf, contentsOf, pageOf } from "../samples.ts";
import { toolBodies } from "./bodies.ts";

describe.each(toolBodies)("$tool", ({ format, firing, repeated, resolved, test: tried }) => {
  test("its bodies are read as its own", () => {
    for (const body of [firing, repeated, resolved, tried].filter((one) => one !== null))
      expect(contentsOf(body).format).toBe(format);
    expect(senderOf({ format } as never)).not.toBe("The sender");
  });

  test("a problem fires, fires again as the same, and is resolved as the same", () => {
    const first = alertOf(firing);
    expect(first).toMatchObject({ status: "firing", reported_status: null, test: false });
    expect(alertOf(repeated)).toMatchObject({
      status: "firing",
      reported_status: null,
      test: false,
      identity: first.identity,
    });
    expect(first.assumed).toBe(resolved === null);
    if (resolved !== null)
      expect(alertOf(resolved)).toMatchObject({
        status: "resolved",
        reported_status: null,
        test: false,
        identity: first.identity,
      });
  });

  test("what its titles and texts say is no word of ours", () => {
    const alert = alertOf(firing);
    expect(alert.title).not.toMatch(/Unrecognised|Alert without a name/);
    expect(`${alert.title}\n${alert.summary}`).not.toMatch(/\[object|undefined|null/);
  });
});

const tried = toolBodies.filter(({ test: body }) => body !== null);

test.each(tried)("a test of $tool is one, and shares no identity with a problem", (bodies) => {
  const sent = alertOf(bodies.test);
  expect(sent).toMatchObject({ status: "firing", test: true });
  expect(sent.summary).toMatch(/^This is a test: nothing is wrong\./);
  expect(sent.identity).not.toBe(alertOf(bodies.firing).identity);
});

test("no two tools have one identity for what they number alike", () => {
  const identities = toolBodies.map(({ firing }) => alertOf(firing).identity);
  expect(new Set(identities).size).toBe(identities.length);
  const one = alertOf({ check_id: 1, current_state: "DOWN" });
  const other = alertOf({ issueId: 1, state: "CREATED" });
  expect(one.identity).not.toBe(other.identity);
});

test("what is made of each body", async () => {
  const pages = toolBodies.flatMap(({ tool, firing, repeated, resolved, test: body }) =>
    Object.entries({ firing, repeated, resolved, test: body })
      .filter(([, sent]) => sent !== null)
      .map(([which, sent]) => pageOf(`${tool}, ${which}`, sent)),
  );
  await expect(`${pages.join("\n\n")}\n`).toMatchFileSnapshot("../../fixtures/tools-golden.md");
});

import { expect, test } from "vitest";
import { codeQuality, sarif, type Finding } from "../../src/ctl/output/ci/findings.ts";
import { planCounts } from "../../src/ctl/output/ci/gitlab.ts";
import { planMarkdown } from "../../src/ctl/output/ci/plan-markdown.ts";
import { issue } from "./issue.ts";
import type { Plan, PlannedChange } from "../../src/api/declaration.ts";

const finding = (line: number, more: Partial<Finding> = {}): Finding => ({
  ...issue(line, { file: "ops/monitors of shop.yaml" }),
  level: "error",
  ...more,
});
const asItIs = (file: string) => file;

test("Code Quality of GitLab names each finding, its place and how bad it is", () => {
  const [first, second] = codeQuality(
    [finding(14), finding(3, { level: "warning", code: "undeclared", hint: null, resource: null })],
    asItIs,
  );
  expect(first).toEqual({
    description:
      'health_check_monitors www: unknown field "intervall" (did you mean "interval_seconds"?)',
    check_name: "unknown_field",
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    severity: "major",
    location: { path: "ops/monitors of shop.yaml", lines: { begin: 14 } },
  });
  expect(second).toMatchObject({ severity: "minor", description: 'unknown field "intervall"' });
});

test("a finding keeps its fingerprint when its line moves, and two equal ones have two", () => {
  const prints = (...lines: number[]) =>
    codeQuality(
      lines.map((line) => finding(line)),
      asItIs,
    ).map((one) => (one as { fingerprint: string }).fingerprint);
  expect(prints(14)).toEqual(prints(20));
  expect(new Set(prints(14, 15)).size).toBe(2);
});

test("SARIF has a rule for each code, and places from the root of the repository", () => {
  expect(sarif([finding(14), finding(20)], asItIs, "1.2.3")).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "monitorctl",
            semanticVersion: "1.2.3",
            rules: [{ id: "unknown_field" }],
          },
        },
        results: [
          {
            ruleId: "unknown_field",
            level: "error",
            locations: [
              {
                physicalLocation: {
                  artifactLocation: {
                    uri: "ops/monitors%20of%20shop.yaml",
                    uriBaseId: "%SRCROOT%",
                  },
                  region: { startLine: 14, startColumn: 5, endColumn: 14 },
                },
              },
            ],
          },
          { ruleId: "unknown_field" },
        ],
      },
    ],
  });
});

const change = (action: PlannedChange["action"], external_id: string): PlannedChange => ({
  kind: "webhook_monitors",
  external_id,
  id: null,
  title: external_id,
  action,
  fields: action === "update" ? [{ field: "title", from: "a".repeat(200), to: "b" }] : [],
});
const planOf = (changes: PlannedChange[], warnings: string[] = []): Plan => ({
  project: "shop",
  revision: 1,
  applied: false,
  changes,
  warnings,
});

test("the widget of GitLab counts a detached resource as changed", () => {
  const changes = (["create", "create", "update", "detach", "delete", "unchanged"] as const).map(
    (action, i) => change(action, `w${i}`),
  );
  expect(planCounts(planOf(changes))).toEqual({ create: 2, update: 2, delete: 1 });
});

test("a plan as Markdown says that a deleted resource comes back, as the text does", () => {
  const deleted_at = "2026-11-20T03:00:00Z";
  const back = [{ ...change("create", "back"), deleted_at }, change("create", "new")];
  const text = planMarkdown(planOf(back), "https://mon.example.com", () => null);
  expect(text).toContain(
    "`back` | **restore** deleted at 2026-11-20T03:00:00Z; its history and URL come back |",
  );
  expect(text).toContain("`new` | **create** |");
});

test("a plan as Markdown fits into a comment of GitHub, with its counts and deletions", () => {
  const changes = [
    ...Array.from({ length: 5000 }, (_, i) => change("update", `w${i}`)),
    change("delete", "gone"),
  ];
  const warnings = Array.from({ length: 3000 }, (_, i) => `group ${i} has no members`);
  const text = planMarkdown(planOf(changes, warnings), "https://mon.example.com", () => null);
  expect(text.length).toBeLessThan(65_536);
  expect(text).toContain("**5000 to update, 1 to DELETE.**");
  expect(text).toContain("`gone` | **delete**");
  expect(text).toMatch(/… and \d+ more warnings/);
  expect(text).toMatch(/… and \d+ more changes\n/);
  expect(text).toMatch(/… and \d+ more changes with fields\n/);
  expect(text).toMatch(/<\/details>\n$/);
});

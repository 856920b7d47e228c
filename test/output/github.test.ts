import { expect, test } from "vitest";
import type { Plan } from "../../src/api/declaration.ts";
import {
  annotationsText,
  errorText,
  maskText,
  outputsText,
  summaryMarkdown,
} from "../../src/ctl/output/ci/github.ts";
import { issue } from "./issue.ts";

const asItIs = (file: string) => file;

test("an issue becomes an annotation at its place", () => {
  expect(annotationsText([issue(14)], (file) => `ops/${file}`)).toBe(
    '::error file=ops/monitors.yaml,line=14,col=5,endColumn=14,title=unknown_field%3A health_check_monitors www::unknown field "intervall" (did you mean "interval_seconds"?)\n',
  );
});

test("after nine the rest is counted", () => {
  const many = Array.from({ length: 12 }, (_, index) => issue(index + 1));
  const lines = annotationsText(many, asItIs).trimEnd().split("\n");
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe("::error title=monitorctl::3 more; monitorctl validate lists them all");
  expect(annotationsText(many.slice(0, 9), asItIs).split("\n")).toHaveLength(10);
});

test("what a file says cannot become a command of its own", () => {
  const hostile = issue(1, {
    file: "a,line=2::b.yaml",
    message: "x\n::set-output name=y::z\r100%",
    hint: null,
    resource: null,
  });
  expect(annotationsText([hostile], asItIs)).toBe(
    "::error file=a%2Cline=2%3A%3Ab.yaml,line=1,col=5,endColumn=14,title=unknown_field::x%0A::set-output name=y::z%0D100%25\n",
  );
  expect(errorText("a,b", "x\ny")).toBe("::error title=monitorctl%3A a%2Cb::x%0Ay\n");
  expect(maskText("mon_1")).toBe("::add-mask::mon_1\n");
});

test("the summary cannot be ended by what it shows", () => {
  expect(summaryMarkdown("shop\n# x", "a\n````\n# heading\n")).toBe(
    "### shop # x\n\n`````\na\n````\n# heading\n`````\n\n",
  );
  expect(summaryMarkdown("x", "y".repeat(2_000_000)).length).toBeLessThan(1_000_000);
});

test("the outputs count what was done", () => {
  const plan = (...actions: string[]) =>
    ({ changes: actions.map((action) => ({ action })) }) as unknown as Plan;
  expect(outputsText(plan("create", "create", "update", "unchanged"))).toBe(
    "changed=true\ncreated=2\nupdated=1\ndeleted=0\n",
  );
  expect(outputsText(plan("delete"))).toContain("changed=true\n");
  expect(outputsText(plan("unchanged"))).toBe("changed=false\ncreated=0\nupdated=0\ndeleted=0\n");
});

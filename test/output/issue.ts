import type { Issue } from "../../src/manifest/issue.ts";

/** A mistake in a manifest. */
export const issue = (line: number, more: Partial<Issue> = {}): Issue => ({
  file: "monitors.yaml",
  line,
  column: 5,
  length: 9,
  source: "    intervall: 30",
  code: "unknown_field",
  message: 'unknown field "intervall"',
  hint: 'did you mean "interval_seconds"?',
  resource: "health_check_monitors www",
  ...more,
});

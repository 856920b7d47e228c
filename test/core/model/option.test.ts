import { expect, test } from "vitest";
import { flagOf, isHidden, type Option } from "../../../src/core/model/option.ts";

const option: Option = {
  name: "smtp-url",
  type: { kind: "text" },
  metavar: "URL",
  default: null,
  help: "Mail server.",
};

test.each<[string, Partial<Option>, string, boolean]>([
  ["an ordinary option", {}, "smtp-url", false],
  ["a secret", { secret: true }, "smtp-url-file", true],
  ["a secret that may hold no password", { secret: true, mayBePlain: true }, "smtp-url", false],
])("%s has its flag", (_, more, flag, hidden) => {
  expect(flagOf({ ...option, ...more })).toBe(flag);
  expect(isHidden({ ...option, ...more })).toBe(hidden);
});

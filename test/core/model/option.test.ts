import { expect, test } from "vitest";
import { flagOf, isHidden, type Option } from "../../../src/core/model/option.ts";

const option: Option = {
  name: "smtp-url",
  type: { kind: "text" },
  metavar: "URL",
  default: null,
  help: "",
};

test.each<[string, Partial<Option>, boolean, string]>([
  ["is on the command line", {}, false, "smtp-url"],
  ["is in a file when it is a secret", { secret: true }, true, "smtp-url-file"],
  [
    "is on the command line when it may hold no secret",
    { secret: true, mayBePlain: true },
    false,
    "smtp-url",
  ],
])("the value of an option %s", (_, more, hidden, flag) => {
  expect(isHidden({ ...option, ...more })).toBe(hidden);
  expect(flagOf({ ...option, ...more })).toBe(flag);
});

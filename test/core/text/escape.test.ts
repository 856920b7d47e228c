import { expect, test } from "vitest";
import { escape } from "../../../src/core/text/escape.ts";

test("text in HTML ends no tag and no attribute", () => {
  expect(escape(`<b title="a" id='b'>&amp;`)).toBe(
    "&lt;b title=&quot;a&quot; id=&#39;b&#39;&gt;&amp;amp;",
  );
});

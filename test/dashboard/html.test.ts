import { expect, test } from "vitest";
import { html } from "../../src/dashboard/html.ts";

test("foreign text cannot turn itself around unseen", () => {
  const title = "invoice\u202egpj.exe";
  expect(html`<bdi>${title}</bdi>`.text).toBe("<bdi>invoice⟪RLO⟫gpj.exe</bdi>");
  // A form sends the text as it was.
  expect(html`<input value="${title}" />`.text).toBe(`<input value="${title}" />`);
  expect(html`<bdi>${"עמר & co"}</bdi>`.text).toBe("<bdi>עמר &amp; co</bdi>");
});

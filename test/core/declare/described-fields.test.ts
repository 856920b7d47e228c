import { describe, expect, test } from "vitest";
import { fieldChanges } from "../../../src/core/declare/field-changes.ts";
import { rules } from "../../../src/core/declare/rules.ts";
import { mask, restoreMasked } from "../../../src/core/declare/secrets.ts";
import { webhookSpec } from "../../support/builders.ts";

/** What the description of a field says of its value, whatever resource has it. */
describe("an address that people open", () => {
  test.each([
    ["https://wiki.example.com/shop#high-error-rate", null],
    ["HTTP://wiki.example.com", null],
    [null, null],
    ["wiki/shop", "must be an absolute URL that starts with http:// or https://"],
    ["https://", "must be an absolute URL that starts with http:// or https://"],
    ["javascript:alert(1)", "must be an absolute URL that starts with http:// or https://"],
    ["https://wiki.example.com/a b", "must not contain spaces or control characters"],
    [" https://wiki.example.com/shop", "must not contain spaces or control characters"],
    ["https://ada:secret@wiki.example.com/", "must not contain a user or password"],
  ])("%s: %s", (runbook_url, message) => {
    expect(rules("webhook_monitors", webhookSpec({ runbook_url }))).toEqual(
      message === null ? [] : [{ field: "runbook_url", code: "format", message }],
    );
  });
});

describe("a secret field", () => {
  const server = "https://ada:secret@ntfy.example.com";

  test("that is taken away is shown masked for the last time", () => {
    expect(fieldChanges("devices", { server }, { server: null })).toEqual([
      { field: "server", from: "https://ada:***@ntfy.example.com", to: null },
    ]);
  });

  test("that is null or left out is neither masked nor restored", () => {
    const none = { server: null, access_token: null };
    expect(mask("devices", none)).toEqual(none);
    expect(restoreMasked("devices", none, { server, access_token: "t" })).toEqual(none);
    expect(mask("devices", {})).toEqual({});
    expect(mask("health_check_monitors", { request_headers: null })).toEqual({
      request_headers: null,
    });
    expect(
      restoreMasked("health_check_monitors", { request_headers: null }, { request_headers: {} }),
    ).toEqual({ request_headers: null });
  });

  test("of a resource without joined rules follows its own rule alone", () => {
    expect(rules("devices", { server })).toEqual([]);
    expect(rules("devices", { server: "ftp://ntfy.example.com" })).toHaveLength(1);
  });
});

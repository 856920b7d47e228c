import Schema from "typebox/value";
import { describe, expect, test } from "vitest";
import { webhookBody, webhookFormats } from "../../../src/channel/webhook/body.ts";
import { WebhookBody } from "../../../src/channel/webhook/schema.ts";
import { signatureOf } from "../../../src/channel/webhook/signature.ts";
import { incident, night } from "../../support/builders.ts";
import { duePush } from "../due-push.ts";

const site = "https://mon.example.com";
const hook = { kind: "webhook", target: "https://hooks.example.com/x" } as const;
const about = { incident: incident(), at: night };
const hostile = {
  title: "@everyone <!channel> *Shop* `is` [down](https://evil.example.com)",
  message:
    "@here @channel <@U123> <at>Ada</at>\n# not a heading\n- no item\n1. no item\n> no quote\n**bold** _it_ ~~gone~~ ||secret|| ![](https://evil.example.com/x.png) :tada: & <b>\n\u202egnp.exe",
};

describe.each(webhookFormats)("the format %s", (format) => {
  test("is what its documentation asks for", async () => {
    const body = webhookBody({ ...duePush({}, { ...hook, format }), ...about }, site);
    await expect(`${JSON.stringify(body, null, 2)}\n`).toMatchFileSnapshot(`golden/${format}.json`);
  });

  test("shows text of others as it is: it mentions nobody and is no markup", async () => {
    const body = webhookBody({ ...duePush(hostile, { ...hook, format }), ...about }, site);
    await expect(`${JSON.stringify(body, null, 2)}\n`).toMatchFileSnapshot(
      `golden/${format}-hostile.json`,
    );
  });

  test("links a test to the page that confirms it, and says when there can be none", () => {
    const due = {
      ...duePush({}, { ...hook, format }),
      event: "test" as const,
      actions: [{ verb: "confirm" as const, token: "C".repeat(72) }],
    };
    const text = JSON.stringify(webhookBody(due, site));
    expect(text).toContain(`${site}/actions/${"C".repeat(72)}`);
    expect(text).toContain("Open this link and press “I got it”");
    expect(JSON.stringify(webhookBody(due))).toMatch(/needs an address that others can open/);
  });

  test("can be sent about no incident, without a public address and without a text", () => {
    const due = { ...duePush({ message: "" }, { ...hook, format }), event: "test" as const };
    const text = JSON.stringify(webhookBody(due));
    expect(text).toContain("Shop is down");
    expect(text).not.toContain("undefined");
  });
});

test.each([
  ["discord", /"color":(\d+)/, ["12986408", "3046706", "5533306"]],
  ["mattermost", /"color":"(#\w+)"/, ["#c62828", "#2e7d32", "#546e7a"]],
  ["teams", /"color":"(\w+)"/, ["Attention", "Good", "Default"]],
] as const)("the color of %s is that of bad, good and other news", (format, color, expected) => {
  const of = (event: "opened" | "recovered" | "test") => {
    const due = { ...duePush({}, { ...hook, format }), event };
    return color.exec(JSON.stringify(webhookBody(due, site)))?.[1];
  };
  expect([of("opened"), of("recovered"), of("test")]).toEqual(expected);
});

describe("the body for a program", () => {
  test("is as its schema says, whatever it is about", () => {
    for (const body of [
      webhookBody({ ...duePush(hostile, hook), ...about }, site),
      webhookBody({ ...duePush({}, hook), event: "summary" }, null),
    ])
      expect([...Schema.Errors(WebhookBody, body)]).toEqual([]);
  });

  test("is what a device gets that names no format", () => {
    const due = { ...duePush({}, hook), ...about };
    expect(webhookBody(due, site)).toEqual(
      webhookBody({ ...due, device: { ...due.device, format: "generic" } }, site),
    );
  });
});

test("the signature is over the time and the body", () => {
  expect(signatureOf("0123456789abcdef", '{"a":1}', 1_795_230_000_999)).toBe(
    "t=1795230000,v1=1d9322686fe51c05d178d5562914aca44b4beacdce4d9cb60553635627db0ae3",
  );
});

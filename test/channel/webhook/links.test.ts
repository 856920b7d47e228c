/** Links in the messages of chats: what each chat opens, shows, and refuses. */
import { describe, expect, test } from "vitest";
import { webhookBody, type WebhookFormat } from "../../../src/channel/webhook/body.ts";
import { incident } from "../../support/builders.ts";
import { duePush } from "../due-push.ts";

const site = "https://mon.example.com";
const runbook = "https://wiki.example.com/run(1)?a=1&b=<x>|y";
const bodyOf = (format: WebhookFormat, at: string | null, more = {}, title = "Shop is down") =>
  webhookBody(
    {
      ...duePush({ title }, { kind: "webhook", target: "https://hooks.example.com/x", format }),
      incident: incident(),
      runbook_url: runbook,
      ...more,
    },
    at,
  ) as any;

describe("the runbook is a link that the chat opens", () => {
  const plain = "https://wiki.example.com/run%281%29?a=1&b=%3cx%3e%7cy";
  test.each([
    ["slack", `<${plain.replace("&", "&amp;")}|Runbook>`],
    ["teams", `{"type":"Action.OpenUrl","title":"Runbook","url":"${plain}"}`],
    ["discord", `[Runbook](${plain})`],
    ["mattermost", `[Runbook](${plain})`],
  ] as const)("%s", (format, link) => {
    for (const at of [site, null]) expect(JSON.stringify(bodyOf(format, at))).toContain(link);
  });

  test("a program gets it as it was written", () => {
    expect(bodyOf("generic", site).event.message).toBe(
      `Database: Could not connect\nRunbook: ${runbook}`,
    );
  });
});

test.each([
  ["http://monitord:8620", false],
  ["http://[fd00::7]:8620", false],
  ["http://192.168.1.10:8620", true],
  ["https://mon.example.com/sub", true],
])("Discord, which answers 400 to a title that leads to a host without a dot: %s", (at, leads) => {
  const [embed] = bodyOf("discord", at).embeds;
  expect(embed.url).toBe(leads ? `${at}/incidents/1` : undefined);
  expect(embed.description).toContain(`(${at}/incidents/1)`);
});

describe("the title in Mattermost", () => {
  const title = "Shop: *errors* <!channel> @all [x](https://evil.example.com)";
  test("with a link is plain text, and has no escapes", () => {
    const [attachment] = bodyOf("mattermost", site, {}, title).attachments;
    expect(attachment.title_link).toBe(`${site}/incidents/1`);
    expect(attachment.title).toBe(
      "Shop: *errors* <\u200b!channel> @\u200ball [x](https://evil.example.com)",
    );
  });

  test("without a link is Markdown, and is escaped", () => {
    const [attachment] = bodyOf("mattermost", null, {}, title).attachments;
    expect(attachment.title_link).toBeUndefined();
    expect(attachment.title).toContain("\\*errors\\* \\<\\!channel\\> @\u200ball \\[x\\]\\(");
  });
});

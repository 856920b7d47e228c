/** Messages for a chat, read as alerts: which part is the title, and which are members. Shapes: as `generic/chat.ts` names them. */
import { expect, test } from "vitest";
import { alertOf } from "./samples.ts";

const section = (...texts: string[]) => ({
  type: "section",
  fields: texts.map((text) => ({ type: "mrkdwn", text })),
});

test("a header of Slack and a heading of an Adaptive Card are the title, wherever they stand", () => {
  const slack = [
    { type: "section", text: { type: "mrkdwn", text: "97 % of /var is used" } },
    { type: "header", text: { type: "plain_text", text: "Disk full" } },
  ];
  expect(alertOf({ blocks: slack }).title).toBe("Disk full");
  const card = {
    type: "AdaptiveCard",
    body: [
      { type: "TextBlock", text: "97 % of /var is used" },
      { type: "TextBlock", style: "heading", text: "Disk full" },
    ],
  };
  expect(alertOf(card).title).toBe("Disk full");
});

test("the fields of a section of Slack, which have a text alone, are in the summary", () => {
  const { title, summary } = alertOf({
    text: "Disk full",
    blocks: [section("*Host*\ndb1", "*Mount*\n/var")],
  });
  expect(title).toBe("Disk full");
  expect(summary).toContain("db1");
  expect(summary).toContain("/var");
});

test("an entry of fields that is no object is left out", () => {
  const attachment = { title: "Disk full", fields: [null, 1, { title: "Host", value: "db1" }] };
  expect(alertOf({ attachments: [attachment] }).title).toBe("Disk full");
});

test("a body without a title is named by two things at most", () => {
  expect(alertOf({ host: "db1", service: "mysql", region: "eu", status: "down" }).title).toBe(
    "db1: eu",
  );
});

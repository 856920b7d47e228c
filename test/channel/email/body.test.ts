import MailComposer from "nodemailer/lib/mail-composer";
import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { emailBody } from "../../../src/channel/email/body.ts";
import type { DuePush } from "../../../src/core/paging/push.ts";
import { incident, night } from "../../support/builders.ts";
import { duePush } from "../due-push.ts";

const site = "https://mon.example.com/base";
const from = { name: "Monitord", address: "monitord@example.org" };
const to = { kind: "email", target: "ada@example.org" } as const;
const about = { incident: incident(), at: night };
const actions = [
  { verb: "acknowledge", token: "A".repeat(72) },
  { verb: "snooze", token: "S".repeat(72) },
] as const;

const bytesOf = async (due: DuePush, where: string | null = site) =>
  (await new MailComposer(emailBody(due, from, night, where)).compile().build())
    .toString("utf8")
    .replaceAll("\r\n", "\n");
const readOf = async (due: DuePush, where: string | null = site) =>
  PostalMime.parse(await bytesOf(due, where));

const pages: [name: string, due: DuePush][] = [
  [
    "page",
    {
      ...duePush({}, to),
      ...about,
      actions: [...actions],
      runbook_url: "https://wiki.example.com/shop",
    },
  ],
  [
    "recovery",
    { ...duePush({ title: "Shop is up again", message: "" }, to), ...about, event: "recovered" },
  ],
  [
    "test",
    {
      ...duePush({ title: "Test from monitord", message: "Open this link.", priority: 2 }, to),
      event: "test",
      actions: [{ verb: "confirm", token: "C".repeat(72) }],
    },
  ],
  [
    "hostile",
    {
      ...duePush(
        {
          title: `Shop\r\nBcc: eve@example.com\r\n\r\nHi\0 \u202egnp.exe =?utf-8?q?x?= ${"😀".repeat(100)}`,
          message: "one\r\n.\r\nRSET\r\nMAIL FROM:<eve@example.com>\r\n\0\u202eדוא״ל ä ".repeat(3),
        },
        to,
      ),
      ...about,
    },
  ],
];

test.each(pages)("the mail of a %s is as it has always been", async (name, due) => {
  await expect(await bytesOf(due)).toMatchFileSnapshot(`golden/${name}.eml`);
});

describe("text of others", () => {
  test("becomes no header, no second mail and no markup, and turns nothing around", async () => {
    const { headers, subject, text, html, to: receivers } = await readOf(pages[3]![1]);
    expect(headers.map(({ key }) => key)).not.toContain("bcc");
    expect(receivers).toEqual([{ name: "", address: "ada@example.org" }]);
    expect(subject).toMatch(
      /^\[#\d+\] Shop Bcc: eve@example.com {2}Hi� {2}gnp.exe =\?utf-8\?q\?x\?= 😀/u,
    );
    expect(subject).toMatch(/…$/);
    expect(text).toContain("one\n.\nRSET\nMAIL FROM:<eve@example.com>\n� דוא״ל ä");
    expect(html).toBeUndefined();
  });
});

describe("a mail", () => {
  test("has the same name each time that it is sent again, and another for another device", () => {
    const named = (device: string, notification_id: string) =>
      emailBody(
        {
          ...duePush({}, { ...to, id: device }),
          ...about,
          claims: [{ notification_id, attempt: 2 }],
        },
        from,
        night + 60_000,
      );
    expect(named("d1", "n1").messageId).toBe("<n1@example.org>");
    expect(named("d1", "n2").messageId).toBe("<n2@example.org>");
    expect(named("d1", "n2").references).toBe(named("d1", "n1").references);
    expect(named("d2", "n1").references).not.toBe(named("d1", "n1").references);
  });

  test("about no incident is in no thread", () => {
    expect(emailBody(duePush({}, to), from, night)).not.toHaveProperty("references");
  });

  test.each([
    ["opened", 5, true],
    ["opened", 4, true],
    ["opened", 3, false],
    ["recovered", 5, false],
    ["acknowledged", 4, false],
    ["offline", 5, true],
  ] as const)("of the kind %s with priority %i is urgent: %s", (event, priority, urgent) => {
    const { headers } = emailBody({ ...duePush({ priority }, to), event }, from, night);
    expect("Importance" in headers).toBe(urgent);
  });

  test("has no links where the service has no public address, but for the runbook", async () => {
    const { text } = await readOf(pages[0]![1], null);
    expect(text).toBe("Database: Could not connect\n\nRunbook: https://wiki.example.com/shop\n");
  });

  test("is from a domain in ASCII", () => {
    const { messageId } = emailBody(duePush({}, to), { name: "", address: "m@müller.example" }, 0);
    expect(messageId).toBe("<n1@xn--mller-kva.example>");
  });
});

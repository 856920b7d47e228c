import MailComposer from "nodemailer/lib/mail-composer";
import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { emailBody } from "../../../src/channel/email/body.ts";
import type { DuePush, PushFacts } from "../../../src/core/paging/push.ts";
import { htmlBytes } from "../../../src/channel/email/html.ts";
import { incident, night } from "../../support/builders.ts";
import { duePush } from "../due-push.ts";

const site = "https://mon.example.com/base";
const from = { name: "Monitord", address: "monitord@example.org" };
const to = { kind: "email", target: "ada@example.org" } as const;
const minute = 60_000;
const open = incident({ title: "Shop is down", number: 12, opened_at: night - 22 * minute });
const about = { incident: open, at: night };
const over = {
  ...open,
  status: "resolved",
  acknowledged_at: night - 20 * minute,
  acknowledged_by: "Ada",
  resolved_at: night,
} as const;
const facts: PushFacts = {
  timezone: "Europe/Berlin",
  group: "On call",
  notified: "1 of 2 reached: عمر الفاروق · Cléo unreachable",
  reached: 1,
  pages: 3,
  next: 'next reminder Sat 04:05 (Europe/Berlin) · escalates to "Management" Sat 04:10 (Europe/Berlin)',
  because: 'you are a member of "On call"',
};
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

const hostileTitle = `Shop\r\nBcc: eve@example.com\r\n\r\nHi\0 \u202egnp.exe =?utf-8?q?x?= <b>"${"😀".repeat(100)}`;

const pages: [name: string, due: DuePush][] = [
  [
    "page",
    {
      ...duePush({}, to),
      ...about,
      facts,
      actions: [...actions],
      runbook_url: "https://wiki.example.com/shop",
    },
  ],
  [
    "recovery",
    {
      ...duePush({ title: "Shop is up again", message: "Open for 22 min." }, to),
      incident: over,
      at: night,
      facts,
      event: "recovered",
    },
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
    "summary",
    {
      ...duePush({ title: "7 incidents open", message: "• Shop is down\n• Wiki is down" }, to),
      event: "summary",
    },
  ],
  [
    "hostile",
    {
      ...duePush(
        {
          title: hostileTitle,
          message:
            "<img src=x onerror=alert(1)> one\r\n.\r\nRSET\r\nMAIL FROM:<eve@example.com>\r\n\0\u202eדוא״ל ä ".repeat(
              3,
            ),
        },
        to,
      ),
      incident: { ...open, title: hostileTitle, acknowledged_by: "<b>Eve</b>" },
      at: night,
      facts: { ...facts, group: "<b>\u202eGroup</b>", because: "<script>" },
      runbook_url: 'https://wiki.example.com/"><script>',
    },
  ],
];

test.each(pages)("the mail of a %s is as it has always been", async (name, due) => {
  // The boundary is made of chance, and the HTML is read better in a file of its own.
  const bytes = (await bytesOf(due))
    .replaceAll(/_NmP-\w+(-\w+)*/g, "_NmP-0")
    .replace(/(Content-Type: text\/html[^]*?\n\n)[^]*(?=\n----_NmP-0--)/, `$1${name}.html\n`);
  await expect(bytes).toMatchFileSnapshot(`golden/${name}.eml`);
  const { html = "" } = await readOf(due);
  await expect(html).toMatchFileSnapshot(`golden/${name}.html`);
});

const hostile = pages.find(([name]) => name === "hostile")![1];

describe("text of others", () => {
  test("becomes no header, no second mail and no markup, and turns nothing around", async () => {
    const { headers, subject, text, to: receivers } = await readOf(hostile);
    expect(headers.map(({ key }) => key)).not.toContain("bcc");
    expect(receivers).toEqual([{ name: "", address: "ada@example.org" }]);
    expect(subject).toMatch(
      /^\[P1\] Shop Bcc: eve@example.com {2}Hi� {2}gnp.exe =\?utf-8\?q\?x\?= <b>"😀/u,
    );
    expect(subject).toMatch(/…$/);
    expect(text).toContain(" one\n.\nRSET\nMAIL FROM:<eve@example.com>\n� דוא״ל ä");
  });
});

describe("the two parts of a mail", () => {
  const unescaped = (text: string) =>
    text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  const addressesIn = (text: string) => new Set(text.match(/https?:\/\/\S+/g));

  test.each(pages)("have the same addresses, of a %s", async (_, due) => {
    const { text = "", html = "" } = await readOf(due);
    const links = html.matchAll(/href="([^"]+)"/g).map(([, url]) => unescaped(url!));
    expect(addressesIn(text)).toEqual(new Set(links));
  });

  test.each(pages)("have nothing that a program fetches, nor runs, of a %s", async (_, due) => {
    const { html = "" } = await readOf(due);
    const tags = html.match(/<[^>]+>/g)!;
    const names = new Set(tags.map((tag) => /^<\/?([a-z\d]+)/.exec(tag)?.[1] ?? "comment"));
    const known =
      "html head meta title style body div table tr td span h1 p br a bdi comment".split(" ");
    expect([...names].filter((name) => !known.includes(name))).toEqual([]);
    expect(tags.join("")).not.toMatch(/\s(src|background|srcset|on\w+)=|url\(/);
    expect(html).not.toMatch(/url\(|@import/);
    // Addresses stand in links alone.
    expect(html.replaceAll(/<a [^>]*>/g, "")).not.toMatch(/https?:/);
  });

  test("have as much of a long text as mail programs show", async () => {
    const due = { ...duePush({ message: '<"&é>\n'.repeat(20_000) }, to), ...about };
    const { text = "", html = "" } = await readOf(due);
    expect(text).toContain("…");
    expect(html).toContain("…");
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(htmlBytes);
    expect(html).toContain("You get this because");
  });
});

describe("a mail", () => {
  test.each([
    ["page", "[P1] Shop is down", "Database: Could not connect. Nobody has acknowledged it."],
    ["recovery", "Re: [P1] Shop is down", "Shop is up again. Open for 22 min."],
    ["test", "Test from monitord", "Open this link."],
    ["summary", "7 incidents open", "• Shop is down."],
  ])("of a %s is shown in a list as: %s", async (name, subject, preview) => {
    const [, due] = pages.find(([one]) => one === name)!;
    const mail = await readOf(due);
    expect(mail.subject).toBe(subject);
    expect(/display:none[^>]*>([^<]*)</.exec(mail.html!)![1]).toBe(preview);
  });

  test("says the state of the incident, and who has it", () => {
    const textOf = (some: Partial<DuePush>) =>
      emailBody({ ...duePush({}, to), ...about, ...some }, from, night).text.split("\n");
    const taken = { ...over, status: "acknowledged", resolved_at: null } as const;
    expect(textOf({})[1]).toBe("P1 · Open, unacknowledged");
    expect(textOf({ incident: taken })).toEqual(
      expect.arrayContaining(["P1 · Acknowledged", "Acknowledged  by Ada after 2 min"]),
    );
    expect(textOf({ event: "handed_over" })[1]).toBe("P1 · Handed over");
    expect(textOf({ incident: over })[1]).toBe("Resolved");
    expect(textOf({ event: "offline", incident: null })[1]).toBe("No network");
  });

  test("goes without what could not be read about its incident", () => {
    const { text } = emailBody({ ...duePush({}, to), ...about }, from, night, site);
    expect(text).toContain("Since     Sat 02:38 UTC, 22 min");
    expect(text).not.toMatch(/Group|Notified|Next|undefined|null/);
    expect(text).toContain("You get this because you were paged for it.");
  });

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
    expect(text?.match(/https?:\S+/g)).toEqual(["https://wiki.example.com/shop"]);
  });

  test("is from a domain in ASCII", () => {
    const { messageId } = emailBody(duePush({}, to), { name: "", address: "m@müller.example" }, 0);
    expect(messageId).toBe("<n1@xn--mller-kva.example>");
  });
});

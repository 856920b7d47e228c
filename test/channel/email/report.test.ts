/** The mail of a monthly report, as its golden files have it. */
import MailComposer from "nodemailer/lib/mail-composer";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { letterBody } from "../../../src/channel/email/body.ts";
import { reportLetter } from "../../../src/core/uptime/report-letter.ts";
import { figuresOf, noTimes, together } from "../../../src/core/uptime/uptime.ts";
import { hour, minute } from "../../../src/core/text/units.ts";
import { night } from "../../support/builders.ts";

const from = { name: "Monitord", address: "monitord@example.org" };
const length = 31 * 24 * hour;
const down: Record<string, number> = {
  "Search cluster": 4 * hour + 31 * minute,
  "Checkout <b>API</b>\u202e\nBcc: eve@example.com": 31 * minute,
  "決済ゲートウェイ（東京・大阪フェイルオーバー）": 2 * minute,
  Blog: 0,
  Wiki: 0,
};
const monitors = Object.entries(down).map(([title, down_ms]) => ({
  title,
  uptime: {
    ...noTimes,
    up_ms: length - down_ms,
    down_ms,
    outages: down_ms > 0 ? 1 : 0,
    longest_ms: down_ms,
  },
}));
const letter = reportLetter(
  {
    title: "All monitors",
    from: "2026-10-01T00:00:00Z",
    to: "2026-11-01T00:00:00Z",
    all: figuresOf(together(monitors.map(({ uptime }) => uptime))),
    monitors: monitors.map(({ title, uptime }) => ({ title, ...figuresOf(uptime) })),
    incidents: { incidents: 25 },
    pages: { pages: 54, night_pages: 13 },
    before: { month: "2026-09", incidents: 31 },
    gaps: [{ from: "2026-10-14T12:00:00Z", to: "2026-10-14T12:22:00Z" }],
  },
  {
    to: "ada@example.com",
    user_id: "u1",
    month: "2026-10",
    csv: "monitor_id,monitor\r\nm1,決済\r\n",
    site: "https://mon.example.com/base",
  },
);
const bytesOf = (at: number) => new MailComposer(letterBody(letter, from, at)).compile().build();

test("a monthly report by mail has both parts, its CSV, and the page that ends it", async () => {
  const read = await PostalMime.parse(await bytesOf(night));
  await expect(read.text).toMatchFileSnapshot("golden/report.txt");
  await expect(read.html).toMatchFileSnapshot("golden/report.html");
  expect(read.subject).toBe("All monitors in October 2026: 3 of 5 monitors had an outage");
  const headers = new Map(read.headers.map(({ key, value }) => [key, value]));
  expect(headers.get("list-unsubscribe")).toBe("<https://mon.example.com/base/settings/you>");
  expect([...headers.keys()]).not.toContain("bcc");
  expect(read.attachments).toMatchObject([
    { filename: "uptime-2026-10.csv", mimeType: "text/csv", disposition: "attachment" },
  ]);
  expect(new TextDecoder().decode(read.attachments[0]!.content as ArrayBuffer)).toBe(
    letter.file!.text,
  );
});

test("a report that is sent again has the same name", async () => {
  const names = await Promise.all(
    [night, night + minute].map(
      async (at) => (await PostalMime.parse(await bytesOf(at))).messageId,
    ),
  );
  expect(names).toEqual(Array(2).fill("<report.2026-10.u1@example.org>"));
});

test("titles of a report become no markup, and the page fetches nothing", async () => {
  const { html = "", text = "" } = await PostalMime.parse(await bytesOf(night));
  expect(html).toContain("<bdi>Checkout &lt;b&gt;API&lt;/b&gt;  Bcc: eve@example.com</bdi>");
  expect(html).not.toMatch(/url\(|@import|\ssrc=|<img/);
  expect(text).not.toContain("\u202e");
});

test("letters about one thing are one thread, whichever arrives first", () => {
  const of = (id: string, thread?: string) =>
    letterBody({ ...letter, id, ...(thread !== undefined && { thread }) }, from, night);
  const [first, second] = [of("a", "status.incident.i"), of("b", "status.incident.i")];
  expect(first.messageId).not.toBe(second.messageId);
  expect(first).toMatchObject({
    inReplyTo: "<status.incident.i@example.org>",
    references: "<status.incident.i@example.org>",
  });
  expect(second.references).toBe(first.references);
  expect(of("c")).not.toHaveProperty("references");
});

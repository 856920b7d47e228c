import { afterEach, beforeEach, expect, test } from "vitest";
import { mailBy, startSmtp, type Smtp } from "../support/smtp.ts";
import { minutes, startWorld, type World } from "../support/world.ts";

let world: World;
let smtp: Smtp;
const site = "https://mon.example.com";
const hours = (n: number) => minutes(60 * n);

/** Ada wants the report, Bo does not; both are in Berlin. */
beforeEach(async () => {
  smtp = await startSmtp();
  world = await startWorld({
    siteUrl: site,
    start: Date.parse("2026-10-31T21:00:00Z"),
    channels: { email: mailBy(smtp.port) },
  });
  const group = await world.onCall();
  const [ada] = await world.api<{ id: string }[]>("GET", "/users");
  const timezone = "Europe/Berlin";
  const profile = { email: "ada@example.com", name: "Ada", timezone, monthly_report: true };
  await world.api("PUT", `/users/${ada!.id}`, profile);
  await world.api("POST", "/users", { email: "bo@example.com", timezone });
  const monitor = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Shop <errors>",
    alert_group_id: group.id,
  });
  await world.pass(minutes(1));
  await world.report(monitor);
  // The daemon looks every ten minutes for people whose choice is new.
  await world.pass(minutes(20));
});
afterEach(async () => {
  await world.end();
  await smtp.stop();
});

const reports = () => smtp.mails.filter(({ read }) => read.subject?.startsWith("All monitors in"));
/** 08:00 in Berlin. */
const morning = Date.parse("2026-11-01T07:00:00Z");
const until = (at: number) => world.pass(at - world.clock.now());

test("on the first of a month from 08:00 a person gets the report of the month before, once", async () => {
  await until(morning - minutes(1));
  expect(reports()).toEqual([]);
  await until(morning + minutes(1));
  const [mail, ...others] = reports();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: ["ada@example.com"], from: "monitord@example.org" });
  const { read } = mail!;
  expect(read.subject).toMatch(/^All monitors in October 2026: /);
  const headers = new Map(read.headers.map(({ key, value }) => [key, value]));
  expect(headers.get("list-unsubscribe")).toBe(`<${site}/settings/you>`);
  expect(headers.get("auto-submitted")).toBe("auto-generated");
  expect(read.text).toContain(`Open report: ${site}/reports?month=2026-10\n`);
  expect(read.text).toMatch(/^Incidents +1 +September 0$/m);
  expect(read.text).toMatch(/^Pages +1 +1 at night$/m);
  expect(read.html).toContain("<bdi>Shop &lt;errors&gt;</bdi>");
  const [file, ...more] = read.attachments;
  expect(more).toEqual([]);
  expect(file).toMatchObject({ filename: "uptime-2026-10.csv", mimeType: "text/csv" });
  const csv = new TextDecoder().decode(file!.content as ArrayBuffer);
  const answer = await fetch(
    `${world.daemon.url}/api/v1/reports/uptime?month=2026-10&timezone=Europe/Berlin&format=csv`,
    { headers: { authorization: `Bearer ${world.key}` } },
  );
  expect(csv).toBe(await answer.text());
  expect(csv).toContain("Shop <errors>");

  await world.restart();
  await world.pass(hours(2));
  expect(reports()).toHaveLength(1);
});

test("a daemon that was off over the first sends it when it is back", async () => {
  await world.away(hours(40));
  await world.pass(minutes(1));
  expect(reports().map(({ read }) => read.subject)).toEqual([
    expect.stringContaining("October 2026"),
  ]);
});

test("a mail that the server puts off is sent again under the same name", async () => {
  smtp.failWith("message", "451 4.7.1 Try later");
  await until(morning + minutes(7));
  expect(reports()).toHaveLength(2);
  smtp.failWith("message", null);
  await world.pass(minutes(20));
  const names = reports().map(({ read }) => read.messageId);
  expect(names).toHaveLength(3);
  expect(new Set(names).size).toBe(1);
  await world.pass(hours(2));
  expect(reports()).toHaveLength(3);
});

test("an address that the server refuses gets no second attempt", async () => {
  smtp.failWith("recipient", "550 5.1.1 No such user");
  await until(morning + minutes(1));
  expect(smtp.attempts()).toBe(1);
  await world.pass(hours(5));
  expect(smtp.attempts()).toBe(1);
});

test("a report that hangs at the mail server holds up no page", async () => {
  smtp.failWith("message", "hang");
  await until(morning - minutes(1));
  await world.clock.advance(minutes(1), () => true);
  await smtp.hanging();
  const group = await world.api<{ id: string }[]>("GET", "/alert_groups");
  const monitor = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Wiki",
    alert_group_id: group[0]!.id,
  });
  await world.report(monitor);
  await expect
    .poll(() => world.phone.messages("ada-phone").map(({ title }) => title))
    .toContainEqual(expect.stringContaining("Wiki"));
  smtp.failWith("message", null);
  smtp.goOn();
  await world.settle();
  expect(reports()).toHaveLength(1);
});

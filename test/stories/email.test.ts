import { afterEach, beforeEach, expect, test } from "vitest";
import { startHook, type Hook } from "../support/hook.ts";
import { mailBy, startSmtp, type ReceivedMail, type Smtp } from "../support/smtp.ts";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

let world: World;
let smtp: Smtp;
const site = "https://mon.example.com";
beforeEach(async () => {
  smtp = await startSmtp();
  world = await startWorld({
    siteUrl: site,
    channels: { email: mailBy(smtp.port) },
  });
});
afterEach(async () => {
  await world.end();
  await smtp.stop();
});

interface Device {
  id: string;
  verified_at: string | null;
  broken_reason: string | null;
}

/** Ada's group pages her by mail too. */
async function withMail(device: object = { kind: "email", target: "ada@example.org" }) {
  const group = await world.onCall();
  const [user] = await world.api<{ id: string }[]>("GET", "/users");
  const devices = `/users/${user!.id}/devices`;
  const { id } = await world.api<Device>("POST", devices, device);
  const monitor = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Shop errors",
    alert_group_id: group.id,
    runbook_url: "https://wiki.example.com/shop",
  });
  return {
    monitor,
    path: `${devices}/${id}`,
    device: () => world.api<Device>("GET", `${devices}/${id}`),
  };
}

const headerOf = ({ read }: ReceivedMail, name: string) =>
  read.headers.find(({ key }) => key === name)?.value;
/** The link in a mail behind a label. */
const linkOf = ({ read }: ReceivedMail, label: string) =>
  new RegExp(`^${label}:? +(\\S+)$`, "m").exec(read.text ?? "")![1]!;
/** Opens the page and presses its only button. */
async function press(link: string) {
  const url = link.replace(site, world.daemon.url);
  const page = await (await fetch(url)).text();
  const action = /<form method="post" action="([^"]+)"/.exec(page)![1]!;
  const answer = await fetch(new URL(action, url), { method: "POST" });
  await world.settle();
  return answer.text();
}

/** How the daemon itself finds the servers that its pushes go through. */
async function pushServers() {
  const answer = await fetch(`${world.daemon.url}/health`);
  const { checkResults } = (await answer.json()) as {
    checkResults: { name: string; status: string; shortSummary: string }[];
  };
  return checkResults.find(({ name }) => name === "push_servers");
}

test("a page by mail says all of it, is acknowledged by its link, and the recovery joins its thread", async () => {
  const { monitor } = await withMail();
  await world.report(monitor);
  await world.settle();
  const [page] = smtp.mails;
  expect(page).toMatchObject({
    from: "monitord@example.org",
    to: ["ada@example.org"],
    read: { subject: "[P1] Shop errors: 1 error in 5 minutes" },
  });
  expect(page!.read.text).toContain(world.phone.messages(topic)[0]!.message);
  expect(linkOf(page!, "Open incident")).toBe(`${site}/incidents/1`);
  expect(linkOf(page!, "First step")).toBe("https://wiki.example.com/shop");
  expect(page!.read.text).toMatch(/^Group +On call$/m);
  expect(page!.read.text).toContain('You get this because you are a member of "On call".');
  const links = page!.read.html!.matchAll(/href="([^"]+)"/g).map(([, url]) => url!);
  // Scanners of mails follow all links.
  for (const link of links.filter((url) => url.startsWith(site)))
    for (const method of ["GET", "HEAD"])
      await fetch(link.replace(site, world.daemon.url), { method });
  expect(await world.api("GET", "/incidents/1")).toMatchObject({ status: "open" });
  expect(await press(linkOf(page!, "Acknowledge"))).toContain("Acknowledged by Ada.");
  expect(await world.api("GET", "/incidents/1")).toMatchObject({
    status: "acknowledged",
    acknowledged_by: "Ada",
  });
  await world.pass(minutes(6));
  const recovery = smtp.mails.at(-1)!;
  expect(smtp.mails.length).toBeGreaterThan(1);
  for (const name of ["references", "in-reply-to"])
    expect(new Set(smtp.mails.map((mail) => headerOf(mail, name))).size).toBe(1);
  expect(headerOf(recovery, "references")).toMatch(/^<[-.\w]+@example\.org>$/);
  expect(new Set(smtp.mails.map(({ read }) => read.messageId)).size).toBe(smtp.mails.length);
  expect(recovery.read.subject).toBe(`Re: ${page!.read.subject}`);
  expect(recovery.read.text).toMatch(/^Acknowledged +by Ada after /m);
  expect(headerOf(page!, "importance")).toBe("high");
  expect(headerOf(recovery, "importance")).toBeUndefined();
});

test("a mail that the server puts off or takes without saying so is sent again under the same name", async () => {
  const { monitor, device } = await withMail();
  smtp.failWith("recipient", "451 4.7.1 Greylisted, try later");
  await world.report(monitor);
  await world.settle();
  expect(smtp.mails).toEqual([]);
  expect(smtp.attempts()).toBeGreaterThan(0);
  expect(await pushServers()).toMatchObject({ status: "ok" });
  smtp.failWith("recipient", null);
  smtp.failWith("message", "break off");
  await world.pass(seconds(5));
  expect(smtp.mails).toHaveLength(1);
  smtp.failWith("message", null);
  // The incident stays open.
  await world.report(monitor);
  await world.pass(minutes(5) - seconds(1));
  expect(smtp.mails).toHaveLength(2);
  expect(new Set(smtp.mails.map(({ read }) => read.messageId)).size).toBe(1);
  expect((await device()).broken_reason).toBeNull();
});

test("an address that does not exist is shown as broken, and Ada's phone rings all the same", async () => {
  const { monitor, device } = await withMail();
  smtp.failWith("recipient", "550 5.1.1 No such user");
  await world.report(monitor);
  await world.settle();
  expect(world.phone.messages(topic)).toHaveLength(1);
  expect((await device()).broken_reason).toContain("SMTP 550 5.1.1, about the address");
});

test("a mail server that hangs delays no phone", async () => {
  const { monitor } = await withMail();
  smtp.failWith("connect", "hang");
  const before = world.clock.now();
  await world.report(monitor);
  await world.phone.waitFor((message) => message.topic === topic);
  expect(world.clock.now()).toBe(before);
  expect(smtp.mails).toEqual([]);
  await smtp.stop();
});

test("a mail server that lets nobody in is trouble of the channel, and no fault of the device", async () => {
  const { monitor, device } = await withMail();
  smtp.failWith("sender", "530 5.7.0 Sign in first");
  await world.report(monitor);
  await world.settle();
  expect(await pushServers()).toMatchObject({
    status: "failed",
    shortSummary: "email cannot be reached",
  });
  expect((await device()).broken_reason).toBeNull();
});

test.each([
  ["recipient", "553 5.7.1 Sender address rejected: not owned by user bob"],
  ["message", "550 5.4.5 Daily user sending quota exceeded"],
] as const)(
  "a mail server that refuses every mail, and says so at the %s, breaks no device: the next group is paged at once, and the page is sent once it is fixed",
  async (step, reply) => {
    const groupOf = async (title: string, device: object, more: object = {}) => {
      const email = `${title}@example.com`;
      const group = await world.api<{ id: string }>("POST", "/alert_groups", { title, ...more });
      const user = await world.api<{ id: string }>("POST", "/users", { email });
      const devices = `/users/${user.id}/devices`;
      const { id } = await world.api<Device>("POST", devices, device);
      await world.api("POST", `/alert_groups/${group.id}/members`, { email });
      return { id: group.id, device: `${devices}/${id}` };
    };
    const leads = await groupOf("leads", { kind: "ntfy", target: "phone-of-leads" });
    const first = await groupOf(
      "first",
      { kind: "email", target: "bo@example.org" },
      { escalate_to: leads.id, escalate_after_minutes: 30 },
    );
    const monitor = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
      title: "Shop errors",
      alert_group_id: first.id,
    });
    smtp.failWith(step, reply);
    await world.report(monitor);
    await world.settle();
    expect(world.phone.messages("phone-of-leads")).toHaveLength(1);
    expect(await world.api<Device>("GET", first.device)).toMatchObject({ broken_reason: null });
    expect(await pushServers()).toMatchObject({ status: "failed" });
    await world.pass(minutes(2));
    // Tried after 1, 2, 5, 10, 20 and 30 seconds, and then each minute.
    expect(smtp.attempts()).toBeLessThan(12);
    const before = smtp.mails.length;
    smtp.failWith(step, null);
    await world.pass(minutes(1.5));
    expect(smtp.mails).toHaveLength(before + 1);
    expect(world.phone.messages("phone-of-leads")).toHaveLength(1);
    expect(await pushServers()).toMatchObject({ status: "ok" });
    const [{ id }] = await world.api<[{ id: string }]>("GET", "/incidents");
    const { timeline } = await world.api<{ timeline: { kind: string; text: string }[] }>(
      "GET",
      `/incidents/${id}`,
    );
    expect(timeline.flatMap(({ text }) => text.match(/^Page \w+ for first@[^ ]+/) ?? [])).toEqual([
      "Page rejected for first@example.com",
      "Page accepted for first@example.com",
    ]);
  },
);

test("two mails of a person that may have arrived, and that the server refuses like all others then, do not hurry each other on", async () => {
  const { monitor, path } = await withMail();
  const devices = path.slice(0, path.lastIndexOf("/"));
  await world.api("POST", devices, { kind: "email", target: "ada@example.com" });
  smtp.failWith("message", "break off");
  // A report every two minutes keeps its window from running dry.
  for (let n = 0; n < 8; n++) {
    await world.report(monitor);
    if (n === 0) {
      await world.settle();
      smtp.failWith("recipient", "550 5.4.5 Daily user sending quota exceeded");
    }
    await world.pass(minutes(2));
  }
  const [{ id }] = await world.api<[{ id: string }]>("GET", "/incidents");
  const { timeline } = await world.api<{ timeline: { text: string }[] }>("GET", `/incidents/${id}`);
  const rejections = timeline.filter(({ text }) => text.includes("rejected for"));
  expect(rejections).toHaveLength(2);
  expect(smtp.attempts()).toBeLessThan(40);
});

test("a test by mail verifies the address with the page that it links to", async () => {
  const { path, device } = await withMail();
  await world.api("POST", `${path}/test`);
  await world.settle();
  const link = linkOf(smtp.mails[0]!, "Open this link and press “I got it”");
  expect((await device()).verified_at).toBeNull();
  expect(await press(link)).toContain("Device verified.");
  expect((await device()).verified_at).not.toBeNull();
});

test("a test by webhook verifies the device with the page that it links to", async () => {
  const hook: Hook = await startHook();
  const { path, device } = await withMail({ kind: "webhook", target: `${hook.url}/in` });
  await world.api("POST", `${path}/test`);
  await world.settle();
  const { link, event } = JSON.parse(hook.posted[0]!.text) as {
    link: string;
    event: { message: string };
  };
  expect(event.message).toContain(`Open this link and press “I got it”: ${link}`);
  await press(link);
  expect((await device()).verified_at).not.toBeNull();
  await hook.stop();
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { mailBy, startSmtp, type Smtp } from "../support/smtp.ts";
import { minutes, startWorld, type World } from "../support/world.ts";

let world: World;
let smtp: Smtp;
let group: { id: string };
let monitor: { id: string; webhook_url: string };
let pageId: string;
const site = "https://mon.example.com";
const hours = (n: number) => minutes(60 * n);

beforeEach(async () => {
  smtp = await startSmtp();
  world = await startWorld({ siteUrl: site, channels: { email: mailBy(smtp.port) } });
  group = await world.onCall();
  monitor = await world.api("POST", "/webhook_monitors", {
    title: "checkout-eu-1",
    alert_group_id: group.id,
  });
  pageId = await statusPage("shop", { title: "Acme Shop", mail_updates: true });
});
afterEach(async () => {
  await world.end();
  await smtp.stop();
});

async function statusPage(slug: string, more: object): Promise<string> {
  const body = {
    title: slug,
    slug,
    sections: [{ title: "Shop", systems: [{ name: "Checkout", webhook_monitors: [monitor.id] }] }],
    ...more,
  };
  return (await world.api<{ id: string }>("POST", "/status_pages", body)).id;
}

const at = (url: string) => url.replace(site, world.daemon.url);
const open = (url: string, init?: RequestInit) => fetch(at(url), { redirect: "manual", ...init });
const post = (url: string, form: Record<string, string> = {}, headers = {}) =>
  open(url, { method: "POST", body: new URLSearchParams(form), headers });
const ask = (email: string, slug = "shop") => post(`${site}/status/${slug}/subscribe`, { email });
const mails = (to: string) => smtp.mails.filter((mail) => mail.to.includes(to));
const subjects = (to: string) => mails(to).map(({ read }) => read.subject);
const linkIn = (text: string | undefined, end: string) =>
  new RegExp(`${site}/subscriptions/[\\w-]+/${end}`).exec(text ?? "")![0];
const confirmLink = (to: string) => linkIn(mails(to).at(-1)!.read.text, "confirm");
const unsubscribeLink = (to: string) => linkIn(mails(to).at(-1)!.read.text, "unsubscribe");

async function subscribe(email: string, slug = "shop") {
  expect((await ask(email, slug)).status).toBe(200);
  await world.pass(minutes(1));
  expect((await post(confirmLink(email))).status).toBe(200);
}

async function incident(): Promise<number> {
  await world.report(monitor);
  const [one] = await world.api<{ number: number }[]>("GET", "/incidents?unresolved=true");
  return one!.number;
}
const publish = (number: number, message: string, state?: string) =>
  world.api("POST", `/incidents/${number}/publish`, { message, ...(state && { state }) });

test("an address gets the updates of an incident once its owner has pressed the button, each once", async () => {
  const answer = await ask("ada@customer.example");
  expect(await answer.text()).toContain("Check your mail");
  await world.pass(minutes(1));
  const [mail] = mails("ada@customer.example");
  expect(mail!.read.subject).toBe("Confirm updates of Acme Shop");
  expect(mail!.read.from).toEqual({ address: "monitord@example.org", name: "Acme Shop" });
  const link = confirmLink("ada@customer.example");
  expect(await (await open(link)).text()).toContain("Subscribe to Acme Shop?");
  const number = await incident();
  await publish(number, "Before the button.");
  await world.settle();
  expect(mails("ada@customer.example")).toHaveLength(1);
  expect((await post(link)).status).toBe(200);
  expect((await post(link)).status).toBe(200);
  await publish(number, "Orders fail.\nWe look into it.", "identified");
  await world.pass(minutes(1));
  await world.restart();
  await world.pass(minutes(1));
  await publish(number, "Orders work again.", "resolved");
  await world.pass(minutes(2));
  expect(subjects("ada@customer.example").slice(1)).toEqual([
    "[Acme Shop] Identified: Checkout",
    "[Acme Shop] Resolved: Checkout",
  ]);
  const { read } = mails("ada@customer.example")[1]!;
  const headers = new Map(read.headers.map(({ key, value }) => [key, value]));
  expect(headers.get("list-unsubscribe")).toBe(`<${linkIn(read.text, "unsubscribe")}>`);
  expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(read.text).toContain("Orders fail.\nWe look into it.");
  expect(read.html).toContain("Orders fail.<br>");
  expect(read.text).toContain(`${site}/status/shop`);
  expect(read.text).not.toContain("checkout-eu-1");
});

test.for([
  ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
  [
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
  ["", ""],
])(
  "one click unsubscribes without a session or a page of ours, with a body of %s",
  async ([type, body]) => {
    await subscribe("ada@customer.example");
    const number = await incident();
    await publish(number, "Orders fail.");
    await world.pass(minutes(1));
    const link = unsubscribeLink("ada@customer.example");
    expect((await open(link)).status).toBe(200);
    expect((await open(link, { method: "HEAD" })).status).toBe(200);
    await publish(number, "Still.");
    await world.pass(minutes(1));
    expect(mails("ada@customer.example")).toHaveLength(3);
    const headers = { ...(type && { "content-type": type }), origin: "https://mail.example.net" };
    for (let i = 0; i < 2; i++)
      expect((await open(link, { method: "POST", body: body || null, headers })).status).toBe(200);
    await publish(number, "And still.");
    await world.pass(minutes(1));
    expect(mails("ada@customer.example")).toHaveLength(3);
    // The address can be entered again at once.
    await subscribe("ada@customer.example");
  },
);

test("links work after the page has another address, and unsubscribing after it is deleted", async () => {
  await subscribe("ada@customer.example");
  await publish(await incident(), "Orders fail.");
  await world.pass(minutes(1));
  const link = unsubscribeLink("ada@customer.example");
  await world.api("DELETE", `/status_pages/${pageId}`);
  expect(await (await open(link)).text()).toContain("Unsubscribe from the status page?");
  expect((await post(link)).status).toBe(200);
  await world.api("POST", `/status_pages/${pageId}/restore`);
  expect(await world.api("GET", `/status_pages/${pageId}/subscribers`)).toEqual([]);
});

test("a deleted page mails nobody, and has its subscribers again when it is restored", async () => {
  await subscribe("ada@customer.example");
  const number = await incident();
  await world.api("DELETE", `/status_pages/${pageId}`);
  await world.pass(minutes(2));
  await world.api("POST", `/status_pages/${pageId}/restore`);
  await publish(number, "Orders fail.");
  await world.pass(minutes(2));
  expect(subjects("ada@customer.example")).toHaveLength(2);
});

test("an address gets one confirmation mail in an hour from a page, and five in a day from all", async () => {
  for (let i = 0; i < 4; i++) await ask("ada@customer.example");
  await ask(" ADA@Customer.example ");
  await world.pass(minutes(1));
  expect(mails("ada@customer.example")).toHaveLength(1);
  await world.pass(hours(1));
  await ask("ada@customer.example");
  await world.pass(minutes(1));
  expect(mails("ada@customer.example")).toHaveLength(2);
  for (let i = 0; i < 6; i++) {
    await statusPage(`shop-${i}`, { mail_updates: true });
    await ask(`ada+${i}@customer.example`, `shop-${i}`);
    await world.pass(minutes(1));
  }
  expect(smtp.mails.filter(({ to }) => to[0]!.startsWith("ada"))).toHaveLength(5);
});

test("the answer is the same whether an address is subscribed, asked for, or new", async () => {
  await subscribe("ada@customer.example");
  await ask("bo@customer.example");
  const texts = [];
  for (const name of ["ada", "bo", "new"])
    texts.push(await (await ask(`${name}@customer.example`)).text());
  expect(new Set(texts).size).toBe(1);
  await world.pass(minutes(1));
  expect(mails("ada@customer.example")).toHaveLength(1);
});

test("a client that sends the form again and again is refused", async () => {
  const answers = [];
  for (let i = 0; i < 12; i++) answers.push((await ask(`p${i}@customer.example`)).status);
  expect(answers.filter((status) => status === 429)).toHaveLength(2);
});

test.for([
  "",
  "nobody",
  "a@b@c",
  "a b@c.example",
  "ada@x.example\r\nBcc: bo@x.example",
  "a@x.example,b@x.example",
  "<a@x.example>",
  '"a b"@x.example',
  `${"a".repeat(65)}@x.example`,
  "a@-x.example",
])("what is no address is refused: %j", async (email) => {
  const answer = await ask(email);
  expect(answer.status).toBe(422);
  await world.pass(minutes(1));
  expect(smtp.attempts()).toBe(0);
});

test("a link that was changed, has expired, or is of another purpose does nothing", async () => {
  await ask("ada@customer.example");
  await world.pass(minutes(1));
  const link = confirmLink("ada@customer.example");
  const changed = link.replace(/.\/confirm$/, (end) => (end[0] === "A" ? "B" : "A") + "/confirm");
  expect((await post(changed)).status).toBe(404);
  expect((await post(link.replace("/confirm", "/unsubscribe"))).status).toBe(404);
  await world.away(hours(24));
  expect((await open(link)).status).toBe(404);
  expect((await post(link)).status).toBe(404);
});

test("pages that do not offer it, or are off, take no address", async () => {
  await statusPage("plain", {});
  expect((await ask("ada@customer.example", "plain")).status).toBe(404);
  expect((await open(`${site}/status/plain/subscribe`)).status).toBe(404);
  expect((await open(`${site}/status/nothing/subscribe`)).status).toBe(404);
  expect(await (await open(`${site}/status/plain`)).text()).not.toContain("/subscribe");
  expect(await (await open(`${site}/status/shop`)).text()).toContain("/status/shop/subscribe");
});

test("an incident that ends without an update says so once, and one that was taken off the page says no more", async () => {
  await subscribe("ada@customer.example");
  const number = await incident();
  await publish(number, "Orders fail.");
  await world.pass(minutes(1));
  await world.api("POST", `/incidents/${number}/resolve`, {});
  await world.pass(minutes(2));
  expect(subjects("ada@customer.example").slice(1)).toEqual([
    "[Acme Shop] Update: Checkout",
    "[Acme Shop] Resolved: Checkout",
  ]);
  await publish(number, "Taken back.");
  await world.api("POST", `/incidents/${number}/unpublish`, {});
  await world.pass(minutes(2));
  expect(mails("ada@customer.example")).toHaveLength(3);
});

test("planned maintenance is mailed once, and its end before it began", async () => {
  await subscribe("ada@customer.example");
  const from = world.clock.now() + hours(30);
  const silence = await world.api<{ id: string }>("POST", "/silences", {
    monitor_id: monitor.id,
    from: new Date(from).toISOString(),
    until: new Date(from + hours(2)).toISOString(),
    reason: "secret reason",
  });
  await world.pass(minutes(5));
  await world.restart();
  await world.pass(minutes(5));
  expect(subjects("ada@customer.example").slice(1)).toEqual([
    "[Acme Shop] Planned maintenance: Checkout",
  ]);
  expect(mails("ada@customer.example")[1]!.read.text).not.toContain("secret");
  await world.api("DELETE", `/silences/${silence.id}`);
  await world.pass(minutes(3));
  expect(subjects("ada@customer.example").slice(2)).toEqual([
    "[Acme Shop] Canceled: planned maintenance: Checkout",
  ]);
});

test("a mail that the server puts off is sent again under the same name, one that may have arrived is not", async () => {
  await subscribe("ada@customer.example");
  const number = await incident();
  smtp.failWith("message", "451 4.7.1 Try later");
  await publish(number, "Orders fail.");
  await world.pass(minutes(1));
  smtp.failWith("message", null);
  await world.pass(minutes(20));
  const names = mails("ada@customer.example")
    .filter(({ read }) => read.subject!.includes("Update"))
    .map(({ read }) => read.messageId);
  expect(names.length).toBeGreaterThan(1);
  expect(new Set(names).size).toBe(1);
});

test("mails to subscribers that hang at the mail server hold up no page", async () => {
  await subscribe("ada@customer.example");
  await subscribe("bo@customer.example");
  const number = await incident();
  await world.pass(minutes(1));
  smtp.failWith("message", "hang");
  await publish(number, "Orders fail.");
  await world.clock.advance(minutes(1), () => true);
  await smtp.hanging();
  const wiki = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Wiki",
    alert_group_id: group.id,
  });
  await world.report(wiki);
  await expect
    .poll(() => world.phone.messages("ada-phone").map(({ title }) => title))
    .toContainEqual(expect.stringContaining("Wiki"));
  smtp.failWith("message", null);
  smtp.goOn();
  await world.settle();
});

test("a correction mails nobody; a mail that waits has the corrected text, and none for what was deleted", async () => {
  await subscribe("ada@customer.example");
  const number = await incident();
  await publish(number, "Order fail.");
  await world.pass(minutes(1));
  const sent = mails("ada@customer.example").length;
  const updates = async () => {
    const { timeline } = await world.api<{ timeline: { id: string; kind: string }[] }>(
      "GET",
      `/incidents/${number}`,
    );
    return timeline.filter(({ kind }) => kind === "published");
  };
  const at = async (i: number) => `/incidents/${number}/updates/${(await updates())[i]!.id}`;
  await world.api("PUT", await at(0), { message: "Orders fail.", title: "Orders" });
  await world.pass(minutes(2));
  expect(mails("ada@customer.example")).toHaveLength(sent);
  smtp.failWith("recipient", "451 4.7.1 Try later");
  await publish(number, "We fond it.");
  await publish(number, "Wrong incident.");
  await world.pass(minutes(1));
  await world.api("PUT", await at(1), { message: "We found it." });
  await world.api("DELETE", await at(2));
  smtp.failWith("recipient", null);
  await world.pass(hours(2));
  const later = mails("ada@customer.example").slice(sent);
  const saying = (text: string) => later.filter(({ read }) => read.text?.includes(text)).length;
  expect(["We found it.", "We fond it.", "Wrong incident."].map(saying)).toEqual([1, 0, 0]);
});

/**
 * A phone's whole evening: a daemon on a movable clock pages two people by way of a push server, and a subscriber reads
 * their topics as a phone does and judges each message.
 */
import type { NtfyMessage } from "../support/ntfy-message.ts";
import { minutes, seconds, startWorld, type World } from "../support/world.ts";
import { unkept, newTopic } from "./promises.ts";
import { startRelay } from "./relay.ts";
import { listen, poll, type Ear, type Server } from "./subscriber.ts";

export interface Verdict {
  /** Faults of our messages. */
  faults: string[];
  /** Promises of the server's documentation that it does not keep. */
  cannot: string[];
}

interface Person {
  id: string;
  topic: string;
  device: string;
  ear: Ear;
  /** Heard by earlier connections. */
  before: NtfyMessage[];
  judged: number;
}

/** A message as it must be. */
interface Want {
  title: RegExp;
  text?: RegExp;
  priority: number;
  tag?: string;
  buttons?: string[];
  /** Takes the place of the message before it. */
  replaces?: true;
}

const site = "https://monitor.example.com";
/** A Sunday, six in the evening. The turn of the next person begins on Monday at eight, UTC. */
const start = Date.UTC(2026, 11, 6, 18);
const morning = (hour: number, minute = 0) => Date.UTC(2026, 11, 7, hour, minute);
const pageButtons = ["Acknowledge", "Snooze 1 h", "Open"];

/** Plays it through `server`; `say` is told of each act. */
export async function playEvening(server: Server, say: (text: string) => void): Promise<Verdict> {
  say("what the server promises");
  const cannot = await unkept(server);
  for (const one of cannot) say(`  the server cannot: ${one}`);
  const sequences = !cannot.some((one) => one.startsWith("a message with a sequence id replaces"));

  const faults: string[] = [];
  let act = "";
  const fault = (text: string) => {
    faults.push(`${act}: ${text}`);
    say(`  ✗ ${text}`);
  };
  const begin = (name: string) => {
    act = name;
    say(name);
  };

  const relay = await startRelay(server.url);
  const [scheme, credentials = ""] = server.authorization?.split(" ") ?? [];
  const url = new URL(relay.url);
  if (scheme === "Basic")
    [url.username, url.password] = Buffer.from(credentials, "base64").toString().split(":") as [
      string,
      string,
    ];
  const token = scheme === "Bearer" ? credentials : null;
  const world = await startWorld({
    start,
    siteUrl: site,
    channels: { ntfy: { url: url.href, token } },
  });
  const ears = new Set<Ear>();
  const hearing = async (topic: string, ...more: [Parameters<typeof listen>[2], string?]) => {
    const ear = await listen(server, topic, ...more);
    ears.add(ear);
    return ear;
  };

  const heard = ({ before, ear }: Person) => [...before, ...ear.heard];
  /** Waits for the messages that must have come since the last time, and judges them. */
  async function hears(person: Person, ...wants: Want[]): Promise<void> {
    await person.ear.hears(person.judged + wants.length - person.before.length);
    const all = heard(person);
    const got = all.slice(person.judged);
    for (const [index, want] of wants.entries()) {
      const message = got[index];
      const earlier = all[person.judged + index - 1];
      if (!message) fault(`nothing came, in place of ${want.title}`);
      else
        for (const problem of problemsOf(message, want, sequences ? earlier : undefined))
          fault(`"${message.title}": ${problem}`);
    }
    for (const { title } of got.slice(wants.length)) fault(`"${title}" came as well`);
    person.judged = all.length;
  }

  /** Presses a button of the last message, as the app does. */
  async function press(person: Person, label: string): Promise<void> {
    const action = heard(person)
      .at(-1)
      ?.actions?.find((one) => one.label === label);
    if (!action) return fault(`there is no button "${label}" to press`);
    const answer = await fetch(action.url.replace(site, world.daemon.url), {
      method: action.method ?? "POST",
    });
    if (!answer.ok) fault(`"${label}" answered ${answer.status} ${await answer.text()}`);
    await world.pass(1);
  }

  try {
    const ada = await person(world, "Ada", hearing, "json");
    const bo = await person(world, "Bo", hearing, "sse");
    const group = (title: string, fields: object, ...people: string[]) =>
      newGroup(world, title, fields, people);
    const monitor = (title: string, alert_group_id: string, error_rate_window_minutes = 900) =>
      world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
        title,
        alert_group_id,
        error_rate_window_minutes,
      });
    const breaks = async (one: { webhook_url: string }, text?: string) => {
      await world.report(one, text);
      await world.settle();
    };
    const page = (title: RegExp): Want => ({
      title,
      priority: 5,
      tag: "rotating_light",
      buttons: pageButtons,
    });
    const both = await group("Both", { repeat_minutes: 0 }, "ada", "bo");
    const leads = await group("Leads", {}, "bo");
    const line = await group(
      "Line",
      { repeat_minutes: 10, escalate_to: leads, escalate_after_minutes: 25 },
      "ada",
    );

    begin("a phone is set up: a test, and its button");
    await world.api("POST", `/users/${ada.id}/devices/${ada.device}/test`);
    await world.settle();
    await hears(ada, { title: /^Test from monitord/, priority: 2, buttons: ["I got it"] });
    await press(ada, "I got it");
    const [device] = await world.api<{ verified_at: string | null }[]>(
      "GET",
      `/users/${ada.id}/devices`,
    );
    if (!device!.verified_at) fault("the device is not verified");

    begin("an incident opens, is repeated, and is acknowledged by the button of its push");
    const shop = await monitor("Shop", line, 60);
    await breaks(shop);
    await hears(ada, page(/^Shop: 1 error/));
    await world.pass(minutes(11));
    await hears(ada, { ...page(/^Reminder: Shop/), replaces: true });
    await press(ada, "Acknowledge");
    await hears(ada, { title: /^Acknowledged by Ada: Shop/, priority: 2, replaces: true });
    await world.pass(minutes(40));
    await hears(ada);

    begin("it recovers, and fails anew");
    await world.pass(minutes(11));
    await hears(ada, {
      title: /^Shop: back below threshold/,
      priority: 3,
      tag: "white_check_mark",
    });
    const mail = await monitor("Mail", line);
    const long = "Überlauf 🔥 „quoted“ \\ \u0007 ".repeat(400);
    await breaks(mail, long);
    await hears(ada, { ...page(/^Mail: 1 error/), text: /Überlauf 🔥 „quoted“ \\/ });

    begin("it is snoozed, and pages again after an hour, and somebody else after that");
    await press(ada, "Snooze 1 h");
    await hears(ada, { title: /^Snoozed by Ada until/, priority: 2, replaces: true });
    await world.pass(minutes(61));
    await hears(ada, { ...page(/^Acknowledgement expired: Mail/), replaces: true });
    await world.pass(minutes(25));
    const reminded = { ...page(/^Reminder: Mail/), replaces: true as const };
    await hears(ada, reminded, reminded);
    await hears(bo, page(/^Escalated to Leads: Mail/));
    await press(bo, "Acknowledge");
    const acknowledged: Want = { title: /^Acknowledged by Bo: Mail/, priority: 2, replaces: true };
    await hears(ada, acknowledged);
    await hears(bo, acknowledged);

    begin("the server has too many requests for one phone: the other does not wait");
    const tooMany = { status: 429, headers: { "retry-after": "30" } };
    relay.fail(ada.topic, tooMany);
    await breaks(await monitor("Queue", both));
    await hears(bo, page(/^Queue: 1 error/));
    await world.pass(seconds(29));
    relay.fail(ada.topic, null);
    await hears(ada);
    await world.pass(seconds(10));
    await hears(ada, page(/^Queue: 1 error/));

    begin("an answer of the server is lost: the push may come twice, and the phone shows it once");
    relay.fail(ada.topic, "lost answer");
    await breaks(await monitor("Disk", both));
    await world.pass(minutes(10));
    await hears(bo, page(/^Disk: 1 error/));
    await hears(ada, page(/^Disk: 1 error/), { ...page(/^Disk: 1 error/), replaces: true });

    begin("the phone loses its connection, and hears what it missed");
    ada.ear.close();
    ada.before = heard(ada);
    await breaks(await monitor("Cache", both));
    await breaks(await monitor("Index", both));
    ada.ear = await hearing(ada.topic, "ws", ada.before.at(-1)?.id);
    await hears(ada, page(/^Cache: 1 error/), page(/^Index: 1 error/));
    await hears(bo, page(/^Cache: 1 error/), page(/^Index: 1 error/));

    begin("a quiet night: pages are on hold until the morning, and a shift begins");
    const office = await group(
      "Office",
      {
        contact_hours_all_day: false,
        contact_hours_from: "07:30:00",
        contact_hours_to: "18:00:00",
      },
      "ada",
    );
    await breaks(await monitor("Wiki", office));
    await breaks(await monitor("Printer", office));
    await world.api("POST", "/schedules", {
      title: "Primary",
      timezone: "UTC",
      start: "2026-11-30",
      handoff_cron: "0 8 * * 1",
      people: [ada.id, bo.id],
    });
    await world.pass(minutes(30));
    const changed: Want = { title: /^Your shifts changed: \+ /, priority: 3 };
    await hears(ada, { title: /^You are on call: Primary until/, priority: 3 }, changed);
    await hears(bo, changed);
    await world.away(morning(7) - world.clock.now());
    await world.pass(seconds(2));
    await hears(bo, { title: /^On call in 60 min: Primary/, priority: 3, buttons: ["I am here"] });
    await press(bo, "I am here");
    await world.pass(morning(7, 30) - world.clock.now() + 1000);
    await hears(ada, { title: /^2 new: Wiki: .* and 1 more$/, text: /- Printer/, priority: 5 });
    await world.pass(morning(8) - world.clock.now() + 1000);
    await hears(ada, { title: /^Your shift is over: Bo has it/, priority: 2 });
    await hears(bo, { title: /^You are on call: Primary/, priority: 3 });

    begin("the server has the same messages: nothing is missing, and nothing is there twice");
    for (const one of [ada, bo]) {
      const ids = (list: NtfyMessage[]) => list.map(({ id }) => id).join(" ");
      const kept = await poll(server, one.topic);
      if (ids(kept) !== ids(heard(one)))
        fault(`it has ${kept.length} messages, of which ${heard(one).length} were heard`);
    }
  } catch (error) {
    fault(String(error));
  } finally {
    for (const ear of ears) ear.close();
    await world.end();
    await relay.stop();
  }
  return { faults, cannot };
}

/** The faults of a message. `earlier`: the one that it must replace; undefined: the server replaces nothing. */
function problemsOf(message: NtfyMessage, want: Want, earlier: NtfyMessage | undefined): string[] {
  const { title = "", priority = 3, tags = [], actions = [] } = message;
  const problems: [wrong: boolean, says: string][] = [
    [!want.title.test(title), `its title is not ${want.title}`],
    [!(want.text?.test(message.message) ?? true), `its text is not ${want.text}`],
    [message.message === "triggered", "it has no text"],
    ["attachment" in message, "it became a file"],
    [Buffer.byteLength(message.message) > 4096, "it is too long"],
    // oxlint-disable-next-line no-control-regex
    [/[\u0000-\u0009\u000b-\u001f\u007f]/.test(message.message), "it has control characters"],
    [priority !== want.priority, `its priority is ${priority}, not ${want.priority}`],
    [want.tag !== undefined && !tags.includes(want.tag), `it lacks the tag ${want.tag}`],
    [
      want.buttons !== undefined &&
        String(actions.map(({ label }) => label)) !== String(want.buttons),
      `its buttons are ${actions.map(({ label }) => label).join(", ")}`,
    ],
    [
      actions.some(({ url }) => !url.startsWith(`${site}/`)),
      "a button leads to another address than ours",
    ],
    [
      want.buttons === pageButtons && !message.click?.startsWith(`${site}/incidents/`),
      `a tap leads to ${message.click}`,
    ],
    [
      want.replaces === true &&
        earlier !== undefined &&
        message.sequence_id !== (earlier.sequence_id ?? earlier.id),
      "it does not replace the one before",
    ],
  ];
  return problems.filter(([wrong]) => wrong).map(([, says]) => says);
}

async function person(
  world: World,
  name: string,
  hearing: (topic: string, form: "json" | "sse") => Promise<Ear>,
  form: "json" | "sse",
): Promise<Person> {
  const topic = newTopic();
  const email = `${name.toLowerCase()}@example.com`;
  const { id } = await world.api<{ id: string }>("POST", "/users", { email, name });
  const device = await world.api<{ id: string }>("POST", `/users/${id}/devices`, {
    kind: "ntfy",
    target: topic,
  });
  const ear = await hearing(topic, form);
  return { id, topic, device: device.id, ear, before: [], judged: 0 };
}

/** The id of a group that pages with the highest priority. */
async function newGroup(
  world: World,
  title: string,
  fields: object,
  people: string[],
): Promise<string> {
  const { id } = await world.api<{ id: string }>("POST", "/alert_groups", {
    title,
    priority_level: 1,
    repeat_minutes: 0,
    ...fields,
  });
  for (const name of people)
    await world.api("POST", `/alert_groups/${id}/members`, { email: `${name}@example.com` });
  return id;
}

/** A message fits its receiver by what is sent, whatever text and addresses it has. One line for each limit. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { carried, fcmBody, payloadBytes } from "../../src/channel/fcm/body.ts";
import { bodyBytes, ntfyBody } from "../../src/channel/ntfy/body.ts";
import {
  discordLimits,
  mattermostLimit,
  slackLimit,
  teamsBytes,
  teamsSize,
  webhookBody,
} from "../../src/channel/webhook/body.ts";
import { webPushBody } from "../../src/channel/webpush/body.ts";
import { encrypt, overhead, recordSize } from "../../src/channel/webpush/encrypt.ts";
import { keysOf } from "../../src/channel/webpush/keys.ts";
import type { DuePush } from "../../src/core/paging/push.ts";
import { incident, night } from "../support/builders.ts";
import { newSubscription } from "../support/browser-subscription.ts";
import { duePush } from "./due-push.ts";

const bytes = (text: string) => Buffer.byteLength(text);
const sent = (body: unknown) => bytes(JSON.stringify(body));

/** The parts of a body that its receiver measures. */
interface Measured {
  /** The size of each, and its limit. */
  sizes: [size: number, limit: number][];
  /** What a person sees. */
  title: string;
  text: string;
}

interface Embed {
  title: string;
  description: string;
}
interface Run {
  inlines: [{ text: string }];
}

const keys = keysOf(newSubscription().device.secret)!;

const receivers: Record<string, (due: DuePush, site: string | null) => Measured> = {
  ntfy(due, site) {
    const body = ntfyBody(due, undefined, site);
    const { title, message: text } = body;
    return {
      sizes: [
        [sent(body), bodyBytes],
        [bytes(text), 4096],
      ],
      title,
      text,
    };
  },
  fcm(due, site) {
    const body = fcmBody(due, night, site);
    const { title, body: text } = body.message.notification;
    return { sizes: [[carried(body), payloadBytes]], title, text };
  },
  webpush(due, site) {
    const body = webPushBody(due, site);
    const whole = encrypt(Buffer.from(JSON.stringify(body)), keys);
    return { sizes: [[whole.length, recordSize]], title: body.title, text: body.message };
  },
  slack(due, site) {
    const { blocks } = webhookBody(inFormat("slack", due), site) as {
      blocks: { type: string; text?: { text: string }; elements?: [{ text: string }] }[];
    };
    const [header, ...rest] = blocks;
    const texts = rest.map(({ text, elements }) => (text ?? elements![0]).text);
    return {
      sizes: [
        [header!.text!.text.length, 150],
        ...texts.map((one) => [one.length, slackLimit]),
      ] as [number, number][],
      title: header!.text!.text,
      text: texts[0] ?? "",
    };
  },
  teams(due, site) {
    const body = webhookBody(inFormat("teams", due), site);
    const [title, ...lines] = (
      body as { attachments: [{ content: { body: Run[] } }] }
    ).attachments[0].content.body.map(({ inlines }) => inlines[0].text);
    const sizes: Measured["sizes"] = [
      [sent(body), teamsBytes],
      [Buffer.byteLength(JSON.stringify(body), "utf16le"), teamsBytes],
      [teamsSize(body), teamsBytes],
    ];
    return { sizes, title: title!, text: lines.join("\n") };
  },
  discord(due, site) {
    const [{ title, description }] = (
      webhookBody(inFormat("discord", due), site) as { embeds: [Embed] }
    ).embeds;
    return {
      sizes: [
        [title.length, discordLimits.title],
        [description.length, discordLimits.description],
        [title.length + description.length, 6000],
      ],
      title,
      text: description,
    };
  },
  mattermost(due, site) {
    const { attachments } = webhookBody(inFormat("mattermost", due), site) as {
      attachments: [{ title: string; text: string }];
    };
    const [{ title, text }] = attachments;
    return { sizes: [[JSON.stringify(attachments).length, mattermostLimit]], title, text };
  },
};

const inFormat = (format: DuePush["device"]["format"], due: DuePush): DuePush => ({
  ...due,
  device: { ...due.device, kind: "webhook", target: "https://hooks.example.com/x", format },
});

/** Text that takes more room than it has letters, or that a cut could split. */
const hostile = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        '"',
        "\\",
        "\n",
        "a\n",
        "😀",
        "👩‍👩‍👧‍👦",
        "\u0000",
        "\u0007",
        "\u202e",
        "עברית ",
        "決済",
        "é",
        "e\u0301",
        "<b>",
        "@",
        "*_",
        "\ud800",
        " ",
        "word ",
      ),
      fc.integer({ min: 1, max: 4000 }),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.map(([text, times]) => text.repeat(times)).join(""));

const address = (length: number) => `https://mon.example.com/${"p".repeat(length)}`;

const pushes = fc.record({
  title: hostile,
  message: hostile,
  site: fc.option(fc.integer({ min: 0, max: 2000 }).map(address)),
  runbook: fc.option(fc.integer({ min: 0, max: 2000 }).map(address)),
  isAboutIncident: fc.boolean(),
  buttons: fc.integer({ min: 0, max: 3 }),
});

const dueOf = ({
  title,
  message,
  runbook,
  isAboutIncident,
  buttons,
}: Omit<typeof pushes extends fc.Arbitrary<infer P> ? P : never, "site">): DuePush => ({
  ...duePush({ title, message }),
  sequence_id: "01a205ce-2df9-7000-8001-ba4e35ccb87f",
  incident: isAboutIncident ? incident() : null,
  runbook_url: runbook,
  actions: (["acknowledge", "snooze", "confirm"] as const)
    .slice(0, buttons)
    .map((verb) => ({ verb, token: "T".repeat(72) })),
});

describe.each(Object.keys(receivers))("a message for %s", (name) => {
  const measured = receivers[name]!;

  test("fits, whatever it says and however long its links are, and is whole text", () => {
    fc.assert(
      fc.property(pushes, ({ site, ...push }) => {
        const { sizes, title, text } = measured(dueOf(push), site);
        for (const [size, limit] of sizes) expect(size).toBeLessThanOrEqual(limit);
        expect(title.isWellFormed() && text.isWellFormed()).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("shows as much of a long text as fits, with a mark where it ends", () => {
    for (const line of ['a quoted "word"\n', "決済ゲートウェイ\n", "a line\n"]) {
      const due = dueOf({
        title: "Shop is down",
        message: line.repeat(20_000),
        runbook: null,
        isAboutIncident: true,
        buttons: 2,
      });
      const { sizes, text, title } = measured(due, "https://mon.example.com");
      expect(title).toContain("Shop is down");
      expect(text).toContain("…");
      expect(bytes(text)).toBeGreaterThan(500);
      // Nearly full, or cut by its own limit.
      expect(sizes.some(([size, limit]) => size > limit - 600) || bytes(text) > 1700).toBe(true);
    }
  });

  test("leaves out links rather than all of its text", () => {
    const due = dueOf({
      title: "Shop is down",
      message: "Database: Could not connect",
      runbook: address(1900),
      isAboutIncident: true,
      buttons: 3,
    });
    expect(measured(due, address(1900)).text).toContain("Could not connect");
  });
});

test("encryption adds as much as is reckoned with", () => {
  for (const length of [0, 1, 3000])
    expect(encrypt(Buffer.alloc(length), keys).length).toBe(length + overhead);
});

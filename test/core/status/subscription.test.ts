import { describe, expect, test } from "vitest";
import { startsOf } from "../../../src/core/model/column.ts";
import { subscribers, type Subscriber } from "../../../src/core/model/model.ts";
import {
  addressHint,
  afterRefusal,
  askedFor,
  canConfirm,
  confirmWithin,
  emailHash,
  isLinkToken,
  linkToken,
  mailboxHash,
  subscriberClaimed,
} from "../../../src/core/status/subscription.ts";
import { night } from "../../support/builders.ts";

const hour = 3_600_000;
const id = "01a1fc0b-eb50-7000-8000-704f3a1adc88";
const fresh = {
  id,
  org_id: "o",
  page_id: "p",
  email: "ada@example.org",
  email_hash: "e",
  mailbox_hash: "m",
};
const subscriber = (more: Partial<Subscriber> = {}): Subscriber =>
  ({
    ...startsOf(subscribers),
    ...fresh,
    inserted_at: night,
    asked_at: night,
    ...more,
  }) as Subscriber;
const none = { stored: undefined, mailbox: 0, page: 0, subscribers: 0 };

test("an address has one hash in any case of letters, and a mailbox one for all its tags", () => {
  expect(emailHash("Ada@Example.org")).toBe(emailHash("ada@example.org"));
  expect(emailHash("ada+x@example.org")).not.toBe(emailHash("ada@example.org"));
  expect(mailboxHash("ada+shop@example.org")).toBe(emailHash("ada@example.org"));
  expect(mailboxHash("+shop@example.org")).toBe(emailHash("+shop@example.org"));
});

describe("a form that is sent", () => {
  test("makes a row that waits for its mail", () => {
    expect(askedFor(none, fresh, night)).toEqual(subscriber());
    expect(subscriber()).toMatchObject({ ask_due: true, confirmed_at: null, asks: 1 });
  });

  test.each([
    ["five mails went to the mailbox in a day", { mailbox: 5 }],
    ["300 mails left the page in an hour", { page: 300 }],
    ["the page has 10,000 subscribers", { subscribers: 10_000 }],
  ])("changes nothing once %s", (_, more) => {
    expect(askedFor({ ...none, ...more }, fresh, night)).toBeNull();
  });

  test("asks again an hour later, not before, and with new attempts", () => {
    const stored = subscriber({ attempts: 3, first_at: night, retry_at: night, ask_due: false });
    expect(askedFor({ ...none, stored }, fresh, night + hour - 1)).toBeNull();
    expect(askedFor({ ...none, stored, subscribers: 10_000 }, fresh, night + hour)).toEqual(
      subscriber({ asked_at: night + hour, asks: 2 }),
    );
  });

  test("sends nothing to an address that is confirmed, and writes its row all the same", () => {
    const stored = subscriber({ confirmed_at: night, ask_due: false });
    expect(askedFor({ ...none, stored }, fresh, night + hour)).toEqual({
      ...stored,
      asked_at: night + hour,
    });
  });
});

test("a link confirms for a day", () => {
  expect(canConfirm({ asked_at: night }, night + confirmWithin - 1)).toBe(true);
  expect(canConfirm({ asked_at: night }, night + confirmWithin)).toBe(false);
});

test("a hint at an address tells two apart, and is none", () => {
  expect(["ada@shop.example", "bo@mail.shop.example", "c@localhost"].map(addressHint)).toEqual([
    "a***@s***.example",
    "b***@m***.example",
    "c***@l***",
  ]);
});

test("the third refusal in a row ends a subscription", () => {
  expect([0, 1, 2].map((refusals) => afterRefusal({ refusals }))).toEqual([1, 2, null]);
});

describe("the link of a mail", () => {
  const confirm = linkToken("secret", "confirm", subscriber());
  const unsubscribe = linkToken("secret", "unsubscribe", subscriber());

  test("names its subscriber", () => {
    expect([confirm, unsubscribe].map(subscriberClaimed)).toEqual([id, id]);
    expect(["", "x".repeat(43), `${confirm}x`].map(subscriberClaimed)).toEqual([null, null, null]);
  });

  test("is good for its purpose alone, with its secret", () => {
    expect(isLinkToken("secret", "confirm", subscriber(), confirm)).toBe(true);
    expect(isLinkToken("secret", "unsubscribe", subscriber(), unsubscribe)).toBe(true);
    expect(isLinkToken("secret", "unsubscribe", subscriber(), confirm)).toBe(false);
    expect(isLinkToken("other", "confirm", subscriber(), confirm)).toBe(false);
    expect(isLinkToken("secret", "confirm", subscriber(), "short")).toBe(false);
  });

  test("confirms until the next one is asked for, and unsubscribes for ever", () => {
    const later = subscriber({ asked_at: night + hour });
    expect(isLinkToken("secret", "confirm", later, confirm)).toBe(false);
    expect(isLinkToken("secret", "unsubscribe", later, unsubscribe)).toBe(true);
  });
});

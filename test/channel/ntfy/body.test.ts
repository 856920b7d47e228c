import { describe, expect, test } from "vitest";
import { ntfyBody, shortMessageBytes } from "../../../src/channel/ntfy/body.ts";
import type { DuePush } from "../../../src/core/paging/push.ts";
import { duePush } from "../due-push.ts";

const bytes = (text: string) => Buffer.byteLength(text);

describe("ntfyBody", () => {
  test("is what ntfy takes at its root", () => {
    expect(JSON.parse(JSON.stringify(ntfyBody(duePush({}))))).toEqual({
      topic: "ada-phone",
      title: "Shop is down",
      message: "Database: Could not connect",
      priority: 5,
      tags: ["rotating_light"],
      sequence_id: "inc-1-ada",
    });
  });

  test.each([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 5],
    [0, 3],
    [9, 3],
  ])("priority %i goes out as %i", (given, sent) => {
    expect(ntfyBody(duePush({ priority: given })).priority).toBe(sent);
  });

  test("asks for no tap on a button that it cannot have", () => {
    const actions: DuePush["actions"] = [{ verb: "confirm", token: "T" }];
    const due = { ...duePush({ message: "Tap “I got it” to verify this device." }), actions };
    expect(ntfyBody(due).message).toBe(
      "This message has no “I got it” button: monitord needs an address that others can open (--site-url).",
    );
    const { message, actions: buttons } = ntfyBody(due, 3500, "https://mon.example.com");
    expect(message).toBe("Tap “I got it” to verify this device.");
    expect(buttons).toMatchObject([{ label: "I got it" }]);
  });

  test("cuts by bytes on a character, with a mark", () => {
    const body = ntfyBody(duePush({ title: "😀".repeat(100), message: "é".repeat(4000) }));
    expect(body.title).toBe(`${"😀".repeat(49)}…`);
    expect(body.message).toBe(`${"é".repeat(1748)}…`);
    expect(bytes(body.message)).toBeLessThanOrEqual(3500);
  });

  test("leaves what fits exactly", () => {
    const message = "é".repeat(1750);
    expect(ntfyBody(duePush({ message })).message).toBe(message);
  });

  test("cuts shorter when told", () => {
    const body = ntfyBody(duePush({ message: "a".repeat(5000) }), shortMessageBytes);
    expect(bytes(body.message)).toBe(1000);
  });

  test("stays within the server's limit whatever has to be escaped", () => {
    const nasty = '"\\\n'.repeat(3000);
    const body = JSON.stringify(ntfyBody(duePush({ title: nasty, message: nasty })));
    expect(bytes(body)).toBeLessThanOrEqual(8192);
  });

  test("replaces control characters and keeps line breaks in the message", () => {
    const text = "a\u0000b\u001b[31mc\r\nd\re\tf\u0085g\u202eh\u2066i\ud800j";
    const body = ntfyBody(duePush({ title: text, message: text }));
    expect(body.message).toBe("a\ufffdb [31mc\nd\ne f g h i\ufffdj");
    expect(body.title).toBe("a\ufffdb [31mc d e f g h i\ufffdj");
  });

  test("says the title when there is no message", () => {
    expect(ntfyBody(duePush({ message: " \n" })).message).toBe("Shop is down");
  });

  test("lets no tag become two", () => {
    expect(ntfyBody(duePush({ tags: ["a,b"] })).tags).toEqual(["a b"]);
  });

  test("takes HTML, links and mentions as the text they are", () => {
    const message = "<b>x</b> [y](javascript:z) @everyone";
    expect(ntfyBody(duePush({ message })).message).toBe(message);
  });
});

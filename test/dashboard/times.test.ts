import { describe, expect, it } from "vitest";
import { html } from "../../src/dashboard/html.ts";
import { age, exactly, linked, timed, when } from "../../src/dashboard/words.ts";

const at = (text: string) => Date.parse(text);
/** In Berlin: Sat 21 Nov, 23:09. */
const reader = { now: at("2026-11-21T22:09:00Z"), zone: "Europe/Berlin" };
const plain = (piece: Parameters<typeof html>[1]) => html`${piece}`.text.replaceAll(/<[^>]*>/g, "");

describe("a time is written in one way, by the clock of its reader", () => {
  it.each([
    ["2026-11-21T20:09:04Z", "21:09"],
    ["2026-11-20T23:30:00Z", "00:30"],
    ["2026-11-20T22:30:00Z", "Fri 23:30"],
    ["2026-11-23T08:00:00Z", "Mon 09:00"],
    ["2026-11-08T18:27:00Z", "Sun 8 Nov 19:27"],
    ["2025-12-24T18:00:00Z", "Wed 24 Dec 2025 19:00"],
  ])("%s is %s", (text, shown) => {
    expect(plain(exactly(at(text), reader))).toBe(shown);
  });

  it("a recent one is relative, and its title says the whole", () => {
    const moment = at("2026-11-21T22:00:59Z");
    expect(plain(when(moment, reader))).toBe("8 min ago");
    expect(plain(age(moment, reader))).toBe("8 min");
    expect(when(moment, reader).text).toContain(
      'title="Sat 21 Nov 2026, 23:00:59 (Europe/Berlin)"',
    );
  });

  it("a reader whose zone is not known is given UTC, and reads so", () => {
    expect(plain(exactly(at("2026-11-21T20:09:04Z"), { ...reader, zone: "UTC" }))).toBe(
      "20:09 UTC",
    );
  });

  it("an instant within a sentence is one, too", () => {
    const sentence = "No report within 10 min of 2026-11-21 14:21 UTC. See https://x.example/a.";
    expect(plain(timed(sentence, reader))).toBe(
      "No report within 10 min of 15:21. See https://x.example/a.",
    );
    expect(html`${linked(sentence, reader)}`.text).toContain('href="https://x.example/a"');
    expect(plain(linked("at 2026-99-99 14:21 UTC", reader))).toBe("at 2026-99-99 14:21 UTC");
    expect(timed("nothing in it", reader)).toBe("nothing in it");
  });
});

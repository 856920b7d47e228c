/** What a store promises of the monthly reports by mail: each is claimed once, and none of before the choice. */
import { describe, expect, test } from "vitest";
import type { ClaimedReport } from "../../../src/app/people/claim-monthly-report.ts";
import type { LetterOutcome } from "../../../src/core/access/letter-attempts.ts";
import { minute, type Given } from "./given.ts";

export function monthlyReportPromises({ store, restart, actor, saved, remove }: Given): void {
  describe("monthly reports", () => {
    const october = Date.parse("2026-10-20T12:00:00Z");
    const due = Date.parse("2026-11-01T08:00:00Z");
    const person = (name: string, more: Record<string, unknown> = {}) => ({
      email: `${name}@example.com`,
      name,
      role: null,
      external_id: null,
      timezone: null,
      protect: false,
      monthly_report: true,
      ...more,
    });
    const claim = (now: number) => store.run("claim_monthly_report", { limit: 100, now });
    const claimed = async (now: number) => (await claim(now)).claimed;
    const settle = ({ row }: ClaimedReport, outcome: LetterOutcome, now: number) =>
      store.run("settle_monthly_report", {
        user_id: row.user_id,
        month: row.month,
        attempts: row.attempts,
        outcome,
        now,
      });

    test("a month is claimed by one of two nodes, and not again after a restart", async () => {
      const ada = await saved("users", person("ada"));
      expect(await claim(october)).toEqual({ claimed: null, next_at: due });
      const both = (await Promise.all([claimed(due), claimed(due)])).filter((one) => one !== null);
      expect(both).toMatchObject([
        { row: { user_id: ada.id, month: "2026-10" }, email: "ada@example.com", zone: "UTC" },
      ]);
      expect(await settle(both[0]!, "sent", due + 1)).toEqual({ retry_at: null });
      await restart();
      const december = Date.parse("2026-12-01T08:00:00Z");
      expect(await claim(due + minute)).toEqual({ claimed: null, next_at: december });
      expect(await claimed(december)).toMatchObject({ row: { month: "2026-11" } });
    });

    test("several people are served one after the other, each by the clocks of their zone", async () => {
      await saved("users", person("ada"));
      await saved("users", person("bo", { timezone: "Europe/Berlin" }));
      await saved("users", person("cyd", { monthly_report: false }));
      await claim(october);
      expect(await claimed(due - 61 * minute)).toBeNull();
      const bo = await claimed(due - 60 * minute);
      expect(bo).toMatchObject({ email: "bo@example.com", zone: "Europe/Berlin" });
      expect(await claim(due - 59 * minute)).toEqual({ claimed: null, next_at: due - 30 * minute });
      await settle(bo!, "sent", due - 58 * minute);
      expect(await claimed(due)).toMatchObject({ email: "ada@example.com" });
      expect(await claimed(due)).toBeNull();
    });

    test("a node that dies loses its claim, and what it says later counts no more", async () => {
      await saved("users", person("ada"));
      await claim(october);
      const dead = await claimed(due);
      const taken = await claimed(due + 30 * minute);
      expect(taken).toMatchObject({ row: { month: "2026-10", attempts: 2, first_at: due } });
      expect(await settle(dead!, "sent", due + 31 * minute)).toEqual({ retry_at: null });
      const failed = await settle(taken!, "failed", due + 32 * minute);
      expect(failed).toEqual({ retry_at: due + 42 * minute });
      expect(await claim(due + 41 * minute)).toEqual({ claimed: null, next_at: failed.retry_at });
      expect(await claimed(due + 42 * minute)).toMatchObject({ row: { attempts: 3 } });
    });

    test("a month of before the choice is not sent, nor one of before a choice that was made again", async () => {
      const ada = await saved("users", person("ada", { monthly_report: false }));
      expect(await claim(due)).toEqual({ claimed: null, next_at: null });
      const choose = (monthly_report: boolean) =>
        store.run("save_profile", {
          actor: { ...actor, name: "Ada" },
          user_id: ada.id,
          given: { monthly_report },
          now: due,
        });
      await choose(true);
      const december = Date.parse("2026-12-01T08:00:00Z");
      expect(await claim(due + minute)).toEqual({ claimed: null, next_at: december });
      await choose(false);
      expect(await claim(due + minute)).toEqual({ claimed: null, next_at: null });
      await choose(true);
      const january = Date.parse("2027-01-01T08:00:00Z");
      expect(await claim(december)).toEqual({ claimed: null, next_at: january });
    });

    test("a person who is deleted gets none that failed before", async () => {
      const ada = await saved("users", person("ada"));
      await claim(october);
      const one = await claimed(due);
      expect(await remove("users", ada.id)).toMatchObject({ ok: true });
      expect(await settle(one!, "failed", due)).toEqual({ retry_at: null });
      expect(await claimed(due + 60 * minute)).toBeNull();
    });
  });
}

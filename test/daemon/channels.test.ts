import { afterEach, describe, expect, test } from "vitest";
import type { PushOutcome } from "../../src/core/paging/push.ts";
import type { Store } from "../../src/app/store.ts";
import { Channels, startChannels } from "../../src/daemon/channels.ts";
import { MovableClock } from "../support/clock.ts";
import { duePush } from "../channel/due-push.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function look() {
  const clock = new MovableClock();
  const channels = new Channels();
  const state = {
    used: ["ntfy"] as string[],
    problem: null as string | null,
    outcome: null as PushOutcome | null,
    looks: 0,
  };
  const loop = startChannels({
    clock,
    channels,
    store: {
      read: { channels_used: async () => state.used },
    } as unknown as Store,
    senders: {
      ntfy: {
        check: async () => {
          state.looks++;
          return state.problem;
        },
      },
    },
    onError: (error) => {
      throw error;
    },
  });
  stops.push(() => loop.stop());
  const pusher = channels.watching(
    { push: async () => state.outcome!, close: async () => {} },
    clock,
  );
  return {
    state,
    channels,
    clock,
    problems: () => channels.list().map(({ kind, problem }) => [kind, problem]),
    minutes: (n: number) => clock.advance(n * 60_000, () => loop.resting()),
    push: (outcome: PushOutcome, server: string | null = null) => {
      state.outcome = outcome;
      const due = duePush({});
      return pusher.push({ ...due, device: { ...due.device, server } });
    },
  };
}

const delivered: PushOutcome = {
  kind: "delivered",
  http_status: 200,
  provider_id: "m1",
};
const failed = (http_status: number | null): PushOutcome => ({
  kind: "retry",
  http_status,
  detail: "no",
  retry_after_ms: null,
  perhaps_delivered: false,
});

describe("the push servers", () => {
  test("are looked at every three minutes, and every minute while they cannot be reached", async () => {
    const { state, minutes, problems } = look();
    await minutes(0);
    expect(state.looks).toBe(1);
    expect(problems()).toEqual([["ntfy", null]]);
    await minutes(6);
    expect(state.looks).toBe(3);
    state.problem = "connection refused";
    await minutes(6);
    expect(problems()).toEqual([["ntfy", "connection refused"]]);
    expect(state.looks).toBe(3 + 4);
  });

  test("that nobody uses, or that are not configured, are not looked at", async () => {
    const { state, minutes, problems } = look();
    await minutes(0);
    state.used = ["fcm"];
    await minutes(9);
    expect(state.looks).toBe(1);
    expect(problems()).toEqual([]);
  });

  test("are not looked at while pushes go through them", async () => {
    const { state, minutes, push } = look();
    await minutes(0);
    for (let n = 0; n < 5; n++) {
      await minutes(2);
      await push(delivered);
    }
    expect(state.looks).toBe(1);
  });

  test.each<[string, PushOutcome, string | null]>([
    ["a delivery", delivered, null],
    ["no connection", failed(null), "no"],
    ["an error of the server", failed(503), "no"],
    ["too many requests", failed(429), "before"],
    ["a push that failed alone", { ...failed(null), of_push_alone: true } as PushOutcome, "before"],
    ["a refusal of the device", { kind: "refused", http_status: 404, detail: "gone" }, "before"],
  ])("%s says whether they can be reached", async (_, outcome, problem) => {
    const { state, minutes, problems, push } = look();
    state.problem = "before";
    await minutes(0);
    await push(outcome, "https://mine.example.com");
    expect(problems()).toEqual([["ntfy", "before"]]);
    await push(outcome);
    expect(problems()).toEqual([["ntfy", problem]]);
  });

  test("that reject each push are not well by a check, until one is accepted or an hour is over", async () => {
    const { state, clock, channels, minutes, problems, push } = look();
    const rejected: PushOutcome = {
      kind: "refused",
      http_status: null,
      detail: "quota exceeded",
      of_channel: true,
    };
    await minutes(0);
    await push(rejected);
    await minutes(20);
    state.problem = "connection refused";
    await minutes(5);
    expect(problems()).toEqual([["ntfy", "connection refused"]]);
    state.problem = null;
    await minutes(33);
    expect(problems()).toEqual([["ntfy", "quota exceeded"]]);
    // It can be reached all the same.
    expect(channels.lately(clock.now())).toEqual(["ntfy"]);
    await push(delivered);
    expect(problems()).toEqual([["ntfy", null]]);
    await push(rejected);
    await minutes(61);
    expect(problems()).toEqual([["ntfy", null]]);
    await push(rejected);
    state.used = [];
    await minutes(1);
    state.used = ["ntfy"];
    await minutes(1);
    expect(problems()).toEqual([["ntfy", null]]);
  });

  test("are missed only when they could be reached not long ago", async () => {
    const { state, clock, channels, minutes } = look();
    await minutes(0);
    state.problem = "connection refused";
    await minutes(9);
    expect(channels.lately(clock.now())).toEqual(["ntfy"]);
    await minutes(9);
    expect(channels.lately(clock.now())).toEqual([]);
  });
});

import { afterEach, describe, expect, test } from "vitest";
import type { ChannelHealth } from "../../src/app/ports.ts";
import type { Fetched } from "../../src/core/health/prober.ts";
import type { Store } from "../../src/app/store.ts";
import type { Vitals } from "../../src/store/reads/vitals.ts";
import { startHeartbeatUrl } from "../../src/daemon/heartbeat-url.ts";
import { answered, failedProbe } from "../support/builders.ts";
import { MovableClock } from "../support/clock.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function watch() {
  const clock = new MovableClock();
  const state = {
    failure: null as string | null,
    channels: [] as ChannelHealth[],
    vitals: { oldest_due_check_ms: 0, oldest_due_push_ms: 0 },
    answer: answered(200),
    calls: 0,
    said: [] as (string | null)[],
  };
  const loop = startHeartbeatUrl({
    clock,
    url: "https://watch.example.com/x",
    outside: () => ({ channels: state.channels, offline_since: null, disk: null, minutes: [] }),
    store: {
      failure: () => state.failure,
      read: { vitals: async () => state.vitals as Vitals },
    } as unknown as Store,
    prober: {
      fetch: async () => {
        state.calls++;
        return state.answer;
      },
      close: async () => {},
    },
    onSilence: (why) => state.said.push(why),
    onError: (error) => {
      throw error;
    },
  });
  stops.push(() => loop.stop());
  const minutes = (n: number) => clock.advance(n * 60_000, () => loop.resting());
  return { state, minutes };
}

describe("the heartbeat", () => {
  test("is sent every minute while all is well", async () => {
    const { state, minutes } = watch();
    await minutes(3);
    expect(state.calls).toBe(4);
    expect(state.said).toEqual([]);
  });

  test.each<[string, (state: ReturnType<typeof watch>["state"]) => void]>([
    ["The disk is full.", (s) => (s.failure = "The disk is full.")],
    ["health checks are late", (s) => (s.vitals = { ...s.vitals, oldest_due_check_ms: 120_001 })],
    ["pushes are late", (s) => (s.vitals = { ...s.vitals, oldest_due_push_ms: 120_001 })],
    [
      "the push server for ntfy cannot be reached: connection refused",
      (s) =>
        (s.channels = [
          { kind: "fcm", problem: null, looked_at: 0 },
          { kind: "ntfy", problem: "connection refused", looked_at: 0 },
        ]),
    ],
  ])("is not sent while %s, and that is said once", async (why, break_) => {
    const { state, minutes } = watch();
    await minutes(1);
    const calls = state.calls;
    break_(state);
    await minutes(3);
    expect(state.calls).toBe(calls);
    expect(state.said).toEqual([why]);
    state.failure = null;
    state.channels = [];
    state.vitals = { oldest_due_check_ms: 0, oldest_due_push_ms: 0 };
    await minutes(1);
    expect(state.said).toEqual([why, null]);
    expect(state.calls).toBe(calls + 1);
  });

  test.each<[Fetched, string]>([
    [failedProbe("connection refused"), "connection refused"],
    [answered(404), "HTTP 404"],
  ])("that is not heard is tried again, and said", async (answer, why) => {
    const { state, minutes } = watch();
    state.answer = answer;
    await minutes(2);
    expect(state.calls).toBe(3);
    expect(state.said).toEqual([why]);
  });
});

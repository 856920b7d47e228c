import { expect, test } from "vitest";
import type { Store } from "../../src/app/store.ts";
import { CheckedMonitors } from "../../src/daemon/checks/checked-monitors.ts";

/** Remembers two monitors; `read`: the ids that it asked the store for. */
function start() {
  const read: string[] = [];
  const store = {
    read: {
      checkedMonitors: (ids: string[]) => {
        read.push(...ids);
        return Promise.resolve(ids.map((id) => ({ id, version: 1 })));
      },
    },
  } as unknown as Store;
  const monitors = new CheckedMonitors(store, 2);
  const load = (...ids: string[]) =>
    monitors.load(
      ids.map((subject_id) => ({
        subject_id,
        version: 1,
        pace: 0,
        lease: "",
        lease_until: 0,
        due_at: 0,
      })),
    );
  return { monitors, load, read };
}

test("a monitor that is due is not forgotten for another that is due", async () => {
  const { monitors, load, read } = start();
  await load("a", "b");
  await load("a", "c");
  expect([monitors.get("a"), monitors.get("b"), monitors.get("c")]).toEqual([
    expect.anything(),
    undefined,
    expect.anything(),
  ]);
  expect(read).toEqual(["a", "b", "c"]);
});

test("a forgotten monitor is read again when it is due", async () => {
  const { monitors, load, read } = start();
  await load("a", "b");
  await load("c");
  await load("a");
  expect(monitors.get("a")).toBeDefined();
  expect(read).toEqual(["a", "b", "c", "a"]);
});

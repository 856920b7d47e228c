import { expect, test } from "vitest";
import {
  diskNotification,
  diskText,
  isNews,
  writesAgain,
  type NotedState,
} from "../../../src/core/disk/notice.ts";
import { diskStates } from "../../../src/core/disk/room.ts";
import { device, night } from "../../support/builders.ts";

const seen = { room: { folder: "/data", free: 1, size: 2 }, sentence: "What is free." };

test("notices say what is the matter in a title for a lock screen", () => {
  expect(
    diskStates.map((state) => {
      const { title, message, priority } = diskText({ ...seen, state });
      return [title, message, priority];
    }),
  ).toEqual([
    ["monitord has disk space again", "What is free.", 3],
    ["monitord is low on disk space", "What is free.", 4],
    ["The disk of monitord is full", "What is free.", 4],
    [
      "monitord cannot write",
      "What is free. Nothing is checked and no incident is opened until monitord can write again.",
      5,
    ],
  ]);
  expect(writesAgain({ ...seen, state: "low" }).title).toBe("monitord can write again");
});

test.each<[NotedState, NotedState | null, boolean]>([
  ["ok", null, false],
  ["ok", "ok", false],
  ["ok", "low", true],
  ["ok", "full", true],
  ["low", null, true],
  ["low", "ok", true],
  ["low", "low", false],
  ["low", "full", false],
  ["full", null, true],
  ["full", "low", true],
  ["full", "full", false],
])("%s after a notice of %s is news: %s", (state, last, news) => {
  const key =
    last && diskNotification(device(), last, diskText({ ...seen, state: last }), night).key;
  expect(isNews(state, key)).toBe(news);
});

test("a notice is a warning until there is room again", () => {
  const of = (state: NotedState) =>
    diskNotification(device(), state, diskText({ ...seen, state }), night).transition;
  expect([of("low"), of("full"), of("ok")]).toEqual([
    "disk_warning",
    "disk_warning",
    "disk_recovered",
  ]);
});

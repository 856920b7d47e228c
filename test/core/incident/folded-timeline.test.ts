import { expect, test } from "vitest";
import { foldTimeline } from "../../../src/core/incident/folded-timeline.ts";
import type { TimelineKind } from "../../../src/core/model/model.ts";

const folded = (...kinds: TimelineKind[]) =>
  foldTimeline(
    kinds.map((kind, at) => ({
      at,
      kind,
      text: "",
      actor: null,
      user_id: null,
      public_state: null,
      edited_at: null,
    })),
  ).map((run) => run.map(({ at }) => at));

test("the newest entry comes first", () => {
  expect(folded("opened", "note", "resolved")).toEqual([[2], [1], [0]]);
});

test("three entries of pushes in a row are one", () => {
  expect(folded("opened", "delivered", "repeated", "refused", "note")).toEqual([
    [4],
    [3, 2, 1],
    [0],
  ]);
});

test("two of them stand for themselves, and what people wrote is never folded", () => {
  expect(folded("delivered", "repeated", "note", "note", "note")).toEqual([
    [4],
    [3],
    [2],
    [1],
    [0],
  ]);
});

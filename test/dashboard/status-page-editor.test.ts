import { expect, test } from "vitest";
import type { System } from "../../src/core/status/status-page.ts";
import { systemsEditor, type EditorModel } from "../../src/dashboard/status-pages/editor.ts";

const system = (name: string): System => ({
  name,
  description: null,
  health_check_monitors: [name],
  webhook_monitors: [],
  alert_groups: [],
});
const sectionOf = (title: string, count: number) => ({
  title,
  systems: Array.from({ length: count }, (_, i) => system(`${title} ${i}`)),
});
const shown = (more: Partial<EditorModel>): string =>
  systemsEditor({
    sections: [sectionOf("Shop", 9), sectionOf("Platform", 9), sectionOf("New", 0)],
    targetsOf: ({ name }) => [
      { reference: `hc:${name}`, title: name, status: name === "Shop 0" ? "stale" : "up" },
    ],
    labels: [],
    unclear: null,
    faults: [],
    pressed: null,
    ...more,
  }).text;
/** Whether each section is open. */
const open = (more: Partial<EditorModel>) =>
  [...shown(more).matchAll(/<details id="section-\d+" (open)?/g)].map(
    ([, word]) => word === "open",
  );

test("a long page folds its sections, but for an empty one and the one in hand", () => {
  expect(open({})).toEqual([false, false, true]);
  expect(open({ pressed: 1 })).toEqual([false, true, true]);
  expect(open({ unclear: { name: "s.0.y.1.add", text: "x", targets: [] } })).toEqual([
    true,
    false,
    true,
  ]);
  expect(open({ faults: [{ field: "sections", message: "x" }] })).toEqual([true, true, true]);
  expect(open({ sections: [sectionOf("Shop", 6), sectionOf("Platform", 6)] })).toEqual([
    true,
    true,
  ]);
});

test("a folded section names the states that are not well, and no others", () => {
  const [, shop, platform] = shown({}).split('<details id="section-');
  expect(shop).toContain("1 stale");
  expect(platform).not.toContain('class="worst"');
});

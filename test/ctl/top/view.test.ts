/** Frames as files: look at them when they change. `vitest -u` writes them. */
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { styleOf } from "../../../src/ctl/output/style.ts";
import { painted, lineText } from "../../../src/ctl/top/line.ts";
import { update } from "../../../src/ctl/top/model.ts";
import type { Size, State } from "../../../src/ctl/top/state.ts";
import { widthOf } from "../../../src/ctl/top/text.ts";
import { stillFrame, view } from "../../../src/ctl/top/view/view.ts";
import {
  ago,
  dashboard,
  frame,
  health,
  incident,
  large,
  nothing,
  now,
  onCall,
  openedCheckout,
  pressed,
  small,
  text,
  troubled,
} from "./given.ts";

const after = (state: State, ...keys: string[]) => pressed(state, ...keys).state;
const letters = (typed: string) => Array.from(typed);
const away = (state: State) => {
  const failed = update(state, {
    type: "failed",
    reason: "cannot reach https://monitord.example.com: connection refused (is monitord running?)",
    now: now + 2000,
  }).state;
  return update(failed, { type: "tick", now: now + 14_000 }).state;
};
const well = () => ({
  ...troubled(),
  incidents: [],
  monitors: troubled().monitors.filter(({ status }) => ["up", "quiet"].includes(status)),
});

/** What came from elsewhere, and would like to be more than text. */
const hostile = () => {
  const title =
    "\u001b[2J\u001b[31mred\u001b[0m \u202egnp.exe\u202c \u0007bell\r\nsecond\tline \u200bzero\u009b31m";
  return {
    ...troubled(),
    incidents: [
      incident(1, {
        title,
        summary: `${title} ${"👩‍👩‍👧 家族 ".repeat(20)}`,
        status: "acknowledged",
        acknowledged_by: title,
      }),
    ],
    monitors: [health(1, { title, status: "down", status_reason: title })],
    groups: new Map([["oncall", title]]),
    people: new Map([["ada", title]]),
    onCall: onCall.map((one) => ({
      ...one,
      title,
      on_call: one.on_call.map((person) => ({ ...person, name: title })),
    })),
  };
};

const frames: Record<string, (size: Size) => State> = {
  list: (size) => dashboard(troubled(), size),
  "list-scrolled": (size) => after(dashboard(troubled(), size), "end"),
  details: (size) => after(dashboard(openedCheckout(troubled()), size), "enter"),
  "details-of-a-monitor": (size) =>
    after(dashboard(troubled(), size), "down", "down", "down", "enter"),
  well: (size) => dashboard(well(), size),
  "on-call": (size) => dashboard(troubled({ onCall }), size),
  "on-call-details": (size) =>
    after(dashboard(openedCheckout(troubled({ onCall })), size), "enter"),
  "no-monitors": (size) => dashboard(nothing(), size),
  away: (size) => away(dashboard(troubled(), size)),
  filter: (size) => after(dashboard(troubled(), size), "/", ...letters("check !other"), "down"),
  note: (size) => after(dashboard(troubled(), size), "n", ...letters("on it 家")),
  resolve: (size) => after(dashboard(troubled(), size), "R"),
  help: (size) => after(dashboard(troubled(), size), "?"),
  ascii: (size) => after(dashboard(openedCheckout(troubled()), size, true), "enter"),
  hostile: (size) => after(dashboard(hostile(), size), "down", "enter"),
};

describe.each([
  ["80x24", small],
  ["160x50", large],
])("at %s", (name, size) => {
  test.each(Object.keys(frames))("%s", async (kind) => {
    const state = frames[kind]!(size);
    await expect(frame(state)).toMatchFileSnapshot(`golden/${name}-${kind}.txt`);
  });
});

const sizes: Size[] = [
  { columns: 1, rows: 1 },
  { columns: 39, rows: 8 },
  { columns: 40, rows: 9 },
  { columns: 61, rows: 15 },
  small,
  { columns: 109, rows: 35 },
  { columns: 110, rows: 36 },
  large,
  { columns: 400, rows: 120 },
];

describe.each(sizes)("a terminal of $columns×$rows", (size) => {
  test.each(Object.keys(frames))("holds the whole frame: %s", (kind) => {
    const lines = view(frames[kind]!(size), size.columns, size.rows);
    expect(lines.length).toBeLessThanOrEqual(Math.max(0, size.rows - 1));
    for (const line of lines) expect(widthOf(lineText(line))).toBeLessThanOrEqual(size.columns);
  });
});

test("what came from elsewhere cannot move the cursor, colour, or turn text around", () => {
  for (const keys of [[], ["enter"], ["n"], ["R"], ["p"], ["down", "enter"]]) {
    const state = after(dashboard(hostile(), large), ...keys);
    const shown = frame(state).replaceAll("\n", "");
    expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u);
  }
});

test("without colour the frame has no escape sequence, and says the same", () => {
  const lines = view(dashboard(), small.columns, small.rows);
  const plain = styleOf({ color: false, ascii: false });
  const colored = styleOf({ color: true, ascii: false });
  for (const line of lines) {
    expect(painted(line, plain)).toBe(lineText(line));
    expect(stripVTControlCharacters(painted(line, colored))).toBe(lineText(line));
  }
  const selected = lines.find((line) => line.selected)!;
  expect(lineText(selected)).toMatch(/^▸✗ #12/);
  expect(painted(selected, colored).startsWith("\u001b[7m")).toBe(true);
});

test("a secret of a monitor is nowhere on the screen", () => {
  const state = after(dashboard(troubled(), large), ...letters("jjjj"), "enter");
  expect(frame(state)).toContain("Shop errors");
  expect(frame(state)).not.toContain("secret");
});

test("a frame for a file has neither keys nor a selection, and names the time", async () => {
  const state = dashboard();
  const still = { ...state, look: { ...state.look, still: true } };
  const shown = text(stillFrame(still, 80, 24));
  await expect(shown).toMatchFileSnapshot("golden/80x24-still.txt");
  expect(shown).not.toContain("▸");
  expect(shown).toContain("2026-11-21 04:00:00");
});

test("a frame for a file has the people on call, too", () => {
  const shown = text(stillFrame(dashboard(troubled({ onCall })), 80, 24));
  expect(shown).toContain("On call  Nights: nobody until Mon 09:00 · Primary: Ada, Bo until Sun");
});

test("the details of a monitor name what it depends on, as far as that is known", () => {
  const router = health(8, {
    title: "Router",
    status: "down",
    paused_at: null,
  });
  const shop = health(9, {
    title: "A shop",
    status: "down",
    depends_on: [router.id, "unknown"],
  });
  const state = after(
    dashboard({ ...troubled(), incidents: [], monitors: [shop, router] }, large),
    "enter",
  );
  expect(frame(state)).toContain("Depends on Router (down)");
});

test("a monitor that flaps says so beside its status, in the list and in the details", () => {
  const flapping = (flapping_since: string | null) =>
    dashboard(troubled({ monitors: [health(1, { title: "Shop", flapping_since })] }), large);
  const list = frame(flapping(ago(1980)));
  expect(list).toMatch(/! up +Shop .*flapping/);
  expect(frame(flapping(null))).not.toContain("flapping");
  const details = frame(after(flapping(ago(1980)), ...letters("jjj"), "enter"));
  expect(details).toContain("up · flapping for 33 min");
  expect(frame(after(flapping(ago(1980)), "/", ...letters("flapping"), "enter"))).toContain("Shop");
});

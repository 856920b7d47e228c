/** What every key does wherever one can be, as a grid in a file; and the promises that no grid shows. */
import { describe, expect, test } from "vitest";
import type { MonitorPast } from "../../../src/api/history.ts";
import { bindings, modeOf, type Mode } from "../../../src/ctl/top/keys.ts";
import { isOld, update } from "../../../src/ctl/top/model.ts";
import { focusOf, monitorsSeen } from "../../../src/ctl/top/rows.ts";
import type { Effect, Event, State } from "../../../src/ctl/top/state.ts";
import {
  dashboard,
  deploy,
  health,
  incident,
  large,
  nothing,
  now,
  openedCheckout,
  pressed,
  troubled,
} from "./given.ts";

const after = (state: State, ...keys: string[]) => pressed(state, ...keys).state;
const loaded = (state: State, data: State["data"]) =>
  update(state, { type: "loaded", data, dueAt: now + 2000, now }).state;
const select = (state: State, id: string): State => {
  const at = state.rows.findIndex((row) => "id" in row && row.id === id);
  const row = state.rows[at]!;
  if (row.kind === "heading" || row.kind === "empty") throw new Error(id);
  return { ...state, at, cursor: { kind: row.kind, id } };
};

/** Where one can be. */
const places: Record<string, () => State> = {
  "an open incident": () => select(dashboard(), "incident-12"),
  "an acknowledged incident of an alert group": () => select(dashboard(), "incident-9"),
  "a monitor that is down": () => select(dashboard(), "monitor-12"),
  "a monitor that is well": () => select(dashboard(), "monitor-100"),
  "a paused monitor": () => select(dashboard(), "monitor-6"),
  "a webhook monitor": () => select(dashboard(), "monitor-7"),
  "nothing selected": () => ({ ...dashboard(), cursor: null }),
  "an empty list": () => dashboard(nothing()),
  "a filtered list": () => after(dashboard(), "/", "s", "h", "enter"),
  "details, scrolled": () => after(dashboard(openedCheckout(troubled())), "enter", "down"),
  "filter, not at its first": () => after(dashboard(), "/", "s", "h", "down"),
  note: () => after(dashboard(), "n", "o", "k"),
  "an empty note": () => after(dashboard(), "n"),
  "resolve?": () => after(dashboard(), "R"),
  "a silenced monitor": () => select(dashboard(), "monitor-4"),
  "a monitor in maintenance": () =>
    select(
      dashboard({
        ...troubled(),
        monitors: [health(4, { silenced: { ...deploy, maintenance: true } })],
      }),
      "monitor-4",
    ),
  "end the silence?": () => after(select(dashboard(), "monitor-4"), "s"),
  "monitors by group": () => select(after(dashboard(), "t"), "oncall"),
  "two marked": () => after(dashboard(), "space", "space"),
  "several?": () => after(dashboard(), "space", "space", "R"),
  "something to undo": () => ({
    ...dashboard(),
    undo: { kind: "reopen", incident: incident(12) },
  }),
  "pause?": () => after(select(dashboard(), "monitor-12"), "p"),
  "help, scrolled": () => after(dashboard(), "?", "down"),
  "help over details": () => after(dashboard(), "enter", "?"),
};

const keys = [
  ...new Set(Object.values(bindings).flatMap((table) => table.flatMap((binding) => binding.keys))),
  "x",
  "家",
  "tab",
  "ctrl-x",
  "alt-x",
];

/** What a key changed, in a few words. */
function change(before: State, key: string): string {
  const { state, effects } = update(before, { type: "key", key });
  const at = (one: State) =>
    one.cursor ? `${one.cursor.kind} ${one.cursor.id.replace(/\D+/, "")}` : "nothing";
  const parts = [
    ...(modeOf(before) === modeOf(state) ? [] : [`→ ${modeOf(state)}`]),
    ...(at(before) === at(state) ? [] : [`selects ${at(state)}`]),
    ...(before.marked === state.marked ? [] : [`${state.marked.size} marked`]),
    ...(before.arrangement === state.arrangement
      ? []
      : [
          `${state.arrangement.sort}${state.arrangement.grouped ? ", grouped" : ""}, ${state.rows.length} rows`,
        ]),
    ...(before.filter === state.filter ? [] : [`filter "${state.filter}"`]),
    ...(typed(before) === typed(state) || typed(state) === null ? [] : [`typed "${typed(state)}"`]),
    ...(scrolled(before) === scrolled(state) || modeOf(before) !== modeOf(state)
      ? []
      : [`scrolled to ${scrolled(state)}`]),
    ...(before.details && state.details && before.details.ref !== state.details.ref
      ? [`opens ${state.details.ref.kind} ${state.details.ref.id}`]
      : []),
    ...(state.notice && state.notice !== before.notice ? [`says “${state.notice.text}”`] : []),
    ...effects.map((effect) => `asks: ${asked(effect)}`),
  ];
  return parts.join("; ");
}

function scrolled({ details, prompt }: State): number {
  return prompt?.kind === "help" ? prompt.scroll : (details?.scroll ?? 0);
}

function typed({ prompt }: State): string | null {
  return prompt && "text" in prompt ? prompt.text : null;
}

function asked(effect: Effect): string {
  const what =
    "incident" in effect
      ? ` #${effect.incident.number}`
      : "monitor" in effect
        ? ` ${effect.monitor.title}`
        : "silence_id" in effect
          ? ` ${effect.silence_id}`
          : "url" in effect
            ? ` ${effect.url}`
            : "requests" in effect
              ? ` ${effect.requests.map(asked).join(", ")}`
              : "";
  return `${effect.kind}${what}${effect.kind === "note" ? ` "${effect.text}"` : ""}`;
}

test("what every key does, everywhere", async () => {
  const grid = Object.entries(places).map(([place, make]) => {
    const rows = keys.flatMap((key) => {
      const changed = change(make(), key);
      return changed === "" ? [] : [`  ${key.padEnd(10)} ${changed}`];
    });
    return `${place}\n${rows.join("\n")}\n`;
  });
  await expect(grid.join("\n")).toMatchFileSnapshot("golden/keys.txt");
});

test("every place to be is in the grid, and every key has something to do somewhere", () => {
  const modes = new Set(Object.values(places).map((make) => modeOf(make())));
  expect(modes).toEqual(new Set(Object.keys(bindings) as Mode[]));
  const idle = Object.entries(bindings).flatMap(([mode, table]) =>
    table
      .flatMap((binding) => binding.keys)
      .filter((key) =>
        Object.values(places).every(
          (make) => modeOf(make()) !== mode || change(make(), key) === "",
        ),
      )
      .map((key) => `${mode} ${key}`),
  );
  expect(idle).toEqual([]);
});

test.each(Object.keys(bindings) as Mode[])("no key means two things: %s", (mode) => {
  const all = bindings[mode].flatMap((binding) => binding.keys);
  expect(new Set(all).size).toBe(all.length);
});

describe("what is selected stays selected", () => {
  test("when rows come before it, and when it moves itself", () => {
    const before = select(dashboard(), "incident-14");
    const data = troubled();
    const more = [incident(1), incident(2), ...data.incidents];
    const moved = loaded(before, { ...data, incidents: more });
    expect(moved.cursor).toEqual({ kind: "incident", id: "incident-14" });
    expect(focusOf(moved).incident?.number).toBe(14);
  });

  test("and when it is gone nothing takes its place: no key reaches another one", () => {
    const before = select(dashboard(), "incident-12");
    const data = troubled();
    const gone = loaded(before, {
      ...data,
      incidents: data.incidents.filter(({ number }) => number !== 12),
    });
    expect(gone.cursor).toBeNull();
    for (const key of ["a", "n", "R", "p", "r", "enter"]) {
      const { state, effects } = update(gone, { type: "key", key });
      expect(effects).toEqual([]);
      expect(state.notice?.text).toContain("Nothing is selected");
    }
    expect(after(gone, "down").cursor?.id).toBe("incident-14");
    expect(after(gone, "up").cursor?.id).toBe("incident-14");
  });

  test("the first thing that comes into an empty list is selected", () => {
    const state = loaded(dashboard(nothing()), troubled());
    expect(state.cursor?.id).toBe("incident-12");
  });

  test("the details stay with what was opened, resolved or not", () => {
    const opened = after(dashboard(openedCheckout(troubled())), "enter");
    const data = openedCheckout(troubled());
    const resolved = loaded(opened, {
      ...data,
      incidents: data.incidents.filter(({ number }) => number !== 12),
      opened: {
        ...data.opened!,
        incident: { ...data.opened!.incident!, status: "resolved" },
      },
    });
    expect(focusOf(resolved).incident?.status).toBe("resolved");
    const { state, effects } = update(resolved, { type: "key", key: "a" });
    expect(effects).toEqual([]);
    expect(state.notice?.text).toBe("#12 is resolved already");
  });
});

test("an answer to a question is about what was asked, whatever has happened since", () => {
  const asking = after(dashboard(), "R");
  const data = troubled();
  const later = loaded(asking, { ...data, incidents: data.incidents.slice(1) });
  const { effects } = update(later, { type: "key", key: "y" });
  expect(effects).toMatchObject([{ kind: "resolve", incident: { number: 12 } }]);
});

test("a paste is text where text is typed, and nothing where keys are commands", () => {
  const paste: Event = { type: "paste", text: "aRy\nq\u001b[31m" };
  expect(update(dashboard(), paste)).toEqual({
    state: dashboard(),
    effects: [],
  });
  const noting = update(after(dashboard(), "n"), paste).state;
  expect(noting.prompt).toMatchObject({ text: "aRy q\ufffd[31m" });
});

test("the selection is always on the screen", () => {
  let state = dashboard(troubled(), { columns: 80, rows: 12 });
  const walk = [
    ...Array<string>(45).fill("down"),
    ...Array<string>(45).fill("up"),
    "end",
    "pageup",
    "pageup",
    "pagedown",
    "home",
    "end",
    "up",
  ];
  for (const key of walk) {
    state = after(state, key);
    expect(state.at).toBeGreaterThanOrEqual(state.top);
    expect(state.at).toBeLessThan(state.top + 7);
  }
  const grown = update(state, { type: "resized", size: large }).state;
  expect(grown.top).toBe(0);
});

test("details are never scrolled beyond their end", () => {
  const state = after(dashboard(openedCheckout(troubled())), "enter");
  const down = after(state, ...Array<string>(99).fill("down"));
  const { scroll } = down.details!;
  expect(scroll).toBeGreaterThan(0);
  expect(scroll).toBeLessThan(30);
  expect(after(down, "up").details!.scroll).toBe(scroll - 1);
});

describe("what is shown is old", () => {
  const tick = (state: State, at: number) => update(state, { type: "tick", now: at }).state;
  test("once a load has failed, until one works", () => {
    const failed = update(dashboard(), {
      type: "failed",
      reason: "gone",
      now,
    }).state;
    expect(isOld(failed)).toBe(true);
    expect(isOld(loaded(failed, troubled()))).toBe(false);
  });
  test("and when nothing comes although it is due", () => {
    expect(isOld(tick(dashboard(), now + 3000))).toBe(false);
    expect(isOld(tick(dashboard(), now + 4000))).toBe(true);
  });
  test("and when a server that said that it was there is silent, but not when it cannot be heard", () => {
    const heard = (at: number | null) => update(dashboard(), { type: "heard", at }).state;
    expect(isOld(tick(heard(now), now + 1500))).toBe(false);
    expect(isOld(tick(heard(now), now + 1600))).toBe(true);
    expect(isOld(tick(heard(null), now + 1600))).toBe(false);
  });
});

test("what came of a key is said for a while, and the lists are asked for again", () => {
  const answered = update(dashboard(), {
    type: "answered",
    text: "#12 is acknowledged by Ada",
    tone: "good",
    undo: null,
    now,
  });
  expect(answered.effects).toEqual([{ kind: "load" }]);
  const later = (ms: number) =>
    update(answered.state, { type: "tick", now: now + ms }).state.notice;
  expect(later(5000)?.text).toContain("Ada");
  expect(later(6000)).toBeNull();
});

describe("several rows at once", () => {
  test("are asked about once, and the answer is one request", () => {
    const { state, effects } = pressed(dashboard(), "space", "space", "R", "y");
    expect(effects).toMatchObject([
      { kind: "several", requests: [{ kind: "resolve" }, { kind: "resolve" }] },
    ]);
    expect(state.marked.size).toBe(0);
  });

  test("lose the mark when they are gone", () => {
    const two = after(dashboard(), "space", "space");
    const { incidents } = troubled();
    const rest = loaded(two, { ...troubled(), incidents: incidents.slice(1) });
    expect(rest.marked.size).toBe(1);
  });

  test("of which none fits the key are left alone, and marked", () => {
    const { state, effects } = pressed(select(dashboard(), "monitor-100"), "space", "a");
    expect([effects, state.marked.size]).toEqual([[], 1]);
    expect(state.notice?.text).toContain("has no unresolved incident");
  });
});

describe("the order of the monitors", () => {
  const titles = (state: State) =>
    state.rows.flatMap((row) => (row.kind === "monitor" ? [row.monitor.title] : []));

  test("by title, and back to the worst first", () => {
    const byTitle = after(dashboard(), "o", "o", "o");
    expect(byTitle.arrangement.sort).toBe("title");
    expect(titles(byTitle)).toEqual(titles(dashboard()).toSorted((a, b) => a.localeCompare(b)));
    expect(titles(after(byTitle, "o"))).toEqual(titles(dashboard()));
  });

  test("by the past: slowest and least uptime first, those without a past last", () => {
    const past = (monitor_id: string, p50_ms: number, uptime: number): [string, MonitorPast] => [
      monitor_id,
      { monitor_id, kind: "health_check_monitors", states: [], p50_ms, uptime },
    ];
    const monitors = [health(1), health(2), health(3)];
    const pasts = new Map([past("monitor-1", 20, 1), past("monitor-2", 90, 0.9)]);
    const state = dashboard({ ...troubled(), monitors, pasts });
    expect(titles(after(state, "o"))).toEqual(["Service 2", "Service 1", "Service 3"]);
    expect(monitorsSeen(after(state, "o"))).toHaveLength(3);
    expect(titles(after(state, "o", "o"))).toEqual(["Service 2", "Service 1", "Service 3"]);
  });

  test("in groups, of which those that are well are folded", () => {
    const monitors = [
      health(1, { status: "down" }),
      health(2),
      health(3, { alert_group_id: "managers" }),
    ];
    const state = after(dashboard({ ...troubled(), monitors }), "t");
    const shown = state.rows.map((row) =>
      row.kind === "group" ? `${row.id} ${row.isFolded}` : row.kind,
    );
    expect(shown.slice(4)).toEqual([
      "heading",
      "oncall false",
      "monitor",
      "monitor",
      "managers true",
    ]);
    const open = after(select(state, "managers"), "enter");
    expect(titles(open)).toContain("Service 3");
    expect(titles(after(open, "enter"))).not.toContain("Service 3");
  });
});

test("a screen that is for looking only changes nothing, and does not offer to", () => {
  const state = dashboard();
  const readonly = { ...state, look: { ...state.look, readonly: true } };
  for (const key of ["a", "u", "n", "s", "p", "r", "R", "space"]) {
    const { state: next, effects } = pressed(readonly, key);
    expect([key, effects, next.prompt, next.marked.size]).toEqual([key, [], null, 0]);
    expect(next.notice?.text).toContain("--readonly");
  }
  expect(pressed(readonly, "enter").state.details).not.toBeNull();
});

test("five thousand monitors are filtered and moved through at once", () => {
  const monitors = Array.from({ length: 5000 }, (_, i) => health(i));
  const state = dashboard({ ...troubled(), monitors });
  const filtered = after(state, "/", ...Array.from("service 4999"), "enter");
  expect(filtered.rows.filter(({ kind }) => kind === "monitor")).toHaveLength(1);
});

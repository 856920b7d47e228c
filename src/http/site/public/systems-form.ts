/**
 * The sections and systems of a status page in a form that works without a script: every input has its place in its name,
 * `s.0.y.2.name`, and the buttons that add, move and remove send the form. Pure.
 */
import type { Sections, System } from "../../../core/status/status-page.ts";
import { itemLines } from "../form-lines.ts";

/** Something that a system can stand for. */
export interface Target {
  list: "health_check_monitors" | "webhook_monitors" | "alert_groups";
  id: string;
  /** As it is typed; no other has the same. */
  label: string;
  title: string;
  /** The group of a monitor. */
  group_id: string | null;
}

/** An input in which a text was found to be no target, or several: those that it can be. */
export interface Unclear {
  /** The name of the input. */
  name: string;
  text: string;
  targets: readonly Target[];
}

const most = { sections: 50, systems: 100, offered: 8 };

export const emptySystem = (name: string): System => ({
  name,
  description: null,
  health_check_monitors: [],
  webhook_monitors: [],
  alert_groups: [],
});

const lists = { hc: "health_check_monitors", wh: "webhook_monitors", ag: "alert_groups" } as const;
const shorts = {
  health_check_monitors: "hc",
  webhook_monitors: "wh",
  alert_groups: "ag",
} as const satisfies Record<Exclude<keyof System, "name" | "description">, string>;

/** A reference as an input has it: `hc:ID`. */
export const referenceText = (list: Target["list"], id: string): string => `${shorts[list]}:${id}`;

/** Puts a reference into a system, once. */
function refer(system: System, text: string): void {
  const [, short, id] = /^(hc|wh|ag):(.{1,255})$/.exec(text) ?? [];
  if (!id) return;
  const list = system[lists[short as keyof typeof lists]];
  if (!list.includes(id)) list.push(id);
}

/** The names of a list of inputs that a form has, in their order: `0`, `1`, … */
function placesIn(form: URLSearchParams, prefix: string, limit: number): number[] {
  const places = new Set<number>();
  for (const name of form.keys()) {
    const [, place] = name.startsWith(prefix)
      ? (/^(\d{1,4})\./.exec(name.slice(prefix.length)) ?? [])
      : [];
    if (place !== undefined) places.add(Number(place));
  }
  return [...places].toSorted((a, b) => a - b).slice(0, limit);
}

/** The sections of a form, as it was sent. */
const sectionsIn = (form: URLSearchParams): Sections =>
  placesIn(form, "s.", most.sections).map((i) => ({
    title: (form.get(`s.${i}.title`) ?? "").trim(),
    systems: placesIn(form, `s.${i}.y.`, most.systems).map((j) => {
      const at = `s.${i}.y.${j}`;
      const system = emptySystem((form.get(`${at}.name`) ?? "").trim());
      system.description = (form.get(`${at}.description`) ?? "").trim() || null;
      for (const text of form.getAll(`${at}.ref`)) refer(system, text);
      return system;
    }),
  }));

function moved<T>(list: T[], from: number, to: number): void {
  const [one] = list.splice(from, 1);
  if (one !== undefined) list.splice(Math.max(0, to), 0, one);
}

/** A name that no system of the section has. */
function freeName(systems: readonly System[], wanted: string): string {
  const taken = new Set(systems.map(({ name }) => name));
  const short = wanted.slice(0, 95);
  let name = short;
  for (let count = 2; taken.has(name); count++) name = `${short} ${count}`;
  return name;
}

/** The targets that a typed text can mean: the one with this label, else those with the text in it. */
function meantBy(text: string, targets: readonly Target[]): readonly Target[] {
  const typed = text.trim().toLowerCase();
  const exact = targets.filter(({ label, title }) =>
    [label, title].some((one) => one.toLowerCase() === typed),
  );
  if (exact.length > 0) return exact;
  return targets.filter(({ label }) => label.toLowerCase().includes(typed));
}

/** The whole of a group as one system, or each of its monitors as one. */
const eachOf = / \(each monitor\)$/;

/**
 * The sections after a button was pressed; `unclear`: an input whose text is not the title of one target. A text that is
 * typed beside another button is added, too, so that saving does not lose it.
 */
export function afterPress(
  form: URLSearchParams,
  targets: readonly Target[],
): { sections: Sections; unclear: Unclear | null } {
  const sections = sectionsIn(form);
  let unclear: Unclear | null = null;
  const [, i = "", , j = "", verb = "", chosen = ""] =
    /^s\.(\d+)(\.y\.(\d+))?\.(up|down|drop|pick)(?:\.(.*))?$/.exec(form.get("move") ?? "") ?? [];
  for (const [at, section] of sections.entries()) {
    const name = `s.${at}.add`;
    const text = (form.get(name) ?? "").trim();
    if (verb === "pick" && Number(i) === at && j === "")
      add(
        section.systems,
        targets.filter((one) => referenceText(one.list, one.id) === chosen),
      );
    else if (text !== "") {
      const group = eachOf.test(text)
        ? meantBy(text.replace(eachOf, " (whole group)"), targets)[0]
        : undefined;
      const meant = group
        ? targets.filter(({ group_id }) => group_id === group.id)
        : meantBy(text, targets);
      if (group || meant.length === 1) add(section.systems, meant);
      else unclear = { name, text, targets: meant.slice(0, most.offered) };
    }
    for (const [place, system] of section.systems.entries()) {
      const joined = `s.${at}.y.${place}.add`;
      const more = (form.get(joined) ?? "").trim();
      if (more === "") continue;
      const meant = meantBy(more, targets);
      if (meant.length === 1) refer(system, referenceText(meant[0]!.list, meant[0]!.id));
      else unclear = { name: joined, text: more, targets: meant.slice(0, most.offered) };
    }
  }
  if (form.get("move") === "s.add") sections.push({ title: "", systems: [] });
  const list = j === "" ? sections : (sections[Number(i)]?.systems ?? []);
  const place = Number(j === "" ? i : j);
  if (verb === "up") moved<unknown>(list, place, place - 1);
  if (verb === "down") moved<unknown>(list, place, place + 1);
  if (verb === "drop") list.splice(place, 1);
  return { sections, unclear };
}

function add(systems: System[], targets: readonly Target[]): void {
  for (const { list, id, title } of targets) {
    const system = emptySystem(freeName(systems, title));
    refer(system, referenceText(list, id));
    systems.push(system);
  }
}

/** The sections as the lines of a form, with ids in place of titles: the rest of it is read as any other form is. */
export const sectionLines = (sections: Sections): string =>
  itemLines(
    sections.map(({ title, systems }) => ({
      title,
      systems: systems.map(({ name, description, ...references }) => ({
        name,
        description,
        ...Object.fromEntries(
          Object.entries(references).map(([list, ids]) => [list, ids.map((id) => `id:${id}`)]),
        ),
      })),
    })),
  );

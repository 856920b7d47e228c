/** Finds the resources whose names were typed into a form, as a browser without a script sends them. */
import type { Field } from "../../../dashboard/form-field.ts";
import type { PickerOption } from "../../../dashboard/form-picker.ts";
import { matching } from "../form-typed.ts";
import { listed } from "../../../core/text/listed.ts";
import type { Fault } from "../../../core/model/fault.ts";
import { knownTitle } from "../../../core/text/person.ts";
import type { ResourceKind } from "../../../resource/kinds.ts";
import { storedReferencesOf } from "../../../resource/references.ts";
import type { FormChoices, FormKind } from "../form-fields.ts";
import { allGroups } from "../lists.ts";
import type { Said, Site } from "../site.ts";

/** Matches that a message names; monitors read for a typed name, and for a list; chosen ones that are looked up. */
const limits = { named: 5, read: 20, listed: 1000, chosen: 20 };

/** Monitors by a part of their title: more than a form lists. */
async function monitorsLike(
  { store }: Site,
  org_id: string,
  text: string,
): Promise<PickerOption[]> {
  const query = { org_id, search: text, statuses: null, alert_group_ids: null };
  const rows = await store.read.board_monitors({ ...query, limit: limits.read, offset: 0 });
  return rows
    .filter(({ kind }) => kind === "health_check_monitors")
    .map(({ id, title }) => ({ value: id, label: title }));
}

/** Resources of a kind that one may refer to, as many as a list can bear, and in any case the chosen ones. */
async function targetsToChoose(
  site: Site,
  org_id: string,
  kind: ResourceKind,
  chosen: { own: string | undefined; ids: readonly string[] },
): Promise<{ id: string; title: string }[]> {
  if (kind === "alert_groups") return allGroups(site, org_id);
  if (kind === "health_check_monitors") return parentsToChoose(site, org_id, chosen);
  const { clock, store } = site;
  const query = { org_id, limit: limits.listed, after: null };
  const all = await store.read.resources(kind, query, clock.now());
  return all.map((one) => ({ id: one.id, title: knownTitle({ ...one }) ?? one.id }));
}

/** The targets of each reference of a form. */
export async function choicesOf(
  site: Site,
  org_id: string,
  kind: FormKind,
  chosen: { own: string | undefined; ids: readonly string[] },
): Promise<FormChoices> {
  const known: FormChoices = {};
  for (const to of new Set(storedReferencesOf(kind).map((one) => one.to)))
    // No group escalates to itself, and no monitor depends on itself.
    known[to] = (await targetsToChoose(site, org_id, to, chosen)).filter(
      ({ id }) => id !== chosen.own,
    );
  return known;
}

/** Monitors to depend on: those that it depends on, those that its form has chosen, and others. */
async function parentsToChoose(
  { clock, store }: Site,
  org_id: string,
  { own, ids }: { own: string | undefined; ids: readonly string[] },
): Promise<{ id: string; title: string }[]> {
  const query = { org_id, search: null, statuses: null, alert_group_ids: null };
  const [all, { parents }] = await Promise.all([
    store.read.board_monitors({ ...query, limit: limits.listed, offset: 0 }),
    own === undefined ? { parents: [] } : store.read.dependencies(own),
  ]);
  const offered = new Map(
    [...parents, ...all.filter(({ kind }) => kind === "health_check_monitors")].map((one) => [
      one.id,
      { id: one.id, title: one.title },
    ]),
  );
  for (const id of ids.slice(0, limits.chosen)) {
    if (offered.has(id)) continue;
    const one = await store.read.resource("health_check_monitors", org_id, id, clock.now());
    if (one) offered.set(id, { id, title: one.title });
  }
  return [...offered.values()].toSorted((a, b) => a.title.localeCompare(b.title));
}

/** The answer to a form whose typed names mean no resource, or several. */
export const notTaken = (faults: readonly Pick<Fault, "field" | "message">[]): Said => ({
  ok: false,
  status: 422,
  body: {},
  version: null,
  faults: faults.map((one) => ({ ...one, code: "unknown_reference" })),
  detail: "",
});

/**
 * Puts the id in place of each name that was typed to be added, and adds it where the form is saved without a press of
 * _Add_. Answers the faults of names that mean none or several.
 */
export async function takeTyped(
  site: Site,
  org_id: string,
  fields: readonly Field[],
  form: URLSearchParams,
): Promise<{ field: string; message: string }[]> {
  const faults: { field: string; message: string }[] = [];
  const move = form.get("move");
  for (const { name, input } of fields) {
    if (move !== null && move !== `${name}.add`) continue;
    if (input.kind !== "several" && input.kind !== "order") continue;
    const text = (form.get(`${name}.new`) ?? "").trim();
    if (text === "") continue;
    const known = matching(input.options, text);
    const matches =
      known.length > 0 || input.find === undefined
        ? known
        : matching(await monitorsLike(site, org_id, text), text);
    const [one] = matches;
    if (one && matches.length === 1) {
      if (move !== null) form.set(`${name}.new`, one.value);
      else {
        form.append(name, one.value);
        form.delete(`${name}.new`);
      }
      continue;
    }
    form.delete("move");
    faults.push({
      field: name,
      message: one
        ? `has ${matches.length === limits.read ? "many" : matches.length} matches for “${text}”: ${listed(
            matches.slice(0, limits.named).map(({ label }) => label),
          )}${matches.length > limits.named ? " …" : ""}`
        : `has no match for “${text}”`,
    });
  }
  return faults;
}

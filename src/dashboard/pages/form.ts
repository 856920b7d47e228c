/**
 * Forms for declared resources, made from a description of their fields; faults are shown at the fields.
 * Pure.
 */
import { plural } from "../../core/text/plural.ts";
import { crumbs } from "../components/crumbs.ts";
import { note } from "../components/note.ts";
import { html, type Html, type Piece } from "../html.ts";
import { icon } from "../icons.ts";
import { fieldOf, isShort, zoneList, type Field } from "../form-field.ts";
import { csrfField, framed, type Frame } from "../layout.ts";

/** A section of a form. `folded`: closed, unless it has a fault or a reason to be open. */
export interface FormSection {
  key: string;
  title: string;
  about: string;
  folded: boolean;
}

export interface FormModel {
  title: string;
  /** The pages above it: path below the base, and title. */
  above: readonly [path: string, title: string][];
  /** Where *Cancel* leads, below the base. Default: the last page above. */
  cancel?: string;
  /** A choice between forms of this kind; undefined: only one form. */
  choice?: Html;
  /** Where it is sent, below the base. */
  action: string;
  submit: string;
  /** The name of the button that saves, where saving is asked about again; and another button beside it: its name and label. */
  insists?: { name: string; other: [name: string, label: string] };
  sections: readonly FormSection[];
  fields: readonly Field[];
  /** The values of the fields; several for days. */
  values: Readonly<Record<string, readonly string[]>>;
  /** Fields without a meaning beside the values of the others: not shown. Undefined: a form without such fields. */
  absent?: ReadonlySet<string>;
  /** The button that shows them without a script. Default: `Show the fields of this choice`. */
  shows?: string;
  /** Keys of sections that are unfolded, beside those with a fault. */
  open?: ReadonlySet<string>;
  /** Faults by the name of the field; `""`: of the whole form. */
  faults: readonly { field: string; message: string }[];
  /** The differences from the values that another user has stored meanwhile; null or undefined: none. */
  conflict?: Html | null;
  /** The button that was rejected with these faults. Default: `Not saved`. */
  rejected?: "Not tried";
  /** The project that manages it; its next apply undoes changes made here. */
  project: string | null;
  /** The edited version: a concurrent change is not overwritten. */
  version: number | null;
  /** Sent along unseen. */
  hidden?: Readonly<Record<string, string>>;
  /** A second button beside a field, and its result: it saves no change. */
  preview?: { name: string; label: string; field: string; shown: Html | null };
  /** Fields that have an input of their own, by their names. */
  own?: Readonly<Record<string, Html>>;
  /** Beside the form; undefined: it is alone. */
  aside?: Html;
}

export function formPage(frame: Frame, model: FormModel): string {
  const { fields, absent = new Set(), open = new Set(), preview } = model;
  const rejected = model.rejected ?? "Not saved";
  const faults = model.faults.map((fault) => inLabels(fault, fields));
  const { base } = frame;
  const faultsOf = (name: string) => faults.filter((fault) => fieldOfFault(fault) === name);
  const shown = (field: Field) =>
    model.own?.[field.name] ??
    fieldOf(field, {
      values: model.values[field.name] ?? [],
      faults: faultsOf(field.name),
      absent: absent.has(field.name),
      beside:
        preview?.field === field.name
          ? html`<button class="btn" name="${preview.name}" value="true">${preview.label}</button>`
          : null,
      found: preview?.field === field.name ? preview.shown : null,
    });
  const sections = model.sections.flatMap((section) => {
    const own = fields.filter((field) => field.section === section.key);
    if (own.length === 0) return [];
    const isOpen = open.has(section.key) || own.some(({ name }) => faultsOf(name).length > 0);
    const isAbsent = own.every(({ name }) => absent.has(name));
    return [sectionOf(section, inRows(own, shown), isOpen, isAbsent)];
  });
  const cancel = model.cancel ?? model.above.at(-1)?.[0] ?? "/";
  return framed(
    frame,
    `${faults.length > 0 ? `${rejected}: ` : ""}${model.title}`,
    html`${crumbs(model.above.map(([path, title]) => [base + path, title]))}
      <div class="lead">
        <h1>${model.title}</h1>
        ${model.choice}
      </div>
      ${model.project === null ? null : managedBy(model.project)}
      <form
        class="form"
        method="post"
        action="${base}${model.action}"
        novalidate
        ${model.absent ? html`data-shape` : null}
      >
        ${csrfField(frame)}
        ${Object.entries(model.hidden ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${
          model.version === null
            ? null
            : html`<input type="hidden" name="version" value="${model.version}" />`
        }
        ${model.own ? enterShows : null}
        ${preview || fields.some(({ input }) => input.kind === "order") ? enterSaves(model.submit) : null}
        <div class="panel">
          ${faultList(rejected, faults, fields)}
          ${model.conflict ? html`<div class="pb"><div class="note warn">${model.conflict}</div></div>` : null}
          ${sections}
          ${
            model.absent
              ? html`<noscript
                  ><div class="pb">
                    <button class="btn" name="show" value="true">
                      ${model.shows ?? "Show the fields of this choice"}
                    </button>
                  </div></noscript
                >`
              : null
          }
          <div class="bar">
            <button
              class="btn primary"
              ${model.insists ? html`name="${model.insists.name}" value="true"` : null}
            >
              ${model.submit}
            </button>
            ${
              model.insists
                ? html`<button class="btn" name="${model.insists.other[0]}" value="true">
                    ${model.insists.other[1]}
                  </button>`
                : null
            }
            <a class="btn plain" href="${base}${cancel}">Cancel</a>
          </div>
        </div>
        ${model.aside ? html`<aside class="aside stack">${model.aside}</aside>` : null}
      </form>
      ${fields.some(({ input }) => input.kind === "timezone") ? zoneList : null}
      ${
        fields.some(({ input }) => input.kind === "picture")
          ? html`<script src="${base}/assets/picture.js" defer></script>`
          : null
      }`,
    "board",
  );
}

/** Enter presses the first button of a form, which would be the one beside a field. */
const enterSaves = (submit: string): Html =>
  html`<button class="unseen" tabindex="-1" aria-hidden="true">${submit}</button>`;

/** Enter applies the inputs that have buttons of their own, without saving. */
const enterShows: Html = html`<button
  class="unseen"
  tabindex="-1"
  aria-hidden="true"
  name="show"
  value="true"
>
  Apply
</button>`;

const fieldOfFault = ({ field }: { field: string }): string => field.split(/[.[]/)[0] ?? "";

/** The fault with labels of the form in place of the names that the API has for its fields. */
function inLabels(
  { field, message }: FormModel["faults"][number],
  fields: readonly Field[],
): FormModel["faults"][number] {
  const labelOf = (name: string) => fields.find((one) => one.name === name)?.label;
  return {
    field,
    message: message.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => {
      const label = labelOf(name);
      return label === undefined ? name : `“${label}”`;
    }),
  };
}

const managedBy = (project: string): Html =>
  note(
    "warn",
    html`<b>Managed by <bdi>${project}</bdi>.</b> The next <code>monitorctl apply</code> of that
      project undoes what is changed here. Change its file to keep it.`,
  );

/** All faults at the head of the form, each with a link to its field. */
function faultList(
  rejected: string,
  faults: FormModel["faults"],
  fields: readonly Field[],
): Html | null {
  if (faults.length === 0) return null;
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  const line = (fault: { field: string; message: string }): Html => {
    const name = fieldOfFault(fault);
    const label = labels.get(name);
    if (label !== undefined) return html`<a href="#${name}">${label}</a> ${fault.message}`;
    return html`${fault.field === "" ? null : `${fault.field}: `}${fault.message}`;
  };
  return html`<div class="pb">
    <div class="note down" role="alert">
      <p>
        <b>${rejected}:</b>
        fix ${plural(faults.length, "problem")}.
      </p>
      <ul>
        ${faults.map((fault) => html`<li>${line(fault)}</li>`)}
      </ul>
    </div>
  </div>`;
}

/** The fields below each other, short ones side by side. */
function inRows(fields: readonly Field[], shown: (field: Field) => Html): Piece {
  const rows: Field[][] = [];
  for (const field of fields) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && row.length < 3 && isShort(last) && isShort(field)) row.push(field);
    else rows.push([field]);
  }
  return rows.map((row) =>
    row.length === 1 ? row.map(shown) : html`<div class="three">${row.map(shown)}</div>`,
  );
}

function sectionOf(
  { key, title, about, folded }: FormSection,
  body: Piece,
  isOpen: boolean,
  isAbsent: boolean,
): Html {
  const sentence = about === "" ? null : html`<p>${about}</p>`;
  const id = `section-${key}`;
  if (!folded)
    return html`<section id="${id}" aria-labelledby="${id}-title">
      <h2 id="${id}-title">${title}</h2>
      ${sentence} ${body}
    </section>`;
  // A link to the section inside opens it: browsers open a section that holds the target of an address.
  return html`<details
    class="fold"
    id="fold-${key}"
    ${isOpen ? html`open` : null}
    ${isAbsent ? html`hidden` : null}
  >
    <summary class="pb">
      ${icon("chev", "chev")}<b class="strong">${title}</b> <span class="quiet">${about}</span>
    </summary>
    <section id="${id}" aria-label="${title}">${body}</section>
  </details>`;
}

/**
 * Forms for declared resources, made from a description of their fields; faults are shown at the fields.
 * Pure.
 */
import { html, type Html } from "../html.ts";
import { fieldOf, type Field } from "../form-field.ts";
import { csrfField, framed, type Frame } from "../layout.ts";

/** The section of rarely needed fields; it comes last. */
export const moreSettings = "More settings";

export interface FormModel {
  title: string;
  /** Where it is sent, and where the way back leads, below the base. */
  action: string;
  cancel: string;
  submit: string;
  fields: readonly Field[];
  /** The values of the fields; several for days. */
  values: Readonly<Record<string, readonly string[]>>;
  /** Fields without a meaning beside the values of the others: not shown. Undefined: a form without such fields. */
  absent?: ReadonlySet<string>;
  /** Titles of sections that are unfolded, beside those with a fault. */
  open?: ReadonlySet<string>;
  /** Faults by the name of the field; `""`: of the whole form. */
  faults: readonly { field: string; message: string }[];
  /** The button that was rejected with these faults. Default: `Not saved`. */
  rejected?: "Not tried";
  /** The project that manages it; its next apply undoes changes made here. */
  project: string | null;
  /** The edited version: a concurrent change is not overwritten. */
  version: number | null;
  /** Sent along unseen. */
  hidden?: Readonly<Record<string, string>>;
  /** A second button and its result: a preview, which saves no change. `below`: the result follows the buttons. */
  preview?: { name: string; label: string; shown: Html | null; below?: true };
}

export function formPage(frame: Frame, model: FormModel): string {
  const { faults, fields, absent = new Set(), open = new Set(), preview } = model;
  const rejected = model.rejected ?? "Not saved";
  const known = new Set(fields.map(({ name }) => name));
  const fieldOfFault = (fault: { field: string }) => fault.field.split(/[.[]/)[0] ?? "";
  const faultsOf = (name: string) => faults.filter((fault) => fieldOfFault(fault) === name);
  // Faults without a field of the form are listed above all fields.
  const others = faults.filter((fault) => !known.has(fieldOfFault(fault)));
  const given = (field: Field) => model.values[field.name] ?? [];
  const shown = (field: Field) =>
    fieldOf(field, given(field), faultsOf(field.name), absent.has(field.name));
  const folded = fields.filter(({ section }) => section !== null);
  const sections = [...Map.groupBy(folded, ({ section }) => section ?? "")].toSorted(
    ([a], [b]) => Number(a === moreSettings) - Number(b === moreSettings),
  );
  const isOpen = (title: string, of: readonly Field[]) =>
    open.has(title) || of.some(({ name }) => faultsOf(name).length > 0);
  return framed(
    frame,
    `${faults.length > 0 ? `${rejected}: ` : ""}${model.title}`,
    html`<p class="quiet"><a href="${frame.base}${model.cancel}">Back</a></p>
      <h1>${model.title}</h1>
      ${
        model.project === null
          ? null
          : html`<p class="note warn">
              <b>Managed by ${model.project}.</b> The next <code>monitorctl apply</code> of that
              project undoes what is changed here. Change its file to keep it.
            </p>`
      }
      ${
        faults.length === 0
          ? null
          : html`<div class="note bad" role="alert">
              <p>
                ${rejected}:
                ${
                  faults.length === 1 ? "one thing is wrong." : `${faults.length} things are wrong.`
                }
              </p>
              ${
                others.length === 0
                  ? null
                  : html`<ul>
                      ${others.map(({ field, message }) => html`<li>${field === "" ? null : `${field}: `}${message}</li>`)}
                    </ul>`
              }
            </div>`
      }
      <form
        class="stacked"
        method="post"
        action="${frame.base}${model.action}"
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
        ${fields.filter(({ section }) => section === null).map(shown)}
        ${
          model.absent
            ? html`<noscript
                ><button class="btn" name="show" value="true">
                  Show the fields of this choice
                </button></noscript
              >`
            : null
        }
        ${sections.map(
          ([title, of], at) =>
            html`<details
              id="section-${at}"
              ${isOpen(title, of) ? html`open` : null}
              ${of.every(({ name }) => absent.has(name)) ? html`hidden` : null}
            >
              <summary>${title}</summary>
              ${of.map(shown)}
            </details>`,
        )}
        ${preview?.below ? null : preview?.shown}
        <div class="buttons">
          <button class="btn primary">${model.submit}</button>
          ${
            preview
              ? html`<button class="btn" name="${preview.name}" value="true">
                  ${preview.label}
                </button>`
              : null
          }
          <a class="btn" href="${frame.base}${model.cancel}">Cancel</a>
        </div>
        ${preview?.below ? preview.shown : null}
      </form>`,
  );
}

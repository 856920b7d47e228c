/** Fields of the small forms about shifts. Pure. */
import { placeOf } from "../chart/times.ts";
import type { Reader } from "../chart/times.ts";
import { html, type Html, type Piece } from "../html.ts";

/** A field with its label. */
const field = (id: string, label: Piece, input: Html): Html =>
  html`<div class="fld"><label for="${id}">${label}</label>${input}</div>`;

/** A date and time, in the zone of the reader. */
export const timeField = (
  id: string,
  of: { name: string; label: string; value: string; required: boolean },
): Html =>
  field(
    id,
    of.label,
    html`<input
      class="in"
      id="${id}"
      name="${of.name}"
      type="datetime-local"
      ${of.required ? html`required` : null}
      value="${of.value}"
    />`,
  );

/** One of some values. */
export const choiceOf = (
  id: string,
  of: {
    name: string;
    label: Piece;
    options: readonly (readonly [value: string, text: string])[];
    chosen: string | null | undefined;
  },
): Html =>
  field(
    id,
    of.label,
    html`<select class="in" id="${id}" name="${of.name}">
      ${of.options.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === of.chosen ? html`selected` : null}>
            ${text}
          </option>`,
      )}
    </select>`,
  );

/** The zone of the times in a form. */
export const zoneNote = ({ zone }: Pick<Reader, "zone">): Html =>
  html`<p class="quiet small">Times in ${placeOf(zone)}.</p>`;

/** A sentence about the change, which others read. */
export const reasonField = (id: string, value: string): Html =>
  field(
    id,
    html`Reason <span class="opt">optional</span>`,
    html`<input class="in" id="${id}" name="reason" maxlength="500" value="${value}" />`,
  );

/** Fields before and after, as the audit log has them. Pure. */
import type { AuditChange } from "../../core/model/event.ts";
import { resourceKinds, type ResourceKind } from "../../core/model/model.ts";
import { plural } from "../../core/text/plural.ts";
import { allFieldsOf } from "../../resource/resources.ts";
import { html, type Html } from "../html.ts";

/** The titles of resources that fields refer to, by their ids. */
type Titles = ReadonlyMap<string, string>;

/** `kind`: of the changed resource, where a change names no other. */
export const fieldDiff = (kind: string, changes: readonly AuditChange[], titles: Titles): Html =>
  html`<dl class="diff">${changes.map((change) => changeRow(kind, change, titles))}</dl>`;

function changeRow(kind: string, change: AuditChange, titles: Titles): Html {
  const { field, from, to, title, times = 1 } = change;
  const of = change.kind ?? kind;
  const name = labelOf(of, field);
  const label =
    change.kind === undefined
      ? name
      : times > 1
        ? `${name}, ${plural(times, noun(of))}`
        : `${title ?? noun(of)}: ${name}`;
  return html`<dt><bdi>${label}</bdi></dt>
    <dd>
      ${
        from === null
          ? null
          : html`<del
                ><span class="unseen">before: </span><bdi>${valueText(titles, from)}</bdi></del
              >
              <span aria-hidden="true">→</span>`
      }
      <ins><span class="unseen">after: </span><bdi>${valueText(titles, to)}</bdi></ins>
    </dd>`;
}

const noun = (kind: string): string => kind.replaceAll("_", " ").replace(/s$/, "");

/** The field as its form calls it. */
function labelOf(kind: string, field: string): string {
  const known = resourceKinds.find((one) => one === kind) as ResourceKind | undefined;
  const [name = "", ...within] = field.split(".");
  const label = (known && allFieldsOf(known)[name]?.label) ?? name.replaceAll("_", " ");
  return [label, ...within].join(", ");
}

/** A secret is never shown, only that it was set. */
function valueText(titles: Titles, value: unknown): string {
  if (value === null) return "none";
  if (value === "***") return "set";
  if (value === "(secret, changed)") return "set again";
  if (Array.isArray(value)) return value.map((one) => valueText(titles, one)).join(", ");
  if (typeof value === "string") return titles.get(value) ?? value;
  return JSON.stringify(value);
}

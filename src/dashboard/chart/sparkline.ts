/** A small line chart without axes, for one figure of the service. Pure. */
import { html, type Html } from "../html.ts";
import { isolated, linePath, scale } from "./scale.ts";

const size = { width: 119, height: 24 };

/** `values`: oldest first; null: not measured. `label` says the finding; foreign text is isolated. */
export function sparkline(label: string, values: readonly (number | null)[]): Html {
  const highest = Math.max(1e-9, ...values.map((value) => value ?? 0));
  const x = scale(0, Math.max(1, values.length - 1), size.width);
  // Two units at both ends are for the thickness of the line.
  const y = scale(highest, 0, size.height - 4);
  const points = values.map((value, i) => ({ x: x(i), y: value === null ? null : y(value) + 2 }));
  return html`<svg
    class="sparkline"
    viewBox="0 0 ${size.width} ${size.height}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${isolated(label)}"
  >
    <path d="${linePath(points, 4)}"><title>${isolated(label)}</title></path>
  </svg>`;
}

/** A QR code as a picture, which takes no style and no script. Pure. */
import { qrOf } from "../core/text/qr.ts";
import { html, type Html } from "./html.ts";

/** Dark on light in every theme, as cameras need. `label` is for screen readers. */
export function qrPicture(text: string, label: string): Html {
  const rows = qrOf(text);
  const size = rows.length;
  // The runs of dark squares of each row, as boxes.
  const path = rows
    .flatMap((row, y) =>
      row.flatMap((dark, x) => {
        if (!dark || row[x - 1] === true) return [];
        const end = row.indexOf(false, x);
        return `M${x} ${y}h${(end < 0 ? size : end) - x}v1H${x}z`;
      }),
    )
    .join("");
  return html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <rect class="paper" width="${size}" height="${size}" />
    <path class="ink" d="${path}" />
  </svg>`;
}

/** The menu that creates a monitor of either kind. Pure. */
import { menu } from "../components/menu.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import type { Frame } from "../layout.ts";

/** Null for readers. */
export const newMonitor = ({ base, may }: Frame): Html | null =>
  may.write
    ? menu(
        "new-monitor",
        html`<span class="btn slim">${icon("plus")}New monitor</span>`,
        html`<a href="${base}/health_check_monitors/new">New health check</a>
          <a href="${base}/webhook_monitors/new">New webhook monitor</a>`,
      )
    : null;

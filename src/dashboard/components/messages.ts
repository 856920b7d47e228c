/** Error reports by message: how often, from where, and the body of the newest. Pure. */
import {
  newestKind,
  reportKinds,
  type ReportKind,
  type StoredReport,
} from "../../core/reports/report-kinds.ts";
import { plural } from "../../core/text/plural.ts";
import { type Reader, spanText, timeOfDay, zoneSuffix } from "../chart/times.ts";
import { html, type Html } from "../html.ts";
import { icon } from "../icons.ts";
import { when } from "../words.ts";
import { facts } from "./facts.ts";
import { panel } from "./panel.ts";

/** Kinds and sources of one kind that are listed at most; characters of a body. */
const limits = { kinds: 20, sources: 5, body: 4000 };

/**
 * `reports`: the stored ones of the period, newest first. `total`: how many arrived in it, which can be more: of
 * bursts only some bodies are stored. `period`: as in `last hour`.
 */
export function messagesPanel(
  { reports, total, period }: { reports: readonly StoredReport[]; total: number; period: string },
  reader: Reader,
): Html {
  const kinds = reportKinds(reports);
  const more = kinds.length - limits.kinds;
  const newest = kinds.length > 1 ? newestKind(kinds) : null;
  return html`<div class="msgs">
    ${panel(
      {
        id: "messages-title",
        title: "Messages",
        count: html`${plural(kinds.length, "kind")},
        ${period}${
          newest ? html`, the newest first seen ${when(newest.first_at, reader)}` : null
        }${reports.length < total ? `; ${reports.length} of ${total} bodies stored` : null}`,
      },
      html`${kinds
        .slice(0, limits.kinds)
        .map((kind, i) => kindPart(kind, i === 0, kinds[0]!.count, reader))}
      ${more > 0 ? html`<p class="pf">${plural(more, "rarer kind")} not shown</p>` : null}`,
    )}
  </div>`;
}

function kindPart(kind: ReportKind, isOpen: boolean, most: number, reader: Reader): Html {
  const { exception, message, count, first_at, newest, sources } = kind;
  const shown = sources.slice(0, limits.sources);
  return html`<details id="message-${newest.id}" ${isOpen ? html`open` : null}>
    <summary>
      ${icon("chev", "chev")}<span class="n">${count}</span
      ><svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bg" width="100" height="6" />
        <rect width="${Math.max(1, Math.round((100 * count) / most))}" height="6" /></svg
      ><span class="cut mono"><bdi>${exception ?? message ?? "without a message"}</bdi></span
      ><span class="src quiet cut"><bdi>${sources[0]?.source ?? ""}</bdi></span
      ><span class="when quiet num">${spanText(first_at, newest.at, reader)}</span>
    </summary>
    <div class="body">
      <div>
        <p class="small strong">
          Newest report, ${timeOfDay(newest.at, reader)}${zoneSuffix(reader)}
        </p>
        <pre tabindex="0"><bdi>${bodyText(newest)}</bdi></pre>
      </div>
      ${facts([
        [
          "Sources",
          shown.map(
            (one) =>
              html`<div>
                <bdi>${one.source ?? "not named"}</bdi> <span class="quiet">${one.count}</span>
              </div>`,
          ),
        ],
        sources.length > shown.length
          ? ["", `and ${sources.length - shown.length} more`]
          : ["", null],
        ["First", spanText(first_at, first_at, reader).split("–")[0]!],
      ])}
    </div>
  </details>`;
}

/** The report as JSON, cut where it is very long. */
function bodyText({ message, source, meta }: StoredReport): string {
  const body = JSON.stringify(
    { message, ...(source === null ? {} : { source }), ...membersOf(meta) },
    null,
    2,
  );
  return body.length <= limits.body
    ? body
    : `${body.slice(0, limits.body)}\n… ${body.length - limits.body} more characters`;
}

/** The other members of a report. Their text can have been cut, which leaves invalid JSON. */
function membersOf(meta: string | null): Record<string, unknown> {
  if (meta === null) return {};
  try {
    const members: unknown = JSON.parse(meta);
    return typeof members === "object" && members !== null ? { ...members } : { meta: members };
  } catch {
    return { meta };
  }
}

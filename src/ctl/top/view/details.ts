/** All details of one incident or one monitor, in as many lines as they take. */
import { line, span, type Line } from "../line.ts";
import { focusOf, isSame } from "../rows.ts";
import type { State } from "../state.ts";
import { incidentBlocks, timelineBlock } from "./incident.ts";
import { historyBlock, monitorHead, subChecks } from "./monitor.ts";

/** All lines of the details; the caller cuts them to the screen. */
export function detailLines(state: State): Line[] {
  const { details, data } = state;
  if (!details) return [];
  const opened = data.opened && isSame(data.opened.ref, details.ref) ? data.opened : null;
  const { incident, monitor: listed } = focusOf(state);
  const monitor = listed ?? opened?.monitor ?? null;
  const isIncident = details.ref.kind === "incident";
  if (isIncident ? !incident : !monitor)
    return [line(span(opened ? " It is not there any more." : " Loading…", "dim"))];
  const blocks = isIncident
    ? [
        ...incidentBlocks(state, opened?.incident ?? incident!),
        timelineBlock(state, opened),
        ...(monitor ? [monitorHead(state, monitor), subChecks(state, monitor)] : []),
      ]
    : [
        monitorHead(state, monitor!),
        ...(incident ? incidentBlocks(state, incident) : []),
        subChecks(state, monitor!),
        historyBlock(state, opened),
      ];
  return blocks
    .filter((block) => block.length > 0)
    .flatMap((block, at) => (at === 0 ? block : [line(""), ...block]));
}

/** The daemons on one database, for people. */
import type { Nodes } from "../../api/nodes.ts";
import { ageText } from "./age.ts";
import type { Style } from "./style.ts";
import { tableText } from "./table.ts";

/** Nodes are silent for two seconds between two signs of life; after fifteen the others take over. */
const worrying = 10_000;

export function nodesText(
  { nodes, checks_late_seconds, pushes_late_seconds, push_servers }: Nodes,
  now: number,
  style: Style,
): string {
  const late = (what: string, seconds: number) =>
    seconds < 1
      ? `${what} are on time`
      : style.red(`${what} are up to ${Math.round(seconds)} s late`);
  const table = tableText(
    ["NODE", "VERSION", "UP", "SEEN", "CHECKS", "ID"],
    nodes.map((node) => {
      const silent = now - Date.parse(node.seen_at) > worrying;
      const seen = `${ageText(node.seen_at, now)} ago`;
      return [
        node.name,
        node.version,
        ageText(node.started_at, now),
        silent ? { text: seen, paint: style.red } : seen,
        String(node.claims),
        node.id,
      ];
    }),
    style,
  );
  const servers = push_servers.map(({ kind, problem }) =>
    problem === null
      ? `The push server for ${kind} can be reached.\n`
      : style.red(`The push server for ${kind} cannot be reached: ${problem}.\n`),
  );
  return `${table}\n${late("Checks", checks_late_seconds)}; ${late("pushes", pushes_late_seconds)}.\n${servers.join("")}`;
}

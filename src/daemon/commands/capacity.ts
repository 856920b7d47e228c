/** `monitord capacity`: the needs of a load, by the figures of the bench. Reads no configuration and no database. */
import { capacityLines, type Load } from "../../core/capacity/capacity.ts";
import { failed, out, type Invocation } from "./invocation.ts";

/** Each option by its name, with its default and the least that it may be. */
const options = {
  monitors: [100, 0],
  interval: [60, 1],
  reports: [10, 0],
  people: [10, 0],
  retention: [30, 1],
} as const;

export function run({ options: given }: Invocation): Promise<number> {
  const values: Record<string, number> = {};
  for (const [name, [initial, least]] of Object.entries(options)) {
    const value = Number(given[name] ?? initial);
    if (!Number.isFinite(value) || value < least)
      return Promise.resolve(failed(`--${name} must be a number, ${least} or more.`, 3));
    values[name] = value;
  }
  const database = given["database"] ?? "sqlite";
  if (database !== "sqlite" && database !== "postgres")
    return Promise.resolve(failed("--database must be sqlite or postgres.", 3));
  const { monitors, interval, reports, people, retention } = values as Record<
    keyof typeof options,
    number
  >;
  const load: Load = { monitors, interval, reports, people, database, retentionDays: retention };
  const lines = capacityLines(load);
  const width = (at: 0 | 1) => Math.max(...lines.map((line) => line[at].length));
  for (const [what, value, why] of lines)
    out(`${what.padEnd(width(0))}  ${value.padEnd(width(1))}  ${why}`);
  return Promise.resolve(0);
}

/** The figures of response times: of a whole period, and of its columns. Pure. */
import type { Instant } from "../../core/model/model.ts";

/** One step of the history of a monitor; ms. */
export interface ResponsePoint {
  at: Instant;
  checks: number;
  /** Checks without an acceptable answer. */
  failed: number;
  p50_ms: number | null;
  p95_ms: number | null;
  status_code: number | null;
  observed: boolean;
}

export interface ResponseFigures {
  median_ms: number | null;
  p95_ms: number | null;
  checks: number;
  failed: number;
}

/** The figures of a period: medians are weighted by the checks they stand for, p95 is the 95th of all steps. */
export function responseFigures(points: readonly ResponsePoint[]): ResponseFigures {
  const known = points.filter(({ p50_ms }) => p50_ms !== null);
  const weighted = (of: (point: ResponsePoint) => number, share: number) => {
    const sorted = known.toSorted((a, b) => of(a) - of(b));
    const total = sorted.reduce((sum, { checks }) => sum + checks, 0);
    let seen = 0;
    for (const point of sorted) if ((seen += point.checks) >= total * share) return of(point);
    return null;
  };
  return {
    median_ms: weighted(({ p50_ms }) => p50_ms ?? 0, 0.5),
    p95_ms: weighted(({ p50_ms, p95_ms }) => p95_ms ?? p50_ms ?? 0, 0.95),
    checks: points.reduce((sum, { checks }) => sum + checks, 0),
    failed: points.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** Columns of a chart, and rows of its table, at most. */
const maxColumns = 60;

export interface Column {
  from: Instant;
  to: Instant;
  points: ResponsePoint[];
}

/** The range in equal columns, each of some whole steps. */
export function columnsOf({
  from,
  to,
  step_ms,
  points,
}: {
  from: Instant;
  to: Instant;
  step_ms: number;
  points: readonly ResponsePoint[];
}): Column[] {
  const steps = Math.max(1, Math.ceil((to - from) / step_ms));
  const width = Math.ceil(steps / maxColumns) * step_ms;
  const columns = Array.from({ length: Math.ceil((to - from) / width) }, (_, i): Column => ({
    from: from + i * width,
    to: Math.min(to, from + (i + 1) * width),
    points: [],
  }));
  for (const point of points) columns[Math.floor((point.at - from) / width)]?.points.push(point);
  return columns;
}

/** What a row of the bench measured. Goals are data, so that whether they were reached is computed. */

export interface Spread {
  median: number;
  min: number;
  max: number;
}

export type Bound = { readonly most: number } | { readonly least: number };

/** A figure beside the ratio; without a unit it is a ratio of its own. */
export interface Measure {
  name: string;
  value: number;
  unit?: string;
  goal?: Bound;
}

/** The same figure at several sizes. */
export interface Series {
  name: string;
  unit: string;
  values: readonly number[];
}

export interface Row {
  name: string;
  ours: string;
  peer?: string;
  /** Ours ÷ the peer's. */
  ratio?: Spread;
  /** What the median of the ratio should be; in words: nobody computes it. */
  goal?: Bound | string;
  measures?: readonly Measure[];
  /** For a chart. */
  series?: { sizes: readonly string[]; all: readonly Series[] };
}

/** Filters in the address of a list. Pure. */
import type { Frame } from "../layout.ts";

/** The filters of the overview. Empty: everything. */
export interface Query extends Record<string, string | readonly string[]> {
  /** The tile that was chosen. */
  state: string;
  search: string;
  /** Groups opened by the reader. */
  open: readonly string[];
}

/** The address of a page with `query`, and `changes` to it; empty values are left out. */
export function addressWith(
  { base }: Pick<Frame, "base">,
  path: string,
  query: Readonly<Record<string, string | readonly string[]>>,
  changes: Record<string, string> = {},
): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) {
    const text = typeof value === "string" ? value : value.join(" ");
    if (text !== "") params.set(name, text);
  }
  const text = params.toString();
  return `${base}${path}${text === "" ? "" : `?${text}`}`;
}

/** Fits numbers of another tool to the limits of fields, and says so. Pure. */
import { manifestFields } from "../resource/manifest.ts";
import type { MonitorKind } from "../core/model/model.ts";

interface Limits {
  minimum: number;
  maximum: number;
}

/** A function that makes values of one kind of monitor, and remarks about those that had to change. */
export function fitter(kind: MonitorKind, remarks: string[]) {
  const fields = manifestFields[kind] as unknown as Record<string, { schema: Limits }>;
  /** `value` as a whole number within the limits of `field`; `was`: how the other tool says it. */
  return (field: string, value: number, was: string): number => {
    const { minimum, maximum } = fields[field]!.schema;
    const fits = Math.min(Math.max(Math.round(value), minimum), maximum);
    if (fits !== value) remarks.push(`${was}: ${field} is ${fits} here`);
    return fits;
  };
}

/** Such a function. */
export type Fit = ReturnType<typeof fitter>;

/** Converts monitors of a hosted service by their types. Pure. */
import { entryOf } from "../values.ts";
import type { Fields } from "../../resource/references.ts";
import type { Fit } from "../fit.ts";

/** Makes the fields of a monitor; a text: the reason for having none. */
export type Maker = (values: Fields, remarks: string[], fit: Fit) => Fields | string;

/** The types of a service. */
interface Types {
  /** The types that have a counterpart. */
  makers: Readonly<Record<string, Maker>>;
  /** Why others have none. */
  left: Readonly<Record<string, string>>;
  /** The monitors of the service, in the plural: `checks`. */
  noun: string;
  /** The fields that every monitor has. */
  pace: (values: Fields, fit: Fit) => Fields;
}

export const byType =
  ({ makers, left, noun, pace }: Types) =>
  (type: string, values: Fields, remarks: string[], fit: Fit): Fields | string => {
    const fields = entryOf(makers, type)?.(values, remarks, fit);
    if (fields === undefined)
      return entryOf(left, type) ?? `${noun} of type ${type} have no counterpart`;
    return typeof fields === "string" ? fields : { ...pace(values, fit), ...fields };
  };

/** A condition on a JSON body: a pointer to a value, a comparison, and the value to compare with. */
import { Type, type Static } from "../schema.ts";

/** How a value in a JSON body is compared. */
export const comparisons = [
  "equals",
  "differs",
  "above",
  "below",
  "at_least",
  "at_most",
  "contains",
  "exists",
] as const;
export type Comparison = (typeof comparisons)[number];

/** One expectation about a JSON body. */
export const BodyCondition = Type.Object(
  {
    pointer: Type.String({
      maxLength: 1000,
      pattern: "^(?:/(?:[^~/]|~[01])*)*$",
      description:
        "JSON pointer (RFC 6901) to a value of the body; empty: the whole body. `length` of a list is the number of its entries.",
      examples: ["/queue/length"],
    }),
    comparison: Type.Enum([...comparisons], {
      description:
        "`above`, `below`, `at_least` and `at_most` compare numbers. `contains`: a text has this part, or a list has this entry. `exists`: any value is present, and `value` is left out.",
    }),
    value: Type.Optional(
      Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean(), Type.Null()], {
        description: "The value to compare with. A text that is a number compares as a number.",
      }),
    ),
  },
  { additionalProperties: false, title: "BodyCondition" },
);
export type BodyCondition = Static<typeof BodyCondition>;

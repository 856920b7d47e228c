/** What applications post to webhook URLs, and what was refused there. */
import { Timestamp, Type, type Static } from "./schema.ts";

/** An error report. Members other than these two are kept as its `meta`. */
export const ErrorReport = Type.Object(
  {
    message: Type.Optional(
      Type.String({
        description:
          "Description of the error. Required unless `source` is there; over 16 KiB it is cut with a mark.",
      }),
    ),
    source: Type.Optional(
      Type.String({
        description: "Name of the reporting application or component.",
      }),
    ),
  },
  { title: "ErrorReport" },
);
export type ErrorReport = Static<typeof ErrorReport>;

export const Accepted = Type.Object(
  {
    accepted: Type.Integer({ description: "Reports that are on disk." }),
  },
  { additionalProperties: false, title: "Accepted" },
);

export const InboundEvent = Type.Object(
  {
    id: Type.String(),
    target_kind: Type.String(),
    target_id: Type.String(),
    received_at: Timestamp("When it arrived."),
    http_status: Type.Integer({ description: "What was answered." }),
    reason: Type.String(),
    content_type: Type.Union([Type.String(), Type.Null()]),
    body: Type.String({ description: "First 16 KiB of what was sent." }),
  },
  { additionalProperties: false, title: "InboundEvent" },
);

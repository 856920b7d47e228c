/** Status pages: the systems that the public sees. */
import { answerSchema } from "../../resource/schemas.ts";
import { statusPage } from "../../resource/status-page.ts";
import { Nullable, Shape, Timestamp, Type, type Static } from "../schema.ts";

export const StatusPage = answerSchema(statusPage, {
  url: Nullable(Type.String({ format: "uri" }), {
    readOnly: true,
    description: "Where the page is; null: it is switched off.",
  }),
});
export type StatusPage = Static<typeof StatusPage>;

export const Subscriber = Shape("Subscriber", {
  id: Type.String(),
  email: Type.String(),
  subscribed_at: Timestamp("When the address was entered on the page."),
  confirmed_at: Nullable(
    Timestamp("When its owner confirmed it; null: not yet, and it gets no updates."),
  ),
});
export type Subscriber = Static<typeof Subscriber>;

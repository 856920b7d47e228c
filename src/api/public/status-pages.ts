/** Status pages: the systems that the public sees. */
import { answerSchema } from "../../resource/schemas.ts";
import { statusPage } from "../../resource/status-page.ts";
import { Nullable, Type, type Static } from "../schema.ts";

export const StatusPage = answerSchema(statusPage, {
  url: Nullable(Type.String({ format: "uri" }), {
    readOnly: true,
    description: "Where the page is; null: it is switched off.",
  }),
});
export type StatusPage = Static<typeof StatusPage>;

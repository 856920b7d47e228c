/** Routes without a key, whose URL is the secret: webhook and ping URLs, and the buttons of notifications. */
import { answered } from "./answers.ts";
import { Accepted } from "../inbound.ts";
import { tagged } from "./row.ts";
import { limits, Shape, Type } from "../schema.ts";

const delivery = {
  scope: "public",
  quiet: true,
  bodyLimit: limits.deliveryBody,
  summary: "Report errors to a webhook monitor, or alerts of another tool to an alert group",
  description:
    "With a header `Idempotency-Key` of 1 to 255 characters, deliveries with the same key to one URL within 24 h count once, and get the answer to the first that was accepted.",
  answer: answered(202, "They are on disk.", Accepted),
} as const;

const signal = {
  scope: "public",
  quiet: true,
  judged: true,
  bodyLimit: limits.inboundBody,
  query: {
    rid: Type.Optional(
      Type.String({
        pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
        description: "A UUID that joins start and end of a run.",
      }),
    ),
  },
} as const;

const run = {
  ...signal,
  summary: "Report the start, the success, the failure or the exit code of a run, or a message",
  answer: answered(202, "It is on disk.", Accepted),
} as const;

const text = (description: string) => ({
  description,
  content: { "text/plain": { schema: Type.String() } },
});

const pinged = {
  form: Type.String(),
  status: 200,
  responses: {
    200: text("`OK`: it is on disk."),
    "4xx": text(
      "Why it was refused: 400 `invalid url format` or `invalid uuid format`, 404 `not found`, 429 too many unknown addresses.",
    ),
    "5xx": text("Why it may be lost. Send it again."),
  },
};

const ping = {
  ...signal,
  summary: "Ping a webhook monitor by its webhook id: a run succeeded",
  description:
    "As Healthchecks' pinging API. HEAD, PUT, PATCH and DELETE count like GET and POST, with any body.",
  answer: pinged,
} as const;

const pingBelow = {
  ...ping,
  summary: "Ping a webhook monitor with a signal, or by the ping key of its alert group",
  description:
    "Below a webhook id `part` is the signal: `start`, `success`, `fail`, `log` or an exit code. Below a ping key it is the `external_id` of a webhook monitor of the group, and a run succeeded.",
} as const;

const pingNamed = {
  ...ping,
  summary: "Ping a webhook monitor with a signal, by the ping key of its alert group",
  description:
    "`id`: the ping key. `part`: the `external_id` of a webhook monitor of the group. `signal`: `start`, `success`, `fail`, `log` or an exit code.",
} as const;

const Done = Shape("ActionDone", {
  done: Type.String({ description: "What was done, in a sentence." }),
});

/** By their whole paths. */
export const openRoutes = {
  ...tagged("inbound", {
    "POST /api/webhook/:id": { id: "report_errors", ...delivery },
    "PUT /api/webhook/:id": { id: "put_errors", ...delivery },
    "POST /api/webhook/:id/:signal": { id: "report_run", ...run },
    "GET /api/webhook/:id/:signal": { id: "signal_run", ...run },
    "GET /ping/:id": { id: "ping", ...ping },
    "POST /ping/:id": { id: "post_ping", ...ping },
    "GET /ping/:id/:part": { id: "ping_below", ...pingBelow },
    "POST /ping/:id/:part": { id: "post_ping_below", ...pingBelow },
    "GET /ping/:id/:part/:signal": { id: "ping_named", ...pingNamed },
    "POST /ping/:id/:part/:signal": { id: "post_ping_named", ...pingNamed },
  }),
  ...tagged("actions", {
    "POST /api/actions/:token": {
      id: "press_button",
      scope: "public",
      summary: "What a button of a notification does",
      bodyLimit: limits.openBody,
      answer: answered(200, "It is done.", Done),
    },
  }),
};

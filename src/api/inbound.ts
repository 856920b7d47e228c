/** Bodies that applications and other tools post to webhook URLs, and the result of each. */
import { Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

/** An error report. Members other than these are kept as its `meta`. */
export const ErrorReport = Type.Object(
  {
    message: Type.Optional(
      Type.Unknown({
        description:
          "Description of the error, a text. Any other value is shown as its JSON; null counts as absent. Required unless `source` is there; over 16 KiB it is cut with a mark.",
      }),
    ),
    msg: Type.Optional(
      Type.Unknown({
        description: "The same under the name that many loggers give it; `message` wins.",
      }),
    ),
    source: Type.Optional(
      Type.Unknown({
        description: "Name of the reporting application or component, a text as `message` is.",
      }),
    ),
  },
  { title: "ErrorReport" },
);
export type ErrorReport = Static<typeof ErrorReport>;

export const Accepted = Shape("Accepted", {
  accepted: Type.Integer({
    description: "Reports, or alerts, that are on disk.",
  }),
  format: Type.Optional(
    Type.String({
      description:
        "What a delivery to an alert group was read as: `grafana`, `grafana-legacy`, `alertmanager`, `alertmanager-api`, `graylog`, `graylog-legacy`, `uptime-kuma`, `healthchecks`, `pagerduty`, `alerts` or `generic`, or `mapping`: by the mapping of the group.",
    }),
  ),
  status: Type.Optional(
    Type.Literal("success", {
      description: "For clients of PagerDuty and of Alertmanager, as is `message`.",
    }),
  ),
  message: Type.Optional(Type.String()),
  dedup_key: Type.Optional(
    Type.String({ description: "Key of a PagerDuty event: an event with it ends this one." }),
  ),
  incident_key: Type.Optional(Type.String({ description: "The same, in version 1." })),
  unauthenticated: Type.Optional(
    Type.Boolean({
      description: "True for a replay whose original sender did not present the secret.",
    }),
  ),
  alerts: Type.Optional(
    Type.Integer({ description: "Alerts in the body, when it has more than are read." }),
  ),
  read: Type.Optional(Type.Integer({ description: "Those of them that were read." })),
  left_out: Type.Optional(
    Type.Integer({
      description: "Those of them that were not read. The alert group is paged about them once.",
    }),
  ),
  dropped: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), {
      description:
        "Items of an SDK below the severity of an error, by their kind: they are not kept.",
    }),
  ),
  id: Type.Optional(Type.String({ description: "Id of the event of a Sentry SDK." })),
  detail: Type.Optional(
    Type.String({ description: "How the sender can have the others read too." }),
  ),
});

export type Accepted = Static<typeof Accepted>;

/** The word that confirms the replay of a delivery whose sender was not authenticated. */
export const unauthenticated = "unauthenticated";

export const Replay = Shape("Replay", {
  confirm: Type.Optional(
    Type.Literal(unauthenticated, {
      description:
        "Required for a delivery whose sender did not present the secret of the URL (`unauthenticated`).",
    }),
  ),
});

export const InboundEvent = Shape("InboundEvent", {
  id: Type.String(),
  target_kind: Type.String(),
  target_id: Type.String(),
  received_at: Timestamp("When it arrived."),
  http_status: Type.Integer({ description: "What was answered." }),
  reason: Type.String({
    description: "The result, or the reason why it was rejected.",
  }),
  format: Nullable(Type.String(), {
    description:
      "What it was read as; `ping`: the signal of a run, which was refused; null: it was not read.",
  }),
  accepted: Type.Integer({ description: "Reports or alerts taken of it." }),
  headers: Type.Record(Type.String(), Type.String(), {
    description: "Those that say who sent it; never credentials.",
  }),
  content_type: Nullable(Type.String()),
  size: Type.Integer({ description: "Size of the body, unpacked if it could be, bytes." }),
  unauthenticated: Type.Boolean({
    description:
      "The sender did not present the secret of the URL. A replay of it has to be confirmed.",
  }),
  replay_of: Nullable(Type.String(), {
    description: "The delivery that was replayed as this one.",
  }),
  replayed_at: Nullable(Timestamp("When it was replayed last.")),
  body: Type.String({
    description:
      "What was sent, as text. In a list its first 1,024 characters; of what a monitor refused, its first 16 KiB.",
  }),
});
export type InboundEvent = Static<typeof InboundEvent>;

/** Devices: where the pushes to a user go. Not declared in manifests: a topic is a secret of its owner. */
import { defaultsTo, optional, required, resource, Type } from "./field.ts";
import { Title, Url } from "./schema.ts";

export const device = resource({
  noun: "device",
  title: "Device",
  about: "A phone or another place to which notifications are sent.",
  sections: { device: { title: "Device", about: "" } },
  fields: {
    // One channel each: a value without a line in `channel/registry` does not compile.
    kind: required(
      Type.Enum(["ntfy", "webpush", "fcm", "webhook", "email"], {
        title: "DeviceKind",
        description: "How the device is reached.",
      }),
      {
        label: "Reached by",
        section: "device",
      },
    ),
    target: required(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description:
          "ntfy: the topic. webpush: the endpoint of the subscription, https to a public address unless the operator allows others. fcm: the registration token. webhook: the URL that is posted to. email: the address.",
      }),
      {
        label: "Topic, token, URL or email address",
        help: "For ntfy the topic. Everyone who knows it can read the pushes, so it must be impossible to guess.",
        section: "device",
        capability: true,
      },
    ),
    name: optional(Title("What its owner calls it."), {
      label: "Name",
      help: "",
      section: "device",
    }),
    server: optional(
      Url(
        "ntfy: address of the server; default: the one `monitord` is configured with.",
        "https://ntfy.sh",
      ),
      {
        label: "Server",
        help: "Left empty: the server that monitord is configured with.",
        section: "device",
        meaning: "url",
        secret: "userinfo",
      },
    ),
    access_token: optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description:
          "ntfy: access token for a protected topic. webpush: the private VAPID key of the subscription, base64url. A secret: answered as `***`, and `***` sent back keeps what is stored.",
      }),
      {
        label: "Access token",
        help: "For a protected topic. Shown as *** once it is saved.",
        secret: "whole",
      },
    ),
    format: optional(
      Type.Enum(["generic", "slack", "teams", "discord", "mattermost"], {
        title: "WebhookFormat",
        description: "webhook: what is posted; default: generic, JSON for a program of your own.",
      }),
      { label: "Format", help: "Left empty: JSON for a program of your own.", section: "device" },
    ),
    secret: optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          "webhook: 16 to 255 characters that sign what is posted (X-Monitord-Signature). webpush: the keys of the subscription, `p256dh.auth` in base64url. A secret: answered as `***`, and `***` sent back keeps what is stored. It belongs to the origin of the URL: for another one it is given again.",
      }),
      {
        label: "Signing secret",
        help: "16 to 255 characters that sign each message. Shown as *** once it is saved.",
        secret: "whole",
      },
    ),
    enabled: defaultsTo(true, Type.Boolean({ description: "False: nothing is sent to it." }), {
      label: "Enabled",
      help: "Off: it gets no pushes.",
      section: "device",
    }),
  },
});

import type { Device } from "../../../api/users.ts";
import { channelKinds, channels, phoneKind, type ChannelKind } from "../../../channel/registry.ts";
import type { Call, Run } from "../../call/call.ts";
import { wrongInput } from "../../call/failure.ts";
import { findOfKind, me } from "../../input/find-one.ts";
import { askSecret, canAsk, readInput } from "../../io.ts";
import { done } from "../../call/structured.ts";

/**
 * Adds a phone to a user: with a topic, the one that it is subscribed to already; without, by a link to open
 * on the phone, as a QR code.
 */
export const run: Run = async (call) => {
  const { args, options } = call;
  const user = typeof options["user"] === "string" ? options["user"] : null;
  const words = user === null ? args : [user, ...args];
  const [typed = me, topic] = words;
  if (words.length > 2)
    throw wrongInput(
      "usage",
      "too many arguments: a user and a topic suffice",
      "monitorctl devices add ada@example.com",
    );
  if (topic !== undefined) return addTopic(call, typed, topic);
  const kind = kindOf(options["kind"]);
  if (kind !== phoneKind)
    throw wrongInput(
      "usage",
      `a device of the kind ${kind} needs a target`,
      `monitorctl devices add USER TARGET --kind ${kind}`,
    );
  if (options["withToken"] === true)
    throw wrongInput(
      "usage",
      "an access token is for a topic that you name",
      "monitorctl devices add USER TOPIC --with-token < file-with-the-token",
    );
  const { invite } = await import("../../tasks/invite.ts");
  return invite(call, typed);
};

async function addTopic(call: Call, typed: string, topic: string): Promise<number> {
  const { options } = call;
  const { name, server, format } = options;
  const kind = kindOf(options["kind"]);
  const token =
    options["withToken"] === true
      ? {
          [channels[kind].takes.includes("secret") ? "secret" : "access_token"]:
            await tokenOf(call),
        }
      : {};
  const client = await call.client();
  const user = await findOfKind(client, "users", typed);
  const device = await client.send("POST /users/:user_id/devices", {
    user_id: user.id,
    body: {
      kind,
      target: topic,
      ...(typeof name === "string" ? { name } : {}),
      ...(typeof server === "string" ? { server } : {}),
      ...(typeof format === "string" ? { format: format as DeviceFormat } : {}),
      ...token,
    },
  });
  const place =
    kind === phoneKind
      ? `${device.target}${device.server ? ` at ${device.server}` : ""}`
      : (channels[kind].shown({ ...device, target: topic }) ?? kind);
  return done(
    call,
    device,
    `device added for ${user.email}: ${place}. ${nextStep(kind, user.email)}`,
  );
}

const nextStep = (kind: ChannelKind, email: string) =>
  `${kind === phoneKind ? "On the phone, subscribe to it in the ntfy app. " : ""}To verify it: monitorctl devices test ${email}`;

type DeviceFormat = NonNullable<Device["format"]>;

/** The channel that was named; without one that of phones. */
function kindOf(typed: unknown): ChannelKind {
  if (typed === undefined) return phoneKind;
  const kind = channelKinds.find((known) => known === typed);
  if (kind) return kind;
  throw wrongInput(
    "usage",
    `unknown kind of device "${typed as string}": ${channelKinds.join(", ")}`,
    "monitorctl devices add USER TARGET --kind KIND",
  );
}

/** Never a flag: flags are seen by everybody on the machine, and kept by the shell. */
async function tokenOf({ io, options }: Call): Promise<string> {
  const token = canAsk(io, options)
    ? ((await askSecret(io, "Access token of the topic: ")) ?? "")
    : (await readInput(io)).toString("utf8").trim();
  if (/^\S+$/.test(token)) return token;
  throw wrongInput(
    "no_token",
    "no access token on standard input",
    "monitorctl devices add USER TOPIC --with-token < file-with-the-token",
  );
}

/** email: a plain mail to an address, handed to the mail server of the operator. Pure. */
import { actionVerbs } from "../../core/access/signed-action.ts";
import { fault } from "../../core/declare/rules-connection.ts";
import type { Channel } from "../channel.ts";
import {
  isAddress,
  readMailbox,
  readSmtpName,
  readSmtpUrl,
  type Mailbox,
  type SmtpName,
  type SmtpServer,
} from "./address.ts";

export interface EmailSettings {
  server: SmtpServer;
  from: Mailbox;
  /** The name by which we greet the server; null: one is derived. */
  name: string | null;
}

/** All of them go to one server. */
const lane = "email";

export const email: Channel<EmailSettings> = {
  label: "Email",
  takes: [],
  faults: ({ target }) =>
    isAddress(String(target))
      ? []
      : [fault("target", "format", "must be an email address, such as ada@example.org")],
  beyondOwn: ({ target }, own) => (target.toLowerCase() === own.toLowerCase() ? null : "target"),
  lane: () => lane,
  homeLane: lane,
  shown: ({ target }) => target,
  actions: { verbs: actionVerbs, by: "page" },
  showsFacts: true,
  options: [
    {
      name: "smtp-url",
      type: { kind: "parsed", read: readSmtpUrl },
      metavar: "URL",
      default: null,
      help: "Mail server for devices of the kind email: smtp://USER@HOST:587, or smtps:// for TLS from the first byte; a password is better given in the variable.",
      secret: true,
      mayBePlain: true,
    },
    {
      name: "mail-from",
      type: { kind: "parsed", read: readMailbox },
      metavar: "ADDRESS",
      default: null,
      help: "Sender of mails: Monitord <monitord@example.org>.",
    },
    {
      name: "smtp-name",
      type: { kind: "parsed", read: readSmtpName },
      metavar: "NAME",
      default: null,
      help: "Name that monitord greets the mail server with (EHLO). Default: the host of --site-url, the domain of --mail-from, or the name of the machine.",
    },
  ],
  settings(values) {
    const server = values["smtp-url"] as SmtpServer | null;
    const from = values["mail-from"] as Mailbox | null;
    const name = values["smtp-name"] as SmtpName | null;
    return server && from && { server, from, name: name?.name ?? null };
  },
  needs: ["smtp-url", "mail-from"],
  anchor: () => null,
  diagnosis: ({ server: { host, port } }) => ({
    what: `mail server ${host.includes(":") ? `[${host}]` : host}:${port}`,
    fix: "Check --smtp-url, its user and password, and that this machine may reach it.",
  }),
};

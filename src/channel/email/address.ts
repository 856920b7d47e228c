/** Reads the addresses of mails: recipient, sender, the mail server, and our own name there. Pure. */
import { domainToASCII } from "node:url";
import { byteLength } from "../../core/text/text.ts";

/** An address with the name that mail programs show beside it. */
export interface Mailbox {
  name: string;
  address: string;
}

/** RFC 5321: the part before the @, and the whole, bytes. */
const limits = { local: 64, address: 254 };
/** With letters of all scripts (RFC 6531). */
const local =
  /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{N}\p{M}-]+(\.[\w!#$%&'*+/=?^`{|}~\p{L}\p{N}\p{M}-]+)*$/u;
const domain = /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)(\.(?!-)[\p{L}\p{N}-]{1,63}(?<!-))*$/u;

/**
 * True for an address that mail servers accept without quoting; one with letters outside ASCII before the @ those with
 * SMTPUTF8. Rejects lists of addresses, display names, line breaks and other control characters.
 */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const name = text.slice(0, Math.max(0, at));
  const host = text.slice(at + 1);
  return (
    byteLength(name) <= limits.local &&
    byteLength(text) <= limits.address &&
    local.test(name) &&
    domain.test(host) &&
    domainToASCII(host) !== ""
  );
}

/** An address as it is sent: its domain in ASCII, which each server takes, and its accents composed. */
export const wireAddress = (address: string): string =>
  `${address.slice(0, address.lastIndexOf("@")).normalize("NFC")}@${domainOf(address)}`;

/** Whether only a server with SMTPUTF8 takes an address as it is sent. */
export const needsUtf8 = (address: string): boolean => byteLength(address) > address.length;

/** The domain of an address, in ASCII. */
export const domainOf = (address: string): string =>
  domainToASCII(address.slice(address.lastIndexOf("@") + 1));

/** `Monitord <monitord@example.org>` or the address alone; a string describes the mistake. */
export function readMailbox(text: string): Mailbox | string {
  const [, name = "", address = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
  const shown = name.trim().replace(/^"(.*)"$/, "$1");
  return isAddress(address) && !/\p{Cc}/u.test(shown)
    ? { name: shown, address }
    : "must be an email address, such as Monitord <monitord@example.org>";
}

/** The server that mails are handed to. */
export interface SmtpServer {
  host: string;
  port: number;
  /** always: from the first byte. required: by STARTTLS, or no mail is sent. optional: by STARTTLS, if that is offered. */
  tls: "always" | "required" | "optional";
  /** False: any certificate will do. */
  checked: boolean;
  /** null: without signing in. */
  login: { user: string; password: string } | null;
}

/** `smtp://user:password@host:587`, `smtps://host`; a string describes the mistake. */
export function readSmtpUrl(text: string): SmtpServer | string {
  const url = /^smtps?:\/\//i.test(text) ? URL.parse(text) : null;
  const host = url?.hostname.toLowerCase() ?? "";
  if (!url || !/^([a-z\d]([a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])$/.test(host) || url.port === "0")
    return "must be an SMTP URL, such as smtp://user:password@mail.example.org:587";
  const secure = url.protocol === "smtps:";
  const [, asked = null] = /^\?tls=(optional|required)$/.exec(url.search) ?? [];
  if (
    !/^\/?$/.test(url.pathname) ||
    url.hash !== "" ||
    (url.search !== "" && (secure || asked === null))
  )
    return "must have nothing after the host and the port but ?tls=optional or ?tls=required, and that with smtp: alone";
  const login = loginOf(url);
  if (typeof login === "string") return login;
  return {
    host: host.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? 465 : 587),
    tls: secure
      ? "always"
      : ((asked as "optional" | "required" | null) ?? (isLoopback(host) ? "optional" : "required")),
    checked: !isLoopback(host),
    login,
  };
}

function loginOf({ username, password }: URL): SmtpServer["login"] | string {
  if (username === "" && password === "") return null;
  if (username === "" || password === "") return "must have both a user and a password, or neither";
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return "must have a user and a password in which % is written as %25";
  }
}

/** The name by which we greet mail servers. */
export interface SmtpName {
  name: string;
}

/** A host name, or an address in brackets (RFC 5321, 4.1.3); a string describes the mistake. */
export function readSmtpName(text: string): SmtpName | string {
  return isFullName(text) || /^\[[\da-f.:]+\]$/i.test(text)
    ? { name: text }
    : "must be a full host name, such as monitor.example.org";
}

/**
 * The name by which strict mail servers know us: the host of `site`, else the domain of the sender `from`. null:
 * neither is the full name of a host.
 */
export function ownName(site: string | null, from: string): string | null {
  const host = URL.parse(site ?? "")?.hostname ?? "";
  return [host, domainOf(from)].find(isFullName) ?? null;
}

/** Has a dot and is not an IP address: the last label begins with a letter. */
const isFullName = (name: string): boolean =>
  /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])?$/i.test(name);

/**
 * The connection stays on this machine, so TLS would protect it from no one. Some servers ask for it all the same, with
 * a certificate for their public name.
 */
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

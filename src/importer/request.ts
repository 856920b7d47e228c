/** Reads the request of a check over HTTP. Pure. */
import { ipVersions, methods } from "../resource/check/request-fields.ts";
import { plainText } from "./values.ts";
import type { Fields } from "../resource/references.ts";

/** The method; in place of one that is not possible GET, with a remark. */
function methodOf(value: unknown, remarks: string[]): string {
  const method = (plainText(value) ?? "GET").toUpperCase();
  if (methods.some((one) => one === method)) return method;
  remarks.push(`the method ${method} is not possible: GET is used`);
  return "GET";
}

/** Method and body; a body that another method sends gets a remark. */
export function requestOf(method: unknown, body: unknown, remarks: string[]): Fields {
  const sent = methodOf(method, remarks);
  const text = plainText(body);
  if (text !== null && sent !== "POST")
    remarks.push("its body is left out: only POST sends one here");
  return { method: sent, ...(text !== null && sent === "POST" && { request_body: text }) };
}

/** The headers whose values are texts. Host is left out with a remark, because the connection sets it. */
export function headersOf(headers: Fields, remarks: string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const text = typeof value === "string" ? value : plainText(value);
      if (text === null) return [];
      if (name.toLowerCase() !== "host") return [[name.trim(), text]];
      remarks.push(
        `sent the header Host: ${text}, which is not possible here: put that name into the URL`,
      );
      return [];
    }),
  );
}

/** The IP version that is used alone, as `ipv6` or `ip6`; any other value: none is. */
export function ipVersionOf(value: unknown): Fields {
  const version = (plainText(value) ?? "").toLowerCase().replace(/^ip(?=\d)/, "ipv");
  return version !== "any" && ipVersions.some((one) => one === version)
    ? { ip_version: version }
    : {};
}

/** A URL as it is sent: without spaces around it and without a fragment. */
export const sentUrl = (text: string): string => text.trim().replace(/#.*$/s, "");

/** A URL with the user and password of Basic auth, in place of its own. A host can be a variable. */
export function withUser(text: string, user: string | null, password: string | null): string {
  if (user === null) return text;
  return text.replace(
    /^(\w+:\/\/)(?:[^/?#@]*@)?/,
    (_, scheme: string) => `${scheme}${encoded(user)}:${encoded(password ?? "")}@`,
  );
}

/** A part of a URL in percent-encoding; dollar signs can be of variables. */
export const encoded = (text: string): string =>
  text.includes("${") ? text : encodeURIComponent(text).replaceAll("%24", "$");

/** The remark about a monitor that a person paused. */
export const pausedRemark = (tool: string): string =>
  `was paused in ${tool}: pause it after the import`;

/** The remark about a server whose certificate was not checked. */
export const insecureRemark = "ignored faults of the certificate, which is not possible here";

/**
 * The key of a Google service account, as Firebase hands it out: a JSON file. Read at the start, so that a
 * wrong file is a problem of the configuration and not of the first page at night. Pure; the texts of
 * faults never repeat the file.
 */
import { createPrivateKey, type KeyObject } from "node:crypto";
import { isObject } from "../../resource/part.ts";

export interface ServiceAccount {
  project_id: string;
  client_email: string;
  private_key: KeyObject;
  /** The id of the key that signs; null: Google tries all keys of the account. */
  private_key_id: string | null;
  /** Where access tokens are given out. */
  token_uri: string;
}

/** Where Google gives out access tokens. */
const googleTokens = "https://oauth2.googleapis.com/token";
/** RS256 asks for 2048 bits or more. */
const shortestKey = 2048;

/** The account, or the fault of `text`, to follow "the file" in a sentence. */
export function readServiceAccount(text: string): ServiceAccount | string {
  const file = objectOf(text);
  if (!file) return "is not JSON: it must be the key of a service account";
  if (file["type"] !== "service_account")
    return `is not the key of a service account${named(file)}; one is made in the Firebase console: Project settings, Service accounts, "Generate new private key"`;
  const missing = ["project_id", "client_email", "private_key"].filter(
    (name) => typeof file[name] !== "string" || file[name] === "",
  );
  if (missing.length > 0) return `has no ${missing.join(", ")}`;
  const key = keyOf(String(file["private_key"]));
  if (!key) return "has a private_key that cannot be read";
  if (key.asymmetricKeyType !== "rsa" || key.asymmetricKeyDetails!.modulusLength! < shortestKey)
    return `has a private_key that is not an RSA key of ${shortestKey} bits or more`;
  const { token_uri = googleTokens, private_key_id: id } = file;
  if (!isHttpUrl(token_uri)) return "has a token_uri that is not an http(s) URL";
  return {
    project_id: String(file["project_id"]),
    client_email: String(file["client_email"]),
    private_key: key,
    private_key_id: typeof id === "string" ? id : null,
    token_uri,
  };
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) ? json : null;
  } catch {
    return null;
  }
}

/** The kind of file that it is instead, if it says so: most often the configuration of an app. */
function named(file: Record<string, unknown>): string {
  if ("project_info" in file) return ", but the google-services.json of an app";
  const { type } = file;
  return typeof type === "string" && /^\w{1,40}$/.test(type) ? `, but of the type ${type}` : "";
}

function keyOf(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

function isHttpUrl(value: unknown): value is string {
  return typeof value === "string" && /^https?:\/\//.test(value) && URL.canParse(value);
}

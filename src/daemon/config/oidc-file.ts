/**
 * Reads the file of `--oidc-config`: a list of OpenID Connect providers, or every mistake in it with its line. Pure but
 * for `readFile`. A secret's value is never repeated.
 */
import { dirname, resolve } from "node:path";
import { check } from "../../api/check.ts";
import { Type } from "../../api/schema.ts";
import type { Issuer } from "../../core/access/issuer.ts";
import type { Fault } from "../../core/model/fault.ts";
import { locate } from "../../manifest/locate.ts";
import { roles, type Role } from "../../resource/user.ts";
import { readYaml } from "./yaml-file.ts";

const Text = Type.String({ minLength: 1, maxLength: 2048 });
const Word = <const W extends string>(...words: W[]) => Type.Enum(words);
const Texts = Type.Array(Text, { maxItems: 1000 });
const RoleName = Type.Enum([...roles]);
const strict = { additionalProperties: false };
const Optional = Type.Optional;

const ProviderFields = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60 }),
    issuer: Text,
    client_id: Text,
    client_secret: Optional(Text),
    client_secret_file: Optional(Text),
    client_auth: Optional(Word("basic", "post")),
    ca_file: Optional(Text),
    scopes: Optional(Texts),
    allowed_domains: Optional(Texts),
    groups_claim: Optional(Text),
    verified_claim: Optional(Text),
    roles: Optional(
      Type.Array(Type.Object({ group: Text, role: RoleName }, strict), { maxItems: 1000 }),
    ),
    default_role: Optional(Type.Union([RoleName, Type.Null()])),
    users: Optional(Word("any", "invited")),
    link_by_email: Optional(Word("verified", "never")),
    logout: Optional(Type.Boolean()),
    organization: Optional(Text),
  },
  strict,
);

type Written = {
  name: string;
  issuer: string;
  client_id: string;
  client_secret?: string;
  client_secret_file?: string;
  client_auth?: "basic" | "post";
  ca_file?: string;
  scopes?: string[];
  allowed_domains?: string[];
  groups_claim?: string;
  verified_claim?: string;
  roles?: { group: string; role: Role }[];
  default_role?: Role | null;
  users?: "any" | "invited";
  link_by_email?: "verified" | "never";
  logout?: boolean;
  organization?: string;
};

/** The fields of a provider that name a file. */
const fileFields = ["client_secret_file", "ca_file"] as const;

const File = Type.Object(
  { issuers: Type.Array(ProviderFields, { minItems: 1, maxItems: 20 }) },
  strict,
);

/** `files`: the files that the file names, as it names them. */
export type ReadIssuers =
  { ok: true; issuers: Issuer[]; files: string[] } | { ok: false; problems: string[] };

/** `readFile` throws when a file cannot be read. Files that it names are beside it. */
export function readIssuers(path: string, readFile: (path: string) => string): ReadIssuers {
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    return { ok: false, problems: [`--oidc-config: cannot read ${path} (${messageOf(error)}).`] };
  }
  const file = readYaml(path, text);
  if (!file.ok) return file;
  const { document, value, counter } = file;
  const at = (offset: number) => `${path}:${counter.linePos(offset).line}`;
  const placed = ({ field, code, message }: Fault): string => {
    const [from] = locate(document, field, code === "unknown_field" ? "key" : "value");
    return `${at(from)}: ${field === "" ? "the file" : field} ${message.replace(/[.?]$/, "")}${message.endsWith("?") ? "?" : "."}`;
  };
  const shape = check(File, value);
  if (shape.length > 0) return { ok: false, problems: shape.map(placed) };
  const { issuers: written } = value as { issuers: Written[] };
  const beside = (name: string) => readFile(resolve(dirname(path), name));
  const faults: Fault[] = [...doubled(written)];
  const issuers = written.map((one, index) => issuerOf(one, `issuers[${index}]`, beside, faults));
  const files = written.flatMap((one) => fileFields.flatMap((name) => one[name] ?? []));
  return faults.length > 0
    ? { ok: false, problems: faults.map(placed) }
    : { ok: true, issuers, files };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Names and issuers that two providers have: the buttons, and the identities, would be mixed up. */
function doubled(written: readonly Written[]): Fault[] {
  const faults: Fault[] = [];
  for (const [index, one] of written.entries())
    for (const [field, of] of [
      ["name", slugOf],
      ["issuer", (text: string) => text],
    ] as const)
      if (written.slice(0, index).some((other) => of(other[field]) === of(one[field])))
        faults.push({
          field: `issuers[${index}].${field}`,
          code: "duplicate",
          message: "is that of another provider of the file: give each one of its own",
        });
  return faults;
}

/** In addresses. A name without a Latin letter or digit keeps its code points. */
function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return plain === "" ? Buffer.from(name).toString("hex") : plain;
}

function issuerOf(
  one: Written,
  field: string,
  beside: (name: string) => string,
  faults: Fault[],
): Issuer {
  const fault = (name: string, message: string) =>
    void faults.push({ field: `${field}.${name}`, code: "invalid", message });
  const file = (name: (typeof fileFields)[number]): string | null => {
    const path = one[name];
    if (path === undefined) return null;
    try {
      const text = beside(path).trim();
      if (text === "") fault(name, `names an empty file (${path})`);
      return text;
    } catch (error) {
      fault(name, `cannot be read (${messageOf(error)})`);
      return null;
    }
  };
  const wrong = issuerFault(one.issuer);
  if (wrong !== null) fault("issuer", wrong);
  if (one.client_secret !== undefined && one.client_secret_file !== undefined)
    fault("client_secret_file", "cannot be combined with client_secret: keep one of them");
  const secret = file("client_secret_file") ?? one.client_secret ?? null;
  if (one.client_auth !== undefined && secret === null)
    fault("client_auth", "needs client_secret or client_secret_file");
  const ca = file("ca_file");
  if (ca !== null && !ca.includes("-----BEGIN CERTIFICATE-----"))
    fault("ca_file", "must name a file with certificates, PEM");
  const scopes = one.scopes ?? ["openid", "profile", "email"];
  if (!scopes.includes("openid")) fault("scopes", "must include openid");
  for (const [at, domain] of (one.allowed_domains ?? []).entries())
    if (!/^[^\s@/*]+$/.test(domain))
      fault(`allowed_domains[${at}]`, "must be a domain without @ and *, such as example.com");
  if (one.groups_claim !== undefined && one.roles === undefined)
    fault("groups_claim", "has no effect without roles: list the groups and their roles there");
  if ((one.users ?? "invited") === "any" && one.roles === undefined && !one.default_role)
    fault("users", "needs default_role or roles: new people would have no role");
  return {
    name: one.name.trim(),
    slug: slugOf(one.name),
    issuer: one.issuer,
    client_id: one.client_id,
    client_secret: secret,
    client_auth: one.client_auth ?? null,
    ca,
    scopes,
    allowed_domains: (one.allowed_domains ?? []).map((domain) => domain.toLowerCase()),
    groups_claim: one.groups_claim ?? "groups",
    verified_claim: one.verified_claim ?? "email_verified",
    roles: one.roles ?? [],
    default_role: one.default_role ?? null,
    users: one.users ?? "invited",
    link_by_email: one.link_by_email ?? "verified",
    logout: one.logout ?? false,
    organization: one.organization ?? null,
  };
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Why an issuer identifier cannot be used; null: it can. */
function issuerFault(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return "must be a URL that starts with https://";
  if (url.protocol === "http:" && !loopback.test(url.hostname))
    return "must start with https://: only a provider on this machine can do without";
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    return "must be the issuer alone, without user, query and fragment";
  if (url.pathname.includes("/.well-known/"))
    return "must be the issuer, without /.well-known/openid-configuration";
  if (text.includes("{"))
    return "must be the issuer of one tenant: put its id in the place of the braces";
  return null;
}
